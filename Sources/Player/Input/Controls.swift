public import CaromSimulation

/// What the player's hands mean: window events in, input events, menu actions and commands out.
///
/// All keys, buttons, sticks and pointers that ask nothing of the player itself pass through, so that
/// the game decides what they do and a recording holds them. A pressed pointer also tilts: the picture
/// is a board, pushed down there.
public struct Controls: Sendable {
  /// Sticks this near to their middle count as centred: worn ones do not rest at zero.
  public static let deadZone: Float = 0.15

  /// What the keys do.
  public var keys: KeyMap
  private var sticks: [Stick: Float] = [:]
  private var sensors: [Int: Sensor] = [:]
  private var isDragging = false
  private var finger: Int?
  private var menuStick: Float = 0

  private struct Stick: Hashable {
    var axis: WindowEvent.PadAxis
    var device: Int
  }

  /// A motion sensor: how it is held at level, and how it was held of late.
  private struct Sensor {
    var level: SIMD3<Float>
    var recent: SIMD3<Float>
  }

  /// Hands off: every stick is centred, and the first reading of a motion sensor counts as level.
  public init(keys: KeyMap = KeyMap()) { self.keys = keys }

  // MARK: For the player

  /// What an event asks of the player rather than of the game; nil if nothing.
  public func command(for event: WindowEvent) -> PlayerCommand? {
    switch event {
    case .key(let key, isDown: true, isRepeated: false): keys.command(for: key)
    case .padButton(.start, isDown: true, _): .pause
    case .padButton(.back, isDown: true, _): .menu
    default: nil
    }
  }

  /// What an event asks of a menu.
  public enum MenuAction: Hashable, Sendable {
    /// The line above or below.
    case up, down
    /// The chosen line.
    case choose
    /// Back to where one came from.
    case back
    /// What is at a place of the window, in pixels.
    case point(x: Float, y: Float)
  }

  /// What an event means while a menu is open; nil if it means nothing there.
  public mutating func action(for event: WindowEvent) -> MenuAction? {
    switch event {
    case .key(let key, isDown: true, _):
      switch keys.code(for: key) {
      case .up, .w: return .up
      case .down, .s: return .down
      case .enter, .space: return .choose
      case .backspace: return .back
      default: return nil
      }
    case .padButton(.up, isDown: true, _): return .up
    case .padButton(.down, isDown: true, _): return .down
    case .padButton(.a, isDown: true, _): return .choose
    case .padButton(.b, isDown: true, _): return .back
    case .padAxis(.leftY, let value, _):
      // Once for each push of the stick.
      defer { menuStick = abs(value) > 0.6 ? value : abs(value) < 0.3 ? 0 : menuStick }
      return menuStick == 0 && abs(value) > 0.6 ? (value < 0 ? .up : .down) : nil
    case .pointerButton(1, isDown: true, let x, let y): return .point(x: x, y: y)
    case .touch(.pressed, let x, let y, _): return .point(x: x, y: y)
    default: return nil
    }
  }

  /// Takes how the motion sensors are held now, on the mean of about a quarter of a second, as level.
  ///
  /// - Returns: False if there is none.
  public mutating func level() -> Bool {
    for (device, sensor) in sensors { sensors[device]?.level = sensor.recent }
    return !sensors.isEmpty
  }

  // MARK: For the game

  /// What a window event means to a session.
  ///
  /// - Parameters:
  ///   - event: What the player did.
  ///   - picture: Where the picture lies in the window.
  /// - Returns: The events in order; none if it means nothing.
  public mutating func events(for event: WindowEvent, in picture: Letterbox) -> [InputEvent] {
    switch event {
    case .quit, .wheel, .focus(true): return []
    case .focus(false):
      // A finger or button may be lifted where this window does not see it.
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

  /// The first finger is the pointer; others do nothing until it is lifted.
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
    // Screens count down, sticks count up.
    let isUpDown = stick.axis == .leftY || stick.axis == .rightY
    let value = rest == 0 ? 0 : (raw < 0) != isUpDown ? -rest : rest
    guard sticks[stick, default: 0] != value else { return [] }
    sticks[stick] = value
    return [.axis(GamepadAxis(stick.axis), value)]
  }

  /// A pad that is gone holds nothing any more; in the order of the axes.
  private mutating func disconnect(_ device: Int) -> [InputEvent] {
    sensors[device] = nil
    return WindowEvent.PadAxis.allCases.compactMap { axis in
      let value = sticks.removeValue(forKey: Stick(axis: axis, device: device))
      return (value ?? 0) == 0 ? nil : .axis(GamepadAxis(axis), 0)
    }
  }

  /// How far a device leans from how it is held at level; a lean of 90° is a tilt of 1.
  ///
  /// At rest a sensor shows what holds it against gravity: up, in its own axes, 9.8 m/s² long, with x
  /// to the right, y to the top edge and z towards the player. Leaning right moves up to −x. Leaning
  /// away moves it to +z for a device held upright, and to −y for one that lies flat.
  private mutating func tilt(_ up: SIMD3<Float>, _ device: Int) -> InputEvent {
    guard var sensor = sensors[device] else {
      sensors[device] = Sensor(level: up, recent: up)
      return .tilt(x: 0, y: 0)
    }
    // Sensors report some sixty times a second.
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
  /// True for a new size of the view.
  var isViewport: Bool {
    if case .viewport = self { true } else { false }
  }

  /// True for what ends something or only tells a state: it reaches the game while a menu is open.
  var isPassive: Bool {
    switch self {
    case .key(let key): !key.isDown
    case .button(let button): !button.isDown
    case .pointer(let pointer): pointer.phase == .released
    case .tilt, .axis, .viewport: true
    case .command, .set: false
    }
  }
}
