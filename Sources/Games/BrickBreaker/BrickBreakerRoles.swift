public import CaromProperties
public import CaromSceneGraph

/// The role of the ball; a scene has exactly one.
public struct BreakerBall: Role {
  /// The name in files.
  public static let name = "ball"
  /// A one-line description for the schema.
  public static let summary = "The ball that breaks the bricks"

  /// The speed after every contact, in meters per second.
  public var speed: Float = 15
  /// The minimum share of the speed along Z, towards or away from the player.
  ///
  /// Prevents a ball from bouncing between the side walls forever.
  public var leastDepthShare: Float = 0.25
  /// The maximum angle of a serve to either side, in radians; drawn from the stream `serve`.
  public var serveAngle: Float = .pi / 6
  /// The distance from the paddle at which the ball waits for the serve, in meters.
  public var serveDistance: Float = 0.6

  /// Creates a ball with a speed of 15 meters per second.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("speed", \.speed, "The speed after every contact", .metersPerSecond, 0.1...60)
    p.property(
      "leastDepthShare", \.leastDepthShare, "The minimum share of the speed along Z", .ratio,
      0...0.9)
    p.degrees(
      "serveAngleDegrees", \.serveAngle, "The maximum angle of a serve to either side", 0...60)
    p.property(
      "serveDistance", \.serveDistance, "The distance from the paddle before a serve", .meters,
      0...5)
  }
}

/// The role of a brick, which disappears for a while when the ball hits it.
public struct Brick: Role {
  /// The name in files.
  public static let name = "brick"
  /// A one-line description for the schema.
  public static let summary = "A brick that disappears for a while when the ball hits it"

  /// The points for a hit.
  public var points: Int32 = 1
  /// The time until the brick reappears, in seconds.
  public var hiddenDuration = 120.0

  /// Creates a brick of one point that reappears after two minutes.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "The points for a hit", .none, 0...1_000)
    p.property(
      "hiddenDuration", \.hiddenDuration, "The time until it reappears", .seconds, 0.1...3_600)
  }
}

/// The role of a wall of the court.
public struct Barrier: Role {
  /// The name in files.
  public static let name = "barrier"
  /// A one-line description for the schema.
  public static let summary = "A wall of the court"

  /// Whether a hit costs a life, as for the wall behind the paddle.
  public var costsLife = false

  /// Creates a wall that costs no life.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("costsLife", \.costsLife, "Whether a hit costs a life")
  }
}

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
  }
}

/// The role of a section of the paddle that deflects the ball.
public struct PaddleSection: Role {
  /// The name in files.
  public static let name = "paddleSection"
  /// A one-line description for the schema.
  public static let summary = "A section of the paddle that deflects the ball"

  /// The angle added to the ball's heading atan2(vz, vx), in radians.
  public var turn: Float = 0

  /// Creates a section that does not deflect.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("turnDegrees", \.turn, "The angle added to the heading of the ball", -90...90)
  }
}

/// The role of a camera for one view format.
public struct View: Role {
  /// The name in files.
  public static let name = "view"
  /// A one-line description for the schema.
  public static let summary = "A camera for one view format"

  /// The view format that the camera is for.
  public var format = ViewFormat.landscape

  /// Creates a camera for landscape views.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The view format that the camera is for")
  }
}

/// The aspect of a view.
public enum ViewFormat: String, EnumName, Sendable {
  /// Wider than high.
  case landscape
  /// Higher than wide.
  case portrait
}
