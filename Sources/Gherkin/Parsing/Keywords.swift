/// The keywords of a language as bytes, ready to be compared with lines.
struct Keywords {
  /// A keyword with its text for the syntax tree.
  struct Word {
    var bytes: [UInt8]
    var text: String
    var type: StepKeywordType = .unknown

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
    }
  }

  let code: String
  let feature: [Word]
  let rule: [Word]
  let background: [Word]
  let scenario: [Word]
  let examples: [Word]
  let steps: [Word]

  init(_ dialect: Dialect) {
    code = dialect.code
    feature = dialect.feature.map(Word.init)
    rule = dialect.rule.map(Word.init)
    background = dialect.background.map(Word.init)
    scenario = (dialect.scenario + dialect.scenarioOutline).map(Word.init)
    examples = dialect.examples.map(Word.init)
    steps = dialect.steps.map {
      var word = Word($0.text)
      word.type = $0.type
      return word
    }
  }

  /// The words that begin a line of a kind and are followed by a colon.
  func headers(_ kind: TokenKind) -> [Word] {
    switch kind {
    case .featureLine: feature
    case .ruleLine: rule
    case .backgroundLine: background
    case .scenarioLine: scenario
    case .examplesLine: examples
    default: []
    }
  }
}
