import Carom

/// Everything that the rules remember: it is saved, hashed and shown to tests.
public struct TiltGameState: GameState {
  public static let summary = "The state of a round"

  /// The points of all coins that were collected.
  public var score: Int32 = 0
  /// The points of the coins that were collected in this level.
  public var points: Int32 = 0
  /// Whether all coins of the last level are collected.
  public var isOver = false
  /// The position of the ball before the first tick.
  public var start = Vector3.zero

  public init() {}

  public var phaseName: String { isOver ? "over" : "playing" }
  /// What stays in the next level.
  public static var carriedOver: [PartialKeyPath<Self>] { [\.score] }

  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("score", \.score, "The points of the collected coins", .none, 0...1e9)
    p.property("points", \.points, "The points of the coins in this level", .none, 0...1e9)
    p.property("isOver", \.isOver, "Whether all coins of the last level are collected")
    p.property("start", \.start, "The position of the ball before the first tick", .meters)
  }
}
