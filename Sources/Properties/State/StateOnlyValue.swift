public import CaromDocuments

/// A plain value that occurs in state only and never in files, such as a bit mask.
///
/// Declare such a property with `in: .state`. A file that contains it is rejected.
public protocol StateOnlyValue: PropertyValue, PlainData {}

extension StateOnlyValue {
  /// Every bit pattern is accepted.
  public func rangeProblem(_ info: PropertyInfo) -> String? { nil }
  /// Reports an error, because files do not contain the value.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    reader.fail(json, "this is not given in files; remove it")
  }
  /// Writes null, because files do not contain the value.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) { writer.json.null() }
  /// The schema that accepts nothing.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"not\":{}}"
  }
  /// Appends the bytes.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bytes.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
}

extension PropertyPath: StateOnlyValue {
  /// Creates the path of the value itself.
  public init() { self = .none }
}

extension SIMD4: PropertyValue, StateOnlyValue where Scalar == Float {}
