public import CaromSimulation

/// Maps window events to input events, menu actions and player commands.
///
/// Keys, buttons, sticks and pointers without a player command are passed to the session, so that
/// the game defines their effect and recordings contain them. A pressed pointer also tilts the
/// board towards its position.
public struct InputTranslator: Sendable {
  /// The dead zone of sticks: worn sticks do not return to zero.
  public static let deadZone: Float = 0.15

  /// The key bindings.
  public var keys: KeyMap
  private var sticks: [Stick: Float] = [:]
  private var sensors: [Int: Sensor] = [:]
  private var isDragging = false
  private var finger: Int?
  private var menuStick: Float = 0

  /// The keys of the menus.
  private static let menuKeys: [KeyCode: MenuAction] = [
    .up: .up, .w: .up, .down: .down, .s: .down, .enter: .choose, .space: .choose,
    .backspace: .back,
  ]

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
    case .key(let key, isDown: true, isRepeated: false): keys.command(for: key)
    case .padButton(.start, isDown: true, _): .pause
    case .padButton(.back, isDown: true, _): .menu
    case .quit, .key, .pointerMoved, .pointerButton, .wheel, .resized, .focus, .padAxis, .padButton,
      .padConnected, .acceleration, .touch:
      nil
    }
  }

  /// A menu action.
  public enum MenuAction: Hashable, Sendable {
    /// Selects the item above or below.
    case up, down
    /// Activates the selected item.
    case choose
    /// Goes back.
    case back
    /// Activates the item at a position of the window, in pixels.
    case point(x: Float, y: Float)
  }

  /// The menu action of an event; nil if there is none.
  public mutating func action(for event: WindowEvent) -> MenuAction? {
    switch event {
    case .key(let key, isDown: true, _):
      return keys.code(for: key).flatMap { Self.menuKeys[$0] }
    case .padButton(.up, isDown: true, _): return .up
    case .padButton(.down, isDown: true, _): return .down
    case .padButton(.a, isDown: true, _): return .choose
    case .padButton(.b, isDown: true, _): return .back
    case .padAxis(.leftY, let value, _):
      // Once for each deflection of the stick.
      defer { menuStick = abs(value) > 0.6 ? value : abs(value) < 0.3 ? 0 : menuStick }
      return menuStick == 0 && abs(value) > 0.6 ? (value < 0 ? .up : .down) : nil
    case .pointerButton(1, isDown: true, let x, let y): return .point(x: x, y: y)
    case .touch(.pressed, let x, let y, _): return .point(x: x, y: y)
    case .quit, .key, .pointerMoved, .pointerButton, .wheel, .resized, .focus, .padAxis, .padButton,
      .padConnected, .acceleration, .touch:
      return nil
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
    case .quit, .wheel, .focus(true): return []
    case .focus(false):
      // The release of a finger or button may not be reported to an inactive window.
      defer { (isDragging, finger) = (false, nil) }
      return isDragging ? [.tilt(x: 0, y: 0)] : []
    case .padConnected(let isConnected, let device): return isConnected ? [] : disconnect(device)
    case .key(_, _, isRepeated: true): return []
    case .key(let key, let isDown, _):
      guard let code = keys.code(for: key) else { return [] }
      return [.key(KeyInput(code: code, isDown: isDown))]
    case .pointerMoved(let x, let y, _, _): return pointer(.moved, x, y, picture)
    case .pointerButton(1, let isDown, let x, let y):
      isDragging = isDown
      return pointer(isDown ? .pressed : .released, x, y, picture)
    case .pointerButton: return []
    case .touch(let phase, let x, let y, let number): return touch(phase, x, y, number, picture)
    case .resized(let width, let height): return [.viewport(width: width, height: height)]
    case .padAxis(let axis, let value, let device):
      return stick(Stick(axis: axis, device: device), value)
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
    _ phase: PointerPhase, _ x: Float, _ y: Float, _ picture: Letterbox
  ) -> [InputEvent] {
    let place = picture.normalized(x: x, y: y)
    let event = InputEvent.pointer(phase, x: place.x, y: place.y)
    if phase == .released { return [event, .tilt(x: 0, y: 0)] }
    guard isDragging else { return [event] }
    return [event, .tilt(x: place.x * 2 - 1, y: 1 - place.y * 2)]
  }

  /// The first finger is the pointer; other fingers are ignored until it is lifted.
  private mutating func touch(
    _ phase: PointerPhase, _ x: Float, _ y: Float, _ number: Int, _ picture: Letterbox
  ) -> [InputEvent] {
    if finger == nil, phase == .pressed { finger = number }
    guard finger == number else { return [] }
    isDragging = phase != .released
    if phase == .released { finger = nil }
    return pointer(phase, x, y, picture)
  }

  private mutating func stick(_ stick: Stick, _ raw: Float) -> [InputEvent] {
    let rest = max(0, abs(raw) - Self.deadZone) / (1 - Self.deadZone)
    // Screen coordinates increase downwards, stick axes upwards.
    let isUpDown = stick.axis == .leftY || stick.axis == .rightY
    let value = rest == 0 ? 0 : (raw < 0) != isUpDown ? -rest : rest
    guard sticks[stick, default: 0] != value else { return [] }
    sticks[stick] = value
    return [.axis(GamepadAxis(stick.axis), value)]
  }

  /// Resets the sticks of a disconnected gamepad, in the order of the axes.
  private mutating func disconnect(_ device: Int) -> [InputEvent] {
    sensors[device] = nil
    return WindowEvent.PadAxis.allCases.compactMap { axis in
      let value = sticks.removeValue(forKey: Stick(axis: axis, device: device))
      return (value ?? 0) == 0 ? nil : .axis(GamepadAxis(axis), 0)
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
    return .tilt(
      x: max(-1, min(1, (level.x - up.x) / gravity)), y: max(-1, min(1, lean / gravity)))
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
