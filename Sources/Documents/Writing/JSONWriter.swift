/// Writes compact JSON incrementally; commas and escapes are inserted automatically.
///
/// Numbers are written in the shortest form that parses to the same bits, integers without `.0`.
/// NaN and infinity are written as `null`, because JSON cannot represent them.
public struct JSONWriter {
  /// The text written so far.
  public private(set) var text = ""
  private var needsComma = false

  /// Creates an empty writer.
  public init() {}

  /// Begins an object.
  public mutating func beginObject() { begin("{") }
  /// Ends the innermost object.
  public mutating func endObject() { end("}") }
  /// Begins an array.
  public mutating func beginArray() { begin("[") }
  /// Ends the innermost array.
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

  /// Writes a key; its value must follow.
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
  /// Writes a Boolean.
  public mutating func value(_ value: Bool) { raw(value ? "true" : "false") }
  /// Writes an integer.
  public mutating func value(_ value: some FixedWidthInteger) { raw(String(value)) }
  /// Writes the shortest number that parses to the same Float.
  public mutating func value(_ value: Float) { raw(numberText(value)) }
  /// Writes the shortest number that parses to the same Double.
  public mutating func value(_ value: Double) { raw(numberText(value)) }
  /// Writes null.
  public mutating func null() { raw("null") }

  /// Writes a parsed value.
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

  /// Writes a member with a value that `body` writes.
  public mutating func member(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    body(&self)
  }

  /// Writes a member with a string; writes nothing for nil.
  public mutating func member(_ key: String, _ value: String?) {
    if let value { member(key) { $0.value(value) } }
  }

  /// Writes a member with an integer.
  public mutating func member(_ key: String, _ value: some FixedWidthInteger) {
    member(key) { $0.value(value) }
  }

  /// Writes an array with one value, which `body` writes, for each element of a sequence.
  public mutating func array<S: Sequence>(
    _ elements: S, _ body: (inout JSONWriter, S.Element) -> Void
  ) {
    array { for element in elements { body(&$0, element) } }
  }

  /// Writes a value that is already JSON.
  public mutating func raw(_ json: String) {
    comma()
    text += json
  }

  /// Writes members that are already JSON, without the braces of the object.
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

/// Returns a string as a JSON literal, with quotes and escapes.
public func quoted(_ value: String) -> String {
  let needsEscape = value.utf8.contains { $0 < 32 || $0 == 34 || $0 == 92 || $0 == 127 }
  guard needsEscape else { return "\"\(value)\"" }
  // Bytes in place of scalars: the XML of a scene is a text of 100 kilobytes with many quotes.
  var bytes: [UInt8] = []
  bytes.reserveCapacity(value.utf8.count * 9 / 8 + 2)
  bytes.append(UInt8(ascii: "\""))
  for byte in value.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
    case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
    case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
    case 0..<32, 127:
      let digits = String(byte, radix: 16)
      bytes += Array("\\u00".utf8) + Array((digits.utf8.count < 2 ? "0" : "").utf8)
      bytes += Array(digits.utf8)
    default: bytes.append(byte)
    }
  }
  bytes.append(UInt8(ascii: "\""))
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns the shortest JSON number that parses to the same Float, or `null` if it is not finite.
public func numberText(_ value: Float) -> String {
  value.isFinite ? withoutPointZero(value.description) : "null"
}

/// Returns the shortest JSON number that parses to the same Double, or `null` if it is not finite.
public func numberText(_ value: Double) -> String {
  value.isFinite ? withoutPointZero(value.description) : "null"
}

private func withoutPointZero(_ text: String) -> String {
  text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
