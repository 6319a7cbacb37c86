import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

extension WithWindow {
  /// The demos and the keys of several games on the title screen.
  @Suite("Player loop with a title screen")
  struct TitleInLoopTests {
    private let games: [any Game.Type] = [MarbleMaze.self, BrickBreaker.self]

    private func play(
      _ body: (PlayerLoop, _ loads: () -> [String], _ frame: (WindowEvent.Key?) throws -> Void)
        throws -> Void
    ) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      let root = try ContentRoot.find(option: Repository.url("").path)
      let loader = SessionLoader(games: GameList.all, root: root)
      func load(_ game: String, isDemo: Bool) throws -> PlayedGame {
        let played = PlayedGame(
          try loader.load(game).session, cache: RenderCache(images: ImageFolders([])))
        if isDemo { played.bot = type(of: played.session.game).makeBot() }
        return played
      }
      let window = try Window(title: "test", width: 64, height: 36)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let loop = PlayerLoop(
        playedGame: try load("marble-maze", isDemo: true), window: window, renderer: Renderer(),
        screens: Screens(games: games.map(Screens.GameInfo.init)), time: time)
      var loads: [String] = []
      loop.games = games
      loop.loadGame = { game, _, isDemo in
        loads.append(game)
        return try load(game, isDemo: isDemo)
      }
      try body(loop, { loads }) { key in
        if let key { window.push(.key(key, isDown: true, isRepeated: false)) }
        _ = try loop.frame()
        time.nanoseconds += 16_666_667
      }
    }

    /// Each key press on the title screen waited for half a second until the demo was loaded.
    @Test("A demo is loaded once the selection has rested, and kept for the next time")
    func demos() throws {
      try play { loop, loads, frame in
        let first = loop.playedGame
        try frame(.down)
        #expect(loop.screens.session.scene.overlay.focus == "brick-breaker" && loads().isEmpty)
        try frame(.up)
        for _ in 0..<40 { try frame(nil) }
        #expect(loads().isEmpty && loop.playedGame === first)
        try frame(.down)
        for _ in 0..<40 { try frame(nil) }
        #expect(loads() == ["brick-breaker"] && loop.session.game is BrickBreaker)
        let second = loop.playedGame
        try frame(.up)
        #expect(loop.playedGame === first, "it was loaded already")
        try frame(.down)
        #expect(loop.playedGame === second && loads().count == 1)
        try frame(.up)
        try frame(.enter)
        #expect(loads() == ["brick-breaker", "marble-maze"] && loop.playedGame.bot == nil)
        for _ in 0..<40 { try frame(nil) }
        #expect(loop.playedGame.bot == nil && loads().count == 2)
      }
    }

    @Test("A game that is chosen before its demo is loaded starts, in its list of levels if it has")
    func chosenAtOnce() throws {
      try play { loop, loads, frame in
        let first = try #require(BrickBreaker.levels.first)
        let session = try Session(levels: [(first, Scene())], game: Hills())
        session.step(2)
        session.completeLevel()
        loop.scores.keep(session.storage, of: "brick-breaker")
        try frame(.down)
        try frame(.enter)
        #expect(loop.screens.screen == .levels && loads().isEmpty)
        #expect(loop.screens.progress.map(\.level) == BrickBreaker.levels)
      }
    }

    /// The screen listed the keys of the demonstrated game, and did not name it.
    @Test("The title screen lists the keys of all games, and the menu of a game those of its own")
    func keys() throws {
      try play { loop, _, frame in
        func headings() -> [String] {
          loop.screens.content.keys.compactMap {
            if case .heading(let title) = $0.meaning { title } else { nil }
          }
        }
        try frame(nil)
        #expect(headings() == ["Marble Maze", "Brick Breaker", "Player", "Tools of level makers"])
        try frame(.enter)
        try frame(nil)
        #expect(headings() == ["Marble Maze", "Player", "Tools of level makers"])
      }
    }

    /// The message about a key stayed after Backspace, and on other screens.
    @Test("What a key meant before is said until another key is bound, or the screen is left")
    func keyMessages() throws {
      try play { loop, _, frame in
        func message() -> String? {
          loop.screens.session.scene.overlay[label: "notification"]?.text
        }
        func bind(_ key: WindowEvent.Key) throws {
          loop.screens.open(.keys)
          try frame(.enter)
          try frame(key)
          try frame(nil)
        }
        try frame(nil)
        // The first row is "Left" of Marble Maze.
        try bind(.space)
        #expect(message() == "Space meant Start, which still has Enter")
        try bind(.init(rawValue: 42))
        #expect(message() == nil)
        try bind(.space)
        #expect(message() != nil)
        try frame(.escape)
        try frame(nil)
        #expect(loop.screens.screen == .settings && message() == nil)
      }
    }
  }
}
