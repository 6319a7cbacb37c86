extension Node {
  /// Adds a node as the last child, out of the parent it had.
  ///
  /// - Precondition: `child` is not this node or above it.
  public func addChildNode(_ child: Node) {
    // Its own child leaves its place first.
    insertChildNode(child, at: childNodes.count - (child.parent === self ? 1 : 0))
  }

  /// Adds a node as the child with the given index, out of the parent it had.
  ///
  /// The index counts after the node left its old parent, and is at most the number of children.
  ///
  /// - Precondition: `child` is not this node or above it, nor the root of a scene.
  public func insertChildNode(_ child: Node, at index: Int) {
    precondition(!child.isAncestorOrSelf(of: self), "A node cannot be a child of itself")
    precondition(child.scene?.rootNode !== child, "The root of a scene has no parent")
    let staysInScene = scene != nil && child.scene === scene
    if let old = child.parent {
      if !staysInScene { child.scene?.leave(child) }
      old.forget(child)
    }
    precondition(
      index >= 0 && index <= childNodes.count, "A child is inserted at 0 to the number of children")
    childNodes.insert(child, at: index)
    child.parent = self
    child.invalidate(includingBody: true)
    if staysInScene {
      scene?.treeDidChange()
      child.wakeActionsInSubtree()
    }
    if staysInScene { child.visibilityChanged() } else { scene?.enter(child) }
  }

  /// Takes it out of its parent, and with all below out of the scene.
  ///
  /// Safe anywhere, also inside of contact callbacks and its own actions. The root of a scene stays.
  public func removeFromParentNode() {
    guard let parent else { return }
    scene?.leave(self)
    parent.forget(self)
    self.parent = nil
    invalidate(includingBody: false)
  }

  /// Drops a child from the list; the first is found at once, so moving all in order is quick.
  private func forget(_ child: Node) {
    if let index = childNodes.firstIndex(where: { $0 === child }) { childNodes.remove(at: index) }
  }

  /// Adds all children of a node that is in no scene, in their order; quick for many.
  package func moveChildNodes(from other: Node) {
    precondition(other.scene == nil && other !== self, "Only nodes outside of scenes are emptied")
    let children = other.childNodes
    other.childNodes = []
    for child in children {
      child.parent = nil
      addChildNode(child)
    }
  }

  /// Puts another node in the place of a child; does nothing when `old` is not one.
  public func replaceChildNode(_ old: Node, with new: Node) {
    guard old !== new, let index = childNodes.firstIndex(where: { $0 === old }) else { return }
    old.removeFromParentNode()
    let isBefore = new.parent === self && (childNodes.firstIndex { $0 === new } ?? index) < index
    insertChildNode(new, at: isBefore ? index - 1 : index)
  }

  /// True when this is the other node or one above it.
  public func isAncestorOrSelf(of other: Node) -> Bool {
    var node: Node? = other
    while let n = node {
      if n === self { return true }
      node = n.parent
    }
    return false
  }
}
