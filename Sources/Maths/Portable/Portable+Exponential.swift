extension Portable {
  /// The exponential function; infinite above 88.73, zero below −103.98.
  public static func exp(_ x: Float) -> Float {
    guard !x.isNaN else { return .nan }
    return Float(exponential(Double(x)))
  }

  /// The natural logarithm of `x`; −∞ for zeros, NaN for negative numbers.
  public static func log(_ x: Float) -> Float {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return .infinity }
    return Float(logarithm(Double(x)))
  }

  /// `x` to the power `y`, with all special cases of C99.
  ///
  /// `pow(x, 0)` and `pow(1, y)` are 1 for all arguments. A negative `x` needs an integer `y`; the
  /// result is NaN otherwise.
  public static func pow(_ x: Float, _ y: Float) -> Float {
    if y == 0 || x == 1 { return 1 }
    guard !x.isNaN, !y.isNaN else { return .nan }
    let size = abs(x)
    let isNegative = x.sign == .minus && isOdd(y)
    let power: Float
    if size == 0 || size == .infinity {
      power = (size == 0) == (y < 0) ? .infinity : 0
    } else if abs(y) == .infinity {
      power = size == 1 ? 1 : ((size > 1) == (y > 0) ? .infinity : 0)
    } else if x < 0 && !isWhole(y) {
      return .nan
    } else {
      power = Float(exponential(Double(y) * logarithm(Double(size))))
    }
    return isNegative ? -power : power
  }

  // MARK: Integers

  /// True for a finite integer; from 2²⁴ on every Float is an even integer.
  private static func isWhole(_ y: Float) -> Bool {
    abs(y) >= 0x1p24 || Float(Int32(y)) == y
  }

  /// True for a finite, odd integer.
  private static func isOdd(_ y: Float) -> Bool {
    abs(y) < 0x1p24 && Float(Int32(y)) == y && Int32(y) & 1 == 1
  }

  // MARK: Polynomials

  /// The exponential of any argument; relative error 2⁻⁵⁰ for ±104.
  ///
  /// With k the integer nearest to x / ln 2: eˣ = 2ᵏ · eʳ, r = x − k·ln 2 in ±ln 2 / 2. Arguments
  /// are clamped to ±200, where a Float has long overflowed.
  @inline(__always)
  static func exponential(_ argument: Double) -> Double {
    let x: Double = argument > 200 ? 200 : (argument < -200 ? -200 : argument)
    let shifted: Double = x * 1.4426950408889634 + roundingShift
    let k: Double = shifted - roundingShift
    let r: Double = (x - k * 0x1.62e42fefa2p-1) - k * 7.371002565167799e-13
    var p: Double = 2.5100375832561234e-08
    p = p * r + 2.7620075879983367e-07
    p = p * r + 2.7557268480310024e-06
    p = p * r + 2.4801521322368692e-05
    p = p * r + 0.00019841269863040545
    p = p * r + 0.0013888888917196719
    p = p * r + 0.008333333333330065
    p = p * r + 0.041666666666624164
    p = p * r + 0.16666666666666669
    p = p * r + 0.5000000000000001
    let value: Double = 1 + (r + r * r * p)
    let scale = Double(bitPattern: (shifted.bitPattern &+ 1023) << 52)
    return value * scale
  }

  /// The natural logarithm of a positive, finite Float converted to Double; relative error 2⁻⁵¹.
  ///
  /// With x = 2ᵏ · m, m from √½ to √2, and s = (m - 1)/(m + 1): ln x = k·ln 2 + 2·artanh s.
  @inline(__always)
  static func logarithm(_ x: Double) -> Double {
    let bits = x.bitPattern
    var k = Double(Int(bits >> 52) - 1023)
    var m = Double(bitPattern: bits & 0xf_ffff_ffff_ffff | 0x3ff0_0000_0000_0000)
    if m > 1.4142135623730951 {
      m *= 0.5
      k += 1
    }
    let s: Double = (m - 1) / (m + 1)
    let t: Double = s * s
    var p: Double = 0.07308224842521703
    p = p * t + 0.07665860800278021
    p = p * t + 0.09091444562630861
    p = p * t + 0.1111110556739754
    p = p * t + 0.14285714312987743
    p = p * t + 0.19999999999949752
    p = p * t + 0.3333333333333335
    let small: Double = 2 * (s * (1 + t * p))
    return k * 0x1.62e42fefa2p-1 + (k * 7.371002565167799e-13 + small)
  }
}
