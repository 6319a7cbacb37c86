import CaromMaths
public import CaromProperties

/// Something that comes from outside: the only way anything does.
///
/// Keys, pointers, gamepads, tilt sensors, replay files, test steps and remote commands all become
/// these. A session applies them in the order of their ticks and, within a tick, of their sending.
public enum InputEvent: Variant, Hashable, Sendable {
  /// A key went down or up.
  case key(KeyInput)
  /// The pointer moved or was pressed.
  case pointer(PointerInput)
  /// The board, or the device that stands for it, was tilted.
  case tilt(TiltInput)
  /// An axis of a gamepad moved.
  case axis(AxisInput)
  /// A button of a gamepad went down or up.
  case button(ButtonInput)
  /// The view got another size.
  case viewport(ViewportInput)
  /// The player asked something of the session.
  case command(CommandInput)
  /// A test or a tool set a property.
  case set(SetInput)

  /// Makes an event that changes nothing: the pointer stays in the middle.
  public init() { self = .pointer(PointerInput()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("key", Self.key) { if case .key(let p) = $0 { p } else { nil } }
    c.case("pointer", Self.pointer) { if case .pointer(let p) = $0 { p } else { nil } }
    c.case("tilt", Self.tilt) { if case .tilt(let p) = $0 { p } else { nil } }
    c.case("axis", Self.axis) { if case .axis(let p) = $0 { p } else { nil } }
    c.case("button", Self.button) { if case .button(let p) = $0 { p } else { nil } }
    c.case("viewport", Self.viewport) { if case .viewport(let p) = $0 { p } else { nil } }
    c.case("command", Self.command) { if case .command(let p) = $0 { p } else { nil } }
    c.case("set", Self.set) { if case .set(let p) = $0 { p } else { nil } }
  }
}

// MARK: Short ways to make one

extension InputEvent {
  /// A key goes down.
  public static func press(_ code: KeyCode) -> InputEvent {
    .key(KeyInput(code: code, isDown: true))
  }
  /// A key goes up.
  public static func release(_ code: KeyCode) -> InputEvent {
    .key(KeyInput(code: code, isDown: false))
  }
  /// The pointer is somewhere, in shares of the view: 0, 0 is the top left corner, 1, 1 the other.
  public static func pointer(_ phase: PointerPhase, x: Float, y: Float) -> InputEvent {
    .pointer(PointerInput(phase: phase, position: Vector2(x, y)))
  }
  /// The board is tilted: `x` down to the right, `y` down away from the viewer, each −1 to 1.
  public static func tilt(x: Float, y: Float) -> InputEvent {
    .tilt(TiltInput(direction: Vector2(x, y)))
  }
  /// An axis of a gamepad is at a value.
  public static func axis(_ axis: GamepadAxis, _ value: Float) -> InputEvent {
    .axis(AxisInput(axis: axis, value: value))
  }
  /// The player asks something of the session.
  public static func command(_ command: SessionCommand) -> InputEvent {
    .command(CommandInput(command))
  }
  /// The view has a size, in pixels.
  public static func viewport(width: Int, height: Int) -> InputEvent {
    .viewport(ViewportInput(width: width, height: height))
  }
}

/// An event and the tick that it belongs to.
///
/// The event of tick 0 is applied before the first tick runs. In files
/// `{ "t": 30, "key": { "code": "space", "isDown": true } }`.
public struct TimedInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Something from outside, and when"

  /// How many ticks have run before it applies.
  public var tick: UInt64 = 0
  /// What happens.
  public var event = InputEvent()

  /// Makes an event of tick 0 that changes nothing.
  public init() {}

  /// Makes an event of a tick.
  public init(_ event: InputEvent, tick: UInt64) {
    self.tick = tick
    self.event = event
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("t", \.tick, "How many ticks have run before", .ticks, in: .required)
    p.choice(\.event, "What happens", in: .required)
  }
}

extension InputEvent {
  /// True for what a player does to say "go": space, return, a press of the pointer, A or start.
  public var isConfirmation: Bool {
    switch self {
    case .key(let key): key.isDown && (key.code == .space || key.code == .enter)
    case .pointer(let pointer): pointer.phase == .pressed
    case .button(let button): button.isDown && (button.button == .a || button.button == .start)
    case .tilt, .axis, .viewport, .command, .set: false
    }
  }
}
