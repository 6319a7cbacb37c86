public import CaromDocuments

/// An enum with payloads; in files an object with one key, the name of the case.
///
/// ```swift
/// public enum LightShape: OneOf {
///   case omni(Omni), spot(Spot)
///   public init() { self = .omni(Omni()) }
///
///   public static func cases(_ c: inout some CaseVisitor<Self>) {
///     c.one("omni", Self.omni) { if case .omni(let payload) = $0 { payload } else { nil } }
///     c.one("spot", Self.spot) { if case .spot(let payload) = $0 { payload } else { nil } }
///   }
/// }
/// ```
/// The compiler cannot see whether every case is declared; saving one that is not traps with a
/// sentence. The order of the cases is part of the state format.
public protocol OneOf: PropertyValue {
  /// Tells a visitor every case.
  static func cases(_ c: inout some CaseVisitor<Self>)
}

/// One use of a choice's declaration.
public protocol CaseVisitor<Root> {
  /// The choice whose cases are visited.
  associatedtype Root
  /// Takes a case.
  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?)
}

extension CaseVisitor {
  /// Declares a case with its payload.
  ///
  /// - Parameters:
  ///   - name: Its key in files.
  ///   - make: Makes the case of a payload.
  ///   - summary: A sentence without full stop; a record's own if left out.
  ///   - unit: What a payload that is a number counts.
  ///   - range: What files may say, in that unit.
  ///   - payload: The payload, if a value is this case.
  @inlinable @inline(__always) public mutating func one<P: PropertyValue>(
    _ name: String, _ make: (P) -> Root, _ summary: String = "", _ unit: Unit = .none,
    _ range: ClosedRange<Double>? = nil, _ payload: (Root) -> P?
  ) {
    visit(PropertyInfo(name, summary, unit, range), make, payload)
  }

  /// Declares a case whose payload is an angle: radians inside, degrees in files.
  @inlinable @inline(__always) public mutating func degrees<P: AngleValue>(
    _ name: String, _ make: (P) -> Root, _ summary: String = "",
    _ range: ClosedRange<Double>? = nil, _ payload: (Root) -> P?
  ) {
    visit(PropertyInfo(name, summary, .degrees, range, form: .degrees), make, payload)
  }

  /// Declares a case without payload; in files its value is `{}`.
  @inlinable @inline(__always) public mutating func plain(
    _ name: String, _ value: Root, _ summary: String = "", _ matches: (Root) -> Bool
  ) {
    visit(
      PropertyInfo(name, summary), { (_: Nothing) in value }, { matches($0) ? Nothing() : nil })
  }
}

extension OneOf {
  /// Reads an object whose one key names the case.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    readObject(json, info, &reader)
  }

  /// Reads an object whose one key names the case; for types that read other kinds as well.
  public mutating func readObject(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let members = json.members, members.count == 1,
      let member = members.first(where: { _ in true })
    else {
      let names = Self.caseNames.joined(separator: ", ")
      let found = json.members.map { "an object with \($0.count) keys" } ?? json.noun
      return reader.fail(json, "this is \(found); an object with one key of \(names) is accepted")
    }
    reader.layers = reader.layers.filter { $0[member.key] != nil }
    readCase(member, info, &reader)
  }

  /// Takes the case that a member names.
  public mutating func readCase(
    _ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader
  ) {
    let layers = reader.layers
    reader.layers = layers.compactMap { $0[member.key] }
    var visitor = ReadCase(member: member, reader: reader, current: self)
    Self.cases(&visitor)
    reader = visitor.reader
    reader.layers = layers
    if let value = visitor.result {
      self = value
    } else if !visitor.isKnown {
      reader.report(
        member.problem(
          "unknown \(Self.self) \"\(member.key)\"" + suggestion(for: member.key, in: Self.caseNames)
        ))
    }
  }

  /// Writes an object whose one key is the name of the case.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writeObject(info, &writer)
  }

  /// Writes an object whose one key is the name of the case; for types with other spellings.
  public func writeObject(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    var visitor = WriteCase(value: self, writer: writer)
    Self.cases(&visitor)
    writer = visitor.writer
  }

  /// Writes what changed in the case, or another case whole.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { writeObjectDifference(from: base, &writer) }

  /// Writes what changed in the case, or another case whole; for types with other spellings.
  public func writeObjectDifference(from base: Self, _ writer: inout PropertyWriter) -> Bool {
    var visitor = WriteCaseDifference(value: self, base: base, writer: writer)
    Self.cases(&visitor)
    writer = visitor.writer
    return visitor.differs
  }

  /// A reference to the choice's definition: one of its cases.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    schemaOfObject(&schema)
  }

  /// A reference to the choice's definition; for types that read other kinds as well.
  public static func schemaOfObject(_ schema: inout Schema) -> String {
    schema.definition(of: Self.self) { schema in
      let ways = caseSchemas(&schema).map { way in
        "{\"type\":\"object\",\"required\":[\(quoted(way.name))],\"additionalProperties\":false,"
          + "\"properties\":{\(quoted(way.name)):\(way.schema)}}"
      }
      return "{\"oneOf\":[\(ways.joined(separator: ","))]}"
    }
  }

  /// The names of the cases, in order.
  public static var caseNames: [String] {
    var visitor = ListCases<Self>()
    cases(&visitor)
    return visitor.names
  }

  /// The schemas of the cases, in order.
  public static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)] {
    var visitor = SchemaOfCases<Self>(schema: schema)
    cases(&visitor)
    schema = visitor.schema
    return visitor.parts
  }

  /// Appends the position of the case and the payload.
  @inlinable public func save(_ sink: inout StateSink) {
    var visitor = SaveCase(self, sink)
    Self.cases(&visitor)
    sink = visitor.sink
    precondition(visitor.isSaved, "A case is not declared in its enum's cases function")
  }

  /// Reads the position of the case and the payload.
  @inlinable public mutating func load(_ source: inout StateSource) {
    let position = source.get(UInt8.self)
    guard source.enter() else { return }
    var visitor = LoadCase(self, source, position)
    Self.cases(&visitor)
    self = visitor.value
    source = visitor.source
    source.leave()
    if position >= visitor.position { source.stop() }
  }

  /// Goes on into the payload, if the value is that case.
  public mutating func reach(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    if path.isEmpty { return leaf.apply(&self) }
    var visitor = ReachCase(value: self, leaf: leaf, path: path)
    Self.cases(&visitor)
    self = visitor.value
    leaf = visitor.leaf
  }

  /// Goes on into the payload, if the value is that case.
  public func peek(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    if path.isEmpty { return leaf.show(self) }
    var copy = self
    copy.reach(path, &leaf)
  }

  /// Names of the cases, then of their payload.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout PathMiss) -> [Int]? {
    if path.isEmpty { return [] }
    var visitor = ResolveCase<Self>(path: path, miss: miss)
    cases(&visitor)
    miss = visitor.miss
    if visitor.result == nil { miss.note(path, caseNames) }
    return visitor.result
  }

  /// Animates the payload, if the value is that case.
  public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {
    var visitor = DriveCase(value: self, path: path, numbers: value)
    Self.cases(&visitor)
    self = visitor.value
  }

  /// The numbers of the payload.
  public func listNumbers(_ list: inout NumberList) {
    var visitor = ListCaseNumbers(value: self, list: list)
    Self.cases(&visitor)
    list = visitor.list
  }
}
