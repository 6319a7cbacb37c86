/// Decodes a value from the cells of a record.
struct TableDecoder: Decoder {
  let record: TableRecord
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(TableFields<Key>(record: record, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch(
      [Any].self,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "a cell does not contain a list"))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard record.fields.count == 1, let field = record.fields.first else {
      throw DecodingError.typeMismatch(
        Any.self,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "a single value requires one column"))
    }
    return TableCellValue(text: field.cell.value, codingPath: codingPath)
  }
}

/// The cells of a record by property name.
private struct TableFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: TableRecord
  let codingPath: [any CodingKey]

  var allKeys: [Key] {
    record.takeAll()
    return record.fields.compactMap { Key(stringValue: $0.header) ?? Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { record.field(key.stringValue) != nil }

  private func value(_ key: Key) throws -> TableCellValue {
    guard let field = record.field(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "no such column"))
    }
    return TableCellValue(text: field.cell.value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw nested(key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw nested(key)
  }

  func superDecoder() throws -> any Decoder { TableDecoder(record: record, codingPath: codingPath) }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw nested(key) }

  private func nested(_ key: Key) -> DecodingError {
    DecodingError.typeMismatch(
      Any.self,
      DecodingError.Context(
        codingPath: codingPath + [key], debugDescription: "a cell contains a single value"))
  }
}

/// A cell as a value of a simple type.
private struct TableCellValue: SingleValueDecodingContainer, Decoder {
  let text: String
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decodeNil() -> Bool { text.isEmpty }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = text as? T { return value }
    if type == Bool.self {
      switch text.lowercased() {
      case "true", "yes": if let value = true as? T { return value }
      case "false", "no": if let value = false as? T { return value }
      default: throw mismatch(type, "; expected true, false, yes or no")
      }
    }
    if let simple = type as? any LosslessStringConvertible.Type {
      guard let value = simple.init(text) as? T else { throw mismatch(type, "") }
      return value
    }
    do {
      return try T(from: self)
    } catch DecodingError.dataCorrupted(_) {
      throw mismatch(type, Self.accepted(type))
    } catch is NeedsMore {
      throw mismatch(type, ": a cell contains a single value")
    }
  }

  /// The raw values of an enumeration.
  private static func accepted(_ type: Any.Type) -> String {
    guard let cases = (type as? any CaseIterable.Type)?.allCases as? [any RawRepresentable] else {
      return ""
    }
    return "; expected " + cases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }

  private func mismatch(_ type: Any.Type, _ more: String) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "'\(text)' is not a valid \(type)\(more)"))
  }

  /// Thrown when a type requests properties or elements of a cell.
  private struct NeedsMore: Error {}

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw NeedsMore()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsMore() }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}
