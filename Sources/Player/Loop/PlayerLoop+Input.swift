import CaromContent
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation

// Input handling: the game, the menus and the player commands.
extension PlayerLoop {
  /// Processes the events since the last frame.
  func processEvents() {
    let size = window.size
    // Effects of presses that did not come from the window, as in tests.
    performEffects()
    let picture = Letterbox(picture: size, window: size)
    while let event = window.nextEvent() {
      if event == .quit { isFinished = true }
      handle(event, picture)
    }
    followPointer()
    sendPending()
  }

  private func handle(_ event: WindowEvent, _ picture: Letterbox) {
    switch event {
    case .focus(false), .padConnected(false, _):
      if pausesOnFocusLoss { perform(.focusLost) }
    case .exposed: presented = nil
    case .quit, .key, .pointerMoved, .pointerButton, .wheel, .resized, .focus, .padAxis, .padButton,
      .padConnected, .acceleration, .touch, .text:
      break
    }
    if bindAwaitedKey(to: event) || toolsTake(event, picture) { return }
    if let command = translator.command(for: event), !isTyped(event) { return execute(command) }
    for input in translator.events(for: event, in: picture) { route(input) }
  }

  /// Sends an event to the screens or to the game.
  private func route(_ input: InputEvent) {
    // Releases reach the game also from behind a menu, or a key would stay down. A bot plays alone.
    let isPassed: Bool
    let isMenu = screens.screen != .playing
    if isMenu || playedGame.bot != nil {
      isPassed =
        input.isViewport || (screens.isInGame && playedGame.bot == nil && input.isPassive)
    } else {
      isPassed = !screens.takes(input)
    }
    if isMenu || input.isViewport || !isPassed { send(toScreens: input) }
    if isPassed { pending.add(aimed(input)) }
  }

  private func send(toScreens input: InputEvent) {
    updateScreens()
    screens.send(input)
    if !screens.session.controlEvents.isEmpty { sound?.play("menu", gain: 0.5) }
    performEffects()
  }

  /// Whether the key of an event writes text in a field, so that it is no command.
  private func isTyped(_ event: WindowEvent) -> Bool {
    guard case .key(let key, _, _) = event, let code = KeyName(key)?.code, code != .escape else {
      return false
    }
    let overlay = session.scene.overlay
    guard screens.screen == .playing, let index = overlay.focusIndex,
      case .textField = overlay.controls[index].kind
    else { return false }
    return true
  }

  /// Performs a command of the screens.
  private func perform(_ command: Screens.Command) {
    updateScreens()
    screens.perform(command)
    performEffects()
  }

  /// Performs what the screens demand.
  func performEffects() {
    for effect in screens.takeEffects() {
      switch effect {
      case .demo(let game): demonstrate(game)
      case .play(let game, let level): open(game, level, isDemo: false)
      case .pause: pending.add(.command(.pause))
      case .resume: pending.add(.command(.resume))
      case .restart: restart()
      case .proceed: [.press(.enter), .release(.enter)].forEach { pending.add($0) }
      case .endless(let game): openEndless(game)
      case .settings(let settings): apply(settings, isSaved: true)
      case .bindKey(let name):
        awaitedKey = keyRows().map(\.meaning).first {
          if case .action(let action) = $0 { action.name == name } else { false }
        }
      case .bindCommand(let command): awaitedKey = .command(command)
      case .message(let text): notify(text, on: screens.screen)
      case .quit: isFinished = true
      }
    }
  }

  /// Binds the action or command that waits for a key; Escape cancels, and Backspace restores the
  /// default keys.
  ///
  /// - Returns: Whether the event is that of the key.
  private func bindAwaitedKey(to event: WindowEvent) -> Bool {
    guard let meaning = awaitedKey, screens.screen == .keys else {
      awaitedKey = nil
      return false
    }
    guard case .key(let key, isDown: true, isRepeated: false) = event, let name = KeyName(key)
    else { return false }
    awaitedKey = nil
    guard name != .escape else { return true }
    // What it says about an earlier key may no longer be so.
    if notification?.screen == .keys { notification = nil }
    let affected = gamesWithKeys.map { $0.actions }.filter { meaning.isMeant(among: $0) }
    let before = affected.compactMap { translator.keys.title(of: name, in: $0) }
      .first { $0 != meaning.title }
    switch meaning {
    case .action(let action) where name == .backspace: translator.keys.unbind(action)
    case .command(let command) where name == .backspace: translator.keys.unbind(command)
    case .action(let action):
      translator.keys.bind(name, to: action, among: Array(affected.joined()))
    case .command(let command): translator.keys.bind(name, to: command)
    case .heading: return true
    }
    if name != .backspace, let before {
      let row = keyRows().first { $0.meaning.title == before }
      let rest = row.map { $0.keys.isEmpty ? "which has no key now" : "which still has \($0.keys)" }
      notify("\(name.displayName) meant \(before)" + (rest.map { ", \($0)" } ?? ""), on: .keys)
    }
    if let keyFile {
      do { try translator.keys.save(keyFile) } catch { notify("\(error)") }
    }
    return true
  }

