/// A deterministic random number generator that counts its draws.
///
/// The n-th number depends only on the seed and n. The two words are the whole state: a stream
/// restored from them continues where it was. Not cryptographic.
///
/// - Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014
///   (SplitMix64); passes the BigCrush test suite.
public struct RandomStream: Hashable, Sendable, BitwiseCopyable {
  /// The seed of the stream.
  public let seed: UInt64
  /// The number of draws of 64 bits so far.
  public private(set) var draws: UInt64

  /// Creates a stream, by default before its first draw.
  public init(seed: UInt64, draws: UInt64 = 0) {
    self.seed = seed
    self.draws = draws
  }

  /// Draws a 64-bit number; all values are equally likely.
  public mutating func next() -> UInt64 {
    draws &+= 1
    var z: UInt64 = seed &+ draws &* 0x9e37_79b9_7f4a_7c15
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  /// Draws a number from 0 up to, but not including, 1: a multiple of 2⁻²⁴.
  public mutating func float() -> Float { Float(next() >> 40) * 0x1p-24 }

  /// Draws a number from the lower bound up to, but not including, the upper bound.
  ///
  /// - Precondition: The bounds are finite, the range is not empty and its width is finite.
  public mutating func float(in range: Range<Float>) -> Float {
    let width = range.upperBound - range.lowerBound
    precondition(width > 0 && width.isFinite, "A random range is finite and not empty")
    let value = range.lowerBound + width * float()
    return value < range.upperBound ? value : range.upperBound.nextDown
  }

  /// Draws a number from the lower to the upper bound, both included.
  ///
  /// - Precondition: The bounds and the width of the range are finite.
  public mutating func float(in range: ClosedRange<Float>) -> Float {
    let width = range.upperBound - range.lowerBound
    precondition(width.isFinite, "A random range is finite")
    let share = Float(next() >> 40) * (1 / 16_777_215)
    let value = range.lowerBound + width * share
    return value < range.upperBound ? value : range.upperBound
  }

  /// Draws an integer from 0 up to, but not including, `bound`; all are equally likely.
  ///
  /// May use more than one draw, very rarely for small bounds.
  ///
  /// - Precondition: The bound is greater than zero.
  /// - Source: D. Lemire, "Fast Random Integer Generation in an Interval", 2019.
  public mutating func int(below bound: Int) -> Int {
    precondition(bound > 0, "A random number is drawn below a bound greater than zero")
    let n = UInt64(bound)
    var product = next().multipliedFullWidth(by: n)
    if product.low < n {
      let refused: UInt64 = (0 &- n) % n
      while product.low < refused { product = next().multipliedFullWidth(by: n) }
    }
    return Int(product.high)
  }

  /// Draws true with a probability of `share`: never at 0, always at 1.
  public mutating func chance(_ share: Float) -> Bool { float() < share }
}
