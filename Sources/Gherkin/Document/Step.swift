/// The type of a step, given by its keyword.
public enum StepKeywordType: String, Sendable, Equatable, CaseIterable {
  /// `Given`: sets up a state.
  case context = "Context"
  /// `When`: performs an action.
  case action = "Action"
  /// `Then`: checks an outcome.
  case outcome = "Outcome"
  /// `And` or `But`: the type of the preceding step; only in syntax trees, never in pickles.
  case conjunction = "Conjunction"
  /// `*`, or a conjunction without a preceding step.
  case unknown = "Unknown"
}

extension GherkinDocument {
  /// A step of a scenario, with its table or doc string.
  public struct Step: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the keyword.
    public var location: FeatureLocation
    /// The keyword as written, including the space after it where the language has one.
    public var keyword: String
    /// The type of the step.
    public var keywordType: StepKeywordType
    /// The text after the keyword, which step definitions match.
    public var text: String
    /// The doc string.
    public var docString: DocString?
    /// The data table.
    public var dataTable: DataTable?
  }

  /// A doc string: several lines between `"""` or three backticks.
  public struct DocString: Sendable, Equatable {
    /// The location of the opening delimiter.
    public var location: FeatureLocation
    /// The lines, without the indentation of the opening delimiter.
    public var content: String
    /// The delimiter: `"""` or three backticks.
    public var delimiter: String
    /// The text after the opening delimiter, such as `json`; nil if there is none.
    public var mediaType: String?
  }

  /// A data table of a step.
  public struct DataTable: Sendable, Equatable {
    /// The location of the first row.
    public var location: FeatureLocation
    /// The rows, all with the same number of cells.
    public var rows: [TableRow]
  }

  /// A row of a data table or of examples.
  public struct TableRow: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the first `|`.
    public var location: FeatureLocation
    /// The cells, from left to right.
    public var cells: [TableCell]
  }

  /// A table cell.
  public struct TableCell: Sendable, Equatable {
    /// The location of its first character that is not white space.
    public var location: FeatureLocation
    /// The value, trimmed, with the escapes `\|`, `\\` and `\n` resolved.
    public var value: String
  }
}
