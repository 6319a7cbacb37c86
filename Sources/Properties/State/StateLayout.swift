import CaromMaths

/// The names, types and order of the values in a state, from which its format tag is computed.
///
/// State bytes have no names, so they can be read only by a program whose types have the same
/// layout. The layout starts at root types and follows their declarations. A type that is not
/// declared contributes the names and types of its stored properties.
///
///     var layout = StateLayout()
///     layout.add(NodeState.self)
///     let tag = layout.tag
public struct StateLayout {
  /// The records that the roots contain, in order of discovery.
  public private(set) var records: [any Record.Type] = []
  /// One line for each described type: its name and its members.
  public private(set) var lines: [String] = []
  private var visited: Set<ObjectIdentifier> = []

  /// Creates an empty layout.
  public init() {}

  /// Adds a type and all types that it contains; has no effect for a type added before.
  public mutating func add<V: PropertyValue>(_ type: V.Type) {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return }
    if let record = type as? any Record.Type { records.append(record) }
    type.describeState(&self)
  }

  /// Adds a record whose type is known only at run time, such as a root.
  public mutating func add(record type: any Record.Type) {
    if let value = type as? any PropertyValue.Type { return add(value) }
    guard visited.insert(ObjectIdentifier(type)).inserted else { return }
    records.append(type)
    type.describeProperties(&self)
  }

  /// Adds the members of a type in the order of the state.
  public mutating func add(_ members: [String], of type: Any.Type) {
    lines.append("\(type){\(members.joined(separator: ","))}")
  }

  /// Adds the stored properties of an instance whose type is not declared, by names and types.
  public mutating func add(storedPropertiesOf value: Any) {
    let members = Self.storedProperties(of: Mirror(reflecting: value))
    if !members.isEmpty { add(members, of: type(of: value)) }
  }

  private static func storedProperties(of mirror: Mirror) -> [String] {
    let inherited = mirror.superclassMirror.map(storedProperties) ?? []
    return inherited + mirror.children.map { "\($0.label ?? "")-\(type(of: $0.value))" }
  }

  /// A tag of 16 hexadecimal digits that changes when the layout does.
  public var tag: String {
    var hash = StateHash()
    for line in lines { Array((line + "\n").utf8).withUnsafeBytes { hash.combine(bytes: $0) } }
    return hexadecimal(hash.value)
  }
}

extension PropertyValue {
  /// Describes the stored properties of the default value.
  public static func describeState(_ layout: inout StateLayout) {
    layout.add(storedPropertiesOf: Self())
  }
}

extension Record {
  static func describeProperties(_ layout: inout StateLayout) {
    var visitor = LayoutOfProperties<Self>(layout: layout)
    properties(&visitor)
    layout = visitor.layout
    layout.add(visitor.members, of: Self.self)
  }
}

private struct LayoutOfProperties<Root>: PropertyVisitor {
  var layout: StateLayout
  var members: [String] = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if scope.isInState { members.append("\(info().key):\(V.self)") }
    layout.add(V.self)
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  mutating func embed<P: Part>(_ path: WritableKeyPath<Root, P>) {
    members.append(":\(P.self)")
    layout.add(P.self)
  }
}

struct LayoutOfCases<Root>: CaseVisitor {
  var layout: StateLayout
  var members: [String] = []

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    members.append("\(info().key):\(P.self)")
    layout.add(P.self)
  }
}
