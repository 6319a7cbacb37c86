import CaromMaths

/// A summary of a session.
public struct SessionReport: Hashable, Sendable {
  /// The name of the game.
  public let game: String
  /// The name of the current level; nil if the scene is not a level of the game.
  public let level: String?
  /// The number of ticks that have run.
  public let ticks: UInt64
  /// The phase of the game.
  public let phase: String
  /// The current score.
  public let score: Int32
  /// The remaining lives, or nil if the game has no lives.
  public let lives: Int32?
  /// The hash of the complete state.
  public let hash: UInt64

  /// The hash as sixteen hexadecimal digits.
  public var hashText: String { hexadecimal(hash) }
}

extension Session {
  /// A summary of the session.
  public var report: SessionReport { report(of: game) }

  /// The name of the phase of the game, such as `playing`.
  public var phase: String { state(of: game).phaseName }

  /// The current score.
  public var score: Int32 { state(of: game).score }

  /// The remaining lives, or nil if the game has no lives.
  public var lives: Int32? { state(of: game).lives }

  private func report(of game: some Game) -> SessionReport {
    SessionReport(
      game: type(of: game).name, level: level?.name, ticks: tick, phase: phase, score: score,
      lives: lives, hash: hash)
  }

  private func state(of game: some Game) -> any GameState { game.state }
}
