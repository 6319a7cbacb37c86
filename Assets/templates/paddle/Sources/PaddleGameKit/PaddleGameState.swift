import Carom

/// Everything that the rules remember: it is saved, hashed and shown to tests.
public struct PaddleGameState: GameState {
  public static let summary = "The state of a round"

  /// The phases of a round; it is over when all targets of the last level are gone, or lost when
  /// all lives are.
  public enum Phase: String, EnumName, Sendable {
    case ready, playing, over, lost
  }

  public var phase = Phase.ready
  /// The number of targets that were hit.
  public var score: Int32 = 0
  /// The number of balls that are left.
  public var balls: Int32 = 3

  public init() {}

  public var phaseName: String { phase.rawValue }
  public var lives: Int32? { balls }
  public var isOver: Bool { phase == .over || phase == .lost }
  /// What stays in the next level.
  public static var carriedOver: [PartialKeyPath<Self>] { [\.score, \.balls] }

  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The current phase")
    p.property("score", \.score, "The number of targets that were hit", .none, 0...1e9)
    p.property("balls", \.balls, "The number of balls that are left", .none, 0...3)
  }
}
