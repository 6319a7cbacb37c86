/// How a session stands, in a few words and numbers.
public struct SessionReport: Hashable, Sendable {
  /// The name of the game.
  public let game: String
  /// How many ticks have run.
  public let ticks: UInt64
  /// The phase of the game.
  public let phase: String
  /// The points so far.
  public let score: Int32
  /// The lives left, or nil when the game counts none.
  public let lives: Int32?
  /// The hash of the whole state.
  public let hash: UInt64

  /// The hash as sixteen hexadecimal digits.
  public var hashText: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Session {
  /// How the session stands.
  public var report: SessionReport { report(of: game) }

  private func report(of game: some Game) -> SessionReport {
    SessionReport(
      game: type(of: game).name, ticks: tick, phase: game.state.phaseName,
      score: game.state.score, lives: game.state.lives, hash: hash)
  }
}
