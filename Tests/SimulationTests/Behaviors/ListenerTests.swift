import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Listeners to controls of the overlay")
struct ListenerTests {
  /// An overlay with one control of each kind, the first of which has the focus.
  private static let overlay = """
    "overlay": { "focus": "go", "panels": [{ "name": "go" }], "controls": [
      { "name": "go", "position": [0, 0], "button": {} },
      { "name": "loud", "position": [0, 100], "toggle": {} },
      { "name": "level", "position": [0, 200], "slider": { "step": 0.25 } },
      { "name": "rows", "position": [0, 300], "size": [300, 100],
        "list": { "items": [{ "text": "a" }, { "text": "b" }] } },
      { "name": "who", "position": [0, 500], "textField": {} }] },
    """

  private func level(_ nodes: String) throws -> BehaviorLevel {
    try BehaviorLevel(nodes, Self.overlay)
  }

  private func listener(_ text: String, name: String = "l") -> String {
    "{ \"name\": \"\(name)\", \"role\": { \"listener\": \(text) } }"
  }

  private func press(_ key: KeyCode, _ session: Session) {
    session.send(.press(key))
    session.send(.release(key))
    session.step()
  }

  @Test("A button performs effects, also in a paused scene; other controls do not")
  func button() throws {
    let level = try level(listener("{ \"control\": \"go\", \"onPress\": [{ \"score\": 1 }] }"))
    press(.enter, level.session)
    #expect(level.state.score == 1)
    level.session.send(.command(.pause))
    press(.enter, level.session)
    #expect(level.state.score == 2)
    press(.down, level.session)
    #expect(level.session.scene.overlay.focus == "loud")
    press(.enter, level.session)
    #expect(level.state.score == 2, "the toggle has no listener")
  }

  @Test("A toggle has effects for on and off, and passes its value to a property")
  func toggle() throws {
    let level = try level(
      listener(
        """
        { "control": "loud", "onChange": [{ "score": 100 }], "onTurnOn": [{ "score": 1 }],
          "onTurnOff": [{ "score": 10 }], "node": "/lamp", "property": "isHidden" }
        """) + ", { \"name\": \"lamp\" }")
    press(.down, level.session)
    press(.enter, level.session)
    #expect(level.state.score == 101)
    #expect(try level.node("/lamp").isHidden)
    press(.enter, level.session)
    #expect(level.state.score == 211)
    #expect(try !level.node("/lamp").isHidden)
  }

  @Test("A slider, a list and a text field pass number, row and text; a row can be the only one")
  func values() throws {
    let level = try level(
      [
        listener("{ \"control\": \"level\", \"node\": \"/lamp\", \"property\": \"opacity\" }"),
        listener(
          "{ \"control\": \"rows\", \"node\": \"/lamp\", \"property\": \"renderingOrder\" }",
          name: "m"),
        listener(
          "{ \"control\": \"rows\", \"row\": 1, \"onPress\": [{ \"score\": 7 }] }", name: "n"),
        listener(
          "{ \"control\": \"who\", \"node\": \"/lamp\", \"property\": \"accessibilityLabel\" }",
          name: "o"),
        "{ \"name\": \"lamp\" }",
      ].joined(separator: ","))
    let lamp = try level.node("/lamp")
    for _ in 0..<2 { press(.down, level.session) }
    for _ in 0..<3 { press(.right, level.session) }
    #expect(lamp.opacity == 0.75)
    press(.down, level.session)
    press(.enter, level.session)
    #expect(level.state.score == 0, "the first row")
    press(.down, level.session)
    press(.enter, level.session)
    #expect(level.state.score == 7 && lamp.renderingOrder == 1)
    press(.down, level.session)
    #expect(level.session.scene.overlay.focus == "who")
    level.session.send(.text("Ada"))
    level.session.step()
    #expect(lamp.accessibilityLabel == "Ada")
  }

  @Test("Effects hide elements, move the focus, pause, and start again")
  func effects() throws {
    let level = try level(
      listener(
        """
        { "control": "go", "onPress": [{ "element": { "name": "go", "isVisible": false } },
          { "focus": "who" }, { "pause": true }] }
        """)
        + ","
        + listener("{ \"control\": \"who\", \"onPress\": [{ \"present\": {} }] }", name: "m"))
    press(.enter, level.session)
    let overlay = level.session.scene.overlay
    #expect(overlay.controls[0].isVisible == false && overlay.panels[0].isVisible == false)
    #expect(overlay.focus == "who" && level.session.isPaused)
    level.session.send(.command(.resume))
    level.session.step()
    press(.enter, level.session)
    level.session.step()
    #expect(level.session.scene.overlay.focus == "go", "as the file describes it")
    #expect(level.session.scene.overlay.controls[0].isVisible)
  }

  @Test("A snapshot before the use of a control leads to the same state")
  func snapshot() throws {
    let level = try level(listener("{ \"control\": \"go\", \"onPress\": [{ \"score\": 1 }] }"))
    level.session.step(3)
    let snapshot = level.session.snapshot()
    press(.enter, level.session)
    let hash = level.session.hash
    try level.session.restore(snapshot)
    press(.enter, level.session)
    #expect(level.session.hash == hash)
  }

  @Test("A control that is not there, half a property and impossible values are reported")
  func mistakes() throws {
    let level = try level(listener("{ \"control\": \"goo\", \"onPress\": [{ \"score\": 1 }] }"))
    #expect(
      level.session.scene.problems.contains {
        "\($0)".contains("there is no control \"goo\"; did you mean \"go\"?")
      })
    let half = BehaviorLevel.problems(
      listener("{ \"control\": \"go\", \"property\": \"opacity\" }"))
    #expect(half.contains { $0.contains("\"node\" and \"property\" belong together") })
    let hidden = BehaviorLevel.problems(
      listener("{ \"control\": \"go\", \"onTurnOn\": [{ \"hide\": \"/no\" }] }"))
    #expect(hidden.contains { $0.contains("/role/listener/onTurnOn/0/hide: there is no node") })
  }
}
