import CaromMaths
public import CaromSimulation

/// Maps window events to input events and player commands.
///
/// Keys, buttons, sticks and pointers without a player command are passed to the session, so that
/// the game defines their effect and recordings contain them. A pressed pointer also tilts the
/// board towards its position.
public struct InputTranslator: Sendable {
  /// The dead zone of sticks: worn sticks do not return to zero.
  public static let deadZone: Float = 0.15

  /// The key bindings.
  public var keys: KeyMap
  /// The actions of the game, which keys can be bound to.
  public var actions: [InputAction] = []
  /// Whether the tools of makers are open, which have keys of their own.
  var usesTools = false
  private var sticks: [Stick: Float] = [:]
  private var sensors: [Int: Sensor] = [:]
  private var isDragging = false
  /// The numbers of the fingers on the screen, from 1, by the device's own.
  private var fingers: [Int: Int] = [:]
  /// What the tilt of motion sensors is multiplied by.
  public var tiltSensitivity: Float = 1

  private struct Stick: Hashable {
    var axis: WindowEvent.PadAxis
    var device: Int
  }

  /// A motion sensor: its calibrated level orientation and a running mean.
  private struct Sensor {
    var level: SIMD3<Float>
    var recent: SIMD3<Float>
  }

  /// Creates a translator with centered sticks; the first reading of a motion sensor is its level.
  public init(keys: KeyMap = KeyMap()) { self.keys = keys }

  // MARK: Player commands

  /// The player command of an event; nil if there is none.
  public func command(for event: WindowEvent) -> PlayerCommand? {
    switch event {
    case .key(let key, isDown: true, isRepeated: false):
      keys.command(for: key, in: actions, usesTools: usesTools)
    case .padButton(.start, isDown: true, _): .pause
    case .padButton(.back, isDown: true, _): .menu
    case .quit, .key, .pointerMoved, .pointerButton, .wheel, .resized, .focus, .padAxis, .padButton,
      .padConnected, .acceleration, .touch, .text, .exposed:
      nil
    }
  }

  /// Calibrates the motion sensors to their current orientation, averaged over about a quarter of a
  /// second.
  ///
  /// - Returns: False if there is no sensor.
  public mutating func level() -> Bool {
    for (device, sensor) in sensors { sensors[device]?.level = sensor.recent }
    return !sensors.isEmpty
  }

  // MARK: Game input

  /// Converts a window event to events for the session.
  ///
  /// - Parameters:
  ///   - event: The window event.
  ///   - picture: The rectangle of the image in the window.
  /// - Returns: The events in order, possibly none.
  public mutating func events(for event: WindowEvent, in picture: Letterbox) -> [InputEvent] {
    switch event {
    case .quit, .exposed, .focus(true): return []
    case .wheel(let dx, let dy): return [.wheel(WheelInput(delta: Vector2(dx, dy)))]
    case .text(let text): return [.text(text)]
    case .focus(false):
      // The release of a finger or button may not be reported to an inactive window.
      defer { (isDragging, fingers) = (false, [:]) }
      return isDragging ? [.tilt(x: 0, y: 0)] : []
    case .padConnected(let isConnected, let device): return isConnected ? [] : disconnect(device)
    case .key(_, _, isRepeated: true): return []
    case .key(let key, let isDown, _):
      guard let code = keys.code(for: key, in: actions, usesTools: usesTools) else { return [] }
      return [.key(KeyInput(code: code, isDown: isDown))]
    // A window that opens under the pointer reports where it is, although no one has used it.
    case .pointerMoved(_, _, dx: 0, dy: 0): return []
    case .pointerMoved(let x, let y, _, _): return pointer(.moved, x, y, picture)
    case .pointerButton(let number, let isDown, let x, let y):
      let buttons: [Int: PointerButton] = [1: .left, 2: .middle, 3: .right]
      guard let button = buttons[number] else { return [] }
      if button == .left { isDragging = isDown }
      return pointer(isDown ? .pressed : .released, x, y, picture, button)
    case .touch(let phase, let x, let y, let number): return touch(phase, x, y, number, picture)
    case .resized(let width, let height): return [.viewport(width: width, height: height)]
    case .padAxis(let axis, let value, let device):
      return move(Stick(axis: axis, device: device), value)
    case .padButton(.start, _, _), .padButton(.back, _, _): return []
    case .padButton(let button, let isDown, _):
      guard let button = GamepadButton(button) else { return [] }
      return [.button(ButtonInput(button: button, isDown: isDown))]
    case .acceleration(let x, let y, let z, let device):
      let event = tilt(SIMD3(x, y, z), device)
      // Gamepads have motion sensors too, which would override the tilt of the pointer.
      return isDragging ? [] : [event]
    }
  }

