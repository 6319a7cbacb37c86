public import CaromDocuments

// A part is embedded: in files an object, in snapshots the state of its properties.

extension Part {
  /// Reads an object into the properties it names.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    readProperties(json, &reader)
  }
  /// Writes an object of the properties that differ from their defaults.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writeProperties(&writer)
  }
  /// Writes an object of the properties that changed.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { !hasSameBytes(as: base) && writeChanges(from: base, &writer) }
  /// A reference to the part's definition.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    schemaOfProperties(&schema)
  }
  /// Appends the state of the properties.
  @inlinable public func save(_ sink: inout StateSink) { saveProperties(&sink) }
  /// Reads the state of the properties.
  @inlinable public mutating func load(_ source: inout StateSource) { loadProperties(&source) }
  /// Follows the path into a property.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.apply(&self) } else { modifyProperty(path, &access) }
  }
  /// Follows the path into a property.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.write(self) } else { inspectProperty(path, &access) }
  }
  /// Resolves the names of properties.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    resolveProperty(path, &miss)
  }
  /// Animates a property.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    driveProperty(path, value)
  }
  /// The numbers of the properties.
  public func listNumbers(_ list: inout NumberList) { listNumbersOfProperties(&list) }
  /// Parts are parts.
  @inlinable public static var isPart: Bool { true }
  /// Checks every property.
  public func rangeProblem(_ info: PropertyInfo) -> String? {
    invalidProperty.map { "\($0.key): \($0.problem)" }
  }
  /// Describes the properties.
  public static func describeState(_ layout: inout StateLayout) { describeProperties(&layout) }
}

// A shared object has identity: a name in files, the number of its first reference in snapshots.

extension Shared {
  /// Reads the name of an object, or an inline object.
  ///
  /// An inline object is merged with a copy of the current object, because other owners may share
  /// it.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if let name = json.string {
      reader.noteUse(of: name, as: Self.self)
      if let object = reader.shared(named: name, of: Self.self) {
        self = object
      } else {
        let names = reader.isFull ? [] : reader.sharedNames(of: Self.self)
        reader.fail(
          json,
          "no \(words(for: Self.self)) is named \"\(name)\"" + Self.hint(for: name, in: names))
      }
      return
    }
    guard Self.allowsInline, json.isObject else {
      let inline = Self.allowsInline ? " or an object" : ""
      return reader.fail(json, wants: "the name of a \(Self.self)\(inline)")
    }
    reader.layers = reader.layers.filter(\.isObject)
    var object = Self.isUnique(&self) ? self : copy()
    object.readProperties(json, &reader)
    self = object
  }
  /// The end of the message about a name that no object of the file has.
  private static func hint(for name: String, in known: [String]) -> String {
    if meant(by: name, in: known) == nil, allowsInline, let (key, value) = member(for: name) {
      return "; { \(quoted(key)): \(value) } is accepted"
    }
    return known.isEmpty ? "; the file names none" : suggestion(for: name, in: known)
  }

  /// Writes the name, or an inline object if there is none.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    let name = nameInFile(writer)
    if name.isEmpty { writeProperties(&writer) } else { writer.json.value(name) }
  }
  /// Writes the name, or the changes that the reader merges with the base.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    let isSame = writer[SharedEquality.self](object, base.object)
    let name = nameInFile(writer)
    if isSame == true || (isSame == nil && !name.isEmpty && name == base.name) { return false }
    if !name.isEmpty {
      writer.json.value(name)
      return true
    }
    if writeChanges(from: base, &writer) { return true }
    // An empty object is a copy of a named one.
    guard !base.name.isEmpty else { return false }
    writer.json.raw("{}")
    return true
  }
  private func nameInFile(_ writer: PropertyWriter) -> String {
    writer[SharedNames.self](object, name)
  }
  /// A string, or a reference to the definition.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    guard allowsInline else { return "{\"type\":\"string\"}" }
    return Schema.adding("string", to: schemaOfProperties(&schema))
  }
  /// Appends the number, and at the first reference the content.
  @inlinable public func save(_ sink: inout StateSink) {
    sink.put(reference: object) { saveProperties(&$0) }
  }
  /// Reads the number, and at the first reference the content.
  @inlinable public mutating func load(_ source: inout StateSource) {
    self = Self.loaded(over: self, &source)
  }
  /// Reads the number, and at the first reference the content, into an existing object if possible.
  @inlinable public static func loaded(
    over current: consuming Self?, _ source: inout StateSource
  ) -> Self {
    var (found, isNew) = source.getReference(current: current) { Self() }
    if isNew, source.enter() {
      found.loadProperties(&source)
      source.leave()
    }
    return found
  }
  /// Follows the path into a property.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.apply(&self) } else { modifyProperty(path, &access) }
  }
  /// Follows the path into a property.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.write(self) } else { inspectProperty(path, &access) }
  }
  /// Resolves the names of properties.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    resolveProperty(path, &miss)
  }
  /// Animates a property.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    driveProperty(path, value)
  }
  /// Describes the properties.
  public static func describeState(_ layout: inout StateLayout) { describeProperties(&layout) }
}
