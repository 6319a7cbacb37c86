import CaromDocuments

// What was probably meant by keys and values that a record does not accept.

extension Record {
  /// The end of a message about the unknown key of a member: the key that was meant, the property
  /// that has such a key, or the `known` keys, which are accepted.
  static func hint(for member: JSON.Member, in known: [String]) -> String {
    let key = member.key
    if let choice = choice(namedBy: member) { return "; \(choice) is accepted" }
    if meant(by: key, in: known) == nil {
      let owners = owners(of: key)
      if let last = owners.last {
        let names = owners.dropLast().joined(separator: ", ")
        return "; it belongs in " + (names.isEmpty ? "" : names + " or ") + last
      }
      if let owner = propertyAccepting(name: key) {
        return "; \(quoted(owner)): \(quoted(key)) is accepted"
      }
    }
    return suggestion(for: key, in: known)
  }

  /// The properties of this record that contain a property with a key, as they are written.
  private static func owners(of key: String) -> [String] {
    var list = ListProperties<Self>()
    properties(&list)
    var owners: [String] = []
    // Negative positions are names that are resolved at run time, such as those of a role.
    func reaches(_ entry: ListProperties<Self>.Entry, _ path: [String]) -> Bool {
      var miss = UnresolvedPath()
      return entry.resolve(path[...], &miss)?.allSatisfy { $0 >= 0 } ?? false
    }
    for entry in list.entries where entry.info.scope.isInFile {
      let isChoice = entry.info.form == .choice
      for name in isChoice ? entry.caseNames : [entry.info.key]
      where reaches(entry, isChoice ? [name, key] : [key]) { owners.append(quoted(name)) }
    }
    if !owners.isEmpty { return Array(owners.prefix(4)) }
    for entry in list.entries where entry.info.scope.isInFile && reaches(entry, ["0", key]) {
      owners.append("\(quoted(entry.info.key)): [{ \(quoted(key)): … }]")
    }
    return Array(owners.prefix(4))
  }

  /// The key of the first property whose value can have a name, such as `type` for `spot`.
  private static func propertyAccepting(name: String) -> String? {
    var visitor = FindName<Self>(name: name)
    properties(&visitor)
    return visitor.key
  }

  /// The case of an inlined choice that a member names in another style, such as `"type": "box"`,
  /// as it is written.
  static func choice(namedBy member: JSON.Member) -> String? {
    guard let name = caseName(namedBy: member) else { return nil }
    var list = ListProperties<Self>()
    properties(&list)
    let names = list.entries.filter { $0.info.form == .choice }.flatMap(\.caseNames)
    return meant(by: name, in: names, exactly: true).map { "{ \(quoted($0)): { … } }" }
  }

  /// The message about a value that is not an object: the object that was probably meant, or the
  /// accepted keys.
  static func wrongType(_ json: JSON) -> String {
    if let text = json.string, let (key, value) = member(for: text) {
      return "this is \(json.noun); { \(quoted(key)): \(value) } is accepted"
    }
    var visitor = FindFirst<Self>(json: json)
    properties(&visitor)
    if let key = visitor.accepting {
      return "this is \(json.noun); { \(quoted(key)): \(json.shortText) } is accepted"
    }
    return "this is \(json.noun); an object\(keyList(fileKeys)) is accepted"
  }

  /// The member that a name stands for: a case of an inlined choice, or the value of a property.
  static func member(for name: String) -> (key: String, value: String)? {
    var list = ListProperties<Self>()
    properties(&list)
    for entry in list.entries where entry.info.form == .choice {
      if let known = meant(by: name, in: entry.caseNames, exactly: true) { return (known, "{ … }") }
    }
    return propertyAccepting(name: name).map { ($0, quoted(name)) }
  }

  private static func keyList(_ keys: [String]) -> String {
    guard !keys.isEmpty else { return "" }
    let listed = keys.prefix(5).map(quoted).joined(separator: ", ")
    return " with " + listed + (keys.count > 5 ? ", …" : "")
  }
}

/// The name of a kind that a member contains in the style of other formats: `"type": "hinge"`.
func caseName(namedBy member: JSON.Member) -> String? {
  guard ["type", "kind", "shape"].contains(where: member.isNamed) else { return nil }
  return member.value.string
}

/// Returns the known word that equals `word`, except for case, or is a synonym of it; unless
/// `exactly`, also the nearest in spelling.
func meant(by word: String, in known: [String], exactly: Bool) -> String? {
  guard exactly else { return CaromDocuments.meant(by: word, in: known) }
  return known.first { $0.lowercased() == word.lowercased() } ?? synonym(of: word, in: known)
}

extension JSON {
  /// The value as it can be quoted in a message.
  var shortText: String {
    switch kind {
    case .null, .bool, .number, .string: break
    case .array: if range.count > 40 { return "[ … ]" }
    case .object: if range.count > 40 { return "{ … }" }
    }
    let text = description
    return text.count > 40 ? text.prefix(39) + "…" : text
  }
}

/// Finds the first property of a file whose value can have a name.
private struct FindName<Root>: PropertyVisitor {
  let name: String
  var key: String?

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard key == nil, scope.isInFile, let type = V.self as? any EnumName.Type else { return }
    if Self.names(type).contains(name) { key = info().key }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  private static func names<E: EnumName>(_: E.Type) -> [String] { E.allCases.map(\.rawValue) }
}

/// Finds out whether the first property of a file accepts a value.
private struct FindFirst<Root>: PropertyVisitor {
  let json: JSON
  var isFirst = true
  /// The key of the first property, if it accepts the value.
  var accepting: String?

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard isFirst, scope.isInFile, !json.isNull else { return }
    isFirst = false
    let info = info()
    guard info.form != .choice else { return }
    var (value, reader) = (V(), Reader())
    reader.checksRequired = false
    // Messages about the value in this place are not needed.
    reader.limit = 0
    value.read(json, info, &reader)
    if reader.problemCount == 0 { accepting = info.key }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}

extension Variant {
  /// The message about a value that does not name one case: the object that was probably meant, or
  /// the accepted keys.
  static func wrongForm(_ json: JSON) -> String {
    let names = caseNames
    if let text = json.string, let name = meant(by: text, in: names, exactly: true) {
      return "this is a string; { \(quoted(name)): { … } } is accepted"
    }
    let members = json.members.map(Array.init) ?? []
    let found = json.members.map { "an object with \($0.count) keys" } ?? json.noun
    for member in members {
      guard let word = caseName(namedBy: member),
        let name = meant(by: word, in: names, exactly: false)
      else { continue }
      return "this is \(found); { \(quoted(name)): { … } } is accepted"
    }
    if let own = members.first(where: { names.contains($0.key) }),
      let other = members.first(where: { !names.contains($0.key) })
    {
      return "this is \(found); \(quoted(other.key)) belongs in \(quoted(own.key)), or to another "
        + "object"
    }
    return
      "this is \(found); an object with one key of \(names.joined(separator: ", ")) is accepted"
  }
}
