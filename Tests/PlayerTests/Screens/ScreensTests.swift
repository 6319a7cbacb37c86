import Carom
import CaromGames
import CaromPlayer
import Testing

@Suite("Screens")
struct ScreensTests {
  private let games = ([MarbleMaze.self, BrickBreaker.self] as [any Game.Type])
    .map(Screens.GameInfo.init)

  private func press(_ keys: KeyCode..., on screens: Screens) -> [Screens.Effect] {
    for key in keys { screens.send(.press(key)) }
    return screens.takeEffects()
  }

  private func perform(_ command: Screens.Command, on screens: Screens) -> [Screens.Effect] {
    screens.perform(command)
    return screens.takeEffects()
  }

  private func names(_ screens: Screens) -> [String] {
    screens.session.scene.overlay.controls.map(\.text)
  }

  private func focus(_ screens: Screens) -> String { screens.session.scene.overlay.focus }

  @Test("The title screen demonstrates the selected game, starts it, and quits with its last item")
  func title() {
    let screens = Screens(games: games)
    #expect(screens.screen == .title)
    #expect(names(screens) == ["Marble Maze", "Brick Breaker", "Settings", "Quit"])
    #expect(press(.down, on: screens) == [.demo("brick-breaker")])
    #expect(press(.down, .down, on: screens) == [])
    #expect(press(.enter, on: screens) == [.quit])
    #expect(press(.up, .up, on: screens) == [], "the game shown is still the last chosen one")
    #expect(press(.enter, on: screens) == [.play("brick-breaker")])
    #expect(screens.screen == .playing && names(screens).isEmpty && focus(screens).isEmpty)
  }

  @Test("A game without levels of its own is not on the title screen")
  func titles() {
    let names = Screens.GameInfo.titles(of: GameList.all).map(\.name)
    #expect(names == ["marble-maze", "brick-breaker", "pinball"])
    #expect(GameList.game(named: "rules") != nil)
  }

  @Test("A game is paused by key, menu or loss of focus, and resumes where it was")
  func pause() {
    for command: Screens.Command in [.back, .pause, .focusLost] {
      let screens = Screens()
      #expect(perform(command, on: screens) == [.pause])
      #expect(screens.screen == .paused && focus(screens) == "resume")
      #expect(perform(.focusLost, on: screens) == [], "twice is once")
      let effects =
        command == .focusLost ? press(.space, on: screens) : perform(command, on: screens)
      #expect(effects == [.resume] && screens.screen == .playing)
    }
  }

  @Test("The menu of a game restarts it, returns to the title screen, or quits")
  func menu() {
    let screens = Screens(games: games)
    _ = press(.enter, on: screens)
    _ = perform(.back, on: screens)
    #expect(names(screens) == ["Resume", "Restart", "Settings", "Games", "Quit"])
    #expect(press(.down, .enter, on: screens) == [.resume, .restart])
    _ = perform(.back, on: screens)
    #expect(press(.up, on: screens) == [] && focus(screens) == "quit")
    #expect(press(.up, .enter, on: screens) == [.demo("marble-maze")])
    #expect(screens.screen == .title)
    let single = Screens()
    _ = perform(.back, on: single)
    #expect(names(single) == ["Resume", "Restart", "Settings", "Quit"])
    #expect(press(.up, .enter, on: single) == [.quit])
  }

  @Test("The menu of a game lists its levels, and starts those that are unlocked")
  func levels() throws {
    let screens = Screens(played: Screens.GameInfo(Hills.self))
    screens.progress = try Hills.progress(completed: 2)
    _ = perform(.pause, on: screens)
    #expect(names(screens) == ["Resume", "Restart", "Levels", "Settings", "Quit"])
    #expect(press(.down, .down, .enter, on: screens) == [] && screens.screen == .levels)
    let locked = "Level 4 is locked: complete level 3, Hill 3, to unlock it"
    #expect(press(.down, .enter, on: screens) == [.message(locked)] && screens.screen == .levels)
    #expect(press(.escape, on: screens) == [] && screens.screen == .paused)
    // The focus is on the button that led to the levels.
    _ = press(.enter, on: screens)
    #expect(press(.up, .enter, on: screens) == [.play("hills", level: "hill2")])
    #expect(screens.screen == .playing)
  }

