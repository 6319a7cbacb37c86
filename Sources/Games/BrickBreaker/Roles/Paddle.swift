public import CaromProperties
public import CaromSceneGraph

/// The role of the paddle, which the player moves along X; a scene has exactly one.
public struct Paddle: Role {
  /// The name in files.
  public static let name = "paddle"
  /// A one-line description for the schema.
  public static let summary = "The paddle that the player moves along X"

  /// The maximum distance from the center to either side, in meters.
  public var range: Float = 4.5
  /// The speed under keyboard or stick control, in meters per second.
  public var keySpeed: Float = 12
  /// The maximum speed under pointer control, in meters per second.
  public var topSpeed: Float = 40
  /// The distance that the paddle covers when the pointer crosses the view, in meters.
  public var pointerReach: Float = 16
  /// How the paddle deflects the ball.
  public var deflection = Deflection.sections
  /// The angle to the side at which the ball leaves the ends of the paddle, in radians, if the
  /// offset deflects it.
  public var offsetAngle: Float = .pi / 3

  /// Creates a paddle for a court that is 12 meters wide.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("range", \.range, "The maximum distance to either side", .meters, 0...100)
    p.property(
      "keySpeed", \.keySpeed, "The speed under keyboard control", .metersPerSecond, 0...100)
    p.property("topSpeed", \.topSpeed, "The maximum speed", .metersPerSecond, 0...100)
    p.property(
      "pointerReach", \.pointerReach, "The distance covered when the pointer crosses the view",
      .meters,
      0.1...1_000)
    p.property("deflection", \.deflection, "How the paddle deflects the ball")
    p.degrees(
      "offsetAngleDegrees", \.offsetAngle,
      "The angle to the side at its ends, if the offset deflects the ball", 0...75)
  }
}

/// How a paddle deflects the ball.
public enum Deflection: String, EnumName, Sendable {
  /// Each section adds its angle to the heading of the ball.
  case sections
  /// The distance from the center of the paddle alone determines the heading.
  case offset
}

/// The role of a section of the paddle that deflects the ball.
public struct PaddleSection: Role {
  /// The name in files.
  public static let name = "paddleSection"
  /// A one-line description for the schema.
  public static let summary = "A section of the paddle that deflects the ball"

  /// The angle added to the ball's heading atan2(vz, vx), in radians.
  public var turn: Float = 0
  /// Whether the paddle has the section only while it is wide.
  public var isExtension = false

  /// Creates a section that does not deflect.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("turnDegrees", \.turn, "The angle added to the heading of the ball", -90...90)
    p.property(
      "isExtension", \.isExtension, "Whether the paddle has the section only while it is wide")
  }
}
