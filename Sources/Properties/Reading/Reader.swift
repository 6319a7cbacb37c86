public import CaromDocuments

/// Reads JSON into records and collects every problem.
///
/// A reader carries the context that values need about the file being read: the tables of shared
/// objects, and the values that modules store under a ``ContextKey``.
public struct Reader {
  /// The problems so far, at most ``limit``.
  public private(set) var problems: [Problem] = []
  /// The values that were accepted but have no effect, at most ``limit``; not counted as problems.
  public private(set) var warnings: [Problem] = []
  /// The number of problems found, stored or not.
  public private(set) var problemCount = 0
  /// The maximum number of problems stored.
  public var limit = 100
  /// How the file was reached, appended to every problem; for example `in a.json via b.json`.
  public var context = ""
  /// Whether a missing required key is a problem.
  public var checksRequired = true
  /// The values of lower layers at the location being read, lowest first.
  ///
  /// A class of defaults, or the file under an override, is such a layer: a key that it contains is
  /// not missing, and an object read over it merges with the existing value.
  public var layers: [JSON] = []

  /// The property tables of the records read so far.
  let properties: PropertyTables

  private var tables: [ObjectIdentifier: [String: AnyObject]] = [:]
  /// The names that values have referred to; copies of the reader share them.
  private let uses = NameUses()
  private var values: [ObjectIdentifier: Any] = [:]

  /// Starts without problems, shared objects or layers.
  ///
  /// - Parameter properties: A cache of property tables shared with other readers.
  public init(sharing properties: PropertyTables = PropertyTables()) {
    self.properties = properties
  }

  /// Whether ``limit`` problems are stored.
  public var isFull: Bool { problems.count >= limit }

  /// Reports a problem, which is created only if it is stored: computing its position walks the
  /// file.
  public mutating func report(_ problem: @autoclosure () -> Problem) {
    problemCount += 1
    if isFull { return }
    var problem = problem()
    if problem.context.isEmpty { problem.context = context }
    problems.append(problem)
  }

  /// Reports that a value is invalid.
  public mutating func fail(_ json: JSON, _ message: @autoclosure () -> String) {
    report(json.problem(message()))
  }

  /// Reports that a value has the wrong type.
  public mutating func fail(_ json: JSON, wants accepted: String) {
    report(json.problem("this is \(json.noun); \(accepted) is accepted"))
  }

  /// Reports that a value was accepted but has no effect.
  public mutating func warn(_ json: JSON, _ message: @autoclosure () -> String) {
    guard warnings.count < limit else { return }
    var warning = json.problem(message()).asWarning
    warning.context = context
    warnings.append(warning)
  }

  /// Reports that a member was accepted but has no effect.
  public mutating func warn(_ member: JSON.Member, _ message: @autoclosure () -> String) {
    guard warnings.count < limit else { return }
    var warning = member.problem(message()).asWarning
    warning.context = context
    warnings.append(warning)
  }

  /// Removes and returns all warnings.
  public mutating func takeWarnings() -> [Problem] {
    defer { warnings = [] }
    return warnings
  }

  /// Removes and returns all problems.
  public mutating func takeProblems() -> [Problem] {
    defer {
      problems = []
      problemCount = 0
    }
    return problems
  }
}

// MARK: Context

/// A key for a value that a module stores in a reader, writer or schema for its property values.
public protocol ContextKey {
  /// The type of the value.
  associatedtype Value
  /// The value when none was set.
  static var defaultValue: Value { get }
}

extension Reader {
  /// The value that a module stores under a key, such as the roles of a game.
  public subscript<K: ContextKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The shared objects of a type by name.
  public func table<S: Shared>(of _: S.Type = S.self) -> [String: S] {
    (tables[ObjectIdentifier(S.self)] ?? [:]).compactMapValues { $0 as? S }
  }

  /// The shared object with a name, or nil.
  public func shared<S: Shared>(named name: String, of _: S.Type = S.self) -> S? {
    tables[ObjectIdentifier(S.self)]?[name] as? S
  }

  /// Registers a shared object under a name, replacing an earlier one with that name.
  public mutating func share<S: Shared>(_ object: S, as name: String) {
    tables[ObjectIdentifier(S.self), default: [:]][name] = object as AnyObject
  }

  /// The names of a type's shared objects, sorted.
  public func sharedNames<S: Shared>(of _: S.Type) -> [String] {
    (tables[ObjectIdentifier(S.self)] ?? [:]).keys.sorted()
  }

  /// Notes that a value refers to the object of a type with a name.
  public func noteUse(of name: String, as type: Any.Type) {
    uses.names[ObjectIdentifier(type), default: []].insert(name)
  }

  /// Whether a value has referred to the object of a type with a name.
  public func isUsed(_ name: String, as type: Any.Type) -> Bool {
    uses.names[ObjectIdentifier(type)]?.contains(name) ?? false
  }
}

/// The names that values have referred to, by type.
private final class NameUses {
  var names: [ObjectIdentifier: Set<String>] = [:]
}
