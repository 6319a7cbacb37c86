/// Reads a feature file line by line.
struct FeatureParser {
  /// TooManyProblems mistakes: reading ends after so many, as the official parser's does.
  static let maximumProblems = 11

  private struct TooManyProblems: Error {}

  private var matcher: LineMatcher
  private var builder: DocumentBuilder
  private var grammar = Grammar()
  private var problems: [GherkinProblem] = []
  private let lines: [FeatureText.Line]

  init(_ text: FeatureText, firstID: GherkinDocument.ID) {
    matcher = LineMatcher(text: text, keywords: Keywords(.english))
    builder = DocumentBuilder(text: text, firstID: firstID)
    lines = text.lines
  }

  mutating func parse() throws(GherkinError) -> GherkinDocument {
    do throws(TooManyProblems) {
      for i in lines.indices { try read(i) }
      try finish()
    } catch {}
    if !problems.isEmpty { throw GherkinError(problems: problems) }
    return GherkinDocument(
      feature: builder.feature, comments: builder.comments, nextID: builder.nextID)
  }

  private mutating func read(_ index: Int) throws(TooManyProblems) {
    let line = lines[index]
    let expected = grammar.expected
    for kind in expected {
      if let matched = try match(kind, line) {
        try take(kind, matched, index)
        return
      }
    }
    try report(
      GherkinProblem(
        location: matcher.text.location(line, line.textStart),
        cause: .unexpectedLine(
          expected: expected, found: matcher.text.string(line.textStart, line.textEnd))))
  }

  private mutating func finish() throws(TooManyProblems) {
    let expected = grammar.expected
    if expected.first == .endOfFile {
      try report(builder.closeFeature())
    } else {
      try report(
        GherkinProblem(
          location: FeatureLocation(line: lines.count + 1, column: 0),
          cause: .unexpectedEnd(expected: expected)))
    }
  }

  /// Keeps a mistake, each only once.
  private mutating func report(_ problem: GherkinProblem?) throws(TooManyProblems) {
    guard let problem, !problems.contains(problem) else { return }
    problems.append(problem)
    if problems.count >= Self.maximumProblems { throw TooManyProblems() }
  }

  private mutating func match(
    _ kind: TokenKind, _ line: FeatureText.Line
  ) throws(TooManyProblems) -> MatchedLine? {
    do throws(GherkinProblem) {
      return try matcher.match(kind, line)
    } catch {
      try report(error)
      return nil
    }
  }

  /// Does what a line of a kind means here.
  private mutating func take(
    _ kind: TokenKind, _ line: MatchedLine, _ index: Int
  ) throws(TooManyProblems) {
    switch kind {
    case .endOfFile, .empty: break
    case .comment:
      builder.addComment(line.line)
      if grammar.state == .header { grammar.state = .description }
      if grammar.state == .examplesHeader { grammar.state = .examplesDescription }
    case .language:
      if let dialect = matcher.languageCode(line.line).flatMap(Dialect.init(code:)) {
        matcher.keywords = Keywords(dialect)
      }
      grammar.state = .language
    case .tagLine:
      try assignTags(index)
      builder.tags += line.tags
    case .featureLine:
      builder.openFeature(line, language: matcher.keywords.code)
      grammar = Grammar(state: .header, part: .feature)
    case .ruleLine:
      try report(builder.openRule(line))
      grammar = Grammar(state: .header, part: .feature)
    case .backgroundLine:
      builder.openBackground(line)
      grammar = Grammar(state: .header, part: .background)
    case .scenarioLine:
      try report(builder.openScenario(line))
      grammar = Grammar(state: .header, part: .scenario)
    case .examplesLine:
      try report(builder.openExamples(line))
      grammar.state = .examplesHeader
    case .stepLine:
      try report(builder.openStep(line))
      grammar.state = .step
    case .tableRow:
      builder.addRow(line)
      switch grammar.state {
      case .step: grammar.state = .table
      case .afterDocString: grammar.state = .tableAfterDocString
      case .examplesHeader, .examplesDescription: grammar.state = .examplesTable
      default: break
      }
    case .docStringSeparator: try fence(line)
    case .other:
      if let fence = matcher.fence {
        builder.addDocStringLine(line.line, fence: fence)
      } else {
        builder.addDescription(line.line)
        if grammar.state == .header { grammar.state = .description }
        if grammar.state == .examplesHeader { grammar.state = .examplesDescription }
      }
    }
  }

  private mutating func fence(_ line: MatchedLine) throws(TooManyProblems) {
    switch grammar.state {
    case .docString, .docStringAfterTable:
      builder.closeDocString()
      matcher.fence = nil
      grammar.state = grammar.state == .docString ? .afterDocString : .afterBoth
    default:
      try report(builder.openDocString(line))
      matcher.fence = Array(matcher.text.bytes[line.line.textStart..<line.rest])
      grammar.state = grammar.state == .table ? .docStringAfterTable : .docString
    }
  }

  /// Finds out what the tags of a line belong to, and closes what ends before them.
  ///
  /// What follows decides: tags of examples go on with the scenario, all others end it, and tags
  /// that no scenario follows can only be those of a rule.
  private mutating func assignTags(_ index: Int) throws(TooManyProblems) {
    switch grammar.state {
    case .start, .language, .featureTags: grammar.state = .featureTags
    case .scenarioTags, .examplesTags, .ruleTags: break
    default:
      if grammar.part == .scenario, try isFollowed(by: .examplesLine, index) {
        try report(builder.closeExamples())
        grammar.state = .examplesTags
      } else if try isFollowed(by: .scenarioLine, index) {
        try report(builder.closeScenario())
        grammar.state = .scenarioTags
      } else {
        try report(builder.closeRule())
        grammar.state = .ruleTags
      }
    }
  }

  /// Whether the first line after this that is no tag, comment or blank is of a kind.
  private mutating func isFollowed(by kind: TokenKind, _ index: Int) throws(TooManyProblems) -> Bool
  {
    for line in lines[(index + 1)...] {
      if try match(kind, line) != nil { return true }
      if line.isBlank { continue }
      if try match(.comment, line) != nil { continue }
      if try match(.tagLine, line) != nil { continue }
      return false
    }
    return false
  }
}
