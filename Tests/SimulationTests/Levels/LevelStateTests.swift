import CaromDocuments
import CaromSceneGraph
import CaromSimulation
import Testing

/// Levels in snapshots, hashes, recordings and histories.
@Suite("State of levels")
struct LevelStateTests {
  /// Cuts to the second level after 20 ticks and fades to the third one after 50.
  private func play(_ session: Session, ticks: Int = 120) throws {
    try session.send(.press(.right), at: 20)
    try session.send(.press(.up), at: 50)
    session.step(ticks)
  }

  @Test("The hash covers the level and the transition")
  func hash() throws {
    let session = try makeClimb()
    let before = session.partHashes
    session.present(Climb.levels[1], with: .fade(duration: 1))
    let after = session.partHashes
    #expect(zip(before, after).filter { $0 != $1 }.map(\.0.name) == ["level"])
    let other = try makeClimb()
    other.present(Climb.levels[1], with: .fade(duration: 1, color: .white))
    #expect(other.hash != session.hash)
    #expect(Climb.undeclaredState.isEmpty)
  }

  @Test(
    "A snapshot continues bit for bit in the session, in a new one and from another level",
    arguments: [0, 20, 21, 22, 50, 51, 60, 61, 62, 70, 71, 72, 100])
  func snapshots(tick: Int) throws {
    let session = try makeClimb()
    try play(session, ticks: tick)
    let snapshot = session.snapshot()
    let cover = session.scene.transitionCover
    session.step(140 - tick)
    let end = session.hash
    #expect(session.levelIndex == 2)
    let last = session.snapshot()
    try session.restore(snapshot)
    #expect(session.hash == snapshot.hash && session.scene.transitionCover == cover)
    session.step(140 - tick)
    #expect(session.hash == end)
    let fresh = try makeClimb(at: 1)
    fresh.step(7)
    try fresh.restore(snapshot)
    #expect(fresh.hash == snapshot.hash && fresh.scene.transitionCover == cover)
    fresh.step(140 - tick)
    #expect(fresh.hash == end)
    try fresh.restore(last)
    #expect(fresh.levelIndex == 2 && fresh.hash == end)
  }

  @Test("Snapshots are complete in every tick of changes of level")
  func heavy() throws {
    let session = try makeClimb()
    try session.send(.press(.right), at: 20)
    try session.send(.press(.up), at: 50)
    let checks = try HeavyMode(interval: 1).run(session, ticks: 120, bot: nil) { try makeClimb() }
    #expect(checks == 120 && session.levelIndex == 2)
  }

  @Test("A snapshot of a level that the session does not have is refused, without changes")
  func otherLevels() throws {
    let session = try makeClimb(at: 2)
    session.step(10)
    let alone = try Session(scene: climbScene(2), game: Climb())
    alone.step(5)
    let before = alone.hash
    let error = #expect(throws: SnapshotError.self) { try alone.restore(session.snapshot()) }
    #expect(
      error?.description == "the snapshot does not fit: its level is 3, the session has 1")
    #expect(alone.hash == before)
  }

  @Test("Seeking goes back and forth across changes of level", arguments: [7, 40])
  func seek(interval: Int) throws {
    let session = try makeClimb()
    session.recordHistory(interval: interval)
    var hashes = [session.hash]
    try session.send(.press(.right), at: 20)
    try session.send(.press(.up), at: 50)
    for _ in 0..<120 {
      session.step()
      hashes.append(session.hash)
    }
    for tick in [0, 119, 21, 20, 22, 65, 61, 62, 120, 1] {
      try session.seek(to: UInt64(tick))
      // Events are in the queue until the tick that applies them.
      #expect(session.tick == UInt64(tick))
      #expect(session.levelIndex == (tick < 22 ? 0 : tick < 62 ? 1 : 2), "at \(tick)")
    }
    try session.seek(to: 120)
    #expect(session.hash == hashes[120])
  }

  @Test("A recording across levels replays with equal hashes, from its start or from a snapshot")
  func recording() throws {
    for begin in [0, 25, 55, 65] {
      let session = try makeClimb()
      try session.send(.press(.right), at: 20)
      try session.send(.press(.up), at: 50)
      session.step(begin)
      var text = ""
      session.record(scene: "climb/low.json") { text += $0 }
      session.step(200 - begin)
      session.finishRecording()
      let replay = try Replay(reading: SourceText(name: "climb", text))
      var run = try ReplayRun(replay, in: try makeClimb())
      let outcome = run.play()
      #expect(!run.hasSceneChanged && outcome.divergence == nil && outcome.checks >= 4)
      #expect(run.session.levelIndex == 2)
    }
  }

  @Test("A change of any level's file is a change of the recorded scene")
  func changedLevel() throws {
    let session = try makeClimb()
    var text = ""
    session.record(scene: "climb/low.json") { text += $0 }
    session.step(10)
    session.finishRecording()
    let replay = try Replay(reading: SourceText(name: "climb", text))
    let levels = Climb.levels.enumerated().map {
      ($1, climbScene($0, height: $0 == 2 ? 9 : nil))
    }
    let run = try ReplayRun(replay, in: try Session(levels: levels, game: Climb()))
    #expect(run.hasSceneChanged)
  }

  @Test("A listing of the state names the level")
  func listing() throws {
    let session = try makeClimb()
    try play(session)
    let line = session.stateLines.first { $0.subject == "level" && $0.property == "index" }
    #expect(line?.value == "2")
  }

  @Test("A changed file is adopted by its own level only")
  func adopt() throws {
    let session = try makeClimb()
    try play(session)
    let updated = try Session(scene: climbScene(2, height: 9), game: Climb())
    try session.adoptInitialState(of: updated)
    session.present(Climb.levels[2])
    session.step()
    #expect(session.climb.height == 9)
    session.present(Climb.levels[0])
    session.step()
    #expect(session.climb.height == 2)
  }
}
