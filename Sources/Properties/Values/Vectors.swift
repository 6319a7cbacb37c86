public import CaromDocuments
public import CaromMaths

// Vectors are arrays of numbers in files, each component in the range of the declaration.

extension Vector2: PlainData {}
extension Vector3: PlainData {}
extension Vector4: PlainData {}
extension Quaternion: PlainData {}

extension Reader {
  /// The components as stored, each in range; nil, and a problem, otherwise.
  mutating func floats(
    _ json: JSON, _ info: PropertyInfo, _ count: ClosedRange<Int>, _ shape: String
  ) -> [Float]? {
    guard let elements = json.elements else {
      fail(
        json, wants: ["x", "y", "z"].contains { json[$0] != nil } ? "an array, \(shape)," : shape)
      return nil
    }
    guard count.contains(elements.count) else {
      let noun = elements.count == 1 ? "element" : "elements"
      fail(json, "the array has \(elements.count) \(noun); \(shape) is accepted")
      return nil
    }
    var numbers: [Float] = []
    var isWhole = true
    for element in elements {
      if let number = float(element, info) { numbers.append(number) } else { isWhole = false }
    }
    return isWhole ? numbers : nil
  }
}

extension PropertyInfo {
  func schemaOfVector(_ count: ClosedRange<Int>) -> String {
    "{\"type\":\"array\",\"minItems\":\(count.lowerBound),\"maxItems\":\(count.upperBound),"
      + "\"items\":{\"type\":\"number\"\(schemaLimits(self))}}"
  }

  func text(of numbers: Float...) -> String {
    "[\(numbers.map { text(of: $0) }.joined(separator: ","))]"
  }
}

extension Vector2: PropertyValue, AngleValue {
  /// Reads `[x, y]`.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let n = reader.floats(json, info, 2...2, "[x, y]") { self = Vector2(n[0], n[1]) }
  }
  /// Writes `[x, y]`.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.raw(info.text(of: x, y))
  }
  /// An array of two numbers.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    info.schemaOfVector(2...2)
  }
  /// Appends the bits.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bits.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Takes the first two components.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    self = Vector2(value.x, value.y)
  }
  /// Two components.
  public func listNumbers(_ list: inout NumberList) { list.add(SIMD4(x, y, 0, 0), count: 2) }
  /// Checks each component against the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? { info.problem(of: x, y) }
}

extension Vector3: PropertyValue, AngleValue {
  /// Reads `[x, y, z]`.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    let shape = info.unit == .color ? "[red, green, blue]" : "[x, y, z]"
    if let n = reader.floats(json, info, 3...3, shape) { self = Vector3(n[0], n[1], n[2]) }
  }
  /// Writes `[x, y, z]`.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.raw(info.text(of: x, y, z))
  }
  /// An array of three numbers.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    info.schemaOfVector(3...3)
  }
  /// Appends the bits.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bits.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Takes the first three components.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    self = Vector3(value.x, value.y, value.z)
  }
  /// Three components.
  public func listNumbers(_ list: inout NumberList) { list.add(SIMD4(x, y, z, 0), count: 3) }
  /// Checks each component against the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? { info.problem(of: x, y, z) }
}

extension Vector4: PropertyValue {
  /// Reads `[x, y, z, w]`; a color may omit alpha, which defaults to one.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    let isColor = info.unit == .color
    let shape = isColor ? "[red, green, blue] or [red, green, blue, alpha]" : "[x, y, z, w]"
    guard let n = reader.floats(json, info, (isColor ? 3 : 4)...4, shape) else { return }
    self = Vector4(n[0], n[1], n[2], n.count > 3 ? n[3] : 1)
  }
  /// Writes `[x, y, z, w]`; an opaque color without alpha.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    let isSolid = info.unit == .color && w == 1
    writer.json.raw(isSolid ? info.text(of: x, y, z) : info.text(of: x, y, z, w))
  }
  /// An array of four numbers; of a color, three or four.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    info.schemaOfVector((info.unit == .color ? 3 : 4)...4)
  }
  /// Appends the bits.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bits.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Takes all four components.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    self = Vector4(value.x, value.y, value.z, value.w)
  }
  /// Four components.
  public func listNumbers(_ list: inout NumberList) { list.add(SIMD4(x, y, z, w), count: 4) }
  /// Checks each component against the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? { info.problem(of: x, y, z, w) }
}

extension Quaternion: PropertyValue {
  /// Reads `[x, y, z, w]` of unit length within a thousandth, and normalizes it.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let n = reader.floats(json, info, 4...4, "[x, y, z, w]") else { return }
    let value = Quaternion(n[0], n[1], n[2], n[3])
    let lengthSquared = value.dot(value)
    guard abs(lengthSquared - 1) < 0.002 else {
      return reader.fail(
        json, "the quaternion is not of unit length; [x, y, z, w] of length 1 is accepted")
    }
    // A quaternion normalized to Float precision stays as written, so that saving it changes
    // nothing.
    self = abs(lengthSquared - 1) < 1e-6 ? value : value.normalized
  }
  /// Writes `[x, y, z, w]`.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.raw(info.text(of: x, y, z, w))
  }
  /// An array of four numbers.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    info.schemaOfVector(4...4)
  }
  /// Appends the bits.
  @inlinable public func save(_ sink: inout StateSink) { sink.put(self) }
  /// Reads the bits.
  @inlinable public mutating func load(_ source: inout StateSource) { self = source.get() }
  /// Takes all four components and normalizes them.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    self = Quaternion(value.x, value.y, value.z, value.w).normalized
  }
  /// Four components.
  public func listNumbers(_ list: inout NumberList) { list.add(SIMD4(x, y, z, w), count: 4) }
  /// Checks each component against the range of the declaration.
  public func rangeProblem(_ info: PropertyInfo) -> String? { info.problem(of: x, y, z, w) }
}
