public import CaromDocuments

/// A type whose properties are declared, once, by one static function.
///
/// ```swift
/// /// Shines on surfaces.
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
/// `init()` gives the defaults. Conform a type in the module that declares it: the hot uses are
/// specialised there. A `final class` names itself instead of writing `Self`:
/// `some PropertyVisitor<Node>`.
///
/// The requirements after ``properties(_:)`` have defaults; write only ``problem`` yourself.
public protocol Record {
  /// Makes one with the default of every property.
  init()
  /// What it is, as a sentence without full stop.
  static var summary: String { get }
  /// Tells a visitor every property, in the order of files and snapshots.
  static func properties(_ p: inout some PropertyVisitor<Self>)

  /// What is wrong with the properties together, though each is right; nil if nothing is.
  ///
  /// Asked when a file was read. A sentence without full stop: what is wrong; what is accepted.
  var problem: String? { get }

  /// Appends the state; hot, and specialised where the conformance is.
  func saveProperties(_ sink: inout StateSink)
  /// Reads the state back; hot, and specialised where the conformance is.
  mutating func loadProperties(_ source: inout StateSource)
  /// Animates one property; hot, and specialised where the conformance is.
  mutating func driveProperty(_ path: PropertyPath, _ value: SIMD4<Float>)
}

extension Record {
  /// Most properties are right in any combination.
  public var problem: String? { nil }
}

/// A record that is embedded by value.
public protocol Part: Record, PropertyValue {}

/// A record with identity: a `final class` that several owners share.
///
/// In files it is given by name, from a table that the file's reader knows, or, if
/// ``allowsInline``, as an object of its own. In snapshots the first owner carries the content and
/// the others refer to it, so sharing survives.
public protocol Shared: Record, PropertyValue {
  /// The name in the file's table; empty for one that was given inline or made in code.
  var name: String { get }
  /// Whether a file may give the object in place of a name.
  static var allowsInline: Bool { get }
}

extension Shared {
  /// Inline objects are allowed unless a type says otherwise.
  public static var allowsInline: Bool { true }
}

/// Everything that can be the value of a property.
///
/// Conformances exist for `Bool`, the 32- and 64-bit numbers, `String`, vectors, quaternions,
/// optionals, arrays, ``Part``, ``Shared``, ``Word`` and ``OneOf``; most types need none of their own.
public protocol PropertyValue {
  /// Makes the value that stands for "nothing given".
  init()

  /// Takes the value of a file, or reports why not and stays as it is.
  mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader)
  /// Writes the value as a file gives it.
  func write(_ info: PropertyInfo, _ writer: inout PropertyWriter)
  /// Writes what a file has to give so that reading it over `base` makes this value; or nothing.
  ///
  /// - Returns: Whether there was something to write.
  func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool
  /// What a file may say, as a JSON Schema object.
  static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String

  /// Appends the state.
  func save(_ sink: inout StateSink)
  /// Reads the state back into the value; a malformed source leaves a harmless value.
  mutating func load(_ source: inout StateSource)
  /// Reads the state of an optional's content; shared objects avoid a throw-away here.
  static func loaded(over current: consuming Self?, _ source: inout StateSource) -> Self

  /// Finds the property at the end of a path of positions, to set it.
  mutating func reach(_ path: ArraySlice<Int>, _ leaf: inout Leaf)
  /// Finds the property at the end of a path of positions, to look at it.
  func peek(_ path: ArraySlice<Int>, _ leaf: inout Leaf)
  /// Translates a path of names to positions; nil, and a note of what is known, if a name is not.
  static func resolve(_ path: ArraySlice<String>, _ miss: inout PathMiss) -> [Int]?
  /// Sets numbers of the property at the end of a path; hot.
  mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>)
  /// Adds the numbers that ``drive(_:_:)`` can set, each with its path.
  func listNumbers(_ list: inout NumberList)

  /// Takes the case that a member names, if the value is a choice.
  mutating func readCase(_ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader)
  /// The names of the cases, if the value is a choice.
  static var caseNames: [String] { get }
  /// The schemas of the cases by name, if the value is a choice.
  static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)]
}

extension PropertyValue {
  /// Nothing but numbers is animated.
  @inlinable public mutating func drive(_ path: PropertyPath, _ value: SIMD4<Float>) {}
  /// Nothing but numbers is animated.
  public func listNumbers(_ list: inout NumberList) {}
  /// Writes the whole value if its text is another.
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
  /// The value itself is the end of every path.
  public mutating func reach(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    if path.isEmpty { leaf.apply(&self) }
  }
  /// The value itself is the end of every path.
  public func peek(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    if path.isEmpty { leaf.show(self) }
  }
  /// The value itself is the end of every path.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout PathMiss) -> [Int]? {
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
  /// Most values are no choice.
  public mutating func readCase(
    _ member: JSON.Member, _ info: PropertyInfo, _ reader: inout Reader
  ) {}
  /// Most values are no choice.
  public static var caseNames: [String] { [] }
  /// Most values are no choice.
  public static func caseSchemas(_ schema: inout Schema) -> [(name: String, schema: String)] { [] }
}

extension PropertyValue {
  /// Whether it is plain data of the same bits; false may mean that it cannot be told so cheaply.
  func hasSameBytes(as other: Self) -> Bool {
    // Reading the bytes of an empty type is optimised into a trap without a word (Swift 6.3.1).
    guard MemoryLayout<Self>.size > 0 else { return true }
    guard _isPOD(Self.self) else { return false }
    return withUnsafeBytes(of: self) { own in
      withUnsafeBytes(of: other) { own.elementsEqual($0) }
    }
  }
}
