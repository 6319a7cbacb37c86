import CaromDocuments
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Property changes by events")
struct SetInputTests {
  private func session(_ scene: Scene = makeScene()) throws -> Session {
    try Session(scene: scene, game: Diary(), seed: 3)
  }

  @Test("Properties of nodes, the game and the scene are set before the tick of the event")
  func sets() throws {
    let session = try session()
    try session.send(.set(SetInput("position", of: "/ball", to: "[1, 8, 0]")), at: 2)
    session.step(2)
    let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
    #expect(ball.position.x == 0)
    session.send(.set(SetInput("physics.velocity", of: "/ball", to: "[0, 2, 0]")))
    session.send(.set(SetInput("score", of: "game", to: "41")))
    session.send(.set(SetInput("background", of: "scene", to: "{\"color\": [1, 0, 0]}")))
    session.step()
    #expect(session.rejectedChanges == [])
    #expect(ball.position.x == 1 && ball.position.y > 8)
    #expect(session.score == 41)
  }

  @Test(
    "Invalid changes are rejected with a message, and the session continues",
    arguments: [
      (SetInput("position", of: "/bal", to: "[0,0,0]"), "there is no '/bal'"),
      (SetInput("positon", of: "/ball", to: "[0,0,0]"), "did you mean \"position\"?"),
      (SetInput("position", of: "/ball", to: "[0,0"), "/ball position: "),
      (SetInput("position", of: "/ball", to: "\"x\""), "/ball position: "),
      (SetInput("score", of: "game", to: "true"), "game score: "),
      (SetInput("nothing", of: "scene", to: "1"), "scene nothing: "),
      (SetInput(), "there is no ''"),
    ])
  func refuses(_ change: SetInput, _ words: String) throws {
    let session = try session()
    session.send(.set(change))
    session.step()
    #expect(session.rejectedChanges.count == 1)
    #expect(session.rejectedChanges.first?.contains(words) ?? false, "\(session.rejectedChanges)")
    session.step()
    #expect(session.rejectedChanges.isEmpty && session.tick == 2)
  }

  @Test("A recording contains property changes and replays them")
  func recorded() throws {
    let session = try session()
    var text = ""
    session.record(scene: "a.json") { text += $0 }
    session.step(5)
    session.send(.set(SetInput("position", of: "/ball", to: "[0.5, 4, 0]")))
    session.step(100)
    session.finishRecording()
    #expect(text.contains("\"set\":{\"target\":\"/ball\",\"property\":\"position\""))
    let replay = try Replay(reading: SourceText(name: "r", bytes: Array(text.utf8)))
    var run = try ReplayRun(replay, in: try self.session())
    #expect(run.play().divergence == nil)
    #expect(run.session.hash == session.hash)
  }

  @Test("Contacts that began or ended are reported in their tick")
  func contacts() throws {
    let session = try session()
    var began: [UInt64] = []
    for _ in 0..<120 {
      session.step()
      for event in session.contacts where event.phase == .began { began.append(session.tick) }
    }
    #expect(began.count >= 1)
    #expect(session.score == Int32(began.count), "the game counts the same contacts")
  }

  @Test("After seeking, per-tick events of the abandoned tick are cleared")
  func restored() throws {
    let session = try session()
    let beginning = session.snapshot()
    for _ in 0..<120 where session.contacts.isEmpty { session.step() }
    #expect(!session.contacts.isEmpty)
    try session.restore(beginning)
    #expect(
      session.contacts.isEmpty && session.appliedEvents.isEmpty && session.rejectedChanges.isEmpty)
    session.recordHistory()
    for _ in 0..<120 where session.contacts.isEmpty { session.step() }
    #expect(!session.contacts.isEmpty)
    try session.seek(to: beginning.tick)
    #expect(session.contacts.isEmpty)
  }
}
