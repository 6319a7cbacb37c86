/// What a line of a feature file can be.
public enum TokenKind: UInt8, Sendable, Equatable {
  /// The end of the file.
  case endOfFile
  /// A blank line.
  case empty
  /// A line that begins with `#`.
  case comment
  /// A line of `@tags`.
  case tagLine
  /// A line with a keyword of a feature and a colon.
  case featureLine
  /// A line with a keyword of a rule and a colon.
  case ruleLine
  /// A line with a keyword of a background and a colon.
  case backgroundLine
  /// A line with a keyword of a scenario or scenario outline and a colon.
  case scenarioLine
  /// A line with a keyword of examples and a colon.
  case examplesLine
  /// A line that begins with a keyword of a step.
  case stepLine
  /// A line that begins with `"""` or three backticks.
  case docStringSeparator
  /// A line that begins with `|`.
  case tableRow
  /// A comment that names a language.
  case language
  /// Any line at all: description or content of a doc string.
  case other

  /// The name in error messages, such as `#StepLine`.
  public var name: String {
    switch self {
    case .endOfFile: "#EOF"
    case .empty: "#Empty"
    case .comment: "#Comment"
    case .tagLine: "#TagLine"
    case .featureLine: "#FeatureLine"
    case .ruleLine: "#RuleLine"
    case .backgroundLine: "#BackgroundLine"
    case .scenarioLine: "#ScenarioLine"
    case .examplesLine: "#ExamplesLine"
    case .stepLine: "#StepLine"
    case .docStringSeparator: "#DocStringSeparator"
    case .tableRow: "#TableRow"
    case .language: "#Language"
    case .other: "#Other"
    }
  }
}
