public import CaromDocuments

/// Writes records as JSON, leaving out what has its default.
public struct PropertyWriter {
  /// The JSON so far.
  public var json = JSONWriter()
  private var values: [ObjectIdentifier: Any] = [:]

  /// Starts with nothing written.
  public init() {}

  /// A module's own knowledge, such as the paths of nodes.
  public subscript<K: ReaderKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.initial }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// A writer with the same knowledge and nothing written.
  var blank: PropertyWriter {
    var writer = self
    writer.json = JSONWriter()
    return writer
  }
}

/// Writes each property that has not its default.
struct WriteProperties<Root: Record>: PropertyVisitor {
  let root: Root
  let defaults: Root
  var writer: PropertyWriter

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInFile else { return }
    let info = info()
    var (own, normal) = (writer.blank, writer.blank)
    root[keyPath: path].write(info, &own)
    defaults[keyPath: path].write(info, &normal)
    guard own.json.text != normal.json.text || scope == .required else { return }
    if info.form == .choice {
      guard own.json.text.hasPrefix("{") else { return }
      writer.json.rawMembers(String(own.json.text.dropFirst().dropLast()))
    } else {
      writer.json.key(info.key)
      writer.json.raw(own.json.text)
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension Record {
  /// Writes the members of an object that the caller has begun.
  public func writeMembers(_ writer: inout PropertyWriter) {
    var visitor = WriteProperties(root: self, defaults: Self(), writer: writer)
    Self.properties(&visitor)
    writer = visitor.writer
  }

  /// Writes an object of all properties that have not their default.
  public func writeProperties(_ writer: inout PropertyWriter) {
    writer.json.beginObject()
    writeMembers(&writer)
    writer.json.endObject()
  }

  /// The properties that have not their default, as compact JSON.
  public var json: String {
    var writer = PropertyWriter()
    writeProperties(&writer)
    return writer.json.text
  }
}
