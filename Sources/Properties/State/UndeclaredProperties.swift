/// The stored properties that no declaration mentions, of all records that a record contains.
///
/// State that is not declared is missing from snapshots and hashes, so a restored session would
/// continue differently. Run this check in a test for every root of the state.
///
/// A stored property is treated as declared if a declared key path or key has its name; `Degrees`
/// at the end of a key is ignored. Properties in ``Record/undeclaredByDesign`` are excluded.
///
/// - Parameter roots: The records to start from.
/// - Returns: `Type.property` for each undeclared stored property, and for each name in
///   ``Record/undeclaredByDesign`` that is not a stored property.
public func undeclaredProperties(reachableFrom roots: [any Record.Type]) -> [String] {
  var layout = StateLayout()
  for root in roots { layout.add(record: root) }
  return layout.records.flatMap { undeclaredProperties(of: $0) }
}

private func undeclaredProperties<R: Record>(of _: R.Type) -> [String] {
  var declared = DeclaredNames<R>()
  R.properties(&declared)
  let stored = Mirror(reflecting: R()).children.compactMap(\.label).map {
    $0.hasPrefix("$__lazy_storage_$_") ? String($0.dropFirst(18)) : $0
  }
  let exceptions = R.undeclaredByDesign
  let missing = stored.filter { !declared.names.contains($0) && !exceptions.contains($0) }
  let unknown = exceptions.filter { !stored.contains($0) }.sorted().map { "\($0) (not stored)" }
  return (missing + unknown).map { "\(R.self).\($0)" }
}

private struct DeclaredNames<Root>: PropertyVisitor {
  var names: Set<String> = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    insert(path)
    let key = info().key
    names.insert(key.hasSuffix("Degrees") ? String(key.dropLast(7)) : key)
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }

  mutating func embed<P: Part>(_ path: WritableKeyPath<Root, P>) { insert(path) }

  /// Inserts the names on a key path: `\Panel.frame.x` declares `frame`.
  private mutating func insert(_ path: AnyKeyPath) {
    for name in "\(path)".split(separator: ".").dropFirst() { names.insert(String(name)) }
  }
}
