import Carom
import CaromPlayer
import Foundation
import Testing

@Suite("Level menu")
struct LevelMenuTests {
  private let info = Screens.GameInfo(Hills.self)

  @Test("The menu of a game lists its levels, and starts those that are unlocked")
  func paused() throws {
    var screens = Screens(played: info)
    screens.progress = try Hills.progress(completed: 2)
    _ = screens.take(.pause)
    #expect(screens.lines == ["Resume", "Restart", "Levels", "Quit"])
    #expect(screens.take(.point(2)) == [] && screens.screen == .levels)
    #expect(screens.lines.count == 11 && screens.lines.last == "Back")
    #expect(
      screens.lines.prefix(4) == ["Hill 1 (done)", "Hill 2 (done)", "Hill 3", "Hill 4 (locked)"])
    #expect(screens.line == 2, "the last unlocked level is selected")
    #expect(screens.take(.point(3)) == [] && screens.screen == .levels, "it is locked")
    #expect(screens.take(.back) == [] && screens.screen == .paused && screens.line == 2)
    _ = screens.take(.choose)
    #expect(screens.take(.point(1)) == [.play("hills", level: "hill2")])
    #expect(screens.screen == .playing)
  }

  @Test("The title screen offers the levels once one is completed")
  func title() throws {
    var screens = Screens(games: [info])
    screens.progress = try Hills.progress(completed: 0)
    #expect(screens.take(.choose) == [.play("hills")])
    screens = Screens(games: [info])
    screens.progress = try Hills.progress(completed: 1)
    #expect(screens.take(.choose) == [] && screens.screen == .levels && screens.line == 1)
    #expect(screens.take(.point(10)) == [] && screens.screen == .title)
    _ = screens.take(.choose)
    #expect(screens.take(.choose) == [.play("hills", level: "hill2")])
    _ = screens.take(.back)
    #expect(screens.lines.contains("Levels"))
    #expect(screens.take(.point(3)) == [.demo("hills")] && screens.screen == .title)
  }

  @Test("A game with one level has no level menu")
  func single() throws {
    var screens = Screens(played: info)
    screens.progress = Array(try Hills.progress(completed: 1).prefix(1))
    _ = screens.take(.pause)
    #expect(screens.lines == ["Resume", "Restart", "Quit"])
  }

  @Test("A long menu scrolls, and an item is pressed where it is drawn")
  func scrolling() throws {
    var screens = Screens(played: info)
    screens.progress = try Hills.progress(completed: 9)
    _ = screens.take(.pause)
    _ = screens.take(.point(2))
    for selected in [9, 10, 0, 1, 2, 3, 4, 5] {
      while screens.line != selected { _ = screens.take(.down) }
      var picture = ScreenOverlay()
      picture.menu(screens, best: [])
      var shown = 0
      for (index, line) in screens.lines.enumerated() {
        let drawn = picture.items.last { item in
          guard case .lines(let text) = item.content else { return false }
          return text.text == line || text.text == "> \(line) <"
        }
        guard let drawn else { continue }
        shown += 1
        let y = 360 + drawn.offset.y
        #expect((0...720).contains(y))
        #expect(ScreenOverlay.line(at: y / 720, in: (1280, 720), of: screens) == index, "\(line)")
      }
      #expect(shown == 8)
    }
  }

  @Test("Any sequence of actions leaves a valid selection in menus with levels")
  func anything() throws {
    let actions: [Screens.Action] = [
      .up, .down, .choose, .back, .pause, .focusLost, .point(-1), .point(0), .point(2), .point(99),
    ]
    let progress = try (0...10).map { try Hills.progress(completed: $0) } + [[]]
    for games in [[info], []] {
      var screens = Screens(games: games, played: info)
      var number = 1
      for _ in 0..<20_000 {
        number = (number &* 48_271) % 0x7fff_ffff
        screens.progress = progress[number % progress.count]
        _ = screens.take(actions[number / 16 % actions.count])
        #expect(screens.lines.isEmpty || screens.lines.indices.contains(screens.line))
        #expect(screens.lines.isEmpty == (screens.screen == .playing))
      }
    }
  }
}

extension WithWindow {
  @Suite("Player loop with levels")
  struct LevelsInLoopTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    @Test("A completed level is saved at once; its menu starts any unlocked level")
    func progress() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "carom-levels-\(UUID().uuidString)"
      ).path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let window = try Window(title: "test", width: 64, height: 36)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      func playedGame(_ session: Session) -> PlayedGame {
        PlayedGame(session, cache: RenderCache(images: ImageFolders([])))
      }
      let loop = PlayerLoop(
        playedGame: playedGame(try Hills.session()), window: window, renderer: Renderer(),
        screens: Screens(played: Screens.GameInfo(Hills.self)), time: time)
      var loaded: [String?] = []
      loop.loadGame = { [unowned loop] _, level, _ in
        loaded.append(level)
        let index = level.flatMap { Hills.levelIndex($0) } ?? 0
        return playedGame(
          try Hills.session(at: index, storage: loop.scores.storage(of: "hills")))
      }
      loop.scoreFile = folder + "/scores.json"
      func frame(_ key: WindowEvent.Key? = nil) throws {
        if let key {
          for isDown in [true, false] {
            #expect(window.push(.key(key, isDown: isDown, isRepeated: false)))
          }
        }
        _ = try loop.frame()
        time.nanoseconds += 16_666_667
      }
      for _ in 0..<3 { try frame() }
      try frame(.right)
      try frame()
      #expect(loop.session.level?.name == "hill2")
      let saved = HighScores.load(folder + "/scores.json").scores.storage(of: "hills")
      #expect(Hills.progress(in: saved).map(\.isUnlocked).prefix(3) == [true, true, false])
      #expect(saved == loop.session.storage && loop.scores.best(of: "hills").isEmpty)
      try frame(.escape)
      #expect(loop.screens.lines.contains("Levels") && loop.session.isPaused)
      for key in [WindowEvent.Key.down, .down, .enter] { try frame(key) }
      #expect(loop.screens.screen == .levels)
      try frame(.up)
      try frame(.enter)
      #expect(loaded == ["hill1"] && loop.session.level?.name == "hill1")
      #expect(loop.screens.screen == .playing && loop.session.storage == saved)
    }
  }
}
