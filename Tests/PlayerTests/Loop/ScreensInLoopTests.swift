import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

extension WithWindow {
  /// The loop with its title screen, menus, scores and files, and the shipped games.
  @Suite("Player loop with screens")
  struct ScreensInLoopTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// The games in the menu; fixed, so that further games do not change it.
    private let games: [any Game.Type] = [MarbleMaze.self, BrickBreaker.self]

    private func makeGame(_ game: String, isDemo: Bool) throws -> PlayedGame {
      let root = try ContentRoot.find(option: Repository.url("").path)
      let loaded = try SessionLoader(games: GameList.all, root: root).load(game)
      let playedGame = PlayedGame(
        loaded.session, cache: RenderCache(images: ImageFolders([])), path: loaded.path)
      if isDemo { playedGame.bot = type(of: loaded.session.game).makeBot() }
      return playedGame
    }

    private func play(
      size: (width: Int, height: Int) = (64, 36),
      _ body: (PlayerLoop, _ folder: String, _ frame: (WindowEvent?) throws -> Void) throws -> Void
    ) throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "carom-loop-\(UUID().uuidString)"
      ).path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let window = try Window(title: "test", width: size.width, height: size.height)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let loop = PlayerLoop(
        playedGame: try makeGame("marble-maze", isDemo: true), window: window, renderer: Renderer(),
        screens: Screens(games: games.map(Screens.GameInfo.init)), time: time)
      loop.loadGame = { game, _, isDemo in try self.makeGame(game, isDemo: isDemo) }
      loop.userData = UserData(folder: folder, settings: folder)
      loop.scoreFile = folder + "/scores.json"
      try body(loop, folder) { event in
        if let event { #expect(loop.window.push(event)) }
        _ = try loop.frame()
        time.nanoseconds += 16_666_667
      }
    }

    private func press(_ usage: Int) -> WindowEvent {
      .key(.init(rawValue: usage), isDown: true, isRepeated: false)
    }

    @Test("A bot demonstrates the selected game; Enter starts it again without the bot")
    func titleToGame() throws {
      try play { loop, _, frame in
        for _ in 0..<120 { try frame(nil) }
        #expect(loop.session.game.state.phaseName == "playing", "the bot plays")
        try frame(.key(.down, isDown: true, isRepeated: false))
        for _ in 0..<20 { try frame(nil) }
        #expect(loop.session.game is BrickBreaker && loop.playedGame.bot != nil)
        try frame(.key(.up, isDown: true, isRepeated: false))
        try frame(.key(.enter, isDown: true, isRepeated: false))
        #expect(loop.screens.screen == .playing && loop.playedGame.bot == nil)
        let begun = loop.session
        #expect(begun.game is MarbleMaze && begun.tick == 1)
        for _ in 0..<30 { try frame(nil) }
        #expect(begun.game.state.phaseName == "tapToPlay", "what chose the game does not begin it")
      }
    }

    @Test("A menu pauses the game; a key released meanwhile does not stay pressed")
    func pausedGame() throws {
      try play { loop, _, frame in
        try frame(.key(.enter, isDown: true, isRepeated: false))
        try frame(.key(.space, isDown: true, isRepeated: false))
        try frame(.key(.left, isDown: true, isRepeated: false))
        #expect(loop.session.input.isPressed(KeyCode.left))
        try frame(.key(.escape, isDown: true, isRepeated: false))
        #expect(loop.session.isPaused && loop.screens.screen == .paused)
        try frame(.key(.left, isDown: false, isRepeated: false))
        try frame(.key(.right, isDown: true, isRepeated: false))
        try frame(.key(.enter, isDown: true, isRepeated: false))
        #expect(!loop.session.isPaused && loop.screens.screen == .playing)
        #expect(!loop.session.input.isPressed(KeyCode.left))
        #expect(!loop.session.input.isPressed(KeyCode.right))
        try frame(.focus(false))
        #expect(loop.session.isPaused, "a window that is left pauses")
      }
    }

    @Test("A finished game is added to the high scores and saved, and the next game starts from it")
    func scores() throws {
      try play { loop, folder, frame in
        try frame(.key(.enter, isDown: true, isRepeated: false))
        try frame(.key(.space, isDown: true, isRepeated: false))
        let game = try #require(loop.session.game as? MarbleMaze)
        game.state.score = 7
        (game.state.lifeTicks, game.state.livesLeft) = (2, 1)
        for _ in 0..<5 { try frame(nil) }
        #expect(game.state.isOver)
        #expect(loop.scores.best(of: "marble-maze").map(\.score) == [7])
        let file = HighScores.load(folder + "/scores.json")
        #expect(file.message == nil && file.scores == loop.scores)
        #expect(file.scores.storage(of: "marble-maze")["marble-maze.highScore"] == 7)
        for _ in 0..<600 { try frame(nil) }
        #expect(game.state.isOver, "the result stays until the player goes on")
        try frame(.key(.space, isDown: true, isRepeated: false))
        #expect(!game.state.isOver && loop.scores.best(of: "marble-maze").count == 1)
      }
    }

    /// The message of a game lay over the panel with its result, because each was laid out without
    /// the other.
    @Test(
      "The message of a game that is over is part of the panel with its result",
      arguments: [(320, 180), (180, 320), (240, 180), (640, 270)])
    func results(width: Int, height: Int) throws {
      try play(size: (width, height)) { loop, _, frame in
        try frame(.key(.down, isDown: true, isRepeated: false))
        try frame(.key(.enter, isDown: true, isRepeated: false))
        try frame(.key(.space, isDown: true, isRepeated: false))
        let game = try #require(loop.session.game as? BrickBreaker)
        game.state.score = 8
        game.state.livesLeft = 1
        for _ in 0..<600 where !game.state.isOver { try frame(nil) }
        try frame(nil)
        let shown = texts(loop)
        #expect(shown.count { $0 == "Game over" } == 1)
        #expect(shown.contains("Press Space to play again"))
        #expect(shown.contains("New best: \(game.state.score)"))
        #expect(shown.contains("Best \(game.state.score)"), "as in the result")
        let found = ScreenBoxTests.problems(loop.displayedFrame().overlay, width, height)
        #expect(found.isEmpty, "\(found.joined(separator: "; "))")
        try frame(.key(.space, isDown: true, isRepeated: false))
        try frame(nil)
        #expect(texts(loop).contains("Press Space to serve"), "the game has its message again")
      }
    }

    @Test("F2 records a session that replays bit for bit; F12 saves an image of the last tick")
    func files() throws {
      try play { loop, folder, frame in
        try frame(.key(.enter, isDown: true, isRepeated: false))
        for _ in 0..<20 { try frame(nil) }
        try frame(press(59))
        try frame(.key(.space, isDown: true, isRepeated: false))
        for step in 0..<90 { try frame(step == 30 ? .padAxis(.leftX, 1, device: 0) : nil) }
        try frame(press(59))
        let path = folder + "/recordings/marble-maze-1.replay.jsonl"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let replay = try Replay(reading: SourceText(name: path, bytes: bytes))
        #expect(!replay.isTruncated && replay.entries.count >= 2)
        let again = try makeGame("marble-maze", isDemo: false)
        var run = try ReplayRun(replay, in: again.session)
        #expect(run.play().divergence == nil)
        try frame(press(69))
        let picture = try Data(contentsOf: URL(filePath: folder + "/screenshots/marble-maze-1.png"))
        let image = try Image(decoding: [UInt8](picture))
        #expect(image.width == 64 && image.height == 36)
      }
    }

    /// All text of the overlay.
    private func texts(_ loop: PlayerLoop) -> [String] {
      loop.displayedFrame().overlay.compactMap { item in
        if case .lines(let text) = item.content { text.text } else { nil }
      }
    }

    @Test("F1 cycles the debug overlay; keys without an effect report why")
    func debugging() throws {
      try play { loop, _, frame in
        let plain = loop.playedGame.cache.debugOptions
        func numbers() -> String? { texts(loop).first { $0.hasPrefix("tick ") } }
        try frame(nil)
        #expect(numbers() == nil)
        try frame(press(58))
        let lines = try #require(numbers()).split(separator: "\n")
        #expect(lines[0] == "tick \(loop.session.tick)", "on the title as well")
        #expect(lines[1].hasPrefix("frame ") && lines[1].hasSuffix(" ms"))
        #expect(loop.playedGame.cache.debugOptions == plain)
        // Its first line left the panel, whose height did not count the space between lines.
        let items = loop.displayedFrame().overlay.suffix(2)
        let problems = ScreenBoxTests.problems(Array(items), 640, 360)
        #expect(items.count == 2 && problems.isEmpty, "\(problems)")
        try frame(press(58))
        #expect(loop.playedGame.cache.debugOptions.contains(.showPhysicsShapes))
        #expect(numbers() != nil)
        try frame(press(58))
        #expect(loop.playedGame.cache.debugOptions == plain && numbers() == nil)
        for usage in [60, 61, 62, 63] { try frame(press(usage)) }
        #expect(loop.screens.screen == .title)
      }
    }

    @Test("Menus hide the text of the game")
    func clearMenus() throws {
      try play { loop, _, frame in
        for _ in 0..<60 { try frame(nil) }
        #expect(!texts(loop).contains { $0.hasPrefix("Best 0") }, "the game's own score")
        try frame(.key(.enter, isDown: true, isRepeated: false))
        try frame(nil)
        let message = "Press Space to start"
        #expect(texts(loop).contains(message))
        try frame(press(41))
        #expect(texts(loop).contains("Paused"))
        #expect(!texts(loop).contains(message), "it would lie under the menu")
        #expect(!texts(loop).contains { $0.hasPrefix("Best 0") })
        try frame(press(41))
        #expect(texts(loop).contains(message))
      }
    }

    /// A message replaced the line that says what operates a menu, for seconds; F7, which has no
    /// effect there, showed one.
    @Test("A message is above a menu, whose hint stays, and F7 shows none there")
    func messages() throws {
      try play(size: (320, 180)) { loop, _, frame in
        let hint = "Arrows: select · Enter: choose"
        try frame(nil)
        let before = texts(loop)
        #expect(before.contains(hint))
        try frame(press(64))
        #expect(texts(loop) == before, "F7 in a menu")
        try frame(press(61))
        #expect(texts(loop).contains("No motion sensor") && texts(loop).contains(hint))
        let found = ScreenBoxTests.problems(loop.displayedFrame().overlay, 320, 180)
        #expect(found.isEmpty, "\(found.joined(separator: "; "))")
      }
    }

    @Test("If nothing can be written, the game continues with a message")
    func unwritableFolder() throws {
      try play { loop, _, frame in
        loop.userData = UserData(folder: "/proc/carom", settings: "/proc/carom")
        loop.scoreFile = "/proc/carom/scores.json"
        func isTold() -> Bool { texts(loop).contains { $0.hasPrefix("/proc/carom/") } }
        try frame(.key(.enter, isDown: true, isRepeated: false))
        for usage in [69, 59] {
          for _ in 0..<250 { try frame(nil) }
          #expect(!isTold())
          try frame(press(usage))
          #expect(isTold(), "F12 and F2 have a message")
        }
        #expect(loop.playedGame.isRecording == false)
        try frame(.key(.space, isDown: true, isRepeated: false))
        let game = try #require(loop.session.game as? MarbleMaze)
        for _ in 0..<250 { try frame(nil) }
        game.state.score = 7
        (game.state.lifeTicks, game.state.livesLeft) = (2, 1)
        for _ in 0..<5 { try frame(nil) }
        #expect(game.state.isOver && isTold())
        #expect(loop.scores.best(of: "marble-maze").map(\.score) == [7], "kept until the end")
      }
    }
  }
}
