import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Banks of targets, and bonus balls")
struct BankTests {
  /// A counter of two targets on the path of a flying ball, at 5 m and 8 m.
  private func bank(_ counter: String) throws -> BehaviorLevel {
    let targets = [5.0, 8].enumerated().map { index, x in
      zone(
        "{ \"collectable\": { \"counter\": \"/bank\", \"returnDuration\": 0.5, \"points\": 1 } }",
        name: "target\(index)", x: x)
    }
    let role = "{ \"counter\": { \"target\": 2, \"then\": [{ \"score\": 100 }] \(counter) } }"
    return try BehaviorLevel(
      ([flyingBall(), "{ \"name\": \"bank\", \"role\": \(role) }"] + targets).joined(separator: ",")
    )
  }

  private func isHidden(_ level: BehaviorLevel) throws -> [Bool] {
    try [0, 1].map { try level.node("/target\($0)").isHidden }
  }

  @Test("Targets of a repeating counter stay down until all are down, and return after their time")
  func repeating() throws {
    let level = try bank(", \"isRepeating\": true")
    let first = try #require(level.steps(most: 100) { level.state.score == 1 })
    // Alone it does not return, although its time has passed before the second one is hit.
    let second = try #require(level.steps(most: 100) { level.state.score == 102 })
    #expect((28...32).contains(second - first))
    #expect(try isHidden(level) == [true, true])
    #expect(try level.role("/bank", CounterBehavior.self).value == 0)
    level.session.step(28)
    #expect(try isHidden(level) == [true, true])
    level.session.step(4)
    #expect(try isHidden(level) == [false, false])
    // The ball is gone; again, from the start.
    let ball = try level.node("/ball")
    ball.position = .zero
    _ = try #require(level.steps(most: 120) { level.state.score == 204 })
  }

  @Test("Without it the counter stays at its target, and each target returns by itself")
  func single() throws {
    let level = try bank("")
    let first = try #require(level.steps(most: 100) { level.state.score == 1 })
    level.session.step(34)
    #expect(try isHidden(level)[0] == false)
    #expect(level.session.tick == UInt64(first + 34))
    level.session.step(60)
    #expect(try level.role("/bank", CounterBehavior.self).value == 2)
  }

  @Test("A counter does not fall below its minimum")
  func minimum() throws {
    let timer =
      "{ \"timer\": { \"duration\": 0.1, \"isRepeating\": true, \"then\": [{ \"count\": { \"counter\": \"/n\", \"by\": -2 } }] } }"
    func value(_ keys: String) throws -> Int32 {
      let level = try BehaviorLevel(
        "{ \"name\": \"n\", \"role\": { \"counter\": { \"value\": 3 \(keys) } } }, { \"role\": \(timer) }"
      )
      level.session.step(30)
      return try level.role("/n", CounterBehavior.self).value
    }
    #expect(try value(", \"minimum\": -1") == -1)
    #expect(try value("") == -7)
  }

  @Test("A player takes the place and the velocity of a bonus ball, and loses a life with the last")
  func spares() throws {
    let level = try BehaviorLevel(
      [
        flyingBall(
          role:
            ", \"role\": { \"player\": { \"lives\": 2, \"spares\": \"/gun\", \"fallHeight\": -9 } }"
        ),
        flyingBall(", \"categoryBitMask\": 4, \"collisionBitMask\": 0")
          .replacing("\"ball\"", with: "\"bonus\", \"isHidden\": true"),
        """
        { "name": "gun", "position": [0, 6, 0], "role": { "spawner": { "template": "/bonus",
          "interval": 0.2, "total": 2, "velocity": [0, 3, 0] } } }
        """,
      ].joined(separator: ","))
    level.session.step(40)
    let ball = try level.node("/ball")
    let copies = try [1, 2].map { try level.node("/bonus-\($0)") }
    for copy in copies.reversed() {
      let place = copy.worldPosition
      ball.position = Vector3(0, -10, 0)
      level.session.step()
      #expect(copy.parent == nil && level.state.lives == 2)
      #expect((ball.worldPosition - place - Vector3(0, 0.05, 0)).length < 0.01)
      #expect(ball.physicsBody?.velocity == Vector3(0, 3, 0))
    }
    ball.position = Vector3(0, -10, 0)
    level.session.step()
    #expect(level.state.lives == 1)
  }

  @Test("The spares of a player are a spawner")
  func wrongSpares() {
    let role = ", \"role\": { \"player\": { \"spares\": \"/ball\" } }"
    let found = BehaviorLevel.problems(flyingBall(role: role))
    #expect(
      found.count == 1 && found[0].contains("/role/player/spares: /ball is no spawner"), "\(found)")
  }
}
