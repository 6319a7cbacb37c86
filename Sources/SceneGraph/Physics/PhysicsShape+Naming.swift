public import CaromDocuments
public import CaromProperties

// A shape may be given by the name that the file gives it under `shapes`.
extension PhysicsShape {
  /// Reads a name, or an object whose one key names the kind of shape.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let name = json.string else {
      readObject(json, info, &reader)
      if partCount > Self.mostParts {
        // Named shapes in named shapes would make thousands of millions of a few lines.
        self = PhysicsShape()
        reader.fail(json, "the shape has more than \(Self.mostParts) parts; fewer are accepted")
      }
      return
    }
    let named = reader[NamedShapes.self]
    if let shape = named[name] {
      self = shape
    } else {
      let names = reader.isFull ? [] : named.keys.sorted()
      let known = names.isEmpty ? "; the file names none" : suggestion(for: name, in: names)
      reader.fail(json, "no shape is named \"\(name)\"\(known)")
    }
  }

  /// How many solids one shape of a file may hold together.
  static var mostParts: Int { 4_096 }

  /// How many solids it holds together; counted no further than to the first beyond the most.
  package var partCount: Int {
    guard case .compound(let parts) = self else { return 1 }
    var count = 0
    for part in parts {
      count += part.shape.partCount
      if count > Self.mostParts { break }
    }
    return count
  }

  /// Writes the name that the file has for such a shape, or an object.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if let name = writer[ShapeNames.self](self) { return writer.json.value(name) }
    writeObject(info, &writer)
  }

  /// Writes the name that the file has for such a shape, or what changed.
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

  /// A name, or an object whose one key names the kind of shape.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"anyOf\":[{\"type\":\"string\"},\(schemaOfObject(&schema))]}"
  }
}

/// The name that a file has for a shape, for its writer.
public enum ShapeNames: ContextKey {
  /// No names.
  public static var defaultValue: (PhysicsShape) -> String? { { _ in nil } }
}

/// The shapes that a file names, for its reader.
public enum NamedShapes: ContextKey {
  /// No shapes.
  public static var defaultValue: [String: PhysicsShape] { [:] }
}
