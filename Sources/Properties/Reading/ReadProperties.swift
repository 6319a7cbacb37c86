public import CaromDocuments

/// Assigns to each property the member of a JSON object that has its key.
///
/// The members are looked up before the properties are visited. The visit then costs a counter and
/// a comparison for every property that the object does not mention.
struct ReadProperties<Root: Record>: PropertyVisitor {
  let root: UnsafeMutablePointer<Root>
  /// Used in place: passing the reader by value would cost more than reading most values.
  let reader: UnsafeMutablePointer<Reader>
  let object: JSON
  let members: JSON.MemberIndex
  let layers: [JSON]
  /// Whether each member was read by a property.
  var taken: [Bool]
  /// The properties to read, in order, with the member that names each, or −1.
  fileprivate var plan: [(ordinal: Int, member: Int)]
  /// The number of properties visited, minus one.
  fileprivate var ordinal = -1
  /// The next property to read, and its index in the plan.
  fileprivate var nextOrdinal: Int
  fileprivate var step = 0

  init(
    _ root: UnsafeMutablePointer<Root>, _ object: JSON, _ members: JSON.Members,
    _ reader: UnsafeMutablePointer<Reader>
  ) {
    self.root = root
    self.object = object
    self.members = JSON.MemberIndex(members)
    self.reader = reader
    layers = reader.pointee.layers
    taken = Array(repeating: false, count: self.members.count)
    plan = Self.plan(self.members, reader.pointee.properties.table(of: Root.self))
    nextOrdinal = plan.first?.ordinal ?? Int.max
  }

  /// Continues the reading of a record with the properties of a part embedded in it.
  private init<Outer>(embeddedIn outer: ReadProperties<Outer>, _ root: UnsafeMutablePointer<Root>) {
    self.root = root
    (reader, object, members, layers) = (outer.reader, outer.object, outer.members, outer.layers)
    (taken, plan) = (outer.taken, outer.plan)
    (ordinal, nextOrdinal, step) = (outer.ordinal, outer.nextOrdinal, outer.step)
  }

  mutating func embed<P: Part>(_ path: WritableKeyPath<Root, P>) {
    withUnsafeMutablePointer(to: &root.pointee[keyPath: path]) { part in
      var visitor = ReadProperties<P>(embeddedIn: self, part)
      P.properties(&visitor)
      taken = visitor.taken
      (ordinal, nextOrdinal, step) = (visitor.ordinal, visitor.nextOrdinal, visitor.step)
    }
  }

  private static func plan(
    _ members: JSON.MemberIndex, _ table: PropertyTable
  ) -> [(ordinal: Int, member: Int)] {
    var plan: [(ordinal: Int, member: Int)] = []
    plan.reserveCapacity(members.count + table.unconditional.count)
    for ordinal in table.unconditional { plan.append((ordinal, -1)) }
    for position in 0..<members.count {
      guard let key = table.keys.position(of: members[position]) else { continue }
      let ordinal = table.ordinals[key]
      // Searched from the end, since most files follow the declaration order.
      var index = plan.count
      while index > 0, plan[index - 1].ordinal > ordinal { index -= 1 }
      if index > 0, plan[index - 1].ordinal == ordinal {
        // Only the first of duplicate keys is used.
        if plan[index - 1].member < 0 { plan[index - 1].member = position }
      } else {
        plan.insert((ordinal, position), at: index)
      }
    }
    return plan
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    ordinal += 1
    if ordinal == nextOrdinal { readNext(info(), path) }
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    ordinal += 1
    if ordinal == nextOrdinal { readNext(info(), path as WritableKeyPath<Root, V>) }
  }

