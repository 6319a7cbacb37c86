import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Triggers, collectables, counters and goals")
struct TriggerTests {
  @Test("A trigger acts when a body touches it and when it leaves, within two ticks")
  func enterAndLeave() throws {
    let level = try BehaviorLevel(
      flyingBall() + ","
        + zone(
          "{ \"trigger\": { \"onEnter\": [{ \"score\": 1 }], \"onLeave\": [{ \"score\": 10 }] } }"))
    // The surfaces touch once the center is at 3.5 m, after 35 ticks, and part once it is at 6.5 m;
    // the simulation reports a contact of the end of a tick in the next one.
    let enter = try #require(level.steps(most: 100) { level.state.score == 1 })
    #expect((35...37).contains(enter))
    #expect(try level.role("/zone", TriggerBehavior.self).insideCount == 1)
    let leave = try #require(level.steps(most: 100) { level.state.score == 11 })
    #expect((65...67).contains(leave))
    #expect(try level.role("/zone", TriggerBehavior.self).insideCount == 0)
    level.session.step(100)
    #expect(level.state.score == 11)
  }

  @Test("A trigger counts the bodies inside: the first occupies it, the last empties it")
  func occupied() throws {
    let second = flyingBall(x: -2).replacing("\"ball\"", with: "\"second\"")
    let level = try BehaviorLevel(
      [
        flyingBall(), second,
        zone(
          """
          { "trigger": { "onEnter": [{ "score": 1 }], "onOccupied": [{ "score": 100 }],
            "onEmpty": [{ "score": 1000 }] } }
          """),
      ].joined(separator: ","))
    level.session.step(60)
    #expect(level.state.score == 102)
    #expect(try level.role("/zone", TriggerBehavior.self).insideCount == 2)
    level.session.step(12)
    #expect(level.state.score == 102)
    level.session.step(30)
    #expect(level.state.score == 1102)
  }

  @Test("Only the activator and its category activate a trigger; once is once")
  func filters() throws {
    let second = flyingBall(", \"categoryBitMask\": 4", x: -2)
      .replacing("\"ball\"", with: "\"second\"")
    func score(_ filter: String) throws -> Int32 {
      let role = "{ \"trigger\": { \(filter) \"onEnter\": [{ \"score\": 1 }] } }"
      let level = try BehaviorLevel([flyingBall(), second, zone(role)].joined(separator: ","))
      level.session.step(120)
      return level.state.score
    }
    #expect(try score("") == 2)
    #expect(try score("\"activator\": \"/second\",") == 1)
    #expect(try score("\"activatorCategoryBitMask\": 4,") == 1)
    #expect(try score("\"activatorCategoryBitMask\": 8,") == 0)
    #expect(try score("\"isOnce\": true,") == 1)
  }

  @Test("The body that enters is the target of effects without one")
  func activator() throws {
    let level = try BehaviorLevel(
      flyingBall() + "," + zone("{ \"trigger\": { \"onEnter\": [{ \"hide\": {} }] } }"))
    level.session.step(60)
    #expect(try level.node("/ball").isHidden)
  }

  @Test("A trigger shows, hides, sets, plays, labels and runs actions")
  func effects() throws {
    let level = try BehaviorLevel(
      [
        flyingBall(), "{ \"name\": \"a\", \"isHidden\": true }", "{ \"name\": \"b\" }",
        "{ \"name\": \"lamp\", \"light\": { \"intensity\": 10 } }",
        zone(
          """
          { "trigger": { "onEnter": [{ "show": "/a" }, { "hide": { "node": "/b" } },
            { "set": { "node": "/lamp", "property": "light.intensity", "value": 500 } },
            { "sound": { "sound": "ping", "gain": 0.5 } }, { "label": { "name": "l", "text": "in" } },
            { "run": { "node": "/a", "action": { "moveBy": { "offset": [0, 3, 0], "duration": 0.5 } } } }
          ] } }
          """),
      ].joined(separator: ","), "\"overlay\": { \"labels\": [{ \"name\": \"l\" }] },")
    let enter = try #require(try level.steps(most: 50) { try !level.node("/a").isHidden })
    #expect(level.session.sounds.map(\.name) == ["ping"])
    #expect(try level.node("/b").isHidden)
    #expect(try level.node("/lamp").light?.intensity == 500)
    #expect(level.session.scene.overlay[label: "l"]?.text == "in")
    level.session.step(Int(enter) + 31 - Int(level.session.tick))
    #expect(abs(try level.node("/a").position.y - 3) < 1e-4)
  }

  @Test("A collectable is hidden, scores and counts; it returns after its time")
  func collectable() throws {
    let level = try BehaviorLevel(
      [
        flyingBall(),
        "{ \"name\": \"coins\", \"role\": { \"counter\": { \"target\": 1, \"then\": [{ \"win\": { \"message\": \"Rich\" } }] } } }",
        zone(
          "{ \"collectable\": { \"points\": 5, \"counter\": \"/coins\", \"returnDuration\": 2 } }"),
      ].joined(separator: ","))
    let tick = try #require(try level.steps(most: 50) { try level.node("/zone").isHidden })
    #expect((35...37).contains(tick))
    #expect(level.state.score == 5 && level.state.wins == 1 && level.state.message == "Rich")
    let back = try #require(try level.steps(most: 200) { try !level.node("/zone").isHidden })
    #expect((120...122).contains(back - tick))
    #expect(level.state.score == 5)
  }

