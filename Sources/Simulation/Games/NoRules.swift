public import CaromProperties

/// The game of a scene that names none: physics, actions and constraints run, without a score.
public final class NoRules: Game {
  /// The name on the command line.
  public static let name = "none"
  /// The title that is displayed to the user.
  public static let title = "No game"
  /// A one-line description.
  public static let summary = "Runs a scene that names no game"

  /// An empty state.
  public struct State: GameState {
    /// A one-line description for the schema.
    public static let summary = "The state of a scene without a game"
    /// The phase, which is always `running`.
    public var phaseName: String { "running" }
    /// The score, which is always zero.
    public var score: Int32 { 0 }

    /// Creates the state.
    public init() {}

    /// Declares no properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }

  /// The state, which is empty.
  public var state = State()

  /// Creates the game.
  public init() {}
}
