/// Decoding of `data:` URIs.
///
/// - Source: RFC 2397, and RFC 4648 section 4 for base64.
enum DataURI {
  /// Whether a text is a data URI of any kind.
  static func isDataURI(_ uri: String) -> Bool { uri.utf8.starts(with: "data:".utf8) }

  /// The decoded bytes; nil if the text is not a base64 data URI or contains an invalid character.
  static func bytes(_ uri: String) -> [UInt8]? {
    guard isDataURI(uri), let comma = uri.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    guard uri.utf8[..<comma].reversed().starts(with: ";base64".utf8.reversed()) else { return nil }
    return base64(uri.utf8[uri.utf8.index(after: comma)...])
  }

  private static func base64(_ letters: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var (bits, count, padding) = (UInt32(0), 0, 0)
    for letter in letters {
      if letter == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(letter) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // The remaining bits are fewer than one character, all zero, with at most two padding
    // characters.
    guard count < 6, bits & (1 << UInt32(count) - 1) == 0, padding <= 2 else { return nil }
    return bytes
  }

  private static func value(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - 71)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter + 4)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// A path with percent encoding removed; nil if the encoding is invalid or is not valid UTF-8.
  static func percentDecoded(_ uri: String) -> String? {
    guard uri.utf8.contains(UInt8(ascii: "%")) else { return uri }
    var bytes: [UInt8] = []
    var rest = Array(uri.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, rest.first != UInt8(ascii: "+"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
