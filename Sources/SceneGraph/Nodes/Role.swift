public import CaromDocuments
public import CaromProperties

/// The role of a node in a game, with its own properties; in files `{ "pearl": { "life": 0.5 } }`.
public protocol Role: Part {
  /// The name of the role in files.
  static var name: String { get }
  /// Whether the role has no effect in a scene that no game plays.
  static var needsGame: Bool { get }

  /// Reports problems of the role that depend on other nodes, such as a motor that is not there.
  ///
  /// Called once all nodes of a file were read and all references to nodes were resolved.
  ///
  /// - Parameters:
  ///   - node: The node with the role.
  ///   - json: The role in the file.
  ///   - reader: The reader that reports the problems, by `fail`.
  func check(_ node: Node, _ json: JSON, _ reader: inout Reader)
}

extension Role {
  /// Most roles are found by the rules of a game.
  public static var needsGame: Bool { true }
  /// The role as its own type, in a fifth of the time of a dynamic cast; nil if it is of another.
  func cast<R: Role>(to _: R.Type = R.self) -> R? {
    Self.self == R.self ? unsafeBitCast(self, to: R.self) : nil
  }
  /// Reports nothing.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {}
}

/// The role of a node, or none.
public struct RoleValue: PropertyValue {
  /// The role.
  public var value: (any Role)?
  /// The role types to choose from while state is restored; not part of the state.
  var types: [any Role.Type] = []

  /// The type of the role, for comparisons.
  var type: ObjectIdentifier? { value.map { ObjectIdentifier(Swift.type(of: $0)) } }

  /// Creates a value without a role.
  public init() {}

  /// Creates a value with a role.
  public init(_ value: any Role) { self.value = value }

  /// Reads an object with one key, the name of a role of the game.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    let types = reader[RoleTypes.self]
    let accepted =
      types.isEmpty
      ? "no role (the game declares none)"
      : "an object with one key out of \(types.map { $0.name }.joined(separator: ", "))"
    guard let members = json.members, members.count == 1,
      let member = members.first(where: { _ in true })
    else {
      let named = types.first { $0.name == json.string }
      return reader.fail(json, wants: named.map { "{ \"\($0.name)\": {} }" } ?? accepted)
    }
    guard let type = types.first(where: { member.isNamed($0.name) }) else {
      let hint = suggestion(for: member.key, in: types.map { $0.name })
      return reader.report(member.problem("unknown role \"\(member.key)\"" + hint))
    }
    reader.layers = reader.layers.compactMap { $0[member.key] }
    value = RoleValue.read(type, over: value, member.value, &reader)
  }

  private static func read<R: Role>(
    _: R.Type, over value: (any Role)?, _ json: JSON, _ reader: inout Reader
  ) -> any Role {
    var role = value as? R ?? R()
    role.read(json, PropertyInfo(R.name), &reader)
    return role
  }

  /// Writes an object with one key, or null for none.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    guard let value else { return writer.json.raw("null") }
    writer.json.beginObject()
    writer.json.key(Swift.type(of: value).name)
    value.write(PropertyInfo(Swift.type(of: value).name), &writer)
    writer.json.endObject()
  }

  /// Writes the changed properties of the role, the whole role if its type changed, or null for
  /// none.
  public func writeDifference(
    from base: RoleValue, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    guard let value else {
      if base.value == nil { return false }
      writer.json.null()
      return true
    }
    return RoleValue.writeDifference(value, from: base, &writer)
  }

  private static func writeDifference<R: Role>(
    _ value: R, from base: RoleValue, _ writer: inout PropertyWriter
  ) -> Bool {
    guard let other = base.value as? R else {
      RoleValue(value).write(PropertyInfo(""), &writer)
      return true
    }
    var part = writer.blank
    guard value.writeDifference(from: other, PropertyInfo(R.name), &part) else { return false }
    writer.json.beginObject()
    writer.json.key(R.name)
    writer.json.raw(part.json.text)
    writer.json.endObject()
    return true
  }

  /// The JSON schema: one of the roles.
  ///
  /// Games can have different roles of the same name; an object is accepted if it is one of them.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    let types = schema[RoleTypes.self]
    guard !types.isEmpty else { return "{\"type\":\"object\"}" }
    var roles: [(name: String, forms: [String])] = []
    for type in types {
      let form = type.schema(PropertyInfo(type.name), &schema)
      if let index = roles.firstIndex(where: { $0.name == type.name }) {
        roles[index].forms.append(form)
      } else {
        roles.append((type.name, [form]))
      }
    }
    let cases = roles.map { name, forms in
      let all = forms.joined(separator: ",")
      return (name, forms.count == 1 ? all : "{\"anyOf\":[\(all)]}")
    }
    return "{\"type\":\"object\",\(Schema.oneKey(of: cases).dropFirst())"
  }

  /// Writes whether there is a role, its name and its state.
  public func save(_ sink: inout StateSink) {
    sink.put(value != nil)
    guard let value else { return }
    sink.put(Swift.type(of: value).name)
    value.save(&sink)
  }

  /// Restores the state into a role of the same name.
  ///
  /// A role of another type is created from ``Scene/roleTypes``, which the scene supplies.
  public mutating func load(_ source: inout StateSource) {
    guard source.getBool() else {
      value = nil
      return
    }
    let name = source.getString()
    let known = value.map { [Swift.type(of: $0)] + types } ?? types
    guard let type = known.first(where: { $0.name == name }) else {
      return source.reject("the role \(name) is not known here")
    }
    value = RoleValue.load(type, over: value, &source)
  }

  private static func load<R: Role>(
    _: R.Type, over value: (any Role)?, _ source: inout StateSource
  ) -> any Role {
    var role = value as? R ?? R()
    role.load(&source)
    return role
  }

  /// Resolves a property of the current role, such as `role.pearl.life`.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    guard let negativeDepth = path.first else { return access.apply(&self) }
    guard let role = value else { return access.noteMissing() }
    value = RoleValue.reached(role, -negativeDepth, &access)
  }

  /// Resolves a property of the current role.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    guard let negativeDepth = path.first else { return access.write(self) }
    guard let role = value else { return access.noteMissing() }
    _ = RoleValue.reached(role, -negativeDepth, &access)
  }

  /// Property names depend on the type of the current role, so the rest of a path becomes a single
  /// step: the negative number of names in it.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    path.isEmpty ? [] : [-path.count]
  }

  private static func reached<R: Role>(
    _ role: R, _ depth: Int, _ access: inout PropertyAccess
  ) -> R {
    var role = role
    access.enter(&role, named: R.name, left: depth)
    return role
  }

  /// Calls a closure with every node reference in the properties of the role.
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    guard let role = value else { return }
    value = updated(role, body)
  }

  private func updated<R: Role>(_ role: R, _ body: (inout NodeReference) -> Void) -> R {
    withoutActuallyEscaping(body) { body in
      var visitor = UpdateReferences(root: role, body: body)
      R.properties(&visitor)
      return visitor.root
    }
  }
}

/// The roles of the game of a file, for reading and for the schema.
public enum RoleTypes: ContextKey {
  /// The default: no roles.
  public static var defaultValue: [any Role.Type] { [] }
}
