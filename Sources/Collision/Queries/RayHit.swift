public import CaromMaths

/// The point where a ray hits a shape.
public struct RayHit: Hashable, Sendable, BitwiseCopyable {
  /// The position of the hit along the ray, from 0 at its origin to 1 at its end.
  public var fraction: Float
  /// The point of the hit in world space.
  public var point: Vector3
  /// The outward unit normal of the surface, or zero when the ray started inside.
  public var normal: Vector3
  /// The index of the triangle, for meshes and height fields; −1 for other shapes.
  public var triangle: Int32 = -1

  /// Creates a hit from its parts.
  @inlinable public init(fraction: Float, point: Vector3, normal: Vector3) {
    self.fraction = fraction
    self.point = point
    self.normal = normal
  }

  /// Creates the hit of a ray from outside on a sphere from its fraction.
  @inlinable public init(
    onSphere center: Vector3, origin: Vector3, translation: Vector3, fraction: Float
  ) {
    let normal = (origin - center + translation * fraction).normalized(or: .unitY)
    self.init(fraction: fraction, point: origin + translation * fraction, normal: normal)
  }

  /// True when the ray started inside the shape, so that there is no normal.
  @inlinable public var isInside: Bool { normal == .zero }

  /// The hit of a ray that starts inside, at `origin`.
  static func inside(_ origin: Vector3) -> RayHit {
    RayHit(fraction: 0, point: origin, normal: .zero)
  }
}
