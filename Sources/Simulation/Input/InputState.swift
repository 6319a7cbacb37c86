public import CaromMaths
public import CaromProperties

/// What the player holds just now: the sum of all events so far.
public struct InputState: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "What the player holds just now"

  /// The keys that are down, one bit each.
  public private(set) var keys: UInt64 = 0
  /// The buttons of the gamepad that are down, one bit each.
  public private(set) var buttons: UInt32 = 0
  /// Where the pointer is, in shares of the view from its top left corner.
  public private(set) var pointer = Vector2(0.5, 0.5)
  /// True while the pointer is pressed.
  public private(set) var isPointerPressed = false
  /// The tilt of the board: x to the right, y away from the viewer, no longer than 1.
  public private(set) var tilt = Vector2.zero
  /// The left stick: x to the right, y upwards.
  public private(set) var leftStick = Vector2.zero
  /// The right stick: x to the right, y upwards.
  public private(set) var rightStick = Vector2.zero
  /// The triggers, left and right, 0 to 1.
  public private(set) var triggers = Vector2.zero
  /// The width of the view divided by its height.
  public private(set) var aspect: Float = 16.0 / 9

  /// Makes the state of hands off, in a view of 16 : 9.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("keys", \.keys, "The keys that are down")
    p.property("buttons", \.buttons, "The buttons that are down", .mask)
    p.property("pointer", \.pointer, "Where the pointer is, in shares of the view", .ratio)
    p.property("isPointerPressed", \.isPointerPressed, "Whether the pointer is pressed")
    p.property("tilt", \.tilt, "The tilt of the board: right, away", .ratio)
    p.property("leftStick", \.leftStick, "The left stick: right, up", .ratio)
    p.property("rightStick", \.rightStick, "The right stick: right, up", .ratio)
    p.property("triggers", \.triggers, "The triggers, left and right", .ratio)
    p.property("aspect", \.aspect, "Width of the view divided by its height", .ratio)
  }

  /// True while a key is down.
  public func isPressed(_ code: KeyCode) -> Bool { keys & code.bit != 0 }

  /// True while a button of the gamepad is down.
  public func isPressed(_ button: GamepadButton) -> Bool { buttons & Self.bit(button) != 0 }

  /// Where the arrows, WASD, the cross and the left stick point together: right, up; at most 1 long.
  public var direction: Vector2 {
    guard keys != 0 || buttons != 0 || leftStick != .zero else { return .zero }
    let ways = Self.ways
    func held(_ way: Way) -> Float { keys & way.keys != 0 || buttons & way.button != 0 ? 1 : 0 }
    let x = held(ways.right) - held(ways.left) + leftStick.x
    let y = held(ways.up) - held(ways.down) + leftStick.y
    return Self.clamped(Vector2(x, y))
  }

  /// The keys and the button that go one way.
  private struct Way {
    let keys: UInt64
    let button: UInt32

    init(_ arrow: KeyCode, _ letter: KeyCode, _ button: GamepadButton) {
      keys = arrow.bit | letter.bit
      self.button = InputState.bit(button)
    }
  }

  private static let ways = (
    right: Way(.right, .d, .padRight), left: Way(.left, .a, .padLeft), up: Way(.up, .w, .padUp),
    down: Way(.down, .s, .padDown)
  )

  /// Takes in an event; numbers that are not finite count as zero, others are clamped.
  mutating func apply(_ event: InputEvent) {
    switch event {
    case .key(let key):
      keys = key.isDown ? keys | key.code.bit : keys & ~key.code.bit
    case .button(let button):
      let bit = Self.bit(button.button)
      buttons = button.isDown ? buttons | bit : buttons & ~bit
    case .pointer(let input):
      pointer = Vector2(
        Self.clamped(input.position.x, -10, 10), Self.clamped(input.position.y, -10, 10))
      switch input.phase {
      case .pressed: isPointerPressed = true
      case .released: isPointerPressed = false
      case .moved: break
      }
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
    case .command, .set: break
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
