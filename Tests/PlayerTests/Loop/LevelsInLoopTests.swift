import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

extension WithWindow {
  @Suite("Player loop with levels")
  struct LevelsInLoopTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    private func playedGame(_ session: Session) -> PlayedGame {
      PlayedGame(session, cache: RenderCache(images: ImageFolders([])))
    }

    /// A loop that starts in a level, and what shows a frame after a press and release of a key.
    private func loop(
      at level: Int, _ body: (PlayerLoop, _ frame: (WindowEvent.Key?) throws -> Void) throws -> Void
    ) throws {
      let window = try Window(title: "test", width: 64, height: 36)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let session = try Hills.session(at: level, storage: Hills.storage(completed: level))
      let loop = PlayerLoop(
        playedGame: playedGame(session), window: window, renderer: Renderer(),
        screens: Screens(played: Screens.GameInfo(Hills.self)), time: time)
      loop.loadGame = { _, _, _ in self.playedGame(try Hills.session()) }
      try body(loop) { try loop.showFrame(after: $0, in: window, time) }
    }

    /// Nothing marked the end of a game: its first level began again.
    @Test("The last level ends with the score and the time of all levels")
    func finale() throws {
      try loop(at: 9) { loop, frame in
        for _ in 0..<59 { try frame(nil) }
        try frame(.right)
        try frame(nil)
        #expect(loop.screens.screen == .finale)
        #expect(loop.text("finale") == "You completed all 10 levels of Hills.")
        // The others took five ticks each.
        #expect(loop.text("totalScore") == "Total score: 3")
        #expect(loop.text("totalTime") == "Total time: 0:01")
        try frame(.down)
        try frame(.enter)
        #expect(loop.screens.screen == .playing && loop.session.level?.name == "hill1")
      }
      try loop(at: 0) { loop, frame in
        try frame(nil)
        for _ in 0..<9 {
          for _ in 0..<63 { try frame(nil) }
          try frame(.right)
        }
        try frame(nil)
        #expect(loop.session.level?.name == "hill10" && loop.screens.screen == .playing)
        for _ in 0..<60 { try frame(nil) }
        try frame(.right)
        try frame(nil)
        #expect(loop.text("totalTime") == "Total time: 0:10")
      }
    }

    /// A state that was saved at the goal of the last level: Esc said "Game over", and the panel of
    /// the game was without a score, since only a tick can complete a level.
    @Test("A saved state after the end of a game shows the end: the finale, or the result")
    func savedEnd() throws {
      for (isLast, phase) in [
        (true, MarbleMazeState.Phase.finished), (true, .gameOver), (false, .finished),
      ] {
        let levels = try MarbleMaze.levels.prefix(2).map { level in
          let root = try ContentRoot.find(option: Repository.url("").path)
          return (
            level, try SessionLoader(games: GameList.all, root: root).read(level.scenePath).scene
          )
        }
        let session = try Session(
          levels: Array(levels), startingAt: isLast ? 1 : 0, game: MarbleMaze())
        session.step()
        let game = try #require(session.game as? MarbleMaze)
        (game.state.phase, game.state.score) = (phase, 7)
        let window = try Window(title: "test", width: 64, height: 36)
        while window.nextEvent() != nil {}
        let time = ManualTime()
        let loop = PlayerLoop(
          playedGame: playedGame(session), window: window, renderer: Renderer(),
          screens: Screens(played: Screens.GameInfo(MarbleMaze.self)), time: time)
        _ = try loop.frame()
        #expect(loop.screens.screen == (isLast && phase == .finished ? .finale : .playing))
        if loop.screens.screen == .playing { #expect(loop.text("result") == "Score: 7") }
        #expect(loop.scores.best(of: "marble-maze").isEmpty, "it was not played here")
        loop.window.push(.key(.escape, isDown: true, isRepeated: false))
        _ = try loop.frame()
        #expect(
          loop.text("heading") == (phase == .finished ? "Level completed" : "Game over"))
      }
    }

    @Test("Levels without an end begin once the first one is made, and end with another choice")
    func endless() throws {
      try loop(at: 0) { loop, frame in
        let made = playedGame(try Hills.session(at: 4))
        var calls = 0
        loop.screens.content.endlessGames = ["hills"]
        loop.startEndless = { name in
          #expect(name == "hills")
          return {
            calls += 1
            return calls < 4 ? nil : (made, "Level 1 of Hills")
          }
        }
        try frame(.escape)
        for key in [WindowEvent.Key.up, .up, .up, .enter] { try frame(key) }
        #expect(loop.screens.screen == .paused && loop.playedGame !== made && calls > 0)
        for _ in 0..<5 { try frame(nil) }
        #expect(loop.screens.screen == .playing && loop.playedGame === made && calls == 4)
        #expect(!loop.session.isPaused)
        // The title was shown twice: as a message, and below the heading of the menu.
        #expect(loop.text("notification") == "Level 1 of Hills")
        try frame(.escape)
        try frame(nil)
        #expect(loop.text("level") == "Level 1 of Hills" && loop.text("notification") == nil)
        #expect(loop.screens.session.scene.overlay[control: "levels"] != nil, "the way back")
        for key in [WindowEvent.Key.down, .down, .enter, .enter] { try frame(key) }
        #expect(loop.screens.screen == .playing && loop.playedGame !== made)
        let before = calls
        for _ in 0..<5 { try frame(nil) }
        #expect(calls == before)
      }
    }

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
      #expect(loop.screens.session.scene.overlay[control: "levels"] != nil && loop.session.isPaused)
      for key in [WindowEvent.Key.down, .down, .enter] { try frame(key) }
      #expect(loop.screens.screen == .levels)
      try frame(.up)
      try frame(.enter)
      #expect(loaded == ["hill1"] && loop.session.level?.name == "hill1")
      #expect(loop.screens.screen == .playing && loop.session.storage == saved)
    }
  }
}
