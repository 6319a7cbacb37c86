public import CaromDocuments

/// What to do at the end of a path, and what came of it.
public struct Leaf {
  /// What can be done with one property.
  public enum Act {
    /// Write it as JSON.
    case get
    /// Read it from JSON.
    case set(JSON)
  }

  /// What to do.
  public let act: Act
  /// The declaration of the property last passed.
  public internal(set) var info = PropertyInfo("")
  /// The value, once it was got.
  public internal(set) var text: String?
  /// Whether the end of the path was reached.
  public internal(set) var isDone = false
  var reader: Reader
  /// The name of the optional that was nil on the way.
  var missing: String?
  /// What is wrong with the names that only a value could tell.
  var fault: String?
  /// The whole path.
  private let names: [String]

  init(_ act: Act, _ names: [String], reader: Reader = Reader()) {
    self.act = act
    self.names = names
    self.reader = reader
  }

  /// Does what is to be done with a value.
  public mutating func apply<V: PropertyValue>(_ value: inout V) {
    switch act {
    case .get: show(value)
    case .set(let json):
      isDone = true
      value.read(json, info, &reader)
    }
  }

  /// Writes a value, if that is to be done.
  public mutating func show<V: PropertyValue>(_ value: V) {
    isDone = true
    var writer = PropertyWriter()
    value.write(info, &writer)
    text = writer.json.text
  }

  /// Notes that the path leads into something that is not there.
  public mutating func isMissing() { if missing == nil { missing = info.key } }

  /// Goes on into a record of a type that only the value tells, such as a role.
  ///
  /// Its type resolves a path to minus the number of names that are left, the first of which is the
  /// name of the record.
  ///
  /// - Parameters:
  ///   - record: The record that is there.
  ///   - name: What it goes by.
  ///   - left: How many names are left.
  public mutating func enter<P: Part>(_ record: inout P, named name: String, left: Int) {
    let path = names.suffix(left)
    guard let first = path.first, first == name else {
      fault = "\(info.key) is \(name)" + suggestion(for: path.first ?? "", in: [name])
      return
    }
    var miss = PathMiss()
    guard let positions = P.resolve(path.dropFirst(), &miss) else {
      fault = miss.message(in: names)
      return
    }
    record.reach(positions[...], &self)
  }
}

/// How far the names of a path were known, and what would have been known there.
public struct PathMiss {
  /// How many names were left, the unknown one included.
  private var left = Int.max
  private var known: [String] = []

  init() {}

  /// Notes that the first of the names that are left is not known.
  public mutating func note(_ path: ArraySlice<String>, _ known: [String]) {
    guard path.count < left else { return }
    left = path.count
    self.known = known
  }

  /// Says which name is not known, with the nearest one that is.
  func message(in names: [String]) -> String {
    let index = max(0, names.count - left)
    let name = index < names.count ? names[index] : ""
    let place = index == 0 ? "" : names[index - 1]
    if known.isEmpty { return "\(place) has no such part" }
    if known == ["0"] { return "\(place) is a list; an index such as 0 is accepted" }
    return "\(place) has no \(name)" + suggestion(for: name, in: known)
  }
}

/// Walks to one property and writes back, so that setters and observers run once.
struct ReachProperty<Root>: PropertyVisitor {
  let root: UnsafeMutablePointer<Root>
  var leaf: Leaf
  let path: ArraySlice<Int>
  var index = 0

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if index == self.path.first {
      leaf.info = info()
      root.pointee[keyPath: path].reach(self.path.dropFirst(), &leaf)
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

/// Walks to one property without writing anything.
struct PeekProperty<Root>: PropertyVisitor {
  let root: Root
  var leaf: Leaf
  let path: ArraySlice<Int>
  var index = 0

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if index == self.path.first {
      leaf.info = info()
      root[keyPath: path].peek(self.path.dropFirst(), &leaf)
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

/// Gathers the declarations and how to resolve names below each.
struct ListProperties<Root>: PropertyVisitor {
  struct Entry {
    var info: PropertyInfo
    var caseNames: [String]
    var resolve: (ArraySlice<String>, inout PathMiss) -> [Int]?
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
  func peekProperty(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    var visitor = PeekProperty(root: self, leaf: leaf, path: path)
    Self.properties(&visitor)
    leaf = visitor.leaf
  }

  mutating func reachProperty(_ path: ArraySlice<Int>, _ leaf: inout Leaf) {
    withUnsafeMutablePointer(to: &self) {
      var visitor = ReachProperty(root: $0, leaf: leaf, path: path)
      Self.properties(&visitor)
      leaf = visitor.leaf
    }
  }

  /// Positions for names; the cases of an inlined choice are names of the record.
  static func resolveProperty(
    _ path: ArraySlice<String>, _ miss: inout PathMiss
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