  private mutating func readNext<V: PropertyValue>(
    _ info: PropertyInfo, _ path: WritableKeyPath<Root, V>
  ) {
    let position = plan[step].member
    step += 1
    nextOrdinal = step < plan.count ? plan[step].ordinal : Int.max
    if info.form == .choice { return readChoice(info, path) }
    if position >= 0 {
      taken[position] = true
      let lower = layers.isEmpty ? [] : layers.compactMap { $0[info.key] }
      return read(members[position].value, lower, info, path)
    }
    if reader.pointee.checksRequired, !layers.contains(where: { $0[info.key] != nil }) {
      reader.pointee.fail(object, "the key \"\(info.key)\" is missing: \(info.summary)")
    }
  }

  private mutating func read<V: PropertyValue>(
    _ json: JSON, _ lower: [JSON], _ info: PropertyInfo, _ path: WritableKeyPath<Root, V>
  ) {
    if json.isNull {
      if info.scope == .required, reader.pointee.checksRequired {
        reader.pointee.fail(json, "\"\(info.key)\" has no default to reset it to: \(info.summary)")
      }
      root.pointee[keyPath: path] = Root()[keyPath: path]
      return
    }
    reader.pointee.layers = lower
    if let offset = MemoryLayout<Root>.offset(of: path) {
      let address = UnsafeMutableRawPointer(root) + offset
      address.assumingMemoryBound(to: V.self).pointee.read(json, info, &reader.pointee)
    } else {
      var value = root.pointee[keyPath: path]
      value.read(json, info, &reader.pointee)
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
        reader.pointee.report(
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
      reader.pointee.layers = layers
      var value = root.pointee[keyPath: path]
      value.readCase(found, info, &reader.pointee)
      root.pointee[keyPath: path] = value
    } else if info.scope == .required, reader.pointee.checksRequired,
      !layers.contains(where: { layer in names.contains { layer[$0] != nil } }), !isMeant(names)
    {
      reader.pointee.fail(
        object,
        "a key is missing; one of \(names.joined(separator: ", ")) is accepted: "
          + info.summary)
    }
  }

  /// Whether a member with an unknown key, which is reported, means one of the names.
  private func isMeant(_ names: [String]) -> Bool {
    (0..<members.count).contains { position in
      guard !taken[position] else { return false }
      let member = members[position]
      return meant(by: caseName(namedBy: member) ?? member.key, in: names) != nil
    }
  }
}

extension Record {
  /// Reads an object's members into the properties they name; other properties keep their values.
  ///
  /// Null resets a property to its default. Every problem is reported to the reader: unknown keys
  /// with the nearest known key, wrong types, values out of range, missing required keys.
  ///
  /// - Parameters:
  ///   - json: The object.
  ///   - reader: Receives the problems and holds the context that values need.
  ///   - extra: Keys that the caller reads itself.
  ///   - hint: Returns the end of the message about an unknown key, or nil for the usual one.
  public mutating func readProperties(
    _ json: JSON, _ reader: inout Reader, alsoAccepting extra: [String] = [],
    hint: (_ key: String) -> String? = { _ in nil }
  ) {
    guard let members = json.members else { return reader.fail(json, Self.wrongType(json)) }
    let (context, layers, before) = (reader.context, reader.layers, reader.problemCount)
    let taken = withUnsafeMutablePointer(to: &self) { root in
      withUnsafeMutablePointer(to: &reader) { reader in
        var visitor = ReadProperties(root, json, members, reader)
        Self.properties(&visitor)
        return visitor.taken
      }
    }
    reader.context = context
    reader.layers = layers
    if reader.problemCount == before, let problem { reader.fail(json, problem) }
    if !taken.contains(false) { return }
    for (member, isTaken) in zip(members, taken)
    where !isTaken && !extra.contains(where: member.isNamed) {
      // Duplicate keys are reported by the parser.
      if Self.fileKeys.contains(where: member.isNamed) { continue }
      reader.report(
        member.problem(
          "unknown key \"\(member.key)\""
            + (hint(member.key) ?? Self.hint(for: member, in: extra + Self.fileKeys))))
    }
  }
}
