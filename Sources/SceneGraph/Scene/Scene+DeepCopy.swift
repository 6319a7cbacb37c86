package import CaromProperties

extension Scene {
  /// Makes another scene of the same state, which then goes its own way.
  ///
  /// Geometries and materials are its own as well. It has no functions and no delegates.
  ///
  /// - Throws: `StateProblem` when the state is one that cannot be read back.
  /// - Complexity: O(n) in the state; a fraction of what reading the files again takes.
  package func deepCopy() throws(StateProblem) -> Scene {
    let buffer = StateBuffer(capacity: 1 << 16)
    buffer.fill { save(into: &$0) }
    let twin = Scene()
    twin.roleTypes = roleTypes
    // The objects that are shared are made anew, as nothing is known that they might be.
    var source = StateSource(buffer.bytes)
    defer { withExtendedLifetime(buffer) {} }
    try twin.load(from: &source)
    // What only files say is no state.
    for case (let own?, let other?) in zip(nodesByID, twin.nodesByID) {
      other.storage.actions = own.storage.actions
      other.storage.animations = own.storage.animations
    }
    return twin
  }
}
