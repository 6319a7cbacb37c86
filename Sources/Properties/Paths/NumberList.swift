/// The animatable numbers among the properties of a value, each with its path.
///
/// Lists floating-point numbers, vectors, quaternions and colors, up to four levels deep. Get a
/// list from ``Record/numbers``.
public struct NumberList {
  /// One property.
  public struct Entry: Hashable, Sendable {
    /// The path of the property.
    public let path: PropertyPath
    /// Its components, in stored units (radians, not degrees); unused components are zero.
    public let value: SIMD4<Float>
    /// The number of components, 1 to 4.
    public let count: Int
  }

  /// The properties, in declaration order.
  public private(set) var entries: [Entry] = []
  private var steps: [Int] = []

  init() {}

  /// Appends the components of the current value.
  public mutating func add(_ value: SIMD4<Float>, count: Int) {
    guard let path = PropertyPath(steps) else { return }
    entries.append(Entry(path: path, value: value, count: count))
  }

  /// Lists the content of the value at a position.
  mutating func step(into position: Int, _ body: (inout NumberList) -> Void) {
    steps.append(position)
    body(&self)
    steps.removeLast()
  }
}

extension Record {
  /// The animatable properties, with their values.
  public var numbers: [NumberList.Entry] {
    var list = NumberList()
    listNumbersOfProperties(&list)
    return list.entries
  }

  func listNumbersOfProperties(_ list: inout NumberList) {
    var visitor = ListNumbers(root: self, list: list)
    Self.properties(&visitor)
    list = visitor.list
  }
}

/// Lists the numbers of each property.
private struct ListNumbers<Root>: PropertyVisitor {
  let root: Root
  var list: NumberList
  var index = 0

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    let value = root[keyPath: path]
    list.step(into: index) { value.listNumbers(&$0) }
    index += 1
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Lists the numbers of the current payload of a variant.
struct ListCaseNumbers<Root>: CaseVisitor {
  let value: Root
  var list: NumberList
  var position = 0

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    if let payload = payload(value) {
      list.step(into: position) { payload.listNumbers(&$0) }
    }
    position += 1
  }
}
