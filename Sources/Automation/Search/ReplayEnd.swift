public import CaromSimulation

/// The end of a recording as a player sees it, for the last lines of a test.
public struct ReplayEnd: Hashable, Sendable {
  /// The phase of the game, such as `playing`.
  public let phase: String
  /// The score.
  public let score: Int32
  /// The remaining lives, or nil if the game has no lives.
  public let lives: Int32?
  /// The value of `Session.replayHash`.
  public let hash: UInt64

  /// Reads the end from a session that has played the whole recording.
  public init(_ session: Session) {
    (phase, score, lives) = (session.phase, session.score, session.lives)
    hash = session.replayHash
  }
}

extension Replay {
  /// The recorded hash of the end; for a truncated recording, that of the session which played it.
  func finalHash(_ end: ReplayEnd?) -> UInt64? {
    checks.last { $0.tick == lastTick }?.hash ?? end?.hash
  }
}
