/// A rigid placement that turns, then moves, without scale.
///
/// Physics and collision work with rigid placements alone; the scene graph's scale and pivot are in
/// ``Matrix4``.
public struct Transform: Hashable, Sendable, BitwiseCopyable {
  /// Where the local origin goes, in metres.
  public var position: Vector3
  /// How the local axes are turned; unit length.
  public var orientation: Quaternion

  /// Makes a placement; without arguments the one that changes nothing.
  @inlinable public init(position: Vector3 = .zero, orientation: Quaternion = .identity) {
    self.position = position
    self.orientation = orientation
  }

  /// The placement that changes nothing.
  @inlinable public static var identity: Transform { Transform() }

  /// The point in the parent's space for a point in local space.
  @inlinable public func apply(_ point: Vector3) -> Vector3 { orientation.rotate(point) + position }

  /// The point in local space for a point in the parent's space.
  @inlinable public func unapply(_ point: Vector3) -> Vector3 {
    orientation.unrotate(point - position)
  }

  /// The placement that applies `b` first, then `a`.
  @inlinable public static func * (a: Transform, b: Transform) -> Transform {
    Transform(position: a.apply(b.position), orientation: a.orientation * b.orientation)
  }

  /// The placement that undoes this one.
  @inlinable public var inverse: Transform {
    let back = orientation.inverse
    return Transform(position: back.rotate(-position), orientation: back)
  }

  /// The placement of `other` as seen from this one: `inverse * other`.
  @inlinable public func relative(_ other: Transform) -> Transform {
    Transform(
      position: orientation.unrotate(other.position - position),
      orientation: orientation.inverse * other.orientation)
  }
}
