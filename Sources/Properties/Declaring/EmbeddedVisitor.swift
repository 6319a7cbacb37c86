extension PropertyVisitor {
  /// Composes the key paths of the part's properties with the path of the part.
  ///
  /// Visitors of hot paths implement the requirement themselves: composing a key path costs more
  /// than a hundred nanoseconds.
  public mutating func embed<P: Part>(_ path: WritableKeyPath<Root, P>) {
    var visitor = EmbeddedVisitor(outer: self, path: path)
    P.properties(&visitor)
    self = visitor.outer
  }
}

/// Passes the properties of an embedded part to the visitor of the record that contains it.
struct EmbeddedVisitor<Outer: PropertyVisitor, Root>: PropertyVisitor {
  var outer: Outer
  let path: WritableKeyPath<Outer.Root, Root>

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: WritableKeyPath<Root, V>
  ) {
    outer.visit(scope, info(), self.path.appending(path: path))
  }

  mutating func visit<V: PropertyValue>(
    _ scope: PropertyScope, _ info: @autoclosure () -> PropertyInfo,
    _ path: ReferenceWritableKeyPath<Root, V>
  ) {
    outer.visit(scope, info(), self.path.appending(path: path))
  }
}
