import CaromProperties

/// Takes every declared property of an object over into another, so that a copy forgets none.
private struct CopyProperties<Root: AnyObject>: PropertyVisitor {
  let source: Root
  var target: Root

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    target[keyPath: path] = source[keyPath: path]
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    target[keyPath: path] = source[keyPath: path]
  }
}

extension Record where Self: AnyObject {
  /// Makes every declared property that of another object; what is shared stays shared.
  func copyProperties(from source: Self) {
    var visitor = CopyProperties(source: source, target: self)
    Self.properties(&visitor)
  }
}
