/// A mono sound, ready to be mixed.
public struct Sound: Hashable, Sendable {
  /// The sample rate, in samples per second.
  public let sampleRate: Int
  /// The samples, −1 to 1.
  public let samples: [Float]
  /// The peak of each block and all later blocks, to measure the remaining loudness.
  private let remainingPeaks: [Float]

  private static let blockSize = 512

  /// Creates a sound from samples, which are clamped to −1…1.
  ///
  /// - Precondition: `sampleRate` is positive.
  /// - Complexity: O(n) in the number of samples.
  public init(sampleRate: Int, samples: [Float]) {
    precondition(sampleRate > 0, "The sample rate is positive")
    self.sampleRate = sampleRate
    self.samples = samples.map { $0 > -1 ? min(1, $0) : -1 }
    var remainingPeaks = [Float](repeating: 0, count: samples.count / Self.blockSize + 1)
    for (index, sample) in samples.enumerated() {
      remainingPeaks[index / Self.blockSize] = max(
        remainingPeaks[index / Self.blockSize], abs(sample))
    }
    for index in remainingPeaks.indices.dropLast().reversed() {
      remainingPeaks[index] = max(remainingPeaks[index], remainingPeaks[index + 1])
    }
    self.remainingPeaks = remainingPeaks
  }

  /// The duration, in seconds.
  public var duration: Double { Double(samples.count) / Double(sampleRate) }

  /// Returns the peak of the samples from about `position` on, 0 to 1; zero after the end.
  func level(from position: Int) -> Float {
    let index = max(0, position) / Self.blockSize
    return index < remainingPeaks.count ? remainingPeaks[index] : 0
  }
}
