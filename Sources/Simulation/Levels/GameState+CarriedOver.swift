import CaromProperties

extension GameState {
  /// The state at the start of the next level: new, except for the properties in ``carriedOver``.
  var stateOfNextLevel: Self {
    var next = Self()
    for path in Self.carriedOver { Self.copy(path, from: self, to: &next) }
    return next
  }

  private static func copy(_ path: PartialKeyPath<Self>, from old: Self, to new: inout Self) {
    func copy<Value: PropertyValue>(_: Value.Type) -> Bool {
      guard let path = path as? WritableKeyPath<Self, Value> else { return false }
      new[keyPath: path] = old[keyPath: path]
      return true
    }
    let type = Swift.type(of: path).valueType as? any PropertyValue.Type
    let isCopied = type.map { copy($0) } ?? false
    precondition(isCopied, "carriedOver of \(Self.self) has declared properties only, not \(path)")
  }
}
