import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Behaviors in files and snapshots")
struct BehaviorFileTests {
  @Test(
    "Mistakes that only the whole scene shows are reported with their positions",
    arguments: [
      (
        zone("{ \"trigger\": { \"onEnter\": [{ \"hide\": \"/nothing\" }] } }"),
        "/nodes/0/role/trigger/onEnter/0/hide: there is no node \"/nothing\""
      ),
      (
        "{ \"name\": \"z\", \"role\": { \"trigger\": {} } }",
        "/nodes/0/role/trigger: a trigger acts when a body touches it, but it has no body itself"
      ),
      (
        zone("{ \"collectable\": { \"counter\": \"/zone\" } }"),
        "/nodes/0/role/collectable/counter: /zone is no counter; a node with the role counter"
      ),
      (
        zone(
          "{ \"trigger\": { \"onEnter\": [{ \"motor\": { \"node\": \"/zone\", \"speed\": 1 } }] } }"
        ),
        "/nodes/0/role/trigger/onEnter/0/motor/node: zone has no joint 0; a hinge, slider or wheel"
      ),
      (
        zone(
          """
          { "trigger": { "onEnter": [{ "set": { "node": "/zone", "property": "opacity",
            "value": 7 } }] } }
          """),
        "/nodes/0/role/trigger/onEnter/0/set/value: "
      ),
      (
        zone(
          """
          { "trigger": { "onEnter": [{ "set": { "node": "/zone", "property": "light.intensity",
            "value": 7 } }] } }
          """), "light is not set"
      ),
      (
        "{ \"name\": \"f\", \"role\": { \"flipper\": { \"keys\": [\"left\"] } } }",
        "/nodes/0/role/flipper: f has no joint 0"
      ),
      (
        "{ \"name\": \"f\", \"role\": { \"control\": { \"keys\": [\"lefft\"] } } }",
        "\"lefft\" is not known; did you mean \"left\""
      ),
      (
        "{ \"name\": \"s\", \"role\": { \"spawner\": { \"template\": \"/s\" } } }",
        "the spawner is a part of what it copies"
      ),
      (
        "{ \"name\": \"s\", \"role\": { \"spawner\": {} } }", "template"
      ),
      (
        zone("{ \"trigger\": { \"onEnter\": [{ \"hid\": \"/zone\" }] } }"), "\"hid\""
      ),
    ])
  func mistakes(nodes: String, message: String) {
    let problems = BehaviorLevel.problems(nodes)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.hasPrefix("level.json:") ?? false)
    #expect(problems.first?.contains(message) ?? false, "\(problems)")
  }

  /// Symptom: a misspelled property was reported at the value.
  ///
  /// Cause: the path and the value were tried together.
  @Test("A property that a node does not have is reported at the property")
  func unknownProperty() {
    for (property, value, place) in [
      ("opacty", "0.5", "property"), ("light.intensity", "5", "property"),
      ("opacity", "\"much\"", "value"), ("opacity", "7", "value"),
    ] {
      let effect =
        "{ \"set\": { \"node\": \"/zone\", \"property\": \"\(property)\", \"value\": \(value) } }"
      let problems = BehaviorLevel.problems(
        zone("{ \"trigger\": { \"onEnter\": [\(effect)] } }"))
      #expect(problems.count == 1, "\(problems)")
      #expect(problems.first?.contains("/onEnter/0/set/\(place): ") ?? false, "\(problems)")
    }
  }

  /// Symptom: a flipper and a control without keys, and a mover of a dynamic body, were accepted
  /// without a word; the body fell.
  ///
  /// Cause: the warnings of roles were not asked for.
  @Test("Keys that were forgotten, and a mover of a dynamic body, are warnings")
  func idleBehaviors() throws {
    let joint = "\"joints\": [{ \"hinge\": { \"motorMaximumTorque\": 1 } }]"
    let body = "\"geometry\": { \"box\": {} }, \"physics\": {}"
    for (node, message) in [
      ("\(body), \(joint), \"role\": { \"flipper\": {} }", "/role/flipper: nothing can press it"),
      ("\"role\": { \"control\": { \"onPress\": [] } }", "/role/control: nothing can press it"),
      (
        "\(body), \"role\": { \"mover\": { \"path\": [[0, 1, 0]] } }",
        "/role/mover: gravity and contacts move the dynamic body"
      ),
    ] {
      let found = try BehaviorLevel.warnings("{ \"name\": \"a\", \(node) }")
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.contains(message) ?? false, "\(found)")
    }
    let keys = "\"role\": { \"control\": { \"buttons\": [\"a\"] } }"
    #expect(try BehaviorLevel.warnings("{ \(keys) }").isEmpty)
  }

  /// A level in which every behavior acts within two seconds.
  private static let everything = [
    flyingBall(role: ", \"role\": { \"player\": { \"acceleration\": 2, \"lives\": 3 } }"),
    zone(
      "{ \"trigger\": { \"onEnter\": [{ \"score\": 1 }], \"onLeave\": [{ \"respawn\": {} }] } }"),
    zone("{ \"checkpoint\": {} }", name: "point", x: 1.5),
    zone(
      "{ \"collectable\": { \"returnDuration\": 0.5, \"counter\": \"/n\" } }", name: "coin", x: 3),
    zone("{ \"teleporter\": { \"to\": \"/gate2\" } }", name: "gate1", x: 8),
    zone("{ \"teleporter\": { \"to\": \"/gate1\" } }", name: "gate2", x: 20),
    zone("{ \"goal\": { \"counter\": \"/n\" } }", name: "goal", x: 6),
    "{ \"name\": \"n\", \"role\": { \"counter\": { \"target\": 2 } } }",
    "{ \"name\": \"lift\", \"physics\": { \"type\": \"kinematic\" }, \"geometry\": { \"box\": {} }, \"position\": [0, 9, 0], \"role\": { \"mover\": { \"path\": [[1, 0, 0]], \"pause\": 0.1 } } }",
    "{ \"name\": \"shot\", \"isHidden\": true, \"geometry\": { \"sphere\": {} }, \"physics\": {}, \"role\": { \"timer\": { \"duration\": 0.3, \"isRepeating\": true, \"then\": [{ \"score\": 1 }] } } }",
    "{ \"name\": \"gun\", \"position\": [0, 20, 0], \"role\": { \"spawner\": { \"template\": \"/shot\", \"interval\": 0.4, \"lifetime\": 1 } } }",
    "{ \"name\": \"key\", \"role\": { \"control\": { \"keys\": [\"x\"], \"onPress\": [{ \"spawn\": \"/gun\" }] } } }",
  ].joined(separator: ",")

  private func play(_ level: BehaviorLevel, _ ticks: Range<Int>) {
    for tick in ticks {
      if tick % 20 == 5 { level.session.send(.press(.x)) }
      if tick % 20 == 9 { level.session.send(.release(.x)) }
      if tick == 10 { level.session.send(.press(.up)) }
      level.session.step()
    }
  }

  @Test("Behaviors run twice to the same hash, also after restoring any of their states")
  func snapshots() throws {
    let level = try BehaviorLevel(Self.everything)
    let twin = try BehaviorLevel(Self.everything)
    play(level, 0..<240)
    play(twin, 0..<240)
    #expect(level.session.hash == twin.session.hash)
    #expect(level.state.score > 5)
    for tick in [0, 7, 31, 36, 64, 90, 121, 180] {
      let whole = try BehaviorLevel(Self.everything)
      play(whole, 0..<tick)
      let other = try BehaviorLevel(Self.everything)
      play(other, 0..<50)
      try other.session.restore(whole.session.snapshot())
      #expect(other.session.hash == whole.session.hash)
      play(other, tick..<240)
      #expect(other.session.hash == level.session.hash, "restored at tick \(tick)")
    }
    twin.session.send(.command(.restart))
    twin.session.step()
    #expect(twin.state.score <= 1 && twin.state.lives == 3)
  }

  @Test("The run-time state of behaviors is declared")
  func declared() {
    let found = Referee.undeclaredState
    #expect(found == [])
  }

  @Test("Names of behaviors differ, and a role of a game hides a behavior of its name")
  func names() {
    final class Own: Game {
      static let name = "own"
      static let title = ""
      static let summary = ""
      static let scenePath = ""
      static var roles: [any Role.Type] { [Timer.self] }
      struct Timer: Role {
        static let name = "timer"
        static let summary = "Another timer"
        static func properties(_ p: inout some PropertyVisitor<Self>) {}
      }
      var state = NoRules.State()
    }
    let names = Behaviors.all.map { $0.name }
    #expect(Set(names).count == names.count && names.count == 13)
    #expect(Own.allRoles.count == names.count)
    #expect(Own.allRoles.filter { $0.name == "timer" }.map { "\($0)" } == ["Timer"])
  }

  @Test("A copy of a node refers to its own parts in its effects")
  func clones() throws {
    let level = try BehaviorLevel(
      "{ \"name\": \"a\", \"nodes\": [{ \"name\": \"t\", \"role\": { \"timer\": { \"duration\": 0.1, \"then\": [{ \"hide\": \"../lamp\" }] } } }, { \"name\": \"lamp\" }] }"
    )
    let copy = try level.node("/a").clone()
    copy.name = "b"
    level.session.scene.rootNode.addChildNode(copy)
    level.session.step(3)
    #expect(try !level.node("/b/lamp").isHidden)
    level.session.step(10)
    #expect(try level.node("/a/lamp").isHidden)
    #expect(try level.node("/b/lamp").isHidden)
  }
}
