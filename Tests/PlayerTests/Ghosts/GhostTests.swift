import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

/// Runs to race against.
@Suite("Ghosts")
struct GhostTests {
  private func loader() throws -> SessionLoader {
    SessionLoader(
      games: GameList.all,
      root: try ContentRoot.find(option: Repository.url("").path(percentEncoded: false)))
  }

  @Test("the ghost of a bot runs beside the bot of the player, tick for tick, and begins again")
  func bot() throws {
    let loader = try loader()
    let session = try loader.load("marble-maze", level: "2").session
    let ghost = try #require(Ghost(try loader.load("marble-maze", level: "2").session, .bot))
    let marble = try #require(session.scene.rootNode.childNode(withName: "ball"))
    var runs: [[Vector3]] = []
    for _ in 0..<2 {
      var bot: any Bot = try #require(MarbleMaze.makeBot())
      #expect(ghost.shownNode == nil)
      var places: [Vector3] = []
      while !session.hasJustCompletedLevel, places.count < 2_000 {
        session.step(1, with: &bot)
        ghost.follow(session)
        guard let node = ghost.shownNode else { continue }
        if runs.isEmpty { #expect(node.worldPosition == marble.worldPosition) }
        places.append(node.worldPosition)
      }
      #expect(session.hasJustCompletedLevel)
      if runs.isEmpty { #expect(ghost.completedTicks == UInt64(places.count - 1)) }
      runs.append(places)
      session.send(.command(.restart))
      session.step()
      ghost.follow(session)
    }
    // The player's second run differs by a few ticks; the ghost's is the first one again.
    let common = min(runs[0].count, runs[1].count)
    #expect(common > 500 && runs[0].prefix(common) == runs[1].prefix(common))
  }

  @Test("a recorded run is a ghost that ends with the recording")
  func recorded() throws {
    let loader = try loader()
    let recorded = try loader.load("marble-maze", level: "2")
    var text = ""
    recorded.session.record(scene: recorded.recordedPath) { text += $0 }
    var bot: any Bot = try #require(MarbleMaze.makeBot())
    recorded.session.step(400, with: &bot)
    recorded.session.finishRecording()
    let replay = try Replay(reading: SourceText(text))
    let session = try loader.load(replay.head.scene, launch: replay.head.launch).session
    _ = try ReplayRun(replay, in: session)
    let ghost = try #require(
      Ghost(session, .recorded(events: replay.events, lastTick: replay.lastTick)))
    let played = try loader.load("marble-maze", level: "2").session
    var player: any Bot = try #require(MarbleMaze.makeBot())
    for _ in 0..<600 {
      played.step(1, with: &player)
      ghost.follow(played)
    }
    let marble = try #require(recorded.session.scene.rootNode.childNode(withName: "ball"))
    #expect(ghost.shownNode?.worldPosition == marble.worldPosition)
  }

  @Test("in a game that does not wait for its player, the ghost begins with the level")
  func immediate() throws {
    let loader = try loader()
    let session = try loader.load("pinball").session
    let ghost = try #require(Ghost(try loader.load("pinball").session, .bot))
    var bot: any Bot = try #require(Pinball.makeBot())
    let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
    for _ in 0..<120 {
      session.step(1, with: &bot)
      ghost.follow(session)
      #expect(ghost.shownNode?.worldPosition == ball.worldPosition)
    }
    session.send(.command(.restart))
    session.step()
    ghost.follow(session)
    #expect(ghost.shownNode?.worldPosition == ball.worldPosition)
  }

  /// Symptom: after a lost ball the ghost began again, and the best run was timed from the last
  /// serve of a level.
  ///
  /// Cause: a run began with each change from the phase in which the game is created.
  @Test("a lost ball is part of the run")
  func lostBall() throws {
    let loader = try loader()
    let session = try loader.load("brick-breaker").session
    let ghost = try #require(Ghost(try loader.load("brick-breaker").session, .bot))
    session.send(.press(.space))
    session.send(.release(.space))
    var phases: [String] = []
    for _ in 0..<1_200 {
      session.step()
      ghost.follow(session)
      let phase = session.report.phase
      if phases.last != phase { phases.append(phase) }
      #expect(ghost.shownNode != nil)
      // The first ball is missed on the side where the paddle is not.
      if phase == "playing" { session.send(.press(.left)) }
    }
    #expect(phases.starts(with: ["playing", "lifeLost", "ready"]), "\(phases)")
  }

  @Test("a run that never begins is no ghost")
  func idle() throws {
    let session = try loader().load("marble-maze", level: "2").session
    #expect(Ghost(session, .recorded(events: [], lastTick: 10)) == nil)
  }
}

extension WithWindow {
  @Suite("Best runs and ghosts in the player's loop")
  struct BestRunTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// Scenes and assets that tests may change, in a folder beside that of the user's data.
    private struct Content {
      let root: ContentRoot
      let userData: UserData

