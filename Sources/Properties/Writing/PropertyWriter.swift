public import CaromDocuments

/// Writes records as JSON, omitting properties that have their default.
public struct PropertyWriter {
  /// The JSON written so far.
  public var json = JSONWriter()
  /// Whether the output is read over existing values, which need not be repeated.
  public internal(set) var isOverriding = false
  private var values: [ObjectIdentifier: Any] = [:]

  /// Starts with no output.
  public init() {}

  /// The value that a module stores under a key, such as the paths of nodes.
  public subscript<K: ContextKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// A writer with the same context and no output.
  public var blank: PropertyWriter {
    var writer = self
    writer.json = JSONWriter()
    return writer
  }
}

/// Writes each property that differs from that of another record.
struct WriteDifference<Root: Record>: PropertyVisitor {
  let root: Root
  let base: Root
  var writer: PropertyWriter
  var isEmpty = true

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInFile else { return }
    let info = info()
    let own = root[keyPath: path]
    let other = base[keyPath: path]
    var part = writer.blank
    let differs = own.writeDifference(from: other, info, &part)
    if info.form == .choice {
      if !differs {
        // A record written completely names its case, even if it is the default case.
        if writer.isOverriding { return }
        own.write(info, &part)
      }
      if part.json.text.hasPrefix("{") {
        writer.json.rawMembers(String(part.json.text.dropFirst().dropLast()))
        isEmpty = false
      } else if differs, let name = other.caseName(info, writer) {
        writer.json.key(name)
        writer.json.null()
        isEmpty = false
      }
      return
    }
    if !differs {
      guard scope == .required, !writer.isOverriding else { return }
      own.write(info, &part)
    }
    writer.json.key(info.key)
    writer.json.raw(part.json.text)
    isEmpty = false
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension PropertyValue {
  /// The name of the current case of a choice, or nil.
  fileprivate func caseName(_ info: PropertyInfo, _ writer: PropertyWriter) -> String? {
    var whole = writer.blank
    write(info, &whole)
    return Self.caseNames.first { whole.json.text.hasPrefix("{\(quoted($0)):") }
  }
}

extension Record {
  /// Writes the members that differ from their defaults into an object begun by the caller.
  public func writeMembers(_ writer: inout PropertyWriter) {
    let isOverriding = writer.isOverriding
    writer.isOverriding = false
    var visitor = WriteDifference(root: self, base: Self(), writer: writer)
    Self.properties(&visitor)
    writer = visitor.writer
    writer.isOverriding = isOverriding
  }

  /// Writes the members that, read over `base`, produce this record.
  ///
  /// Objects merge, arrays and choices of another case replace, null resets.
  ///
  /// - Returns: Whether any member was written.
  @discardableResult
  public func writeMembers(changedFrom base: Self, _ writer: inout PropertyWriter) -> Bool {
    let isOverriding = writer.isOverriding
    writer.isOverriding = true
    var visitor = WriteDifference(root: self, base: base, writer: writer)
    Self.properties(&visitor)
    writer = visitor.writer
    writer.isOverriding = isOverriding
    return !visitor.isEmpty
  }

  /// Writes an object of the differences from another record; nothing if there are none.
  func writeChanges(from base: Self, _ writer: inout PropertyWriter) -> Bool {
    var visitor = WriteDifference(root: self, base: base, writer: writer.blank)
    Self.properties(&visitor)
    // The caller writes an empty object if one is required.
    guard !visitor.isEmpty else { return false }
    writer.json.raw("{\(visitor.writer.json.text)}")
    return true
  }

  /// Writes an object of all properties that differ from their defaults.
  public func writeProperties(_ writer: inout PropertyWriter) {
    writer.json.beginObject()
    writeMembers(&writer)
    writer.json.endObject()
  }

  /// The properties that differ from their defaults, as compact JSON.
  public var json: String {
    var writer = PropertyWriter()
    writeProperties(&writer)
    return writer.json.text
  }
}
