public import CaromSimulation

/// The games that ship with Carom.
public enum GameList {
  /// All games, in listing order.
  public static var all: [any Game.Type] {
    [MarbleMaze.self, BrickBreaker.self, Pinball.self, Rules.self]
  }

  /// The games with levels of their own, which can be played by name.
  public static var withLevels: [any Game.Type] { all.filter { !$0.levels.isEmpty } }

  /// The game with a name, or nil.
  public static func game(named name: String) -> (any Game.Type)? {
    all.first { $0.name == name }
  }
}
