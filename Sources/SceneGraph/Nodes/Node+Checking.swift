package import CaromDocuments
import CaromPhysics
import CaromProperties

extension Node {
  /// Checks changes of properties in a copy, so that a change that is not accepted has no effect.
  ///
  /// - Parameter changes: The dotted paths and the values, in the format of scene files.
  /// - Throws: The problem with the first change that is not accepted.
  package func check(setting changes: [(path: String, value: JSON)]) throws(Problem) {
    let changed = try storage.copy(setting: changes) { copy in
      copy.role.types = scene?.roleTypes ?? []
      (copy.actions, copy.animations) = (storage.actions, storage.animations)
    }
    guard let body = changed.physicsBody, let live = physicsBody?.live,
      let problem = live.problem(with: body.state.resolvedProperties, kind: body.state.type)
    else { return }
    throw Problem("physics.\(problem)")
  }
}
