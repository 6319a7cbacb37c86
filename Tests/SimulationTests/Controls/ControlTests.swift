import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// A game that counts key presses that reach it, and writes down what is done with controls.
private final class Menu: Game {
  static let name = "menu"
  static let title = "Menu"
  static let summary = "A menu"

  struct State: GameState, Hashable {
    static let summary = "What reached the rules"
    var score: Int32 = 0
    var phaseName: String { "open" }
    init() {}
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Presses so far")
    }
  }

  var state = State()
  var log: [String] = []

  func handle(_ event: InputEvent, in session: Session) {
    if event.isConfirmation { state.score += 1 }
  }

  func didUse(_ event: ControlEvent, in session: Session) {
    var value = ""
    if event.kind == .focused { return log.append("\(event.name) focused") }
    switch event.control.kind {
    case .button: break
    case .toggle: value = event.isOn ? " on" : " off"
    case .slider: value = " \(Int((event.value * 100).rounded()))"
    case .list: value = event.row.map { " \($0)" } ?? ""
    case .textField: value = " " + event.text
    }
    log.append("\(event.name) \(event.kind.rawValue)\(value)")
    // What a control does is state, as in any game.
    if event.kind == .pressed { state.score += 100 }
  }
}

@Suite("Controls")
struct ControlTests {
  /// A column of one control of each kind, 52 high and 60 apart, from the top left corner.
  private func makeSession(focus: String = "") throws -> (session: Session, game: Menu) {
    let scene = Scene()
    let kinds: [(String, ControlKind)] = [
      ("play", .button(ButtonControl())),
      ("music", .toggle(ToggleControl())),
      ("sound", .slider(SliderControl(value: 0.5))),
      (
        "level",
        .list(ListControl([ListItem("1"), ListItem("2"), ListItem("3", isEnabled: false)]))
      ),
      ("name", .textField(TextFieldControl(maximumLength: 5))),
      ("back", .button(ButtonControl(isCancel: true))),
    ]
    for (index, (name, kind)) in kinds.enumerated() {
      var control = Control(
        name, text: name, kind, position: Vector2(100, Float(index) * 60),
        size: Vector2(400, 52))
      // Two rows of 26.
      control.textSize = 26 / 1.5
      scene.overlay.controls.append(control)
    }
    scene.overlay.focus = focus
    let game = Menu()
    let session = try Session(scene: scene, game: game)
    // 1,280 by 720 units.
    session.send(.viewport(width: 1280, height: 720))
    session.step()
    return (session, game)
  }

  private func point(_ phase: PointerPhase, _ x: Float, _ y: Float) -> InputEvent {
    .pointer(phase, x: x / 1280, y: y / 720)
  }

  private func send(_ events: [InputEvent], to session: Session) {
    for event in events {
      session.send(event)
      session.step()
    }
  }

