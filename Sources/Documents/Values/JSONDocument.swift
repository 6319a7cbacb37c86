/// A parsed text: a flat list of tokens that refer to the bytes.
///
/// Strings are decoded on demand. The token of an object is followed by its keys and values in
/// turn, that of an array by its elements; each container token stores the index of the next token
/// after it.
public final class JSONDocument: Sendable {
  /// The text.
  public let source: SourceText
  /// The duplicate keys in objects; the text is well formed otherwise.
  public let duplicateKeys: [Problem]
  /// Warnings of the first comment and the first trailing comma, which JSON does not have; for
  /// formats that do not allow them either.
  public let relaxations: [Problem]
  let tokens: [JSONToken]

  init(
    source: SourceText, tokens: [JSONToken], duplicateKeys: [Problem] = [],
    relaxations: [Problem] = []
  ) {
    self.source = source
    self.tokens = tokens
    self.duplicateKeys = duplicateKeys
    self.relaxations = relaxations
  }

  /// The number of values and keys.
  public var valueCount: Int { tokens.count }

  /// The outermost value.
  public var root: JSON { JSON(document: self, index: 0) }
}

/// A value or key of a document, in 16 bytes.
struct JSONToken {
  enum Kind: UInt8 { case null, `false`, `true`, number, string, array, object }

  /// The byte offset of the value in the text.
  var offset: UInt32
  var kind: Kind
  /// Whether the string contains escapes.
  var isEscaped = false
  /// The bits of a number, the byte length of a string, or `next` and `count` of a container.
  var payload: UInt64

  /// The value of a number token.
  var number: Double { Double(bitPattern: payload) }
  /// The number of bytes between the quotes of a string.
  var length: Int { Int(payload) }
  /// The index of the token after a container.
  var next: Int { Int(payload & 0xffff_ffff) }
  /// The number of members or elements of a container.
  var count: Int { Int(payload >> 32) }
}

extension JSONDocument {
  /// Returns the index of the token after the value at `index`.
  func after(_ index: Int) -> Int {
    let token = tokens[index]
    return token.kind == .array || token.kind == .object ? token.next : index + 1
  }

  /// Returns a string or key, with escapes resolved.
  func string(_ index: Int) -> String {
    let token = tokens[index]
    let start = Int(token.offset) + 1
    let raw = source.bytes[start..<(start + token.length)]
    guard token.isEscaped else { return String(decoding: raw, as: UTF8.self) }
    return String(decoding: unescaped(raw), as: UTF8.self)
  }

  /// Returns whether a string or key equals a text.
  func isString(_ index: Int, _ text: String) -> Bool {
    let token = tokens[index]
    if token.isEscaped { return string(index) == text }
    guard token.length == text.utf8.count else { return false }
    let start = Int(token.offset) + 1
    return source.bytes.withUnsafeBufferPointer { bytes in
      let same = text.utf8.withContiguousStorageIfAvailable { letters in
        var i = 0
        while i < letters.count {
          if letters[i] != bytes[start &+ i] { return false }
          i &+= 1
        }
        return true
      }
      return same ?? text.utf8.elementsEqual(bytes[start..<(start + token.length)])
    }
  }

  /// Returns the JSON Pointer of the value or key at an index.
  ///
  /// - Complexity: O(n) in the number of preceding siblings of the value and its ancestors.
  func pointer(to wanted: Int) -> String {
    var pointer = ""
    var container = 0
    descent: while container < wanted {
      let token = tokens[container]
      var child = container + 1
      for position in 0..<token.count {
        let keyed = token.kind == .object
        let value = keyed ? child + 1 : child
        let end = after(value)
        if wanted < end {
          let step = keyed ? string(child) : String(position)
          pointer += "/" + step.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
          if wanted <= value { return pointer }
          container = value
          continue descent
        }
        child = end
      }
      return pointer
    }
    return pointer
  }
}

/// Resolves the escapes of a valid string.
private func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(raw.count)
  var i = raw.startIndex
  while i < raw.endIndex {
    let byte = raw[i]
    i += 1
    guard byte == UInt8(ascii: "\\") else {
      result.append(byte)
      continue
    }
    let kind = raw[i]
    i += 1
    switch kind {
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "b"): result.append(8)
    case UInt8(ascii: "f"): result.append(12)
    case UInt8(ascii: "u"):
      var code = hexadecimal(raw[i..<(i + 4)]) ?? 0xfffd
      i += 4
      if code & 0xfc00 == 0xd800 {
        let low = hexadecimal(raw[(i + 2)..<(i + 6)]) ?? 0xdc00
        code = 0x10000 + (code & 0x3ff) << 10 + low & 0x3ff
        i += 6
      }
      let scalar = UnicodeScalar(code) ?? "\u{fffd}"
      result.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: result.append(kind)
    }
  }
  return result
}

/// Returns the value of hexadecimal digits; nil if a byte is not a hexadecimal digit.
func hexadecimal(_ digits: some Sequence<UInt8>) -> UInt32? {
  var value: UInt32 = 0
  for digit in digits {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - 48)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - 87)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - 55)
    default: return nil
    }
  }
  return value
}
