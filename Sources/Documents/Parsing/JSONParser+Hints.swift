// What was probably meant by text that is not JSON: the habits of other languages and of word
// processors, and brackets that do not match.

extension JSONParser {
  /// Returns the problem with the text at the current position, where `wanted` is expected, such as
  /// `a value`.
  func unexpected(_ wanted: String) -> Problem {
    if let mistake = mistake(wanted) { return problem(mistake) }
    let word = word(at: i)
    let end = word.isEmpty ? endOfCharacter(i) : i + word.utf8.count
    let found = String(decoding: bytes[i..<end], as: UTF8.self)
    let visible = bytes[i] < 32 ? "the control character \(bytes[i])" : "'\(found)'"
    return problem("\(visible) is not expected here; \(wanted) is" + hint(for: word, wanted))
  }

  /// The problem with the text at the current position, where an element of a container has ended.
  func unexpected(in container: Int, closedBy bracket: Character) -> Problem {
    let wanted = "',' or '\(bracket)'"
    if bytes[i] == UInt8(ascii: ":"), tokens[container].kind == .array {
      return problem(
        "an array has no keys; ',' or ']' is accepted, and keys in an object, between '{' and '}'")
    }
    guard startsValue(bytes[i]) else { return unexpected(wanted) }
    let found = valueText(at: i)
    if bytes[i - 1] == UInt8(ascii: "\""), bytes[i] != UInt8(ascii: "\"") {
      return problem(
        "'\(found)' follows the end of a text; '\"' inside a text is accepted as '\\\"'")
    }
    return problem("a comma is missing before '\(found)'; \(wanted) is accepted")
  }

  /// The problem of text that ends inside a value.
  func endOfText(_ wanted: String) -> Problem {
    guard let container = openContainer else {
      return problem("the text ends too early; \(wanted) is expected")
    }
    let likely = firstUnclosedBracket().map { offset in
      let kind = bytes[offset] == UInt8(ascii: "{") ? "object" : "array"
      return "; by its indentation, the \(kind) that starts at \(source.location(of: offset)) is "
        + "not closed"
    }
    return problem(
      "the text ends inside the \(name(of: container)); \(wanted) is expected" + (likely ?? ""))
  }

  /// The problem of text after the end of the outermost value, which ends before `end`.
  func textAfterEnd(_ end: Int) -> Problem {
    let last = source.location(of: max(end - 1, 0))
    if bytes[i] == UInt8(ascii: "}") || bytes[i] == UInt8(ascii: "]") {
      let bracket = Character(UnicodeScalar(bytes[i]))
      return problem(
        "'\(bracket)' closes nothing, because the value ends at \(last); one value is accepted")
    }
    return problem(
      "there is text after the end of the value, which ends at \(last); one value is accepted")
  }

  private func name(of container: Int) -> String {
    let token = tokens[container]
    let kind = token.kind == .object ? "object" : "array"
    return "\(kind) that starts at \(source.location(of: Int(token.offset)))"
  }

  /// The offset of the bracket that is probably not closed: the first one on a line that is
  /// indented further than the line of the bracket that closes it.
  ///
  /// Evaluated only for text that is valid up to its end; linear in its length.
  private func firstUnclosedBracket() -> Int? {
    var open: [(offset: Int, indent: Int, line: Int)] = []
    var at = tokens.first.map { Int($0.offset) } ?? 0
    var (line, indent, isStartOfLine) = (1, 0, true)
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case 10, 13:
        (line, indent, isStartOfLine) = (line + 1, -1, true)
      case 32, 9: break
      case UInt8(ascii: "\""):
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "/"):
        let isBlock = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "*")
        // The slash of "/*" does not close the comment.
        at += isBlock ? 3 : 2
        while at < bytes.count {
          if isBlock, bytes[at] == UInt8(ascii: "/"), bytes[at - 1] == UInt8(ascii: "*") { break }
          if !isBlock, bytes[at] == 10 || bytes[at] == 13 { break }
          at += 1
        }
        if !isBlock { continue }
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append((at, indent, line))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let last = open.popLast() else { return nil }
        if isStartOfLine, last.line < line, indent < last.indent { return last.offset }
      default: break
      }
      if byte == 32 || byte == 9 || byte == 10 || byte == 13 {
        if isStartOfLine { indent += 1 }
      } else {
        isStartOfLine = false
      }
      at += 1
    }
    return nil
  }
}

