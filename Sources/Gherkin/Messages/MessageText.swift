/// Writes JSON on one line, keys in alphabetical order as the caller gives them.
struct MessageText {
  private(set) var text = ""
  private var needsComma = false

  /// Writes an object: `body` writes its fields.
  mutating func object(_ body: (inout MessageText) -> Void) { wrap("{", "}", body) }

  /// Writes an array of what `body` makes of each element.
  mutating func array<T>(_ elements: [T], _ body: (inout MessageText, T) -> Void) {
    wrap("[", "]") { message in
      for element in elements {
        message.comma()
        body(&message, element)
        message.needsComma = true
      }
    }
  }

  /// Writes the key of a field and lets `body` write the value.
  mutating func field(_ key: String, _ body: (inout MessageText) -> Void) {
    comma()
    string(key)
    text += ":"
    body(&self)
    needsComma = true
  }

  /// Writes a field of text; nothing when there is none.
  mutating func field(_ key: String, _ value: String?) {
    if let value { field(key) { $0.string(value) } }
  }

  /// Writes a field with a number.
  mutating func field(_ key: String, number: Int) { field(key) { $0.text += "\(number)" } }

  /// Writes a field with an array of objects.
  mutating func field<T>(_ key: String, _ list: [T], _ body: (inout MessageText, T) -> Void) {
    field(key) { $0.array(list, body) }
  }

  /// Writes a place; the end of a file has no column.
  mutating func location(_ location: FeatureLocation) {
    field("location") {
      $0.object {
        if location.column > 0 { $0.field("column", number: location.column) }
        $0.field("line", number: location.line)
      }
    }
  }

  /// Writes text in quotes.
  mutating func string(_ value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{c}": text += "\\f"
      case "\0"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private mutating func comma() {
    if needsComma { text += "," }
    needsComma = false
  }

  private mutating func wrap(
    _ open: String, _ close: String, _ body: (inout MessageText) -> Void
  ) {
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = false
  }
}
