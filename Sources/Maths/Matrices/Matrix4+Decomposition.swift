extension Matrix4 {
  /// The arguments of ``init(position:orientation:scale:)`` that compose this affine matrix.
  ///
  /// A mirroring matrix has a negative scale along x. Shear is dropped: the x axis keeps its
  /// direction, z is perpendicular to x and y, and y to both. Nil when a scale is zero or a
  /// component is not finite, since the orientation is lost then.
  public var decomposed: (position: Vector3, orientation: Quaternion, scale: Vector3)? {
    let m = linear
    guard translation.isFinite, var right = m.x.normalized, let up = m.y.normalized,
      m.z.normalized != nil
    else { return nil }
    var scale = Vector3(m.x.length, m.y.length, m.z.length)
    guard var back = right.cross(up).normalized else { return nil }
    if back.dot(m.z) < 0 {
      scale.x = -scale.x
      right = -right
      back = -back
    }
    let orientation = Quaternion(Matrix3(right, back.cross(right), back))
    return (translation, orientation, scale)
  }

  /// The inverse of any matrix, including projections, or nil for a singular matrix.
  ///
  /// ``affineInverse`` is faster for affine matrices.
  public var inverse: Matrix4? {
    // 2×2 minors of the upper and lower halves; L. Eberly, "The Laplace Expansion Theorem", 2008.
    let a0 = x.x * y.y - y.x * x.y
    let a1 = x.x * z.y - z.x * x.y
    let a2 = x.x * w.y - w.x * x.y
    let a3 = y.x * z.y - z.x * y.y
    let a4 = y.x * w.y - w.x * y.y
    let a5 = z.x * w.y - w.x * z.y
    let b0 = x.z * y.w - y.z * x.w
    let b1 = x.z * z.w - z.z * x.w
    let b2 = x.z * w.w - w.z * x.w
    let b3 = y.z * z.w - z.z * y.w
    let b4 = y.z * w.w - w.z * y.w
    let b5 = z.z * w.w - w.z * z.w
    let d = a0 * b5 - a1 * b4 + a2 * b3 + a3 * b2 - a4 * b1 + a5 * b0
    guard d != 0, d.isFinite, (1 / d).isFinite else { return nil }
    let s = 1 / d
    return Matrix4(
      Vector4(
        y.y * b5 - z.y * b4 + w.y * b3, z.y * b2 - x.y * b5 - w.y * b1,
        x.y * b4 - y.y * b2 + w.y * b0, y.y * b1 - x.y * b3 - z.y * b0) * s,
      Vector4(
        z.x * b4 - y.x * b5 - w.x * b3, x.x * b5 - z.x * b2 + w.x * b1,
        y.x * b2 - x.x * b4 - w.x * b0, x.x * b3 - y.x * b1 + z.x * b0) * s,
      Vector4(
        y.w * a5 - z.w * a4 + w.w * a3, z.w * a2 - x.w * a5 - w.w * a1,
        x.w * a4 - y.w * a2 + w.w * a0, y.w * a1 - x.w * a3 - z.w * a0) * s,
      Vector4(
        z.z * a4 - y.z * a5 - w.z * a3, x.z * a5 - z.z * a2 + w.z * a1,
        y.z * a2 - x.z * a4 - w.z * a0, x.z * a3 - y.z * a1 + z.z * a0) * s)
  }
}