// MARK: Habits of other languages

extension JSONParser {
  /// The message about text in the style of another language; nil if it is none.
  private func mistake(_ wanted: String) -> String? {
    let wantsText = !wanted.hasPrefix("'")
    if let container = openContainer, let kind = kind(ofBracket: bytes[i]) {
      let isClosing = bytes[i] == UInt8(ascii: "}") || bytes[i] == UInt8(ascii: "]")
      let bracket = Character(UnicodeScalar(bytes[i]))
      if isClosing, kind != tokens[container].kind {
        return "'\(bracket)' does not close the \(name(of: container)); \(wanted) is accepted"
      }
      if !isClosing {
        return "'\(bracket)' is not expected in the \(name(of: container)); \(wanted) is"
      }
    }
    switch bytes[i] {
    case UInt8(ascii: "#"):
      return "'#' does not start a comment; '// comment' and '/* comment */' are accepted"
    case UInt8(ascii: "'") where wantsText, UInt8(ascii: "`") where wantsText:
      return "text in \(bytes[i] == UInt8(ascii: "'") ? "single quotes" : "backquotes"); "
        + "text in double quotes is accepted"
    case UInt8(ascii: "("): return "'(' does not start an array; '[' is accepted"
    case UInt8(ascii: "<") where bytes[i...].starts(with: Array("<!--".utf8)):
      return "'<!--' does not start a comment; '// comment' and '/* comment */' are accepted"
    default: break
    }
    let character = String(decoding: bytes[i..<endOfCharacter(i)], as: UTF8.self)
    if "\u{2018}\u{2019}\u{201a}\u{201b}\u{201c}\u{201d}\u{201e}\u{201f}\u{ab}\u{bb}"
      .contains(character)
    {
      return "the typographic quote \(character); the plain quote '\"' is accepted"
    }
    if character == "\u{a0}" || character == "\u{200b}" || character == "\u{feff}" {
      return "a space that is not plain (U+\(hex(character))); a plain space is accepted"
    }
    return wanted == "a value" ? wordMistake() : nil
  }

  private func hex(_ character: String) -> String {
    let value = character.unicodeScalars.first.map { String($0.value, radix: 16) } ?? ""
    return String(repeating: "0", count: max(0, 4 - value.utf8.count)) + value.uppercased()
  }

  /// The message about a number or a literal in the style of another language.
  private func wordMistake() -> String? {
    let word = word(at: i)
    let digits = word.dropFirst()
    switch bytes[i] {
    case UInt8(ascii: ".") where digits.first?.isNumber ?? false:
      return "'\(word)' is not a number: a digit is expected before '.'; 0\(word) is accepted"
    case UInt8(ascii: "+") where digits.first.map { $0.isNumber || $0 == "." } ?? false:
      let plain = (digits.hasPrefix(".") ? "0" : "") + digits
      return "'\(word)' is not a number: a number does not start with '+'; \(plain) is accepted"
    default: break
    }
    switch word.lowercased() {
    case "true", "yes", "on": return "'\(word)' is not expected here; true is accepted"
    case "false", "no", "off": return "'\(word)' is not expected here; false is accepted"
    case "null", "none", "nil", "undefined":
      return "'\(word)' is not expected here; null is accepted"
    case "nan", "inf", "infinity", "+inf", "+infinity":
      return "'\(word)' is not expected here; a finite number is accepted"
    default: return nil
    }
  }

