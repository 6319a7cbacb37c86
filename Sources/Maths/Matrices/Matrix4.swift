/// An affine or projective map as four columns, applied to column vectors.
///
/// The fourth column holds the translation. SceneKit's `m41, m42, m43` is our `w.xyz`. `a * b`
/// applies `b` first, then `a`.
public struct Matrix4: Hashable, Sendable, BitwiseCopyable {
  /// The first column: where the x axis goes.
  public var x: Vector4
  /// The second column: where the y axis goes.
  public var y: Vector4
  /// The third column: where the z axis goes.
  public var z: Vector4
  /// The fourth column: where the origin goes.
  public var w: Vector4

  /// Makes a matrix from its columns.
  @inlinable public init(_ x: Vector4, _ y: Vector4, _ z: Vector4, _ w: Vector4) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Makes the matrix that scales, then turns, then moves; `orientation` must be of unit length.
  @inlinable public init(
    position: Vector3 = .zero, orientation: Quaternion = .identity, scale: Vector3 = .one
  ) {
    let r = Matrix3(orientation)
    self.init(
      Vector4(r.x * scale.x, 0), Vector4(r.y * scale.y, 0), Vector4(r.z * scale.z, 0),
      Vector4(position, 1))
  }

  /// Makes the matrix of a rigid placement.
  @inlinable public init(_ t: Transform) {
    self.init(position: t.position, orientation: t.orientation)
  }

  /// The matrix that changes nothing.
  @inlinable public static var identity: Matrix4 { Matrix4() }

  /// The vector that `v` is mapped to.
  @inlinable public static func * (m: Matrix4, v: Vector4) -> Vector4 {
    m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w
  }
  /// The matrix that applies `b` first, then `a`.
  @inlinable public static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(a * b.x, a * b.y, a * b.z, a * b.w)
  }

  /// The point that `p` is mapped to, by an affine matrix.
  @inlinable public func apply(point p: Vector3) -> Vector3 {
    x.xyz * p.x + y.xyz * p.y + z.xyz * p.z + w.xyz
  }

  /// The direction that `v` is mapped to, by an affine matrix; translation is ignored.
  @inlinable public func apply(vector v: Vector3) -> Vector3 {
    x.xyz * v.x + y.xyz * v.y + z.xyz * v.z
  }

  /// The three by three part: rotation and scale.
  @inlinable public var linear: Matrix3 { Matrix3(x.xyz, y.xyz, z.xyz) }

  /// The translation.
  @inlinable public var translation: Vector3 { w.xyz }

  /// The inverse of an affine matrix, or nil where there is none.
  @inlinable public var affineInverse: Matrix4? {
    let m = linear
    let d = m.determinant
    guard d != 0, d.isFinite, (1 / d).isFinite else { return nil }
    let i = m.inverse
    return Matrix4(
      Vector4(i.x, 0), Vector4(i.y, 0), Vector4(i.z, 0), Vector4(-(i * translation), 1))
  }
}
