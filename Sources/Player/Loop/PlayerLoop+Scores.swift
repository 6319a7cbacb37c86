import CaromContent
import CaromSimulation

/// What is played, for the high scores.
struct ScoredRun {
  /// The table of its scores; nil for one that began in a later level, whose scores are in none.
  var mode: HighScores.Mode? = .campaign
  /// Its entry in the table; nil before its first end.
  var entry: HighScores.Entry?
  /// The number of the level without an end, from 1; 0 in other levels.
  var endlessLevel = 0
}

// The high scores of what a person plays.
extension PlayerLoop {
  /// Takes note of what is played from now on: levels without an end, the levels of the game from
  /// the first one on, or from a later one.
  func noteMode() {
    if scored.endlessLevel > 0 {
      scored.mode = .endless
    } else {
      scored = ScoredRun(mode: session.levelIndex ?? 0 == 0 ? .campaign : nil)
    }
  }

  /// The table of the stored numbers: those of single levels are the game's.
  var storedMode: HighScores.Mode { scored.mode ?? .campaign }

  /// Continues the game on screen in the next one of the levels without an end.
  func continueEndless(in other: PlayedGame) {
    scored.endlessLevel += 1
    guard scored.endlessLevel > 1 else { return }
    other.session.continueGame(of: session)
    other.redraw()
  }

  /// Detects the end of a game played by a person and records its score.
  func recordGameEnd() {
    let state = session.game.state
    defer { wasOver = state.isOver }
    // After the last level, or with it, the game begins again.
    if scored.mode == nil, session.levelIndex == 0 { noteMode() }
    guard playedGame.bot == nil, state.isOver != wasOver, !tools.hasChangedTime else { return }
    let game = type(of: session.game)
    guard state.isOver else {
      (startTick, result) = (session.tick, nil)
      // Points that stay are those of the same run.
      if game.scoring != .mostPoints || state.score == 0 { scored.entry = nil }
      return
    }
    guard game.scoring != .none, state.isRanked else { return }
    let ticks = session.tick - startTick
    let score = game.scoring == .shortestTime ? Int32(clamping: ticks) : state.score
    let place = scored.mode.flatMap { mode in
      let place = scores.add(
        game: game.name, in: mode, score: score, scoring: game.scoring, ticks: ticks, of: session,
        replacing: scored.entry)
      if let place { scored.entry = scores.best(of: game.name, in: mode)[place - 1] }
      return place
    }
    result = ScreenContent.GameResult(score: score, place: place, scoring: game.scoring)
    saveScores()
  }

  /// The best scores of what is played; none of a run that began in a later level.
  func bestOfRun(_ game: String) -> [HighScores.Entry] {
    scored.mode.map { scores.best(of: game, in: $0) } ?? []
  }
}
