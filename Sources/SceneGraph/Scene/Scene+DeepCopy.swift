package import CaromProperties

extension Scene {
  /// Returns an independent scene with the same state.
  ///
  /// Geometries and materials are copied as well. Functions and delegates are not.
  ///
  /// - Throws: `StateProblem` if the state cannot be restored.
  /// - Complexity: O(n) in the size of the state; a fraction of the cost of reading the files
  ///   again.
  package func deepCopy() throws(StateProblem) -> Scene {
    let buffer = StateBuffer(capacity: 1 << 16)
    buffer.fill { save(into: &$0) }
    let copy = Scene()
    copy.roleTypes = roleTypes
    // The source has no table of known shared objects, so they are created again.
    var source = StateSource(buffer.bytes)
    defer { withExtendedLifetime(buffer) {} }
    try copy.load(from: &source)
    // Declared actions and animations are not part of the state.
    for case (let own?, let other?) in zip(nodesByID, copy.nodesByID) {
      other.storage.actions = own.storage.actions
      other.storage.animations = own.storage.animations
    }
    return copy
  }
}
