import CaromDocuments
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Continued games")
struct ContinuedGameTests {
  /// Levels without an end began with no points, because each is a session of its own.
  @Test("A session continues the game of another one: carried properties and stored numbers stay")
  func carriedOver() throws {
    let first = try makeClimb()
    first.send(.press(.space))
    first.send(.release(.space))
    first.step(40)
    first.storage["best"] = 7
    let next = try makeClimb(at: 1)
    #expect(next.continueGame(of: first))
    #expect(next.climb.score == 2 && next.storage["best"] == 7)
    #expect(next.climb.ticks == 0 && next.climb.height == 3 && next.tick == 0)
    next.step(10)
    next.send(.command(.restart))
    next.step()
    #expect(next.climb.score == 3, "a restart begins with what was carried over, and is an event")
    let other = try Session(scene: Scene(), game: NoRules())
    #expect(!other.continueGame(of: first) && other.storage["best"] == 0)
    next.reset(seed: 1)
    #expect(next.climb.score == 0)
  }

  @Test("A recording of a continued game from its first tick can be replayed")
  func recording() throws {
    let first = try makeClimb()
    first.send(.press(.space))
    first.step(40)
    let next = try makeClimb()
    next.continueGame(of: first)
    var text = ""
    next.record(scene: "climb/low.json") { text += $0 }
    next.step(70)
    next.finishRecording()
    let replay = try Replay(reading: SourceText(name: "run.replay.jsonl", text))
    #expect(replay.head.snapshot != nil && replay.head.tick == 0)
    let session = try makeClimb()
    var run = try ReplayRun(replay, in: session)
    let outcome = run.play()
    #expect(outcome.divergence == nil && outcome.checks > 1 && session.climb == next.climb)
  }
}
