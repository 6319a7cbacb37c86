public import CaromDocuments

extension Optional: PropertyValue where Wrapped: PropertyValue {
  /// Makes nil.
  @inlinable public init() { self = nil }

  /// Reads null as nil; anything else into what is there, or into a new value.
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
  /// Writes null, a new value, or what changed in the value.
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
  /// The value or null.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    "{\"anyOf\":[\(Wrapped.schema(info, &schema)),{\"type\":\"null\"}]}"
  }
  /// Appends whether there is a value, and the value.
  @inlinable public func save(_ sink: inout StateSink) {
    if let self {
      sink.put(1 as UInt8)
      self.save(&sink)
    } else {
      sink.put(0 as UInt8)
    }
  }
  /// Reads whether there is a value, and the value.
  @inlinable public mutating func load(_ source: inout StateSource) {
    self = source.getBool() ? Wrapped.loaded(over: self, &source) : nil
  }
  /// Goes on into the value; nil is reported.
  public mutating func reach(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    if path.isEmpty { return leaf.apply(&self) }
    guard var value = self else { return leaf.isMissing() }
    value.reach(path, &leaf)
    self = value
  }
  /// Goes on into the value; nil is reported.
  public func peek(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    if path.isEmpty { return leaf.show(self) }
    if let self { self.peek(path, &leaf) } else { leaf.isMissing() }
  }
  /// Names of the value.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout PathMiss) -> [Int]? {
    Wrapped.resolve(path, &miss)
  }
  /// Animates the value, if there is one.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    guard var wrapped = self else { return }
    wrapped.drive(path, value)
    self = wrapped
  }
  /// The numbers of the value, if there is one.
  public func listNumbers(_ list: inout NumberList) { self?.listNumbers(&list) }
  /// Takes a case of the value.
  public mutating func readCase(
    _ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader
  ) {
    var value = self ?? Wrapped()
    value.readCase(member, info, &reader)
    self = value
  }
  /// The cases of the value.
  public static var caseNames: [String] { Wrapped.caseNames }
  /// The cases of the value.
  public static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)] {
    Wrapped.caseSchemas(&schema)
  }
}

extension Optional: AngleValue where Wrapped: AngleValue {}

extension Array: PropertyValue where Element: PropertyValue {
  /// Reads an array in place of this one.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let elements = json.elements else { return reader.fail(json, wants: "an array") }
    reader.layers = []
    removeAll()
    reserveCapacity(elements.count)
    for element in elements {
      var value = Element()
      value.read(element, info, &reader)
      append(value)
    }
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
  /// An array of such values.
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
  /// Reads the count and the elements, reusing those that are there.
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
  /// Goes on into an element.
  public mutating func reach(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    guard let index = path.first else { return leaf.apply(&self) }
    if index < count { self[index].reach(path.dropFirst(), &leaf) }
  }
  /// Goes on into an element.
  public func peek(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    guard let index = path.first else { return leaf.show(self) }
    if index < count { self[index].peek(path.dropFirst(), &leaf) }
  }
  /// Elements are named by their index.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout PathMiss) -> [Int]? {
    guard let first = path.first else { return [] }
    guard let index = Int(first), index >= 0 else {
      miss.note(path, ["0"])
      return nil
    }
    return Element.resolve(path.dropFirst(), &miss).map { [index] + $0 }
  }
  /// Animates an element, if there is one.
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
}
