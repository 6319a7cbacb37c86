public import CaromDocuments
public import CaromProperties

/// What a game takes a node for, with properties of its own; in files `{ "pearl": { "life": 0.5 } }`.
public protocol Role: Part {
  /// The name in files.
  static var name: String { get }
}

/// The role of a node, or none.
public struct RoleValue: PropertyValue {
  /// The role.
  public var value: (any Role)?
  /// What the role may be while state is read back; not part of the state.
  var types: [any Role.Type] = []

  /// Makes no role.
  public init() {}

  /// Makes a role.
  public init(_ value: any Role) { self.value = value }

  /// Reads an object with one key, the name of a role the game has.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    let types = reader[RoleTypes.self]
    let accepted =
      types.isEmpty
      ? "nothing, as the game has no roles,"
      : "an object with one key out of \(types.map { $0.name }.joined(separator: ", "))"
    guard let members = json.members, members.count == 1,
      let member = members.first(where: { _ in true })
    else { return reader.fail(json, wants: accepted) }
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

  /// Writes what changed in the role, another role whole, or null for none.
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

  /// One of the game's roles.
  public static func schema(_ info: PropertyInfo, _ schema: inout Schema) -> String {
    let types = schema[RoleTypes.self]
    guard !types.isEmpty else { return "{\"type\":\"object\"}" }
    let forms = types.map { type in
      "{\"type\":\"object\",\"required\":[\"\(type.name)\"],\"additionalProperties\":false,"
        + "\"properties\":{\"\(type.name)\":\(type.schema(PropertyInfo(type.name), &schema))}}"
    }
    return "{\"oneOf\":[\(forms.joined(separator: ","))]}"
  }

  /// Appends whether there is a role, its name and its state.
  public func save(_ sink: inout StateSink) {
    sink.put(value != nil)
    guard let value else { return }
    sink.put(Swift.type(of: value).name)
    value.save(&sink)
  }

  /// Reads the state back into a role of the same name.
  ///
  /// Another role than the one that is there comes from ``Scene/roleTypes``, by the scene.
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

  /// Finds a property of the role that is there: `role.pearl.life`.
  public mutating func modify(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    guard let left = path.first else { return access.apply(&self) }
    guard let role = value else { return access.noteMissing() }
    value = RoleValue.reached(role, -left, &access)
  }

  /// Finds a property of the role that is there.
  public func inspect(_ path: ArraySlice<Int>, _ access: inout PropertyAccess) {
    guard let left = path.first else { return access.write(self) }
    guard let role = value else { return access.noteMissing() }
    _ = RoleValue.reached(role, -left, &access)
  }

  /// The role at hand alone knows its names, so that all that is left of a path is one step.
  public static func resolve(_ path: ArraySlice<String>, _ miss: inout UnresolvedPath) -> [Int]? {
    path.isEmpty ? [] : [-path.count]
  }

  private static func reached<R: Role>(_ role: R, _ left: Int, _ access: inout PropertyAccess) -> R
  {
    var role = role
    access.enter(&role, named: R.name, left: left)
    return role
  }

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

/// The roles that the game of a file has, for reading and for the schema.
public enum RoleTypes: ContextKey {
  /// No roles.
  public static var defaultValue: [any Role.Type] { [] }
}
