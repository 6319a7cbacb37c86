import CaromSimulation
import Testing

@Suite("Session history")
struct SessionHistoryTests {
  /// Runs ticks with keys and tilt, some of them sent ahead of their tick.
  private func play(_ session: Session, _ ticks: Int) throws {
    for _ in 0..<ticks {
      if session.tick % 11 == 3 { session.send(.tilt(x: 0.25, y: -0.5)) }
      if session.tick % 40 == 5 { try session.send(.press(.d), at: session.tick + 30) }
      if session.tick == 120 { session.send(.command(.restart)) }
      session.step()
    }
  }

  @Test("Seeking restores any tick bit for bit, backwards and forwards", arguments: [1, 16, 600])
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

  @Test("An event in the past discards later ticks; without one they remain available")
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

  @Test("Adopting the initial state of newer files clears the history")
  func newerFiles() throws {
    let (session, _) = try makeSession()
    let (fresh, _) = try makeSession()
    session.recordHistory()
    session.step(10)
    try session.adoptInitialState(of: fresh)
    #expect(session.history?.first == 10)
    #expect(throws: SeekError.self) { try session.seek(to: 5) }
  }

  @Test("Unavailable ticks are rejected without changes")
  func unknown() throws {
    let (session, _) = try makeSession()
    session.step(10)
    session.recordHistory()
    session.step(10)
    let before = session.hash
    for tick in [9, 21] as [UInt64] {
      let error = #expect(throws: SeekError.self) { try session.seek(to: tick) }
      #expect(error?.description == "tick \(tick) is not available; 10 to 20 are accepted")
    }
    #expect(session.hash == before)
  }

  @Test("Snapshots stay within their memory limit in sessions of any length")
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

  @Test("Restoring a snapshot clears the history")
  func restored() throws {
    let (session, _) = try makeSession()
    let snapshot = session.snapshot()
    session.recordHistory()
    session.step(50)
    try session.restore(snapshot)
    #expect(session.history?.last == 0)
    #expect(throws: SeekError.self) { try session.seek(to: 20) }
  }

  @Test("With a span, earlier ticks are forgotten and the others stay")
  func span() throws {
    let (session, _) = try makeSession()
    session.recordHistory(interval: 10)
    let history = try #require(session.history)
    history.span = 50
    var hashes: [UInt64] = [session.hash]
    for tick in 1...200 {
      if tick % 7 == 0 { session.send(.press(.space)) }
      session.step()
      hashes.append(session.hash)
    }
    #expect(history.first == 150 && history.last == 200 && history.snapshotCount == 6)
    for tick in [150, 163, 200] as [UInt64] {
      try session.seek(to: tick)
      #expect(session.hash == hashes[Int(tick)])
    }
    #expect(throws: SeekError.self) { try session.seek(to: 149) }
    history.span = nil
    session.step(60)
    #expect(history.first == 150)
  }
}
