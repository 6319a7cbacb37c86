/// A short recording with one channel, ready to be mixed.
public struct Sound: Hashable, Sendable {
  /// Samples a second.
  public let rate: Int
  /// The samples, −1 to 1.
  public let samples: [Float]
  /// The greatest sample of each block and all after it, to tell how much there is still to hear.
  private let rests: [Float]

  private static let block = 512

  /// Makes a sound of samples; what is beyond −1 and 1 is cut off there.
  ///
  /// - Precondition: `rate` is positive.
  /// - Complexity: O(*n*), *n* being the number of samples.
  public init(rate: Int, samples: [Float]) {
    precondition(rate > 0, "a sound has samples every second")
    self.rate = rate
    self.samples = samples.map { $0 > -1 ? min(1, $0) : -1 }
    var rests = [Float](repeating: 0, count: samples.count / Self.block + 1)
    for (index, sample) in samples.enumerated() {
      rests[index / Self.block] = max(rests[index / Self.block], abs(sample))
    }
    for index in rests.indices.dropLast().reversed() {
      rests[index] = max(rests[index], rests[index + 1])
    }
    self.rests = rests
  }

  /// How long it is, in seconds.
  public var duration: Double { Double(samples.count) / Double(rate) }

  /// The greatest sample from about `position` on, 0 to 1; zero behind the end.
  func level(from position: Int) -> Float {
    let index = max(0, position) / Self.block
    return index < rests.count ? rests[index] : 0
  }
}
