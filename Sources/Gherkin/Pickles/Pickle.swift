/// A scenario ready to run, as a flat list of steps.
///
/// Background steps come first, outlines are expanded, tags are inherited, and `And` has the type
/// of the preceding step.
///
/// - Source: The pickles of github.com/cucumber/gherkin, with the same content and identifiers.
public struct Pickle: Sendable, Equatable {
  /// The identifier, numbered after the nodes of the document.
  public var id: GherkinDocument.ID
  /// The path or URI of the file, as given by the caller.
  public var uri: String
  /// The location of the scenario, or of its row of examples.
  public var location: FeatureLocation
  /// The name of the scenario, with `<names>` replaced.
  public var name: String
  /// The code of the language of the file.
  public var language: String
  /// The steps, background steps first; empty if the scenario has no steps.
  public var steps: [Step]
  /// The tags of feature, rule, scenario and examples, in this order.
  public var tags: [Tag]
  /// The identifiers of the scenario and of its row of examples, if any.
  public var nodeIDs: [GherkinDocument.ID]

  /// A step with `<names>` replaced.
  public struct Step: Sendable, Equatable {
    /// The identifier.
    public var id: GherkinDocument.ID
    /// The location of the step in the file.
    public var location: FeatureLocation
    /// The keyword as written, for reports.
    public var keyword: String
    /// The type; never a conjunction.
    public var type: StepKeywordType
    /// The text that step definitions match.
    public var text: String
    /// The doc string.
    public var docString: DocString?
    /// The data table.
    public var dataTable: DataTable?
    /// The identifiers of the step and of the row of examples, if any.
    public var nodeIDs: [GherkinDocument.ID]
  }

  /// A doc string of a step.
  public struct DocString: Sendable, Equatable {
    /// The lines.
    public var content: String
    /// The text after the opening delimiter, such as `json`.
    public var mediaType: String?
    /// The location of the opening delimiter.
    public var location: FeatureLocation

    /// Creates a doc string, for example in a test of a step.
    public init(
      content: String, mediaType: String? = nil,
      location: FeatureLocation = FeatureLocation(line: 1, column: 1)
    ) {
      self.content = content
      self.mediaType = mediaType
      self.location = location
    }
  }

  /// A data table of a step; all rows have the same number of cells.
  public struct DataTable: Sendable, Equatable {
    /// The rows, from top to bottom.
    public var rows: [[Cell]]
    /// The location of the first row.
    public var location: FeatureLocation

    /// A cell with its location, which errors report.
    public struct Cell: Sendable, Equatable {
      /// The value.
      public var value: String
      /// The location in the file; for an outline, that of the cell in the outline.
      public var location: FeatureLocation
    }

    /// Creates a table from strings, for example in a test of a step; locations are rows and
    /// columns.
    public init(_ rows: [[String]]) {
      location = FeatureLocation(line: 1, column: 1)
      self.rows = rows.enumerated().map { row, cells in
        cells.enumerated().map { column, value in
          Cell(value: value, location: FeatureLocation(line: row + 1, column: column + 1))
        }
      }
    }

    /// Creates a table from cells.
    public init(rows: [[Cell]], location: FeatureLocation) {
      self.rows = rows
      self.location = location
    }

    /// The values of the cells, by row.
    public var values: [[String]] { rows.map { $0.map(\.value) } }
  }

  /// A tag of the scenario.
  public struct Tag: Sendable, Equatable {
    /// The tag, including its `@`.
    public var name: String
    /// The identifier of the tag's node.
    public var nodeID: GherkinDocument.ID
  }
}
