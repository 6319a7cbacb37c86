public import CaromDocuments

extension Bool: PropertyValue {
  /// Reads a Boolean.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let value = json.bool {
      self = value
    } else {
      let isQuoted = json.string == "true" || json.string == "false"
      reader.fail(json, wants: "true or false" + (isQuoted ? " without quotes" : ""))
    }
  }
  /// Writes a Boolean.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(self)
  }
  /// A Boolean schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"boolean\"}"
  }
  /// Appends one byte.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads one byte.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.getBool() }
}

extension String: PropertyValue {
  /// Reads a string; a range limits its length in characters.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let value = json.string else { return reader.fail(json, wants: "a string") }
    if let range = info.range, !range.contains(Double(value.count)) {
      return reader.fail(
        json, "the text has \(value.count) characters; \(describe(range)) are accepted")
    }
    self = value
  }
  /// Writes a string.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(self)
  }
  /// A string schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    guard let range = info.range else { return "{\"type\":\"string\"}" }
    let (least, most) = (numberText(range.lowerBound), numberText(range.upperBound))
    return "{\"type\":\"string\",\"minLength\":\(least),\"maxLength\":\(most)}"
  }
  /// Appends the length and the UTF-8 bytes.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the length and the bytes.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.getString() }
}

/// The payload of a case that needs none; in files `{}`.
public struct EmptyPayload: PropertyValue, Hashable, Sendable {
  /// Creates the only value.
  public init() {}
  /// Reads an object without members.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let members = json.members else { return reader.fail(json, wants: "{}") }
    if let member = members.first(where: { _ in true }) {
      reader.report(member.problem("unknown key \"\(member.key)\"; {} is accepted"))
    }
  }
  /// Writes an object without members.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) { writer.json.raw("{}") }
  /// An object schema without members.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"object\",\"additionalProperties\":false}"
  }
  /// Appends nothing.
  @inlinable public func save(_ sink: inout StateSink) {}
  /// Reads nothing.
  @inlinable public mutating func load(_ source: inout StateSource) {}
}
