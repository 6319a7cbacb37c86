package import CaromSceneGraph
package import CaromSimulation

/// What the screens display besides their own state.
package struct ScreenContent: Hashable {
  /// The result of a game.
  package struct GameResult: Hashable {
    package var score: Int32
    /// The rank among the high scores; nil if it is not among them.
    package var place: Int?
    /// The meaning of the score.
    package var scoring: Scoring
    /// What the game says at the center of the image, a line each.
    package var message: [String]
    /// What the player presses to go on, as the game says it.
    package var prompt: String

    /// Creates a result.
    package init(
      score: Int32, place: Int?, scoring: Scoring = .mostPoints, message: [String] = [],
      prompt: String = ""
    ) {
      (self.score, self.place, self.scoring) = (score, place, scoring)
      (self.message, self.prompt) = (message, prompt)
    }
  }

  /// How the game on screen has ended, for its menu.
  package struct GameEnd: Hashable {
    /// Whether the level was completed.
    package var isWon: Bool
    /// Whether another level follows.
    package var hasNextLevel: Bool

    /// Creates the end of a game.
    package init(isWon: Bool = false, hasNextLevel: Bool = false) {
      (self.isWon, self.hasNextLevel) = (isWon, hasNextLevel)
    }
  }

  /// What is displayed after the last level.
  package struct Finale: Hashable {
    /// The title of the game.
    package var game: String
    /// The number of its levels; nil unless the player has completed all of them.
    package var levelCount: Int?
    /// The score and the time of all levels, as text; empty for none.
    package var score: String
    package var time: String

    /// Creates a finale.
    package init(game: String, levelCount: Int? = nil, score: String = "", time: String = "") {
      (self.game, self.levelCount, self.score, self.time) = (game, levelCount, score, time)
    }
  }

  /// What a key can be bound to on the screen of keys.
  package enum KeyMeaning: Hashable {
    /// An action of the game.
    case action(InputAction)
    /// A command of the player.
    case command(PlayerCommand)
    /// The heading of the rows below it.
    case heading(String)

    /// Whether the keys of a game with these actions are bound: commands are those of all games.
    func isMeant(among actions: [InputAction]) -> Bool {
      switch self {
      case .action(let action): actions.contains { $0.name == action.name }
      case .command: true
      case .heading: false
      }
    }

    /// Whether binding a key to one binds it to the other: actions of games share names.
    func isBound(with other: KeyMeaning?) -> Bool {
      if case .action(let a) = self, case .action(let b) = other { return a.name == b.name }
      return self == other
    }

    /// The name on screen.
    var title: String {
      switch self {
      case .action(let action): action.title
      case .command(let command): command.title
      case .heading(let title): title
      }
    }
  }

  /// What keys mean, and their names.
  package struct KeyRow: Hashable {
    /// The action or command.
    package var meaning: KeyMeaning
    /// The names of its keys.
    package var keys: String

    /// The text of the row.
    var text: String {
      if case .heading(let title) = meaning { return title }
      return "\(meaning.title): \(keys.isEmpty ? "none" : keys)"
    }
    /// Whether keys can be bound.
    var isEnabled: Bool {
      if case .heading = meaning { false } else { true }
    }

    /// Creates a row.
    package init(meaning: KeyMeaning, keys: String) { (self.meaning, self.keys) = (meaning, keys) }
  }

  /// The title of the program, and the line below it.
  package var title = ""
  package var subtitle = ""
  /// The games on the title screen; empty if only one game is played.
  package var games: [Screens.GameInfo] = []
  /// The game that is played if there is no title screen.
  package var played: Screens.GameInfo?
  /// The levels of the game on screen and what its player has achieved.
  package var progress: [LevelProgress] = []
  /// The par values of these levels, in the same order; empty if they are not known.
  package var pars: [ParValues] = []
  /// The index of the level that is played; nil for none.
  package var currentLevel: Int?
  /// The meaning of the scores of the levels.
  package var levelScoring = Scoring.mostPoints
  /// The high scores of the game on screen.
  package var best: [HighScores.Entry] = []
  /// The result of the game that is over.
  package var result: GameResult?
  package var settings = PlayerSettings()
  /// What keys can be bound to, and the names of the keys.
  package var keys: [KeyRow] = []
  /// What waits for a key; nil for nothing.
  package var awaitedKey: KeyMeaning?
  /// How the game on screen has ended; nil while it is played.
  package var end: GameEnd?
  /// What the screen after the last level displays.
  package var finale: Finale?
  /// The title of the generated level on screen; empty for other levels.
  package var levelTitle = ""
  /// The number of the level without an end that is played, from 1; 0 for none.
  package var endlessLevel = 0
  /// The names of the games that have levels without an end.
  package var endlessGames: [String] = []
  /// A message that disappears after some time; empty for none.
  package var notification = ""
  /// The errors of the scene's files; empty for none.
  package var problem = ""

  /// A score, or a duration in minutes, seconds and hundredths.
  static func text(_ score: Int32, _ scoring: Scoring) -> String {
    guard scoring == .shortestTime else { return "\(score)" }
    let hundredths = Int(score) * 100 / 60
    let (minutes, rest) = hundredths.quotientAndRemainder(dividingBy: 6_000)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(minutes):\(two(rest / 100)).\(two(rest % 100))"
  }
}
