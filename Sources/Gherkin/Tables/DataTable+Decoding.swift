extension Pickle.DataTable {
  /// Decodes the rows below the header: `table.decode([Pearl].self)`.
  ///
  /// A header names a property, as written or in camel case (`Start Position` is `startPosition`).
  /// An empty cell is nil for an optional property. Booleans are `true`, `false`, `yes` or `no`. A
  /// type that decodes a single value, such as `Double` or an enumeration of strings, is decoded
  /// from a table with one column and no header.
  ///
  /// - Parameter type: An array type.
  /// - Returns: One value for each row below the header.
  /// - Throws: ``TableError`` with row, column and location; columns without a matching property
  ///   are errors.
  public func decode<T: Decodable>(_ type: [T].Type) throws -> [T] {
    if rows.allSatisfy({ $0.count == 1 }), Self.isSingle(T.self) {
      return try rows.enumerated().map { row, cells in
        try decode(T.self, TableRecord(row: row + 1, fields: [("", "", cells[0])], self))
      }
    }
    let fields = try names(rows.first ?? [])
    return try rows.dropFirst().enumerated().map { row, cells in
      let pairs = zip(fields, cells).map { ($0.key, $0.header, $1) }
      return try decode(T.self, TableRecord(row: row + 1, fields: pairs, self))
    }
  }

  /// Decodes a table with two columns, names and values, as one value: `table.decode(Level.self)`.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value whose properties are the rows.
  /// - Throws: ``TableError`` with row, column and location.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let odd = rows.first(where: { $0.count != 2 }) else {
      let fields = try names(rows.map { $0[0] })
      let pairs = zip(fields, rows).map { ($0.key, $0.header, $1[1]) }
      return try decode(T.self, TableRecord(row: 0, fields: pairs, self))
    }
    throw TableError(
      location: odd.first?.location ?? location, row: 0, column: "",
      message: "a table that is one \(T.self) has two columns, names and values; "
        + "this has \(odd.count)")
  }

  /// The table with rows and columns exchanged.
  public var transposed: Pickle.DataTable {
    let count = rows.map(\.count).min() ?? 0
    return Pickle.DataTable(
      rows: (0..<count).map { column in rows.map { $0[column] } }, location: location)
  }

  private func decode<T: Decodable>(_ type: T.Type, _ record: TableRecord) throws -> T {
    do {
      let value = try T(from: TableDecoder(record: record))
      try record.checkAllUsed()
      return value
    } catch let error as DecodingError {
      throw record.error(error)
    }
  }

  /// The property names of headers.
  private func names(
    _ cells: [Cell]
  ) throws(TableError) -> [(key: String, header: String)] {
    var known: [(key: String, header: String)] = []
    for cell in cells {
      let key = TableRecord.camelCase(cell.value)
      if let same = known.first(where: { $0.key == key }) {
        throw TableError(
          location: cell.location, row: 0, column: cell.value,
          message: "the column '\(same.header)' has the same name")
      }
      if key.isEmpty {
        throw TableError(
          location: cell.location, row: 0, column: "", message: "the header is empty")
      }
      known.append((key, cell.value))
    }
    return known
  }

  private static func isSingle(_ type: any Decodable.Type) -> Bool {
    switch type {
    case is String.Type, is Bool.Type, is any LosslessStringConvertible.Type,
      is any RawRepresentable<String>.Type:
      true
    default: false
    }
  }
}
