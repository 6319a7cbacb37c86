import CaromSceneGraph
import CaromSimulation

// The layouts of the player's screens.
extension ScreenLayout {
  /// The maximum number of games that are buttons; more are a list.
  private static let maximumButtonCount = 5
  /// The maximum number of scores displayed.
  private static let maximumScoreCount = 5
  /// The maximum number of lines that a game says above its result.
  private static let maximumMessageCount = 3
  /// The number of rows of a list that are displayed.
  private static let rowCount = 8

  // MARK: Title

  mutating func addTitleScreen() {
    let content = source.content
    addShade(0.6)
    addLine("title", content.title, size: isNarrow ? 110 : 90, width: 880)
    addLine("subtitle", content.subtitle, size: isNarrow ? 34 : 24, width: 880, color: Self.pale)
    y += isNarrow ? 30 : 14
    let top = y
    let width: Float = isNarrow ? 680 : 420
    if !isNarrow { x = -230 }
    addGames(width: width)
    add(.settings, "Settings", width: width)
    add(.quit, "Quit", width: width)
    guard let index = content.games.indices.first(where: { $0 == Int(source.state.demo) }) else {
      return
    }
    let game = content.games[index]
    focus(content.games.count > Self.maximumButtonCount ? "games" : game.name)
    if isNarrow { y += 16 } else { (x, y) = (230, top) }
    addDescription(of: game, width: isNarrow ? 680 : 440)
  }

  /// Describes what has the focus: the demonstrated game, or another item of the title screen.
  private mutating func addDescription(of demonstrated: Screens.GameInfo, width: Float) {
    switch source.focus {
    case ScreenControl.quit.rawValue: break
    case ScreenControl.settings.rawValue:
      addSummary("Sound, music, tilt, full screen, ghost and keys.", best: [], width: width)
    default:
      addSummary(
        demonstrated.summary, best: source.content.best, scoring: demonstrated.scoring,
        width: width)
    }
  }

  private mutating func addGames(width: Float) {
    let games = source.content.games
    if games.count <= Self.maximumButtonCount {
      for game in games { add(game.name, game.title, width: width) }
    } else {
      let list = ListControl(games.map { ListItem($0.title) }, selected: Int(source.state.demo))
      add(.games, "", .list(list), width: width, height: Float(5) * (isNarrow ? 57 : 45))
    }
  }

  /// Adds high scores and a description, as far as there is room.
  private mutating func addSummary(
    _ text: String, best: [HighScores.Entry], scoring: Scoring = .mostPoints, width: Float
  ) {
    let (top, summaryLines) = (y, isNarrow ? 3 : 5)
    y += 8
    if !best.isEmpty, y + 7 * lineHeight <= bottom {
      addScores(
        best.prefix(Self.maximumScoreCount).enumerated().map {
          ScoreRow(rank: "\($0 + 1)", score: $1.score)
        }, scoring: scoring, width: width)
      y += 8
    }
    if y + Float(summaryLines) * lineAdvance <= bottom {
      addLines(
        "summary", text, lines: summaryLines, size: isNarrow ? 32 : 22, width: width - 40,
        color: Self.pale)
    }
    if y > top + 8 { addPanel("scores", from: top, width: width) }
  }

  /// A row of a table of scores.
  private struct ScoreRow {
    var rank: String
    var score: Int32
    /// Whether it is the player's own.
    var isOwn = false
  }

  /// The rows of the best scores below a result: the best ones, and always the player's own.
  private func table(of result: ScreenContent.GameResult, rows count: Int) -> [ScoreRow] {
    let best = source.content.best
    guard count > 0, best.count > 1 else { return [] }
    var rows = best.prefix(count).enumerated().map {
      ScoreRow(rank: "\($0 + 1)", score: $1.score, isOwn: $0 + 1 == result.place)
    }
    if !rows.contains(where: \.isOwn) {
      let own = ScoreRow(
        rank: result.place.map { "\($0)" } ?? "–", score: result.score, isOwn: true)
      rows = rows.prefix(count - 1) + [own]
    }
    return rows
  }

  /// Adds the ranks and the high scores, two columns with headings.
  private mutating func addScores(_ rows: [ScoreRow], scoring: Scoring, width: Float) {
    let size: Float = isNarrow ? 36 : 26
    func addRow(_ number: String, _ rank: String, _ score: String, _ color: Color) {
      addLines(
        "rank\(number)", rank, at: -width * 0.22, lines: 1, size: size, color: color,
        alignment: .right, moves: false)
      addLines(
        "score\(number)", score, at: width * 0.32, lines: 1, size: size, color: color,
        alignment: .right)
    }
    addRow("Title", "Rank", scoring == .shortestTime ? "Best time" : "Best score", Self.gold)
    for (index, row) in rows.enumerated() {
      addRow(
        "\(index + 1)", row.rank, ScreenContent.text(row.score, scoring),
        row.isOwn ? Self.gold : Self.pale)
    }
  }

