/// Parses a feature file line by line.
struct FeatureParser {
  /// The maximum number of problems, after which parsing stops; the same as in the official parser.
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
        try process(kind, matched, index)
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

  /// Records a problem, without duplicates.
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

  /// Processes a line of a kind in the current state.
  private mutating func process(
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
      case .start, .language, .featureTags, .header, .description, .table, .docString,
        .tableAfterDocString, .docStringAfterTable, .afterBoth, .examplesTable, .scenarioTags,
        .examplesTags, .ruleTags:
        break
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
    case .start, .language, .featureTags, .header, .description, .step, .table, .afterDocString,
      .tableAfterDocString, .afterBoth, .examplesHeader, .examplesDescription, .examplesTable,
      .scenarioTags, .examplesTags, .ruleTags:
      try report(builder.openDocString(line))
      matcher.fence = Array(matcher.text.bytes[line.line.textStart..<line.rest])
      grammar.state = grammar.state == .table ? .docStringAfterTable : .docString
    }
  }

  /// Determines what the tags of a line belong to, and closes the nodes that end before them.
  ///
  /// The following lines decide: tags of examples continue the scenario, all others end it, and
  /// tags that are not followed by a scenario can only belong to a rule.
  private mutating func assignTags(_ index: Int) throws(TooManyProblems) {
    switch grammar.state {
    case .start, .language, .featureTags: grammar.state = .featureTags
    case .scenarioTags, .examplesTags, .ruleTags: break
    case .header, .description, .step, .table, .docString, .afterDocString, .tableAfterDocString,
      .docStringAfterTable, .afterBoth, .examplesHeader, .examplesDescription, .examplesTable:
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

  /// Whether the next line that is not a tag, a comment or blank is of a kind.
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
