import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// The mapping of a declared property type to elements and attributes of a document.
enum ElementKind {
  /// An attribute.
  case attribute
  /// An element named after the property's key.
  case record
  /// An element named after the key, containing one named after the case; an inlined variant has
  /// only the latter.
  case choice
  /// One element for each item.
  case list
  /// Not represented: a long list of plain values, such as the triangles of a mesh.
  case hidden

  /// Classifies a type; takes some hundred nanoseconds, so results are cached.
  static func of(_ type: any PropertyValue.Type) -> ElementKind {
    if type is any DescribedPart.Type || type is any Record.Type { return .record }
    if type == RoleValue.self || type is any Variant.Type { return .choice }
    if let optional = type as? any OptionalProperty.Type { return of(optional.content) }
    if let list = type as? any ListProperty.Type {
      switch of(list.content) {
      case .record, .choice: return .list
      case .attribute, .list, .hidden: return .hidden
      }
    }
    return .attribute
  }
}

/// Gives access to the wrapped type of an optional, and to its value in a record.
protocol OptionalProperty {
  static var content: any PropertyValue.Type { get }
  /// The wrapped value, if any.
  var wrapped: (any PropertyValue)? { get }
  /// A function that reads the wrapped value of a property of this type; nil for one of another
  /// type.
  static func reader<Root>(_ path: PartialKeyPath<Root>) -> ((Root) -> (any PropertyValue)?)?
}
extension Optional: OptionalProperty where Wrapped: PropertyValue {
  static var content: any PropertyValue.Type { Wrapped.self }
  var wrapped: (any PropertyValue)? { self }
  static func reader<Root>(_ path: PartialKeyPath<Root>) -> ((Root) -> (any PropertyValue)?)? {
    guard let path = path as? KeyPath<Root, Self> else { return nil }
    return { $0[keyPath: path] }
  }
}

/// Gives access to the element type of an array, and to its elements in a record.
protocol ListProperty {
  static var content: any PropertyValue.Type { get }
  var items: [any PropertyValue] { get }
  /// A function that reads the elements of a property of this type; nil for one of another type.
  static func reader<Root>(_ path: PartialKeyPath<Root>) -> ((Root) -> [any PropertyValue])?
}
extension Array: ListProperty where Element: PropertyValue {
  static var content: any PropertyValue.Type { Element.self }
  var items: [any PropertyValue] { self }
  static func reader<Root>(_ path: PartialKeyPath<Root>) -> ((Root) -> [any PropertyValue])? {
    guard let path = path as? KeyPath<Root, Self> else { return nil }
    return { $0[keyPath: path] }
  }
}

/// The attributes that a record type declares, by position; computed once for each document.
struct DeclaredAttributes {
  /// The keys in declaration order, with their position among all properties.
  private(set) var list: [(key: String, position: Int)] = []
  private var positions: [String: Int] = [:]

  init<R: Record>(of _: R.Type) {
    var visitor = AttributeLister<R>()
    R.properties(&visitor)
    list = visitor.list
    for (key, position) in list where positions[key] == nil { positions[key] = position }
  }

  /// The position of the property with a key.
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

/// Encodes one property of a record, selected by position, in the format of scene files.
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
  /// The value of the property at a position, in the format of scene files.
  ///
  /// - Parameters:
  ///   - position: The position among all properties.
  ///   - writer: A writer that resolves the paths of nodes.
  /// - Returns: JSON text.
  func writtenProperty(at position: Int, _ writer: PropertyWriter) -> String {
    var visitor = PropertyExtractor(self, position, writer)
    Self.properties(&visitor)
    return visitor.writer.json.text
  }
}
