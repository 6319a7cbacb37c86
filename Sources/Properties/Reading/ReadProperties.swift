public import CaromDocuments

/// Gives each property the member of a JSON object that has its key.
struct ReadProperties<Root: Record>: PropertyVisitor {
  let root: UnsafeMutablePointer<Root>
  var reader: Reader
  let object: JSON
  var members: JSON.MemberIndex
  let layers: [JSON]
  /// The members that a property took.
  var taken: [Bool]

  init(
    _ root: UnsafeMutablePointer<Root>, _ object: JSON, _ members: JSON.Members, _ reader: Reader
  ) {
    self.root = root
    self.object = object
    self.members = JSON.MemberIndex(members)
    self.reader = reader
    layers = reader.layers
    taken = Array(repeating: false, count: self.members.count)
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    guard scope.isInFile else { return }
    let info = info()
    if info.form == .choice { return readChoice(info, path) }
    if let position = members.position(of: info.key) {
      taken[position] = true
      let lower = layers.isEmpty ? [] : layers.compactMap { $0[info.key] }
      return read(members[position].value, lower, info, path)
    }
    if scope == .required, reader.checksRequired, !layers.contains(where: { $0[info.key] != nil }) {
      reader.fail(object, "the key \"\(info.key)\" is missing: \(info.summary)")
    }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  private mutating func read<V: PropertyValue>(
    _ json: JSON, _ lower: [JSON], _ info: PropertyInfo, _ path: WritableKeyPath<Root, V>
  ) {
    if json.isNull {
      if info.scope == .required, reader.checksRequired {
        reader.fail(json, "\"\(info.key)\" has no default to reset it to: \(info.summary)")
      }
      root.pointee[keyPath: path] = Root()[keyPath: path]
      return
    }
    reader.layers = lower
    if let offset = MemoryLayout<Root>.offset(of: path) {
      let place = UnsafeMutableRawPointer(root) + offset
      place.assumingMemoryBound(to: V.self).pointee.read(json, info, &reader)
    } else {
      var value = root.pointee[keyPath: path]
      value.read(json, info, &reader)
      root.pointee[keyPath: path] = value
    }
  }

  /// Reads the one member that names a case.
  private mutating func readChoice<V: PropertyValue>(
    _ info: PropertyInfo, _ path: WritableKeyPath<Root, V>
  ) {
    let names = V.caseNames
    var found: JSON.Member?
    for position in 0..<members.count where !taken[position] {
      let member = members[position]
      guard names.contains(where: member.isNamed) else { continue }
      taken[position] = true
      if let found {
        reader.report(
          member.problem(
            "\"\(member.key)\" and \"\(found.key)\" exclude each other; one of "
              + "\(names.joined(separator: ", ")) is accepted"))
      } else {
        found = member
      }
    }
    if let found {
      if found.value.isNull {
        root.pointee[keyPath: path] = Root()[keyPath: path]
        return
      }
      reader.layers = layers
      var value = root.pointee[keyPath: path]
      value.readCase(found, info, &reader)
      root.pointee[keyPath: path] = value
    } else if info.scope == .required, reader.checksRequired,
      !layers.contains(where: { layer in names.contains { layer[$0] != nil } })
    {
      reader.fail(
        object,
        "a key is missing; one of \(names.joined(separator: ", ")) is accepted: "
          + info.summary)
    }
  }
}

extension Record {
  /// Reads an object's members into the properties they name; what is not named stays as it is.
  ///
  /// Null resets a property to its default. Every problem goes to the reader: unknown keys with the
  /// nearest known one, wrong kinds, values out of range, missing required keys.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - reader: Where problems go and what values need to know.
  ///   - extra: Keys that the caller reads itself.
  public mutating func readProperties(
    _ json: JSON, _ reader: inout Reader, alsoAccepting extra: [String] = []
  ) {
    guard let members = json.members else { return reader.fail(json, wants: "an object") }
    let (context, layers, before) = (reader.context, reader.layers, reader.problemCount)
    let taken = withUnsafeMutablePointer(to: &self) { root in
      var visitor = ReadProperties(root, json, members, reader)
      reader = Reader()  // handed over, not copied
      Self.properties(&visitor)
      reader = visitor.reader
      return visitor.taken
    }
    reader.context = context
    reader.layers = layers
    if reader.problemCount == before, let problem { reader.fail(json, problem) }
    if !taken.contains(false) { return }
    for (member, isTaken) in zip(members, taken)
    where !isTaken && !extra.contains(where: member.isNamed) {
      // A key given twice is reported by the parser.
      if Self.fileKeys.contains(where: member.isNamed) { continue }
      reader.report(
        member.problem(
          "unknown key \"\(member.key)\"" + suggestion(for: member.key, in: extra + Self.fileKeys)))
    }
  }
}
