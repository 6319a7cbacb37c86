import Carom

/// The role of the ball: how the player turns and strikes it.
///
/// A level has one ball.
public struct Ball: Role {
  public static let name = "ball"
  public static let summary = "The ball that the player strikes"

  /// The speed after a stroke, in meters per second.
  public var strikeSpeed: Float = 6
  /// The speed at which the aim turns, in radians per second; files give it in degrees.
  public var turnSpeed: Float = .pi / 2

  public init() {}

  /// Declares the properties: for scene files, the schema, snapshots and hashes.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "strikeSpeed", \.strikeSpeed, "The speed after a stroke", .metersPerSecond, 0.1...50)
    p.degrees(
      "turnDegreesPerSecond", \.turnSpeed, "The speed at which the aim turns", 1...360)
  }
}
