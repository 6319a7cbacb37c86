public import CaromDocuments

/// A value that can be stored in radians and given in degrees.
public protocol AngleValue: PropertyValue {}

extension Float: AngleValue {}

/// A range as text: `0…10`.
func describe(_ range: ClosedRange<Double>) -> String {
  "\(numberText(range.lowerBound))…\(numberText(range.upperBound))"
}

/// The limits of a range as schema members.
func schemaLimits(_ info: PropertyInfo) -> String {
  guard let range = info.range else { return "" }
  let least = range.lowerBound.isFinite ? ",\"minimum\":\(numberText(range.lowerBound))" : ""
  let most = range.upperBound.isFinite ? ",\"maximum\":\(numberText(range.upperBound))" : ""
  return least + most
}

extension Float: PropertyValue {
  /// Reads a number.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let value = reader.float(json, info) { self = value }
  }
  /// Writes the shortest number that reads back as the same value.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.raw(info.text(of: self))
  }
  /// A number schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"number\"\(schemaLimits(info))}"
  }
  /// Appends the bits.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bits.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Takes the first component.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    self = value.x
  }
  /// One number.
  public func listNumbers(_ list: inout NumberList) { list.add(SIMD4(self, 0, 0, 0), count: 1) }
  /// Checks the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? { info.problem(of: self) }
}

extension Double: PropertyValue {
  /// Reads a number.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let value = reader.number(json, info) { self = value }
  }
  /// Writes the shortest number that reads back as the same value.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(self)
  }
  /// A number schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"number\"\(schemaLimits(info))}"
  }
  /// Appends the bits.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bits.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Takes the first component.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    self = Double(value.x)
  }
  /// One number.
  public func listNumbers(_ list: inout NumberList) {
    list.add(SIMD4(Float(self), 0, 0, 0), count: 1)
  }
  /// Checks the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? { info.problem(of: self) }
}

extension Int32: PropertyValue {
  /// Reads an integer.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let value = reader.integer(json, info, Int32.self) { self = value }
  }
  /// Writes the number.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(self)
  }
  /// An integer schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"integer\"\(schemaLimits(info))}"
  }
  /// Appends four bytes.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads four bytes.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Checks the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? {
    info.range == nil ? nil : info.problem(of: Double(self))
  }
}

extension UInt32: PropertyValue {
  /// Reads an integer; for a mask, −1 represents all bits.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if info.unit == .mask, json.double == -1 {
      self = .max
    } else if let value = reader.integer(json, info, UInt32.self) {
      self = value
    }
  }
  /// Writes the number; a mask of all bits as −1.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if info.unit == .mask, self == .max { writer.json.raw("-1") } else { writer.json.value(self) }
  }
  /// An integer schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    let least = info.unit == .mask ? -1 : 0
    return info.range == nil
      ? "{\"type\":\"integer\",\"minimum\":\(least),\"maximum\":\(UInt32.max)}"
      : "{\"type\":\"integer\"\(schemaLimits(info))}"
  }
  /// Appends four bytes.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads four bytes.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Checks the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? {
    info.range == nil ? nil : info.problem(of: Double(self))
  }
}

extension UInt64: PropertyValue {
  /// Reads an integer exactly.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let value = reader.integer(json, info, UInt64.self) { self = value }
  }
  /// Writes the number.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(self)
  }
  /// An integer schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    info.range == nil
      ? "{\"type\":\"integer\",\"minimum\":0}" : "{\"type\":\"integer\"\(schemaLimits(info))}"
  }
  /// Appends eight bytes.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads eight bytes.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Checks the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? {
    info.range == nil ? nil : info.problem(of: Double(self))
  }
}

extension Int: PropertyValue {
  /// Reads an integer.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let value = reader.integer(json, info, Int.self) { self = value }
  }
  /// Writes the number.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.value(Int64(self))
  }
  /// An integer schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"integer\"\(schemaLimits(info))}"
  }
  /// Appends eight bytes, regardless of the machine's word size.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(Int64(self)) }
  /// Reads eight bytes.
  @inlinable public mutating func load(_ source: inout StateSource) {
    self = Int(truncatingIfNeeded: source.get(Int64.self))
  }
  /// Checks the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? {
    info.range == nil ? nil : info.problem(of: Double(self))
  }
}