  /// The end of the message about a word without quotes.
  private func hint(for word: String, _ wanted: String) -> String {
    // Outside of all containers, the whole text is in another format.
    guard let first = word.first, first.isLetter || first == "_", openContainer != nil else {
      return ""
    }
    let end = i + word.utf8.count
    if end < bytes.count, bytes[end] == UInt8(ascii: "(") {
      return "; an array in '[' and ']' is accepted instead of a call"
    }
    if wanted == "a value", let near = nearest(word, in: ["true", "false", "null"]) {
      return "; did you mean \(near)?"
    }
    return wanted.hasPrefix("'") ? "" : "; \"\(word)\" is accepted"
  }

  /// The word, of at most 40 bytes, that starts at an offset; empty if there is none.
  private func word(at start: Int) -> String {
    var end = start
    while end < bytes.count, isWordByte(bytes[end]), end < start + 40 { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The word or string that starts at an offset, at most 40 bytes of it.
  private func valueText(at start: Int) -> String {
    let word = word(at: start)
    guard word.isEmpty else { return word }
    var end = endOfCharacter(start)
    guard bytes[start] == UInt8(ascii: "\"") else { return text(start..<end) }
    while end < bytes.count, bytes[end] >= 32, end < start + 40 {
      let isEnd = bytes[end] == UInt8(ascii: "\"")
      end = endOfCharacter(end)
      if isEnd { break }
    }
    return text(start..<end)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The kind of container that a bracket opens or closes; nil for other characters.
  private func kind(ofBracket byte: UInt8) -> JSONToken.Kind? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"): .object
    case UInt8(ascii: "["), UInt8(ascii: "]"): .array
    default: nil
    }
  }

  /// The offset after the character that starts at an offset.
  private func endOfCharacter(_ start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return end
  }

  private func startsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      || (isWordByte(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "+"))
  }
}

// MARK: Encodings

extension JSONParser {
  /// The bytes of a byte order mark, which the first bytes of a text may be.
  static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Checks that the text is UTF-8, and skips a byte order mark at the start of a file.
  mutating func checkEncoding(_ range: Range<Int>) throws(Problem) {
    let start = bytes[range].prefix(4)
    if start.starts(with: Self.byteOrderMark) {
      guard range.lowerBound == 0 else {
        throw problem(
          "the text starts with a byte order mark; UTF-8 without one is accepted",
          at: range.lowerBound)
      }
      i += Self.byteOrderMark.count
    }
    if let why = Self.signOfOtherEncoding(Array(start)) {
      throw problem("\(why); text in UTF-8 is accepted", at: range.lowerBound)
    }
    guard let bad = firstInvalidByte(UnsafeBufferPointer(rebasing: bytes[range])) else { return }
    let at = range.lowerBound + bad
    throw problem(
      "the byte 0x\(String(bytes[at], radix: 16, uppercase: true)) is not UTF-8 here; "
        + "text in UTF-8 is accepted", at: at)
  }

  /// Why a text that starts with some bytes is in another encoding of Unicode, or nil.
  private static func signOfOtherEncoding(_ start: [UInt8]) -> String? {
    if start == [0xff, 0xfe, 0, 0] || start == [0, 0, 0xfe, 0xff] {
      return "the text starts with the byte order mark of UTF-32"
    }
    if start.starts(with: [0xff, 0xfe]) {
      return "the text starts with 0xFF 0xFE, the byte order mark of UTF-16"
    }
    if start.starts(with: [0xfe, 0xff]) {
      return "the text starts with 0xFE 0xFF, the byte order mark of UTF-16"
    }
    // The first two characters of a JSON text are ASCII, and none of them is NUL.
    if start.count > 1, start[0] == 0 || start[1] == 0 {
      return "one of the first two bytes is 0, as in UTF-16"
    }
    return nil
  }
}

/// Returns the offset of the first byte that is not valid UTF-8, or nil.
private func firstInvalidByte(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch { return error.byteOffsets.lowerBound }
}
