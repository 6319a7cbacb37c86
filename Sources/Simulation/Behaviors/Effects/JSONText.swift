public import CaromDocuments
public import CaromProperties

/// A value whose type is known only where it is used: JSON as it was written.
public struct JSONText: PropertyValue, Hashable, Sendable {
  /// The JSON.
  public var text = "null"

  /// Creates null.
  public init() {}

  /// Creates a value from JSON.
  public init(_ text: String) { self.text = text }

  /// Reads any value.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    text = json.description
  }

  /// Writes the value as it was read.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.raw(text)
  }

  /// Every JSON value.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String { "{}" }

  /// Appends the text.
  public func save(_ sink: inout StateSink) { text.save(&sink) }

  /// Reads the text.
  public mutating func load(_ source: inout StateSource) { text.load(&source) }
}
