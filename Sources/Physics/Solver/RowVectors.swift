import CaromMaths

// Vectors and quaternions in the lanes of a row, as poses, contacts and solver bodies store them.
// Each function computes the same bits as that of `Vector3` or `Quaternion`, in half the
// instructions.

extension F4 {
  /// The components y z x w.
  @inline(__always)
  fileprivate var yzx: F4 { F4(y, z, x, w) }

  /// The components x x y, and 0.
  @inline(__always)
  var xxy: F4 { F4(x, x, y, 0) }

  /// The components y z z, and 0.
  @inline(__always)
  var yzz: F4 { F4(y, z, z, 0) }

  /// The cross product of the first three lanes; the fourth lane is 0 if it is finite.
  @inline(__always)
  func cross(_ other: F4) -> F4 {
    let turned: F4 = self * other.yzx - yzx * other
    return turned.yzx
  }

  /// The sum of the products of the first three lanes.
  @inline(__always)
  func dot3(_ other: F4) -> Float {
    let products: F4 = self * other
    return products.x + products.y + products.z
  }

  /// The vector in the first three lanes rotated by a quaternion, x y z w; see
  /// ``Quaternion/rotate(_:)``.
  @inline(__always)
  func rotated(by q: F4) -> F4 {
    let t: F4 = q.cross(self) * 2
    return self + t * q.w + q.cross(t)
  }

  /// The vector in the first three lanes rotated by the inverse of a quaternion.
  @inline(__always)
  func unrotated(by q: F4) -> F4 {
    let t: F4 = q.cross(self) * 2
    return self - t * q.w + q.cross(t)
  }
}
