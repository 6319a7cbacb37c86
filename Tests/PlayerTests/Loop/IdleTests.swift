import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

extension WithWindow {
  /// What the loop does not do: render what has not changed, and mix devices with bots.
  @Suite("Player loop at rest")
  struct IdleTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    private func makeLoop(
      _ name: String, isPlayedByBot: Bool = false
    ) throws -> (loop: PlayerLoop, time: ManualTime) {
      let root = try ContentRoot.find(option: Repository.url("").path)
      let loaded = try SessionLoader(games: GameList.all, root: root).load(name)
      let played = PlayedGame(loaded.session, cache: RenderCache(images: ImageFolders([])))
      if isPlayedByBot { played.bot = type(of: loaded.session.game).makeBot() }
      let window = try Window(title: "test", width: 96, height: 54)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      return (
        PlayerLoop(playedGame: played, window: window, renderer: Renderer(), time: time), time
      )
    }

    /// Shows frames, a little out of step with the ticks so that they are interpolated.
    private func show(_ count: Int, _ loop: PlayerLoop, _ time: ManualTime) throws {
      for _ in 0..<count {
        _ = try loop.frame()
        time.nanoseconds += 23_000_000
      }
    }

    private func push(_ key: WindowEvent.Key, to loop: PlayerLoop) {
      for isDown in [true, false] {
        loop.window.push(.key(key, isDown: isDown, isRepeated: false))
      }
    }

    @Test(
      "A paused game is rendered again only when something changes",
      arguments: [
        "marble-maze", "brick-breaker", "pinball",
      ])
    func paused(game: String) throws {
      let (loop, time) = try makeLoop(game)
      loop.window.push(.pointerMoved(x: 5, y: 5, dx: 1, dy: 1))
      push(.space, to: loop)
      try show(100, loop, time)
      #expect(loop.renderedFrameCount > 50, "something moves")
      push(.escape, to: loop)
      try show(5, loop, time)
      #expect(loop.session.isPaused)
      let count = loop.renderedFrameCount
      try show(200, loop, time)
      #expect(loop.renderedFrameCount == count)
      // The focus moves.
      push(.down, to: loop)
      try show(20, loop, time)
      #expect(loop.renderedFrameCount == count + 1)
      loop.window.push(.exposed)
      try show(20, loop, time)
      #expect(loop.renderedFrameCount == count + 2)
      loop.window.resize(width: 64, height: 36)
      try show(20, loop, time)
      #expect(loop.renderedFrameCount > count + 2)
    }

    /// Symptom: with statistics, a paused game took 32 to 43 % of a processor.
    ///
    /// Cause: the frame time in them changed in each frame, so each frame was another picture.
    @Test("A paused game with statistics is rendered again only when something changes")
    func pausedStatistics() throws {
      let (loop, time) = try makeLoop("marble-maze")
      try show(20, loop, time)
      push(.escape, to: loop)
      push(.init(rawValue: 58), to: loop)
      try show(20, loop, time)
      #expect(loop.session.isPaused && loop.debugLevel == 1)
      let count = loop.renderedFrameCount
      try show(200, loop, time)
      #expect(loop.renderedFrameCount == count)
    }

    @Test("A scene in which nothing moves is rendered once")
    func still() throws {
      let window = try Window(title: "test", width: 96, height: 54)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let loop = PlayerLoop(
        session: try Probe.session(), window: window, renderer: Renderer(),
        cache: RenderCache(images: ImageFolders([])), time: time)
      try show(10, loop, time)
      let count = loop.renderedFrameCount
      try show(100, loop, time)
      #expect(loop.renderedFrameCount == count && loop.session.tick > 100)
      loop.window.push(.key(.right, isDown: true, isRepeated: false))
      try show(3, loop, time)
      #expect(loop.renderedFrameCount > count)
    }

    @Test("While a bot plays, no device reaches the game")
    func bot() throws {
      var hashes: [UInt64] = []
      for isDisturbed in [false, true] {
        let (loop, time) = try makeLoop("brick-breaker", isPlayedByBot: true)
        for step in 0..<120 {
          if isDisturbed {
            loop.window.push(.pointerMoved(x: Float(step % 96), y: 5, dx: 1, dy: 1))
            loop.window.push(.pointerButton(1, isDown: step % 2 == 0, x: 5, y: 5))
            loop.window.push(.padAxis(.leftX, step % 3 == 0 ? 1 : -1, device: 0))
            push(.space, to: loop)
            push(.right, to: loop)
          }
          time.nanoseconds = UInt64(step) * 16_666_667
          _ = try loop.frame()
        }
        #expect(loop.session.tick == 120)
        hashes.append(loop.session.hash)
      }
      #expect(hashes[0] == hashes[1])
    }

    @Test("The screens of the player leave no trace in the game but the pause")
    func screens() throws {
      var hashes: [UInt64] = []
      for isVisited in [false, true] {
        let (loop, time) = try makeLoop("marble-maze")
        loop.settingsFile = nil
        func frame() throws {
          time.nanoseconds = loop.session.tick * 16_666_667
          _ = try loop.frame()
        }
        for _ in 0..<10 { try frame() }
        push(.escape, to: loop)
        try frame()
        let visits: [WindowEvent.Key] =
          isVisited ? [.down, .down, .down, .enter, .down, .enter, .escape, .up, .up] : []
        for step in 0..<12 {
          if step < visits.count { push(visits[step], to: loop) }
          try frame()
        }
        #expect(loop.screens.settings.music == isVisited)
        push(.escape, to: loop)
        for _ in 0..<30 { try frame() }
        #expect(loop.screens.screen == .playing)
        // Releases of keys reach the game, and the last device is state.
        hashes.append(loop.session.hash)
      }
      #expect(hashes[0] == hashes[1])
    }

    @Test("Prompts name the key, the button or the gesture of the device in use")
    func prompts() throws {
      let (loop, time) = try makeLoop("brick-breaker")
      func message() -> String? {
        loop.displayedFrame().overlay.lazy.compactMap { item in
          if case .lines(let text) = item.content { text.text } else { nil }
        }.first { $0.hasSuffix("to serve") }
      }
      try show(2, loop, time)
      #expect(message() == "Press Space to serve")
      // Symptom: the title screen said "Click to choose" before anybody had touched a mouse. Cause:
      // the system reports where the pointer is when a window opens under it, as a movement by 0.
      loop.window.push(.pointerMoved(x: 48, y: 27, dx: 0, dy: 0))
      try show(2, loop, time)
      #expect(message() == "Press Space to serve")
      loop.window.push(.padAxis(.leftX, 1, device: 0))
      try show(2, loop, time)
      #expect(message() == "Press A to serve")
      loop.window.push(.pointerMoved(x: 5, y: 5, dx: 1, dy: 1))
      try show(2, loop, time)
      #expect(message() == "Click to serve")
    }
  }
}
