/// A location in a feature file.
///
/// Columns count Unicode scalars, as in Cucumber, not bytes or UTF-16 code units.
public struct FeatureLocation: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// The line, from 1; the end of a file is the line after the last.
  public var line: Int
  /// The column, from 1; 0 at the end of a file.
  public var column: Int

  /// Creates a location from a line and a column, each from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The location as `line:column`; at the end of a file, which has no column, as `line`.
  public var description: String { column > 0 ? "\(line):\(column)" : "\(line)" }

  /// Whether a location is before another in the file.
  public static func < (a: FeatureLocation, b: FeatureLocation) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}
