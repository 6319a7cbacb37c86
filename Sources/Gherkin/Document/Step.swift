/// What a step's keyword says of its purpose.
public enum StepKeywordType: String, Sendable, Equatable, CaseIterable {
  /// `Given`: puts the world into a state.
  case context = "Context"
  /// `When`: does something.
  case action = "Action"
  /// `Then`: checks what came of it.
  case outcome = "Outcome"
  /// `And` or `But`: the same as the step before; in syntax trees only, never in pickles.
  case conjunction = "Conjunction"
  /// `*`, or a conjunction that nothing comes before.
  case unknown = "Unknown"
}

extension GherkinDocument {
  /// One line of a scenario, with the table or text below it.
  public struct Step: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of the keyword.
    public var location: FeatureLocation
    /// The keyword as written, with the space after it where the language has one.
    public var keyword: String
    /// What the keyword says of the step's purpose.
    public var keywordType: StepKeywordType
    /// What follows the keyword: the text that step definitions match.
    public var text: String
    /// The text between fences below it.
    public var docString: DocString?
    /// The table below it.
    public var dataTable: DataTable?
  }

  /// Text of several lines between `"""` or fences of three backticks.
  public struct DocString: Sendable, Equatable {
    /// The place of the opening fence.
    public var location: FeatureLocation
    /// The lines between, less the indentation of the opening fence.
    public var content: String
    /// The fence: `"""` or three backticks.
    public var delimiter: String
    /// What follows the opening fence, such as `json`; nil when nothing does.
    public var mediaType: String?
  }

  /// Rows of cells below a step.
  public struct DataTable: Sendable, Equatable {
    /// The place of the first row.
    public var location: FeatureLocation
    /// The rows, which all have as many cells.
    public var rows: [TableRow]
  }

  /// A row of a data table or of examples.
  public struct TableRow: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of its first `|`.
    public var location: FeatureLocation
    /// The cells, from left to right.
    public var cells: [TableCell]
  }

  /// A cell of a table.
  public struct TableCell: Sendable, Equatable {
    /// The place of its first character that is not a space.
    public var location: FeatureLocation
    /// The text without the spaces around it, escapes resolved: `\|`, `\\` and `\n`.
    public var value: String
  }
}
