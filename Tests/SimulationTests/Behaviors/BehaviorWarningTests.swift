import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: a player on a static body, a trigger that was a wall in the air, an activator without
/// a body and the like were read without a word, and nothing happened in the game.
///
/// Cause: behaviors checked that their node has a body, but not that the body can do what the role
/// needs.
@Suite("Behaviors without effect")
struct BehaviorWarningTests {
  private static let box = "\"geometry\": { \"box\": {} }"
  private static let shape = "\"shape\": { \"box\": {} }"

  @Test(
    "Behaviors that cannot act are warnings at their positions",
    arguments: [
      (
        "\(box), \"physics\": { \"type\": \"static\" }, \"role\": { \"player\": {} }",
        "/role/player: the player never moves, because its body is static"
      ),
      (
        "\(box), \"physics\": {}, \"role\": { \"player\": { \"fallHeight\": 1 } }",
        "/role/player/fallHeight: the player falls in the first tick, because it starts at the "
          + "height 0.0"
      ),
      (
        "\"physics\": { \"type\": \"static\", \(shape) }, \"role\": { \"checkpoint\": {} }",
        "/role/checkpoint: its body is an invisible wall"
      ),
      (
        "\"physics\": { \"type\": \"static\", \(shape) }, \"role\": { \"trigger\": {} }",
        "/role/trigger: its body is an invisible wall"
      ),
      (
        "\(box), \"physics\": {}, \"role\": { \"trigger\": { \"activator\": \"/lamp\" } }",
        "/role/trigger/activator: nothing activates it, because /lamp has no body"
      ),
      (
        "\"role\": { \"timer\": { \"duration\": 0 } }",
        "/role/timer/duration: the timer ends in the first tick"
      ),
      (
        "\"role\": { \"timer\": { \"duration\": 0, \"isRepeating\": true } }",
        "/role/timer/duration: the timer ends in every tick"
      ),
    ])
  func idle(node: String, message: String) throws {
    let found = try BehaviorLevel.warnings("{ \"name\": \"lamp\" }, { \"name\": \"a\", \(node) }")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains(message) ?? false, "\(found)")
  }

  @Test("Bumpers, zones, characters and activators with copies below them are no warnings")
  func sound() throws {
    let spawner = "\"role\": { \"spawner\": { \"template\": \"/ball\", \"interval\": 1 } }"
    for nodes in [
      "{ \(Self.box), \"physics\": { \"type\": \"static\", \(Self.shape) }, \"role\": { \"trigger\": {} } }",
      "{ \"physics\": { \"type\": \"static\", \"isSensor\": true, \(Self.shape) }, \"role\": { \"checkpoint\": {} } }",
      "{ \"position\": [0, 2, 0], \(Self.box), \"physics\": {}, \"role\": { \"player\": { \"fallHeight\": 1 } } }",
      flyingBall() + ", { \"name\": \"balls\", \"nodes\": [{ \(spawner) }] }, "
        + zone("{ \"trigger\": { \"activator\": \"/balls\" } }"),
    ] {
      #expect(try BehaviorLevel.warnings(nodes) == [], "\(nodes)")
    }
  }
}
