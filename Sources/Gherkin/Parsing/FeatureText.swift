/// The bytes of a feature file and the ranges of its lines.
struct FeatureText {
  /// A line, as offsets into the bytes.
  struct Line {
    /// The line number, from 1.
    var number: Int
    /// The offset of the first byte.
    var start: Int
    /// The offset of the line terminator.
    var end: Int
    /// The offset of the first byte that is not white space, or `end`.
    var textStart: Int
    /// The offset after the last byte that is not white space, or `textStart`.
    var textEnd: Int

    /// Whether the line contains only white space.
    var isBlank: Bool { textStart == textEnd }
  }

  /// The bytes; valid UTF-8.
  let bytes: [UInt8]
  /// The lines; text after the last line terminator is a line only if it is not empty.
  let lines: [Line]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lines: [Line] = []
    lines.reserveCapacity(bytes.count / 24)
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        var next = start
        while next < bytes.count, bytes[next] != 10 { next &+= 1 }
        var end = next
        while end > start, bytes[end &- 1] == 13 { end &-= 1 }
        var a = start
        while a < end {
          let space = WhiteSpace.length(bytes, at: a, end: end)
          if space == 0 { break }
          a &+= space
        }
        var b = end
        while b > a {
          let space = WhiteSpace.length(bytes, before: b, start: a)
          if space == 0 { break }
          b &-= space
        }
        lines.append(
          Line(number: lines.count &+ 1, start: start, end: end, textStart: a, textEnd: b))
        start = next &+ 1
      }
    }
    self.lines = lines
  }

  /// The text between two offsets.
  func string(_ start: Int, _ end: Int) -> String {
    start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }

  /// The text between two offsets, trimmed.
  func trimmed(_ start: Int, _ end: Int) -> String {
    let (a, b) = trim(start, end)
    return string(a, b)
  }

  /// Two offsets moved inwards over white space.
  func trim(_ start: Int, _ end: Int) -> (Int, Int) {
    bytes.withUnsafeBufferPointer { bytes in
      var (a, b) = (start, end)
      while a < b, case let space = WhiteSpace.length(bytes, at: a, end: b), space > 0 {
        a += space
      }
      while b > a, case let space = WhiteSpace.length(bytes, before: b, start: a), space > 0 {
        b -= space
      }
      return (a, b)
    }
  }

  /// The location of an offset in a line.
  func location(_ line: Line, _ offset: Int) -> FeatureLocation {
    FeatureLocation(line: line.number, column: scalars(line.start, offset) + 1)
  }

  /// The number of Unicode scalars between two offsets.
  func scalars(_ start: Int, _ end: Int) -> Int {
    var count = 0
    for i in start..<end where bytes[i] & 0xC0 != 0x80 { count &+= 1 }
    return count
  }

  /// Whether the bytes at an offset equal a word that ends before `end`.
  @inline(__always)
  func has(_ word: [UInt8], at offset: Int, end: Int) -> Bool {
    guard offset + word.count <= end else { return false }
    for i in word.indices where bytes[offset &+ i] != word[i] { return false }
    return true
  }
}

/// White space: the characters of Unicode, and the four ASCII separators.
enum WhiteSpace {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The length in bytes of the white-space character at an offset; 0 if there is none.
  @inline(__always)
  static func length(_ bytes: Bytes, at i: Int, end: Int) -> Int {
    let byte = bytes[i]
    if byte < 0x80 { return isASCII(byte) ? 1 : 0 }
    return byte == 0xC2 || byte >= 0xE1 && byte <= 0xE3 ? wide(bytes, i, end) : 0
  }

  /// The length in bytes of the white-space character before an offset; 0 if there is none.
  @inline(__always)
  static func length(_ bytes: Bytes, before i: Int, start: Int) -> Int {
    let byte = bytes[i &- 1]
    if byte < 0x80 { return isASCII(byte) ? 1 : 0 }
    for length in 2...3 where i &- length >= start {
      if wide(bytes, i &- length, i) == length { return length }
    }
    return 0
  }

  /// Whether a scalar is white space.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
  }

  private static func isASCII(_ byte: UInt8) -> Bool {
    byte == 32 || byte &- 9 < 5 || byte &- 28 < 4
  }

  private static func wide(_ bytes: Bytes, _ i: Int, _ end: Int) -> Int {
    guard i + 1 < end else { return 0 }
    let second = bytes[i + 1]
    if bytes[i] == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard i + 2 < end else { return 0 }
    let third = bytes[i + 2]
    switch (bytes[i], second) {
    case (0xE1, 0x9A): return third == 0x80 ? 3 : 0
    case (0xE2, 0x80):
      return third >= 0x80 && third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
        ? 3 : 0
    case (0xE2, 0x81): return third == 0x9F ? 3 : 0
    case (0xE3, 0x80): return third == 0x80 ? 3 : 0
    default: return 0
    }
  }
}
