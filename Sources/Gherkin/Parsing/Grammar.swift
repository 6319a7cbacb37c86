/// The state of the parser, which determines the kinds of lines that may follow.
///
/// The official grammar is regular, so a state and the enclosing node are sufficient. In the
/// notation of gherkin.berp, with lines as tokens and `Step := #StepLine (DataTable DocString? |
/// DocString DataTable?)?`.
///
/// - Source: gherkin.berp of github.com/cucumber/gherkin.
struct Grammar: Equatable {
  enum State: Equatable {
    case start, language, featureTags
    /// After the line of a feature, rule, background or scenario, and in its description.
    case header, description
    /// After a step, and in its arguments.
    case step, table, docString, afterDocString, tableAfterDocString
    case docStringAfterTable, afterBoth
    case examplesHeader, examplesDescription, examplesTable
    /// After tags that belong to a scenario, to examples, or otherwise to a rule.
    case scenarioTags, examplesTags, ruleTags
  }

  /// The enclosing node.
  enum Part: Equatable {
    case feature, background, scenario
  }

  var state = State.start
  var part = Part.feature

  /// The kinds of lines that may follow, in the order in which they are tried and reported.
  var expected: [TokenKind] {
    switch state {
    case .start: Self.start
    case .language, .featureTags: Self.featureTags
    case .header:
      switch part {
      case .feature: Self.featureHeader
      case .background: Self.backgroundHeader
      case .scenario: Self.scenarioHeader
      }
    case .description:
      switch part {
      case .feature: Self.featureDescription
      case .background: Self.backgroundDescription
      case .scenario: Self.scenarioDescription
      }
    case .step, .table: part == .background ? Self.backgroundStep : Self.scenarioStep
    case .docString, .docStringAfterTable: Self.docString
    case .afterDocString, .tableAfterDocString:
      part == .background ? Self.backgroundText : Self.scenarioText
    case .afterBoth: part == .background ? Self.backgroundFull : Self.scenarioFull
    case .examplesHeader: Self.examplesHeader
    case .examplesDescription: Self.examplesDescription
    case .examplesTable: Self.examplesTable
    case .scenarioTags: Self.scenarioTags
    case .examplesTags: Self.examplesTags
    case .ruleTags: Self.ruleTags
    }
  }

  private static let start: [TokenKind] = [
    .endOfFile, .language, .tagLine, .featureLine, .comment, .empty,
  ]
  private static let featureTags: [TokenKind] = [.tagLine, .featureLine, .comment, .empty]
  private static let scenarioTags: [TokenKind] = [.tagLine, .scenarioLine, .comment, .empty]
  private static let examplesTags: [TokenKind] = [.tagLine, .examplesLine, .comment, .empty]
  private static let ruleTags: [TokenKind] = [.tagLine, .ruleLine, .comment, .empty]
  private static let docString: [TokenKind] = [.docStringSeparator, .other]

  private static let next: [TokenKind] = [.tagLine, .scenarioLine, .ruleLine]
  private static let nextOrExamples: [TokenKind] = [
    .tagLine, .examplesLine, .scenarioLine, .ruleLine,
  ]
  private static let ignored: [TokenKind] = [.comment, .empty]
  private static let argument: [TokenKind] = [
    .endOfFile, .tableRow, .docStringSeparator, .stepLine,
  ]

  private static let featureDescription =
    [.endOfFile, .comment, .backgroundLine] + next + [.other]
  private static let featureHeader = withEmpty(featureDescription)
  private static let backgroundDescription = [.endOfFile, .comment, .stepLine] + next + [.other]
  private static let backgroundHeader = withEmpty(backgroundDescription)
  private static let scenarioDescription =
    [.endOfFile, .comment, .stepLine] + nextOrExamples + [.other]
  private static let scenarioHeader = withEmpty(scenarioDescription)
  private static let examplesDescription =
    [.endOfFile, .comment, .tableRow] + nextOrExamples + [.other]
  private static let examplesHeader = withEmpty(examplesDescription)
  private static let examplesTable = [.endOfFile, .tableRow] + nextOrExamples + ignored

  private static let backgroundStep = argument + next + ignored
  private static let scenarioStep = argument + nextOrExamples + ignored
  private static let backgroundText = [.endOfFile, .tableRow, .stepLine] + next + ignored
  private static let scenarioText = [.endOfFile, .tableRow, .stepLine] + nextOrExamples + ignored
  private static let backgroundFull = [.endOfFile, .stepLine] + next + ignored
  private static let scenarioFull = [.endOfFile, .stepLine] + nextOrExamples + ignored

  private static func withEmpty(_ kinds: [TokenKind]) -> [TokenKind] {
    [.endOfFile, .empty] + kinds.dropFirst()
  }
}
