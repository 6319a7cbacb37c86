/// A place in a feature file.
///
/// Columns count Unicode scalars, as Cucumber does, not bytes or UTF-16 units.
public struct FeatureLocation: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// The number of the line, from one; the end of a file is the line after the last.
  public var line: Int
  /// The number of the column, from one; zero at the end of a file, which has no column.
  public var column: Int

  /// Makes a place from numbers that count from one.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place as `line:column`.
  public var description: String { "\(line):\(column)" }

  /// Whether a place comes before another in the file.
  public static func < (a: FeatureLocation, b: FeatureLocation) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}
