/// The keywords of a language as bytes, for matching lines.
struct Keywords {
  /// A keyword with its text for the syntax tree.
  struct Keyword {
    var bytes: [UInt8]
    var text: String
    var type: StepKeywordType = .unknown

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
    }
  }

  let code: String
  let feature: [Keyword]
  let rule: [Keyword]
  let background: [Keyword]
  let scenario: [Keyword]
  let examples: [Keyword]
  let steps: [Keyword]

  init(_ dialect: Dialect) {
    code = dialect.code
    feature = dialect.feature.map(Keyword.init)
    rule = dialect.rule.map(Keyword.init)
    background = dialect.background.map(Keyword.init)
    scenario = (dialect.scenario + dialect.scenarioOutline).map(Keyword.init)
    examples = dialect.examples.map(Keyword.init)
    steps = dialect.steps.map {
      var word = Keyword($0.text)
      word.type = $0.type
      return word
    }
  }

  /// The keywords of a kind of line that are followed by a colon.
  func headers(_ kind: TokenKind) -> [Keyword] {
    switch kind {
    case .featureLine: feature
    case .ruleLine: rule
    case .backgroundLine: background
    case .scenarioLine: scenario
    case .examplesLine: examples
    case .endOfFile, .empty, .comment, .tagLine, .stepLine, .docStringSeparator, .tableRow,
      .language,
      .other:
      []
    }
  }
}
