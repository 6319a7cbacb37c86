import CaromMaths
import CaromProperties
import CaromSimulation

/// The numbers of an action, and the events that they become.
///
/// Events are sent only for what differs from the input of the session, so that the events of a
/// step depend on the state and on the action alone.
struct ActionLayout {
  private enum Control {
    case tiltX, tiltY
    case pointerX, pointerY, pointerPressed
    case key(KeyCode)
    case button(GamepadButton)
    case axis(GamepadAxis)
  }

  /// The numbers in order.
  private(set) var numbers: [NumberBounds] = []
  private var controls: [Control] = []

  /// Compiles the names of a task; without names, all that the game declares.
  init(_ names: [String], of game: any Game.Type) throws(CallFailure) {
    for name in names.isEmpty ? Self.declared(game) : names { try add(name, game) }
    guard !controls.isEmpty else {
      throw CallFailure(.refused, "act: the game \(game.name) declares no controls; name some")
    }
  }

  /// The names of all numbers that a game declares.
  static func declared(_ game: any Game.Type) -> [String] {
    let (controls, actions) = (game.controls, game.actions)
    return (controls.usesTilt ? ["tilt"] : []) + (controls.usesPointer ? ["pointer"] : [])
      + (actions.isEmpty ? controls.keys.map { "key.\($0.rawValue)" } : actions.map(\.name))
  }

  private mutating func add(_ name: String, _ game: any Game.Type) throws(CallFailure) {
    if let action = game.actions.first(where: { $0.name == name }) {
      if let key = action.keys.first { return append(name, .key(key), action.title) }
      if let button = action.buttons.first { return append(name, .button(button), action.title) }
      if action.usesPointer { return append(name, .pointerPressed, action.title) }
    }
    switch name {
    case "tilt":
      append("tilt.x", .tiltX, "Tilt to the right", -1...1)
      append("tilt.y", .tiltY, "Tilt away from the viewer", -1...1)
    case "tilt.x": append(name, .tiltX, "Tilt to the right", -1...1)
    case "tilt.y": append(name, .tiltY, "Tilt away from the viewer", -1...1)
    case "pointer":
      append("pointer.x", .pointerX, "Position of the pointer from the left")
      append("pointer.y", .pointerY, "Position of the pointer from the top")
    case "pointer.x": append(name, .pointerX, "Position of the pointer from the left")
    case "pointer.y": append(name, .pointerY, "Position of the pointer from the top")
    case "pointer.pressed": append(name, .pointerPressed, "The left button or the first finger")
    default: try addDevice(name, game)
    }
  }

  private mutating func addDevice(_ name: String, _ game: any Game.Type) throws(CallFailure) {
    let parts = name.split(separator: ".").map(String.init)
    if parts.count == 2, parts[0] == "key", let key = KeyCode(rawValue: parts[1]) {
      append(name, .key(key), "Key \(key.displayName)")
    } else if parts.count == 2, parts[0] == "button", let button = GamepadButton(rawValue: parts[1])
    {
      append(name, .button(button), "Gamepad \(button.displayName)")
    } else if parts.count == 2, parts[0] == "axis", let axis = GamepadAxis(rawValue: parts[1]) {
      let isTrigger = axis == .leftTrigger || axis == .rightTrigger
      append(name, .axis(axis), "Gamepad axis", isTrigger ? 0...1 : -1...1)
    } else {
      let known =
        ["tilt", "pointer", "pointer.x", "pointer.y", "pointer.pressed"] + game.actions.map(\.name)
      throw CallFailure(
        .badArgument,
        "act: there is no '\(name)'; \(known.joined(separator: ", ")), key.NAME, button.NAME or "
          + "axis.NAME is accepted")
    }
  }

  private mutating func append(
    _ name: String, _ control: Control, _ summary: String, _ range: ClosedRange<Double> = 0...1
  ) {
    let isPress =
      switch control {
      case .key, .button, .pointerPressed: true
      case .tiltX, .tiltY, .pointerX, .pointerY, .axis: false
      }
    numbers.append(
      NumberBounds(name: name, summary: summary, unit: .ratio, range: range, isPress: isPress))
    controls.append(control)
  }

  // MARK: Events

  /// Sends the events that lead from the input of a session to an action.
  ///
  /// Numbers are clamped to their range; they must be finite.
  func send(_ action: UnsafePointer<Float>, to session: Session) {
    let input = session.input
    var (tilt, pointer) = (input.tilt, input.pointer)
    for (index, control) in controls.enumerated() {
      let value = action[index]
      let isDown = value > 0.5
      switch control {
      case .tiltX: tilt.x = Self.clamped(value, -1)
      case .tiltY: tilt.y = Self.clamped(value, -1)
      case .pointerX: pointer.x = Self.clamped(value, 0)
      case .pointerY: pointer.y = Self.clamped(value, 0)
      case .pointerPressed: break
      case .key(let key):
        if input.isPressed(key) != isDown {
          session.send(.key(KeyInput(code: key, isDown: isDown)))
        }
      case .button(let button):
        guard input.isPressed(button) != isDown else { break }
        session.send(.button(ButtonInput(button: button, isDown: isDown)))
      case .axis(let axis):
        let low: Float = axis == .leftTrigger || axis == .rightTrigger ? 0 : -1
        let value = Self.clamped(value, low)
        if Self.value(of: axis, input) != value { session.send(.axis(axis, value)) }
      }
    }
    if tilt != input.tilt {
      // The input keeps a tilt of at most one.
      var probe = InputState()
      probe.apply(.tilt(x: tilt.x, y: tilt.y))
      if probe.tilt != input.tilt { session.send(.tilt(x: tilt.x, y: tilt.y)) }
    }
    if pointer != input.pointer {
      session.send(.pointer(.moved, x: pointer.x, y: pointer.y))
    }
    for (index, control) in controls.enumerated() {
      guard case .pointerPressed = control, input.isPointerPressed != (action[index] > 0.5) else {
        continue
      }
      session.send(
        .pointer(input.isPointerPressed ? .released : .pressed, x: pointer.x, y: pointer.y))
    }
  }

  private static func clamped(_ value: Float, _ low: Float) -> Float { max(low, min(1, value)) }

  private static func value(of axis: GamepadAxis, _ input: InputState) -> Float {
    switch axis {
    case .leftX: input.leftStick.x
    case .leftY: input.leftStick.y
    case .rightX: input.rightStick.x
    case .rightY: input.rightStick.y
    case .leftTrigger: input.triggers.x
    case .rightTrigger: input.triggers.y
    }
  }
}
