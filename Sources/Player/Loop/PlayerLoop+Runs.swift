import CaromSimulation

/// The player's runs of a level.
struct PlayerRuns {
  /// Keeps the best one; nil before the first tick, and without a folder for it.
  var best: BestRuns?
  /// Notices when a run begins.
  var tracker = RunTracker()
  /// The tick with which the current run began.
  var start: UInt64 = 0
  /// Whether the level on screen was completed, so that another one follows.
  var isWon = false
  /// Whether the player has left the result of a completed level.
  var isResultLeft = false
  /// Loads the game that follows a completed level, and its title; returns nil if it is not ready.
  ///
  /// Without it the game goes on by itself.
  var loadNext: (() throws -> (game: PlayedGame, title: String)?)?
}

// The best run, the ghost, and the level that follows a completed one.
extension PlayerLoop {
  /// Keeps the best run of the player, and compares it with that of the ghost.
  func noteRun() {
    let begins = runs.tracker.note(session)
    if begins { runs.start = session.tick }
    if runs.isWon, begins || !runs.tracker.isRunning { runs.isResultLeft = true }
    guard playedGame.bot == nil, !tools.hasChangedTime else { return }
    if runs.best == nil { runs.best = userData.map { BestRuns($0) } }
    let message = runs.best?.note(
      playedGame, begins: begins, isRunning: runs.tracker.isRunning)
    if let message { notify(message) }
    guard session.hasJustCompletedLevel, let ghost = playedGame.ghost else { return }
    let ticks = session.tick - min(session.tick, runs.start)
    guard let other = ghost.completedTicks else { return notify("Faster than the ghost") }
    notify(
      other < ticks
        ? "The ghost was \(BestRuns.seconds(ticks - other)) faster" : "As fast as the ghost")
  }

  /// Replaces a level that was completed, once its result was left.
  ///
  /// - Returns: Whether another level is on screen.
  func showNextGame() -> Bool {
    guard let loadNext = runs.loadNext else { return false }
    if session.hasJustCompletedLevel { runs.isWon = true }
    guard runs.isWon, runs.isResultLeft else { return false }
    do {
      guard let next = try loadNext() else { return false }
      show(next.game)
      notify(next.title)
    } catch {
      notify("\(error)")
      runs.loadNext = nil
    }
    (runs.isWon, runs.isResultLeft) = (false, false)
    return true
  }
}
