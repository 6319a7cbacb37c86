import CaromSimulation

// Levels: their names on screen, the progress of the player, and the level menu.
extension PlayerLoop {
  /// Shows the name of a level that begins, and saves what a person has achieved.
  func noteLevel() {
    let (index, storage) = (session.levelIndex, session.storage)
    defer { seen = (index, storage) }
    if index != seen.level, let index, let level = session.level, screens.screen == .playing {
      notify("Level \(index + 1): \(level.title)")
    }
    guard playedGame.bot == nil, storage != seen.storage else { return }
    scores.keep(storage, of: type(of: session.game).name)
    saveScores()
  }

  /// Updates the levels that the menus list: those of the game on screen, which on the title screen
  /// is the demonstrated one.
  func updateLevelMenu() {
    let game = type(of: session.game)
    let storage = playedGame.bot == nil ? session.storage : scores.storage(of: game.name)
    // A scene that is not a level of its game has no menu of levels.
    screens.progress = session.levels.isEmpty ? [] : game.progress(in: storage)
  }
}
