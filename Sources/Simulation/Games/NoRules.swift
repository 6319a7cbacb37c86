public import CaromProperties

/// A scene without a game: physics, actions and constraints run and nobody keeps score.
public final class NoRules: Game {
  /// The name on the command line.
  public static let name = "none"
  /// The name for people.
  public static let title = "No game"
  /// What it is.
  public static let summary = "Runs a scene that names no game"
  /// No scene of its own.
  public static let scenePath = ""

  /// Nothing to keep.
  public struct State: GameState {
    /// What the schema says of it.
    public static let summary = "The state of no game"
    /// Always the same.
    public var phaseName: String { "running" }
    /// Always zero.
    public var score: Int32 { 0 }

    /// Makes the state of no game.
    public init() {}

    /// Declares no properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }

  /// Nothing to keep.
  public var state = State()

  /// Makes no game.
  public init() {}
}
