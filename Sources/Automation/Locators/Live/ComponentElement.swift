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

/// What is known of declared types: which of their properties become elements or attributes.
///
/// Kept from one document to the next, because visiting the declarations costs more than reading
/// the values.
final class ElementTypeCache {
  private var kinds: [ObjectIdentifier: ElementKind] = [:]
  private var attributes: [ObjectIdentifier: DeclaredAttributes] = [:]
  private var sources: [ObjectIdentifier: AnyObject] = [:]

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
    var components: [ComponentElement] = []
    for source in componentSources(of: R.self).list {
      switch source.read {
      case .one(let read):
        if let value = read(record) { add(value, source, &components) }
      case .list(let read):
        for value in read(record) { add(value, source, &components) }
      }
    }
    return components
  }

  private func componentSources<R: Record>(of type: R.Type) -> ComponentSources<R> {
    if let known = sources[ObjectIdentifier(type)] as? ComponentSources<R> { return known }
    let made = ComponentSources<R>(self)
    sources[ObjectIdentifier(type)] = made
    return made
  }

  private func add<R>(
    _ value: any PropertyValue, _ source: ComponentSources<R>.Source,
    _ components: inout [ComponentElement]
  ) {
    if source.isInlined {
      if let part = chosen(of: value) { components.append(part) }
    } else if let content = content(of: value, source.info) {
      components.append(ComponentElement(name: source.info.key, content: content))
    }
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

/// The properties of a record type that become elements, with functions that read them.
private final class ComponentSources<Root: Record> {
  /// A property.
  struct Source {
    var info: PropertyInfo
    /// Whether the elements are those of the selected case, without one named after the property.
    var isInlined: Bool
    var read: ComponentReader<Root>
  }

  let list: [Source]

  init(_ types: ElementTypeCache) {
    var visitor = ComponentLister<Root>(types: types)
    Root.properties(&visitor)
    list = visitor.list
  }
}

/// Reads the value or the values of a property.
private enum ComponentReader<Root> {
  case one((Root) -> (any PropertyValue)?)
  case list((Root) -> [any PropertyValue])
}

/// Collects the properties of a record type that become elements.
private struct ComponentLister<Root: Record>: PropertyVisitor {
  let types: ElementTypeCache
  var list: [ComponentSources<Root>.Source] = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    switch types.kind(of: V.self) {
    case .attribute, .hidden: return
    case .record, .choice:
      let optional = (V.self as? any OptionalProperty.Type)?.reader(path)
      add(V.self, info(), .one(optional ?? { $0[keyPath: path] }))
    case .list:
      guard let type = V.self as? any ListProperty.Type, let read = type.reader(path) else {
        return
      }
      var info = info()
      // The list `labels` becomes elements named `label`.
      if info.key.hasSuffix("s") { info.key.removeLast() }
      add(type.content, info, .list(read))
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  private mutating func add(
    _ type: any PropertyValue.Type, _ info: PropertyInfo, _ read: ComponentReader<Root>
  ) {
    let content = (type as? any OptionalProperty.Type)?.content ?? type
    list.append(
      ComponentSources.Source(
        info: info, isInlined: info.form == .choice || content == RoleValue.self, read: read))
  }
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
