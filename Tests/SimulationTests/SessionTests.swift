import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Session")
struct SessionTests {
  @Test("Only steps advance time")
  func time() throws {
    let (session, _) = try makeSession()
    let before = session.hash
    session.scene.rootNode.enumerateHierarchy { _ = $0.worldTransform }
    _ = session.report
    _ = session.snapshot()
    #expect(session.hash == before)
    #expect(session.tick == 0)
    session.step(0)
    #expect(session.hash == before)
    session.step(90)
    #expect(session.tick == 90)
    #expect(session.seconds == 1.5)
  }

  @Test("One step of sixty ticks equals sixty steps of one tick")
  func chunks() throws {
    let (a, _) = try makeSession()
    let (b, _) = try makeSession()
    a.step(60)
    for _ in 0..<60 { b.step() }
    #expect(a.hash == b.hash)
  }

  @Test("Events, rules, actions, physics, contacts and constraints run in this order")
  func order() throws {
    // Released at a height of 3 with its lower side at 2.5, the ball lands after √(2·2.5/9.8) s, in
    // tick 43.
    let (session, diary) = try makeSession()
    session.step(40)
    #expect(diary.state.score == 0)
    var landing: [String] = []
    for _ in 0..<6 where landing.isEmpty {
      diary.calls = []
      session.send(.press(.space))
      session.step()
      if diary.calls.contains("didBegin") { landing = diary.calls }
    }
    #expect(
      landing == [
        "space down", "update", "didApplyAnimations", "didBegin", "didSimulatePhysics",
        "didApplyConstraints",
      ])
    #expect(session.sounds.map(\.name) == ["bump"])
    session.step(3)
    #expect(session.sounds.isEmpty)
    #expect(session.phase == "touched")
  }

  @Test("Actions run between update and didApplyAnimations")
  func actions() throws {
    let (session, diary) = try makeSession(height: 100)
    session.step(14)
    diary.calls = []
    session.step()
    #expect(
      diary.calls == [
        "update", "action", "didApplyAnimations", "didSimulatePhysics", "didApplyConstraints",
      ])
  }

  @Test("Events are applied at their tick, and within a tick in the order of sending")
  func queue() throws {
    let (session, diary) = try makeSession()
    try session.send(.press(.b), at: 2)
    try session.send(.press(.a), at: 1)
    try session.send(.release(.b), at: 2)
    session.send(.press(.c))
    try session.send(.release(.a), at: 2)
    var seen: [[String]] = []
    for _ in 0..<4 {
      diary.calls = []
      session.step()
      seen.append(diary.calls.filter { $0.hasSuffix("down") || $0.hasSuffix("up") })
    }
    #expect(seen == [["c down"], ["a down"], ["b down", "b up", "a up"], []])
    #expect(session.pendingEvents.isEmpty)
    #expect(session.input.isPressed(.c))
    #expect(!session.input.isPressed(KeyCode.a))
  }

  @Test("The events of the last tick are available")
  func applied() throws {
    let (session, _) = try makeSession()
    session.step(5)
    session.send(.tilt(x: 0.5, y: 0))
    session.step()
    #expect(session.appliedEvents == [TimedInput(.tilt(x: 0.5, y: 0), tick: 5)])
    session.step()
    #expect(session.appliedEvents.isEmpty)
  }

  @Test("An event for a tick that has run is rejected with the accepted ticks")
  func late() throws {
    let (session, _) = try makeSession()
    session.step(10)
    let error = #expect(throws: LateInput.self) { try session.send(.press(.a), at: 9) }
    #expect(
      error?.description
        == "an event for tick 9 is late: 10 ticks have run; 10 and later are accepted")
    try session.send(.press(.a), at: 10)
  }

  @Test("A scene that lacks what the game requires is rejected")
  func missingRole() {
    #expect(throws: GameError.self) { try Session(scene: Scene(), game: Diary()) }
  }

  @Test("A paused session does not change, but counts ticks")
  func pause() throws {
    let (session, diary) = try makeSession()
    session.step(10)
    session.send(.command(.pause))
    session.step()
    let place = session.scene.rootNode.childNode(withName: "ball")?.position
    diary.calls = []
    session.step(9)
    #expect(diary.calls.isEmpty)
    #expect(session.isPaused)
    #expect(session.tick == 20)
    #expect(session.scene.rootNode.childNode(withName: "ball")?.position == place)
    session.send(.command(.resume))
    session.step(10)
    let (other, _) = try makeSession()
    other.step(20)
    #expect(session.scene.hash == other.scene.hash)
  }

  @Test("A restart restores the initial state except for clock, pressed keys and storage")
  func restart() throws {
    let (session, _) = try makeSession(usesChance: true)
    let (fresh, _) = try makeSession(usesChance: true)
    session.send(.press(.left))
    session.step(70)
    session.storage["best"] = 7
    session.send(.command(.restart))
    session.step(30)
    fresh.step(30)
    #expect(session.tick == 100)
    #expect(session.storage["best"] == 7)
    #expect(session.input.isPressed(.left))
    for name in ["random", "game", "scene", "physics"] {
      #expect(
        session.partHashes.first { $0.name == name } == fresh.partHashes.first { $0.name == name })
    }
  }

  @Test("The same seed and events result in the same hash")
  func sameSeed() throws {
    func play(seed: UInt64, usesChance: Bool) throws -> UInt64 {
      let (session, _) = try makeSession(seed: seed, usesChance: usesChance)
      try session.send(.press(.a), at: 20)
      session.step(100)
      return session.hash
    }
    #expect(try play(seed: 3, usesChance: true) == play(seed: 3, usesChance: true))
    #expect(try play(seed: 3, usesChance: true) != play(seed: 4, usesChance: true))
  }

  @Test("Another seed changes only random numbers")
  func otherSeed() throws {
    let (a, _) = try makeSession(seed: 1)
    let (b, _) = try makeSession(seed: 2)
    a.step(100)
    b.step(100)
    let differing = zip(a.partHashes, b.partHashes).filter { $0 != $1 }.map(\.0.name)
    #expect(differing == ["random", "scene"])
  }
}
