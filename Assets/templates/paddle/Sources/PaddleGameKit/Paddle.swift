import Carom

/// The role of the paddle, which the player moves.
///
/// A level has one paddle.
public struct Paddle: Role {
  public static let name = "paddle"
  public static let summary = "The paddle that the player moves"

  /// The speed, in meters per second.
  public var speed: Float = 9
  /// The angle at which an end of the paddle sends the ball away, in radians; in files, in degrees.
  public var deflection: Float = .pi / 3

  public init() {}

  /// Declares the properties: for scene files, the schema, snapshots and hashes.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("speed", \.speed, "The speed of the paddle", .metersPerSecond, 1...100)
    p.degrees("deflectionDegrees", \.deflection, "The angle at which an end sends the ball", 0...70)
  }
}
