/// The meaning of a game's score: which of two results is better, and how it is displayed.
public enum Scoring: String, Hashable, Sendable {
  /// More points are better; a result of 0 is not entered in the high scores.
  case mostPoints
  /// Fewer points are better, such as the strokes of a golf course.
  case fewestPoints
  /// The duration of the game is the result, and less is better.
  case shortestTime
  /// The game has no high scores.
  case none

  /// True if a lower result is better.
  public var isLowestFirst: Bool {
    switch self {
    case .mostPoints, .none: false
    case .fewestPoints, .shortestTime: true
    }
  }
}
