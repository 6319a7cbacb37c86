public import CaromSimulation

/// The current screen, its menu, and the effects of menu actions.
///
/// A pure state machine, independent of windows and sessions: it takes actions and returns effects.
public struct Screens: Hashable, Sendable {
  /// A screen.
  public enum Screen: Hashable, Sendable {
    /// The title screen, with a demo by a bot in the background.
    case title
    /// The game without a menu.
    case playing
    /// The paused game behind a menu.
    case paused
  }

  /// A menu action.
  public enum Action: Hashable, Sendable {
    /// Selects the item above or below.
    case up, down
    /// Activates the selected item.
    case choose
    /// Opens or closes the menu of a game.
    case back
    /// Pauses or resumes a game.
    case pause
    /// The window lost focus, or a gamepad was disconnected.
    case focusLost
    /// Activates an item by its index.
    case point(Int)
  }

  /// An effect of an action.
  public enum Effect: Hashable, Sendable {
    /// Start a demo of a game behind the title screen.
    case demo(String)
    /// Start a game.
    case play(String)
    /// Pause or resume the game.
    case pause, resume
    /// Restart the game.
    case restart
    /// Quit the program.
    case quit
  }

  /// The names of a game for the title screen.
  public struct GameInfo: Hashable, Sendable {
    /// The identifier in files.
    public var name: String
    /// The title.
    public var title: String
    /// The description.
    public var summary: String
    /// The meaning of the score.
    public var scoring: Scoring

    /// Reads the names of a game.
    public init(_ game: any Game.Type) {
      (name, title, summary) = (game.name, game.title, game.summary)
      scoring = game.scoring
    }
  }

  /// The title of the program.
  public let title: String
  /// The line below the title; empty for none.
  public let subtitle: String
  /// The games on the title screen; empty if only one game is played.
  public let games: [GameInfo]
  /// The current screen.
  public private(set) var screen: Screen
  /// The index of the selected menu item.
  public private(set) var line = 0
  private var demoIndex = 0

  /// Creates the title screen for games, or starts in the game if there are none.
  public init(games: [GameInfo] = [], title: String = "", subtitle: String = "") {
    self.games = games
    (self.title, self.subtitle) = (title, subtitle)
    screen = games.isEmpty ? .playing : .title
  }

  /// The game demonstrated on the title screen.
  public var chosen: GameInfo? { games.isEmpty ? nil : games[demoIndex] }

  /// The menu items; empty while a game is played.
  public var lines: [String] {
    switch screen {
    case .title: games.map(\.title) + ["Quit"]
    case .playing: []
    case .paused: ["Resume", "Restart"] + (games.isEmpty ? ["Quit"] : ["Games", "Quit"])
    }
  }

  /// Applies an action.
  ///
  /// - Returns: The effects, in order.
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

  /// Returns to the title screen, if there is one, for example if a game could not be started.
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
