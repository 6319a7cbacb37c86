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
    /// The levels of a game, behind which it is paused or demonstrated.
    case levels
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
    /// Start a game, in a level or in the first one.
    case play(String, level: String? = nil)
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
  /// The levels of the game on screen and what its player has achieved; empty if it has none.
  ///
  /// With several levels, the menu of the game lists them, as does the title screen once one is
  /// completed.
  public var progress: [LevelProgress] = [] {
    didSet { line = min(line, max(0, lines.count - 1)) }
  }
  /// The current screen.
  public private(set) var screen: Screen
  /// The index of the selected menu item.
  public private(set) var line = 0
  private var demoIndex = 0
  /// The game that is played if there is no title screen.
  private let played: GameInfo?
  /// Whether a game is played or paused, rather than demonstrated.
  public private(set) var isInGame: Bool

  /// Creates the title screen for games, or starts in the game if there are none.
  ///
  /// - Parameters:
  ///   - games: The games on the title screen.
  ///   - title: The title of the program.
  ///   - subtitle: The line below it.
  ///   - played: The game that is played if there is no title screen.
  public init(
    games: [GameInfo] = [], title: String = "", subtitle: String = "", played: GameInfo? = nil
  ) {
    self.games = games
    self.played = games.isEmpty ? played : nil
    (self.title, self.subtitle) = (title, subtitle)
    screen = games.isEmpty ? .playing : .title
    isInGame = games.isEmpty
  }

  /// The game demonstrated on the title screen.
  public var chosen: GameInfo? { games.isEmpty ? nil : games[demoIndex] }

  /// The menu items; empty while a game is played.
  public var lines: [String] {
    switch screen {
    case .title: games.map(\.title) + ["Quit"]
    case .playing: []
    case .paused: pauseItems.map(\.rawValue)
    case .levels: progress.map(Self.text) + ["Back"]
    }
  }

  /// The items of the menu of a game.
  private enum PauseItem: String {
    case resume = "Resume"
    case restart = "Restart"
    case levels = "Levels"
    case games = "Games"
    case quit = "Quit"
  }

  private var pauseItems: [PauseItem] {
    [.resume, .restart] + (progress.count > 1 ? [.levels] : [])
      + (games.isEmpty ? [.quit] : [.games, .quit])
  }

  /// The number and the title of a level, and whether it is locked or completed.
  private static func text(_ progress: LevelProgress) -> String {
    let mark = progress.isCompleted ? " (done)" : progress.isUnlocked ? "" : " (locked)"
    return progress.level.title + mark
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
    case (.levels, .back):
      closeLevels()
      return []
    case (_, .up): return move(to: (line + lines.count - 1) % lines.count)
    case (_, .down): return move(to: (line + 1) % lines.count)
    case (_, .point(let index)):
      guard lines.indices.contains(index) else { return [] }
      return move(to: index) + choose()
    case (_, .choose): return choose()
    case (.title, .pause), (.title, .focusLost), (.paused, .focusLost), (.levels, .pause),
      (.levels, .focusLost):
      return []
    }
  }

  /// Returns to the title screen, if there is one, for example if a game could not be started.
  public mutating func returnToTitle() {
    if !games.isEmpty { (screen, line, isInGame) = (.title, demoIndex, false) }
  }

  /// Opens the level menu with the last unlocked level selected.
  private mutating func openLevels() {
    (screen, line) = (.levels, progress.lastIndex(where: \.isUnlocked) ?? 0)
  }

  private mutating func closeLevels() {
    guard isInGame else { return returnToTitle() }
    (screen, line) = (.paused, pauseItems.firstIndex(of: .levels) ?? 0)
  }

  private mutating func move(to index: Int) -> [Effect] {
    line = index
    guard screen == .title, index < games.count, index != demoIndex else { return [] }
    demoIndex = index
    return [.demo(games[index].name)]
  }

  private mutating func choose() -> [Effect] {
    switch screen {
    case .title: return chooseGame()
    case .playing: return []
    case .paused: return pauseItems.indices.contains(line) ? choose(pauseItems[line]) : []
    case .levels: return chooseLevel()
    }
  }

  private mutating func chooseGame() -> [Effect] {
    guard games.indices.contains(line) else { return [.quit] }
    // Who has completed a level chooses where to go on.
    if progress.count > 1, progress.contains(where: \.isCompleted) {
      openLevels()
      return []
    }
    (screen, isInGame) = (.playing, true)
    return [.play(games[line].name)]
  }

  private mutating func chooseLevel() -> [Effect] {
    guard progress.indices.contains(line) else {
      closeLevels()
      return []
    }
    guard progress[line].isUnlocked, let game = isInGame ? played ?? chosen : chosen else {
      return []
    }
    (screen, isInGame) = (.playing, true)
    return [.play(game.name, level: progress[line].level.name)]
  }

  private mutating func choose(_ item: PauseItem) -> [Effect] {
    switch item {
    case .resume:
      screen = .playing
      return [.resume]
    case .restart:
      screen = .playing
      return [.resume, .restart]
    case .levels:
      openLevels()
      return []
    case .games:
      returnToTitle()
      return [.demo(games[demoIndex].name)]
    case .quit: return [.quit]
    }
  }
}
