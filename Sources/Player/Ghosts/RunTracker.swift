import CaromSimulation

/// Notices when the runs of a level begin: when the player has begun, in a level that starts.
struct RunTracker {
  /// Whether a run goes on, or has ended and none has begun since.
  private(set) var isRunning = false
  private var levelTicks: UInt64 = 0

  /// Takes note of the tick that a session has run.
  ///
  /// - Returns: Whether a run began with it.
  mutating func note(_ session: Session) -> Bool {
    let startsAgain = session.levelTicks < levelTicks
    levelTicks = session.levelTicks
    let hasBegun = session.game.hasBegun
    if startsAgain || !hasBegun { isRunning = false }
    guard hasBegun, !isRunning else { return false }
    isRunning = true
    return true
  }
}

extension Game {
  /// Whether the player has begun.
  var hasBegun: Bool { state.hasBegun }
  /// Whether the game is over.
  var isOver: Bool { state.isOver }
}
