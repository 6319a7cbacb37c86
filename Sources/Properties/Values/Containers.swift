public import CaromDocuments

extension Optional: PropertyValue where Wrapped: PropertyValue {
  /// Makes nil.
  @inlinable public init() { self = nil }

  /// Reads null as nil; anything else into the current value, or into a new one.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    if json.isNull {
      self = nil
    } else {
      var value = self ?? Wrapped()
      value.read(json, info, &reader)
      self = value
    }
  }
  /// Writes nil as null.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if let self { self.write(info, &writer) } else { writer.json.null() }
  }
  /// Writes null, a new value, or the changes within the value.
  public func writeDifference(
    from base: Wrapped?, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    switch (self, base) {
    case (nil, nil): return false
    case (nil, _?): writer.json.null()
    case (let own?, nil): own.write(info, &writer)
    case (let own?, let other?): return own.writeDifference(from: other, info, &writer)
    }
    return true
  }
  /// The schema of the value, or null.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    Schema.adding("null", to: Wrapped.schema(info, &schema))
  }
  /// Appends a presence flag and the value.
  @inlinable public func save(_ sink: inout StateSink) {
    if let self {
      sink.put(1 as UInt8)
      self.save(&sink)
    } else {
      sink.put(0 as UInt8)
    }
  }
  /// Reads a presence flag and the value.
  @inlinable public mutating func load(_ source: inout StateSource) {
    self = source.getBool() ? Wrapped.loaded(over: self, &source) : nil
  }
  /// Follows the path into the value; nil is reported.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { return access.apply(&self) }
    guard var value = self else { return access.noteMissing() }
    value.modify(path, &access)
    self = value
  }
  /// Follows the path into the value; nil is reported.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { return access.write(self) }
    if let self { self.inspect(path, &access) } else { access.noteMissing() }
  }
  /// Resolves names in the value.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    Wrapped.resolve(path, &miss)
  }
  /// Animates the value, if present.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    guard var wrapped = self else { return }
    wrapped.drive(path, value)
    self = wrapped
  }
  /// The numbers of the value, if present.
  public func listNumbers(_ list: inout NumberList) { self?.listNumbers(&list) }
  /// Reads a case of the value.
  public mutating func readCase(
    _ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader
  ) {
    var value = self ?? Wrapped()
    value.readCase(member, info, &reader)
    self = value
  }
  /// Checks the value, if present.
  public func rangeProblem(_ info: PropertyInfo) -> String? { self?.rangeProblem(info) }
  /// Whether the value is a part, if present.
  @inlinable public static var isPart: Bool { Wrapped.isPart }
  /// Describes the value.
  public static func describeState(_ layout: inout StateLayout) { layout.add(Wrapped.self) }
  /// The cases of the value.
  public static var caseNames: [String] { Wrapped.caseNames }
  /// The cases of the value.
  public static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)] {
    Wrapped.caseSchemas(&schema)
  }
}

extension Optional: AngleValue where Wrapped: AngleValue {}

extension Array: PropertyValue where Element: PropertyValue {
  /// Reads an array, replacing this one.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements else {
      let known = reader
      return reader.fail(json, Self.wrongType(json, info, known))
    }
    reader.layers = []
    removeAll()
    reserveCapacity(elements.count)
    for element in elements {
      var value = Element()
      value.read(element, info, &reader)
      append(value)
    }
  }
  /// The message about a value that is not an array, but perhaps an element of one.
  private static func wrongType(_ json: JSON, _ info: PropertyInfo, _ reader: Reader) -> String {
    var (element, copy) = (Element(), reader)
    (copy.layers, copy.limit) = ([], 0)
    element.read(json, info, &copy)
    let isElement = copy.problemCount == reader.problemCount
    return "this is \(json.noun); "
      + (isElement ? "an array, [\(json.shortText)], is accepted" : "an array is accepted")
  }

  /// Writes an array.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writer.json.beginArray()
    for element in self { element.write(info, &writer) }
    writer.json.endArray()
  }
  /// Writes the whole array if one of its elements differs.
  public func writeDifference(
    from base: [Element], _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    let isSame =
      count == base.count
      && indices.allSatisfy { i in
        var part = writer.blank
        return !self[i].writeDifference(from: base[i], info, &part)
      }
    if isSame { return false }
    write(info, &writer)
    return true
  }
  /// An array of the element's schema.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    let isPartial = schema.isPartial
    schema.isPartial = false  // an array replaces, so its elements are whole
    defer { schema.isPartial = isPartial }
    return "{\"type\":\"array\",\"items\":\(Element.schema(info, &schema))}"
  }
  /// Appends the count and the elements.
  @inlinable public func save(_ sink: inout StateSink) {
    sink.put(count: count)
    for element in self { element.save(&sink) }
  }
  /// Reads the count and the elements, reusing the existing ones.
  @inlinable public mutating func load(_ source: inout StateSource) {
    let count = source.getCount()
    guard source.enter() else { return }
    if self.count > count { removeLast(self.count - count) }
    for index in indices { self[index].load(&source) }
    while self.count < count, !source.hasFailed {
      append(Element.loaded(over: nil, &source))
    }
    source.leave()
  }
  /// Follows the path into an element.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    guard let index = path.first else { return access.apply(&self) }
    if index < count { self[index].modify(path.dropFirst(), &access) }
  }
  /// Follows the path into an element.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    guard let index = path.first else { return access.write(self) }
    if index < count { self[index].inspect(path.dropFirst(), &access) }
  }
  /// Elements are named by their index.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    guard let first = path.first else { return [] }
    guard let index = Int(first), index >= 0 else {
      miss.note(path, ["0"])
      return nil
    }
    return Element.resolve(path.dropFirst(), &miss).map { [index] + $0 }
  }
  /// Animates an element, if it exists.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    let index = path.first
    if index >= 0, index < count { self[index].drive(path.rest, value) }
  }
  /// The numbers of the elements; of long arrays, those of the first 250.
  public func listNumbers(_ list: inout NumberList) {
    for (index, element) in prefix(250).enumerated() {
      list.step(into: index) { element.listNumbers(&$0) }
    }
  }
  /// Checks every element.
  public func rangeProblem(_ info: PropertyInfo) -> String? {
    lazy.compactMap { $0.rangeProblem(info) }.first
  }
  /// Describes the elements.
  public static func describeState(_ layout: inout StateLayout) { layout.add(Element.self) }
}
