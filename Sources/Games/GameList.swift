public import CaromSimulation

/// The games that come with Carom, for the command line and the player.
public enum GameList {
  /// All games, in the order of lists.
  public static var all: [any Game.Type] {
    [MarbleMaze.self, BrickBreaker.self]
  }

  /// The game of a name, or nil.
  public static func game(named name: String) -> (any Game.Type)? {
    all.first { $0.name == name }
  }
}
