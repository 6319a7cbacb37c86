import CaromSimulation
import Testing

@Suite("Going back in time")
struct SessionHistoryTests {
  /// Plays ticks with keys and tilt, some of them sent ahead of their time.
  private func play(_ session: Session, _ ticks: Int) throws {
    for _ in 0..<ticks {
      if session.tick % 11 == 3 { session.send(.tilt(x: 0.25, y: -0.5)) }
      if session.tick % 40 == 5 { try session.send(.press(.d), at: session.tick + 30) }
      if session.tick == 120 { session.send(.command(.restart)) }
      session.step()
    }
  }

  @Test("Any tick comes back bit for bit, from either side", arguments: [1, 16, 600])
  func anyTick(interval: Int) throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(7)
    session.recordHistory(interval: interval)
    var hashes = [session.hash]
    for _ in 0..<200 {
      try play(session, 1)
      hashes.append(session.hash)
    }
    for offset in [200, 0, 199, 57, 58, 56, 130, 1, 200, 16, 15, 100] {
      try session.seek(to: UInt64(7 + offset))
      #expect(session.tick == UInt64(7 + offset))
      #expect(session.hash == hashes[offset], "tick \(offset)")
    }
  }

  @Test("What is sent in the past begins another future; without it the known one comes again")
  func anotherFuture() throws {
    let (session, _) = try makeSession(usesChance: true)
    session.recordHistory(interval: 20)
    try play(session, 150)
    let end = session.hash
    try session.seek(to: 60)
    try session.seek(to: 150)
    #expect(session.hash == end)
    try session.seek(to: 60)
    session.send(.press(.e))
    session.step(90)
    #expect(session.hash != end)
    #expect(session.history?.last == 150)
    let other = session.hash
    try session.seek(to: 0)
    try session.seek(to: 150)
    #expect(session.hash == other)
  }

  @Test("The past of older files is forgotten when a session begins as one of newer files")
  func newerFiles() throws {
    let (session, _) = try makeSession()
    let (fresh, _) = try makeSession()
    session.recordHistory()
    session.step(10)
    try session.adoptInitialState(of: fresh)
    #expect(session.history?.first == 10)
    #expect(throws: SeekError.self) { try session.seek(to: 5) }
  }

  @Test("Ticks that are not known are refused, and nothing changes")
  func unknown() throws {
    let (session, _) = try makeSession()
    session.step(10)
    session.recordHistory()
    session.step(10)
    let before = session.hash
    for tick in [9, 21] as [UInt64] {
      let error = #expect(throws: SeekError.self) { try session.seek(to: tick) }
      #expect(error?.description == "tick \(tick) is not known; 10 to 20 is accepted")
    }
    #expect(session.hash == before)
  }

  @Test("Snapshots never outgrow their memory, however long the session is")
  func memory() throws {
    let (session, _) = try makeSession()
    let size = session.snapshot().bytes.count
    session.recordHistory(interval: 1, memory: size * 10)
    session.step(400)
    let history = try #require(session.history)
    #expect(history.bytes <= history.memory)
    #expect(history.snapshotCount >= 3)
    #expect(history.interval >= 32)
    let (other, _) = try makeSession()
    other.step(123)
    try session.seek(to: 123)
    #expect(session.hash == other.hash)
  }

  @Test("A restored snapshot has no past but itself")
  func restored() throws {
    let (session, _) = try makeSession()
    let snapshot = session.snapshot()
    session.recordHistory()
    session.step(50)
    try session.restore(snapshot)
    #expect(session.history?.last == 0)
    #expect(throws: SeekError.self) { try session.seek(to: 20) }
  }
}
