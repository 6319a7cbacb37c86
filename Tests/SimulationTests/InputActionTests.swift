import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Actions by name")
struct InputActionTests {
  private final class Serving: Game {
    static let name = "serving"
    static let title = "Serving"
    static let summary = "Serves"
    static var actions: [InputAction] {
      InputAction.sideways + [
        InputAction("serve", keys: [.space], buttons: [.x], usesPointer: true)
      ]
    }
    struct State: GameState {
      static let summary = "No state"
      var phaseName: String { "playing" }
      var score: Int32 { 0 }
      static func properties(_ p: inout some PropertyVisitor<Self>) {}
    }
    var state = State()
  }

  @Test("An action is performed by its keys, buttons and the left button or first finger")
  func performed() throws {
    let session = try Session(scene: Scene(), game: Serving())
    func press(_ phase: PointerPhase, _ button: PointerButton, finger: Int = 0) -> InputEvent {
      .pointer(
        PointerInput(phase: phase, position: Vector2(0, 0), button: button, finger: finger))
    }
    let events: [(InputEvent, Bool, Bool)] = [
      (.press(.space), true, true), (.release(.space), false, false), (.press(.c), false, false),
      (.button(ButtonInput(button: .x, isDown: true)), true, true),
      (.button(ButtonInput(button: .x, isDown: false)), false, false),
      (press(.pressed, .right), false, false), (press(.pressed, .left), true, true),
      (press(.released, .left), false, false), (press(.pressed, .left, finger: 1), true, true),
      (press(.pressed, .left, finger: 2), false, true),
      (press(.released, .left, finger: 1), false, false),
    ]
    for (event, isBegun, isPressed) in events {
      session.send(event)
      session.step()
      #expect(session.isBegun("serve", by: event) == isBegun, "\(event)")
      #expect(session.isPressed("serve") == isPressed, "\(event)")
    }
    #expect(!session.isPressed("left"))
    #expect(session.input.fingers.map(\.number) == [2] && session.input.isPressed(pointer: .right))
  }

  @Test("Help texts name everything that performs an action")
  func summaries() {
    #expect(Serving.actions[0].summary == "left: Left, A, gamepad pad left")
    #expect(Serving.actions[2].summary == "serve: Space, gamepad X, click, tap")
  }

  @Test("Prompts name the device that was used last")
  func prompts() throws {
    let session = try Session(scene: Scene(), game: Serving())
    #expect(
      session.prompts == [
        "serve": "Press Space", "left": "Press Left", "right": "Press Right", "serve.key": "Space",
        "left.key": "Left", "right.key": "Right",
      ])
    let touch = InputEvent.pointer(
      PointerInput(phase: .pressed, position: Vector2(0, 0), finger: 1))
    for (event, prompt, other) in [
      (.pointer(.moved, x: 0, y: 0), "Click", "Press Left"), (touch, "Tap", "Press Left"),
      (.axis(.leftX, 1), "Press X", "Press pad left"), (.tilt(x: 1, y: 0), "Press X", nil),
      (.text("a"), "Press Space", "Press Left"),
    ] as [(InputEvent, String, String?)] {
      session.send(event)
      session.step()
      #expect(session.prompts["serve"] == prompt)
      #expect(session.prompts["serve.key"] == prompt.replacing("Press ", with: ""))
      if let other { #expect(session.prompts["left"] == other) }
    }
  }
}
