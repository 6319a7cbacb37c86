import Carom

/// The role of a turntable, which turns and changes its direction when the player presses space.
public struct Turntable: Role {
  public static let name = "turntable"
  public static let summary = "A turntable that the player reverses"

  /// The speed, in radians per second; files give it in degrees.
  public var speed: Float = .pi / 2

  public init() {}

  /// Declares the properties: for scene files, the schema, snapshots and hashes.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("degreesPerSecond", \.speed, "The speed at which it turns", 0...720)
  }
}
