import CPlatform
public import CaromSimulation

/// An event of the window or of an input device.
public enum WindowEvent: Hashable, Sendable {
  /// The user or the system requested to close the window.
  case quit
  /// A key was pressed or released; `isRepeated` marks key repeats of the system.
  case key(Key, isDown: Bool, isRepeated: Bool)
  /// The pointer moved to a position in window pixels, y down, by the given number of pixels.
  case pointerMoved(x: Float, y: Float, dx: Float, dy: Float)
  /// A pointer button (1 left, 2 middle, 3 right) was pressed or released at a position in window
  /// pixels.
  case pointerButton(Int, isDown: Bool, x: Float, y: Float)
  /// The wheel turned by notches: positive is right and away from the user.
  case wheel(dx: Float, dy: Float)
  /// The drawable area has a new size, in pixels.
  case resized(width: Int, height: Int)
  /// The window gained or lost focus.
  case focus(Bool)
  /// A stick moved, −1 to 1 with y down, or a trigger, 0 to 1.
  case padAxis(PadAxis, Float, device: Int)
  /// A gamepad button was pressed or released.
  case padButton(PadButton, isDown: Bool, device: Int)
  /// A gamepad was connected or disconnected.
  case padConnected(Bool, device: Int)
  /// The acceleration of a motion sensor in m/s², including gravity.
  case acceleration(x: Float, y: Float, z: Float, device: Int)
  /// A finger touched, moved on or left the window, at a position in window pixels, y down.
  case touch(PointerPhase, x: Float, y: Float, finger: Int)
  /// Text was typed, at most 31 bytes of UTF-8.
  case text(String)
  /// The contents of the window were lost and have to be presented again.
  case exposed

  /// A key by its position on the keyboard: a usage of page 7 of the USB HID usage tables.
  public struct Key: RawRepresentable, Hashable, Sendable {
    /// The usage number.
    public var rawValue: Int
    /// The key with a usage number.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// An axis of a gamepad.
  public enum PadAxis: Int, Hashable, Sendable, CaseIterable {
    /// The sticks, then the triggers, in the order of `plat_pad_axis`.
    case leftX, leftY, rightX, rightY, leftTrigger, rightTrigger
  }

  /// A button of a gamepad, by its position on an Xbox controller.
  public enum PadButton: Int, Hashable, Sendable, CaseIterable {
    /// The buttons in the order of `plat_pad_button`.
    case a, b, x, y, back, guide, start, leftStick, rightStick, leftShoulder, rightShoulder
    /// The directional pad.
    case up, down, left, right
  }
}

extension WindowEvent.Key {
  init(_ key: plat_key) { self.init(rawValue: Int(key.rawValue)) }

