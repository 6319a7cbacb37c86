import CaromProperties

// A running node follows what its description says anew; for those that watch files.
extension Node {
  /// Follows changed `actions` and `animations` of its description.
  ///
  /// Those that are gone stop where they are, and new ones begin; all others, and what code started,
  /// go on. The node must have the new description already.
  ///
  /// - Parameters:
  ///   - old: The description that the node began with.
  ///   - new: The one that it has now.
  package func applyDeclarationChanges(from old: NodeState, to new: NodeState) {
    if old.actions != new.actions {
      let (old, come) = Self.difference(old.actions, new.actions)
      var gone = old
      for action in running where !action.isOver && action.key == nil {
        guard let index = gone.firstIndex(of: action.action) else { continue }
        gone.remove(at: index)
        action.isOver = true
      }
      dropEndedActions()
      for action in come { runAction(action) }
    }
    let (before, after) = (old.animations.map(\.json), new.animations.map(\.json))
    guard before != after else { return }
    let (gone, come) = Self.difference(before, after)
    for entry in old.animations where gone.contains(entry.json) {
      let content = entry.animation.json
      if let index = players.firstIndex(where: {
        $0.isDeclared && ($0.key ?? "") == entry.key && $0.animation.json == content
      }) {
        players.remove(at: index)
      }
    }
    for entry in storage.animations where come.contains(entry.json) { startDeclared(entry) }
  }

  /// What is only in the first and what is only in the second of two lists.
  private static func difference<T: Equatable>(_ old: [T], _ new: [T]) -> (gone: [T], come: [T]) {
    var gone = old
    var come: [T] = []
    for item in new {
      if let index = gone.firstIndex(of: item) { gone.remove(at: index) } else { come.append(item) }
    }
    return (gone, come)
  }

  /// Puts its children into another order; nothing else of them changes.
  ///
  /// - Precondition: `children` are its children, each once.
  package func reorderChildNodes(_ children: [Node]) {
    precondition(
      children.count == childNodes.count && children.allSatisfy { $0.parent === self }
        && Set(children.map { ObjectIdentifier($0) }).count == children.count,
      "Children are arranged all of them, and each once")
    childNodes = children
  }
}
