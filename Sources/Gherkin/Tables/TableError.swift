/// An error in the conversion of a table to values.
public struct TableError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The location of the cell, or of the table.
  public var location: FeatureLocation
  /// The row, from 1 below the header; 0 for the header or the whole table.
  public var row: Int
  /// The header of the column; empty if the error is not about a column.
  public var column: String
  /// The problem, and the expected input.
  public var message: String

  /// The location, row, column and message: `(7:12): row 2, 'speed': 'x' is not a valid Double`.
  public var description: String {
    var words: [String] = []
    if row > 0 { words.append("row \(row)") }
    if !column.isEmpty { words.append("'\(column)'") }
    let position = words.isEmpty ? "" : words.joined(separator: ", ") + ": "
    return "(\(location)): \(position)\(message)"
  }
}
