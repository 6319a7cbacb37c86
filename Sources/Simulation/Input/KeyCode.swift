public import CaromProperties

/// A key, identified by its position on a US keyboard on all platforms.
///
/// There are at most 64 keys, because ``InputState`` stores one bit for each.
public enum KeyCode: String, EnumName, Sendable {
  /// The arrow keys.
  case left, right, up, down
  /// Space, editing and modifier keys.
  case space, enter, escape, tab, backspace, shift, control
  /// The letter keys.
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
  /// The digit keys above the letters.
  case digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9
  /// The punctuation keys.
  case minus, equals, comma, period
  /// The keys that move the caret of a text field to its ends, and that delete what follows it.
  case home, end, delete

  /// The bit of the key in a set of keys.
  var bit: UInt64 {
    var position: UInt64 = 0
    for code in Self.allCases {
      if code == self { break }
      position += 1
    }
    return 1 << position
  }
}

/// An axis of a gamepad.
public enum GamepadAxis: String, EnumName, Sendable {
  /// The left stick: x to the right, y upwards.
  case leftX, leftY
  /// The right stick: x to the right, y upwards.
  case rightX, rightY
  /// The triggers, 0 to 1.
  case leftTrigger, rightTrigger
}

/// A button of a gamepad, identified by its position on an Xbox controller.
public enum GamepadButton: String, EnumName, Sendable {
  /// The face buttons.
  case a, b, x, y
  /// The center buttons.
  case back, start
  /// The shoulder buttons.
  case leftShoulder, rightShoulder
  /// The directional pad.
  case padUp, padDown, padLeft, padRight
  /// The triggers, pressed from half of their way; also reported as axes.
  case leftTrigger, rightTrigger
  /// The sticks, which can be pressed like buttons.
  case leftStick, rightStick
}

/// A button of a mouse.
public enum PointerButton: String, EnumName, Sendable {
  /// The buttons.
  case left, right, middle
}

/// The kind of device that a player used last, for prompts.
public enum InputDevice: String, EnumName, Sendable {
  /// A keyboard.
  case keyboard
  /// A mouse.
  case pointer
  /// A touch screen.
  case touch
  /// A gamepad.
  case gamepad
}

/// The kind of a pointer event.
public enum PointerPhase: String, EnumName, Sendable {
  /// The pointer moved, pressed or not.
  case moved
  /// A button or finger was pressed.
  case pressed
  /// A button or finger was released.
  case released
}

/// A command to the session.
public enum SessionCommand: String, EnumName, Sendable {
  /// Restores the scene and the game to their state at the beginning of the level.
  case restart
  /// Pauses the scene; ticks are still counted.
  case pause
  /// Resumes the scene.
  case resume
  /// Presents another level, or the current one again.
  case present
}
