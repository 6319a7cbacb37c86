import CaromMaths
public import CaromProperties

/// An input event: the only external input of a session.
///
/// Keyboards, pointers, gamepads, tilt sensors, recordings, test steps and remote commands all
/// produce input events. A session applies them in the order of their ticks and, within a tick, in
/// the order in which they were sent.
public enum InputEvent: Variant, Hashable, Sendable {
  /// A key was pressed or released.
  case key(KeyInput)
  /// The pointer moved, or its button was pressed or released.
  case pointer(PointerInput)
  /// The wheel of a mouse was turned.
  case wheel(WheelInput)
  /// Text was typed.
  case text(TextInput)
  /// The board, or the device that controls it, was tilted.
  case tilt(TiltInput)
  /// An axis of a gamepad moved.
  case axis(AxisInput)
  /// A button of a gamepad was pressed or released.
  case button(ButtonInput)
  /// The size of the view changed.
  case viewport(ViewportInput)
  /// The player issued a session command.
  case command(CommandInput)
  /// A test or tool set a property.
  case set(SetInput)

  /// Creates an event without effect: the pointer at the center of the view.
  public init() { self = .pointer(PointerInput()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("key", Self.key) { if case .key(let p) = $0 { p } else { nil } }
    c.case("pointer", Self.pointer) { if case .pointer(let p) = $0 { p } else { nil } }
    c.case("wheel", Self.wheel) { if case .wheel(let p) = $0 { p } else { nil } }
    c.case("text", Self.text) { if case .text(let p) = $0 { p } else { nil } }
    c.case("tilt", Self.tilt) { if case .tilt(let p) = $0 { p } else { nil } }
    c.case("axis", Self.axis) { if case .axis(let p) = $0 { p } else { nil } }
    c.case("button", Self.button) { if case .button(let p) = $0 { p } else { nil } }
    c.case("viewport", Self.viewport) { if case .viewport(let p) = $0 { p } else { nil } }
    c.case("command", Self.command) { if case .command(let p) = $0 { p } else { nil } }
    c.case("set", Self.set) { if case .set(let p) = $0 { p } else { nil } }
  }
}

// MARK: Convenience

extension InputEvent {
  /// The press of a key.
  public static func press(_ code: KeyCode) -> InputEvent {
    .key(KeyInput(code: code, isDown: true))
  }
  /// The release of a key.
  public static func release(_ code: KeyCode) -> InputEvent {
    .key(KeyInput(code: code, isDown: false))
  }
  /// A pointer event at a position in fractions of the view; 0, 0 is the top left corner.
  public static func pointer(_ phase: PointerPhase, x: Float, y: Float) -> InputEvent {
    .pointer(PointerInput(phase: phase, position: Vector2(x, y)))
  }
  /// A turn of the wheel by notches, positive away from the user.
  public static func wheel(_ notches: Float) -> InputEvent {
    .wheel(WheelInput(delta: Vector2(0, notches)))
  }
  /// Typed text.
  public static func text(_ text: String) -> InputEvent { .text(TextInput(text)) }
  /// A tilt of the board: `x` down to the right, `y` down away from the viewer, each −1 to 1.
  public static func tilt(x: Float, y: Float) -> InputEvent {
    .tilt(TiltInput(direction: Vector2(x, y)))
  }
  /// A gamepad axis at a value.
  public static func axis(_ axis: GamepadAxis, _ value: Float) -> InputEvent {
    .axis(AxisInput(axis: axis, value: value))
  }
  /// A session command.
  public static func command(_ command: SessionCommand) -> InputEvent {
    .command(CommandInput(command))
  }
  /// The command to present a level, by its name.
  public static func present(_ level: String) -> InputEvent {
    .command(CommandInput(presenting: level))
  }
  /// A view size, in pixels.
  public static func viewport(width: Int, height: Int) -> InputEvent {
    .viewport(ViewportInput(width: width, height: height))
  }
}

/// An event and the tick at which it is applied.
///
/// An event of tick 0 is applied before the first tick runs. In files:
/// `{ "t": 30, "key": { "code": "space", "isDown": true } }`.
public struct TimedInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "An input event and its tick"

  /// The number of ticks that run before the event is applied.
  public var tick: UInt64 = 0
  /// The event.
  public var event = InputEvent()

  /// Creates an event of tick 0 without effect.
  public init() {}

  /// Creates an event at a tick.
  public init(_ event: InputEvent, tick: UInt64) {
    self.tick = tick
    self.event = event
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("t", \.tick, "The number of ticks that run before it", .ticks, in: .required)
    p.choice(\.event, "The event", in: .required)
  }
}

extension InputEvent {
  /// Whether the event confirms or starts: space, Return, a pointer press, A or Start.
  public var isConfirmation: Bool {
    switch self {
    case .key(let key): key.isDown && (key.code == .space || key.code == .enter)
    case .pointer(let pointer): pointer.phase == .pressed && pointer.isPrimary
    case .button(let button): button.isDown && (button.button == .a || button.button == .start)
    case .wheel, .text, .tilt, .axis, .viewport, .command, .set: false
    }
  }
}