  /// The key that is A on a US layout.
  public static let a = Self(PLAT_KEY_A)
  /// The key that is C on a US layout.
  public static let c = Self(PLAT_KEY_C)
  /// The key that is D on a US layout.
  public static let d = Self(PLAT_KEY_D)
  /// The key that is P on a US layout.
  public static let p = Self(PLAT_KEY_P)
  /// The key that is R on a US layout.
  public static let r = Self(PLAT_KEY_R)
  /// The key that is S on a US layout.
  public static let s = Self(PLAT_KEY_S)
  /// The key that is W on a US layout.
  public static let w = Self(PLAT_KEY_W)
  /// Return.
  public static let enter = Self(PLAT_KEY_RETURN)
  /// Escape.
  public static let escape = Self(PLAT_KEY_ESCAPE)
  /// The space bar.
  public static let space = Self(PLAT_KEY_SPACE)
  /// The right arrow.
  public static let right = Self(PLAT_KEY_RIGHT)
  /// The left arrow.
  public static let left = Self(PLAT_KEY_LEFT)
  /// The down arrow.
  public static let down = Self(PLAT_KEY_DOWN)
  /// The up arrow.
  public static let up = Self(PLAT_KEY_UP)
}

extension WindowEvent {
  /// Converts a platform event; nil for unknown axes and buttons.
  init?(_ event: plat_event) {
    let (device, code) = (Int(event.device), Int(event.code))
    switch event.kind {
    case PLAT_QUIT: self = .quit
    case PLAT_KEY:
      self = .key(Key(rawValue: code), isDown: event.down, isRepeated: event.repeated)
    case PLAT_POINTER_MOVED:
      self = .pointerMoved(x: event.x, y: event.y, dx: event.dx, dy: event.dy)
    case PLAT_POINTER_BUTTON:
      self = .pointerButton(code, isDown: event.down, x: event.x, y: event.y)
    case PLAT_WHEEL: self = .wheel(dx: event.dx, dy: event.dy)
    case PLAT_RESIZED: self = .resized(width: Int(event.width), height: Int(event.height))
    case PLAT_FOCUS: self = .focus(event.down)
    case PLAT_PAD_AXIS:
      guard let axis = PadAxis(rawValue: code) else { return nil }
      self = .padAxis(axis, event.x, device: device)
    case PLAT_PAD_BUTTON:
      guard let button = PadButton(rawValue: code) else { return nil }
      self = .padButton(button, isDown: event.down, device: device)
    case PLAT_PAD_CONNECTED: self = .padConnected(event.down, device: device)
    case PLAT_ACCELERATION:
      self = .acceleration(x: event.x, y: event.y, z: event.z, device: device)
    case PLAT_TOUCH:
      let phase: PointerPhase =
        event.code == Int32(PLAT_TOUCH_PRESSED.rawValue)
        ? .pressed : event.code == Int32(PLAT_TOUCH_RELEASED.rawValue) ? .released : .moved
      self = .touch(phase, x: event.x, y: event.y, finger: device)
    case PLAT_TEXT:
      let text = withUnsafeBytes(of: event.text) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      self = .text(text)
    case PLAT_EXPOSED: self = .exposed
    default: return nil
    }
  }

  /// The platform event.
  var platform: plat_event {
    var event = plat_event()
    switch self {
    case .quit: event.kind = PLAT_QUIT
    case .key(let key, let isDown, let isRepeated):
      event.kind = PLAT_KEY
      event.code = Int32(key.rawValue)
      event.down = isDown
      event.repeated = isRepeated
    case .pointerMoved(let x, let y, let dx, let dy):
      event.kind = PLAT_POINTER_MOVED
      (event.x, event.y, event.dx, event.dy) = (x, y, dx, dy)
    case .pointerButton(let button, let isDown, let x, let y):
      event.kind = PLAT_POINTER_BUTTON
      event.code = Int32(button)
      event.down = isDown
      (event.x, event.y) = (x, y)
    case .wheel(let dx, let dy):
      event.kind = PLAT_WHEEL
      (event.dx, event.dy) = (dx, dy)
    case .resized(let width, let height):
      event.kind = PLAT_RESIZED
      (event.width, event.height) = (Int32(width), Int32(height))
    case .focus(let isGained):
      event.kind = PLAT_FOCUS
      event.down = isGained
    case .padAxis(let axis, let value, let device):
      event.kind = PLAT_PAD_AXIS
      (event.code, event.x, event.device) = (Int32(axis.rawValue), value, Int32(device))
    case .padButton(let button, let isDown, let device):
      event.kind = PLAT_PAD_BUTTON
      (event.code, event.down, event.device) = (Int32(button.rawValue), isDown, Int32(device))
    case .padConnected(let isConnected, let device):
      event.kind = PLAT_PAD_CONNECTED
      (event.down, event.device) = (isConnected, Int32(device))
    case .acceleration(let x, let y, let z, let device):
      event.kind = PLAT_ACCELERATION
      (event.x, event.y, event.z, event.device) = (x, y, z, Int32(device))
    case .touch(let phase, let x, let y, let finger):
      event.kind = PLAT_TOUCH
      let code =
        switch phase {
        case .pressed: PLAT_TOUCH_PRESSED
        case .released: PLAT_TOUCH_RELEASED
        case .moved: PLAT_TOUCH_MOVED
        }
      event.code = Int32(code.rawValue)
      (event.x, event.y, event.device) = (x, y, Int32(finger))
    case .text(let text):
      event.kind = PLAT_TEXT
      withUnsafeMutableBytes(of: &event.text) { bytes in
        // The last byte stays zero.
        for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
      }
    case .exposed: event.kind = PLAT_EXPOSED
    }
    return event
  }
}
