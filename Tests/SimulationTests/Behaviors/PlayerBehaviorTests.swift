import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Players and checkpoints")
struct PlayerBehaviorTests {
  private static func player(_ role: String, weightless: Bool = false) -> String {
    """
    { "name": "hero", "position": [0, 5, 0], "geometry": { "sphere": { "radius": 0.5 } },
      "physics": { "type": "dynamic", "damping": 0, "isAffectedByGravity": \(!weightless) },
      "role": { "player": { \(role) } } }
    """
  }

  @Test("A player that falls returns to its start, until its lives are lost")
  func lives() throws {
    let level = try BehaviorLevel(
      Self.player(
        "\"fallHeight\": 0, \"lives\": 2, \"onLoss\": [{ \"score\": 1 }], \"message\": \"Oh\""))
    #expect(level.state.lives == 2)
    // It falls 5 m in √(2·5/9.8) s, that is 60.6 ticks, and is lost at the next update.
    let first = try #require(level.steps(most: 100) { level.state.lives == 1 })
    #expect((60...63).contains(first))
    #expect(abs(try level.node("/hero").position.y - 5) < 0.01)
    #expect(level.state.losses == 0)
    let second = try #require(level.steps(most: 100) { level.state.losses == 1 })
    #expect(second - first == first - 1 || second - first == first)
    #expect(level.state.lives == 0 && level.state.message == "Oh" && level.state.score == 2)
  }

  @Test("A player without lives returns any number of times")
  func endless() throws {
    let level = try BehaviorLevel(Self.player("\"fallHeight\": 0, \"onLoss\": [{ \"score\": 1 }]"))
    level.session.step(620)
    #expect(level.state.score == 10 && level.state.losses == 0)
  }

  @Test("A player returns to the last checkpoint that it touched, which acts once")
  func checkpoint() throws {
    let level = try BehaviorLevel(
      [
        Self.player("\"fallHeight\": 0"),
        """
        { "name": "point", "position": [0, 3, 0], "physics": { "type": "static", "isSensor": true,
          "shape": { "sphere": { "radius": 0.5 } } },
          "role": { "checkpoint": { "offset": [0, 1, 0], "then": [{ "score": 1 }] } } }
        """,
      ].joined(separator: ","))
    // The surfaces touch after a fall of 1 m, in 0.45 s.
    level.session.step(25)
    #expect(try level.role("/hero", PlayerBehavior.self).respawnPosition == Vector3(0, 5, 0))
    level.session.step(5)
    #expect(try level.role("/hero", PlayerBehavior.self).respawnPosition == Vector3(0, 4, 0))
    #expect(try level.role("/point", CheckpointBehavior.self).isReached)
    level.session.step(200)
    #expect(level.state.score == 1)
  }

  @Test("Keys and tilt accelerate a player along X and Z")
  func steering() throws {
    let level = try BehaviorLevel(Self.player("\"acceleration\": 6", weightless: true))
    level.session.send(.press(.right))
    level.session.step(60)
    let body = try #require(try level.node("/hero").physicsBody)
    #expect((body.velocity - Vector3(6, 0, 0)).length < 1e-3)
    level.session.send(.release(.right))
    level.session.send(.tilt(x: 0, y: 0.5))
    level.session.step(60)
    #expect((body.velocity - Vector3(6, 0, -3)).length < 1e-3)
  }
}
