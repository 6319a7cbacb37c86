extension String {
  /// The text with line breaks as escapes, such as `\\n`, so that a name from a file cannot begin a
  /// line of its own in a list or a message.
  package var onOneLine: String {
    if !unicodeScalars.contains(where: Self.breaksLine) { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case let scalar where Self.breaksLine(scalar):
        text +=
          "\\u" + String(repeating: "0", count: scalar.value < 256 ? 2 : 0)
          + String(scalar.value, radix: 16, uppercase: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func breaksLine(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
