extension Portable {
  /// The arc sine of `x` in ±π/2, in radians; NaN outside −1 to 1.
  public static func asin(_ x: Float) -> Float {
    let size = Double(abs(x))
    guard size <= 1 else { return .nan }
    let angle: Double =
      size <= 0.5
      ? arcsine(size) : halfPi - 2 * arcsine(((1 - size) * 0.5).squareRoot())
    return Float(x.sign == .minus ? -angle : angle)
  }

  /// The arc cosine of `x` from 0 to π, in radians; NaN outside −1 to 1.
  public static func acos(_ x: Float) -> Float {
    let size = Double(abs(x))
    guard size <= 1 else { return .nan }
    guard size > 0.5 else { return Float(halfPi - arcsine(Double(x))) }
    let half: Double = arcsine(((1 - size) * 0.5).squareRoot())
    return Float(x < 0 ? 2 * (halfPi - half) : 2 * half)
  }

  /// The arc tangent of `x` in ±π/2, in radians; ±π/2 for infinities.
  public static func atan(_ x: Float) -> Float {
    guard !x.isNaN else { return .nan }
    let size = Double(abs(x))
    let angle: Double = size <= 1 ? arctangent(size) : halfPi - arctangent(1 / size)
    return Float(x.sign == .minus ? -angle : angle)
  }

  /// The angle in ±π from the positive x axis to the point (`x`, `y`), in radians.
  ///
  /// As in C: `atan2(0, 0)` is 0, the sign of a zero counts (`atan2(0, -0)` is π), and two
  /// infinities are equal.
  public static func atan2(_ y: Float, _ x: Float) -> Float {
    guard !x.isNaN, !y.isNaN else { return .nan }
    let (up, right) = (Double(abs(y)), Double(abs(x)))
    var angle: Double
    if up == right {
      angle = up == 0 ? 0 : 0.5 * halfPi
    } else if up < right {
      angle = arctangent(up / right)
    } else {
      angle = halfPi - arctangent(right / up)
    }
    if x.sign == .minus { angle = 2 * halfPi - angle }
    return Float(y.sign == .minus ? -angle : angle)
  }

  // MARK: Polynomials

  /// A quarter turn, in radians.
  static var halfPi: Double { 1.5707963267948966 }

  /// The arc sine on ±0.5; relative error 2⁻⁵⁰ before rounding.
  @inline(__always)
  static func arcsine(_ x: Double) -> Double {
    let t: Double = x * x
    var p: Double = 0.027871289137110143
    p = p * t - 0.006822043980671263
    p = p * t + 0.015445133336819308
    p = p * t + 0.0102896411236249
    p = p * t + 0.014140941807431192
    p = p * t + 0.017337192543712077
    p = p * t + 0.022373010066676288
    p = p * t + 0.030381917485400308
    p = p * t + 0.044642857578717755
    p = p * t + 0.07499999999726302
    p = p * t + 0.1666666666666695
    return x * (1 + t * p)
  }

  /// The arc tangent from 0 to 1; relative error 2⁻⁵² before rounding.
  ///
  /// Above tan(π/8) it is π/4 plus the arc tangent of (x − 1)/(x + 1).
  @inline(__always)
  static func arctangent(_ x: Double) -> Double {
    let isSmall = x <= 0.41421356237309503
    let z: Double = isSmall ? x : (x - 1) / (x + 1)
    let t: Double = z * z
    var p: Double = 0.02275052699336167
    p = p * t - 0.04483334622272886
    p = p * t + 0.05736332165907643
    p = p * t - 0.06649613695291669
    p = p * t + 0.0769105515839315
    p = p * t - 0.09090852557176049
    p = p * t + 0.11111109636534361
    p = p * t - 0.1428571426609662
    p = p * t + 0.19999999999898407
    p = p * t - 0.3333333333333325
    let angle: Double = z * (1 + t * p)
    return isSmall ? angle : 0.5 * halfPi + angle
  }
}