  @Test("A goal wins once, and only after its counter is complete")
  func goal() throws {
    func wins(_ value: Int) throws -> Int32 {
      let level = try BehaviorLevel(
        [
          flyingBall(),
          "{ \"name\": \"keys\", \"role\": { \"counter\": { \"value\": \(value), \"target\": 2 } } }",
          zone("{ \"goal\": { \"counter\": \"/keys\" } }"),
        ].joined(separator: ","))
      level.session.step(100)
      return level.state.wins
    }
    #expect(try wins(1) == 0)
    #expect(try wins(2) == 1)
  }

  @Test("A counter displays its value and acts each time it reaches its target from below")
  func counter() throws {
    let level = try BehaviorLevel(
      [
        """
        { "name": "points", "role": { "counter": { "target": 3, "label": "l", "text": "Points",
          "then": [{ "score": 1 }] } } }
        """,
        """
        { "name": "t", "role": { "timer": { "duration": 0.5, "isRepeating": true,
          "then": [{ "count": { "counter": "/points", "by": 2 } }] } } }
        """,
      ].joined(separator: ","), "\"overlay\": { \"labels\": [{ \"name\": \"l\" }] },")
    #expect(level.session.scene.overlay[label: "l"]?.text == "Points 0 / 3")
    level.session.step(30)
    #expect(level.session.scene.overlay[label: "l"]?.text == "Points 2 / 3")
    #expect(level.state.score == 0)
    level.session.step(90)
    #expect(level.session.scene.overlay[label: "l"]?.text == "Points 8 / 3")
    #expect(level.state.score == 1)
  }

  @Test("Effects that cause each other forever end with a problem")
  func endless() throws {
    let level = try BehaviorLevel(
      [
        """
        { "name": "c", "role": { "counter": { "target": 1, "then": [
          { "count": { "counter": "/c", "by": -1 } }, { "count": { "counter": "/c", "by": 1 } }] } } }
        """,
        "{ \"name\": \"t\", \"role\": { \"timer\": { \"duration\": 0.1, \"then\": [{ \"count\": { \"counter\": \"/c\" } }] } } }",
      ].joined(separator: ","))
    level.session.step(20)
    #expect(level.session.scene.problems.count == 1)
    #expect(level.session.scene.problems.first?.contains("10000 effects at once") ?? false)
  }

  @Test("A kinematic body activates only what names it or its category")
  func kinematicBodies() throws {
    func score(_ filter: String) throws -> Int32 {
      let bar = """
        { "name": "bar", "position": [3, 0, 0], "geometry": { "sphere": { "radius": 0.5 } },
          "physics": { "type": "kinematic", "categoryBitMask": 4 },
          "actions": [{ "moveBy": { "offset": [2, 0, 0], "duration": 1 } }] }
        """
      let role = "{ \"trigger\": { \(filter) \"onEnter\": [{ \"score\": 1 }] } }"
      let level = try BehaviorLevel([bar, zone(role)].joined(separator: ","))
      level.session.step(90)
      return level.state.score
    }
    #expect(try score("") == 0)
    #expect(try score("\"activator\": \"/bar\",") == 1)
    #expect(try score("\"activatorCategoryBitMask\": 4,") == 1)
  }

  @Test("A behavior that a reload adds is started; the others go on")
  func addedByReload() throws {
    let overlay = "\"overlay\": { \"labels\": [{ \"name\": \"n\" }, { \"name\": \"m\" }] },"
    func counter(_ name: String) -> String {
      "{ \"name\": \"\(name)\", \"role\": { \"counter\": { \"label\": \"\(name)\" } } }"
    }
    let level = try BehaviorLevel(counter("n") + ", { \"name\": \"m\" }", overlay)
    try level.session.send(
      .set(SetInput("role.counter.value", of: "/n", to: "5")), at: level.session.tick)
    level.session.step()
    level.session.scene.overlay.setText("5", of: "n")
    let other = try BehaviorLevel(counter("n") + "," + counter("m"), overlay)
    try level.node("/m").role = try other.role("/m", CounterBehavior.self)
    try level.session.adoptInitialState(of: other.session)
    #expect(level.session.scene.overlay[label: "m"]?.text == "0")
    #expect(level.session.scene.overlay[label: "n"]?.text == "5")
    #expect(try level.role("/n", CounterBehavior.self).value == 5)
  }

  @Test("A game without rules for the signals of behaviors is told so")
  func ignoredSignals() throws {
    let text = BehaviorLevel.text(
      flyingBall() + "," + zone("{ \"trigger\": { \"onEnter\": [{ \"score\": 1 }] } }"))
    let scene = try BehaviorLevel.reader.load(text, at: "level.json").scene
    let session = try Session(scene: scene, game: NoRules())
    session.step(60)
    #expect(
      session.scene.problems.contains {
        "\($0)".contains("has no rule for the effect score of behaviors")
      })
  }
}
