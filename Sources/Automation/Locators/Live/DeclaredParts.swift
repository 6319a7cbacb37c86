import CaromProperties
import CaromSceneGraph

/// What a record holds that becomes elements: the property's key and what is there.
struct DeclaredPart {
  /// What an element shows.
  enum Content {
    case record(any Record)
    /// A value that is no record, such as the angle of a case.
    case value(any PropertyValue, PropertyInfo)
    /// A choice, whose case is an element of its own.
    case choice(any PropertyValue)
  }
  /// The element's name.
  var name: String
  var content: Content
}

/// What is known of types while a tree is made.
final class DeclaredTypes {
  private var kinds: [ObjectIdentifier: DeclaredType] = [:]
  private var attributes: [ObjectIdentifier: DeclaredAttributes] = [:]

  func kind(of type: any PropertyValue.Type) -> DeclaredType {
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = DeclaredType.of(type)
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }

  func attributes<R: Record>(of type: R.Type) -> DeclaredAttributes {
    if let known = attributes[ObjectIdentifier(type)] { return known }
    let list = DeclaredAttributes(of: type)
    attributes[ObjectIdentifier(type)] = list
    return list
  }

  /// The parts of a record, in the order of their declaration.
  func parts<R: Record>(of record: R) -> [DeclaredPart] {
    var visitor = ListParts(root: record, types: self)
    R.properties(&visitor)
    return visitor.parts
  }

  /// The case that a choice has, with its payload; a role counts as one.
  func chosen(of value: any PropertyValue) -> DeclaredPart? {
    if let role = value as? RoleValue {
      return role.value.map { DeclaredPart(name: type(of: $0).name, content: .record($0)) }
    }
    guard let choice = value as? any Variant else { return nil }
    return chosenCase(of: choice)
  }

  private func chosenCase<C: Variant>(of choice: C) -> DeclaredPart? {
    var visitor = FindCase(value: choice, types: self)
    C.cases(&visitor)
    return visitor.part
  }

  fileprivate func content(of value: any PropertyValue, _ info: PropertyInfo) -> DeclaredPart
    .Content?
  {
    switch kind(of: type(of: value)) {
    case .record:
      if let body = value as? PhysicsBody { return .record(body.state) }
      return (value as? any Record).map { .record($0) }
    case .choice:
      if let role = value as? RoleValue, role.value == nil { return nil }
      return .choice(value)
    case .attribute: return .value(value, info)
    case .list, .hidden: return nil
    }
  }
}

/// Gathers what is no attribute.
private struct ListParts<Root>: PropertyVisitor {
  let root: Root
  let types: DeclaredTypes
  var parts: [DeclaredPart] = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    let kind = types.kind(of: V.self)
    switch kind {
    case .attribute, .hidden: return
    case .record, .choice:
      let value: any PropertyValue = root[keyPath: path]
      guard let optional = value as? any OptionalValue else { return add(value, info()) }
      if let something = optional.something { add(something, info()) }
    case .list:
      guard let list = root[keyPath: path] as? any ListProperty else { return }
      var info = info()
      // `labels` are elements called label.
      if info.key.hasSuffix("s") { info.key.removeLast() }
      for item in list.items { add(item, info) }
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  private mutating func add(_ value: any PropertyValue, _ info: PropertyInfo) {
    // The cases of an inlined choice, and roles, stand in the record itself.
    if info.form == .choice || value is RoleValue {
      if let part = types.chosen(of: value) { parts.append(part) }
    } else if let content = types.content(of: value, info) {
      parts.append(DeclaredPart(name: info.key, content: content))
    }
  }
}

/// Tells an optional that is nil from one that is not.
private protocol OptionalValue {
  /// What is there, if anything is.
  var something: (any PropertyValue)? { get }
}
extension Optional: OptionalValue where Wrapped: PropertyValue {
  var something: (any PropertyValue)? { self }
}

/// Finds the case that a choice has.
private struct FindCase<Root>: CaseVisitor {
  let value: Root
  let types: DeclaredTypes
  var part: DeclaredPart?

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    guard part == nil, let payload = payload(value) else { return }
    let info = info()
    part =
      types.content(of: payload, info).map { DeclaredPart(name: info.key, content: $0) }
      ?? DeclaredPart(name: info.key, content: .value(payload, info))
  }
}