  // MARK: Menus of a game

  private mutating func addHeading(_ text: String) {
    addLine("heading", text, size: isNarrow ? 90 : 68, width: 880)
    y += isNarrow ? 40 : 14
  }

  mutating func addPauseScreen() {
    addShade(0.6)
    guard source.content.end == nil else { return addEndMenu() }
    addHeading("Paused")
    addMenu(
      [(.resume, "Resume"), (.restart, "Restart")] + levelButtons + [(.settings, "Settings")]
        + gameButtons + [(.quit, "Quit")])
    focus(ScreenControl.resume.rawValue)
  }

  /// Adds the menu of a game that is over, which cannot be resumed.
  private mutating func addEndMenu() {
    guard let end = source.content.end else { return }
    addHeading(end.isWon ? "Level completed" : "Game over")
    let next: [MenuButton] = end.isWon && end.hasNextLevel ? [(.next, "Next level")] : []
    addMenu(
      next + [(.restart, "Play again")] + levelButtons + [(.settings, "Settings")] + gameButtons
        + [(.resume, "Back"), (.quit, "Quit")])
    focus((next.first?.control ?? .restart).rawValue)
  }

  /// A button of a menu and its text.
  private typealias MenuButton = (control: ScreenControl, text: String)

  /// The buttons that lead to other levels of the game.
  private var levelButtons: [MenuButton] {
    (source.content.progress.count > 1 ? [(.levels, "Levels")] : [])
      + (source.hasEndlessLevels ? [(.endless, "Endless")] : [])
  }

  /// The button that leads to other games.
  private var gameButtons: [MenuButton] {
    source.content.games.isEmpty ? [] : [(.title, "Games")]
  }

  /// Adds the buttons of a menu below the title of a generated level, less high if there is little
  /// room; the one that resumes the game is that of Escape.
  private mutating func addMenu(_ buttons: [MenuButton]) {
    let width: Float = isNarrow ? 680 : 440
    let title = source.content.levelTitle
    func height(below top: Float) -> Float { (bottom - top) / Float(buttons.count) - 8 }
    if !title.isEmpty, height(below: y + lineHeight + 8) >= lineAdvance {
      addLine("level", title, size: isNarrow ? 34 : 24, width: 880, color: Self.pale)
      y += 8
    }
    let fitting = min(buttonHeight, height(below: y))
    for (control, text) in buttons {
      let kind = ButtonControl(isCancel: control == .resume)
      add(control, text, .button(kind), width: width, height: fitting)
    }
  }

  /// Adds the screen after the last level.
  mutating func addFinale() {
    addShade(0.6)
    addHeading("Congratulations!")
    if let finale = source.content.finale {
      let (size, width): (Float, Float) = (isNarrow ? 40 : 30, isNarrow ? 880 : 820)
      let levels = finale.levelCount.map { "all \($0) levels" } ?? "the last level"
      addLine("finale", "You completed \(levels) of \(finale.game).", size: size, width: width)
      y += 8
      for (name, title, value) in [
        ("totalScore", "Total score", finale.score), ("totalTime", "Total time", finale.time),
      ] where !value.isEmpty {
        addLine(name, "\(title): \(value)", size: size * 1.2, width: width, color: Self.gold)
        y += 4
      }
      y += 16
    }
    let width: Float = isNarrow ? 680 : 440
    let hasGames = !source.content.games.isEmpty
    let cancel = ControlKind.button(ButtonControl(isCancel: true))
    if hasGames { add(.title, "Games", cancel, width: width) }
    if source.content.progress.count > 1 { add(.levels, "Levels", width: width) }
    if source.hasEndlessLevels { add(.endless, "Endless", width: width) }
    add(.replay, "Play again", width: width)
    add(.quit, "Quit", hasGames ? .button(ButtonControl()) : cancel, width: width)
    if let first = overlay.controls.first { focus(first.name) }
  }

  mutating func addLevelScreen() {
    addShade(0.7)
    addHeading("Levels")
    let progress = source.content.progress
    let rows = progress.indices.map {
      ListItem(source.content.text(ofLevel: $0), isEnabled: source.content.isOpen(level: $0))
    }
    let list = ListControl(
      rows, selected: progress.indices.last(where: source.content.isOpen) ?? 0)
    let width: Float = isNarrow ? 880 : 780
    let height: Float = isNarrow ? 57 : 45
    if progress.contains(where: { !$0.isUnlocked }) {
      addLine(
        "locked", "Complete a level to unlock the next one", size: isNarrow ? 34 : 24,
        width: width, color: Self.pale)
      y += 8
    }
    let buttons = (buttonHeight + 8) * (source.hasEndlessLevels ? 2 : 1) + 8
    let room = Int((bottom - y - buttons) / height)
    add(
      .levelList, "", .list(list), width: width,
      height: height * Float(max(1, min(rows.count, Self.rowCount, room))))
    if source.hasEndlessLevels { add(.endless, "Endless", width: width) }
    add(.back, "Back", .button(ButtonControl(isCancel: true)), width: width)
    focus(ScreenControl.levelList.rawValue)
  }

