public import CaromProperties
import CaromSimulation

/// A key as the file of keys names it, by its place on a US keyboard.
public enum KeyName: String, EnumName, Sendable {
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
  /// The row of function keys, which no game sees.
  case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12

  /// The name of a key of the keyboard; nil for those without one.
  public init?(_ key: WindowEvent.Key) {
    let function = key.rawValue - 58
    if (0..<12).contains(function) {
      self.init(rawValue: "f\(function + 1)")
    } else if let code = KeyCode(key) {
      self.init(rawValue: code.rawValue)
    } else {
      return nil
    }
  }

  /// The key as games see it; nil for the function keys.
  var code: KeyCode? { KeyCode(rawValue: rawValue) }
}
