import CaromContent
import CaromImages
import CaromRendering
import CaromSimulation

// Input handling: the game, the menus and the player commands.
extension PlayerLoop {
  /// Processes the events since the last frame.
  func processEvents() {
    let size = window.size
    let picture = Letterbox(picture: resolution.size(for: size), window: size)
    while let event = window.nextEvent() {
      if event == .quit { isFinished = true }
      handle(event, picture)
    }
    for event in pending.events { session.send(event) }
    pending = CoalescedEvents()
  }

  private func handle(_ event: WindowEvent, _ picture: Letterbox) {
    switch event {
    case .focus(false), .padConnected(false, _):
      if pausesOnFocusLoss { perform(.focusLost) }
    case .quit, .key, .pointerMoved, .pointerButton, .wheel, .resized, .focus, .padAxis, .padButton,
      .padConnected, .acceleration, .touch:
      break
    }
    if let command = translator.command(for: event) { return execute(command) }
    if screens.screen != .playing, let action = translator.action(for: event) {
      return perform(menuAction(action, picture))
    }
    for input in translator.events(for: event, in: picture) {
      // A menu consumes presses; releases reach the game, or a key would stay down. Behind the
      // title screen only the bot plays.
      let isPassed =
        switch screens.screen {
        case .playing: true
        case .paused: input.isPassive
        case .title: input.isViewport
        case .levels: screens.isInGame ? input.isPassive : input.isViewport
        }
      if isPassed { pending.add(input) }
    }
  }

  private func menuAction(_ action: InputTranslator.MenuAction, _ picture: Letterbox)
    -> Screens.Action
  {
    switch action {
    case .up: .up
    case .down: .down
    case .choose: .choose
    case .back: .back
    case .point(let x, let y):
      .point(
        ScreenOverlay.line(
          at: picture.normalized(x: x, y: y).y, in: (picture.width, picture.height), of: screens)
          ?? -1)
    }
  }

  /// Performs a menu action.
  private func perform(_ action: Screens.Action) {
    updateLevelMenu()
    for effect in screens.take(action) {
      switch effect {
      case .demo(let game): open(game, isDemo: true)
      case .play(let game, let level): open(game, level, isDemo: false)
      case .pause: pending.add(.command(.pause))
      case .resume: pending.add(.command(.resume))
      case .restart: restart()
      case .quit: isFinished = true
      }
      sound?.play("menu", gain: 0.5)
    }
  }

  private func restart() {
    pending.add(.command(.restart))
    startTick = session.tick
  }

  private func open(_ game: String, _ level: String? = nil, isDemo: Bool) {
    guard let loadGame else { return }
    do { show(try loadGame(game, level, isDemo)) } catch {
      screens.returnToTitle()
      notify("\(error)")
    }
  }

  /// Executes a player command.
  private func execute(_ command: PlayerCommand) {
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
      guard let sound else { return notify("sound is not available") }
      sound.isMuted.toggle()
      notify(sound.isMuted ? "sound off" : "sound on")
    case .level:
      notify(translator.level() ? "motion sensor calibrated" : "no motion sensor")
    case .reload:
      if playedGame.watch == nil { return notify("the scene was not loaded from a file") }
      if reload() {
        notify("scene files reloaded")
      } else if playedGame.watch?.message == nil {
        notify("scene files unchanged")
      }
    case .music:
      guard let sound else { return notify("sound is not available") }
      sound.playsMusic.toggle()
    case .fullscreen: setFullscreen(!isFullscreen)
    case .screenshot: takeScreenshot()
    case .nothing: break
    }
  }

  /// Enters or leaves fullscreen mode.
  func setFullscreen(_ fills: Bool = true) {
    guard window.setFullscreen(fills) else { return notify("fullscreen mode is not available") }
    isFullscreen = fills
  }

  private func toggleRecording() {
    if let recording = playedGame.recording {
      let path = recording.path
      let problem = finishRecording()
      return notify(problem ?? "recorded to \(path)")
    }
    guard let userData, playedGame.bot == nil else { return notify("no game to record") }
    let path = userData.availablePath(
      "recordings", type(of: session.game).name, "replay.jsonl")
    do { try playedGame.record(into: path) } catch { notify("\(error)") }
  }

  /// Ends the recording, also when the window is lost; returns an error of its file, if any.
  @discardableResult func finishRecording() -> String? { playedGame.finishRecording() }

  /// Saves the last completed tick at the size of the window, without menus and messages.
  private func takeScreenshot() {
    guard let userData else { return notify("no folder for screenshots") }
    let size = window.size
    let (width, height) = (
      min(size.width, Renderer.maximumSide), min(size.height, Renderer.maximumSide)
    )
    let path = userData.availablePath("screenshots", type(of: session.game).name, "png")
    do {
      let picture = renderer.render(playedGame.frames.current, width: width, height: height)
      try UserData.write(try picture.encodedPNG(), to: path)
      notify(path)
    } catch { notify("\(error)") }
  }
}
