import CaromMaths

#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

// Arithmetic on blocks of three rows in double precision. Lane 0 of every value belongs to the
// front half of a chain, lane 1 to its back half.

typealias D2 = SIMD2<Double>

/// Two vectors, one lane each.
struct Vector3D2: BitwiseCopyable {
  var x = D2()
  var y = D2()
  var z = D2()

  @inline(__always)
  init(_ x: D2, _ y: D2, _ z: D2) { (self.x, self.y, self.z) = (x, y, z) }

  /// Converts lanes 0 and 1 of four vectors.
  @inline(__always)
  init(low v: Vector3W) { self.init(lowPair(v.x), lowPair(v.y), lowPair(v.z)) }

  /// Converts lanes 2 and 3 of four vectors.
  @inline(__always)
  init(high v: Vector3W) { self.init(highPair(v.x), highPair(v.y), highPair(v.z)) }

  @inline(__always)
  static var zero: Vector3D2 { Vector3D2(D2(), D2(), D2()) }

  @inline(__always)
  static func + (a: Vector3D2, b: Vector3D2) -> Vector3D2 {
    Vector3D2(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  @inline(__always)
  static func - (a: Vector3D2, b: Vector3D2) -> Vector3D2 {
    Vector3D2(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  @inline(__always)
  static func * (v: Vector3D2, scale: D2) -> Vector3D2 {
    Vector3D2(v.x * scale, v.y * scale, v.z * scale)
  }

  @inline(__always)
  func cross(_ o: Vector3D2) -> Vector3D2 {
    Vector3D2(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }

  /// The vectors with their lanes exchanged.
  @inline(__always)
  var swapped: Vector3D2 {
    Vector3D2(D2(x.y, x.x), D2(y.y, y.x), D2(z.y, z.x))
  }
}

/// Two symmetric matrices, one lane each.
struct SymmetricD2: BitwiseCopyable {
  var xx = D2()
  var yy = D2()
  var zz = D2()
  var xy = D2()
  var xz = D2()
  var yz = D2()

  /// Converts lanes 0 and 1 of four matrices.
  @inline(__always)
  init(low m: SymmetricW) {
    (xx, yy, zz) = (lowPair(m.xx), lowPair(m.yy), lowPair(m.zz))
    (xy, xz, yz) = (lowPair(m.xy), lowPair(m.xz), lowPair(m.yz))
  }

  /// Converts lanes 2 and 3 of four matrices.
  @inline(__always)
  init(high m: SymmetricW) {
    (xx, yy, zz) = (highPair(m.xx), highPair(m.yy), highPair(m.zz))
    (xy, xz, yz) = (highPair(m.xy), highPair(m.xz), highPair(m.yz))
  }

  @inline(__always)
  init(_ xx: D2, _ yy: D2, _ zz: D2, _ xy: D2, _ xz: D2, _ yz: D2) {
    (self.xx, self.yy, self.zz) = (xx, yy, zz)
    (self.xy, self.xz, self.yz) = (xy, xz, yz)
  }

  @inline(__always)
  static var zero: SymmetricD2 { SymmetricD2(D2(), D2(), D2(), D2(), D2(), D2()) }

  @inline(__always)
  static func + (a: SymmetricD2, b: SymmetricD2) -> SymmetricD2 {
    SymmetricD2(
      a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz)
  }

  @inline(__always)
  static func - (a: SymmetricD2, b: SymmetricD2) -> SymmetricD2 {
    SymmetricD2(
      a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz)
  }

  @inline(__always)
  static func * (m: SymmetricD2, scale: D2) -> SymmetricD2 {
    SymmetricD2(
      m.xx * scale, m.yy * scale, m.zz * scale, m.xy * scale, m.xz * scale, m.yz * scale)
  }

  @inline(__always)
  static func * (m: SymmetricD2, v: Vector3D2) -> Vector3D2 {
    Vector3D2(
      m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
      m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }

  /// The matrices with their lanes exchanged.
  @inline(__always)
  var swapped: SymmetricD2 {
    SymmetricD2(
      D2(xx.y, xx.x), D2(yy.y, yy.x), D2(zz.y, zz.x), D2(xy.y, xy.x), D2(xz.y, xz.x),
      D2(yz.y, yz.x))
  }

  /// The adjugate, and the inverse of the determinant, or 0 where the matrix is singular: their
  /// product is the inverse.
  @inline(__always)
  var adjugate: (matrix: SymmetricD2, scale: D2) {
    let a: D2 = yy * zz - yz * yz
    let b: D2 = xz * yz - xy * zz
    let c: D2 = xy * yz - xz * yy
    let determinant: D2 = xx * a + xy * b + xz * c
    let matrix = SymmetricD2(
      a, xx * zz - xz * xz, xx * yy - xy * xy, b, c, xy * xz - xx * yz)
    return (matrix, positiveInverse(determinant))
  }
}

/// Two matrices of three columns, one lane each.
struct Matrix3D2: BitwiseCopyable {
  var x = Vector3D2.zero
  var y = Vector3D2.zero
  var z = Vector3D2.zero

  @inline(__always)
  init(_ x: Vector3D2, _ y: Vector3D2, _ z: Vector3D2) { (self.x, self.y, self.z) = (x, y, z) }

  @inline(__always)
  static func * (m: Matrix3D2, scale: D2) -> Matrix3D2 {
    Matrix3D2(
      Vector3D2(m.x.x * scale, m.x.y * scale, m.x.z * scale),
      Vector3D2(m.y.x * scale, m.y.y * scale, m.y.z * scale),
      Vector3D2(m.z.x * scale, m.z.y * scale, m.z.z * scale))
  }

  @inline(__always)
  static func * (m: Matrix3D2, s: SymmetricD2) -> Matrix3D2 {
    Matrix3D2(
      m * Vector3D2(s.xx, s.xy, s.xz), m * Vector3D2(s.xy, s.yy, s.yz),
      m * Vector3D2(s.xz, s.yz, s.zz))
  }

  @inline(__always)
  static func * (m: Matrix3D2, v: Vector3D2) -> Vector3D2 {
    Vector3D2(
      m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
      m.x.z * v.x + m.y.z * v.y + m.z.z * v.z)
  }

  /// The product of the transposed matrices and vectors.
  @inline(__always)
  func transposedTimes(_ v: Vector3D2) -> Vector3D2 {
    Vector3D2(
      x.x * v.x + x.y * v.y + x.z * v.z, y.x * v.x + y.y * v.y + y.z * v.z,
      z.x * v.x + z.y * v.y + z.z * v.z)
  }

  /// The product with the transpose of `o`, for a symmetric result.
  @inline(__always)
  func symmetricTimesTransposed(_ o: Matrix3D2) -> SymmetricD2 {
    SymmetricD2(
      x.x * o.x.x + y.x * o.y.x + z.x * o.z.x, x.y * o.x.y + y.y * o.y.y + z.y * o.z.y,
      x.z * o.x.z + y.z * o.y.z + z.z * o.z.z, x.x * o.x.y + y.x * o.y.y + z.x * o.z.y,
      x.x * o.x.z + y.x * o.y.z + z.x * o.z.z, x.y * o.x.z + y.y * o.y.z + z.y * o.z.z)
  }
}

// MARK: Responses of bodies

/// The angular velocities of a body after unit impulses along the three axes at the end of an arm,
/// as columns: I⁻¹·[r]×.
@inline(__always)
func turns(_ i: SymmetricD2, _ r: Vector3D2) -> Matrix3D2 {
  Matrix3D2(
    Vector3D2(
      i.xy * r.z - i.xz * r.y, i.yy * r.z - i.yz * r.y, i.yz * r.z - i.zz * r.y),
    Vector3D2(
      i.xz * r.x - i.xx * r.z, i.yz * r.x - i.xy * r.z, i.zz * r.x - i.xz * r.z),
    Vector3D2(
      i.xx * r.y - i.xy * r.x, i.xy * r.y - i.yy * r.x, i.xz * r.y - i.yz * r.x))
}

/// The velocities of the end of an arm after the impulses that turn the body and move it by `mass`.
@inline(__always)
func response(_ turns: Matrix3D2, _ mass: D2, at r: Vector3D2) -> Matrix3D2 {
  var m = Matrix3D2(turns.x.cross(r), turns.y.cross(r), turns.z.cross(r))
  m.x.x += mass
  m.y.y += mass
  m.z.z += mass
  return m
}

/// The same for the arm at whose end the impulses act, a little more firm than it is, so that what
/// is left of it after elimination stays above rounding errors.
@inline(__always)
func ownResponse(_ turns: Matrix3D2, _ mass: D2, at r: Vector3D2) -> SymmetricD2 {
  let (x, y, z) = (turns.x, turns.y, turns.z)
  let firm = D2(repeating: 1 + 1e-12)
  return SymmetricD2(
    (x.y * r.z - x.z * r.y + mass) * firm, (y.z * r.x - y.x * r.z + mass) * firm,
    (z.x * r.y - z.y * r.x + mass) * firm, y.y * r.z - y.z * r.y, z.y * r.z - z.z * r.y,
    z.z * r.x - z.x * r.z)
}

// MARK: Conversion

/// Lanes 0 and 1 in double precision.
@inline(__always)
func lowPair(_ v: F4) -> D2 {
  #if arch(x86_64)
    _mm_cvtps_pd(v)
  #else
    D2(Double(v.x), Double(v.y))
  #endif
}

/// Lanes 2 and 3 in double precision.
@inline(__always)
func highPair(_ v: F4) -> D2 {
  #if arch(x86_64)
    _mm_cvtps_pd(_mm_movehl_ps(v, v))
  #else
    D2(Double(v.z), Double(v.w))
  #endif
}

/// Four floats of two pairs of doubles.
@inline(__always)
func quadruple(_ low: D2, _ high: D2) -> F4 {
  #if arch(x86_64)
    _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high))
  #else
    F4(Float(low.x), Float(low.y), Float(high.x), Float(high.y))
  #endif
}

/// The inverses of positive numbers, 0 for others.
@inline(__always)
private func positiveInverse(_ v: D2) -> D2 {
  #if arch(x86_64)
    let isPositive = _mm_cmpgt_pd(v, D2(repeating: 1e-280))
    return _mm_and_pd(isPositive, D2(repeating: 1) / v)
  #else
    D2(v.x > 1e-280 ? 1 / v.x : 0, v.y > 1e-280 ? 1 / v.y : 0)
  #endif
}
