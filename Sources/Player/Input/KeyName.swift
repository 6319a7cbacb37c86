public import CaromProperties
import CaromSimulation

/// A key in the file of key bindings, named by its position on a US keyboard.
public enum KeyName: String, EnumName, Sendable {
  /// The arrow keys.
  case left, right, up, down
  /// The wide keys.
  case space, enter, escape, tab, backspace, shift, control
  /// The letters.
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
  /// The digits.
  case digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9
  /// Punctuation beside the letters.
  case minus, equals, comma, period
  /// The keys above the arrows.
  case home, end, delete
  /// The function keys, which games do not receive.
  case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12

  /// The name of a keyboard key; nil for keys without a name.
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

  /// The name of the key in prompts: `Space`, `W`, `F8`.
  var displayName: String { code?.displayName ?? rawValue.uppercased() }

  /// The game key; nil for function keys.
  var code: KeyCode? { KeyCode(rawValue: rawValue) }
}
