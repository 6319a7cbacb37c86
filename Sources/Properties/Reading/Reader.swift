public import CaromDocuments

/// Reads JSON into records and gathers every problem on the way.
///
/// A reader carries what values need to know about the file they come from: the tables of shared
/// objects, and whatever else a module keeps in ``subscript(_:)``.
public struct Reader {
  /// What was wrong so far, at most ``limit`` problems.
  public private(set) var problems: [Problem] = []
  /// How many problems were met, kept or not.
  public private(set) var problemCount = 0
  /// How many problems are kept.
  public var limit = 100
  /// How the file was reached, appended to every problem; for example `in a.json via b.json`.
  public var context = ""
  /// Whether a missing key that a record requires is a problem.
  public var checksRequired = true
  /// What lower layers say in the place that is being read, lowest first.
  ///
  /// A class of defaults or the file under an override is such a layer: a key it gives is not
  /// missing, and an object that is read over it merges with what is there.
  public var layers: [JSON] = []

  /// Where the records that were read have their properties.
  let properties: PropertyTables

  private var tables: [ObjectIdentifier: [String: AnyObject]] = [:]
  private var values: [ObjectIdentifier: Any] = [:]

  /// Starts without problems, tables of shared objects or layers.
  ///
  /// - Parameter properties: What other readers know of records, so that this one need not find out.
  public init(sharing properties: PropertyTables = PropertyTables()) {
    self.properties = properties
  }

  /// Whether no more problems are kept.
  public var isFull: Bool { problems.count >= limit }

  /// Notes a problem, which is made only if it is kept: to tell its place costs a walk to it.
  public mutating func report(_ problem: @autoclosure () -> Problem) {
    problemCount += 1
    if isFull { return }
    var problem = problem()
    if problem.context.isEmpty { problem.context = context }
    problems.append(problem)
  }

  /// Notes that something is wrong with a value.
  public mutating func fail(_ json: JSON, _ message: @autoclosure () -> String) {
    report(json.problem(message()))
  }

  /// Notes that a value is of the wrong kind.
  public mutating func fail(_ json: JSON, wants accepted: String) {
    report(json.problem("this is \(json.noun); \(accepted) is accepted"))
  }

  /// Forgets all problems and returns them.
  public mutating func takeProblems() -> [Problem] {
    defer {
      problems = []
      problemCount = 0
    }
    return problems
  }
}

// MARK: What values need to know

/// Names a value that a module keeps in a reader for its own property values.
public protocol ReaderKey {
  /// What is kept.
  associatedtype Value
  /// What is there before anything was set.
  static var initial: Value { get }
}

extension Reader {
  /// A module's own knowledge, such as the roles of a game.
  public subscript<K: ReaderKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.initial }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The shared objects of a type by name.
  public func table<S: Shared>(of _: S.Type = S.self) -> [String: S] {
    (tables[ObjectIdentifier(S.self)] ?? [:]).compactMapValues { $0 as? S }
  }

  /// The shared object of a name, if the file has one.
  public func shared<S: Shared>(named name: String, of _: S.Type = S.self) -> S? {
    tables[ObjectIdentifier(S.self)]?[name] as? S
  }

  /// Makes a shared object known by a name; a later one of the same name replaces it.
  public mutating func share<S: Shared>(_ object: S, as name: String) {
    tables[ObjectIdentifier(S.self), default: [:]][name] = object as AnyObject
  }

  /// The names of a type's shared objects, sorted.
  public func sharedNames<S: Shared>(of _: S.Type) -> [String] {
    (tables[ObjectIdentifier(S.self)] ?? [:]).keys.sorted()
  }
}
