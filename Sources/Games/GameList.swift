public import CaromSimulation

/// The games that ship with Carom.
public enum GameList {
  /// All games, in listing order.
  public static var all: [any Game.Type] {
    [MarbleMaze.self, BrickBreaker.self, Rules.self]
  }

  /// The game with a name, or nil.
  public static func game(named name: String) -> (any Game.Type)? {
    all.first { $0.name == name }
  }
}
