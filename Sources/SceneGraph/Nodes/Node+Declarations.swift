import CaromProperties

// Applies changes of a scene file to nodes that are already running (live reload).
extension Node {
  /// Starts and stops declared actions and animations after the node's declaration changed.
  ///
  /// Removed ones stop at their current value and added ones start. Unchanged ones, and those
  /// started by code, continue. ``state`` must already hold the new declaration.
  ///
  /// - Parameters:
  ///   - old: The declaration that the node was started with.
  ///   - new: The current declaration.
  package func applyDeclarationChanges(from old: NodeState, to new: NodeState) {
    if old.actions != new.actions {
      let (old, added) = Self.difference(old.actions, new.actions)
      var removed = old
      for action in runningActions where !action.isFinished && action.key == nil {
        guard let index = removed.firstIndex(of: action.action) else { continue }
        removed.remove(at: index)
        action.isFinished = true
      }
      removeEndedActions()
      for action in added { runAction(action) }
    }
    let (before, after) = (old.animations.map(\.json), new.animations.map(\.json))
    guard before != after else { return }
    let (removed, added) = Self.difference(before, after)
    for entry in old.animations where removed.contains(entry.json) {
      let content = entry.animation.json
      if let index = players.firstIndex(where: {
        $0.isDeclared && ($0.key ?? "") == entry.key && $0.animation.json == content
      }) {
        players.remove(at: index)
      }
    }
    for entry in storage.animations where added.contains(entry.json) { startDeclared(entry) }
  }

  /// Returns the elements that are only in the old list and those that are only in the new one.
  private static func difference<T: Equatable>(_ old: [T], _ new: [T]) -> (removed: [T], added: [T])
  {
    var removed = old
    var added: [T] = []
    for item in new {
      if let index = removed.firstIndex(of: item) {
        removed.remove(at: index)
      } else {
        added.append(item)
      }
    }
    return (removed, added)
  }

  /// Reorders the children without any other effect.
  ///
  /// - Precondition: `children` is a permutation of ``childNodes``.
  package func reorderChildNodes(_ children: [Node]) {
    precondition(
      children.count == childNodes.count && children.allSatisfy { $0.parent === self }
        && Set(children.map { ObjectIdentifier($0) }).count == children.count,
      "Reordering needs every child exactly once")
    childNodes = children
  }
}
