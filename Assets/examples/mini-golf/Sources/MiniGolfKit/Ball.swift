import Carom

/// The role of the ball, which every level has: how the player turns and strikes it.
public struct Ball: Role {
  public static let name = "ball"
  public static let summary = "The ball that the player strikes"

  /// The speed after the hardest stroke, in meters per second.
  public var strikeSpeed: Float = 8
  /// The time in which a swing reaches its full power, in seconds.
  public var swingDuration: Float = 1.2
  /// The greatest speed at which the ball drops into the hole, in meters per second.
  public var holeSpeed: Float = 3
  /// The speed at which the aim turns, in radians per second; files give it in degrees.
  public var turnSpeed: Float = .pi / 2

  public init() {}

  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("strikeSpeed", \.strikeSpeed, "The speed at full power", .metersPerSecond, 0.1...50)
    p.property("swingDuration", \.swingDuration, "The time to full power", .seconds, 0.1...10)
    p.property("holeSpeed", \.holeSpeed, "The greatest speed in the hole", .metersPerSecond, 0...50)
    p.degrees("turnDegreesPerSecond", \.turnSpeed, "The speed at which the aim turns", 1...360)
  }
}
