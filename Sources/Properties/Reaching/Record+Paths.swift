public import CaromDocuments

// Properties by name, such as `light.intensity` or `constraints.0.follow.rate`.

extension Record {
  /// The declarations of all properties, in order; an inlined choice has an empty key.
  public static var propertyInfos: [PropertyInfo] {
    var list = ListProperties<Self>()
    properties(&list)
    return list.entries.map(\.info)
  }

  /// The keys that files may give, in order, with the cases of inlined choices.
  public static var fileKeys: [String] {
    var list = ListProperties<Self>()
    properties(&list)
    return list.entries.filter(\.info.scope.isInFile)
      .flatMap { $0.info.form == .choice ? $0.caseNames : [$0.info.key] }
  }

  /// The names that a path may begin with: those of files, then those of the state alone.
  static var names: [String] {
    let keys = fileKeys
    return keys
      + propertyInfos.filter { $0.form != .choice && !keys.contains($0.key) }.map(\.key)
  }

  /// The property at a dotted path as compact JSON, in the units of files.
  ///
  /// - Throws: a problem that suggests the nearest name, or says what on the way is not set.
  public func get(_ path: String) throws(Problem) -> String {
    var leaf = Leaf(.get, Self.split(path))
    let positions = try Self.positions(of: path)
    peekProperty(positions[...], &leaf)
    if let text = leaf.text { return text }
    throw Self.unreached(path, leaf)
  }

  /// Sets the property at a dotted path from JSON, as a file would.
  ///
  /// - Throws: what is wrong with the path or the first thing wrong with the value; then nothing
  ///   or, of an object with several members, a part has been set.
  public mutating func set(_ path: String, to json: JSON) throws(Problem) {
    var leaf = Leaf(.set(json), Self.split(path))
    leaf.reader.checksRequired = false
    let positions = try Self.positions(of: path)
    reachProperty(positions[...], &leaf)
    guard leaf.isDone else { throw Self.unreached(path, leaf) }
    if let problem = leaf.reader.problems.first { throw problem }
  }

  /// Finds the property at a dotted path, to animate it by ``driveState(_:_:)``.
  ///
  /// - Throws: a problem that suggests the nearest name.
  public static func find(_ path: String) throws(Problem) -> ResolvedProperty {
    let positions = try positions(of: path)
    if positions.contains(where: { $0 < 0 }) {
      throw Problem("\(path) is not animated: what it is only the value tells")
    }
    guard let packed = PropertyPath(positions) else {
      throw Problem("\(path) is too deep to animate; up to four steps are accepted")
    }
    var leaf = Leaf(.get, Self.split(path))
    Self().peekProperty(positions[...], &leaf)
    return ResolvedProperty(path: packed, info: leaf.info)
  }

  private static func split(_ path: String) -> [String] {
    path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private static func positions(of path: String) throws(Problem) -> [Int] {
    let names = split(path)
    var miss = PathMiss()
    if let positions = resolveProperty(names[...], &miss) { return positions }
    let first = names.first ?? ""
    if Self.names.contains(first) {
      throw Problem("\(Self.self) has no property \(path): \(miss.message(in: names))")
    }
    throw Problem(
      "\(Self.self) has no property \(first)" + suggestion(for: first, in: Self.names))
  }

  private static func unreached(_ path: String, _ leaf: Leaf) -> Problem {
    if let fault = leaf.fault { return Problem("\(path): \(fault)") }
    if let missing = leaf.missing {
      return Problem("\(path): \(missing) is not set; set the whole of it first")
    }
    return Problem("\(path) is not there: an index or a case on the way is another")
  }
}
