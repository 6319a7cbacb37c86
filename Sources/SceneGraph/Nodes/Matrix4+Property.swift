public import CaromDocuments
public import CaromMaths
public import CaromProperties

extension Matrix4: PropertyValue {
  /// Creates the identity matrix.
  @inlinable public init() {
    self.init(position: .zero, orientation: .identity, scale: .one)
  }

  /// Reads four columns of four numbers.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let columns = json.elements, columns.count == 4 else {
      return reader.fail(json, wants: "four columns, each [x, y, z, w]")
    }
    var new = [x, y, z, w]
    for (i, column) in columns.enumerated() { new[i].read(column, info, &reader) }
    self = Matrix4(new[0], new[1], new[2], new[3])
  }

  /// Writes four columns of four numbers.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.beginArray()
    for column in [x, y, z, w] { column.write(info, &writer) }
    writer.json.endArray()
  }

  /// The JSON schema: an array of four columns of four numbers.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"array\",\"minItems\":4,\"maxItems\":4,"
      + "\"items\":\(Vector4.schema(info, &schema))}"
  }

  /// Writes the columns to the state.
  @inlinable public func save(_ sink: inout StateSink) {
    sink.put(x)
    sink.put(y)
    sink.put(z)
    sink.put(w)
  }

  /// Restores the columns from the state.
  @inlinable public mutating func load(_ source: inout StateSource) {
    x = source.get(Vector4.self)
    y = source.get(Vector4.self)
    z = source.get(Vector4.self)
    w = source.get(Vector4.self)
  }
}
