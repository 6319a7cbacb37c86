import Carom
import CaromPlayer
import Foundation
import Testing

extension WithWindow {
  @Suite("Scores of the player loop")
  struct ScoresInLoopTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    private func playedGame(_ session: Session) -> PlayedGame {
      PlayedGame(session, cache: RenderCache(images: ImageFolders([])))
    }

    private typealias Press = (WindowEvent.Key?...) throws -> Void

    /// A loop that begins with a session, and what presses keys, each for a frame.
    private func play(
      _ session: Session, _ body: (PlayerLoop, _ press: Press) throws -> Void
    ) throws {
      let window = try Window(title: "test", width: 64, height: 36)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let loop = PlayerLoop(
        playedGame: playedGame(session), window: window, renderer: Renderer(),
        screens: Screens(played: Screens.GameInfo(Sprint.self)), time: time)
      try body(loop) { (keys: WindowEvent.Key?...) in
        for key in keys { try loop.showFrame(after: key, in: window, time) }
      }
    }

    private func state(_ loop: PlayerLoop) -> Sprint.State {
      (loop.session.game as? Sprint)?.state ?? Sprint.State()
    }

    /// Every level without an end began with no points and all lives, and the best score fell.
    @Test("Levels without an end continue score, lives and best, in a table of their own")
    func endless() throws {
      try play(try Sprint.session(at: 0)) { loop, press in
        var made: [PlayedGame] = []
        loop.screens.content.endlessGames = ["sprint"]
        // Without a reference to the loop, whose window would stay open.
        loop.startEndless = { [unowned loop] _ in
          {
            made.append(
              playedGame(
                try Sprint.session(
                  at: nil, storage: loop.scores.storage(of: "sprint", in: .endless))))
            return made.last.map { ($0, "Level \(made.count)") }
          }
        }
        try press(nil, .space, .up, .down)
        #expect(loop.scores.best(of: "sprint").map(\.score) == [1])
        try press(.space)
        // Up from the first button to the last one, and to Endless.
        try press(.escape)
        let names = loop.screens.session.scene.overlay.controls.map(\.name)
        let index = try #require(names.firstIndex(of: "endless"))
        for _ in 0..<index { try press(.down) }
        try press(.enter, nil)
        #expect(loop.playedGame === made.first && loop.text("endlessLevel") == "Level 1")
        (loop.session.game as? Sprint)?.state.livesLeft = 2
        try press(.space, .right)
        #expect(state(loop).score == 18 && made.count == 1)
        try press(.space, nil)
        #expect(loop.playedGame === made.last && made.count == 2)
        #expect(loop.text("endlessLevel") == "Level 2")
        #expect(state(loop).score == 18 && state(loop).livesLeft == 2)
        #expect(loop.session.storage["sprint.best"] == 18)
        try press(.space, .up, .down)
        #expect(loop.scores.best(of: "sprint").map(\.score) == [1])
        #expect(loop.scores.best(of: "sprint", in: .endless).map(\.score) == [19])
        #expect(loop.text("result") == "New best: 19")
        #expect(loop.scores.storage(of: "sprint", in: .endless)["sprint.best"] == 18)
        #expect(loop.scores.storage(of: "sprint")["sprint.best"] == 0)
      }
    }

    /// `--level 5` was ranked with runs of all levels.
    @Test("A run that begins in a later level has a result and no rank", arguments: [0, 1])
    func laterLevel(level: Int) throws {
      try play(try Sprint.session(at: level)) { loop, press in
        try press(nil, .space, .up, .down)
        #expect(loop.scores.best(of: "sprint").map(\.score) == (level == 0 ? [1] : []))
        #expect(loop.text("result") == (level == 0 ? "New best: 1" : "Score: 1"))
        #expect(loop.text("endlessLevel") == nil)
      }
    }

    /// Every death had a row, so that the table was full of runs that had earned nothing.
    @Test("A run without points has no row, and one that continues keeps its row")
    func trivialRuns() throws {
      try play(try Sprint.session(at: 0)) { loop, press in
        func scores() -> [Int32] { loop.scores.best(of: "sprint").map(\.score) }
        func retry() { (loop.session.game as? Sprint)?.state.phase = .running }
        try press(nil, .space, .down)
        #expect(scores().isEmpty)
        try press(.space, .space, .up, .up, .down)
        #expect(scores() == [2])
        retry()
        try press(nil, .down)
        #expect(scores() == [2])
        retry()
        try press(nil, .up, .down)
        #expect(scores() == [3])
        try press(.space, .space, .up, .down)
        #expect(scores() == [3, 1])
      }
    }
  }
}
