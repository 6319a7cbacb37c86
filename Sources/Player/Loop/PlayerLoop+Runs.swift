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
  /// The title of the generated level on screen.
  var title = ""
  /// Whether ``loadNext`` was chosen in a menu, which stays until there is a level.
  var opensNext = false
  /// What the player achieved in the levels since the start of the program.
  var totals = LevelTotals()
}

/// The score and time of the levels that a player has completed.
struct LevelTotals {
  /// The points and ticks of each completed level, by index.
  private var levels: [Int: (points: Int64, ticks: UInt64)] = [:]
  /// The score with which the current run began.
  private var startScore: Int32 = 0

  /// Takes note of the begin of a run.
  mutating func begin(_ session: Session) { startScore = session.game.state.score }

  /// Takes note of a completed level.
  mutating func complete(_ session: Session, ticks: UInt64) {
    guard let index = session.levelIndex else { return }
    levels[index] = (Int64(session.game.state.score) - Int64(startScore), ticks)
  }

  /// The sum of all levels of a game; nil unless all of them were completed.
  func sum(of count: Int) -> (points: Int64, ticks: UInt64)? {
    guard levels.count == count else { return nil }
    return (0..<count).reduce((0, 0)) { sum, index in
      let level = levels[index] ?? (0, 0)
      return (sum.0 + level.points, sum.1 + level.ticks)
    }
  }
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
    if begins { runs.totals.begin(session) }
    if session.hasJustCompletedLevel {
      runs.isCompleted = true
      runs.totals.complete(session, ticks: runs.ticks)
    }
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
      continueEndless(in: next.game)
      show(next.game)
      notify(next.title, on: .playing)
      runs.title = next.title
      if runs.opensNext { screens.showGame() }
    } catch {
      notify("\(error)")
      runs.loadNext = nil
    }
    (runs.isWon, runs.isResultLeft, runs.opensNext) = (false, false, false)
    return true
  }

  /// Shows levels without an end once the first one is made.
  func openEndless(_ game: String) {
    guard let startEndless else { return }
    demos.next = nil
    leaveEndless()
    (runs.loadNext, runs.title) = (startEndless(game), "")
    (runs.isWon, runs.isResultLeft, runs.opensNext) = (true, true, true)
    notify("A level is being made …", on: screens.screen)
  }

  /// Forgets the level that would follow, since another one was chosen.
  func leaveEndless() {
    runs.loadNext = nil
    scored = ScoredRun()
    (runs.isWon, runs.isResultLeft, runs.opensNext) = (false, false, false)
  }

  /// Shows the result of a game that was over before the first tick, as a saved state can be.
  ///
  /// It is none for the high scores.
  func showEarlierEnd() {
    let state = session.game.state
    guard state.isOver, playedGame.bot == nil else { return }
    if state.isWon, showFinale() { return }
    let scoring = type(of: session.game).scoring
    // The time of the run is not known.
    guard scoring != .none, scoring != .shortestTime, state.isRanked else { return }
    result = ScreenContent.GameResult(score: state.score, place: nil, scoring: scoring)
  }

  /// Shows the screen after the last level, if the player has just completed it.
  func noteFinale() {
    if session.hasJustCompletedLevel, !tools.hasChangedTime { showFinale() }
  }

  /// Shows the screen after the last level.
  ///
  /// - Returns: Whether the level on screen is the last one, and played by a person.
  @discardableResult private func showFinale() -> Bool {
    guard playedGame.bot == nil, screens.screen == .playing, runs.loadNext == nil,
      session.levels.count > 1, session.level != nil, session.nextLevel == nil
    else { return false }
    let game = type(of: session.game)
    let progress = game.progress(in: session.storage)
    let sum = runs.totals.sum(of: progress.count)
    let best = progress.compactMap(\.bestTicks)
    // Levels that were completed on other days count with their best times.
    let ticks = sum?.ticks ?? (best.count == progress.count ? best.reduce(0, +) : nil)
    let seconds = ticks.map { Int((Double($0) * session.tickLength).rounded(.down)) }
    let score = sum?.points ?? Int64(session.game.state.score)
    var finale = ScreenContent.Finale(game: game.title)
    if best.count == progress.count { finale.levelCount = progress.count }
    if game.scoring != .none { finale.score = "\(score)" }
    if let seconds {
      finale.time = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
    screens.progress = progress
    screens.finish(finale)
    return true
  }
}
