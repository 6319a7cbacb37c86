public import CaromProperties
import CaromSceneGraph
public import CaromSimulation

/// The player's own screens: title, pause, levels, settings and results.
///
/// They are a session of their own, with a scene that has only an overlay. Their buttons are
/// controls like those of any game, so tests drive them with a `GameDriver`,
/// locators and feature files. The session of the game does not know of them.
public final class Screens {
  /// A screen.
  public enum Screen: String, EnumName, Sendable {
    /// The title screen, with a demo by a bot in the background.
    case title
    /// The game without a menu, with the result once it is over.
    case playing
    /// The paused game behind a menu.
    case paused
    /// The levels of a game, behind which it is paused or demonstrated.
    case levels
    /// Sound, music, tilt, full screen and ghost.
    case settings
    /// The keys of the game's actions.
    case keys
    /// The end of the game after its last level.
    case finale
  }

  /// What keys and devices demand besides the controls on screen.
  public enum Command: Hashable, Sendable {
    /// Goes back; opens or closes the menu of a game.
    case back
    /// Pauses or resumes a game.
    case pause
    /// The window lost focus, or a gamepad was disconnected.
    case focusLost
  }

  /// An effect on the player and its game.
  public enum Effect: Hashable, Sendable {
    /// Start a demo of a game behind the title screen.
    case demo(String)
    /// Start a game, in a level or in the first one.
    case play(String, level: String? = nil)
    /// Pause or resume the game.
    case pause, resume
    /// Restart the game.
    case restart
    /// Leave the result of a level, which the next one follows.
    case proceed
    /// Start levels of a game without an end.
    case endless(String)
    /// Bind the next key that is pressed to an action of the game.
    case bindKey(action: String)
    /// Bind the next key that is pressed to a command of the player.
    case bindCommand(PlayerCommand)
    /// Apply and save settings.
    case settings(PlayerSettings)
    /// Show a message as long as its screen is shown, for a few seconds at most.
    case message(String)
    /// Quit the program.
    case quit
  }

  /// The names of a game for the title screen.
  public struct GameInfo: Hashable, Sendable {
    /// The identifier in files.
    public var name: String
    /// The title.
    public var title: String
    /// The description.
    public var summary: String
    /// The meaning of the score.
    public var scoring: Scoring

    /// Reads the names of a game.
    public init(_ game: any Game.Type) {
      (name, title, summary) = (game.name, game.title, game.summary)
      scoring = game.scoring
    }

    /// The games of the title screen: those with levels, which can be started without a file.
    package static func titles(of games: [any Game.Type]) -> [GameInfo] {
      games.filter { !$0.levels.isEmpty }.map(GameInfo.init)
    }
  }

  /// The session whose overlay shows the screens.
  public let session: Session
  private let game: ScreensGame
  /// What a pointer is pressed on; nil for nothing that waits for its release.
  private var pressed: PointerTarget?

  /// Creates the title screen for games, or starts in a game.
  ///
  /// - Parameters:
  ///   - games: The games on the title screen.
  ///   - title: The title of the program.
  ///   - subtitle: The line below it.
  ///   - played: The game to start in; its menu leads to the title screen, if there are games. Nil
  ///     starts with the title screen.
  public init(
    games: [GameInfo] = [], title: String = "", subtitle: String = "", played: GameInfo? = nil
  ) {
    let game = ScreensGame()
    game.content.games = games
    (game.content.title, game.content.subtitle) = (title, subtitle)
    game.content.played = played
    game.state.isInGame = games.isEmpty || played != nil
    game.state.screen = game.state.isInGame ? .playing : .title
    let index = games.firstIndex { $0.name == played?.name }
    game.state.demo = Int32(clamping: index ?? 0)
    self.game = game
    do { session = try Session(scene: Scene(), game: game) } catch {
      preconditionFailure("The screens need no nodes: \(error)")
    }
    refresh()
  }

  /// What the screens display; ``refresh()`` shows changes.
  package var content: ScreenContent {
    get { game.content }
    set { game.content = newValue }
  }

  /// The levels of the game on screen and what its player has achieved; empty if it has none.
  ///
  /// With several levels, the menu of the game lists them, as does the title screen once one is
  /// completed.
  public var progress: [LevelProgress] {
    get { content.progress }
    set { content.progress = newValue }
  }
  /// The settings that the settings screen shows.
  public var settings: PlayerSettings {
    get { content.settings }
    set { content.settings = newValue }
  }

