import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// The rules of the player's screens: which control leads to which screen, and what it demands of
/// the player.
final class ScreensGame: Game {
  static let name = "screens"
  static let title = "Screens"
  static let summary = "Title, pause, levels, settings and results of the player"

  struct State: GameState, Hashable {
    static let summary = "The current screen"
    /// The current screen.
    var screen = Screens.Screen.playing
    /// Whether a game is played or paused, rather than demonstrated.
    var isInGame = true
    /// The index of the game that is demonstrated.
    var demo: Int32 = 0

    init() {}

    var phaseName: String { screen.rawValue }
    var score: Int32 { 0 }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("screen", \.screen, "The current screen")
      p.property("isInGame", \.isInGame, "Whether a game is played or paused")
      p.property("demo", \.demo, "The index of the game that is demonstrated")
    }
  }

  var state = State()
  /// What is displayed, from the player.
  var content = ScreenContent()
  /// What the player has to do.
  var effects: [Screens.Effect] = []
  /// What the overlay was made of.
  private var shown: ScreenLayout.Source?
  /// The control that gets the focus when its screen is displayed again.
  private var nextFocus: ScreenControl?

  /// The game demonstrated on the title screen.
  var chosen: Screens.GameInfo? {
    content.games.indices.contains(Int(state.demo)) ? content.games[Int(state.demo)] : nil
  }

  // MARK: Display

  func update(_ session: Session) { refresh(session) }

  /// Makes the overlay again if anything that it shows has changed.
  func refresh(_ session: Session) {
    let aspect = session.input.aspect
    let old = session.scene.overlay
    let isSameScreen = shown?.state.screen == state.screen
    let source = ScreenLayout.Source(
      state: state, content: content, aspect: aspect, device: session.input.device,
      focus: isSameScreen ? old.focus : nextFocus?.rawValue ?? "")
    guard source != shown else { return }
    var new = ScreenLayout(source).overlay
    if isSameScreen { Self.carryOver(old, to: &new) }
    if let name = nextFocus?.rawValue,
      let index = new.controls.firstIndex(where: { $0.name == name })
    {
      new.setFocus(index)
    }
    nextFocus = nil
    shown = source
    session.scene.overlay = new
  }

  /// Keeps the focus and the selected rows of a screen that is made again.
  private static func carryOver(_ old: Overlay, to new: inout Overlay) {
    for control in old.controls {
      guard case .list(let list) = control.kind, let other = new[control: control.name],
        case .list(var rows) = other.kind
      else { continue }
      rows.selected = list.selected
      new[control: control.name]?.kind = .list(rows)
    }
    if let index = new.controls.firstIndex(where: { $0.name == old.focus }) { new.setFocus(index) }
    new.dragged = old.dragged
  }

  // MARK: Commands

  func perform(_ command: Screens.Command) {
    switch (state.screen, command) {
    case (.playing, _):
      state.screen = .paused
      effects.append(.pause)
    case (.paused, .back), (.paused, .pause): leaveMenu()
    case (.levels, .back), (.settings, .back): close()
    case (.keys, .back): close()
    case (.finale, .back), (.finale, .pause): leaveFinale()
    case (.finale, .focusLost), (.title, .back), (.title, .pause), (.levels, .pause),
      (.settings, .pause),
      (.title, .focusLost), (.paused, .focusLost), (.levels, .focusLost), (.settings, .focusLost),
      (.keys, .pause), (.keys, .focusLost):
      break
    }
  }

  private func resume() {
    state.screen = .playing
    effects.append(.resume)
  }

  /// Closes the menu of a game; after the last level, the game would only begin again.
  private func leaveMenu() {
    resume()
    if content.finale != nil, let end = content.end, end.isWon, !end.hasNextLevel {
      state.screen = .finale
    }
  }

  /// Returns from a screen to the one below it, with the focus on the button that led to it.
  private func close() {
    switch state.screen {
    case .keys: (state.screen, nextFocus) = (.settings, .keys)
    case .settings: (state.screen, nextFocus) = (menu, .settings)
    case .levels: (state.screen, nextFocus) = (menu, .levels)
    case .title, .playing, .paused, .finale: state.screen = menu
    }
  }

  /// The menu from which other screens are opened.
  private var menu: Screens.Screen { state.isInGame ? .paused : .title }

  func returnToTitle() {
    guard !content.games.isEmpty else { return }
    (state.screen, state.isInGame, content.played) = (.title, false, nil)
  }

  /// Goes to the title screen and its demo, or to the menu of the only game.
  private func leaveFinale() {
    guard content.games.isEmpty else { return press(.title) }
    state.screen = .paused
    effects.append(.pause)
  }

  /// The game that is played, or demonstrated on the title screen.
  private var game: Screens.GameInfo? { state.isInGame ? content.played ?? chosen : chosen }

  // MARK: Controls

  func didUse(_ event: ControlEvent, in session: Session) {
    switch event.kind {
    case .focused, .changed: change(event)
    case .pressed: press(event)
    }
    refresh(session)
  }

  private func change(_ event: ControlEvent) {
    switch ScreenControl(rawValue: event.name) {
    case .volume: content.settings.volume = event.value
    case .music: content.settings.music = event.isOn
    case .tilt: content.settings.tiltSensitivity = event.value
    case .fullscreen: content.settings.fullscreen = event.isOn
    case .games: if let row = event.row { demonstrate(row) }
    case .resume, .restart, .levels, .settings, .title, .quit, .back, .levelList, .menu,
      .keys, .keyList, .ghost, .next, .endless, .replay:
      return
    case nil:
      if let index = content.games.firstIndex(where: { $0.name == event.name }) {
        demonstrate(index)
      }
    }
    if event.kind == .changed, state.screen == .settings {
      effects.append(.settings(content.settings))
    }
  }

  private func press(_ event: ControlEvent) {
    guard let control = ScreenControl(rawValue: event.name) else {
      if let index = content.games.firstIndex(where: { $0.name == event.name }) {
        choose(game: index)
      }
      return
    }
    switch control {
    case .keyList:
      guard let row = event.row, content.keys.indices.contains(row) else { return }
      switch content.keys[row].meaning {
      case .action(let action): effects.append(.bindKey(action: action.name))
      case .command(let command): effects.append(.bindCommand(command))
      case .heading: break
      }
    case .levelList: if let row = event.row { choose(level: row) }
    case .games: if let row = event.row { choose(game: row) }
    case .resume, .restart, .levels, .settings, .title, .quit, .back, .menu, .next, .endless,
      .replay, .keys, .ghost, .volume, .music, .tilt, .fullscreen:
      press(control)
    }
  }

  /// Performs a button.
  private func press(_ control: ScreenControl) {
    switch control {
    case .resume: leaveMenu()
    case .restart:
      if state.screen == .paused { resume() }
      effects.append(.restart)
    case .next:
      resume()
      effects.append(.proceed)
    case .replay:
      guard let game else { return }
      (state.screen, content.finale) = (.playing, nil)
      effects.append(.play(game.name))
    case .endless: if let game { effects.append(.endless(game.name)) }
    case .levels:
      // The game goes on behind the finale.
      if state.screen == .finale { effects.append(.pause) }
      state.screen = .levels
    case .settings: state.screen = .settings
    case .title:
      returnToTitle()
      if let chosen { effects.append(.demo(chosen.name)) }
    case .menu: perform(.pause)
    case .quit: effects.append(.quit)
    case .back: close()
    case .keys: state.screen = .keys
    case .ghost: turn(control.rawValue, by: 1)
    case .keyList, .levelList, .games, .volume, .music, .tilt, .fullscreen: break
    }
  }

  /// Chooses the next or the previous value of the control with a name, if it is one of several.
  func turn(_ name: String, by direction: Int) {
    guard state.screen == .settings, name == ScreenControl.ghost.rawValue else { return }
    content.settings.ghost = content.settings.ghost.neighbor(direction)
    effects.append(.settings(content.settings))
  }

  private func demonstrate(_ index: Int) {
    guard content.games.indices.contains(index), index != Int(state.demo) else { return }
    state.demo = Int32(clamping: index)
    effects.append(.demo(content.games[index].name))
  }

  private func choose(game index: Int) {
    let isShown = index == Int(state.demo)
    state.demo = Int32(clamping: index)
    // Who has completed a level chooses where to go on; the progress is that of the shown game.
    if isShown, content.progress.count > 1, content.progress.contains(where: \.isCompleted) {
      return state.screen = .levels
    }
    (state.screen, state.isInGame, content.finale) = (.playing, true, nil)
    effects.append(.play(content.games[index].name))
  }

  /// Says why the selected level cannot be started, if it cannot.
  func explainLock(in session: Session) {
    guard state.screen == .levels,
      case .list(let list) = session.scene.overlay[control: ScreenControl.levelList.rawValue]?.kind,
      let row = list.selectedIndex, content.progress.indices.contains(row), row > 0,
      !content.isOpen(level: row)
    else { return }
    let before = content.progress[row - 1].level.title
    effects.append(
      .message("Level \(row + 1) is locked: complete level \(row), \(before), to unlock it"))
  }

  private func choose(level index: Int) {
    guard content.progress.indices.contains(index), content.isOpen(level: index), let game
    else { return }
    (state.screen, state.isInGame, content.finale) = (.playing, true, nil)
    effects.append(.play(game.name, level: content.progress[index].level.name))
  }
}

/// The names of the controls on the player's screens; the buttons of games have the games' names.
enum ScreenControl: String {
  case resume, restart, levels, settings, title, quit, back, menu, next, endless, replay
  case volume, music, tilt, fullscreen, ghost
  case levelList, games, keys, keyList
}
