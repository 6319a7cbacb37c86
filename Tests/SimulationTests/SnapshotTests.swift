import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Snapshot")
struct SnapshotTests {
  @Test("A restored session continues bit for bit", arguments: [0, 30, 44, 200])
  func sameSession(tick: Int) throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(tick)
    try session.send(.press(.d), at: session.tick + 7)
    let snapshot = session.snapshot()
    #expect(snapshot.hash == session.hash)
    session.step(100)
    let end = session.hash
    try session.restore(snapshot)
    #expect(session.hash == snapshot.hash)
    #expect(session.tick == snapshot.tick)
    #expect(session.pendingEvents.count == 1)
    session.step(100)
    #expect(session.hash == end)
  }

  @Test(
    "A new session restored from a snapshot continues bit for bit", arguments: [0, 30, 44, 200])
  func freshSession(tick: Int) throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(tick)
    let snapshot = session.snapshot()
    let (twin, _) = try makeSession(usesChance: true)
    twin.step(3)
    try twin.restore(snapshot)
    #expect(twin.partHashes == session.partHashes)
    session.step(100)
    twin.step(100)
    #expect(twin.hash == session.hash)
  }

  @Test("A snapshot with another seed is rejected with the reason, without changes")
  func otherSeed() throws {
    let (session, _) = try makeSession(seed: 1)
    session.step(20)
    let (other, _) = try makeSession(seed: 2)
    other.step(50)
    let before = other.hash
    let error = #expect(throws: SnapshotError.self) { try other.restore(session.snapshot()) }
    #expect(
      error?.description == "the snapshot does not fit: its seed is 1, that of the session is 2")
    #expect(other.hash == before)
    other.step(10)
    let (twin, _) = try makeSession(seed: 2)
    twin.step(60)
    #expect(other.hash == twin.hash)
  }

  @Test("A snapshot of another game is rejected")
  func otherGame() throws {
    let (session, _) = try makeSession()
    let other = try Session(scene: makeScene(), game: NoRules())
    #expect(throws: SnapshotError.self) { try other.restore(session.snapshot()) }
  }

  @Test("Snapshots are complete: a new session restored in every tick stays identical")
  func heavyMode() throws {
    let (session, _) = try makeSession(usesChance: true)
    let checks = try HeavyMode(interval: 1).run(session, ticks: 120, bot: nil) {
      try makeSession(usesChance: true).session
    }
    #expect(checks == 120)
  }

  @Test("A difference names the part of the state")
  func difference() throws {
    let (session, _) = try makeSession()
    let error = #expect(throws: HeavyMode.Difference.self) {
      // The new session draws random numbers, the original does not.
      try HeavyMode(interval: 5).run(session, ticks: 20, bot: nil) {
        try makeSession(usesChance: true).session
      }
    }
    #expect(error?.parts == ["random", "game"])
    #expect(error?.tick == 5)
  }
}