  @Test("Keys move the focus, change values and press, and reach the game only without a focus")
  func keys() throws {
    let (session, game) = try makeSession()
    send([.press(.down), .press(.space)], to: session)
    #expect(game.log.isEmpty && game.state.score == 1 && session.input.isPressed(KeyCode.space))
    session.scene.overlay.focus = "play"
    send([.release(.space), .release(.down)], to: session)
    #expect(!session.input.isPressed(KeyCode.space), "a release always reaches the game")
    send(
      [.press(.space), .press(.down), .press(.enter), .press(.right), .press(.left)], to: session)
    #expect(
      game.log == ["play pressed", "music focused", "music changed on", "music changed off"])
    #expect(game.state.score == 101 && !session.input.isPressed(KeyCode.space))
    game.log = []
    send([.press(.s), .press(.d), .press(.a), .press(.a)], to: session)
    #expect(
      game.log == ["sound focused", "sound changed 60", "sound changed 50", "sound changed 40"])
    game.log = []
    send(Array(repeating: .press(.down), count: 4), to: session)
    #expect(
      game.log == ["level focused", "level changed 1", "level changed 2", "name focused"],
      "a list moves its row, and the focus only from its end")
    send([.press(.up), .press(.enter)], to: session)
    #expect(game.log.last == "level focused", "a row that is not enabled cannot be chosen")
    send([.press(.up), .press(.enter)], to: session)
    #expect(game.log.suffix(2) == ["level changed 1", "level pressed 1"])
  }

  @Test("Escape, Backspace and B press the button that cancels; Tab follows the order")
  func cancelAndOrder() throws {
    let b = InputEvent.button(ButtonInput(button: .b, isDown: true))
    for event in [InputEvent.press(.escape), .press(.backspace), b] {
      let (session, game) = try makeSession(focus: "play")
      send([event], to: session)
      #expect(game.log == ["back pressed"])
    }
    let (session, game) = try makeSession(focus: "play")
    send([.press(.tab), .press(.shift), .press(.tab), .press(.tab), .release(.shift)], to: session)
    #expect(game.log == ["music focused", "play focused", "back focused"])
  }

  @Test("Typed text goes to the field with the focus, up to its length; letters do not navigate")
  func typing() throws {
    let (session, game) = try makeSession(focus: "name")
    send(
      [
        .press(.s), .text("sé"), .press(.space), .text(" "), .text("a\u{7}bcdef"),
        .press(.backspace), .press(.enter),
      ], to: session)
    #expect(
      game.log == [
        "name changed sé", "name changed sé ", "name changed sé ab", "name changed sé a",
        "name pressed sé a",
      ])
  }

  @Test("A gamepad navigates with its pad and, once for each deflection, its stick")
  func gamepad() throws {
    let (session, game) = try makeSession(focus: "play")
    func press(_ button: GamepadButton) -> InputEvent {
      .button(ButtonInput(button: button, isDown: true))
    }
    send(
      [
        press(.padDown), press(.a), .axis(.leftY, -0.6), .axis(.leftY, -1), .axis(.leftY, 0),
        .axis(.leftY, 0.9), press(.padUp),
      ], to: session)
    #expect(
      game.log == [
        "music focused", "music changed on", "sound focused", "music focused", "play focused",
      ])
    #expect(session.input.device == .gamepad)
  }

  @Test("A pointer presses, drags and scrolls what is under it, with and without a focus")
  func pointer() throws {
    let (session, game) = try makeSession()
    send(
      [point(.moved, 300, 20), point(.pressed, 300, 20), point(.released, 300, 20)], to: session)
    #expect(game.log == ["play pressed"] && game.state.score == 100)
    #expect(session.scene.overlay.focus.isEmpty && !session.input.isPointerPressed)
    send([point(.pressed, 800, 20)], to: session)
    #expect(game.state.score == 101 && session.input.isPointerPressed, "beside all controls")
    send([point(.released, 800, 20), point(.pressed, 300, 80)], to: session)
    #expect(game.log.last == "music changed on")
    game.log = []
    // The track of the slider is from 300 to 474, and its last value at the right end.
    send([point(.pressed, 387, 140), point(.moved, 470, 600), point(.moved, 900, 0)], to: session)
    #expect(game.log == ["sound changed 100"] && session.scene.overlay.dragged == "sound")
    send([point(.released, 900, 0), point(.moved, 310, 140)], to: session)
    #expect(game.log.count == 1 && session.scene.overlay.dragged.isEmpty)
    game.log = []
    send(
      [point(.pressed, 300, 180 + 30), point(.moved, 300, 185), .wheel(1), .wheel(-1)],
      to: session)
    #expect(
      game.log == ["level changed 1", "level pressed 1", "level changed 0", "level changed 1"])
    send([point(.pressed, 300, 260)], to: session)
    #expect(session.scene.overlay.focus == "name", "a text field takes the focus")
    send([point(.pressed, 900, 20), point(.released, 900, 20)], to: session)
    #expect(game.state.score == 201 && session.scene.overlay.focus == "name")
    send([point(.moved, 300, 330)], to: session)
    #expect(session.scene.overlay.focus == "back", "the focus follows the pointer in a menu")
  }

  @Test("What is hidden, disabled or without a name is not operated")
  func unavailable() throws {
    let (session, game) = try makeSession(focus: "play")
    session.scene.overlay.controls[1].isEnabled = false
    session.scene.overlay.controls[2].isVisible = false
    session.scene.overlay.controls[3].name = ""
    send([.press(.down), point(.pressed, 300, 80), point(.pressed, 300, 140)], to: session)
    #expect(game.log == ["name focused"] && game.state.score == 0)
    session.scene.overlay.controls[4].isVisible = false
    send([.press(.space)], to: session)
    #expect(game.state.score == 1, "a hidden control has no focus, so there is no menu")
  }

  @Test("Presses of controls are part of recordings and snapshots")
  func recorded() throws {
    let (session, _) = try makeSession(focus: "play")
    let snapshot = session.snapshot()
    var text = ""
    session.record(scene: "menu.json") { text += $0 }
    let events: [InputEvent] = [
      .press(.down), .press(.space), point(.pressed, 387, 140), point(.moved, 460, 140),
      .text("x"), .wheel(-1),
      .pointer(PointerInput(phase: .pressed, position: Vector2(0.9, 0.9), button: .right)),
      .pointer(PointerInput(phase: .pressed, position: Vector2(0.3, 0.3), finger: 2)),
      .pointer(PointerInput(phase: .moved, position: Vector2(0.4, 0.3), finger: 2)),
    ]
    send(events, to: session)
    session.finishRecording()
    let end = session.hash
    try session.restore(snapshot)
    #expect(session.hash != end)
    send(events, to: session)
    #expect(session.hash == end)
    let replay = try Replay(reading: SourceText(name: "menu", bytes: Array(text.utf8)))
    #expect(replay.events.map(\.event) == events)
  }

  @Test("Arrows, Home and End move the caret, where text is inserted and deleted")
  func caret() throws {
    let (session, _) = try makeSession(focus: "name")
    func field() -> TextFieldControl? {
      guard case .textField(let field) = session.scene.overlay[control: "name"]?.kind else {
        return nil
      }
      return field
    }
    func send(_ events: InputEvent...) {
      for event in events { session.send(event) }
      session.step()
    }
    send(.text("bcd"), .press(.home), .text("a"))
    #expect(field()?.value == "abcd")
    send(.press(.left), .press(.delete))
    #expect(field()?.value == "bcd" && field()?.caretOffset == 3)
    send(.press(.right), .press(.right), .press(.backspace))
    #expect(field()?.value == "bd" && field()?.caretOffset == 1)
    send(.press(.end), .press(.right), .text("é"))
    #expect(field()?.value == "bdé" && session.scene.overlay.focus == "name")
    send(.press(.delete), .press(.left), .press(.left), .press(.left), .press(.left))
    #expect(field()?.value == "bdé" && field()?.caretOffset == 3)
    send(.press(.backspace))
    #expect(field()?.value == "bdé", "there is nothing before the caret")
    #expect(session.controlEvents.isEmpty)
    send(.press(.home))
    #expect(session.controlEvents.isEmpty, "a caret is no change of the value")
  }

  @Test("Any events leave any overlay in a valid state")
  func anything() throws {
    let (session, _) = try makeSession(focus: "play")
    var random = RandomStream(seed: 4)
    func value() -> Float { [-1, 0, 0.2, 0.4, 1e9, .nan][random.int(below: 6)] }
    for _ in 0..<20_000 {
      let event: InputEvent =
        switch random.int(below: 7) {
        case 0: .press(KeyCode.allCases[random.int(below: KeyCode.allCases.count)])
        case 1:
          .button(
            ButtonInput(
              button: GamepadButton.allCases[random.int(below: GamepadButton.allCases.count)],
              isDown: true))
        case 2:
          .pointer(
            PointerInput(
              phase: PointerPhase.allCases[random.int(below: 3)],
              position: Vector2(value(), value()), finger: random.int(below: 4) * 4))
        case 3: .wheel(value())
        case 4: .text(["", "\u{0}", "é", "a longer text"][random.int(below: 4)])
        case 5: .axis(.leftY, value())
        default: .viewport(width: random.int(below: 9), height: random.int(below: 9))
        }
      session.send(event)
      session.step()
      let overlay = session.scene.overlay
      #expect(overlay.focusIndex != nil || overlay.focus.isEmpty)
      for control in overlay.controls {
        switch control.kind {
        case .slider(let slider): #expect((0...1).contains(slider.value))
        case .list(let list): #expect(list.selectedIndex != nil)
        case .textField(let field): #expect(field.value.count <= 5)
        case .button, .toggle: break
        }
      }
    }
    #expect(session.input.fingers.map(\.number) == session.input.fingers.map(\.number).sorted())
  }
}