  mutating func addSettingsScreen() {
    addShade(0.7)
    addHeading("Settings")
    let settings = source.content.settings
    let width: Float = isNarrow ? 820 : 620
    add(.volume, "Sound", .slider(SliderControl(value: settings.volume)), width: width)
    add(.music, "Music", .toggle(ToggleControl(isOn: settings.music)), width: width)
    add(
      .tilt, "Tilt sensitivity",
      .slider(
        SliderControl(
          value: settings.tiltSensitivity, in: PlayerSettings.tiltSensitivities, step: 0.25)),
      width: width)
    add(.fullscreen, "Full screen", .toggle(ToggleControl(isOn: settings.fullscreen)), width: width)
    add(.ghost, "Ghost: \(settings.ghost.title)", width: width)
    if !source.content.keys.isEmpty { add(.keys, "Keys", width: width) }
    add(.back, "Back", .button(ButtonControl(isCancel: true)), width: width)
    focus(ScreenControl.volume.rawValue)
  }

  mutating func addKeyScreen() {
    addShade(0.7)
    addHeading("Keys")
    let rows = source.content.keys.map { row in
      let isAwaited = row.meaning.isBound(with: source.content.awaitedKey)
      return ListItem(
        isAwaited ? "\(row.meaning.title): press a key …" : row.text, isEnabled: row.isEnabled)
    }
    let width: Float = isNarrow ? 820 : 620
    let height: Float = isNarrow ? 57 : 45
    add(
      .keyList, "", .list(ListControl(rows, selected: rows.firstIndex(where: \.isEnabled) ?? 0)),
      width: width,
      height: height * Float(max(1, min(rows.count, Self.rowCount))))
    add(.back, "Back", .button(ButtonControl(isCancel: true)), width: width)
    focus(ScreenControl.keyList.rawValue)
  }

  // MARK: Result

  /// Adds the result of a game below what the game says, with buttons for the pointer.
  mutating func addResult() {
    guard let result = source.content.result else { return }
    y = max(y, isNarrow ? -320 : -200)
    let top = y
    let width: Float = isNarrow ? 760 : 520
    y += 10
    for (index, line) in result.message.prefix(Self.maximumMessageCount).enumerated() {
      if index == 0 {
        addLine("message", line, size: isNarrow ? 60 : 44, width: width - 40)
      } else {
        addLine(
          "message\(index + 1)", line, size: isNarrow ? 38 : 28, width: width - 40,
          color: Self.pale)
      }
    }
    y += 8
    let score = ScreenContent.text(result.score, result.scoring)
    let name = result.scoring == .shortestTime ? "Time" : "Score"
    let text =
      switch result.place {
      case 1: "New best: \(score)"
      case let place?: "\(name): \(score), rank \(place)"
      case nil: "\(name): \(score)"
      }
    addLine("result", text, size: isNarrow ? 46 : 34, width: width - 40)
    y += 8
    let below = buttonHeight + 24 + (result.prompt.isEmpty ? 0 : lineHeight + 8)
    // The first row is that of the headings.
    let rows = Int((bottom - y - below) / lineAdvance) - 1
    let best = table(of: result, rows: max(0, min(rows, isNarrow ? 5 : 3)))
    if source.content.best.count == 1 {
      // A table of one row says nothing about another score.
      if result.place == nil, let only = source.content.best.first {
        let score = ScreenContent.text(only.score, result.scoring)
        addLine("best", "Best: \(score)", size: isNarrow ? 38 : 28, width: width, color: Self.pale)
        y += 8
      }
    } else if !best.isEmpty {
      addScores(best, scoring: result.scoring, width: width)
      y += 8
    }
    if !result.prompt.isEmpty {
      addLine("prompt", result.prompt, size: isNarrow ? 38 : 28, width: width - 40)
      y += 8
    }
    let row = y
    x = -width * 0.25
    add(.restart, "Restart", width: width * 0.5 - 12)
    (x, y) = (width * 0.25, row)
    add(.menu, "Menu", width: width * 0.5 - 12)
    x = 0
    addPanel("result", from: top, width: width, alpha: 0.85)
  }
}

extension ScreenLayout.Source {
  /// The game that is played, or demonstrated on the title screen.
  var game: Screens.GameInfo? {
    let index = Int(state.demo)
    let chosen = content.games.indices.contains(index) ? content.games[index] : nil
    return state.isInGame ? content.played ?? chosen : chosen
  }

  /// Whether that game has levels without an end.
  var hasEndlessLevels: Bool { game.map { content.endlessGames.contains($0.name) } ?? false }
}
