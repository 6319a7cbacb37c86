public import CaromDocuments
public import CaromMaths
public import CaromProperties

/// The values of an animation at its key times: numbers, or rows of numbers of equal length.
///
/// In files `[0, 1]`, `[[0, 0, 0], [0, 1, 0]]` or, for colors, `["#ff0000", "#0000ff"]`.
public struct KeyValues: PropertyValue, Hashable, Sendable {
  /// All numbers, row by row.
  public private(set) var numbers: [Float] = []
  /// The number of components in a row; at least one.
  public private(set) var width = 1

  /// The number of rows.
  public var count: Int { numbers.count / width }
  /// Whether there are no rows.
  public var isEmpty: Bool { numbers.isEmpty }

  /// Creates an empty list.
  public init() {}

  /// Creates rows of `width` numbers each; an incomplete last row is dropped.
  ///
  /// - Precondition: `width` is at least one.
  public init(_ numbers: [Float], width: Int = 1) {
    precondition(width >= 1, "A row has at least one number")
    self.width = width
    self.numbers = Array(numbers.prefix(numbers.count / width * width))
  }
  /// Creates rows of three components.
  public init(_ vectors: [Vector3]) { self.init(vectors.flatMap { [$0.x, $0.y, $0.z] }, width: 3) }
  /// Creates rows of four components.
  public init(_ vectors: [Vector4]) {
    self.init(vectors.flatMap { [$0.x, $0.y, $0.z, $0.w] }, width: 4)
  }
  /// Creates rows of x, y, z, w.
  public init(_ turns: [Quaternion]) {
    self.init(turns.flatMap { [$0.x, $0.y, $0.z, $0.w] }, width: 4)
  }
  /// Creates rows of red, green, blue and alpha.
  public init(_ colors: [Color]) {
    self.init(colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }, width: 4)
  }

  /// Reads an array of numbers, of arrays of numbers, or of colors.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements else { return reader.fail(json, wants: "an array") }
    var new: [Float] = []
    var newWidth: Int?
    for element in elements {
      var row: [Float] = []
      if let parts = element.elements {
        for part in parts {
          guard let number = reader.float(part, info) else { return }
          row.append(number)
        }
      } else if let text = element.string, let color = Color(hex: text) {
        row = [color.red, color.green, color.blue, color.alpha]
      } else {
        guard let number = reader.float(element, info) else { return }
        row = [number]
      }
      guard !row.isEmpty, row.count == newWidth ?? row.count else {
        return reader.fail(
          element, "this has \(row.count) numbers; \(newWidth ?? 1), as the first has, are accepted"
        )
      }
      newWidth = row.count
      new += row
    }
    numbers = new
    width = newWidth ?? 1
  }

  /// Writes an array of numbers, or of rows.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.beginArray()
    for row in 0..<count {
      if width > 1 { writer.json.beginArray() }
      for i in 0..<width { numbers[row * width + i].write(info, &writer) }
      if width > 1 { writer.json.endArray() }
    }
    writer.json.endArray()
  }

  /// The JSON schema: an array of numbers, of arrays of numbers, or of colors.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"array\",\"items\":{\"type\":[\"number\",\"array\",\"string\"],\"minItems\":1,"
      + "\"items\":{\"type\":\"number\"},\"pattern\":\"^#[0-9a-fA-F]{6}$\"}}"
  }

  /// Writes the numbers to the state.
  public func save(_ sink: inout StateSink) {
    sink.put(count: width)
    sink.put(numbers)
  }

  /// Restores the numbers from the state.
  public mutating func load(_ source: inout StateSource) {
    width = max(1, Int(source.get(UInt32.self)))
    numbers = source.getArray()
    if numbers.count % width != 0 { source.reject("rows of \(width) numbers are not whole") }
    if source.hasFailed { self = KeyValues() }
  }
}
