import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// What the type of a declared property becomes in a tree of elements.
enum ElementKind {
  /// An attribute.
  case attribute
  /// An element named by the property's key.
  case record
  /// An element named by its key, or of an inlined choice none, with one named by its case.
  case choice
  /// An element for each item.
  case list
  /// Neither: a long list of plain values, such as the triangles of a mesh.
  case hidden

  /// Classifies a type; costs some hundred nanoseconds, so answers are kept.
  static func of(_ type: any PropertyValue.Type) -> ElementKind {
    if type == PhysicsBody.self || type is any Record.Type { return .record }
    if type == RoleValue.self || type is any Variant.Type { return .choice }
    if let optional = type as? any OptionalProperty.Type { return of(optional.content) }
    if let list = type as? any ListProperty.Type {
      switch of(list.content) {
      case .record, .choice: return .list
      default: return .hidden
      }
    }
    return .attribute
  }
}

/// Sees through optionals without knowing what is in them.
private protocol OptionalProperty {
  static var content: any PropertyValue.Type { get }
}
extension Optional: OptionalProperty where Wrapped: PropertyValue {
  static var content: any PropertyValue.Type { Wrapped.self }
}

/// Sees through arrays without knowing what is in them.
protocol ListProperty {
  static var content: any PropertyValue.Type { get }
  /// The items, each by itself.
  var items: [any PropertyValue] { get }
}
extension Array: ListProperty where Element: PropertyValue {
  static var content: any PropertyValue.Type { Element.self }
  var items: [any PropertyValue] { self }
}

/// The attributes that a type of records declares, by position; found once for each tree.
struct DeclaredAttributes {
  /// The keys with their position among all properties, in order.
  private(set) var list: [(key: String, position: Int)] = []
  private var positions: [String: Int] = [:]

  init<R: Record>(of _: R.Type) {
    var visitor = AttributeLister<R>()
    R.properties(&visitor)
    list = visitor.list
    for (key, position) in list where positions[key] == nil { positions[key] = position }
  }

  /// The position of the property of a key.
  func position(of key: String) -> Int? { positions[key] }
}

private struct AttributeLister<Root>: PropertyVisitor {
  var list: [(key: String, position: Int)] = []
  private var position = 0

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if case .attribute = ElementKind.of(V.self) { list.append((info().key, position)) }
    position += 1
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

/// Writes one property of a record as files have it, by its position.
private struct PropertyExtractor<Root>: PropertyVisitor {
  let root: Root
  let wanted: Int
  var writer: PropertyWriter
  private var position = 0

  init(_ root: Root, _ wanted: Int, _ writer: PropertyWriter) {
    self.root = root
    self.wanted = wanted
    self.writer = writer.blank
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    if position == wanted { root[keyPath: path].write(info(), &writer) }
    position += 1
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension Record {
  /// The property at a position as files have it.
  ///
  /// - Parameters:
  ///   - position: Its place among all properties.
  ///   - writer: What knows the paths of nodes.
  /// - Returns: JSON.
  func writtenProperty(at position: Int, _ writer: PropertyWriter) -> String {
    var visitor = PropertyExtractor(self, position, writer)
    Self.properties(&visitor)
    return visitor.writer.json.text
  }
}
