import CaromMaths
import CaromProperties

// The state of random streams: seeds and the number of values drawn from each.
extension RandomStreams {
  func save(_ sink: inout StateSink) {
    sink.put(seed)
    sink.put(count: entries.count)
    for entry in entries {
      sink.put(entry.name)
      sink.put(entry.stream.seed)
      sink.put(entry.stream.draws)
    }
  }

  init(_ source: inout StateSource) {
    let seed = source.get(UInt64.self)
    let entries = (0..<source.getCount(of: 20)).map { _ in
      Entry(
        name: source.getString(),
        stream: RandomStream(seed: source.get(), draws: source.get()))
    }
    self.init(seed: seed, entries: entries)
  }
}
