public import CaromProperties
public import CaromSceneGraph

/// The ball that breaks bricks; a scene has one.
public struct BreakerBall: Role {
  /// The name in files.
  public static let name = "ball"
  /// What the schema says of it.
  public static let summary = "The ball that breaks bricks"

  /// The speed it has after every contact, in metres a second.
  public var speed: Float = 15
  /// The least share of its speed that goes towards or away from the player.
  ///
  /// Without it a ball could bounce from side to side for ever.
  public var leastDepthShare: Float = 0.25
  /// How far to either side it may be served, in radians; drawn from the stream `serve`.
  public var serveAngle: Float = .pi / 6
  /// How far in front of the paddle it waits to be served, in metres.
  public var serveDistance: Float = 0.6

  /// Makes a ball of 15 metres a second.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("speed", \.speed, "Its speed after every contact", .metresPerSecond, 0.1...60)
    p.property(
      "leastDepthShare", \.leastDepthShare, "Least share of the speed along Z", .ratio, 0...0.9)
    p.degrees("serveAngleDegrees", \.serveAngle, "How far to either side it is served", 0...60)
    p.property(
      "serveDistance", \.serveDistance, "How far in front of the paddle it waits", .metres, 0...5)
  }
}

/// Something that is gone for a while when the ball hits it.
public struct Brick: Role {
  /// The name in files.
  public static let name = "brick"
  /// What the schema says of it.
  public static let summary = "Something that is gone for a while when the ball hits it"

  /// What it adds to the score.
  public var points: Int32 = 1
  /// How long it is gone, in seconds.
  public var hiddenDuration = 120.0

  /// Makes a brick of one point that comes back after two minutes.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "What it adds to the score", .none, 0...1_000)
    p.property("hiddenDuration", \.hiddenDuration, "How long it is gone", .seconds, 0.1...3_600)
  }
}

/// A wall of the court.
public struct Barrier: Role {
  /// The name in files.
  public static let name = "barrier"
  /// What the schema says of it.
  public static let summary = "A wall of the court"

  /// True for the wall behind the paddle, which costs a life.
  public var costsLife = false

  /// Makes a harmless wall.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("costsLife", \.costsLife, "Whether a hit costs a life")
  }
}

/// What the player moves along X; a scene has one.
public struct Paddle: Role {
  /// The name in files.
  public static let name = "paddle"
  /// What the schema says of it.
  public static let summary = "What the player moves along X"

  /// How far it goes to either side, in metres.
  public var range: Float = 4.5
  /// Its speed when moved by keys or a stick, in metres a second.
  public var keySpeed: Float = 12
  /// Its greatest speed when it follows a pointer, in metres a second.
  public var topSpeed: Float = 40
  /// How far it goes when the pointer crosses the whole view, in metres.
  public var pointerReach: Float = 16

  /// Makes a paddle for a court 12 metres wide.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("range", \.range, "How far it goes to either side", .metres, 0...100)
    p.property("keySpeed", \.keySpeed, "Its speed by keys", .metresPerSecond, 0...100)
    p.property("topSpeed", \.topSpeed, "Its greatest speed", .metresPerSecond, 0...100)
    p.property(
      "pointerReach", \.pointerReach, "How far the pointer moves it across the view", .metres,
      0.1...1_000)
  }
}

/// A part of the paddle that turns the ball when it bounces off.
public struct PaddleSection: Role {
  /// The name in files.
  public static let name = "paddleSection"
  /// What the schema says of it.
  public static let summary = "A part of the paddle that turns the ball"

  /// Added to the heading atan2(vz, vx) of the ball, in radians.
  public var turn: Float = 0

  /// Makes a section that turns nothing.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("turnDegrees", \.turn, "Added to the heading of the ball", -90...90)
  }
}

/// One of the cameras.
public struct View: Role {
  /// The name in files.
  public static let name = "view"
  /// What the schema says of it.
  public static let summary = "One of the cameras"

  /// The shape of picture it is for.
  public var format = ViewFormat.landscape

  /// Makes a camera for wide pictures.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The shape of picture it is for")
  }
}

/// The shape of a picture.
public enum ViewFormat: String, EnumName, Sendable {
  /// Wider than high.
  case landscape
  /// Higher than wide.
  case portrait
}
