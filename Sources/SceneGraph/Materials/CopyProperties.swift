import CaromProperties

/// Copies every declared property of an object to another.
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
  /// Copies all declared properties of another object; shared objects stay shared.
  func copyProperties(from source: Self) {
    var visitor = CopyProperties(source: source, target: self)
    Self.properties(&visitor)
  }
}
