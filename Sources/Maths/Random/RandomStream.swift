/// A deterministic source of random numbers that knows how many it has given.
///
/// The n-th number depends on the seed and n alone. The two words are the whole state: saved and
/// put back, the stream goes on where it was. Not for secrets.
///
/// - Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014
///   (SplitMix64); passes the BigCrush test suite.
public struct RandomStream: Hashable, Sendable, BitwiseCopyable {
  /// What the stream was made from.
  public let seed: UInt64
  /// How many numbers of 64 bits it has given.
  public private(set) var draws: UInt64

  /// Makes a stream, or one that has already given `draws` numbers.
  public init(seed: UInt64, draws: UInt64 = 0) {
    self.seed = seed
    self.draws = draws
  }

  /// The next number; all 2⁶⁴ values are equally likely.
  public mutating func next() -> UInt64 {
    draws &+= 1
    var z: UInt64 = seed &+ draws &* 0x9e37_79b9_7f4a_7c15
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  /// The next number from 0 up to, but not including, 1: a multiple of 2⁻²⁴.
  public mutating func float() -> Float { Float(next() >> 40) * 0x1p-24 }

  /// The next number from the lower bound up to, but not including, the upper.
  ///
  /// - Precondition: The bounds are finite, the range is not empty and its width is finite.
  public mutating func float(in range: Range<Float>) -> Float {
    let width = range.upperBound - range.lowerBound
    precondition(width > 0 && width.isFinite, "A random range is finite and not empty")
    let value = range.lowerBound + width * float()
    return value < range.upperBound ? value : range.upperBound.nextDown
  }

  /// The next number from the lower to the upper bound, both possible.
  ///
  /// - Precondition: The bounds and the width of the range are finite.
  public mutating func float(in range: ClosedRange<Float>) -> Float {
    let width = range.upperBound - range.lowerBound
    precondition(width.isFinite, "A random range is finite")
    let share = Float(next() >> 40) * (1 / 16_777_215)
    let value = range.lowerBound + width * share
    return value < range.upperBound ? value : range.upperBound
  }

  /// The next whole number from 0 up to, but not including, `bound`; all are equally likely.
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

  /// True in a share of all draws; never at 0, always at 1.
  public mutating func chance(_ share: Float) -> Bool { float() < share }
}
