import Carom

/// Everything that the rules remember: it is saved, hashed and shown to tests.
public struct TiltGameState: GameState {
  public static let summary = "The state of a round"

  /// The points of the collected coins.
  public var score: Int32 = 0
  /// Whether all coins are collected.
  public var isOver = false
  /// The position of the ball before the first tick.
  public var start = Vector3.zero

  public init() {}

  public var phaseName: String { isOver ? "over" : "playing" }

  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("score", \.score, "The points of the collected coins", .none, 0...1e9)
    p.property("isOver", \.isOver, "Whether all coins are collected")
    p.property("start", \.start, "The position of the ball before the first tick", .meters)
  }
}
