public import CaromDocuments

// Properties by name, such as `light.intensity` or `constraints.0.follow.rate`.

extension Record {
  /// The declarations of all properties, in order; an inlined choice has an empty key.
  public static var propertyInfos: [PropertyInfo] {
    var list = ListProperties<Self>()
    properties(&list)
    return list.entries.map(\.info)
  }

  /// The keys that files can contain, in order, including the cases of inlined choices.
  public static var fileKeys: [String] {
    var list = ListProperties<Self>()
    properties(&list)
    return list.entries.filter(\.info.scope.isInFile)
      .flatMap { $0.info.form == .choice ? $0.caseNames : [$0.info.key] }
  }

  /// The names that a path may begin with: the keys of files, then those of run-time state only.
  static var names: [String] {
    let keys = fileKeys
    return keys
      + propertyInfos.filter { $0.form != .choice && !keys.contains($0.key) }.map(\.key)
  }

  /// The property at a dotted path as compact JSON, in the units of files.
  ///
  /// - Throws: A problem that suggests the nearest name, or names the optional on the path that is
  ///   nil.
  public func get(_ path: String) throws(Problem) -> String {
    var access = PropertyAccess(.get, Self.split(path))
    let positions = try Self.positions(of: path)
    inspectProperty(positions[...], &access)
    if let text = access.text { return text }
    throw Self.unreached(path, access)
  }

  /// The declaration of the property at a dotted path; nil if there is no such property, or if an
  /// optional on the path is nil.
  public func propertyInfo(at path: String) -> PropertyInfo? {
    guard let positions = try? Self.positions(of: path) else { return nil }
    var access = PropertyAccess(.get, Self.split(path))
    inspectProperty(positions[...], &access)
    return access.isDone ? access.info : nil
  }

  /// Sets the property at a dotted path from JSON, as a file would.
  ///
  /// - Throws: A problem with the path, or the first problem with the value or with the combination
  ///   of the properties beside it. In that case, any property on the path may have changed; see
  ///   ``copy(setting:preparing:)``.
  public mutating func set(_ path: String, to json: JSON) throws(Problem) {
    var access = PropertyAccess(.set(json), Self.split(path))
    access.reader.checksRequired = false
    let positions = try Self.positions(of: path)
    modifyProperty(positions[...], &access)
    guard access.isDone else { throw Self.unreached(path, access) }
    if let problem = access.reader.problems.first { throw problem }
  }

  /// A copy in which properties are set from JSON, one after the other.
  ///
  /// Shared objects such as materials are copied as well, so a change that is not accepted affects
  /// nothing.
  ///
  /// - Parameters:
  ///   - changes: The dotted paths and the values.
  ///   - prepare: Sets what is not part of the state, before the state is copied.
  /// - Returns: The copy.
  /// - Throws: The error of ``set(_:to:)`` for the first change that is not accepted.
  /// - Complexity: O(n) in the size of the state.
  public func copy(
    setting changes: [(path: String, value: JSON)],
    preparing prepare: (inout Self) -> Void = { _ in }
  ) throws(Problem) -> Self {
    let buffer = StateBuffer()
    buffer.fill { saveState(&$0) }
    var copy = Self()
    prepare(&copy)
    var source = StateSource(buffer.bytes)
    copy.loadState(&source)
    withExtendedLifetime(buffer) {}
    for change in changes { try copy.set(change.path, to: change.value) }
    return copy
  }

  /// Resolves a dotted path, to animate the property by ``driveState(_:_:)``.
  ///
  /// - Throws: A problem that suggests the nearest name.
  public static func find(_ path: String) throws(Problem) -> ResolvedProperty {
    let positions = try positions(of: path)
    if positions.contains(where: { $0 < 0 }) {
      throw Problem("\(path) cannot be animated, because its type depends on its value")
    }
    guard let packed = PropertyPath(positions) else {
      throw Problem("\(path) is too deep to animate; up to four steps are accepted")
    }
    var access = PropertyAccess(.get, Self.split(path))
    Self().inspectProperty(positions[...], &access)
    return ResolvedProperty(path: packed, info: access.info)
  }

  private static func split(_ path: String) -> [String] {
    path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private static func positions(of path: String) throws(Problem) -> [Int] {
    let names = split(path)
    var miss = UnresolvedPath()
    if let positions = resolveProperty(names[...], &miss) { return positions }
    let first = names.first ?? ""
    if Self.names.contains(first) {
      throw Problem("\(words(for: Self.self)) has no property \(path): \(miss.message(in: names))")
    }
    throw Problem(
      "\(words(for: Self.self)) has no property \(first)" + suggestion(for: first, in: Self.names))
  }

  private static func unreached(_ path: String, _ access: PropertyAccess) -> Problem {
    if let fault = access.fault { return Problem("\(path): \(fault)") }
    if let missing = access.missing {
      return Problem("\(path): \(missing) is not set; set the whole of it first")
    }
    return Problem(
      "\(path) is not there: a case on the path is not the current one, or an index is out of range"
    )
  }
}
