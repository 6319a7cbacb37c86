public import CaromDocuments
public import CaromProperties

// In files, an array of six file names.
extension CubeImages {
  /// Reads an array of six file names.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements, elements.count == 6 else {
      return reader.fail(json, wants: "an array of six image files: +X, −X, +Y, −Y, +Z, −Z")
    }
    var names: [String] = []
    for element in elements {
      guard let name = element.string else {
        return reader.fail(element, wants: "an image file")
      }
      names.append(name)
    }
    files = names
  }
  /// Writes the six file names.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    files.write(info, &writer)
  }
  /// The JSON schema: an array of six strings.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"type\":\"array\",\"minItems\":6,\"maxItems\":6,\"items\":{\"type\":\"string\"}}"
  }
  /// Writes the names to the state.
  public func save(_ sink: inout StateSink) { files.save(&sink) }
  /// Restores the names from the state; a cube has six or none.
  public mutating func load(_ source: inout StateSource) {
    files.load(&source)
    if files.count != 6 && !files.isEmpty { source.reject("a cube of \(files.count) images") }
  }
}
