import CaromDocuments

/// Numbers as text of the base64 alphabet, five bits a character: small ones take one.
///
/// - Source: The variable-length quantities of source maps (ECMA-426), without their sign bit.
struct TraceNumbers {
  private(set) var bytes: [UInt8] = []

  /// The text so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends a number of up to 32 bits.
  mutating func append(_ number: UInt32) {
    var rest = number
    while rest >= 32 {
      bytes.append(Self.alphabet[Int(rest & 31 | 32)])
      rest >>= 5
    }
    bytes.append(Self.alphabet[Int(rest)])
  }

  /// Appends a count or an index.
  mutating func append(_ number: Int) { append(UInt32(truncatingIfNeeded: number)) }

  /// Appends the difference between two floats, as ``ordered(_:)`` integers.
  mutating func append(_ number: Int32, predicted: Int32) {
    let difference = number &- predicted
    append(UInt32(bitPattern: (difference << 1) ^ (difference >> 31)))
  }

  /// The bits of a float as an integer: neighboring floats are neighboring integers, so that the
  /// differences of a smooth motion are small, and every bit is preserved.
  static func ordered(_ number: Float) -> Int32 {
    let bits = Int32(bitPattern: number.bitPattern)
    return bits ^ ((bits >> 31) & Int32.max)
  }
}

/// A text as a template and the floats in it: `[1, 2.5]` is `[#, #]` with 1 and 2.5.
///
/// A number sign of the text itself is the control character U+0001 in the template.
struct TraceText {
  var template: String
  var numbers: [Float]

  /// Splits a text; a number that is not exactly a float stays in the template.
  init(_ text: String) {
    var template: [UInt8] = []
    numbers = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let follows = index > 0 && Self.isWord(bytes[index - 1])
      if !follows, Self.isStart(byte), let (number, end) = Self.number(in: bytes, at: index) {
        numbers.append(number)
        template.append(UInt8(ascii: "#"))
        index = end
      } else {
        template.append(Self.escaped(byte))
        index += 1
      }
    }
    self.template = String(decoding: template, as: UTF8.self)
  }

  /// A text whose numbers stay in the template.
  init(literal text: String) {
    template = String(decoding: text.utf8.map(Self.escaped), as: UTF8.self)
    numbers = []
  }

  private static func escaped(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "#") ? 1 : byte == 1 ? UInt8(ascii: "?") : byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isStart(_ byte: UInt8) -> Bool { isDigit(byte) || byte == UInt8(ascii: "-") }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
      || [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+")]
        .contains(byte)
  }

  /// The number that is written at an index exactly as `numberText` writes it, and its end.
  private static func number(in bytes: [UInt8], at start: Int) -> (Float, Int)? {
    var end = start
    while end < bytes.count, isWord(bytes[end]), end - start < 24 { end += 1 }
    if end < bytes.count, isWord(bytes[end]) { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let number = Float(text), number.isFinite, numberText(number) == text else { return nil }
    return (number, end)
  }
}
