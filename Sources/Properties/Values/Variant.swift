public import CaromDocuments

/// An enum with payloads; in files an object with one key, the name of the case.
///
/// ```swift
/// public enum LightShape: Variant {
///   case omni(Omni), spot(Spot)
///   public init() { self = .omni(Omni()) }
///
///   public static func cases(_ c: inout some CaseVisitor<Self>) {
///     c.case("omni", Self.omni) { if case .omni(let payload) = $0 { payload } else { nil } }
///     c.case("spot", Self.spot) { if case .spot(let payload) = $0 { payload } else { nil } }
///   }
/// }
/// ```
/// The compiler cannot check that every case is declared; saving an undeclared case traps. The
/// order of the cases is part of the state format.
public protocol Variant: PropertyValue {
  /// Passes every case to a visitor.
  static func cases(_ c: inout some CaseVisitor<Self>)
}

/// One use of a variant's declaration.
public protocol CaseVisitor<Root> {
  /// The variant whose cases are visited.
  associatedtype Root
  /// Visits a case.
  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?)
}

extension CaseVisitor {
  /// Declares a case with its payload.
  ///
  /// - Parameters:
  ///   - name: The key in files.
  ///   - make: Makes the case from a payload.
  ///   - summary: A sentence without a period; the payload record's own if omitted.
  ///   - unit: The unit of a payload that is a number.
  ///   - range: The accepted range, in that unit.
  ///   - payload: The payload, if a value is this case.
  @inlinable @inline(__always) public mutating func `case`<P: PropertyValue>(
    _ name: String, _ make: (P) -> Root, _ summary: String = "", _ unit: Unit = .none,
    _ range: ClosedRange<Double>? = nil, _ payload: (Root) -> P?
  ) {
    visit(PropertyInfo(name, summary, unit, range), make, payload)
  }
}

extension Variant {
  /// Reads an object whose one key names the case.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    readObject(json, info, &reader)
  }

  /// Reads an object whose one key names the case; for types that accept other spellings as well.
  public mutating func readObject(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard let members = json.members, members.count == 1,
      let member = members.first(where: { _ in true })
    else { return reader.fail(json, Self.wrongForm(json)) }
    reader.layers = reader.layers.filter { $0[member.key] != nil }
    readCase(member, info, &reader)
  }

  /// Reads the case that a member names.
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
          "unknown \(words(for: Self.self)) \"\(member.key)\""
            + suggestion(for: member.key, in: Self.caseNames)))
    }
  }

  /// Writes an object whose one key is the name of the case.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    writeObject(info, &writer)
  }

  /// Writes an object whose one key is the name of the case; for types with other spellings as
  /// well.
  public func writeObject(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    var visitor = WriteCase(value: self, writer: writer)
    Self.cases(&visitor)
    writer = visitor.writer
  }

  /// Writes the changes within the case, or another case completely.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool { writeObjectDifference(from: base, &writer) }

  /// Writes the changes within the case, or another case completely; for types with other
  /// spellings.
  public func writeObjectDifference(from base: Self, _ writer: inout PropertyWriter) -> Bool {
    var visitor = WriteCaseDifference(value: self, base: base, writer: writer)
    Self.cases(&visitor)
    writer = visitor.writer
    return visitor.differs
  }

  /// A reference to the variant's definition: one of its cases.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    schemaOfObject(&schema)
  }

  /// A reference to the variant's definition; for types that accept other spellings as well.
  public static func schemaOfObject(_ schema: inout Schema) -> String {
    schema.definition(of: Self.self) { Schema.oneKey(of: caseSchemas(&$0)) }
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

  /// Appends the index of the case and the payload.
  @inlinable public func save(_ sink: inout StateSink) {
    var visitor = SaveCase(self, sink)
    Self.cases(&visitor)
    sink = visitor.sink
    precondition(visitor.isSaved, "A case is not declared in its enum's cases function")
  }

  /// Reads the index of the case and the payload.
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

  /// Follows the path into the payload, if the value is that case.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { return access.apply(&self) }
    var visitor = ModifyCase(value: self, access: access, path: path)
    Self.cases(&visitor)
    self = visitor.value
    access = visitor.access
  }

  /// Follows the path into the payload, if the value is that case.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { return access.write(self) }
    var copy = self
    copy.modify(path, &access)
  }

  /// Resolves the name of a case, then names in its payload.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
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

  /// Describes the cases and their payloads.
  public static func describeState(_ layout: inout StateLayout) {
    var visitor = LayoutOfCases<Self>(layout: layout)
    cases(&visitor)
    layout = visitor.layout
    layout.add(visitor.members, of: Self.self)
  }
}
