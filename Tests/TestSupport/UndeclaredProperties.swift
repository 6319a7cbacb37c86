package import CaromProperties

/// The stored properties of a record that its declaration does not mention.
///
/// A property counts as declared if a declared key path or key has its name; `Degrees` at the end of
/// a key does not count. What is stored and no part of files or state on purpose is named in
/// `except`, and must be there.
package func undeclaredProperties<R: Record>(
  of _: R.Type, except known: Set<String> = []
) -> [String] {
  var declared = DeclaredNames<R>()
  R.properties(&declared)
  let stored = Mirror(reflecting: R()).children.compactMap(\.label).map { label in
    label.replacing("$__lazy_storage_$_", with: "")
  }
  let missing = stored.filter { !declared.names.contains($0) && !known.contains($0) }
  return missing + known.filter { !stored.contains($0) }.sorted().map { "\($0) (not stored)" }
}

private struct DeclaredNames<Root>: PropertyVisitor {
  var names: Set<String> = []

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    names.insert(String("\(path)".split(separator: ".").last ?? ""))
    let key = info().key
    names.insert(key.hasSuffix("Degrees") ? String(key.dropLast(7)) : key)
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    visit(scope, info(), path as WritableKeyPath<Root, V>)
  }
}
