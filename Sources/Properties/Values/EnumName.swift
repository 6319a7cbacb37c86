public import CaromDocuments

/// An enum without payloads whose raw values are its names in files.
///
/// The order of the cases is part of the state format.
public protocol EnumName: PropertyValue, RawRepresentable<String>, CaseIterable, Equatable
where AllCases == [Self] {}

extension EnumName {
  /// Creates the first case, the default of records that do not set another.
  public init() { self = Self.allCases[0] }

  /// Reads the name of a case.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    let text = json.string
    if let text, let value = Self(rawValue: text) {
      self = value
      return
    }
    let names = Self.allCases.map(\.rawValue)
    if let text {
      reader.fail(json, "\"\(text)\" is not known\(suggestion(for: text, in: names))")
    } else {
      reader.fail(json, wants: "one of \(names.map(quoted).joined(separator: ", "))")
    }
  }
  /// Writes the name.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(rawValue)
  }
  /// One of the names.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"enum\":[\(allCases.map { quoted($0.rawValue) }.joined(separator: ","))]}"
  }
  /// Appends the index of the case.
  @inlinable public func save(_ sink: inout StateSink) {
    // The memory of an enum of two to 256 cases without payloads is the index of its case.
    if MemoryLayout<Self>.size == 1 { return sink.put(unsafeBitCast(self, to: UInt8.self)) }
    sink.put(UInt8(Self.allCases.firstIndex(of: self) ?? 0))
  }
  /// Reads the index of the case.
  @inlinable public mutating func load(_ source: inout StateSource) {
    let position = Int(source.get(UInt8.self))
    let words = Self.allCases
    if position < words.count { self = words[position] } else { source.stop() }
  }
  /// Describes the cases.
  public static func describeState(_ layout: inout StateLayout) {
    layout.add(allCases.map(\.rawValue), of: Self.self)
  }
}
