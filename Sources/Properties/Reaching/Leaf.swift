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

  init(_ act: Act, reader: Reader = Reader()) {
    self.act = act
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
  mutating func isMissing() { if missing == nil { missing = info.key } }
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
    var resolve: (ArraySlice<String>) -> [Int]?
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
  static func resolveProperty(_ path: ArraySlice<String>) -> [Int]? {
    guard let name = path.first else { return [] }
    var list = ListProperties<Self>()
    properties(&list)
    for (position, entry) in list.entries.enumerated() {
      if entry.info.form == .choice {
        guard entry.caseNames.contains(name), let rest = entry.resolve(path) else { continue }
        return [position] + rest
      }
      guard entry.info.key == name else { continue }
      return entry.resolve(path.dropFirst()).map { [position] + $0 }
    }
    return nil
  }
}
