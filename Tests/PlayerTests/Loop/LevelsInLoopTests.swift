import Carom
import CaromPlayer
import Foundation
import Testing

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
