public import CaromMaths

/// A segment from an origin to an end, for batches of ray casts.
public struct Ray: Hashable, Sendable, BitwiseCopyable {
  /// The start of the ray in world space, in meters.
  public var origin: Vector3
  /// The vector from the origin to the end of the ray, in meters.
  public var translation: Vector3

  /// Creates a ray from its origin and the vector to its end.
  @inlinable public init(origin: Vector3, translation: Vector3) {
    self.origin = origin
    self.translation = translation
  }

  /// Creates a ray between two points.
  @inlinable public init(from start: Vector3, to end: Vector3) {
    self.init(origin: start, translation: end - start)
  }
}
