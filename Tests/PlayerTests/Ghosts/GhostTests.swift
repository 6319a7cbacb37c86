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
  @Suite("Best runs")
  struct BestRunTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    @Test("the best run of a level is kept as a recording, and only a faster one replaces it")
    func best() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "carom-ghosts-\(UUID().uuidString)"
      ).path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let loader = SessionLoader(
        games: GameList.all,
        root: try ContentRoot.find(option: Repository.url("").path(percentEncoded: false)))
      let window = try Window(title: "test", width: 64, height: 36)
      while window.nextEvent() != nil {}
      let path = folder + "/ghosts/marble-maze-level2.replay.jsonl"
      func length() throws -> UInt64 {
        let replay = try Replay(
          reading: SourceText(try String(contentsOfFile: path, encoding: .utf8)))
        return replay.lastTick - replay.head.tick
      }
      var lengths: [UInt64] = []
      // The second run wastes a second, the third one is like the first.
      for wasted in [30, 90, 0] {
        let loaded = try loader.load("marble-maze", level: "2")
        let time = ManualTime()
        let loop = PlayerLoop(
          playedGame: PlayedGame(
            loaded.session, cache: try loaded.makeCache(), path: loaded.recordedPath),
          window: window, renderer: Renderer(), scale: 0.1, time: time)
        loop.userData = UserData(folder: folder, settings: folder)
        var bot: any Bot = try #require(MarbleMaze.makeBot())
        var left = wasted
        for _ in 0..<2_000 where !loop.session.hasJustCompletedLevel {
          // A person's game has no bot; the events arrive as those of a device.
          let isRunning = loop.session.game.phaseName == "playing"
          if isRunning, left > 0 {
            left -= 1
          } else {
            for event in bot.play(loop.session) { loop.session.send(event) }
          }
          _ = try loop.frame()
          time.nanoseconds += 16_666_667
        }
        #expect(loop.session.hasJustCompletedLevel)
        lengths.append(try length())
      }
      #expect(lengths[1] == lengths[0] && lengths[2] < lengths[0], "\(lengths)")
      // Anyone can race against the file.
      let replay = try Replay(
        reading: SourceText(try String(contentsOfFile: path, encoding: .utf8)))
      let session = try loader.load(replay.head.scene, launch: replay.head.launch).session
      var run = try ReplayRun(replay, in: session)
      #expect(run.play().divergence == nil && session.hasJustCompletedLevel)
    }
  }
}

extension Game {
  fileprivate var phaseName: String { state.phaseName }
}
