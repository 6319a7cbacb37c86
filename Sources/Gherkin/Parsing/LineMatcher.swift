/// A line that matches a kind.
struct MatchedLine {
  /// The line.
  var line: FeatureText.Line
  /// The keyword, for headers and steps.
  var keyword: Keywords.Keyword?
  /// The offset after the keyword and its colon, or after the delimiter.
  var rest: Int
  /// The tags, for tag lines; their identifiers are assigned later.
  var tags: [GherkinDocument.Tag] = []
}

/// Matches lines with the kinds of the grammar.
struct LineMatcher {
  let text: FeatureText
  var keywords: Keywords
  /// The delimiter that closes the current doc string.
  var fence: [UInt8]?

  /// The delimiters of doc strings.
  static let fences: [[UInt8]] = [Array("\"\"\"".utf8), Array("```".utf8)]

  /// Matches a line with a kind; nil if it does not match.
  ///
  /// - Throws: A problem if it is of that kind but invalid; it may still match another kind.
  func match(
    _ kind: TokenKind, _ line: FeatureText.Line
  ) throws(GherkinProblem) -> MatchedLine? {
    let bytes = text.bytes
    let matched = MatchedLine(line: line, rest: line.textStart)
    switch kind {
    case .endOfFile: return nil
    case .empty: return line.isBlank ? matched : nil
    case .other: return matched
    case .comment: return first(line) == UInt8(ascii: "#") ? matched : nil
    case .tableRow: return first(line) == UInt8(ascii: "|") ? matched : nil
    case .tagLine:
      guard first(line) == UInt8(ascii: "@") else { return nil }
      var tagged = matched
      tagged.tags = try tags(line)
      return tagged
    case .language:
      guard let code = languageCode(line) else { return nil }
      if Dialect(code: code) == nil {
        throw GherkinProblem(
          location: text.location(line, line.textStart), cause: .unknownLanguage(code))
      }
      return matched
    case .docStringSeparator:
      for fence in fence.map({ [$0] }) ?? Self.fences
      where text.has(fence, at: line.textStart, end: line.end) {
        return MatchedLine(line: line, rest: line.textStart + fence.count)
      }
      return nil
    case .stepLine:
      for word in keywords.steps where text.has(word.bytes, at: line.textStart, end: line.end) {
        return MatchedLine(line: line, keyword: word, rest: line.textStart + word.bytes.count)
      }
      return nil
    case .featureLine, .ruleLine, .backgroundLine, .scenarioLine, .examplesLine:
      for word in keywords.headers(kind)
      where text.has(word.bytes, at: line.textStart, end: line.end) {
        let colon = line.textStart + word.bytes.count
        guard colon < line.end, bytes[colon] == UInt8(ascii: ":") else { continue }
        return MatchedLine(line: line, keyword: word, rest: colon + 1)
      }
      return nil
    }
  }

  private func first(_ line: FeatureText.Line) -> UInt8? {
    line.isBlank ? nil : text.bytes[line.textStart]
  }

  /// The code in a line such as `# language: fr`; nil for other comments.
  func languageCode(_ line: FeatureText.Line) -> String? {
    guard first(line) == UInt8(ascii: "#") else { return nil }
    let word = Array("language".utf8)
    var (at, end) = text.trim(line.textStart + 1, line.textEnd)
    guard text.has(word, at: at, end: end) else { return nil }
    (at, end) = text.trim(at + word.count, end)
    guard at < end, text.bytes[at] == UInt8(ascii: ":") else { return nil }
    (at, end) = text.trim(at + 1, end)
    let isCode = text.bytes[at..<end].allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return at < end && isCode ? text.string(at, end) : nil
  }

  /// The tags of a line that begins with `@`; a comment may follow them.
  private func tags(
    _ line: FeatureText.Line
  ) throws(GherkinProblem) -> [GherkinDocument.Tag] {
    let bytes = text.bytes
    var end = line.textEnd
    for i in line.textStart..<line.textEnd where bytes[i] == UInt8(ascii: "#") {
      let (_, before) = text.trim(line.textStart, i)
      if before < i {
        end = before
        break
      }
    }
    var tags: [GherkinDocument.Tag] = []
    var at = line.textStart
    var column = text.scalars(line.start, at) + 1
    while at < end {
      var next = at + 1
      while next < end, bytes[next] != UInt8(ascii: "@") { next += 1 }
      let (a, b) = text.trim(at + 1, next)
      let name = text.string(a, b)
      let location = FeatureLocation(line: line.number, column: column)
      if name.unicodeScalars.contains(where: WhiteSpace.contains) {
        throw GherkinProblem(location: location, cause: .tagWithWhitespace)
      }
      tags.append(GherkinDocument.Tag(id: 0, location: location, name: "@" + name))
      column += text.scalars(at, next)
      at = next
    }
    return tags
  }
}
