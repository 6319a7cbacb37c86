import CaromContent
import CaromImages
import CaromRendering
import CaromSimulation

// What the player's hands do: to the game, to the menus, and to the player itself.
extension PlayerLoop {
  /// Takes the events since the last frame.
  func processEvents() {
    let size = window.size
    let picture = Letterbox(picture: resolution.size(for: size), window: size)
    while let event = window.nextEvent() {
      if event == .quit { isFinished = true }
      take(event, picture)
    }
    for event in pending.events { session.send(event) }
    pending = CoalescedEvents()
  }

  private func take(_ event: WindowEvent, _ picture: Letterbox) {
    switch event {
    case .focus(false), .padConnected(false, _):
      if pausesOnFocusLoss { act(.focusLost) }
    default: break
    }
    if let command = controls.command(for: event) { return execute(command) }
    if screens.screen != .playing, let action = controls.action(for: event) {
      return act(menuAction(action, picture))
    }
    for input in controls.events(for: event, in: picture) {
      // A menu takes what begins; what ends must reach the game, or a key would stay down. Behind the
      // title plays nobody but the bot.
      let isTaken =
        switch screens.screen {
        case .playing: true
        case .paused: input.isPassive
        case .title: input.isViewport
        }
      if isTaken { pending.add(input) }
    }
  }

  private func menuAction(_ action: Controls.MenuAction, _ picture: Letterbox) -> Screens.Action {
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

  /// Does what a menu asks for.
  private func act(_ action: Screens.Action) {
    for effect in screens.take(action) {
      switch effect {
      case .demo(let game): open(game, isDemo: true)
      case .play(let game): open(game, isDemo: false)
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

  private func open(_ game: String, isDemo: Bool) {
    guard let loadGame else { return }
    do { show(try loadGame(game, isDemo)) } catch {
      screens.returnToTitle()
      notify("\(error)")
    }
  }

  /// Does what a key asks of the player.
  private func execute(_ command: PlayerCommand) {
    switch command {
    case .menu: act(.back)
    case .pause: act(.pause)
    case .restart:
      if screens.screen == .playing { restart() }
    case .debug:
      debugLevel = (debugLevel + 1) % 3
      applyDebugging()
    case .record: toggleRecording()
    case .mute:
      guard let sound else { return notify("there is no sound") }
      sound.isMuted.toggle()
      notify(sound.isMuted ? "sound off" : "sound on")
    case .level:
      notify(controls.level() ? "held so, it is level" : "there is no motion sensor")
    case .reload:
      if playedGame.watch == nil { return notify("this scene comes from no file") }
      if reload() {
        notify("the scene's files are taken")
      } else if playedGame.watch?.message == nil {
        notify("the scene's files have not changed")
      }
    case .music:
      guard let sound else { return notify("there is no sound") }
      sound.playsMusic.toggle()
    case .fullscreen: setFullscreen(!isFullscreen)
    case .screenshot: takeScreenshot()
    case .nothing: break
    }
  }

  /// Fills the screen with the window, or gives it back.
  func setFullscreen(_ fills: Bool = true) {
    guard window.setFullscreen(fills) else { return notify("the window cannot change its size") }
    isFullscreen = fills
  }

  private func toggleRecording() {
    if let recording = playedGame.recording {
      let path = recording.path
      let problem = finishRecording()
      return notify(problem ?? "recorded into \(path)")
    }
    guard let userData, playedGame.bot == nil else { return notify("nothing is played to record") }
    let path = userData.availablePath(
      "recordings", type(of: session.game).name, "replay.jsonl")
    do { try playedGame.record(into: path) } catch { notify("\(error)") }
  }

  /// Ends a recording, also when the window is lost; what went wrong with its file, if anything did.
  @discardableResult func finishRecording() -> String? { playedGame.finishRecording() }

  /// Draws the last completed tick at the window's size, without menus and messages.
  private func takeScreenshot() {
    guard let userData else { return notify("there is no folder for screenshots") }
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
