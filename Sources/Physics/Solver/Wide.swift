import CaromMaths

#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse
#endif

// Four-wide arithmetic: lane i of every value belongs to constraint i of four that share no body.
// Measured rules: transposes stay out of line, or the optimizer splits arithmetic across their
// shuffles; minimum, maximum and square root use intrinsics, since the standard library processes
// each lane separately; no operation is fused or approximate, so that bits are the same on every
// machine and in debug builds.

/// Four floats: one for each of four constraints, or a vector of a single body with a spare lane.
typealias F4 = SIMD4<Float>
/// Four indices.
typealias I4 = SIMD4<Int32>

/// The lesser of each pair of lanes: `a < b ? a : b`.
@inline(__always)
func vmin(_ a: F4, _ b: F4) -> F4 {
  #if arch(x86_64)
    _mm_min_ps(a, b)
  #else
    b.replacing(with: a, where: a .< b)
  #endif
}

/// The greater of each pair of lanes: `a > b ? a : b`.
@inline(__always)
func vmax(_ a: F4, _ b: F4) -> F4 {
  #if arch(x86_64)
    _mm_max_ps(a, b)
  #else
    b.replacing(with: a, where: a .> b)
  #endif
}

/// The square root of each lane, rounded correctly.
@inline(__always)
func vsqrt(_ a: F4) -> F4 {
  #if arch(x86_64)
    _mm_sqrt_ps(a)
  #else
    a.squareRoot()
  #endif
}

/// Lane by lane, `a` where the mask is set and `b` elsewhere.
@inline(__always)
func select(_ mask: SIMDMask<I4>, _ a: F4, _ b: F4) -> F4 {
  let m = unsafeBitCast(mask, to: I4.self)
  let x = unsafeBitCast(a, to: I4.self)
  let y = unsafeBitCast(b, to: I4.self)
  return unsafeBitCast((x & m) | (y & ~m), to: F4.self)
}

/// Lane by lane, `a` where the mask is set and zero elsewhere.
@inline(__always)
func keep(_ a: F4, where mask: SIMDMask<I4>) -> F4 {
  unsafeBitCast(unsafeBitCast(a, to: I4.self) & unsafeBitCast(mask, to: I4.self), to: F4.self)
}

/// Four vectors, a lane each.
struct Vector3W: BitwiseCopyable {
  var x: F4
  var y: F4
  var z: F4

  @inline(__always)
  init(_ x: F4, _ y: F4, _ z: F4) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inline(__always) static var zero: Vector3W { Vector3W(F4(), F4(), F4()) }

  @inline(__always)
  static func + (a: Vector3W, b: Vector3W) -> Vector3W {
    Vector3W(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  @inline(__always)
  static func - (a: Vector3W, b: Vector3W) -> Vector3W {
    Vector3W(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  @inline(__always)
  static func * (v: Vector3W, scale: F4) -> Vector3W {
    Vector3W(v.x * scale, v.y * scale, v.z * scale)
  }

  @inline(__always)
  func dot(_ o: Vector3W) -> F4 { x * o.x + y * o.y + z * o.z }

  /// The vector where the mask is set, zero elsewhere.
  @inline(__always)
  func masked(where mask: SIMDMask<I4>) -> Vector3W {
    Vector3W(keep(x, where: mask), keep(y, where: mask), keep(z, where: mask))
  }

  @inline(__always)
  func cross(_ o: Vector3W) -> Vector3W {
    Vector3W(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }
}

/// Four symmetric matrices, a lane each.
struct SymmetricW: BitwiseCopyable {
  var xx: F4
  var yy: F4
  var zz: F4
  var xy: F4
  var xz: F4
  var yz: F4

  @inline(__always)
  static var zero: SymmetricW {
    SymmetricW(xx: F4(), yy: F4(), zz: F4(), xy: F4(), xz: F4(), yz: F4())
  }

  @inline(__always)
  static func + (a: SymmetricW, b: SymmetricW) -> SymmetricW {
    SymmetricW(
      xx: a.xx + b.xx, yy: a.yy + b.yy, zz: a.zz + b.zz, xy: a.xy + b.xy, xz: a.xz + b.xz,
      yz: a.yz + b.yz)
  }

  /// The inverse, or zero where the matrix is singular.
  var inverse: SymmetricW {
    let a: F4 = yy * zz - yz * yz
    let b: F4 = xz * yz - xy * zz
    let c: F4 = xy * yz - xz * yy
    let determinant: F4 = xx * a + xy * b + xz * c
    let scale = keep(1 / determinant, where: determinant .> F4(repeating: 1e-37))
    return SymmetricW(
      xx: a * scale, yy: (xx * zz - xz * xz) * scale, zz: (xx * yy - xy * xy) * scale,
      xy: b * scale, xz: c * scale, yz: (xy * xz - xx * yz) * scale)
  }

  @inline(__always)
  static func * (m: SymmetricW, v: Vector3W) -> Vector3W {
    Vector3W(
      m.xx * v.x + m.xy * v.y + m.xz * v.z,
      m.xy * v.x + m.yy * v.y + m.yz * v.z,
      m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }
}

/// Transposes four rows with lanes x y z w into x, y and z of four lanes; discards w.
@inline(never)
func transpose3(_ a: F4, _ b: F4, _ c: F4, _ d: F4) -> Vector3W {
  Vector3W(F4(a.x, b.x, c.x, d.x), F4(a.y, b.y, c.y, d.y), F4(a.z, b.z, c.z, d.z))
}

/// Transposes a 4×4 matrix.
@inline(never)
func transpose4(_ a: F4, _ b: F4, _ c: F4, _ d: F4) -> (F4, F4, F4, F4) {
  (
    F4(a.x, b.x, c.x, d.x), F4(a.y, b.y, c.y, d.y), F4(a.z, b.z, c.z, d.z),
    F4(a.w, b.w, c.w, d.w)
  )
}

// MARK: Conversion between a vector and four lanes

extension Vector3 {
  /// The first three lanes.
  @inline(__always)
  init(_ row: F4) { self.init(row.x, row.y, row.z) }
}

extension Quaternion {
  /// The four lanes.
  @inline(__always)
  init(_ row: F4) { self.init(row.x, row.y, row.z, row.w) }
}

extension F4 {
  /// A vector with a fourth lane.
  @inline(__always)
  init(_ v: Vector3, _ w: Float = 0) { self.init(v.x, v.y, v.z, w) }

  /// A quaternion's four components.
  @inline(__always)
  init(_ q: Quaternion) { self.init(q.x, q.y, q.z, q.w) }
}