  @Test("The title screen offers the levels once one is completed")
  func levelsOfTitle() throws {
    let screens = Screens(games: [Screens.GameInfo(Hills.self)])
    screens.progress = try Hills.progress(completed: 0)
    #expect(press(.enter, on: screens) == [.play("hills")])
    let later = Screens(games: [Screens.GameInfo(Hills.self)])
    later.progress = try Hills.progress(completed: 1)
    #expect(press(.enter, on: later) == [] && later.screen == .levels)
    #expect(perform(.back, on: later) == [] && later.screen == .title)
    _ = press(.enter, on: later)
    #expect(press(.enter, on: later) == [.play("hills", level: "hill2")])
  }

  @Test("The settings screen offers the ghosts one after the other, and keeps its focus")
  func ghost() throws {
    let screens = Screens()
    _ = perform(.pause, on: screens)
    screens.open(.settings)
    var settings = PlayerSettings()
    #expect(names(screens).contains("Ghost: none"))
    #expect(press(.down, .down, .down, .down, on: screens) == [] && focus(screens) == "ghost")
    for (ghost, title) in [(GhostSetting.best, "best run"), (.bot, "bot"), (.none, "none")] {
      settings.ghost = ghost
      #expect(press(.enter, on: screens) == [.settings(settings)])
      #expect(names(screens).contains("Ghost: \(title)") && focus(screens) == "ghost")
    }
  }

  /// Sliders and switches beside it did so, and it did nothing.
  @Test("Left and right choose the ghost, by keys, directional pad and stick")
  func ghostSideways() {
    let screens = Screens()
    _ = perform(.pause, on: screens)
    screens.open(.settings)
    #expect(press(.left, on: screens).count == 1 && screens.settings.ghost == .none, "the volume")
    _ = press(.down, .down, .down, .down, on: screens)
    #expect(focus(screens) == "ghost")
    _ = press(.right, on: screens)
    #expect(screens.settings.ghost == .best)
    _ = press(.left, .left, on: screens)
    #expect(screens.settings.ghost == .bot)
    screens.send(.button(ButtonInput(button: .padRight, isDown: true)))
    #expect(screens.settings.ghost == .none)
    for value in [0.3, -0.6, -1, 0] as [Float] { screens.send(.axis(.leftX, value)) }
    #expect(screens.settings.ghost == .bot && focus(screens) == "ghost")
    #expect(screens.takeEffects().last == .settings(screens.settings))
  }

  /// They were marked as locked, and that was all.
  @Test("The screen of levels says how locked ones are unlocked")
  func locked() throws {
    let screens = Screens(played: Screens.GameInfo(Hills.self))
    func text() -> String? { screens.session.scene.overlay[label: "locked"]?.text }
    screens.progress = try Hills.progress(completed: 2)
    screens.open(.levels)
    #expect(text() == "Complete a level to unlock the next one")
    screens.progress = try Hills.progress(completed: 10)
    screens.refresh()
    #expect(text() == nil)
  }

  @Test("A program of many games lists them")
  func manyGames() {
    let many = (0..<9).map { _ in games }.joined().enumerated().map { index, game in
      var game = game
      game.name += "\(index)"
      return game
    }
    let screens = Screens(games: many)
    #expect(press(.down, .down, on: screens) == [.demo(many[1].name), .demo(many[2].name)])
    #expect(press(.enter, on: screens) == [.play(many[2].name)])
  }

  @Test("Any sequence of keys, commands and positions leaves a usable screen")
  func anything() throws {
    let keys: [KeyCode] = [
      .up, .down, .left, .right, .enter, .space, .escape, .tab, .backspace, .a,
    ]
    let commands: [Screens.Command] = [.back, .pause, .focusLost]
    let progress = try (0...10).map { try Hills.progress(completed: $0) } + [[]]
    for list in [games, []] {
      let screens = Screens(games: list, played: games[0])
      var random = RandomStream(seed: 3)
      for _ in 0..<5_000 {
        screens.progress = progress[random.int(below: progress.count)]
        switch random.int(below: 4) {
        case 0: screens.perform(commands[random.int(below: 3)])
        case 1: screens.send(.pointer(.pressed, x: random.float(), y: random.float()))
        default: screens.send(.press(keys[random.int(below: keys.count)]))
        }
        _ = screens.takeEffects()
        let overlay = screens.session.scene.overlay
        #expect((overlay.focusIndex == nil) == (screens.screen == .playing))
      }
    }
  }
}
