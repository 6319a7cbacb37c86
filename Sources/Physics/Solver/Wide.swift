import CaromMaths

#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse
#endif

// Four-wide arithmetic of the solver: lane i of every value belongs to constraint i of four that
// share no body. Measured rule: transposes stay out of line, or the optimizer splits arithmetic
// across their shuffles.

/// Four symmetric matrices, one lane each.
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
  #if arch(x86_64)
    let (ab, cd) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d))
    return Vector3W(
      _mm_movelh_ps(ab, cd), _mm_movehl_ps(cd, ab),
      _mm_movelh_ps(_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d)))
  #else
    return Vector3W(F4(a.x, b.x, c.x, d.x), F4(a.y, b.y, c.y, d.y), F4(a.z, b.z, c.z, d.z))
  #endif
}

/// Transposes a 4×4 matrix.
@inline(never)
func transpose4(_ a: F4, _ b: F4, _ c: F4, _ d: F4) -> (F4, F4, F4, F4) {
  transposed4(a, b, c, d)
}

/// Transposes a 4×4 matrix; inlined, for functions that move data only.
@inline(__always)
func transposed4(_ a: F4, _ b: F4, _ c: F4, _ d: F4) -> (F4, F4, F4, F4) {
  #if arch(x86_64)
    let (abXY, cdXY) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d))
    let (abZW, cdZW) = (_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d))
    return (
      _mm_movelh_ps(abXY, cdXY), _mm_movehl_ps(cdXY, abXY), _mm_movelh_ps(abZW, cdZW),
      _mm_movehl_ps(cdZW, abZW)
    )
  #else
    return (
      F4(a.x, b.x, c.x, d.x), F4(a.y, b.y, c.y, d.y), F4(a.z, b.z, c.z, d.z),
      F4(a.w, b.w, c.w, d.w)
    )
  #endif
}
