/// A 4×4 matrix of four columns, for affine and projective transforms of column vectors.
///
/// The fourth column is the translation: SceneKit's `m41, m42, m43` are `w.xyz`. `a * b` applies
/// `b` first, then `a`.
public struct Matrix4: Hashable, Sendable, BitwiseCopyable {
  /// The first column: the image of the x axis.
  public var x: Vector4
  /// The second column: the image of the y axis.
  public var y: Vector4
  /// The third column: the image of the z axis.
  public var z: Vector4
  /// The fourth column: the image of the origin.
  public var w: Vector4

  /// Creates a matrix from its columns.
  @inlinable public init(_ x: Vector4, _ y: Vector4, _ z: Vector4, _ w: Vector4) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Creates the matrix that scales, then rotates, then translates; `orientation` must have unit
  /// length.
  @inlinable public init(
    position: Vector3 = .zero, orientation: Quaternion = .identity, scale: Vector3 = .one
  ) {
    let r = Matrix3(orientation)
    self.init(
      Vector4(r.x * scale.x, 0), Vector4(r.y * scale.y, 0), Vector4(r.z * scale.z, 0),
      Vector4(position, 1))
  }

  /// Creates the matrix of a rigid transform.
  @inlinable public init(_ t: Transform) {
    self.init(position: t.position, orientation: t.orientation)
  }

  /// The identity matrix.
  @inlinable public static var identity: Matrix4 { Matrix4() }

  /// The product of a matrix and a vector.
  @inlinable public static func * (m: Matrix4, v: Vector4) -> Vector4 {
    m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w
  }
  /// The matrix product, which applies `b` first, then `a`.
  @inlinable public static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(a * b.x, a * b.y, a * b.z, a * b.w)
  }

  /// Transforms a point by an affine matrix.
  @inlinable public func apply(point p: Vector3) -> Vector3 {
    x.xyz * p.x + y.xyz * p.y + z.xyz * p.z + w.xyz
  }

  /// Transforms a direction by an affine matrix, without the translation.
  @inlinable public func apply(vector v: Vector3) -> Vector3 {
    x.xyz * v.x + y.xyz * v.y + z.xyz * v.z
  }

  /// The upper left 3×3 matrix: rotation and scale.
  @inlinable public var linear: Matrix3 { Matrix3(x.xyz, y.xyz, z.xyz) }

  /// The translation.
  @inlinable public var translation: Vector3 { w.xyz }

  /// The inverse of an affine matrix, or nil for a singular one.
  @inlinable public var affineInverse: Matrix4? {
    let m = linear
    let d = m.determinant
    guard d != 0, d.isFinite, (1 / d).isFinite else { return nil }
    let i = m.inverse
    return Matrix4(
      Vector4(i.x, 0), Vector4(i.y, 0), Vector4(i.z, 0), Vector4(-(i * translation), 1))
  }
}
