/// Four components: a homogeneous point, a color with alpha, or an axis and an angle.
public struct Vector4: Hashable, Sendable, BitwiseCopyable {
  /// The first component.
  public var x: Float
  /// The second component.
  public var y: Float
  /// The third component.
  public var z: Float
  /// The fourth component: the homogeneous weight, alpha, or an angle in radians.
  public var w: Float

  /// Creates a vector from its components.
  @inlinable public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Creates a vector from three components and a fourth.
  @inlinable public init(_ xyz: Vector3, _ w: Float) { self.init(xyz.x, xyz.y, xyz.z, w) }

  /// The zero vector.
  @inlinable public init() { self.init(0, 0, 0, 0) }

  /// All components zero.
  @inlinable public static var zero: Vector4 { Vector4(0, 0, 0, 0) }

  /// The first three components.
  @inlinable public var xyz: Vector3 { Vector3(x, y, z) }

  /// The sum.
  @inlinable public static func + (a: Vector4, b: Vector4) -> Vector4 {
    Vector4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)
  }
  /// The difference.
  @inlinable public static func - (a: Vector4, b: Vector4) -> Vector4 {
    Vector4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w)
  }
  /// The vector scaled by `scale`.
  @inlinable public static func * (v: Vector4, scale: Float) -> Vector4 {
    Vector4(v.x * scale, v.y * scale, v.z * scale, v.w * scale)
  }
  /// The dot product.
  @inlinable public func dot(_ other: Vector4) -> Float {
    x * other.x + y * other.y + z * other.z + w * other.w
  }
}

extension Vector4: CustomStringConvertible {
  /// The components in brackets, in the syntax of scene files.
  public var description: String { "[\(x), \(y), \(z), \(w)]" }
}
