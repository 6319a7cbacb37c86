import CaromDocuments
import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import TestSupport
import Testing

/// Thousands of changes between two levels with the scenes of the shipped games.
@Suite("Changes of level")
struct LevelChangesTests {
  private static let levels = [Level("low.json"), Level("high.json")]

  /// A session with two levels, which have the scene of the game with different gravity.
  private func session(_ game: any Game.Type) throws -> Session {
    let scenes = try [readLevel(game), readLevel(game)]
    scenes[1].physicsWorld.gravity.y *= 0.5
    return try Session(
      levels: zip(Self.levels, scenes).map { ($0, $1) }, game: game.init(), launch: Launch(seed: 3))
  }

  /// Plays and goes to the other level every four ticks, by a cut or by an event of the player.
  private struct Restless: Bot {
    mutating func play(_ session: Session) -> [InputEvent] {
      guard session.tick % 4 == 0 else { return [.tilt(x: 0.5, y: 0.25)] }
      return [.press(.space), .present(session.nextLevel?.name ?? Self.first), .release(.space)]
    }

    private static let first = "low"
  }

  @Test("10,000 changes of level are recorded and replay with equal hashes", arguments: [0, 1])
  func recorded(index: Int) throws {
    let game = GameList.all[index]
    let session = try session(game)
    var text = ""
    session.record(scene: "low.json") { text += $0 }
    var bot: any Bot = Restless()
    var (changes, sizes): (Int, Set<Int>) = (0, [])
    while changes < 10_000 {
      let scene = session.scene
      session.step(1, with: &bot)
      guard session.scene !== scene else { continue }
      changes += 1
      // The state at the same tick of a level has the same size, however many came before.
      if changes > 4, changes % 500 == 0 { sizes.insert(session.snapshot().bytes.count) }
    }
    session.finishRecording()
    #expect(sizes.count == 1 && session.tick == 40_001 - 3)
    let replay = try Replay(reading: SourceText(name: game.name, text))
    var run = try ReplayRun(replay, in: self.session(game))
    let outcome = run.play()
    #expect(outcome.divergence == nil && !run.hasSceneChanged)
    #expect(outcome.ticks == session.tick && outcome.checks == Int(session.tick) / 60 + 2)
    #expect(run.session.hash == session.hash)
  }

  @Test("Snapshots between changes of level continue bit for bit", arguments: [0, 1])
  func heavy(index: Int) throws {
    let game = GameList.all[index]
    let checks = try HeavyMode(interval: 37)
      .run(session(game), ticks: 2_000, bot: Restless()) { try session(game) }
    #expect(checks == 55)
  }

  /// Every change is made in the session and in a copy of it that was restored from a snapshot.
  @Test(
    "Heavy mode finds no difference in 10,000 recorded changes, and memory does not grow",
    .enabled(if: isFullTier, "TIER=full runs it"), arguments: [0, 1])
  func heavyChanges(index: Int) throws {
    let game = GameList.all[index]
    let session = try session(game)
    var text = ""
    session.record(scene: "low.json") { text += $0 }
    func run(_ ticks: Int) throws -> Int {
      try HeavyMode(interval: 37)
        .run(session, ticks: ticks, bot: Restless()) { try self.session(game) }
    }
    // The caches of the first changes are full after 4,000 ticks.
    var checks = try run(4_000)
    let start = residentMemory
    checks += try run(36_004)
    let growth = residentMemory - start
    session.finishRecording()
    #expect(checks == 109 + 974 && session.tick == 40_004)
    let replay = try Replay(reading: SourceText(name: game.name, text))
    var replayRun = try ReplayRun(replay, in: self.session(game))
    let outcome = replayRun.play()
    #expect(outcome.divergence == nil && replayRun.session.hash == session.hash)
    print("\(game.name): 10,000 changes, \(checks) checks, memory grew by \(growth >> 10) KiB")
    // A scene that is kept at each change would be hundreds of megabytes.
    #expect(growth < text.utf8.count * 2 + 16 << 20)
  }

  @Test("A change of level takes less than a frame of 16 ms", arguments: [0, 1])
  func time(index: Int) throws {
    let game = GameList.all[index]
    let session = try session(game)
    var least = Duration.seconds(1)
    for number in 0..<40 {
      session.step(30)
      session.present(Self.levels[(number + 1) % 2])
      // The change, and the first tick of the level.
      least = min(least, cpuTime { session.step() })
    }
    print("\(game.name): a change of level takes \(least)")
    #expect(least < .milliseconds(16))
  }
}
