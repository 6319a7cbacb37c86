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

    /// Creates a result.
    package init(score: Int32, place: Int?, scoring: Scoring = .mostPoints) {
      (self.score, self.place, self.scoring) = (score, place, scoring)
    }
  }

  /// An action of the game and its keys.
  package struct ActionKeys: Hashable {
    /// The name and the title of the action.
    package var name: String
    package var title: String
    /// The names of its keys.
    package var keys: String

    /// Creates the row of an action.
    package init(name: String, title: String, keys: String) {
      (self.name, self.title, self.keys) = (name, title, keys)
    }
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
  /// The high scores of the game on screen.
  package var best: [HighScores.Entry] = []
  /// The result of the game that is over.
  package var result: GameResult?
  package var settings = PlayerSettings()
  /// The actions of the game and the names of their keys.
  package var keys: [ActionKeys] = []
  /// The title of the action that waits for a key; empty for none.
  package var awaitedAction = ""
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