  /// Applies settings, and saves them if the player changed them.
  package func apply(_ settings: PlayerSettings, isSaved: Bool) {
    screens.settings = settings
    sound?.volume = settings.volume
    sound?.playsMusic = settings.music
    translator.tiltSensitivity = settings.tiltSensitivity
    if settings.fullscreen != isFullscreen { setFullscreen(settings.fullscreen) }
    if settings.ghost != runs.ghostSetting {
      runs.ghostSetting = settings.ghost
      race(against: settings.ghost.choice)
    }
    guard isSaved, let settingsFile else { return }
    do { try settings.save(settingsFile) } catch { notify("\(error)") }
  }

  private func restart() {
    pending.add(.command(.restart))
    startTick = session.tick
  }

  /// Executes a player command.
  func execute(_ command: PlayerCommand) {
    switch command {
    case .menu: perform(.back)
    case .pause: perform(.pause)
    case .restart:
      if screens.screen == .playing { restart() }
    case .debug:
      debugLevel = (debugLevel + 1) % 3
      applyDebugging()
    case .record: toggleRecording()
    case .mute:
      guard let sound else { return notify("Sound is not available") }
      sound.isMuted.toggle()
      notify(sound.isMuted ? "Sound off" : "Sound on")
    case .level:
      notify(translator.level() ? "Motion sensor calibrated" : "No motion sensor")
    case .reload:
      if playedGame.watch == nil { return notify("The scene was not loaded from a file") }
      if reload() {
        notify("Scene files reloaded")
      } else if playedGame.watch?.message == nil {
        notify("Scene files unchanged")
      }
    case .music:
      guard let sound else { return notify("Sound is not available") }
      sound.playsMusic.toggle()
      screens.settings.music = sound.playsMusic
    case .fullscreen: setFullscreen(!isFullscreen)
    case .screenshot: takeScreenshot()
    case .nothing: break
    case .freeCamera, .frameNode, .copyPath, .holdTime, .stepForward, .stepBack, .secondForward,
      .secondBack, .slower, .faster, .playFromHere:
      execute(tool: command)
    }
  }

  /// Enters or leaves fullscreen mode.
  func setFullscreen(_ fills: Bool = true) {
    if window.setFullscreen(fills) {
      isFullscreen = fills
    } else {
      notify("Fullscreen mode is not available")
    }
    screens.settings.fullscreen = isFullscreen
  }

  private func toggleRecording() {
    if let recording = playedGame.recording {
      let path = recording.path
      let problem = finishRecording()
      return notify(problem ?? "Recorded to \(path)")
    }
    guard let userData, playedGame.bot == nil else { return notify("No game to record") }
    let path = userData.availablePath(
      "recordings", type(of: session.game).name, "replay.jsonl")
    do { try playedGame.record(into: path) } catch { notify("\(error)") }
  }

  /// Ends the recording, also when the window is lost; returns an error of its file, if any.
  @discardableResult func finishRecording() -> String? { playedGame.finishRecording() }

  /// Saves the last completed tick at the size of the window, without menus and messages.
  private func takeScreenshot() {
    guard let userData else { return notify("No folder for screenshots") }
    let size = window.size
    let (width, height) = (
      min(size.width, Renderer.maximumSide), min(size.height, Renderer.maximumSide)
    )
    let path = userData.availablePath("screenshots", type(of: session.game).name, "png")
    do {
      // The image that tests and `carom render` make of the tick.
      renderer.samples = 1
      let picture = renderer.render(playedGame.frames.current, width: width, height: height)
      try UserData.write(try picture.encodedPNG(), to: path)
      notify("Saved to \(path)")
    } catch { notify("\(error)") }
  }
}
