/// The cells that one value is decoded from; tracks which of them are used.
final class TableRecord {
  typealias Field = (key: String, header: String, cell: Pickle.DataTable.Cell)

  let row: Int
  let fields: [Field]
  let location: FeatureLocation
  private var used: Set<Int> = []
  /// Whether all names were requested, as by a dictionary.
  private var hasTakenAll = false

  init(row: Int, fields: [Field], _ table: Pickle.DataTable) {
    self.row = row
    self.fields = fields
    location = fields.first?.cell.location ?? table.location
  }

  /// The field of a property; also matches the header as written.
  func field(_ key: String) -> Field? {
    let match = fields.firstIndex { $0.key == key } ?? fields.firstIndex { $0.header == key }
    guard let match else { return nil }
    used.insert(match)
    return fields[match]
  }

  func takeAll() { hasTakenAll = true }

  /// - Throws: an error for a column that the value has no property for.
  func checkAllUsed() throws(TableError) {
    guard !hasTakenAll else { return }
    for (i, field) in fields.enumerated() where !used.contains(i) && !field.key.isEmpty {
      throw TableError(
        location: field.cell.location, row: row, column: field.header,
        message: "no property is named '\(field.key)'")
    }
  }

  /// Converts a decoding error to a table error with its location.
  func error(_ error: DecodingError) -> TableError {
    let (path, message): ([any CodingKey], String) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      case .keyNotFound(let key, let context):
        (
          context.codingPath,
          "no column is named '\(key.stringValue)'; expected one of "
            + fields.map { "'\($0.header)'" }.joined(separator: ", ")
        )
      @unknown default: ([], "\(error)")
      }
    var about: Field?
    if let key = path.first { about = field(key.stringValue) }
    return TableError(
      location: about?.cell.location ?? location, row: row, column: about?.header ?? "",
      message: message)
  }

  /// A header as a property name: words joined, each but the first capitalized.
  static func camelCase(_ header: String) -> String {
    var result = ""
    var isNew = false
    let isOneWord = header.unicodeScalars.allSatisfy(CharacterClass.Shorthand.word.contains)
    for scalar in header.unicodeScalars {
      guard CharacterClass.Shorthand.word.contains(scalar), scalar != "_" || isOneWord else {
        isNew = !result.isEmpty
        continue
      }
      if result.isEmpty {
        // "ID" becomes "id", "Name" becomes "name".
        let isWordOfCapitals = isOneWord && header.uppercased() == header && header.count > 1
        result += isWordOfCapitals ? header.lowercased() : String(scalar).lowercased()
        if isWordOfCapitals { return result }
      } else if isNew {
        result += String(scalar).uppercased()
      } else {
        result.unicodeScalars.append(scalar)
      }
      isNew = false
    }
    return result
  }
}
