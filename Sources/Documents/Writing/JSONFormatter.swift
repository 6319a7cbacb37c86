/// Formats JSON in the canonical layout and preserves comments.
///
/// The indentation is two spaces. A container is written on one line if it fits into 100 columns
/// and contains neither a comment to the end of a line nor an object with blank lines. Exceptions
/// are the outermost container, and arrays of two or more objects or arrays, so that lists have one
/// object or vector per line. A comment after the last number of a short vector becomes a block
/// comment, so that the vector stays on its line. Blank lines between members, elements and
/// comments are kept, several as one. Trailing commas and a byte order mark are removed; strings
/// and numbers are unchanged. The text ends with a line break. Formatting is idempotent.
public struct JSONFormatter {
  private let bytes: [UInt8]
  private var i = 0
  private var out: [UInt8] = []
  /// Whether a blank line precedes the current position.
  private var isAfterBlankLine = false

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: JSONParser.byteOrderMark) { i = JSONParser.byteOrderMark.count }
  }

  /// A comment between values.
  private struct Comment {
    var text: [UInt8]
    /// Whether a blank line precedes it.
    var isAfterBlankLine = false

    /// Whether it ends at the end of its line.
    var endsLine: Bool { text[1] == UInt8(ascii: "/") }
    /// Whether text can follow it on its line, and it has one line.
    var isInline: Bool { !endsLine && !text.contains(10) && !text.contains(13) }

    /// The comment as a block comment.
    var block: [UInt8] {
      guard endsLine else { return text }
      var result = Array("/*".utf8)
      for byte in text.dropFirst(2) {
        // Separates the characters that would end the block.
        if byte == UInt8(ascii: "/"), result.last == UInt8(ascii: "*") { result.append(32) }
        result.append(byte)
      }
      return result + Array(" */".utf8)
    }
  }

  /// Formats a text.
  ///
  /// - Throws: The first ``Problem`` of an invalid text.
  public static func format(
    _ source: SourceText, limits: JSONLimits = JSONLimits()
  ) throws(Problem) -> String {
    _ = try JSONParser.parse(source, limits: limits)
    var formatter = JSONFormatter(source.bytes)
    for (index, comment) in formatter.comments().enumerated() {
      if index > 0, comment.isAfterBlankLine { formatter.out.append(10) }
      formatter.out += comment.text + [10]
    }
    if !formatter.out.isEmpty, formatter.isAfterBlankLine { formatter.out.append(10) }
    formatter.value(level: 0, allowsSingleLine: false)
    for comment in formatter.comments() { formatter.commentLine(0, comment, isFirst: false) }
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
    var isFirst = true
    while true {
      for note in comments() {
        commentLine(level + 1, note, isFirst: isFirst)
        isFirst = false
      }
      if isClosing { break }
      if isAfterBlankLine, !isFirst { out.append(10) }
      isFirst = false
      newLine(level + 1, [])
      if open == UInt8(ascii: "{") {
        out += scalar() + [UInt8(ascii: ":"), 32]
        var between = comments()
        i += 1
        between += comments()
        for note in between { out += note.block + [32] }
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
  private mutating func trail(_ notes: [Comment], _ level: Int) {
    var endsLine = false
    for note in notes {
      if endsLine { newLine(level, note.text) } else { out += [32] + note.text }
      endsLine = endsLine || note.endsLine
    }
  }

  /// Writes a comment on a line of its own.
  private mutating func commentLine(_ level: Int, _ note: Comment, isFirst: Bool) {
    if note.isAfterBlankLine, !isFirst { out.append(10) }
    newLine(level, note.text)
  }

  private mutating func newLine(_ level: Int, _ text: [UInt8]) {
    out.append(10)
    out += Array(repeating: 32, count: 2 * level) + text
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
    var isVector = open == UInt8(ascii: "[")
    while true {
      var notes = comments()
      let isSeparator = bytes[i] == UInt8(ascii: ",")
      if isSeparator {
        // A trailing comma is removed, so the comments on both sides of it end the container.
        let comma = i
        i += 1
        let after = comments()
        if isClosing { notes += after } else { i = comma }
      }
      if isSeparator || isClosing {
        guard count > 0 || notes.isEmpty else { return false }
        let canBlock = isVector && isClosing && count <= 4
        guard appendNotes(notes, to: &flat, canBlock: canBlock) else { return false }
        if isClosing { break }
        i += 1
        continue
      }
      let isApart = isAfterBlankLine || notes.contains { $0.isAfterBlankLine }
      if open == UInt8(ascii: "{"), count > 0, isApart { return false }
      if count > 0 { flat.append(UInt8(ascii: ",")) }
      let start = flat.count
      guard appendNotes(notes, to: &flat, canBlock: false) else { return false }
      let isFirstOfArray = count == 0 && open == UInt8(ascii: "[")
      if isFirstOfArray, !notes.isEmpty { flat.remove(at: start) }
      if !isFirstOfArray || !notes.isEmpty { flat.append(32) }
      count += 1
      if open == UInt8(ascii: "{") {
        flat += scalar()
        var between = comments()
        i += 1
        between += comments()
        flat.append(UInt8(ascii: ":"))
        guard appendNotes(between, to: &flat, canBlock: true) else { return false }
        flat.append(32)
      } else if bytes[i] == UInt8(ascii: "{") || bytes[i] == UInt8(ascii: "[") {
        containers += 1
      }
      isVector = isVector && (bytes[i] == UInt8(ascii: "-") || (48...57).contains(bytes[i]))
      guard containers < 2, flatValue(into: &flat, width: width) else { return false }
    }
    i += 1
    if count > 0, open == UInt8(ascii: "{") { flat.append(32) }
    flat.append(open + 2)
    return flat.count <= width
  }

  /// Writes comments after a space each; returns false if one of them must end its line.
  private func appendNotes(
    _ notes: [Comment], to flat: inout [UInt8], canBlock: Bool
  ) -> Bool {
    for note in notes {
      guard note.isInline || (canBlock && note.endsLine) else { return false }
      flat += [32] + note.block
    }
    return true
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
  private mutating func comments() -> [Comment] {
    var found: [Comment] = []
    var lineBreaks = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte == 32 || (9...13).contains(byte) {
        // A line break is CR, LF or both.
        if byte == 10 || (byte == 13 && !(i + 1 < bytes.count && bytes[i + 1] == 10)) {
          lineBreaks += 1
        }
        i += 1
      } else if byte == UInt8(ascii: "/") {
        found.append(Comment(text: comment(), isAfterBlankLine: lineBreaks > 1))
        lineBreaks = 0
      } else {
        break
      }
    }
    isAfterBlankLine = lineBreaks > 1
    return found
  }

  /// Returns the comments on the same line.
  private mutating func trailingComments() -> [Comment] {
    var found: [Comment] = []
    while true {
      var next = i
      while next < bytes.count, bytes[next] == 32 || bytes[next] == 9 { next += 1 }
      guard next < bytes.count, bytes[next] == UInt8(ascii: "/") else { return found }
      i = next
      found.append(Comment(text: comment()))
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
