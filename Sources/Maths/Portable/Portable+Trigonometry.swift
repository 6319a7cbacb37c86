extension Portable {
  /// The sine of an angle in radians; NaN for infinities.
  public static func sin(_ angle: Float) -> Float {
    guard let (quadrant, r) = reduce(angle) else { return .nan }
    let value: Double = quadrant & 1 == 0 ? sine(r) : cosine(r)
    return Float(quadrant & 2 == 0 ? value : -value)
  }

  /// The cosine of an angle in radians; NaN for infinities.
  public static func cos(_ angle: Float) -> Float {
    guard let (quadrant, r) = reduce(angle) else { return .nan }
    let value: Double = quadrant & 1 == 0 ? cosine(r) : sine(r)
    return Float((quadrant &+ 1) & 2 == 0 ? value : -value)
  }

  /// The sine and the cosine of an angle in radians, with the same bits as the single functions.
  public static func sincos(_ angle: Float) -> (sin: Float, cos: Float) {
    guard let (quadrant, r) = reduce(angle) else { return (.nan, .nan) }
    let (s, c): (Double, Double) = quadrant & 1 == 0 ? (sine(r), cosine(r)) : (cosine(r), sine(r))
    return (
      Float(quadrant & 2 == 0 ? s : -s), Float((quadrant &+ 1) & 2 == 0 ? c : -c)
    )
  }

  /// The tangent of an angle in radians; NaN for infinities.
  public static func tan(_ angle: Float) -> Float {
    guard let (quadrant, r) = reduce(angle) else { return .nan }
    return Float(quadrant & 1 == 0 ? sine(r) / cosine(r) : -(cosine(r) / sine(r)))
  }

  // MARK: Reduction to an eighth of a turn

  /// The quarter turn nearest to an angle, modulo 4, and the rest in ±π/4; nil for infinities and
  /// NaN.
  ///
  /// Below 2¹⁹ radians by subtraction in two parts: the first part of π/2 has 33 bits, so that its
  /// product with the number of quarter turns is exact.
  @inline(__always)
  static func reduce(_ angle: Float) -> (quadrant: Int, rest: Double)? {
    let x = Double(angle)
    guard abs(x) < 0x1p19 else { return reduceLarge(angle) }
    let shifted: Double = x * 0.6366197723675814 + roundingShift
    let quarters: Double = shifted - roundingShift
    let head: Double = x - quarters * 0x1.921fb544p0
    let rest: Double = head - quarters * 6.077100506506192e-11
    return (Int(truncatingIfNeeded: shifted.bitPattern) & 3, rest)
  }

  /// The first 256 bits of 2/π after a word of zeros, most significant first.
  private static func twoOverPi(_ word: Int) -> UInt64 {
    switch word {
    case 0: 0
    case 1: 0xa2f9_836e_4e44_1529
    case 2: 0xfc27_57d1_f534_ddc0
    case 3: 0xdb62_9599_3c43_9041
    default: 0xfe51_63ab_debb_c561
    }
  }

  /// The same reduction for angles of any size, by integer multiplication with the relevant bits of
  /// 2/π.
  ///
  /// With |angle| = m·2ᵉ and an integer m of 24 bits, the number of turns is m·(2ᵉ⁻²·2/π) modulo 1.
  /// Bits of 2/π that contribute whole turns are skipped. The next 128 bits leave an error below
  /// 2⁻⁶³ turns, and no Float is closer than 2⁻³¹ to a multiple of π/2.
  ///
  /// - Source: M. Payne, R. Hanek, "Radian Reduction for Trigonometric Functions", 1983.
  @inline(never)
  static func reduceLarge(_ angle: Float) -> (quadrant: Int, rest: Double)? {
    guard angle.isFinite else { return nil }
    let bits = angle.bitPattern
    let mantissa = UInt64(bits & 0x7f_ffff | 0x80_0000)
    let exponent = Int(bits >> 23 & 0xff) - 150
    let offset = 64 + exponent - 2
    let (word, shift) = (offset >> 6, UInt64(offset & 63))
    func window(_ i: Int) -> UInt64 {
      shift == 0
        ? twoOverPi(i) : twoOverPi(i) << shift | twoOverPi(i + 1) >> (64 - shift)
    }
    let carry: UInt64 = window(word + 1).multipliedFullWidth(by: mantissa).high
    let turns: UInt64 = window(word) &* mantissa &+ carry
    let quarters: UInt64 = (turns &+ 1 << 61) >> 62
    let rest = Double(Int64(bitPattern: turns &- quarters << 62)) * (0x1p-62 * 1.5707963267948966)
    let quadrant = Int(quarters)
    return angle < 0 ? ((4 - quadrant) & 3, -rest) : (quadrant, rest)
  }

  // MARK: Polynomials on ±π/4

  /// The sine on ±π/4; relative error 2⁻⁵⁵ before rounding.
  @inline(__always)
  static func sine(_ r: Double) -> Double {
    let t: Double = r * r
    var p: Double = 1.5918129294866608e-10
    p = p * t - 2.5051131845003624e-08
    p = p * t + 2.755731610255244e-06
    p = p * t - 0.00019841269836758574
    p = p * t + 0.008333333333330948
    p = p * t - 0.16666666666666666
    return r * (1 + t * p)
  }

  /// The cosine on ±π/4; relative error 2⁻⁵¹ before rounding.
  @inline(__always)
  static func cosine(_ r: Double) -> Double {
    let t: Double = r * r
    var p: Double = 2.066550487012274e-09
    p = p * t - 2.755585551192951e-07
    p = p * t + 2.480158262335195e-05
    p = p * t - 0.0013888888882127952
    p = p * t + 0.04166666666663093
    p = p * t - 0.49999999999999967
    return 1 + t * p
  }
}