      var loader: SessionLoader { SessionLoader(games: GameList.all, root: root) }

      var level: URL { URL(filePath: root.scenes + "/marble-maze/level2.json") }

      /// The recordings of best runs.
      var runs: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: userData.folder + "/ghosts")) ?? [])
          .sorted()
      }

      func replay(_ name: String) throws -> Replay {
        let path = userData.folder + "/ghosts/" + name
        return try Replay(reading: SourceText(try String(contentsOfFile: path, encoding: .utf8)))
      }

      /// Makes everything in the level fall a little slower.
      func edit() throws {
        let text = try String(contentsOf: level, encoding: .utf8)
        let edited = text.replacing("[0, -36, 0]", with: "[0, -35.9, 0]")
        #expect(edited != text)
        try edited.write(to: level, atomically: true, encoding: .utf8)
      }
    }

    private func withContent(_ body: (Content, Window) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "carom-ghosts-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["Scenes", "Assets"] {
        try FileManager.default.copyItem(
          at: Repository.url(name).resolvingSymlinksInPath(), to: folder.appending(path: name))
      }
      let user = folder.appending(path: "user").path
      let window = try Window(title: "test", width: 64, height: 36)
      while window.nextEvent() != nil {}
      try body(
        Content(
          root: try ContentRoot.find(option: folder.path),
          userData: UserData(folder: user, settings: user)), window)
    }

    private func makeLoop(
      _ content: Content, _ window: Window, _ time: ManualTime, watches: Bool = false
    ) throws -> PlayerLoop {
      let loaded = try content.loader.load("marble-maze", level: "2")
      let watch =
        watches
        ? try SceneWatcher(
          loaded.session, of: loaded.levelFiles, images: loaded.images, sounds: loaded.sounds) : nil
      let loop = PlayerLoop(
        playedGame: PlayedGame(
          loaded.session, cache: try loaded.makeCache(), watch: watch, path: loaded.recordedPath),
        window: window, renderer: Renderer(), scale: 0.1, time: time)
      loop.userData = content.userData
      loop.ghosts = GhostMaker(content.loader, launch: Launch(), content.userData)
      return loop
    }

    /// Plays as a bot does, as a person whose events come from devices.
    private struct Person {
      let loop: PlayerLoop
      let time: ManualTime
      var bot: any Bot

      init(_ loop: PlayerLoop, _ time: ManualTime) throws {
        (self.loop, self.time) = (loop, time)
        bot = try #require(MarbleMaze.makeBot())
      }

      /// Shows a frame, in which a tick runs.
      mutating func frame(plays: Bool = true) throws {
        if plays { for event in bot.play(loop.session) { loop.session.send(event) } }
        _ = try loop.frame()
        time.nanoseconds += 16_666_667
      }

      /// Plays until the level is completed.
      mutating func win(wasting ticks: Int = 0) throws {
        var left = ticks
        for _ in 0..<2_000 where !loop.session.hasJustCompletedLevel {
          let isRunning = loop.session.game.phaseName == "playing"
          try frame(plays: !isRunning || left == 0)
          if isRunning, left > 0 { left -= 1 }
        }
        #expect(loop.session.hasJustCompletedLevel)
      }
    }

    @Test("the best run of a level is kept as a recording, and only a faster one replaces it")
    func best() throws {
      try withContent { content, window in
        var lengths: [UInt64] = []
        // The second run wastes a second, the third one is like the first.
        for wasted in [30, 90, 0] {
          let time = ManualTime()
          var person = try Person(makeLoop(content, window, time), time)
          try person.win(wasting: wasted)
          #expect(content.runs.count == 1)
          let replay = try content.replay(content.runs[0])
          lengths.append(replay.lastTick - replay.head.tick)
        }
        #expect(lengths[1] == lengths[0] && lengths[2] < lengths[0], "\(lengths)")
        // Anyone can race against the file.
        let replay = try content.replay(content.runs[0])
        let session = try content.loader.load(replay.head.scene, launch: replay.head.launch).session
        var run = try ReplayRun(replay, in: session)
        #expect(run.play().divergence == nil && session.hasJustCompletedLevel)
      }
    }

    @Test("a pause is not part of a run, and a ghost skips that of its recording")
    func paused() throws {
      try withContent { content, window in
        let time = ManualTime()
        var person = try Person(makeLoop(content, window, time), time)
        for _ in 0..<200 { try person.frame() }
        person.loop.session.send(.command(.pause))
        for _ in 0..<600 { try person.frame(plays: false) }
        person.loop.session.send(.command(.resume))
        try person.win()
        let paused = try content.replay(content.runs[0])
        // A run that is half a second slower, and was not paused, is no better one.
        let later = ManualTime()
        var second = try Person(makeLoop(content, window, later), later)
        second.loop.race(against: .best)
        try second.win(wasting: 30)
        #expect(try content.replay(content.runs[0]) == paused)
        let text = second.loop.screens.content.notification
        #expect(text.hasPrefix("The ghost was 0."), "\(text)")
      }
    }

    /// Symptom: after an edit of a level, its best run was that of the level before, which could
    /// not be beaten any more, and its ghost rolled through the air.
    ///
    /// Cause: the file of a best run was named after the level alone.
    @Test("a level that is changed has no best run, also if it is changed during the run")
    func editedLevel() throws {
      try withContent { content, window in
        let original = try Data(contentsOf: content.level)
        let time = ManualTime()
        var person = try Person(makeLoop(content, window, time), time)
        try person.win()
        let first = content.runs
        #expect(first.count == 1)
        try content.edit()
        let second = try makeLoop(content, window, ManualTime())
        second.race(against: .best)
        #expect(second.playedGame.ghost == nil)
        // The level as it was has its best run again.
        try original.write(to: content.level)
        let again = try makeLoop(content, window, ManualTime())
        again.race(against: .best)
        #expect(again.playedGame.ghost != nil)
        // A change of the file while the run goes on.
        let later = ManualTime()
        var third = try Person(makeLoop(content, window, later, watches: true), later)
        third.loop.race(against: .best)
        for _ in 0..<200 { try third.frame() }
        try content.edit()
        third.loop.watchesFiles = true
        try third.win()
        #expect(third.loop.playedGame.ghost == nil)
        #expect(content.runs == first)
      }
    }

    @Test("a ghost that is chosen during a run joins it where it would be, and races again later")
    func joining() throws {
      try withContent { content, window in
        let time = ManualTime()
        var person = try Person(makeLoop(content, window, time), time)
        let loop = person.loop
        // A ghost that is there from the start.
        let other = try #require(try loop.ghosts?.ghost(.bot, of: loop.playedGame))
        func play(_ frames: Int) throws {
          for _ in 0..<frames {
            let tick = loop.session.tick
            try person.frame()
            if loop.session.tick > tick { other.follow(loop.session) }
          }
        }
        try play(400)
        var settings = loop.screens.settings
        #expect(loop.playedGame.ghost == nil && settings.ghost == .none)
        settings.ghost = .bot
        loop.apply(settings, isSaved: false)
        let place = try #require(other.shownNode?.worldPosition)
        #expect(loop.playedGame.ghost?.shownNode?.worldPosition == place)
        try play(60)
        let later = try #require(other.shownNode?.worldPosition)
        #expect(loop.playedGame.ghost?.shownNode?.worldPosition == later && later != place)
        settings.ghost = .none
        loop.apply(settings, isSaved: false)
        #expect(loop.playedGame.ghost == nil)
        settings.ghost = .best
        loop.apply(settings, isSaved: false)
        #expect(loop.playedGame.ghost == nil, "there is no best run yet")
        try person.win()
        // The run that was just kept waits for the next one.
        let ghost = try #require(loop.playedGame.ghost)
        #expect(ghost.shownNode == nil)
        for _ in 0..<30 { try person.frame(plays: false) }
        #expect(ghost.shownNode == nil)
        loop.session.send(.command(.restart))
        var next = try Person(loop, time)
        var isShown = false
        for _ in 0..<300 {
          try next.frame()
          isShown = isShown || loop.playedGame.ghost?.shownNode != nil
        }
        #expect(isShown)
      }
    }
  }
}

extension Game {
  fileprivate var phaseName: String { state.phaseName }
}
