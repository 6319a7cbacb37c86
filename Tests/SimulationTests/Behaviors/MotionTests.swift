import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Timers, movers, teleporters, spawners and motors")
struct MotionTests {
  @Test("A timer ends after its duration, once or again and again; a paused one rests")
  func timer() throws {
    func score(_ more: String, _ ticks: Int) throws -> Int32 {
      let level = try BehaviorLevel(
        """
        { "name": "t", \(more.contains("isPaused") ? more : "") "role": { "timer": {
          \(more.contains("isPaused") ? "" : more) "duration": 0.5, "then": [{ "score": 1 }] } } }
        """)
      level.session.step(ticks)
      return level.state.score
    }
    #expect(try score("", 29) == 0)
    #expect(try score("", 30) == 1)
    #expect(try score("", 300) == 1)
    #expect(try score("\"isRepeating\": true,", 119) == 3)
    #expect(try score("\"isRepeating\": true,", 120) == 4)
    #expect(try score("\"isPaused\": true,", 120) == 0)
  }

  @Test("A timer displays the remaining seconds, rounded up")
  func display() throws {
    let level = try BehaviorLevel(
      "{ \"name\": \"t\", \"role\": { \"timer\": { \"duration\": 3, \"label\": \"l\", \"text\": \"Time\" } } }",
      "\"overlay\": { \"labels\": [{ \"name\": \"l\" }] },")
    func text() -> String { level.session.scene.overlay[label: "l"]?.text ?? "" }
    #expect(text() == "Time 3")
    level.session.step(60)
    #expect(text() == "Time 2")
    level.session.step(1)
    #expect(text() == "Time 2")
    level.session.step(119)
    #expect(text() == "Time 0")
  }

  /// The position of a mover after a number of ticks.
  private func moved(_ mover: String, _ ticks: Int) throws -> Vector3 {
    let level = try BehaviorLevel(
      "{ \"name\": \"lift\", \"position\": [1, 2, 3], \"role\": { \"mover\": { \(mover) } } }")
    level.session.step(ticks)
    return try level.node("/lift").position - Vector3(1, 2, 3)
  }

