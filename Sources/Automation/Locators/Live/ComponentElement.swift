import CaromProperties
import CaromSceneGraph

/// What a record holds that becomes elements: the property's key and what is there.
struct ComponentElement {
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
final class ElementTypeCache {
  private var kinds: [ObjectIdentifier: ElementKind] = [:]
  private var attributes: [ObjectIdentifier: DeclaredAttributes] = [:]

  func kind(of type: any PropertyValue.Type) -> ElementKind {
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = ElementKind.of(type)
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
  func parts<R: Record>(of record: R) -> [ComponentElement] {
    var visitor = ComponentLister(root: record, types: self)
    R.properties(&visitor)
    return visitor.parts
  }

  /// The case that a choice has, with its payload; a role counts as one.
  func chosen(of value: any PropertyValue) -> ComponentElement? {
    if let role = value as? RoleValue {
      return role.value.map { ComponentElement(name: type(of: $0).name, content: .record($0)) }
    }
    guard let choice = value as? any Variant else { return nil }
    return chosenCase(of: choice)
  }

  private func chosenCase<C: Variant>(of choice: C) -> ComponentElement? {
    var visitor = CaseFinder(value: choice, types: self)
    C.cases(&visitor)
    return visitor.part
  }

  fileprivate func content(of value: any PropertyValue, _ info: PropertyInfo) -> ComponentElement
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
private struct ComponentLister<Root>: PropertyVisitor {
  let root: Root
  let types: ElementTypeCache
  var parts: [ComponentElement] = []

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
      parts.append(ComponentElement(name: info.key, content: content))
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
private struct CaseFinder<Root>: CaseVisitor {
  let value: Root
  let types: ElementTypeCache
  var part: ComponentElement?

  mutating func visit<P: PropertyValue>(
    _ info: @autoclosure () -> PropertyInfo, _ make: (P) -> Root, _ payload: (Root) -> P?
  ) {
    guard part == nil, let payload = payload(value) else { return }
    let info = info()
    part =
      types.content(of: payload, info).map { ComponentElement(name: info.key, content: $0) }
      ?? ComponentElement(name: info.key, content: .value(payload, info))
  }
}
