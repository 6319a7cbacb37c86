import CaromDocuments

/// Collects the definitions of a JSON Schema (draft 2020-12), one for each record and variant.
///
/// Null resets any property that is not required. A partial schema describes the content of
/// defaults and overrides, where nothing is required; its definitions end in `Part`.
public struct Schema {
  private var definitions: [(name: String, text: String)] = []
  private var names: [ObjectIdentifier: String] = [:]
  private var partialNames: [ObjectIdentifier: String] = [:]
  private var usedNames: Set<String> = []
  /// Whether the current definitions are partial.
  public var isPartial = false
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes an empty collection.
  public init() {}

  /// The value that a module stores under a key, such as the roles of a game.
  public subscript<K: ContextKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// A reference to the definition of a type, which `make` writes the first time.
  public mutating func definition(of type: Any.Type, _ make: (inout Schema) -> String) -> String {
    let key = ObjectIdentifier(type)
    if let name = isPartial ? partialNames[key] : names[key] { return Self.reference(name) }
    let plain = Self.plainName(of: type) + (isPartial ? "Part" : "")
    var name = plain
    var number = 2
    while !usedNames.insert(name).inserted {
      name = plain + String(number)
      number += 1
    }
    if isPartial { partialNames[key] = name } else { names[key] = name }
    let text = make(&self)
    definitions.append((name, text))
    return Self.reference(name)
  }

  /// The definitions as object members, sorted by name.
  public var definitionMembers: String {
    definitions.sorted { $0.name < $1.name }.map { "\(quoted($0.name)):\($0.text)" }
      .joined(separator: ",")
  }

  /// A complete schema document for one record, in canonical layout.
  public static func document<R: Record>(of _: R.Type, title: String = "") -> String {
    var schema = Schema()
    let reference = R.schemaOfProperties(&schema)
    let heading = title.isEmpty ? "" : "\"title\":\(quoted(title)),"
    return JSONFormatter.format(
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\(heading)"
        + "\(reference.dropFirst().dropLast()),\"$defs\":{\(schema.definitionMembers)}}")
  }

  /// A reference to a definition by name.
  public static func reference(_ name: String) -> String { "{\"$ref\":\"#/$defs/\(name)\"}" }

  /// The name of a type without its module.
  private static func plainName(of type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    let known = parts.filter { !$0.hasPrefix("(") }
    return known.joined(separator: ".").filter { $0.isLetter || $0.isNumber || $0 == "." }
  }
}

/// Describes each property that files may give.
struct SchemaOfProperties<Root: Record>: PropertyVisitor {
  var schema: Schema
  let defaults: Root
  var members: [String] = []
  var required: [String] = []
  /// For each inlined choice, the names of its cases and whether one is required.
  var choices: [(names: [String], isRequired: Bool)] = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInFile else { return }
    let info = info()
    if info.form == .choice {
      let cases = V.caseSchemas(&schema)
      members += cases.map { "\(quoted($0.name)):\(orNull($0.schema, scope))" }
      choices.append((cases.map(\.name), scope == .required))
      return
    }
    if scope == .required { required.append(quoted(info.key)) }
    var extra = "\"description\":\(quoted(info.schemaDescription))"
    if scope != .required {
      var writer = PropertyWriter()
      defaults[keyPath: path].write(info, &writer)
      extra += ",\"default\":\(writer.json.text)"
    }
    let text = orNull(V.schema(info, &schema), scope)
    members.append("\(quoted(info.key)):{\(extra),\(text.dropFirst())")
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  /// Adds null to the accepted types, which resets a property with a default, and any property of a
  /// part.
  private func orNull(_ text: String, _ scope: PropertyScope) -> String {
    guard schema.isPartial || scope != .required else { return text }
    let kind = "{\"type\":\""
    guard text.hasPrefix(kind), !text.contains("\"enum\":"), !text.contains("\"const\":"),
      let end = text.dropFirst(kind.count).firstIndex(of: "\"")
    else {
      let null = ",{\"type\":\"null\"}]}"
      return text.hasSuffix(null) ? text : "{\"anyOf\":[\(text)\(null)"
    }
    let name = text[text.index(text.startIndex, offsetBy: kind.count)..<end]
    return "{\"type\":[\"\(name)\",\"null\"]\(text[text.index(after: end)...])"
  }

  /// The rules for members that depend on each other.
  var rules: String {
    guard !schema.isPartial else { return "" }
    var rules = required.isEmpty ? "" : ",\"required\":[\(required.joined(separator: ","))]"
    let choices = choices.map { choice in
      var alternatives = choice.names.map { "{\"required\":[\(quoted($0))]}" }
      if !choice.isRequired {
        alternatives.append("{\"not\":{\"anyOf\":[\(alternatives.joined(separator: ","))]}}")
      }
      return "{\"oneOf\":[\(alternatives.joined(separator: ","))]}"
    }
    if !choices.isEmpty { rules += ",\"allOf\":[\(choices.joined(separator: ","))]" }
    return rules
  }
}

extension PropertyInfo {
  /// The sentence followed by the unit.
  var schemaDescription: String {
    let counts = unit == .none || unit == .degrees ? "" : " (\(unit.rawValue))"
    return unit == .mask ? "\(summary) (bits; -1 is all of them)" : summary + counts
  }
}

extension Record {
  /// A reference to the definition of this record.
  public static func schemaOfProperties(_ schema: inout Schema) -> String {
    schema.definition(of: Self.self) { schemaObject(&$0, extra: []) }
  }

  /// The schema of this record, with further members that the caller describes.
  public static func schemaObject(
    _ schema: inout Schema, extra: [(key: String, schema: String)]
  ) -> String {
    var visitor = SchemaOfProperties<Self>(schema: schema, defaults: Self())
    properties(&visitor)
    schema = visitor.schema
    let members = extra.map { "\(quoted($0.key)):\($0.schema)" } + visitor.members
    return "{\"type\":\"object\",\"description\":\(quoted(summary)),\"additionalProperties\":false"
      + visitor.rules + ",\"properties\":{\(members.joined(separator: ","))}}"
  }
}
