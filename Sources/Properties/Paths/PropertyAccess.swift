public import CaromDocuments

/// A read or write of the property at the end of a path, and its result.
public struct PropertyAccess {
  /// The operation on the property.
  public enum Operation {
    /// Write the property as JSON.
    case get
    /// Read the property from JSON.
    case set(JSON)
  }

  /// The operation on the property.
  public let operation: Operation
  /// The declaration of the last property on the path.
  public internal(set) var info = PropertyInfo("")
  /// The value, after a read.
  public internal(set) var text: String?
  /// Whether the end of the path was reached.
  public internal(set) var isDone = false
  var reader: Reader
  /// The name of the first optional on the path that is nil.
  var missing: String?
  /// A problem with names that depend on a run-time type.
  var fault: String?
  /// The whole path.
  private let names: [String]

  init(_ operation: Operation, _ names: [String], reader: Reader = Reader()) {
    self.operation = operation
    self.names = names
    self.reader = reader
  }

  /// Reads or replaces a value.
  public mutating func apply<V: PropertyValue>(_ value: inout V) {
    switch operation {
    case .get: write(value)
    case .set(let json):
      isDone = true
      value.read(json, info, &reader)
    }
  }

  /// Writes a value as JSON, if the operation reads it.
  public mutating func write<V: PropertyValue>(_ value: V) {
    isDone = true
    var writer = PropertyWriter()
    value.write(info, &writer)
    text = writer.json.text
  }

  /// Records that the path leads through an optional that is nil.
  public mutating func noteMissing() { if missing == nil { missing = info.key } }

  /// Follows the path into a record whose type is known only at run time, such as a role.
  ///
  /// The static type resolves a path to minus the number of remaining names, the first of which is
  /// the name of the record.
  ///
  /// - Parameters:
  ///   - record: The current record.
  ///   - name: Its name.
  ///   - left: The number of remaining names.
  public mutating func enter<P: Part>(_ record: inout P, named name: String, left: Int) {
    let path = names.suffix(left)
    guard let first = path.first, first == name else {
      fault = "\(info.key) is \(name)" + suggestion(for: path.first ?? "", in: [name])
      return
    }
    var miss = UnresolvedPath()
    guard let positions = P.resolve(path.dropFirst(), &miss) else {
      fault = miss.message(in: names)
      return
    }
    record.modify(positions[...], &self)
  }
}

/// How many names of a path were resolved, and the names accepted next.
public struct UnresolvedPath {
  /// The number of names left, including the unknown one.
  private var left = Int.max
  private var known: [String] = []

  init() {}

  /// Records that the first of the remaining names is unknown.
  public mutating func note(_ path: ArraySlice<String>, _ known: [String]) {
    guard path.count < left else { return }
    left = path.count
    self.known = known
  }

  /// A message that names the unknown name and the nearest known one.
  func message(in names: [String]) -> String {
    let index = max(0, names.count - left)
    let name = index < names.count ? names[index] : ""
    let parent = index == 0 ? "" : names[index - 1]
    if known.isEmpty { return "\(parent) has no such part" }
    if known == ["0"] { return "\(parent) is a list; an index such as 0 is accepted" }
    return "\(parent) has no \(name)" + suggestion(for: name, in: known)
  }
}

/// Follows a path to one property and writes back, so that setters and observers run once.
struct ModifyProperty<Root>: PropertyVisitor {
  let root: UnsafeMutablePointer<Root>
  var access: PropertyAccess
  let path: ArraySlice<Int>
  var index = 0

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if index == self.path.first {
      access.info = info()
      root.pointee[keyPath: path].modify(self.path.dropFirst(), &access)
    }
    index += 1
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Follows a path to one property without writing.
struct InspectProperty<Root>: PropertyVisitor {
  let root: Root
  var access: PropertyAccess
  let path: ArraySlice<Int>
  var index = 0

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if index == self.path.first {
      access.info = info()
      root[keyPath: path].inspect(self.path.dropFirst(), &access)
    }
    index += 1
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Collects the declarations and how names below each are resolved.
struct ListProperties<Root>: PropertyVisitor {
  struct Entry {
    var info: PropertyInfo
    var caseNames: [String]
    var resolve: (ArraySlice<String>, inout UnresolvedPath) -> [Int]?
  }
  var entries: [Entry] = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    let info = info()
    entries.append(
      Entry(info: info, caseNames: info.form == .choice ? V.caseNames : [], resolve: V.resolve))
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension Record {
  func inspectProperty(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    var visitor = InspectProperty(root: self, access: access, path: path)
    Self.properties(&visitor)
    access = visitor.access
  }

  mutating func modifyProperty(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    withUnsafeMutablePointer(to: &self) {
      var visitor = ModifyProperty(root: $0, access: access, path: path)
      Self.properties(&visitor)
      access = visitor.access
    }
    if access.isDone, case .set(let json) = access.operation, access.reader.problems.isEmpty,
      let problem
    {
      access.reader.fail(json, problem)
    }
  }

  /// Positions for names; the cases of an inlined choice are names of the record.
  static func resolveProperty(
    _ path: ArraySlice<String>, _ miss: inout UnresolvedPath
  ) -> [Int]? {
    guard let name = path.first else { return [] }
    var list = ListProperties<Self>()
    properties(&list)
    for (position, entry) in list.entries.enumerated() {
      if entry.info.form == .choice {
        guard entry.caseNames.contains(name), let rest = entry.resolve(path, &miss)
        else { continue }
        return [position] + rest
      }
      guard entry.info.key == name else { continue }
      return entry.resolve(path.dropFirst(), &miss).map { [position] + $0 }
    }
    miss.note(path, names)
    return nil
  }
}
