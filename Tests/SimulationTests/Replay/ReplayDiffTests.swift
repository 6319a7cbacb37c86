import CaromDocuments
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Replay comparison")
struct ReplayDiffTests {
  private func recorded(seed: UInt64 = 1, ticks: Int = 100, key: KeyCode = .d) throws -> Replay {
    let (session, _) = try makeSession(seed: seed)
    let tape = Tape()
    session.record(scene: "diary.json") { tape.text += $0 }
    session.step(20)
    session.send(.press(key))
    session.step(ticks - 20)
    session.finishRecording()
    return try Replay(reading: SourceText(name: "a", tape.text))
  }

  @Test("Equal recordings have no differences")
  func equal() throws {
    #expect(ReplayDiff(try recorded(), try recorded()).isEmpty)
  }

  @Test("A differing event and the first differing hash are reported with ticks and parts")
  func event() throws {
    let diff = ReplayDiff(try recorded(), try recorded(key: .e))
    #expect(
      diff.differences.map(\.what) == ["events", "hash (input)"]
        || diff.differences.map(\.what) == ["events", "hash (input, scene, physics)"])
    #expect(diff.differences.map(\.tick) == [20, 60])
    #expect(
      diff.description.hasPrefix(
        "tick 20: events: {\"key\":{\"code\":\"d\",\"isDown\":true}} | "
          + "{\"key\":{\"code\":\"e\",\"isDown\":true}}\n"))
  }

  @Test("Heads and ends are compared")
  func heads() throws {
    var short = try recorded(ticks: 90)
    short.end = nil
    let whats = ReplayDiff(try recorded(seed: 2), short).differences.map(\.what)
    #expect(whats.contains("seed"))
    #expect(whats.last == "end")
  }
}

@Suite("State lines")
struct StateListingTests {
  @Test("State lines differ exactly where a value differs")
  func lines() throws {
    let (a, _) = try makeSession(usesChance: true)
    let (b, _) = try makeSession(usesChance: true)
    a.step(30)
    b.step(30)
    #expect(a.stateLines == b.stateLines)
    let ball = try #require(b.scene.rootNode.childNode(withName: "ball"))
    ball.position.x = Float(bitPattern: ball.position.x.bitPattern ^ 1)
    let found = StateDifference.between(a.stateLines, b.stateLines)
    #expect(found.contains { $0.subject == "/ball" && $0.property == "position" })
    #expect(found.allSatisfy { $0.subject == "/ball" || $0.property == StateLine.remainder })
  }

  @Test("Random streams, the game and bodies have their own lines")
  func places() throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(30)
    let lines = session.stateLines
    func value(_ place: String, _ property: String) -> String? {
      lines.first { $0.subject == place && $0.property == property }?.value
    }
    #expect(value("session", "tick") == "30")
    #expect(value("random", "diary") == "30 draws")
    #expect(value("game", "score") == "0")
    #expect(value("/ball", "physics.velocity")?.hasPrefix("[0,-") == true)
    #expect(value("/ball", "physics.isResting") == "false")
  }

  @Test("State without declaration, such as a running action, is visible in the hash of its node")
  func rest() throws {
    let (a, _) = try makeSession()
    let (b, _) = try makeSession()
    b.scene.rootNode.childNode(withName: "ball")?.removeAction(forKey: "tell")
    a.step(1)
    b.step(1)
    let found = StateDifference.between(a.stateLines, b.stateLines)
    #expect(found.contains { $0.subject == "/ball" && $0.property == StateLine.remainder })
  }
}
