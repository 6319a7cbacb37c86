import CaromSimulation

/// The player's runs of a level.
struct PlayerRuns {
  /// Keeps the best one; nil before the first tick, and without a folder for it.
  var best: BestRuns?
  /// The last tick before the current run.
  var start: UInt64 = 0
  /// Whether the level on screen was completed, so that another one follows.
  var isWon = false
  /// Loads the game that follows a completed level, and its title; returns nil if it is not ready.
  ///
  /// Without it the game goes on by itself.
  var loadNext: (() throws -> (game: PlayedGame, title: String)?)?
}

// The best run, the ghost, and the level that follows a completed one.
extension PlayerLoop {
  /// Keeps the best run of the player, and compares it with that of the ghost.
  func noteRun() {
    guard playedGame.bot == nil, !tools.hasChangedTime else { return }
    if session.isBeforeRun { runs.start = session.tick }
    if runs.best == nil { runs.best = userData.map { BestRuns($0) } }
    if let message = runs.best?.note(playedGame) { notify(message) }
    guard session.hasJustCompletedLevel, let ghost = playedGame.ghost else { return }
    // The ghost begins with the first tick of the run.
    let ticks = session.tick - min(session.tick, runs.start + 1)
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
    guard runs.isWon, session.isBeforeRun else { return false }
    do {
      guard let next = try loadNext() else { return false }
      show(next.game)
      notify(next.title)
    } catch {
      notify("\(error)")
      runs.loadNext = nil
    }
    runs.isWon = false
    return true
  }
}
