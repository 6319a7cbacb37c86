public import CaromDocuments
public import CaromProperties

// In files an array of six names.
extension CubeImages {
  /// Reads an array of six files.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements, elements.count == 6 else {
      return reader.fail(json, wants: "an array of six pictures: +X, −X, +Y, −Y, +Z, −Z")
    }
    var names: [String] = []
    for element in elements {
      guard let name = element.string else {
        return reader.fail(element, wants: "the file of a picture")
      }
      names.append(name)
    }
    files = names
  }
  /// Writes the six files.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    files.write(info, &writer)
  }
  /// An array of six names.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"array\",\"minItems\":6,\"maxItems\":6,\"items\":{\"type\":\"string\"}}"
  }
  /// Appends the names.
  public func save(_ sink: inout StateSink) { files.save(&sink) }
  /// Reads the names back; a cube has six or none.
  public mutating func load(_ source: inout StateSource) {
    files.load(&source)
    if files.count != 6 && !files.isEmpty { source.reject("a cube of \(files.count) pictures") }
  }
}
