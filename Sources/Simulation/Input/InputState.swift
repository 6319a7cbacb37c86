public import CaromMaths
public import CaromProperties

/// The current state of all input devices: the result of all events so far.
public struct InputState: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "The current state of all input devices"

  /// The maximum number of fingers on the screen.
  public static let maximumFingerCount = 10

  /// The pressed keys, one bit each.
  public private(set) var keys: UInt64 = 0
  /// The pressed gamepad buttons, one bit each.
  public private(set) var buttons: UInt32 = 0
  /// The pointer position, in fractions of the view from its top left corner.
  public private(set) var pointer = Vector2(0.5, 0.5)
  /// Whether the left button is pressed, or the first finger down.
  public private(set) var isPointerPressed = false
  /// The pressed buttons of the mouse, one bit each.
  public private(set) var pointerButtons: UInt32 = 0
  /// The fingers on the screen, in the order of their numbers.
  public private(set) var fingers: [Finger] = []
  /// The kind of device that was used last.
  public private(set) var device = InputDevice.keyboard
  /// The tilt of the board: x to the right, y away from the viewer; its length is at most 1.
  public private(set) var tilt = Vector2.zero
  /// The left stick: x to the right, y upwards.
  public private(set) var leftStick = Vector2.zero
  /// The right stick: x to the right, y upwards.
  public private(set) var rightStick = Vector2.zero
  /// The triggers, left and right, 0 to 1.
  public private(set) var triggers = Vector2.zero
  /// The aspect ratio of the view: width divided by height.
  public private(set) var aspect: Float = 16.0 / 9

  /// Creates a state without input, in a 16 : 9 view.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("keys", \.keys, "The pressed keys")
    p.property("buttons", \.buttons, "The pressed gamepad buttons", .mask)
    p.property("pointer", \.pointer, "The pointer position, in fractions of the view", .ratio)
    p.property("isPointerPressed", \.isPointerPressed, "Whether the pointer is pressed")
    p.property("pointerButtons", \.pointerButtons, "The pressed buttons of the mouse", .mask)
    p.property("fingers", \.fingers, "The fingers on the screen")
    p.property("device", \.device, "The kind of device that was used last")
    p.property("tilt", \.tilt, "The tilt of the board: right, away", .ratio)
    p.property("leftStick", \.leftStick, "The left stick: right, up", .ratio)
    p.property("rightStick", \.rightStick, "The right stick: right, up", .ratio)
    p.property("triggers", \.triggers, "The triggers, left and right", .ratio)
    p.property("aspect", \.aspect, "The width of the view divided by its height", .ratio)
  }

  /// Whether a key is pressed.
  public func isPressed(_ code: KeyCode) -> Bool { keys & code.bit != 0 }

  /// Whether a gamepad button is pressed.
  public func isPressed(_ button: GamepadButton) -> Bool { buttons & Self.bit(button) != 0 }

  /// Whether a button of the mouse is pressed.
  public func isPressed(pointer button: PointerButton) -> Bool {
    pointerButtons & Self.bit(button) != 0
  }

  /// The combined direction of arrow keys, WASD, directional pad and left stick.
  ///
  /// X points right, Y points up; the length is at most 1.
  public var direction: Vector2 {
    guard keys != 0 || buttons != 0 || leftStick != .zero else { return .zero }
    let keys = Self.directionKeys
    func value(_ direction: DirectionKeys) -> Float {
      self.keys & direction.keys != 0 || buttons & direction.button != 0 ? 1 : 0
    }
    let x = value(keys.right) - value(keys.left) + leftStick.x
    let y = value(keys.up) - value(keys.down) + leftStick.y
    return Self.clamped(Vector2(x, y))
  }

  /// The keys and the button for one direction.
  private struct DirectionKeys {
    let keys: UInt64
    let button: UInt32

    init(_ arrow: KeyCode, _ letter: KeyCode, _ button: GamepadButton) {
      keys = arrow.bit | letter.bit
      self.button = InputState.bit(button)
    }
  }

  private static let directionKeys = (
    right: DirectionKeys(.right, .d, .padRight), left: DirectionKeys(.left, .a, .padLeft),
    up: DirectionKeys(.up, .w, .padUp),
    down: DirectionKeys(.down, .s, .padDown)
  )

  /// Applies an event; values that are not finite become zero, others are clamped.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isTaken: Whether a control takes the event; presses then press nothing.
  package mutating func apply(_ event: InputEvent, isTaken: Bool = false) {
    note(event)
    switch event {
    case .key(let key):
      if isTaken, key.isDown { return }
      keys = key.isDown ? keys | key.code.bit : keys & ~key.code.bit
    case .button(let button):
      if isTaken, button.isDown { return }
      let bit = Self.bit(button.button)
      buttons = button.isDown ? buttons | bit : buttons & ~bit
    case .pointer(let input): apply(input, isTaken: isTaken)
    case .tilt(let input):
      tilt = Self.clamped(
        Vector2(
          Self.clamped(input.direction.x, -1, 1), Self.clamped(input.direction.y, -1, 1)))
    case .axis(let input):
      let value = Self.clamped(input.value, -1, 1)
      switch input.axis {
      case .leftX: leftStick.x = value
      case .leftY: leftStick.y = value
      case .rightX: rightStick.x = value
      case .rightY: rightStick.y = value
      case .leftTrigger: triggers.x = value
      case .rightTrigger: triggers.y = value
      }
    case .viewport(let input):
      aspect = Float(max(1, input.width)) / Float(max(1, input.height))
    case .wheel, .text, .command, .set: break
    }
  }

  private mutating func apply(_ input: PointerInput, isTaken: Bool) {
    let position = Vector2(
      Self.clamped(input.position.x, -10, 10), Self.clamped(input.position.y, -10, 10))
    if input.finger <= 1 { pointer = position }
    if isTaken, input.phase == .pressed { return }
    if input.finger > 0 {
      move(input.finger, to: position, input.phase)
    } else {
      let bit = Self.bit(input.button)
      switch input.phase {
      case .pressed: pointerButtons |= bit
      case .released: pointerButtons &= ~bit
      case .moved: break
      }
    }
    if input.isPrimary, input.phase != .moved { isPointerPressed = input.phase == .pressed }
  }

  /// Adds, moves or removes a finger.
  private mutating func move(_ number: Int32, to position: Vector2, _ phase: PointerPhase) {
    let index = fingers.firstIndex { $0.number >= number } ?? fingers.count
    let isThere = index < fingers.count && fingers[index].number == number
    switch (phase, isThere) {
    case (.pressed, false):
      guard fingers.count < Self.maximumFingerCount else { return }
      fingers.insert(Finger(number: number, position: position), at: index)
    case (.pressed, true), (.moved, true): fingers[index].position = position
    case (.released, true): fingers.remove(at: index)
    case (.moved, false), (.released, false): break
    }
  }

  /// Notes the kind of device of an event.
  private mutating func note(_ event: InputEvent) {
    switch event {
    case .key, .text: device = .keyboard
    case .pointer(let pointer): device = pointer.finger > 0 ? .touch : .pointer
    case .wheel: device = .pointer
    case .button: device = .gamepad
    case .axis(let axis): if axis.value != 0 { device = .gamepad }
    case .tilt, .viewport, .command, .set: break
    }
  }

  private static func bit(_ button: PointerButton) -> UInt32 {
    switch button {
    case .left: 1
    case .right: 2
    case .middle: 4
    }
  }

  private static func bit(_ button: GamepadButton) -> UInt32 {
    1 << UInt32(GamepadButton.allCases.firstIndex(of: button) ?? 31)
  }

  private static func clamped(_ x: Float, _ low: Float, _ high: Float) -> Float {
    x.isFinite ? max(low, min(high, x)) : 0
  }

  private static func clamped(_ v: Vector2) -> Vector2 {
    let length = v.length
    return length > 1 ? v * (1 / length) : v
  }
}
