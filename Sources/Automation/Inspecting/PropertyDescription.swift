import CaromDocuments
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A property of an object with its declaration, as an inspector shows it.
struct PropertyDescription {
  /// The dotted path, such as `physics.mass`, which `set` accepts.
  var path: String
  /// The declaration.
  var info: PropertyInfo
  /// The value in the format of scene files.
  var value: String
  /// The value of a new object of the same type.
  var defaultValue: String
  /// The names that are accepted, for a property that is one of several names.
  var choices: [String] = []

  /// Describes the properties of a record and of its parts, in the order of their declaration.
  ///
  /// Absent parts and long lists of plain values, such as the triangles of a mesh, are left out.
  ///
  /// - Parameters:
  ///   - record: The object.
  ///   - includesState: Whether properties are described that files do not contain.
  /// - Returns: The descriptions.
  static func all(of record: any Record, includesState: Bool) -> [PropertyDescription] {
    let list = PropertyDescriptionList(includesState: includesState)
    list.add(record, at: "")
    return list.found
  }

  /// Describes the properties of a node that files can contain.
  ///
  /// Files have the rotation in the form that was set; here, both forms have it.
  static func all(of node: Node) -> [PropertyDescription] {
    var found = all(of: node.state, includesState: false)
    var other = node.state
    if other.usesEulerAngles {
      other.orientation = other.storedOrientation
    } else {
      other.eulerAngles = other.storedOrientation.eulerAngles
    }
    for key in ["eulerAnglesDegrees", "orientation"] {
      guard let index = found.firstIndex(where: { $0.path == key }),
        found[index].value == found[index].defaultValue, let value = try? other.get(key)
      else { continue }
      found[index].value = value
    }
    return found
  }

  /// Writes the description as an object.
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("path", path)
      json.member("summary", info.summary)
      json.member("unit", info.unit.rawValue)
      if let range = info.range {
        json.member("minimum") { $0.value(range.lowerBound) }
        json.member("maximum") { $0.value(range.upperBound) }
      }
      json.member("value") { $0.raw(value) }
      json.member("default") { $0.raw(defaultValue) }
      if !choices.isEmpty {
        json.member("choices") { $0.array(choices) { $0.value($1) } }
      }
    }
  }
}

/// Collects the descriptions of an object and its parts.
private final class PropertyDescriptionList {
  let includesState: Bool
  let types = ElementTypeCache()
  var found: [PropertyDescription] = []

  init(includesState: Bool) { self.includesState = includesState }

  func add<R: Record>(_ record: R, at prefix: String) {
    var visitor = PropertyDescriber(root: record, defaults: R(), list: self, prefix: prefix)
    R.properties(&visitor)
  }

  /// Adds the properties of a part, of the chosen case of a variant, or of the items of a list.
  func addPart(_ value: any PropertyValue, _ info: PropertyInfo, at prefix: String) {
    switch types.kind(of: type(of: value)) {
    case .attribute, .hidden: return
    case .record:
      if let part = value as? any DescribedPart {
        add(part.state, at: "\(prefix)\(info.key).")
      } else if let record = value as? any Record {
        add(record, at: "\(prefix)\(info.key).")
      }
    case .choice:
      guard let chosen = types.chosen(of: value) else { return }
      let path = info.form == .choice ? prefix : "\(prefix)\(info.key)."
      switch chosen.content {
      case .record(let record): add(record, at: "\(path)\(chosen.name).")
      case .choice(let inner): addPart(inner, PropertyInfo(chosen.name), at: path)
      case .value(let value, let info): addLeaf(value, info, at: path + chosen.name, "null")
      }
    case .list:
      guard let items = (value as? any ListProperty)?.items else { return }
      for (index, item) in items.enumerated().prefix(64) {
        addPart(item, PropertyInfo("\(index)"), at: "\(prefix)\(info.key).")
      }
    }
  }

  func addLeaf(
    _ value: some PropertyValue, _ info: PropertyInfo, at path: String, _ defaultValue: String
  ) {
    var info = info
    if info.unit == .none, value is Color || value is Color? { info.unit = .color }
    found.append(
      PropertyDescription(
        path: path, info: info, value: Self.text(of: value, info), defaultValue: defaultValue,
        choices: Self.choices(of: type(of: value))))
  }

  static func text(of value: some PropertyValue, _ info: PropertyInfo) -> String {
    var writer = PropertyWriter()
    value.write(info, &writer)
    return writer.json.text.isEmpty ? "null" : writer.json.text
  }

  private static func choices(of type: any PropertyValue.Type) -> [String] {
    func names<E: EnumName>(_: E.Type) -> [String] { E.allCases.map(\.rawValue) }
    return (type as? any EnumName.Type).map { names($0) } ?? []
  }
}

/// Describes the properties of one record.
private struct PropertyDescriber<Root>: PropertyVisitor {
  let root: Root
  let defaults: Root
  let list: PropertyDescriptionList
  let prefix: String

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInFile || list.includesState else { return }
    switch list.types.kind(of: V.self) {
    case .hidden: return
    case .attribute:
      let info = info()
      list.addLeaf(
        root[keyPath: path], info, at: prefix + info.key,
        PropertyDescriptionList.text(of: defaults[keyPath: path], info))
    case .record, .choice, .list:
      let value: any PropertyValue = root[keyPath: path]
      guard let optional = value as? any OptionalProperty else {
        return list.addPart(value, info(), at: prefix)
      }
      if let wrapped = optional.wrapped { list.addPart(wrapped, info(), at: prefix) }
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}
