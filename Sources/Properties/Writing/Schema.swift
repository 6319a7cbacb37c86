import CaromDocuments

/// Collects the definitions of a JSON Schema (draft 2020-12), one for each record and variant.
///
/// Null resets any property that is not required. A partial schema describes the content of
/// defaults and overrides, where nothing is required; its definitions end in `Part`.
///
/// A definition describes the members of an object, and each reference to it specifies the accepted
/// types. The schema therefore needs no alternatives, and a validator's message names the wrong
/// key.
public struct Schema {
  private var definitions: [String: String] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private var partialNames: [ObjectIdentifier: String] = [:]
  private var usedNames: Set<String> = []
  /// The partial definitions that another one refers to.
  private var referencedParts: Set<String> = []
  /// Whether the current definitions are partial.
  public var isPartial = false
  private var values: [ObjectIdentifier: Any] = [:]

  /// Creates an empty collection.
  public init() {}

  /// The value that a module stores under a key, such as the roles of a game.
  public subscript<K: ContextKey>(_ key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// A reference to the definition of a type, which `make` writes the first time.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - make: Returns a schema of the members of its objects, without `type`.
  /// - Returns: A schema that accepts objects as defined.
  public mutating func definition(of type: Any.Type, _ make: (inout Schema) -> String) -> String {
    let key = ObjectIdentifier(type)
    if let name = isPartial ? partialNames[key] : names[key] {
      if isPartial { referencedParts.insert(name) }
      return Self.reference(name)
    }
    let name = uniqueName(Self.plainName(of: type) + (isPartial ? "Part" : ""))
    usedNames.insert(name)
    if isPartial { partialNames[key] = name } else { names[key] = name }
    let text = make(&self)
    if isPartial, !referencedParts.contains(name), let whole = wholeDefinition(of: type, make),
      definitions[whole] == text
    {
      // Nothing in it is required, so the part needs no separate definition.
      partialNames[key] = whole
      usedNames.remove(name)
      return Self.reference(whole)
    }
    definitions[name] = text
    return Self.reference(name)
  }

  /// Adds a definition that belongs to no type; returns a reference that does not restrict the
  /// type.
  public mutating func define(_ name: String, as text: String) -> String {
    usedNames.insert(name)
    definitions[name] = text
    return "{\"$ref\":\"#/$defs/\(name)\"}"
  }

  private func uniqueName(_ plain: String) -> String {
    var name = plain
    var number = 2
    while usedNames.contains(name) {
      name = plain + String(number)
      number += 1
    }
    return name
  }

  /// The name of the definition of a type that is not partial.
  private mutating func wholeDefinition(
    of type: Any.Type, _ make: (inout Schema) -> String
  ) -> String? {
    isPartial = false
    defer { isPartial = true }
    _ = definition(of: type, make)
    return names[ObjectIdentifier(type)]
  }

  /// The definitions that a schema refers to, directly or not, as object members sorted by name.
  public func definitionMembers(usedBy text: String) -> String {
    var (used, pending) = (Set<String>(), [text])
    while let next = pending.popLast() {
      for part in next.split(separator: "\"#/$defs/", omittingEmptySubsequences: false).dropFirst()
      {
        let name = String(part.prefix { $0 != "\"" })
        if used.insert(name).inserted, let definition = definitions[name] {
          pending.append(definition)
        }
      }
    }
    return used.sorted().map { "\(quoted($0)):\(definitions[$0] ?? "{}")" }.joined(separator: ",")
  }

  /// A complete schema document for one record, in canonical layout.
  public static func document<R: Record>(of _: R.Type, title: String = "") -> String {
    var schema = Schema()
    let reference = R.schemaOfProperties(&schema)
    let heading = title.isEmpty ? "" : "\"title\":\(quoted(title)),"
    return JSONFormatter.format(
      "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\(heading)"
        + "\(reference.dropFirst().dropLast()),"
        + "\"$defs\":{\(schema.definitionMembers(usedBy: reference))}}")
  }

  /// A reference to the definition of objects with a name.
  public static func reference(_ name: String) -> String {
    "{\"type\":\"object\",\"$ref\":\"#/$defs/\(name)\"}"
  }

  /// The members of an object with exactly one of the keys.
  public static func oneKey(of cases: [(name: String, schema: String)]) -> String {
    let members = cases.map { "\(quoted($0.name)):\($0.schema)" }.joined(separator: ",")
    return "{\"additionalProperties\":false,\"minProperties\":1,\"maxProperties\":1,"
      + "\"properties\":{\(members)}}"
  }

  /// A schema that accepts values of a further type, such as `null`.
  public static func adding(_ type: String, to text: String) -> String {
    let (single, list, names) = ("{\"type\":\"", "{\"type\":[", "{\"enum\":[")
    if text.hasPrefix(single), let end = text.dropFirst(single.count).firstIndex(of: "\"") {
      let own = text.dropFirst(single.count)[..<end]
      if own == type { return text }
      return "{\"type\":[\"\(own)\",\"\(type)\"]\(text[text.index(after: end)...])"
    }
    if text.hasPrefix(list), let end = text.firstIndex(of: "]") {
      let known = text[..<end]
      return known.contains("\"\(type)\"") ? text : "\(known),\"\(type)\"\(text[end...])"
    }
    if type == "null", text.hasPrefix(names), let end = text.lastIndex(of: "]") {
      return text.hasSuffix(",null]}") ? text : "\(text[..<end]),null\(text[end...])"
    }
    return "{\"anyOf\":[{\"type\":\"\(type)\"},\(text)]}"
  }

  /// The name of a type without its module.
  private static func plainName(of type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
    let known = parts.filter { !$0.hasPrefix("(") }
    return known.joined(separator: ".").filter { $0.isLetter || $0.isNumber || $0 == "." }
  }
}

/// Describes each property that files can contain.
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

  /// Accepts null as well, which resets a property that has a default, and any property of a part.
  private func orNull(_ text: String, _ scope: PropertyScope) -> String {
    schema.isPartial || scope != .required ? Schema.adding("null", to: text) : text
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
      // A name or null in place of an object has no keys, so it would satisfy every alternative.
      return "{\"if\":{\"type\":\"object\"},"
        + "\"then\":{\"oneOf\":[\(alternatives.joined(separator: ","))]}}"
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

  /// The schema of this record's objects, with further members that the caller describes.
  public static func schemaObject(
    _ schema: inout Schema, extra: [(key: String, schema: String)]
  ) -> String {
    var visitor = SchemaOfProperties<Self>(schema: schema, defaults: Self())
    properties(&visitor)
    schema = visitor.schema
    let members = extra.map { "\(quoted($0.key)):\($0.schema)" } + visitor.members
    return "{\"description\":\(quoted(summary)),\"additionalProperties\":false"
      + visitor.rules + ",\"properties\":{\(members.joined(separator: ","))}}"
  }
}
