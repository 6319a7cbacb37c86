// Vectors and quaternions in the lanes of a row, as poses, contacts and solver bodies store them.
// Each function computes the same bits as that of `Vector3` or `Quaternion`, in half the
// instructions.

extension F4 {
  /// The components y z x w.
  @inlinable @inline(__always)
  package var yzx: F4 { F4(y, z, x, w) }

  /// The components x x y, and 0.
  @inlinable @inline(__always)
  package var xxy: F4 { F4(x, x, y, 0) }

  /// The components y z z, and 0.
  @inlinable @inline(__always)
  package var yzz: F4 { F4(y, z, z, 0) }

  /// The cross product of the first three lanes; the fourth lane is 0 if it is finite.
  @inlinable @inline(__always)
  package func cross(_ other: F4) -> F4 {
    let turned: F4 = self * other.yzx - yzx * other
    return turned.yzx
  }

  /// The sum of the products of the first three lanes.
  @inlinable @inline(__always)
  package func dot3(_ other: F4) -> Float {
    let products: F4 = self * other
    return products.x + products.y + products.z
  }

  /// The product of two quaternions, which rotates by `b` first; see ``Quaternion``.
  @inlinable @inline(__always)
  package static func product(_ a: F4, _ b: F4) -> F4 {
    let x: F4 = F4(repeating: a.x) * F4(b.w, -b.z, b.y, -b.x)
    let y: F4 = F4(repeating: a.y) * F4(b.z, b.w, -b.x, -b.y)
    let z: F4 = F4(repeating: a.z) * F4(-b.y, b.x, b.w, -b.z)
    return F4(repeating: a.w) * b + x + y + z
  }

  /// The vector in the first three lanes rotated by a quaternion, x y z w; see
  /// ``Quaternion/rotate(_:)``.
  @inlinable @inline(__always)
  package func rotated(by q: F4) -> F4 {
    let t: F4 = q.cross(self) * 2
    return self + t * q.w + q.cross(t)
  }

  /// The vector in the first three lanes rotated by the inverse of a quaternion.
  @inlinable @inline(__always)
  package func unrotated(by q: F4) -> F4 {
    let t: F4 = q.cross(self) * 2
    return self - t * q.w + q.cross(t)
  }
}

// MARK: Conversion between a vector and four lanes

extension Vector3 {
  /// The first three lanes.
  @inlinable @inline(__always)
  package init(_ row: F4) { self.init(row.x, row.y, row.z) }
}

extension Quaternion {
  /// The four lanes.
  @inlinable @inline(__always)
  package init(_ row: F4) { self.init(row.x, row.y, row.z, row.w) }
}

extension F4 {
  /// A vector with a fourth lane.
  @inlinable @inline(__always)
  package init(_ v: Vector3, _ w: Float = 0) { self.init(v.x, v.y, v.z, w) }

  /// A quaternion's four components.
  @inlinable @inline(__always)
  package init(_ q: Quaternion) { self.init(q.x, q.y, q.z, q.w) }
}
