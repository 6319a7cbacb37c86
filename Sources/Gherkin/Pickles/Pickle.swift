/// A scenario ready to be run: everything that applies to it in one flat list of steps.
///
/// Backgrounds come first, outlines are expanded, tags are inherited, and `And` has become what it
/// stands for. A pickle cannot be told from one that was written out by hand.
///
/// - Source: the pickles of github.com/cucumber/gherkin; same content and same numbers.
public struct Pickle: Sendable, Equatable {
  /// Its number, counted on from the nodes of its document.
  public var id: GherkinDocument.ID
  /// What the caller calls the file.
  public var uri: String
  /// The place of the scenario, or of the row of examples that it was made from.
  public var location: FeatureLocation
  /// The scenario's name, with values in the place of `<names>`.
  public var name: String
  /// The code of the language of the file.
  public var language: String
  /// The steps, those of backgrounds first; none if the scenario itself has none.
  public var steps: [Step]
  /// The tags of feature, rule, scenario and examples, in this order.
  public var tags: [Tag]
  /// The scenario's node, and the row's if it was made from one.
  public var nodeIDs: [GherkinDocument.ID]

  /// A step with values in the place of `<names>`.
  public struct Step: Sendable, Equatable {
    /// Its number.
    public var id: GherkinDocument.ID
    /// The place of the step in the file.
    public var location: FeatureLocation
    /// The keyword as written, for reports.
    public var keyword: String
    /// The purpose; never a conjunction.
    public var type: StepKeywordType
    /// The text that step definitions match.
    public var text: String
    /// The text below it.
    public var docString: DocString?
    /// The table below it.
    public var dataTable: DataTable?
    /// The step's node, and the row's if the scenario was made from one.
    public var nodeIDs: [GherkinDocument.ID]
  }

  /// Text of several lines below a step.
  public struct DocString: Sendable, Equatable {
    /// The lines.
    public var content: String
    /// What follows the opening fence, such as `json`.
    public var mediaType: String?
    /// The place of the opening fence.
    public var location: FeatureLocation

    /// Makes a text, as for a test of a step.
    public init(
      content: String, mediaType: String? = nil,
      location: FeatureLocation = FeatureLocation(line: 1, column: 1)
    ) {
      self.content = content
      self.mediaType = mediaType
      self.location = location
    }
  }

  /// A table below a step: rows that have as many cells each.
  public struct DataTable: Sendable, Equatable {
    /// The rows, from top to bottom.
    public var rows: [[Cell]]
    /// The place of the first row.
    public var location: FeatureLocation

    /// A cell with its place, which errors tell.
    public struct Cell: Sendable, Equatable {
      /// The text.
      public var value: String
      /// The place in the file; that of the outline's cell if it was made from one.
      public var location: FeatureLocation
    }

    /// Makes a table from texts, as for a test of a step; cells are placed by row and column.
    public init(_ rows: [[String]]) {
      location = FeatureLocation(line: 1, column: 1)
      self.rows = rows.enumerated().map { row, cells in
        cells.enumerated().map { column, value in
          Cell(value: value, location: FeatureLocation(line: row + 1, column: column + 1))
        }
      }
    }

    /// Makes a table from cells.
    public init(rows: [[Cell]], location: FeatureLocation) {
      self.rows = rows
      self.location = location
    }

    /// The texts of the cells, by row.
    public var values: [[String]] { rows.map { $0.map(\.value) } }
  }

  /// A tag that applies to the scenario.
  public struct Tag: Sendable, Equatable {
    /// The word with its `@`.
    public var name: String
    /// The node that it was written at.
    public var nodeID: GherkinDocument.ID
  }
}
