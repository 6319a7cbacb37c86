public import CaromDocuments

/// Writes records as JSON, leaving out what has its default.
public struct PropertyWriter {
  /// The JSON so far.
  public var json = JSONWriter()
  /// Whether what is written is read over values that are there, which need not be given again.
  public internal(set) var isOverriding = false
  private var values: [ObjectIdentifier: Any] = [:]

  /// Starts with nothing written.
  public init() {}

  /// A module's own knowledge, such as the paths of nodes.
  public subscript<K: ReaderKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.initial }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// A writer with the same knowledge and nothing written.
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
        // Written whole, a record names its case, though it be the one that it has anyway.
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
  /// The name of the case that a choice has, if it has one.
  fileprivate func caseName(_ info: PropertyInfo, _ writer: PropertyWriter) -> String? {
    var whole = writer.blank
    write(info, &whole)
    return Self.caseNames.first { whole.json.text.hasPrefix("{\(quoted($0)):") }
  }
}

extension Record {
  /// Writes the members of an object that the caller has begun: all that has not its default.
  public func writeMembers(_ writer: inout PropertyWriter) {
    let isOverriding = writer.isOverriding
    writer.isOverriding = false
    var visitor = WriteDifference(root: self, base: Self(), writer: writer)
    Self.properties(&visitor)
    writer = visitor.writer
    writer.isOverriding = isOverriding
  }

  /// Writes the members that, read over `base`, make this record of it.
  ///
  /// Objects merge, arrays and choices of another case replace, null resets.
  ///
  /// - Returns: Whether there were any.
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

  /// Writes an object of what differs from another record, unless nothing does.
  func writeChanges(from base: Self, _ writer: inout PropertyWriter) -> Bool {
    var visitor = WriteDifference(root: self, base: base, writer: writer.blank)
    Self.properties(&visitor)
    // An object that must be there is written by who asks for it.
    guard !visitor.isEmpty else { return false }
    writer.json.raw("{\(visitor.writer.json.text)}")
    return true
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
