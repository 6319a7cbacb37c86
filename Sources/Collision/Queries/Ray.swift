public import CaromMaths

/// A straight way from a point to another, for queries that are asked in rows.
public struct Ray: Hashable, Sendable, BitwiseCopyable {
  /// Where the ray starts, in world space, in metres.
  public var origin: Vector3
  /// From the origin to the end of the ray, in metres; its length is the reach of the ray.
  public var translation: Vector3

  /// Makes a ray from its origin and the way to its end.
  @inlinable public init(origin: Vector3, translation: Vector3) {
    self.origin = origin
    self.translation = translation
  }

  /// Makes a ray between two points.
  @inlinable public init(from start: Vector3, to end: Vector3) {
    self.init(origin: start, translation: end - start)
  }
}
