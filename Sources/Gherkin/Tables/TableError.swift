/// What is wrong with a table that was to become values.
public struct TableError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place of the cell, or of the table.
  public var location: FeatureLocation
  /// The row, counted from one below the header; zero for the header or the whole table.
  public var row: Int
  /// The column's header as written; empty when it is not about one.
  public var column: String
  /// What is wrong, and what is accepted.
  public var message: String

  /// The place, the row, the column and what is wrong: `(7:12): row 2, 'speed': 'x' is no Double`.
  public var description: String {
    var words: [String] = []
    if row > 0 { words.append("row \(row)") }
    if !column.isEmpty { words.append("'\(column)'") }
    let place = words.isEmpty ? "" : words.joined(separator: ", ") + ": "
    return "(\(location)): \(place)\(message)"
  }
}
