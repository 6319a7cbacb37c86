import CaromContent
import CaromRendering
import CaromSceneGraph
import CaromSimulation

// Levels: their names on screen, the progress of the player, and the level menu.
extension PlayerLoop {
  /// Shows the name of a level that begins, and saves what a person has achieved.
  func noteLevel() {
    let (index, storage) = (session.levelIndex, session.storage)
    defer { seen = (index, storage) }
    if index != seen.level, let index, let level = session.level, screens.screen == .playing {
      notify("Level \(index + 1): \(level.title)", on: .playing)
    }
    guard playedGame.bot == nil, storage != seen.storage, !tools.hasChangedTime else { return }
    scores.keep(storage, of: type(of: session.game).name, in: storedMode)
    saveScores()
  }

  /// Saves scores from now on, with those that are in the file; without effect if they are saved.
  func keepScores(_ path: String) {
    guard scoreFile == nil else { return }
    (scores, scoreFile) = (HighScores.load(path).scores, path)
  }

  func saveScores() {
    guard let scoreFile else { return }
    do { try scores.save(scoreFile) } catch { notify("\(error)") }
  }

  /// Updates what the screens display: messages, results, scores and levels.
  func updateScreens() {
    var content = screens.content
    leaveNotification()
    content.notification = notification?.text ?? ""
    let isPlaying = screens.screen == .playing
    if content.notification.isEmpty, playedGame.recording != nil, isPlaying {
      content.notification = "Recording"
    }
    content.problem = playedGame.watch?.message ?? missingPictures ?? ""
    content.result = isPlaying ? result.map(withText) : nil
    content.keys = keyRows()
    content.awaitedKey = awaitedKey
    content.endlessLevel = isPlaying && runs.loadNext != nil ? scored.endlessLevel : 0
    content.levelTitle = runs.loadNext == nil ? "" : runs.title
    let game = type(of: session.game)
    content.end =
      playedGame.bot == nil && session.game.state.isOver
      ? ScreenContent.GameEnd(
        isWon: runs.isCompleted || session.game.state.isWon,
        hasNextLevel: session.nextLevel != nil || runs.loadNext != nil)
      : nil
    if result != nil || screens.screen == .title {
      content.best =
        screens.isInGame ? bestOfRun(game.name) : scores.best(of: screens.chosen?.name ?? game.name)
    }
    if !isPlaying { updateLevels(&content) }
    guard content != screens.content else { return }
    screens.content = content
    screens.refresh()
  }

  /// Adds what the overlay of the game says at the center of the image to a result: the lines, and
  /// those that name what the player presses.
  private func withText(_ result: ScreenContent.GameResult) -> ScreenContent.GameResult {
    var (result, prompt) = (result, [String]())
    for label in centralOverlay.labels where label.isVisible {
      for line in label.text.split(separator: "\n").map(String.init) {
        let text = Overlay.text(line, prompts: playedGame.cache.prompts)
        if text == line { result.message.append(text) } else { prompt.append(text) }
      }
    }
    result.prompt = prompt.joined(separator: " ")
    return result
  }

  /// The labels and panels of the game at the center of the image, which the panel with the
  /// result replaces.
  var centralOverlay: Overlay {
    var overlay = session.scene.overlay
    (overlay.bars, overlay.icons, overlay.controls) = ([], [], [])
    overlay.panels.removeAll { $0.anchor != .center }
    overlay.labels.removeAll { $0.anchor != .center }
    return overlay
  }

  /// The games whose keys are listed: the one that is played, or those of the title screen.
  var gamesWithKeys: [any Game.Type] {
    let listed = games.filter { game in screens.games.contains { $0.name == game.name } }
    return (screens.isInGame || listed.isEmpty ? [type(of: session.game)] : listed)
      .filter { !$0.actions.isEmpty }
  }

  /// The actions of the games, the commands of the player and those of the tools, with their keys.
  func keyRows() -> [ScreenContent.KeyRow] {
    let actions = gamesWithKeys.flatMap { game in
      [ScreenContent.KeyRow(meaning: .heading(game.title), keys: "")]
        + game.actions.map {
          ScreenContent.KeyRow(
            meaning: .action($0), keys: translator.keys.names(of: $0, among: game.actions))
        }
    }
    func rows(_ title: String, _ commands: [PlayerCommand]) -> [ScreenContent.KeyRow] {
      [ScreenContent.KeyRow(meaning: .heading(title), keys: "")]
        + commands.map {
          ScreenContent.KeyRow(meaning: .command($0), keys: translator.keys.names(of: $0))
        }
    }
    let commands = PlayerCommand.allCases.filter { $0 != .nothing }
    func isForMakers(_ command: PlayerCommand) -> Bool {
      command == .freeCamera || command.isForTools
    }
    return actions + rows("Player", commands.filter { !isForMakers($0) })
      + rows("Tools of level makers", commands.filter(isForMakers))
  }

  /// Names the keys and buttons of the device in use in the texts of the game.
  func updatePrompts() {
    var prompts: [String: String] = [:]
    for action in type(of: session.game).actions {
      let key = translator.keys.key(for: action)?.displayName
      prompts.merge(action.prompts(for: session.input.device, keyName: key)) { $1 }
    }
    guard playedGame.cache.prompts != prompts else { return }
    playedGame.cache.prompts = prompts
    playedGame.redraw()
  }

  /// Updates the levels that the screens list: those of the game on screen, or on the title screen
  /// those of the selected one.
  private func updateLevels(_ content: inout ScreenContent) {
    let shown = type(of: session.game)
    (content.currentLevel, content.pars) = (nil, [])
    content.levelScoring = shown.scoring
    if !screens.isInGame, let chosen = screens.chosen, chosen.name != shown.name {
      // Its demo is not loaded yet.
      let game = games.first { $0.name == chosen.name }
      content.progress = game.map { $0.progress(in: scores.storage(of: $0.name)) } ?? []
      content.levelScoring = chosen.scoring
      return
    }
    let storage = playedGame.bot == nil ? session.storage : scores.storage(of: shown.name)
    // A scene that is not a level of its game has no menu of levels.
    content.progress =
      session.levels.isEmpty && runs.loadNext == nil ? [] : shown.progress(in: storage)
    guard session.levels.count == content.progress.count else { return }
    content.pars = session.scenes.map(\.par)
    content.currentLevel = screens.isInGame ? session.levelIndex : nil
  }
}