  /// The current screen.
  public var screen: Screen { game.state.screen }
  /// Whether a game is played or paused, rather than demonstrated.
  public var isInGame: Bool { game.state.isInGame }
  /// The games on the title screen; empty if only one game is played.
  public var games: [GameInfo] { content.games }
  /// The game demonstrated on the title screen.
  public var chosen: GameInfo? { game.chosen }

  /// Applies an input event to the controls on screen.
  ///
  /// A pointer presses a button or a row when it is released on it, unless it has left it before;
  /// sliders follow it at once.
  public func send(_ event: InputEvent) {
    if case .pointer(let pointer) = event, pointer.isPrimary, hold(pointer) { return }
    let isInList =
      screen == .levels && session.scene.overlay.focus == ScreenControl.levelList.rawValue
    let direction = event.sideways(after: session.input)
    apply([event])
    if isInList, event.activates { game.explainLock(in: session) }
    guard direction != 0 else { return }
    game.turn(session.scene.overlay.focus, by: direction)
    refresh()
  }

  private func apply(_ events: [InputEvent]) {
    events.forEach { session.send($0) }
    session.step()
  }

  /// Whether a pointer event belongs to a control, also while a game is played.
  func takes(_ event: InputEvent) -> Bool {
    guard case .pointer(let pointer) = event else { return false }
    guard pointer.phase == .pressed else { return pointer.isPrimary && pressed != nil }
    return session.scene.overlay.controlIndex(
      at: pointer.position, aspect: session.input.aspect) != nil
  }

  // MARK: Pointers

  /// Waits for the release of a press.
  ///
  /// - Returns: Whether the event is part of such a press.
  private func hold(_ pointer: PointerInput) -> Bool {
    let target = PointerTarget(at: pointer.position, on: self)
    var motion = pointer
    motion.phase = .moved
    switch pointer.phase {
    case .pressed:
      pressed = target
      guard target != nil else { return false }
      apply([.pointer(motion)])
    case .moved:
      guard let pressed else { return false }
      guard pressed == target else {
        self.pressed = nil
        return false
      }
      apply([])
    case .released:
      guard let pressed else { return false }
      self.pressed = nil
      guard pressed == target else {
        apply([.pointer(motion)])
        return true
      }
      var press = pointer
      press.phase = .pressed
      let isRow = pressed.control == ScreenControl.levelList.rawValue
      apply([.pointer(press), .pointer(pointer)])
      if isRow { game.explainLock(in: session) }
    }
    return true
  }

  /// Performs a command.
  public func perform(_ command: Command) {
    game.perform(command)
    refresh()
  }

  /// Opens a screen.
  package func open(_ screen: Screen) {
    game.state.screen = screen
    refresh()
  }

  /// Opens the screen after the last level.
  package func finish(_ finale: ScreenContent.Finale) {
    content.finale = finale
    open(.finale)
  }

  /// Shows a game that was started from a menu.
  func showGame() {
    game.state.isInGame = true
    open(.playing)
  }

  /// Returns to the title screen, if there is one, for example if a game could not be started.
  public func returnToTitle() {
    game.returnToTitle()
    refresh()
  }

  /// Shows changes of what is displayed.
  public func refresh() { game.refresh(session) }

  /// Removes and returns the effects since the last call, in order.
  public func takeEffects() -> [Effect] {
    defer { game.effects = [] }
    return game.effects
  }
}

extension InputEvent {
  /// Whether the event presses what has the focus in a menu.
  fileprivate var activates: Bool {
    switch self {
    case .key(let key): key.isDown && [.enter, .space].contains(key.code)
    case .button(let button): button.isDown && [.a, .start].contains(button.button)
    case .axis, .pointer, .wheel, .text, .tilt, .viewport, .command, .set: false
    }
  }

  /// The direction in which the event goes in a menu.
  ///
  /// - Parameter input: The state of the devices before the event.
  /// - Returns: 1 to the right, -1 to the left, otherwise 0.
  fileprivate func sideways(after input: InputState) -> Int {
    switch self {
    case .key(let key) where key.isDown:
      return [.right, .d].contains(key.code) ? 1 : [.left, .a].contains(key.code) ? -1 : 0
    case .button(let button) where button.isDown:
      return button.button == .padRight ? 1 : button.button == .padLeft ? -1 : 0
    case .axis(let axis) where axis.axis == .leftX:
      guard abs(input.leftStick.x) < 0.5, abs(axis.value) >= 0.5 else { return 0 }
      return axis.value > 0 ? 1 : -1
    case .key, .button, .axis, .pointer, .wheel, .text, .tilt, .viewport, .command, .set: return 0
    }
  }
}
