public import CaromSimulation

/// What the player's hands mean to a session: window events in, input events out.
///
/// The session's own commands have keys here (R restarts, P and a pad's start button pause); all other
/// keys, buttons, sticks and pointers pass through, so that the game decides what they do and a
/// recording holds them. A pressed pointer also tilts: the picture is a board, pushed down there.
public struct Controls: Sendable {
  /// Sticks this near to their middle count as centred: worn ones do not rest at zero.
  public static let deadZone: Float = 0.15

  private var sticks: [WindowEvent.PadAxis: Float] = [:]
  private var isDragging = false
  private var neutral: (x: Float, y: Float, z: Float)?

  /// Hands off: every stick is centred, and the first reading of a motion sensor counts as level.
  public init() {}

  /// What a window event means to a session.
  ///
  /// - Parameters:
  ///   - event: What the player did.
  ///   - picture: Where the picture lies in the window.
  ///   - isPaused: Whether the session is paused now, so that the same key pauses and resumes.
  /// - Returns: The events in order; none if it means nothing.
  public mutating func events(
    for event: WindowEvent, in picture: Letterbox, isPaused: Bool
  ) -> [InputEvent] {
    let pause = InputEvent.command(isPaused ? .resume : .pause)
    switch event {
    case .quit, .wheel, .focus, .padPlugged: return []
    case .key(_, _, isRepeated: true): return []
    case .key(.r, let isDown, _): return isDown ? [.command(.restart)] : []
    case .key(.p, let isDown, _): return isDown ? [pause] : []
    case .key(let key, let isDown, _):
      guard let code = KeyCode(key) else { return [] }
      return [.key(KeyInput(code: code, isDown: isDown))]
    case .pointerMoved(let x, let y, _, _):
      return pointer(.moved, x, y, picture)
    case .pointerButton(1, let isDown, let x, let y):
      isDragging = isDown
      return pointer(isDown ? .pressed : .released, x, y, picture)
    case .pointerButton: return []
    case .resized(let width, let height): return [.viewport(width: width, height: height)]
    case .padAxis(let axis, let value, _): return stick(axis, value)
    case .padButton(.start, let isDown, _): return isDown ? [pause] : []
    case .padButton(let button, let isDown, _):
      guard let button = GamepadButton(button) else { return [] }
      return [.button(ButtonInput(button: button, isDown: isDown))]
    case .acceleration(let x, let y, let z, _):
      let event = tilt(x, y, z)
      // Pads have such sensors too, and would level the board that a hand tilts with the pointer.
      return isDragging ? [] : [event]
    }
  }

  /// The pointer, and while it is pressed the tilt of a board that is pushed down there.
  private func pointer(
    _ phase: PointerPhase, _ x: Float, _ y: Float, _ picture: Letterbox
  ) -> [InputEvent] {
    let place = picture.normalized(x: x, y: y)
    let event = InputEvent.pointer(phase, x: place.x, y: place.y)
    if phase == .released { return [event, .tilt(x: 0, y: 0)] }
    guard isDragging else { return [event] }
    return [event, .tilt(x: place.x * 2 - 1, y: 1 - place.y * 2)]
  }

  private mutating func stick(_ axis: WindowEvent.PadAxis, _ raw: Float) -> [InputEvent] {
    let rest = max(0, abs(raw) - Self.deadZone) / (1 - Self.deadZone)
    // Screens count down, sticks count up.
    let isUpDown = axis == .leftY || axis == .rightY
    let value = rest == 0 ? 0 : (raw < 0) != isUpDown ? -rest : rest
    guard sticks[axis, default: 0] != value else { return [] }
    sticks[axis] = value
    return [.axis(GamepadAxis(axis), value)]
  }

  /// How far a device leans from how it was held first; a lean of 90° is a tilt of 1.
  ///
  /// At rest a sensor shows what holds it against gravity: up, in its own axes, 9.8 m/s² long, with x
  /// to the right, y to the top edge and z towards the player. Leaning right moves up to −x. Leaning
  /// away moves it to +z for a device held upright, and to −y for one that lies flat.
  private mutating func tilt(_ x: Float, _ y: Float, _ z: Float) -> InputEvent {
    guard let level = neutral else {
      neutral = (x, y, z)
      return .tilt(x: 0, y: 0)
    }
    let gravity: Float = 9.8
    let lean = abs(level.z) > abs(level.y) ? level.y - y : z - level.z
    return .tilt(
      x: max(-1, min(1, (level.x - x) / gravity)), y: max(-1, min(1, lean / gravity)))
  }
}

extension KeyCode {
  /// The key of the engine at a place on the keyboard; nil where it has none.
  init?(_ key: WindowEvent.Key) {
    let letters: [KeyCode] = [
      .a, .b, .c, .d, .e, .f, .g, .h, .i, .j, .k, .l, .m, .n, .o, .p, .q, .r, .s, .t, .u, .v, .w,
      .x, .y, .z,
    ]
    let digits: [KeyCode] = [
      .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9, .digit0,
    ]
    switch key.rawValue {
    case 4...29: self = letters[key.rawValue - 4]
    case 30...39: self = digits[key.rawValue - 30]
    case 40, 88: self = .enter
    case 41: self = .escape
    case 42: self = .backspace
    case 43: self = .tab
    case 44: self = .space
    case 45: self = .minus
    case 46: self = .equals
    case 54: self = .comma
    case 55: self = .period
    case 79: self = .right
    case 80: self = .left
    case 81: self = .down
    case 82: self = .up
    case 224, 228: self = .control
    case 225, 229: self = .shift
    default: return nil
    }
  }
}

extension GamepadAxis {
  /// The axis of the engine.
  init(_ axis: WindowEvent.PadAxis) {
    switch axis {
    case .leftX: self = .leftX
    case .leftY: self = .leftY
    case .rightX: self = .rightX
    case .rightY: self = .rightY
    case .leftTrigger: self = .leftTrigger
    case .rightTrigger: self = .rightTrigger
    }
  }
}

extension GamepadButton {
  /// The button of the engine; nil for those that only some pads have.
  init?(_ button: WindowEvent.PadButton) {
    switch button {
    case .a: self = .a
    case .b: self = .b
    case .x: self = .x
    case .y: self = .y
    case .back: self = .back
    case .start: self = .start
    case .leftShoulder: self = .leftShoulder
    case .rightShoulder: self = .rightShoulder
    case .up: self = .padUp
    case .down: self = .padDown
    case .left: self = .padLeft
    case .right: self = .padRight
    case .guide, .leftStick, .rightStick: return nil
    }
  }
}
