import Carom

/// The role of a coin, which the ball collects by rolling over it.
public struct Coin: Role {
  public static let name = "coin"
  public static let summary = "A coin that the ball collects"

  /// The points for collecting the coin.
  public var points: Int32 = 1
  /// The speed at which the coin turns, in radians per second; files give it in degrees.
  public var spin: Float = .pi

  public init() {}

  /// Declares the properties: for scene files, the schema, snapshots and hashes.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "The points for collecting it", .none, 1...1_000)
    p.degrees("spinDegreesPerSecond", \.spin, "The speed at which it turns", -720...720)
  }
}
