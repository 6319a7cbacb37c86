import CaromProperties
import CaromSceneGraph

/// A component that becomes an element of the document: its name and its content.
struct ComponentElement {
  /// The content of an element.
  enum Content {
    case record(any Record)
    /// A value that is not a record, such as the angle of an enum case.
    case value(any PropertyValue, PropertyInfo)
    /// A variant, whose case becomes a separate element.
    case choice(any PropertyValue)
  }
  /// The name of the element.
  var name: String
  var content: Content
}

/// Caches the components and attributes of declared types while a document is built.
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

  /// The components of a record, in declaration order.
  func components<R: Record>(of record: R) -> [ComponentElement] {
    var visitor = ComponentLister(root: record, types: self)
    R.properties(&visitor)
    return visitor.components
  }

  /// The selected case of a variant with its payload; roles are treated as variants.
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
      if let part = value as? any DescribedPart { return .record(part.state) }
      return (value as? any Record).map { .record($0) }
    case .choice:
      if let role = value as? RoleValue, role.value == nil { return nil }
      return .choice(value)
    case .attribute: return .value(value, info)
    case .list, .hidden: return nil
    }
  }
}

/// Collects the components of a record.
private struct ComponentLister<Root>: PropertyVisitor {
  let root: Root
  let types: ElementTypeCache
  var components: [ComponentElement] = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    let kind = types.kind(of: V.self)
    switch kind {
    case .attribute, .hidden: return
    case .record, .choice:
      let value: any PropertyValue = root[keyPath: path]
      guard let optional = value as? any OptionalComponent else { return add(value, info()) }
      if let wrapped = optional.wrapped { add(wrapped, info()) }
    case .list:
      guard let list = root[keyPath: path] as? any ListProperty else { return }
      var info = info()
      // The list `labels` becomes elements named `label`.
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
    // Inlined variants and roles become elements of the record itself.
    if info.form == .choice || value is RoleValue {
      if let part = types.chosen(of: value) { components.append(part) }
    } else if let content = types.content(of: value, info) {
      components.append(ComponentElement(name: info.key, content: content))
    }
  }
}

/// Detects optionals that are nil.
private protocol OptionalComponent {
  /// The wrapped value, if any.
  var wrapped: (any PropertyValue)? { get }
}
extension Optional: OptionalComponent where Wrapped: PropertyValue {
  var wrapped: (any PropertyValue)? { self }
}

/// Finds the selected case of a variant.
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
