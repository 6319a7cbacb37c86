import CaromMaths
#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

// Arithmetic on four lanes: four pixels of a row, or the four components of a vector. Only + - * /
// sqrt, compares and integers are used, so results have the same bits on every machine.

/// Clamps each lane to 0…1; NaN becomes zero.
@inline(__always) func saturate(_ a: F4) -> F4 {
  vmin(vmax(a, F4(repeating: 0)), F4(repeating: 1))
}

/// A lane mask: all bits set where `a` exceeds `b`.
@inline(__always) func greater(_ a: F4, _ b: F4) -> I4 {
  unsafeBitCast(a .> b, to: I4.self)
}

/// A lane mask: all bits set where `a` equals `b`.
@inline(__always) func equal(_ a: U4, _ b: U4) -> I4 {
  unsafeBitCast(a .== b, to: I4.self)
}

/// Adding and subtracting 1.5 · 2²³ rounds to the nearest integer, ties to even.
private let roundingBias: Float = 12_582_912

/// The lane-wise floor, for lanes between −2²² and 2²².
@inline(__always) func vfloor(_ a: F4) -> F4 {
  let r = F4(repeating: roundingBias)
  let rounded = (a + r) - r
  let over: I4 = greater(rounded, a)
  let one: I4 = unsafeBitCast(F4(repeating: 1), to: I4.self) & over
  return rounded - unsafeBitCast(one, to: F4.self)
}

/// Converts lanes to integers, for integral values between −2²² and 2²².
@inline(__always) func integers(_ a: F4) -> I4 {
  #if arch(x86_64)
    return unsafeBitCast(_mm_cvtps_epi32(a), to: I4.self)
  #else
    let bits: I4 = unsafeBitCast(a + F4(repeating: roundingBias), to: I4.self)
    return bits &- I4(repeating: 0x4B40_0000)
  #endif
}

/// The base-two logarithm of each lane, for positive normal numbers.
///
/// With m in √½…√2 and s = (m − 1) / (m + 1), from the series of the inverse hyperbolic tangent:
///
///     log₂ m = 2 / ln 2 · (s + s³/3 + s⁵/5 + s⁷/7)
///
/// Near one the relative error is that of rounding, as specular powers require.
@inline(__always) func vlog2(_ a: F4) -> F4 {
  let bits: U4 = unsafeBitCast(a, to: U4.self)
  // Adding the distance from √½ to one carries mantissas above √2 into the next exponent.
  let shifted: U4 = bits &+ U4(repeating: 0x3F80_0000 - 0x3F35_04F3)
  let exponentBits: U4 = shifted &>> U4(repeating: 23)
  let mantissaBits: U4 =
    (shifted & U4(repeating: 0x007F_FFFF)) &+ U4(repeating: 0x3F35_04F3)
  let exponent: F4 =
    unsafeBitCast(exponentBits | U4(repeating: 0x4B00_0000), to: F4.self)
    - F4(repeating: 8_388_608 + 127)
  let m: F4 = unsafeBitCast(mantissaBits, to: F4.self)
  let s: F4 = (m - F4(repeating: 1)) / (m + F4(repeating: 1))
  let q: F4 = s * s
  var p: F4 = q * F4(repeating: 0.412_198_57) + F4(repeating: 0.577_078_04)
  p = p * q + F4(repeating: 0.961_796_7)
  p = p * q + F4(repeating: 2.885_390_1)
  return p * s + exponent
}

/// Two to the power of each lane, for lanes up to 126; below −126 the result is about 2⁻¹²⁶.
///
/// A Taylor series of degree six around the nearest integer; the relative error is 2e-7.
@inline(__always) func vexp2(_ a: F4) -> F4 {
  let x: F4 = vmax(a, F4(repeating: -126))
  let r = F4(repeating: roundingBias)
  let shifted: F4 = x + r
  let f: F4 = x - (shifted - r)
  var p: F4 = f * F4(repeating: 0.000_154_035_3) + F4(repeating: 0.001_333_355_8)
  p = p * f + F4(repeating: 0.009_618_129)
  p = p * f + F4(repeating: 0.055_504_11)
  p = p * f + F4(repeating: 0.240_226_51)
  p = p * f + F4(repeating: 0.693_147_2)
  p = p * f + F4(repeating: 1)
  let scale: I4 = unsafeBitCast(shifted, to: I4.self) &<< I4(repeating: 23)
  return unsafeBitCast(unsafeBitCast(p, to: I4.self) &+ scale, to: F4.self)
}

/// Each lane, from zero to one, to the power of a positive `exponent`.
@inline(__always) func vpow(_ a: F4, _ exponent: F4) -> F4 {
  let tiny = F4(repeating: 1e-30)
  let power: F4 = vexp2(vlog2(vmax(a, tiny)) * exponent)
  return select(greater(a, tiny), power, F4(repeating: 0))
}

extension Vector3W {
  /// Repeats a vector in every lane.
  @inline(__always) init(repeating v: F4) {
    self.init(F4(repeating: v.x), F4(repeating: v.y), F4(repeating: v.z))
  }

  /// The vectors at unit length; lengths below 1e-15 shrink towards zero instead.
  @inline(__always) var normalized: Vector3W {
    self * (F4(repeating: 1) / vsqrt(dot(self) + F4(repeating: 1e-30)))
  }
}

/// The linear red, green, blue and alpha of four pixels.
struct Color4 {
  var r: F4
  var g: F4
  var b: F4
  var a: F4
}