  /// The pointer event and, while it is pressed, the tilt towards its position.
  private func pointer(
    _ phase: PointerPhase, _ x: Float, _ y: Float, _ picture: Letterbox,
    _ button: PointerButton = .left, finger: Int = 0
  ) -> [InputEvent] {
    let place = picture.normalized(x: x, y: y)
    let input = PointerInput(
      phase: phase, position: Vector2(place.x, place.y), button: button, finger: finger)
    guard input.isPrimary else { return [.pointer(input)] }
    if phase == .released { return [.pointer(input), .tilt(x: 0, y: 0)] }
    guard isDragging else { return [.pointer(input)] }
    return [.pointer(input), .tilt(x: place.x * 2 - 1, y: 1 - place.y * 2)]
  }

  /// Fingers have the least numbers that are free; the first one is the pointer.
  private mutating func touch(
    _ phase: PointerPhase, _ x: Float, _ y: Float, _ device: Int, _ picture: Letterbox
  ) -> [InputEvent] {
    if phase == .pressed, fingers[device] == nil {
      fingers[device] = (1...).first { number in !fingers.values.contains(number) }
    }
    guard let number = fingers[device], number <= InputState.maximumFingerCount else { return [] }
    if number == 1 { isDragging = phase != .released }
    if phase == .released { fingers[device] = nil }
    return pointer(phase, x, y, picture, finger: number)
  }

  /// The movement of a stick or a trigger, which is also a button.
  private mutating func move(_ stick: Stick, _ raw: Float) -> [InputEvent] {
    let rest = max(0, abs(raw) - Self.deadZone) / (1 - Self.deadZone)
    // Screen coordinates increase downwards, stick axes upwards.
    let isUpDown = stick.axis == .leftY || stick.axis == .rightY
    let value = rest == 0 ? 0 : (raw < 0) != isUpDown ? -rest : rest
    let old = sticks[stick, default: 0]
    guard old != value else { return [] }
    sticks[stick] = value
    let event = InputEvent.axis(GamepadAxis(stick.axis), value)
    guard let button = Self.button(of: stick.axis) else { return [event] }
    let (wasDown, isDown) = (old >= 0.5, value >= 0.5)
    guard wasDown != isDown else { return [event] }
    return [event, .button(ButtonInput(button: button, isDown: isDown))]
  }

  /// The button that a trigger is as well; nil for sticks.
  private static func button(of axis: WindowEvent.PadAxis) -> GamepadButton? {
    switch axis {
    case .leftTrigger: .leftTrigger
    case .rightTrigger: .rightTrigger
    case .leftX, .leftY, .rightX, .rightY: nil
    }
  }

  /// Resets the sticks of a disconnected gamepad, in the order of the axes.
  private mutating func disconnect(_ device: Int) -> [InputEvent] {
    sensors[device] = nil
    return WindowEvent.PadAxis.allCases.flatMap { axis -> [InputEvent] in
      let value = sticks.removeValue(forKey: Stick(axis: axis, device: device)) ?? 0
      guard value != 0 else { return [] }
      let event = InputEvent.axis(GamepadAxis(axis), 0)
      guard value >= 0.5, let button = Self.button(of: axis) else { return [event] }
      return [event, .button(ButtonInput(button: button, isDown: false))]
    }
  }

  /// The tilt of a device relative to its calibrated orientation; 90° corresponds to 1.
  ///
  /// At rest a sensor reports the reaction to gravity: upwards in its own axes, 9.8 m/s² long, with
  /// x to the right, y to the top edge and z towards the player. Leaning right moves it towards −x.
  /// Leaning away moves it towards +z for a device held upright, and towards −y for one that lies
  /// flat.
  private mutating func tilt(_ up: SIMD3<Float>, _ device: Int) -> InputEvent {
    guard var sensor = sensors[device] else {
      sensors[device] = Sensor(level: up, recent: up)
      return .tilt(x: 0, y: 0)
    }
    // Sensors report about sixty times a second.
    sensor.recent += (up - sensor.recent) * 0.07
    sensors[device] = sensor
    let level = sensor.level
    let gravity: Float = 9.8
    let lean = abs(level.z) > abs(level.y) ? level.y - up.y : up.z - level.z
    let scale = tiltSensitivity / gravity
    return .tilt(
      x: max(-1, min(1, (level.x - up.x) * scale)), y: max(-1, min(1, lean * scale)))
  }
}

extension InputEvent {
  /// Whether the event is a new size of the view.
  var isViewport: Bool {
    if case .viewport = self { true } else { false }
  }

  /// Whether the event releases something or only reports a state: it is sent to the game while a
  /// menu is open.
  var isPassive: Bool {
    switch self {
    case .key(let key): !key.isDown
    case .button(let button): !button.isDown
    case .pointer(let pointer): pointer.phase == .released
    case .tilt, .axis, .viewport: true
    case .wheel, .text, .command, .set: false
    }
  }
}
