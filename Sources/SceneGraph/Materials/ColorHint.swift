import CaromDocuments

/// What is accepted instead of a color in the style of another program.
enum ColorHint {
  private static let forms = "[r, g, b], [r, g, b, a] with 0 to 1, or \"#rrggbb\" is accepted"

  /// The 16 colors with names in all browsers, as hexadecimal digits.
  ///
  /// - Source: W3C, "CSS Color Module Level 3", 2018, section 4.1.
  private static let names = [
    "aqua": "00ffff", "black": "000000", "blue": "0000ff", "fuchsia": "ff00ff", "gray": "808080",
    "green": "008000", "lime": "00ff00", "maroon": "800000", "navy": "000080", "olive": "808000",
    "purple": "800080", "red": "ff0000", "silver": "c0c0c0", "teal": "008080", "white": "ffffff",
    "yellow": "ffff00",
  ]

  /// The color with a name in browsers, as it is written here; nil for other names.
  static func color(named name: String) -> String? {
    names[name.lowercased()].map { "\"#\($0)\"" }
  }

  /// The end of the message about a string: the same color in digits, or the accepted forms.
  static func accepted(for text: String) -> String {
    if let color = color(named: text) { return "\(color) is accepted" }
    let digits =
      text.hasPrefix("#") ? text.dropFirst() : text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    guard digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return forms }
    switch digits.utf8.count {
    case 3: return "\"#\(digits.map { "\($0)\($0)" }.joined())\" is accepted"
    case 6: return "\"#\(digits)\" is accepted"
    case 8:
      return "\"#\(digits.prefix(6))\", or [r, g, b, a] with 0 to 1 for another opacity, is "
        + "accepted"
    default: return forms
    }
  }

  /// The end of the message about components above 1: the same color in digits, if they are bytes.
  static func accepted(for elements: JSON.Elements) -> String {
    let bytes = elements.prefix(3).compactMap { $0.integer(UInt8.self) }
    guard bytes.count == 3 else { return "; a number from 0 to 1 is accepted" }
    return "; \"#\(bytes.map(digits).joined())\" is accepted, or components from 0 to 1"
  }

  /// The end of the message about any other value: the same color in digits, if it is a number.
  static func accepted(for json: JSON) -> String {
    guard let number = json.integer(UInt32.self), number <= 0xff_ffff else { return forms }
    let bytes = [number >> 16, number >> 8 & 255, number & 255].map { UInt8($0) }
    return "\"#\(bytes.map(digits).joined())\" is accepted"
  }

  private static func digits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
