/// Writes compact JSON piece by piece; commas and escapes are its own business.
///
/// Numbers are the shortest that read back as the same bits; whole ones lose their `.0`. What is not
/// a number (NaN, infinity) becomes `null`, since JSON has no word for it.
public struct JSONWriter {
  /// What has been written so far.
  public private(set) var text = ""
  private var needsComma = false

  /// Starts with nothing written.
  public init() {}

  /// Opens an object, or, after a key, an object as its value.
  public mutating func beginObject() { begin("{") }
  /// Closes the innermost object.
  public mutating func endObject() { end("}") }
  /// Opens an array.
  public mutating func beginArray() { begin("[") }
  /// Closes the innermost array.
  public mutating func endArray() { end("]") }

  /// Writes an object whose members `body` writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes an array whose elements `body` writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginArray()
    body(&self)
    endArray()
  }

  /// Writes a key; its value comes next.
  public mutating func key(_ key: String) {
    comma()
    quote(key)
    text += ":"
    needsComma = false
  }

  /// Writes a string.
  public mutating func value(_ value: String) {
    comma()
    quote(value)
  }
  /// Writes a truth value.
  public mutating func value(_ value: Bool) { raw(value ? "true" : "false") }
  /// Writes a whole number.
  public mutating func value(_ value: some FixedWidthInteger) { raw(String(value)) }
  /// Writes the shortest number that reads back as the same Float.
  public mutating func value(_ value: Float) { raw(numberText(value)) }
  /// Writes the shortest number that reads back as the same Double.
  public mutating func value(_ value: Double) { raw(numberText(value)) }
  /// Writes null.
  public mutating func null() { raw("null") }

  /// Writes a value that was read.
  public mutating func value(_ json: JSON) {
    switch json.kind {
    case .null: null()
    case .bool(let value): self.value(value)
    case .number(let value): json.numberText.isEmpty ? self.value(value) : raw(json.numberText)
    case .string(let value): self.value(value)
    case .array(let elements): array { for element in elements { $0.value(element) } }
    case .object(let members):
      object {
        for member in members {
          $0.key(member.key)
          $0.value(member.value)
        }
      }
    }
  }

  /// Writes a member: a key and what `body` writes as its value.
  public mutating func member(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    body(&self)
  }

  /// Writes one value that is JSON already.
  public mutating func raw(_ json: String) {
    comma()
    text += json
  }

  /// Writes members that are JSON already, without their object's braces.
  public mutating func rawMembers(_ json: String) { if !json.isEmpty { raw(json) } }

  private mutating func begin(_ bracket: String) {
    comma()
    text += bracket
    needsComma = false
  }

  private mutating func end(_ bracket: String) {
    text += bracket
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { text += "," }
    needsComma = true
  }

  private mutating func quote(_ value: String) { text += quoted(value) }
}

/// A string as JSON writes it, quotes and escapes included.
public func quoted(_ value: String) -> String {
  let needsEscape = value.utf8.contains { $0 < 32 || $0 == 34 || $0 == 92 || $0 == 127 }
  guard needsEscape else { return "\"\(value)\"" }
  var text = "\""
  for scalar in value.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.value < 32 || scalar.value == 127:
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}

/// The shortest JSON number that reads back as the same Float; `null` if there is none.
public func numberText(_ value: Float) -> String {
  value.isFinite ? withoutPointZero(value.description) : "null"
}

/// The shortest JSON number that reads back as the same Double; `null` if there is none.
public func numberText(_ value: Double) -> String {
  value.isFinite ? withoutPointZero(value.description) : "null"
}

private func withoutPointZero(_ text: String) -> String {
  text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
