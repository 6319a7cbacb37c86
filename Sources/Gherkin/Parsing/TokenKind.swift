/// The kinds of lines of a feature file; tokens in the official grammar.
public enum TokenKind: UInt8, Sendable, Equatable {
  /// The end of the file.
  case endOfFile
  /// A blank line.
  case empty
  /// A line that begins with `#`.
  case comment
  /// A line of `@tags`.
  case tagLine
  /// A feature keyword and a colon.
  case featureLine
  /// A rule keyword and a colon.
  case ruleLine
  /// A background keyword and a colon.
  case backgroundLine
  /// A scenario or scenario outline keyword and a colon.
  case scenarioLine
  /// An examples keyword and a colon.
  case examplesLine
  /// A line that begins with a step keyword.
  case stepLine
  /// A line that begins with `"""` or three backticks.
  case docStringSeparator
  /// A line that begins with `|`.
  case tableRow
  /// A comment that selects a language.
  case language
  /// Any line: description or content of a doc string.
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
