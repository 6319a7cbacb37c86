public import CaromProperties

/// A key by its place on a US keyboard; the same on every window system.
///
/// At most 64, since ``InputState`` holds one bit for each.
public enum KeyCode: String, EnumName, Sendable {
  /// The arrows.
  case left, right, up, down
  /// The wide keys.
  case space, enter, escape, tab, backspace, shift, control
  /// The letters.
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
  /// The row of digits.
  case digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9
  /// Signs beside the letters.
  case minus, equals, comma, period

  /// The bit that stands for the key in a set of keys.
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

/// A button of a gamepad, by its place on an Xbox pad.
public enum GamepadButton: String, EnumName, Sendable {
  /// The buttons on the right.
  case a, b, x, y
  /// The buttons in the middle.
  case back, start
  /// The shoulders.
  case leftShoulder, rightShoulder
  /// The cross.
  case padUp, padDown, padLeft, padRight
}

/// What a pointer did.
public enum PointerPhase: String, EnumName, Sendable {
  /// It moved, pressed or not.
  case moved
  /// A button or finger went down.
  case pressed
  /// A button or finger went up.
  case released
}

/// What a player can ask of the session itself.
public enum SessionCommand: String, EnumName, Sendable {
  /// Starts the scene and the game anew, as they were before the first tick.
  case restart
  /// Stops the scene; ticks go on being counted.
  case pause
  /// Lets the scene go on.
  case resume
}
