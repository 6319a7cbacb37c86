/// A 3×3 matrix of three columns, for inertia tensors and rotations.
public struct Matrix3: Hashable, Sendable, BitwiseCopyable {
  /// The first column: the image of the x axis.
  public var x: Vector3
  /// The second column: the image of the y axis.
  public var y: Vector3
  /// The third column: the image of the z axis.
  public var z: Vector3

  /// Creates a matrix from its columns.
  @inlinable public init(_ x: Vector3, _ y: Vector3, _ z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Creates a matrix that scales along the axes.
  @inlinable public init(diagonal d: Vector3) {
    self.init(Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
  }

  /// Creates the matrix of a rotation; `q` must have unit length.
  @inlinable public init(_ q: Quaternion) {
    let (x2, y2, z2) = (q.x + q.x, q.y + q.y, q.z + q.z)
    let (xx, yy, zz) = (q.x * x2, q.y * y2, q.z * z2)
    let (xy, xz, yz) = (q.x * y2, q.x * z2, q.y * z2)
    let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2)
    self.init(
      Vector3(1 - (yy + zz), xy + wz, xz - wy),
      Vector3(xy - wz, 1 - (xx + zz), yz + wx),
      Vector3(xz + wy, yz - wx, 1 - (xx + yy)))
  }

  /// The identity matrix.
  @inlinable public static var identity: Matrix3 { Matrix3(.unitX, .unitY, .unitZ) }
  /// All components zero.
  @inlinable public static var zero: Matrix3 { Matrix3(.zero, .zero, .zero) }

  /// The sum.
  @inlinable public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  /// The difference.
  @inlinable public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  /// The matrix with each component multiplied by `scale`.
  @inlinable public static func * (m: Matrix3, scale: Float) -> Matrix3 {
    Matrix3(m.x * scale, m.y * scale, m.z * scale)
  }
  /// The product of a matrix and a vector.
  @inlinable public static func * (m: Matrix3, v: Vector3) -> Vector3 {
    m.x * v.x + m.y * v.y + m.z * v.z
  }
  /// The matrix product, which applies `b` first, then `a`.
  @inlinable public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a * b.x, a * b.y, a * b.z)
  }

  /// The transpose; the inverse of a rotation.
  @inlinable public var transpose: Matrix3 {
    Matrix3(Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
  }

  /// The determinant: the signed volume of the image of a unit cube.
  @inlinable public var determinant: Float { x.dot(y.cross(z)) }

  /// The inverse, or the zero matrix for a singular matrix.
  ///
  /// A body that cannot rotate has a zero inverse inertia. A singular inertia tensor therefore
  /// locks a body's rotation instead of producing infinities.
  @inlinable public var inverse: Matrix3 {
    let inverse = plainInverse
    if inverse != .zero { return inverse }
    // The determinant may leave the range of Float although no component does: that of 1e-15 is
    // 1e-45.
    let greatest = max(x.magnitudes.greatest, max(y.magnitudes.greatest, z.magnitudes.greatest))
    let scale = 1 / greatest
    guard scale > 0, scale.isFinite else { return .zero }
    let scaled = Matrix3(x * scale, y * scale, z * scale).plainInverse
    let result = Matrix3(scaled.x * scale, scaled.y * scale, scaled.z * scale)
    let isFinite = result.x.isFinite && result.y.isFinite && result.z.isFinite
    return isFinite ? result : .zero
  }

  /// The adjugate divided by the determinant, or the zero matrix where that is not finite.
  @inlinable var plainInverse: Matrix3 {
    let (a, b, c) = (y.cross(z), z.cross(x), x.cross(y))
    let d = x.dot(a)
    guard d != 0, d.isFinite else { return .zero }
    let scale = 1 / d
    guard scale.isFinite else { return .zero }
    return Matrix3(
      Vector3(a.x, b.x, c.x) * scale, Vector3(a.y, b.y, c.y) * scale,
      Vector3(a.z, b.z, c.z) * scale)
  }

  /// Whether all components outside the diagonal are zero.
  @inlinable public var isDiagonal: Bool {
    x.y == 0 && x.z == 0 && y.x == 0 && y.z == 0 && z.x == 0 && z.y == 0
  }

  /// The tensor in rotated axes: R · self · Rᵀ.
  @inlinable public func rotated(by q: Quaternion) -> Matrix3 {
    let r = Matrix3(q)
    if isDiagonal {
      // The same without the products that are zero.
      let (a, b, c) = (r.x * x.x, r.y * y.y, r.z * z.z)
      return Matrix3(
        a * r.x.x + b * r.y.x + c * r.z.x, a * r.x.y + b * r.y.y + c * r.z.y,
        a * r.x.z + b * r.y.z + c * r.z.z)
    }
    return r * self * r.transpose
  }

  /// The outer product a · bᵀ.
  @inlinable public static func outer(_ a: Vector3, _ b: Vector3) -> Matrix3 {
    Matrix3(a * b.x, a * b.y, a * b.z)
  }
}
