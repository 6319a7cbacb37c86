public import CaromMaths
public import CaromProperties

/// Makes the surface of a body solid from one side only, such as a platform that is jumped onto
/// from below.
///
/// A contact that begins is solid if the other body is on the side of ``direction``: the normal
/// towards it is within ``angle`` of the direction, and the bodies do not overlap yet. All other
/// contacts let the body pass, until both are apart again. A body that passes may be carried
/// through at any speed; its passage is part of the state of the world.
public struct OneWaySurface: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Makes a surface solid from one side only"

  /// The direction of the solid side, in the axes of the body, of any length above 0.
  public var direction = Vector3.unitY
  /// The maximum angle between the direction and the normal of a solid contact, in radians, 0 to π.
  public var angle: Float = .pi / 4

  /// Creates a surface that is solid from above, up to 45°.
  public init() {}

  /// Creates a surface that is solid from the side of a direction.
  public init(direction: Vector3 = .unitY, angle: Float) {
    (self.direction, self.angle) = (direction, angle)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "direction", \.direction, "The direction of the solid side, in the body's axes", .ratio,
      -1e5...1e5)
    p.degrees(
      "angleDegrees", \.angle, "The maximum angle between the direction and a solid contact",
      0...180)
  }

  /// The problem with the direction, or nil.
  public var problem: String? {
    direction.normalized == nil
      ? "the direction has no length; one of a length above 0 is accepted" : nil
  }
}
