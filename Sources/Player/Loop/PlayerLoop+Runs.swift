import CaromContent
import CaromSimulation

/// The player's runs of a level.
struct PlayerRuns {
  /// Keeps the best one; nil before the first tick, and without a folder for it.
  var best: BestRuns?
  /// Notices when a run begins.
  var tracker = RunTracker()
  /// The ticks of the current run since the one it began with, without pauses.
  var ticks: UInt64 = 0
  /// Whether the current run has completed its level.
  var isCompleted = false
  /// Makes the ghosts that the player chooses; nil to disable them.
  var ghosts: GhostMaker?
  /// Whose run the player races against; nil for no ghost.
  var opponent: GhostChoice?
  /// The opponent that the settings name.
  var ghostSetting = GhostSetting.none
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
  /// Makes the ghosts that the player chooses; nil to disable them.
  package var ghosts: GhostMaker? {
    get { runs.ghosts }
    set { runs.ghosts = newValue }
  }

  /// Keeps the best run of the player, and compares it with that of the ghost.
  func noteRun() {
    let begins = runs.tracker.note(session)
    if begins {
      (runs.ticks, runs.isCompleted) = (0, false)
    } else if !session.isPaused, !session.isChangingLevel {
      runs.ticks += 1
    }
    if session.hasJustCompletedLevel { runs.isCompleted = true }
    if runs.isWon, begins || !runs.tracker.isRunning { runs.isResultLeft = true }
    guard playedGame.bot == nil, !tools.hasChangedTime else { return }
    if runs.best == nil { runs.best = userData.map { BestRuns($0) } }
    let outcome = runs.best?.note(
      playedGame, begins: begins, isRunning: runs.tracker.isRunning)
    switch outcome {
    case .kept(let message?), .problem(let message): notify(message)
    case .kept(nil), nil: break
    }
    if session.hasJustCompletedLevel, let ghost = playedGame.ghost { compare(with: ghost) }
    if case .kept = outcome, runs.opponent == .best { renewGhost() }
  }

  private func compare(with ghost: Ghost) {
    guard let other = ghost.completedTicks else { return notify("Faster than the ghost") }
    notify(
      other < runs.ticks
        ? "The ghost was \(BestRuns.seconds(runs.ticks - other)) faster" : "As fast as the ghost")
  }

  /// Races against another run from now on; nil for none.
  package func race(against opponent: GhostChoice?) {
    runs.opponent = opponent
    renewGhost()
  }

  /// Makes the ghost of the game on screen again, at its place in the run that goes on.
  func renewGhost() {
    defer { playedGame.redraw() }
    guard let opponent = runs.opponent, let ghosts, playedGame.bot == nil else {
      playedGame.makeGhost = nil
      return
    }
    playedGame.makeGhost = { try? ghosts.ghost(opponent, of: $0) }
    let isOver = runs.isCompleted || session.game.state.isOver
    playedGame.ghost?.join(session, after: isOver ? nil : Int(clamping: runs.ticks))
  }

  /// Applies changed files, also during a run, which then is no run of the level any more.
  func pollFiles() -> SceneWatcher.Report? {
    // Files do not change while a session is recorded.
    if playedGame.watch?.hasChangedScene == true { runs.best?.forget(playedGame) }
    return playedGame.watch?.poll()
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
