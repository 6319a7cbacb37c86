package import CaromMaths
package import CaromProperties

/// The state of random streams: the seed, and the number of values drawn from each stream.
package struct RandomState: Part {
  package static let summary = "The state of random streams"

  private var seed: UInt64 = 0
  private var streams: [Stream] = []

  package init() {}

  /// Creates the state of streams.
  package init(_ streams: RandomStreams) {
    seed = streams.seed
    self.streams = streams.entries.map {
      Stream(name: $0.name, seed: $0.stream.seed, draws: $0.stream.draws)
    }
  }

  /// The streams with this state.
  package var value: RandomStreams {
    RandomStreams(
      seed: seed,
      entries: streams.map {
        RandomStreams.Entry(name: $0.name, stream: RandomStream(seed: $0.seed, draws: $0.draws))
      })
  }

  package static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("seed", \.seed, "The seed of all streams", in: .state)
    p.property("streams", \.streams, "The streams in use", in: .state)
  }

  private struct Stream: Part {
    static let summary = "The state of a random stream"

    var name = ""
    var seed: UInt64 = 0
    var draws: UInt64 = 0

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("name", \.name, "The name", in: .state)
      p.property("seed", \.seed, "The seed", in: .state)
      p.property("draws", \.draws, "The number of values drawn", in: .state)
    }
  }
}
