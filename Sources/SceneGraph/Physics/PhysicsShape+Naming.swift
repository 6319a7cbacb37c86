public import CaromDocuments
public import CaromProperties

// A shape may be given by its name in the `shapes` of the file.
extension PhysicsShape {
  /// Reads a name, or an object whose one key is the kind of shape.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let name = json.string else {
      readObject(json, info, &reader)
      if partCount > Self.maxPartCount {
        // Named shapes can contain named shapes, so a few lines could define billions of parts.
        self = PhysicsShape()
        reader.fail(json, "the shape has more than \(Self.maxPartCount) parts; fewer are accepted")
      }
      return
    }
    let named = reader[NamedShapes.self]
    reader.noteUse(of: name, as: Self.self)
    if let shape = named[name] {
      self = shape
    } else {
      let names = reader.isFull ? [] : named.keys.sorted()
      reader.fail(json, "no shape is named \"\(name)\"" + Self.hint(for: name, in: names))
    }
  }

  /// The end of the message about a name that no shape of the file has.
  private static func hint(for name: String, in known: [String]) -> String {
    if meant(by: name, in: known) == nil, caseNames.contains(name) {
      return "; { \"\(name)\": {} } is accepted"
    }
    return known.isEmpty ? "; the file names none" : suggestion(for: name, in: known)
  }

  /// The maximum number of leaves of a shape in a file.
  static var maxPartCount: Int { 4_096 }

  /// The number of leaves, counted up to the first beyond the maximum.
  package var partCount: Int {
    guard case .compound(let parts) = self else { return 1 }
    var count = 0
    for part in parts {
      count += part.shape.partCount
      if count > Self.maxPartCount { break }
    }
    return count
  }

  /// Writes the name of the shape in the file, or an object.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if let name = writer[ShapeNames.self](self) { return writer.json.value(name) }
    writeObject(info, &writer)
  }

  /// Writes the name of the shape in the file, or the differences.
  public func writeDifference(
    from base: PhysicsShape, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    guard self != base else { return false }
    guard let name = writer[ShapeNames.self](self) else {
      return writeObjectDifference(from: base, &writer)
    }
    writer.json.value(name)
    return true
  }

  /// A name, or an object whose one key is the kind of shape.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    Schema.adding("string", to: schemaOfObject(&schema))
  }
}

/// The names of shapes in a file, for its writer.
public enum ShapeNames: ContextKey {
  /// No names.
  public static var defaultValue: (PhysicsShape) -> String? { { _ in nil } }
}

/// The shapes that a file names, for its reader.
public enum NamedShapes: ContextKey {
  /// No shapes.
  public static var defaultValue: [String: PhysicsShape] { [:] }
}