  /// Expects a position to within the way of a tick at 2 m/s: rounding decides in which tick a
  /// mover arrives at an end.
  private func expect(_ a: Vector3, _ b: Vector3, sourceLocation: SourceLocation = #_sourceLocation)
  {
    #expect((a - b).length < 0.034, "\(a) is not \(b)", sourceLocation: sourceLocation)
  }

  @Test("A mover is where its speed takes it, there and back")
  func mover() throws {
    let way = "\"path\": [[4, 0, 0]], \"speed\": 2"
    try expect(moved(way, 60), Vector3(2, 0, 0))
    try expect(moved(way, 120), Vector3(4, 0, 0))
    try expect(moved(way, 150), Vector3(3, 0, 0))
    try expect(moved(way, 240), .zero)
    try expect(moved(way, 270), Vector3(1, 0, 0))
    // It waits for 30 ticks at each end.
    try expect(moved(way + ", \"pause\": 0.5", 150), Vector3(4, 0, 0))
    try expect(moved(way + ", \"pause\": 0.5", 180), Vector3(3, 0, 0))
    try expect(moved(way + ", \"pause\": 0.5", 285), .zero)
  }

  @Test("A mover turns corners, goes around and stays at the end")
  func paths() throws {
    let corner = "\"path\": [[3, 0, 0], [3, 0, 4]], \"speed\": 1"
    try expect(moved(corner, 5 * 60), Vector3(3, 0, 2))
    // The way back to the start of the loop is 5 m long.
    try expect(moved(corner + ", \"repetition\": \"loop\"", 570), Vector3(1.5, 0, 2))
    try expect(moved(corner + ", \"repetition\": \"loop\"", 14 * 60), Vector3(2, 0, 0))
    try expect(moved(corner + ", \"repetition\": \"once\"", 14 * 60), Vector3(3, 0, 4))
  }

  @Test("A kinematic mover carries a body that lies on it")
  func carries() throws {
    let level = try BehaviorLevel(
      """
      { "name": "lift", "geometry": { "box": { "width": 2, "height": 0.2, "length": 2 } },
        "physics": { "type": "kinematic" },
        "role": { "mover": { "path": [[0, 3, 0]], "speed": 1, "repetition": "once" } } },
      { "name": "crate", "position": [0, 0.35, 0], "geometry": { "box": { "width": 0.5, "height": 0.5,
        "length": 0.5 } }, "physics": { "type": "dynamic" } }
      """)
    level.session.step(240)
    #expect(abs(try level.node("/crate").position.y - 3.35) < 0.02)
  }

  @Test("A teleporter moves a body to its destination with its velocity, once")
  func teleporter() throws {
    let level = try BehaviorLevel(
      [
        flyingBall(), zone("{ \"teleporter\": { \"to\": \"/exit\" } }"),
        "{ \"name\": \"exit\", \"position\": [0, 7, 1], \"eulerAnglesDegrees\": [0, 90, 0] }",
      ].joined(separator: ","))
    let ball = try level.node("/ball")
    let tick = try #require(level.steps(most: 50) { ball.position.y > 1 })
    #expect((35...37).contains(tick))
    #expect(ball.position == Vector3(0, 7, 1))
    level.session.step(10)
    #expect((ball.position - Vector3(1, 7, 1)).length < 1e-3)
  }

  @Test("A teleporter turns the velocity with the destination, or stops the body")
  func turns() throws {
    func velocity(_ kind: String) throws -> Vector3 {
      let level = try BehaviorLevel(
        [
          flyingBall(),
          zone("{ \"teleporter\": { \"to\": \"/exit\", \"velocity\": \"\(kind)\" } }"),
          "{ \"name\": \"exit\", \"position\": [0, 7, 1], \"eulerAnglesDegrees\": [0, 90, 0] }",
        ].joined(separator: ","))
      level.session.step(50)
      return try level.node("/ball").physicsBody?.velocity ?? .zero
    }
    // Rotated by 90° about Y, +X becomes −Z.
    #expect(try (velocity("turned") - Vector3(0, 0, -6)).length < 1e-4)
    #expect(try (velocity("kept") - Vector3(6, 0, 0)).length < 1e-4)
    #expect(try velocity("stopped") == .zero)
  }

  @Test("Two teleporters do not send a body back until it has left")
  func pair() throws {
    let level = try BehaviorLevel(
      [
        flyingBall(),
        zone("{ \"teleporter\": { \"to\": \"/b\", \"then\": [{ \"score\": 1 }] } }", name: "a"),
        zone(
          "{ \"teleporter\": { \"to\": \"/a\", \"then\": [{ \"score\": 100 }] } }", name: "b", x: 50
        ),
      ].joined(separator: ","))
    level.session.step(120)
    #expect(level.state.score == 1)
    // It left the second gate at its far side; now it comes back.
    #expect(try level.node("/ball").position.x > 52)
    try level.node("/ball").physicsBody?.velocity = Vector3(-6, 0, 0)
    level.session.step(75)
    #expect(level.state.score == 101)
    #expect(try level.node("/ball").position.x < 6)
  }

  @Test("A spawner copies at its intervals up to its limit, and again when one is gone")
  func spawner() throws {
    let level = try BehaviorLevel(
      """
      { "name": "ball", "isHidden": true, "geometry": { "sphere": {} },
        "physics": { "type": "dynamic", "isAffectedByGravity": false, "damping": 0 } },
      { "name": "source", "position": [5, 0, 0], "eulerAnglesDegrees": [0, 90, 0],
        "role": { "spawner": { "template": "/ball", "interval": 0.5, "delay": 0.25, "limit": 3,
          "velocity": [3, 0, 0], "onSpawn": [{ "score": 1 }] } } }
      """)
    func count() -> Int {
      level.session.scene.rootNode.childNodes.count { $0.name?.hasPrefix("ball-") ?? false }
    }
    for (tick, wanted) in [(15, 0), (16, 1), (45, 1), (46, 2), (75, 2), (76, 3), (200, 3)] {
      level.session.step(tick - Int(level.session.tick))
      #expect(count() == wanted, "at tick \(tick)")
    }
    #expect(level.state.score == 3)
    let first = try level.node("/ball-1")
    #expect(!first.isHidden)
    // It appeared at the end of tick 16's update, and has moved along the spawner's X, that is −Z.
    #expect((first.position - Vector3(5, 0, -3 * 185.0 / 60)).length < 1e-2)
    first.removeFromParentNode()
    level.session.step()
    #expect(count() == 3)
    #expect(try level.role("/source", SpawnerBehavior.self).spawnCount == 4)
  }

  @Test("A spawner stops at its total, and its copies end with their lifetime")
  func lifetime() throws {
    let level = try BehaviorLevel(
      """
      { "name": "ball", "isHidden": true },
      { "name": "source", "role": { "spawner": { "template": "/ball", "interval": 0.5, "total": 2,
          "lifetime": 2 } } }
      """)
    level.session.step(60)
    #expect(level.session.scene.rootNode.childNodes.count == 4)
    level.session.step(180)
    #expect(level.session.scene.rootNode.childNodes.count == 2)
    #expect(try level.role("/source", SpawnerBehavior.self).spawnCount == 2)
  }

  /// A beam that turns about the Y axis through its end, between 0° and −60° as seen from it.
  private func beam(_ role: String, target: Float) -> String {
    """
    { "name": "beam", "geometry": { "box": { "width": 2, "height": 0.4, "length": 0.3 } },
      "physics": { "type": "dynamic", "mass": 1 }, "joints": [{ "hinge": {
        "minimumAngularLimitDegrees": -60, "maximumAngularLimitDegrees": 0,
        "motorTargetAngularVelocity": \(target), "motorMaximumTorque": 1000 },
        "anchorA": [-1, 0, 0], "axisA": [0, 1, 0] }]\(role) }
    """
  }

  @Test("A flipper turns to its limit while its key is pressed, and back")
  func flipper() throws {
    let level = try BehaviorLevel(
      beam(
        ", \"role\": { \"flipper\": { \"keys\": [\"left\"], \"buttons\": [\"a\"], \"speed\": -10 } }",
        target: 0))
    let joint = try #require(try level.node("/beam").joints.first)
    level.session.step(30)
    #expect(abs(joint.angle) < 0.02)
    level.session.send(.press(.left))
    level.session.step(30)
    #expect(abs(joint.angle + .pi / 3) < 0.02)
    // The beam turned by +60° about Y: its end points along +X and −Z.
    #expect(try level.node("/beam").worldRight.z < -0.8)
    level.session.send(.release(.left))
    level.session.step(30)
    #expect(abs(joint.angle) < 0.02)
    level.session.send(.button(ButtonInput(button: .a, isDown: true)))
    level.session.step(30)
    #expect(abs(joint.angle + .pi / 3) < 0.02)
  }

  /// Symptom: a table with four motors at rest cost more than half of each tick.
  ///
  /// Cause: the body was woken in every tick, although the target speed was the same.
  @Test("A flipper at its limit falls asleep, and its key wakes it")
  func flipperAtRest() throws {
    let level = try BehaviorLevel(
      beam(", \"role\": { \"flipper\": { \"keys\": [\"left\"], \"speed\": -10 } }", target: 0))
    let node = try level.node("/beam")
    let joint = try #require(node.joints.first)
    level.session.step(120)
    #expect(node.physicsBody?.isResting == true)
    level.session.send(.press(.left))
    level.session.step(30)
    #expect(abs(joint.angle + .pi / 3) < 0.02)
  }

  @Test("A trigger opens a door by its motor, and a control closes it")
  func door() throws {
    let level = try BehaviorLevel(
      [
        flyingBall(z: 3), beam("", target: 1),
        zone(
          """
          { "trigger": { "onEnter": [{ "motor": { "node": "/beam", "speed": -2 } }] } }
          """, z: 3),
        """
        { "name": "close", "role": { "control": { "keys": ["c"],
          "onPress": [{ "motor": { "node": "/beam", "speed": 2 } }, { "score": 1 }],
          "onRelease": [{ "score": 10 }] } } }
        """,
      ].joined(separator: ","))
    let joint = try #require(try level.node("/beam").joints.first)
    level.session.step(34)
    #expect(abs(joint.angle) < 0.02)
    level.session.step(60)
    #expect(abs(joint.angle + .pi / 3) < 0.02)
    level.session.send(.press(.c))
    level.session.step(60)
    #expect(abs(joint.angle) < 0.02)
    level.session.send(.release(.c))
    level.session.step(1)
    #expect(level.state.score == 11)
  }
}
