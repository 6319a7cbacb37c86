public import CaromSimulation

/// Which screen the player is on, what its menu offers, and what choosing does.
///
/// Knows no window and no session: it takes actions and answers with what is to be done.
public struct Screens: Hashable, Sendable {
  /// What is on the picture.
  public enum Screen: Hashable, Sendable {
    /// The games to choose from, while a bot plays behind.
    case title
    /// The game, and nothing else.
    case playing
    /// The game stands still behind a menu.
    case paused
  }

  /// What the player's hands ask of a menu.
  public enum Action: Hashable, Sendable {
    /// The line above or below.
    case up, down
    /// The chosen line.
    case choose
    /// Away from here: opens the menu of a game and closes it.
    case back
    /// Stops a game, or goes on with it.
    case pause
    /// The window is not looked at any more, or a pad was unplugged.
    case focusLost
    /// A line that was pointed at.
    case point(Int)
  }

  /// What is to be done.
  public enum Effect: Hashable, Sendable {
    /// Let a bot show a game behind the title.
    case demo(String)
    /// Begin a game.
    case play(String)
    /// Let the game stand still, or go on.
    case pause, resume
    /// Begin the game anew.
    case restart
    /// End the program.
    case quit
  }

  /// A game to choose from.
  public struct GameInfo: Hashable, Sendable {
    /// Its name in files.
    public var name: String
    /// Its name for people.
    public var title: String
    /// What it is about.
    public var summary: String

    /// A game with its names.
    public init(_ game: any Game.Type) {
      (name, title, summary) = (game.name, game.title, game.summary)
    }
  }

  /// The games of the title; none where one game alone is played.
  public let games: [GameInfo]
  /// Where the player is.
  public private(set) var screen: Screen
  /// The chosen line of the menu, from 0.
  public private(set) var line = 0
  private var demoIndex = 0

  /// Begins with the title of some games, or in a game where there are none.
  public init(games: [GameInfo] = []) {
    self.games = games
    screen = games.isEmpty ? .playing : .title
  }

  /// The game that the title shows.
  public var chosen: GameInfo? { games.isEmpty ? nil : games[demoIndex] }

  /// The lines of the menu; none while a game is played.
  public var lines: [String] {
    switch screen {
    case .title: games.map(\.title) + ["Quit"]
    case .playing: []
    case .paused: ["Go on", "Begin anew"] + (games.isEmpty ? ["Quit"] : ["Other games", "Quit"])
    }
  }

  /// Takes an action.
  ///
  /// - Returns: What is to be done, in order.
  public mutating func take(_ action: Action) -> [Effect] {
    switch (screen, action) {
    case (.playing, .back), (.playing, .pause), (.playing, .focusLost):
      (screen, line) = (.paused, 0)
      return [.pause]
    case (.playing, _): return []
    case (.paused, .back), (.paused, .pause):
      screen = .playing
      return [.resume]
    case (.title, .back):
      line = lines.count - 1
      return []
    case (_, .up): return move(to: (line + lines.count - 1) % lines.count)
    case (_, .down): return move(to: (line + 1) % lines.count)
    case (_, .point(let index)):
      guard lines.indices.contains(index) else { return [] }
      return move(to: index) + choose()
    case (_, .choose): return choose()
    case (.title, .pause), (.title, .focusLost), (.paused, .focusLost): return []
    }
  }

  /// Goes back to the title, such as from a game that could not be begun; not where there is none.
  public mutating func returnToTitle() {
    if !games.isEmpty { (screen, line) = (.title, demoIndex) }
  }

  private mutating func move(to index: Int) -> [Effect] {
    line = index
    guard screen == .title, index < games.count, index != demoIndex else { return [] }
    demoIndex = index
    return [.demo(games[index].name)]
  }

  private mutating func choose() -> [Effect] {
    switch (screen, line) {
    case (.title, games.indices):
      screen = .playing
      return [.play(games[line].name)]
    case (.paused, 0):
      screen = .playing
      return [.resume]
    case (.paused, 1):
      screen = .playing
      return [.resume, .restart]
    case (.paused, 2) where !games.isEmpty:
      (screen, line) = (.title, demoIndex)
      return [.demo(games[demoIndex].name)]
    default: return [.quit]
    }
  }
}
