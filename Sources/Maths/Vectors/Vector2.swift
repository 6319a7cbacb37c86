/// Two components, for texture coordinates and image positions.
public struct Vector2: Hashable, Sendable, BitwiseCopyable {
  /// The first component, to the right.
  public var x: Float
  /// The second component.
  public var y: Float

  /// Creates a vector from its components.
  @inlinable public init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
  }

  /// The zero vector.
  @inlinable public init() { self.init(0, 0) }

  /// Both components zero.
  @inlinable public static var zero: Vector2 { Vector2(0, 0) }
  /// Both components one.
  @inlinable public static var one: Vector2 { Vector2(1, 1) }

  /// The sum.
  @inlinable public static func + (a: Vector2, b: Vector2) -> Vector2 {
    Vector2(a.x + b.x, a.y + b.y)
  }
  /// The difference.
  @inlinable public static func - (a: Vector2, b: Vector2) -> Vector2 {
    Vector2(a.x - b.x, a.y - b.y)
  }
  /// The product of each pair of components.
  @inlinable public static func * (a: Vector2, b: Vector2) -> Vector2 {
    Vector2(a.x * b.x, a.y * b.y)
  }
  /// The vector scaled by `scale`.
  @inlinable public static func * (v: Vector2, scale: Float) -> Vector2 {
    Vector2(v.x * scale, v.y * scale)
  }
  /// The dot product.
  @inlinable public func dot(_ other: Vector2) -> Float { x * other.x + y * other.y }
  /// The Euclidean length.
  @inlinable public var length: Float { dot(self).squareRoot() }
}

extension Vector2: CustomStringConvertible {
  /// The components in brackets, in the syntax of scene files.
  public var description: String { "[\(x), \(y)]" }
}
