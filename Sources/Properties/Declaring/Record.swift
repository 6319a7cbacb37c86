public import CaromDocuments

/// A type whose properties are declared once, by one static function.
///
/// ```swift
/// Emits light onto surfaces.
/// public struct Light: Part {
///   public static let summary = "Shines on surfaces"
///   public var intensity: Float = 1_000
///   public init() {}
///
///   public static func properties(_ p: inout some PropertyVisitor<Self>) {
///     p.property("intensity", \.intensity, "Brightness", .lumens, 0...1e6)
///   }
/// }
/// ```
///
/// `init()` provides the defaults. Conform a type in the module that declares it: the hot uses are
/// specialized there. A `final class` names itself instead of writing `Self`: `some
/// PropertyVisitor<Node>`.
///
/// The requirements after ``properties(_:)`` have default implementations; implement only
/// ``problem`` and ``warnings`` yourself.
public protocol Record {
  /// Creates an instance with the default of every property.
  init()
  /// A description of the type, as a sentence without a period.
  static var summary: String { get }
  /// Passes every property to a visitor, in the order of files and snapshots.
  static func properties(_ p: inout some PropertyVisitor<Self>)

  /// The problem with the combination of the properties, or nil.
  ///
  /// Evaluated after a file was read. A sentence without a period: what is wrong; what is
  /// accepted.
  var problem: String? { get }

  /// The properties that have no effect beside the values of the others, such as the speed of a
  /// motor without torque.
  ///
  /// Evaluated for the complete record, after all layers of a file were read.
  var warnings: [PropertyWarning] { get }

  /// The stored properties that are not declared on purpose, such as caches.
  ///
  /// Every other stored property must be declared; see ``undeclaredProperties(reachableFrom:)``.
  static var undeclaredByDesign: Set<String> { get }

  /// Appends the state; hot, and specialized in the module of the conformance.
  func saveProperties(_ sink: inout StateSink)
  /// Reads the state; hot, and specialized in the module of the conformance.
  mutating func loadProperties(_ source: inout StateSource)
  /// Animates one property; hot, and specialized in the module of the conformance.
  mutating func driveProperty(_ path: PropertyPath, _ value: SIMD4<Float>)
}

extension Record {
  /// By default every combination is valid.
  public var problem: String? { nil }
  /// By default every stored property is declared.
  public static var undeclaredByDesign: Set<String> { [] }
}

/// A record that is embedded by value.
public protocol Part: Record, PropertyValue {}

/// A record with identity: a `final class` that several owners share.
///
/// In files it is given by name, from a table of the file's reader, or, if ``allowsInline``, as an
/// inline object. In snapshots the first reference contains the content and later ones refer to it,
/// so sharing is preserved.
public protocol Shared: Record, PropertyValue {
  /// The name in the file's table; empty for an object given inline or made in code.
  var name: String { get }
  /// Whether a file can contain an object instead of a name.
  static var allowsInline: Bool { get }
  /// An object with the same properties and without a name; objects that it refers to are shared.
  func copy() -> Self
  /// Whether nothing else refers to an object, so that it can be changed in place.
  static func isUnique(_ object: inout Self) -> Bool
}

extension Shared where Self: AnyObject {
  /// Whether there is one reference.
  public static func isUnique(_ object: inout Self) -> Bool { isKnownUniquelyReferenced(&object) }
}

extension Shared {
  /// Inline objects are allowed by default.
  public static var allowsInline: Bool { true }
}

/// A type that can be the value of a property.
///
/// Conformances exist for `Bool`, the 32- and 64-bit numbers, `String`, vectors, quaternions,
/// optionals, arrays, ``Part``, ``Shared``, ``EnumName`` and ``Variant``; records composed of these
/// types need no further conformance.
public protocol PropertyValue {
  /// Creates the value of a property that a file does not contain.
  init()

  /// The reason why the declaration does not accept the value, or nil; see
  /// ``Record/invalidProperty``.
  func rangeProblem(_ info: PropertyInfo) -> String?
  /// Whether the type is a ``Part`` or an optional one: asking is cheaper than a dynamic cast.
  static var isPart: Bool { get }
  /// Describes the state of the type; see ``StateLayout``.
  static func describeState(_ layout: inout StateLayout)

  /// Reads a value of a file; on an error the problem is reported and the value is unchanged.
  mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader)
  /// Writes the value in the format of files.
  func write(_ info: PropertyInfo, _ writer: inout PropertyWriter)
  /// Writes the JSON that produces this value when it is read over `base`; writes nothing if both
  /// are equal.
  ///
  /// - Returns: Whether anything was written.
  func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool
  /// The accepted JSON, as a JSON Schema object.
  static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String

  /// Appends the state.
  func save(_ sink: inout StateSink)
  /// Reads the state; a malformed source leaves a valid value.
  mutating func load(_ source: inout StateSource)
  /// Reads the state of an optional's content; shared objects avoid a temporary object here.
  static func loaded(over current: consuming Self?, _ source: inout StateSource) -> Self

  /// Follows a path of positions to modify the property at its end.
  mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess)
  /// Follows a path of positions to read the property at its end.
  func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess)
  /// Translates a path of names to positions; nil, and the known names, if a name is unknown.
  static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]?
  /// Sets the number components of the property at the end of a path; hot.
  mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>)
  /// Appends the number components that ``drive(_:_:)`` can set, each with its path.
  func listNumbers(_ list: inout NumberList)

  /// Reads the case that a member names, if the value is a choice.
  mutating func readCase(_ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader)
  /// The names of the cases, if the value is a choice.
  static var caseNames: [String] { get }
  /// The schemas of the cases by name, if the value is a choice.
  static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)]
}

extension PropertyValue {
  /// Only numbers are animated.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {}
  /// Only numbers are animated.
  public func listNumbers(_ list: inout NumberList) {}
  /// Writes the whole value if its JSON text differs.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    if hasSameBytes(as: base) { return false }
    var (own, other) = (writer.blank, writer.blank)
    write(info, &own)
    base.write(info, &other)
    guard own.json.text != other.json.text else { return false }
    writer.json.raw(own.json.text)
    return true
  }
  /// A plain value ends every path.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.apply(&self) }
  }
  /// A plain value ends every path.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    if path.isEmpty { access.write(self) }
  }
  /// A plain value ends every path.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    if path.isEmpty { return [] }
    miss.note(path, [])
    return nil
  }
  /// Reads into the current value, or into a new one.
  @inlinable public static func loaded(
    over current: consuming Self?, _ source: inout StateSource
  ) -> Self {
    var value = current ?? Self()
    value.load(&source)
    return value
  }
  /// Most values are not choices.
  public mutating func readCase(
    _ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader
  ) {}
  /// Most values are not choices.
  public static var caseNames: [String] { [] }
  /// Most values are not choices.
  public static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)] { [] }
}

extension PropertyValue {
  /// Whether both values are plain data with equal bytes; false if that cannot be decided cheaply.
  func hasSameBytes(as other: Self) -> Bool {
    // Reading the bytes of an empty type is optimized into a trap (Swift 6.3.1).
    guard MemoryLayout<Self>.size > 0 else { return true }
    guard _isPOD(Self.self) else { return false }
    return withUnsafeBytes(of: self) { own in
      withUnsafeBytes(of: other) { own.elementsEqual($0) }
    }
  }
}
