/// Formats JSON in the canonical layout and preserves comments.
///
/// The indentation is two spaces. A container is written on one line if it fits into 100 columns
/// and contains no comment. Exceptions are the outermost container, and arrays of two or more
/// objects or arrays, so that lists have one object or vector per line. Trailing commas are
/// removed; strings and numbers are unchanged. The text ends with a line break. Formatting is
/// idempotent.
public struct JSONFormatter {
  private let bytes: [UInt8]
  private var i = 0
  private var out: [UInt8] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Formats a text.
  ///
  /// - Throws: The first ``Problem`` of an invalid text.
  public static func format(
    _ source: SourceText, limits: JSONLimits = JSONLimits()
  ) throws(Problem) -> String {
    _ = try JSONParser.parse(source, limits: limits)
    var formatter = JSONFormatter(source.bytes)
    for comment in formatter.comments() { formatter.line(comment, 0) }
    formatter.value(level: 0, allowsSingleLine: false)
    for comment in formatter.comments() { formatter.newLine(0, comment) }
    return String(decoding: formatter.out, as: UTF8.self) + "\n"
  }

  /// Formats text that is known to be JSON; invalid text is returned unchanged.
  public static func format(_ text: String, limits: JSONLimits = JSONLimits()) -> String {
    do throws(Problem) { return try format(SourceText(text), limits: limits) } catch { return text }
  }
}

// MARK: Multi-line layout

extension JSONFormatter {
  private mutating func value(level: Int, allowsSingleLine: Bool) {
    let open = bytes[i]
    guard open == UInt8(ascii: "{") || open == UInt8(ascii: "[") else { return out += scalar() }
    if allowsSingleLine || isEmptyContainer() {
      let start = i
      var flat: [UInt8] = []
      let column = out.count - ((out.lastIndex(of: 10) ?? -1) + 1)
      if flatValue(into: &flat, width: 99 - column) { return out += flat }
      i = start
    }
    out.append(open)
    i += 1
    while true {
      for note in comments() { newLine(level + 1, note) }
      if isClosing { break }
      newLine(level + 1, [])
      if open == UInt8(ascii: "{") {
        out += scalar() + [UInt8(ascii: ":"), 32]
        var between = comments()
        i += 1
        between += comments()
        for note in between { out += block(note) + [32] }
      }
      value(level: level + 1, allowsSingleLine: true)
      endElement(level + 1)
    }
    i += 1
    newLine(level, [open + 2])
  }

  /// Writes the comma after an element, unless it is the last, and trailing comments.
  private mutating func endElement(_ level: Int) {
    var notes = trailingComments()
    let start = i
    let more = comments()
    guard !isClosing else {
      // Comments on separate lines are kept there.
      i = start
      return trail(notes, level)
    }
    i += 1
    notes += more + trailingComments()
    let next = i
    _ = comments()
    if !isClosing { out.append(UInt8(ascii: ",")) }
    i = next
    trail(notes, level)
  }

  /// Writes trailing comments; a line comment ends the line.
  private mutating func trail(_ notes: [[UInt8]], _ level: Int) {
    var endsLine = false
    for note in notes {
      if endsLine { newLine(level, note) } else { out += [32] + note }
      endsLine = endsLine || note[1] == UInt8(ascii: "/")
    }
  }

  private mutating func newLine(_ level: Int, _ text: [UInt8]) {
    out.append(10)
    line(text, level, ends: false)
  }

  private mutating func line(_ text: [UInt8], _ level: Int, ends: Bool = true) {
    out += Array(repeating: 32, count: 2 * level) + text
    if ends { out.append(10) }
  }

  /// Returns a comment as a block comment.
  private func block(_ comment: [UInt8]) -> [UInt8] {
    guard comment[1] == UInt8(ascii: "/") else { return comment }
    var text = Array("/*".utf8)
    for byte in comment.dropFirst(2) {
      // Separates the characters that would end the block.
      if byte == UInt8(ascii: "/"), text.last == UInt8(ascii: "*") { text.append(32) }
      text.append(byte)
    }
    return text + Array(" */".utf8)
  }

  private func isEmptyContainer() -> Bool {
    var end = i + 1
    while bytes[end] == 32 || (9...13).contains(bytes[end]) { end += 1 }
    return bytes[end] == bytes[i] + 2
  }
}

// MARK: Single-line layout

extension JSONFormatter {
  /// Writes a value on one line; returns false if it does not fit or must be broken.
  private mutating func flatValue(into flat: inout [UInt8], width: Int) -> Bool {
    let open = bytes[i]
    guard open == UInt8(ascii: "{") || open == UInt8(ascii: "[") else {
      flat += scalar()
      return flat.count <= width
    }
    i += 1
    flat.append(open)
    var count = 0
    var containers = 0
    while true {
      guard comments().isEmpty else { return false }
      if bytes[i] == UInt8(ascii: ",") {
        i += 1
        continue
      }
      if isClosing { break }
      if count > 0 { flat.append(UInt8(ascii: ",")) }
      if count > 0 || open == UInt8(ascii: "{") { flat.append(32) }
      count += 1
      if open == UInt8(ascii: "{") {
        flat += scalar()
        guard comments().isEmpty else { return false }
        i += 1
        guard comments().isEmpty else { return false }
        flat += [UInt8(ascii: ":"), 32]
      } else if bytes[i] == UInt8(ascii: "{") || bytes[i] == UInt8(ascii: "[") {
        containers += 1
      }
      guard containers < 2, flatValue(into: &flat, width: width) else { return false }
    }
    i += 1
    if count > 0, open == UInt8(ascii: "{") { flat.append(32) }
    flat.append(open + 2)
    return flat.count <= width
  }
}

// MARK: Reading

extension JSONFormatter {
  /// Returns the source text of a string, number or literal.
  private mutating func scalar() -> [UInt8] {
    let start = i
    if bytes[i] == UInt8(ascii: "\"") {
      i += 1
      while bytes[i] != UInt8(ascii: "\"") { i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1 }
      i += 1
    } else {
      while i < bytes.count, isWordByte(bytes[i]) { i += 1 }
    }
    return Array(bytes[start..<i])
  }

  /// Skips white space and returns the comments in it.
  private mutating func comments() -> [[UInt8]] {
    var found: [[UInt8]] = []
    while i < bytes.count {
      if bytes[i] == 32 || (9...13).contains(bytes[i]) {
        i += 1
      } else if bytes[i] == UInt8(ascii: "/") {
        found.append(comment())
      } else {
        break
      }
    }
    return found
  }

  /// Returns the comments on the same line.
  private mutating func trailingComments() -> [[UInt8]] {
    var found: [[UInt8]] = []
    while true {
      var next = i
      while next < bytes.count, bytes[next] == 32 || bytes[next] == 9 { next += 1 }
      guard next < bytes.count, bytes[next] == UInt8(ascii: "/") else { return found }
      i = next
      found.append(comment())
    }
  }

  private mutating func comment() -> [UInt8] {
    let start = i
    if bytes[i + 1] == UInt8(ascii: "/") {
      while i < bytes.count, bytes[i] != 10, bytes[i] != 13 { i += 1 }
    } else {
      i += 2
      while bytes[i] != UInt8(ascii: "*") || bytes[i + 1] != UInt8(ascii: "/") { i += 1 }
      i += 2
    }
    var text = Array(bytes[start..<i])
    while text.last == 32 || text.last == 9 { text.removeLast() }
    return text
  }

  /// Whether a container or the text ends here.
  private var isClosing: Bool {
    i >= bytes.count || bytes[i] == UInt8(ascii: "}") || bytes[i] == UInt8(ascii: "]")
  }
}
