/// A rigid transform: a rotation followed by a translation, without scale.
///
/// Physics and collision use rigid transforms only; the scene graph's scale and pivot are in
/// ``Matrix4``.
public struct Transform: Hashable, Sendable, BitwiseCopyable {
  /// The position of the local origin, in meters.
  public var position: Vector3
  /// The rotation of the local axes; unit length.
  public var orientation: Quaternion

  /// Creates a transform, by default the identity.
  @inlinable public init(position: Vector3 = .zero, orientation: Quaternion = .identity) {
    self.position = position
    self.orientation = orientation
  }

  /// The identity transform.
  @inlinable public static var identity: Transform { Transform() }

  /// Transforms a point from local space to the parent's space.
  @inlinable public func apply(_ point: Vector3) -> Vector3 { orientation.rotate(point) + position }

  /// Transforms a point from the parent's space to local space.
  @inlinable public func unapply(_ point: Vector3) -> Vector3 {
    orientation.unrotate(point - position)
  }

  /// The product, which applies `b` first, then `a`.
  @inlinable public static func * (a: Transform, b: Transform) -> Transform {
    Transform(position: a.apply(b.position), orientation: a.orientation * b.orientation)
  }

  /// The inverse transform.
  @inlinable public var inverse: Transform {
    let back = orientation.inverse
    return Transform(position: back.rotate(-position), orientation: back)
  }

  /// The transform of `other` relative to this one: `inverse * other`.
  @inlinable public func relative(_ other: Transform) -> Transform {
    Transform(
      position: orientation.unrotate(other.position - position),
      orientation: orientation.inverse * other.orientation)
  }
}
