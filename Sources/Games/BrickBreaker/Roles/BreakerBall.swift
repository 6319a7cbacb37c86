public import CaromProperties
public import CaromSceneGraph

/// The role of the ball; a file has exactly one, of which a power-up makes copies.
public struct BreakerBall: Role {
  /// The name in files.
  public static let name = "ball"
  /// A one-line description for the schema.
  public static let summary = "The ball that breaks the bricks"

  /// The speed of a serve, in meters per second.
  public var speed: Float = 15
  /// The acceleration while the ball is in play, in meters per second squared.
  public var acceleration: Float = 0
  /// The speed at which the acceleration ends, in meters per second.
  public var topSpeed: Float = 60
  /// The minimum share of the speed along Z, towards or away from the player.
  ///
  /// Prevents a ball from bouncing between the side walls forever.
  public var leastDepthShare: Float = 0.25
  /// The maximum angle of a serve to either side, in radians; drawn from the stream `serve`.
  public var serveAngle: Float = .pi / 6
  /// The distance from the paddle at which the ball waits for the serve, in meters.
  public var serveDistance: Float = 0.6
  /// The time without a damaged brick after which a bounce turns the ball a little, in seconds.
  public var nudgeDelay = 10.0
  /// Whether the ball waits on the paddle.
  public var isHeld = false
  /// The distance of a waiting ball from the center of the paddle, in meters along X.
  public var heldOffset: Float = 0
  /// The identifier of the node that the ball hit last; 0 after a serve.
  public var lastHit: Int32 = 0

  /// Creates a ball with a speed of 15 meters per second.
  public init() {}

  /// The speed never falls.
  public var problem: String? {
    topSpeed < speed
      ? "topSpeed is \(LevelText.number(topSpeed)) m/s, below the speed; at least the speed, "
        + "\(LevelText.number(speed)) m/s, is accepted"
      : nil
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("speed", \.speed, "The speed of a serve", .metersPerSecond, 0.1...60)
    p.property(
      "acceleration", \.acceleration, "The acceleration while the ball is in play",
      .metersPerSecondSquared, 0...10)
    p.property(
      "topSpeed", \.topSpeed, "The speed at which the acceleration ends", .metersPerSecond, 0.1...60
    )
    p.property(
      "leastDepthShare", \.leastDepthShare, "The minimum share of the speed along Z", .ratio,
      0...0.9)
    p.degrees(
      "serveAngleDegrees", \.serveAngle, "The maximum angle of a serve to either side", 0...60)
    p.property(
      "serveDistance", \.serveDistance, "The distance from the paddle before a serve", .meters,
      0...5)
    p.property(
      "nudgeDelay", \.nudgeDelay, "The time without a brick before a bounce turns the ball",
      .seconds, 1...3_600)
    p.property("isHeld", \.isHeld, "Whether the ball waits on the paddle", in: .state)
    p.property(
      "heldOffset", \.heldOffset, "The distance of a waiting ball from the paddle's center",
      .meters, in: .state)
    p.property(
      "lastHit", \.lastHit, "The identifier of the node that the ball hit last", in: .state)
  }
}
