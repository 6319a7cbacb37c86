extension Node {
  /// Appends a node to the children and removes it from its previous parent.
  ///
  /// - Precondition: `child` is not this node or one of its ancestors.
  public func addChildNode(_ child: Node) {
    // A child of this node is removed first, which shortens the list.
    insertChildNode(child, at: childNodes.count - (child.parent === self ? 1 : 0))
  }

  /// Inserts a node into the children at an index and removes it from its previous parent.
  ///
  /// The index refers to the list after the node has left its previous parent, and is at most the
  /// number of children.
  ///
  /// - Precondition: `child` is not this node, one of its ancestors or the root of a scene.
  public func insertChildNode(_ child: Node, at index: Int) {
    precondition(!child.isAncestorOrSelf(of: self), "A node cannot be its own descendant")
    precondition(child.scene?.rootNode !== child, "The root of a scene has no parent")
    let staysInScene = scene != nil && child.scene === scene
    if let old = child.parent {
      if !staysInScene { child.scene?.leave(child) }
      old.forget(child)
    }
    precondition(
      index >= 0 && index <= childNodes.count,
      "A child index is between 0 and the number of children")
    childNodes.insert(child, at: index)
    child.parent = self
    child.invalidate(includingBody: true)
    if staysInScene {
      scene?.treeDidChange()
      child.wakeActionsInSubtree()
    }
    if staysInScene { child.visibilityChanged() } else { scene?.enter(child) }
  }

  /// Removes the node from its parent, and it and its descendants from the scene.
  ///
  /// It is safe to call in contact callbacks and in the node's own actions. The root node of a
  /// scene is not removed.
  public func removeFromParentNode() {
    guard let parent else { return }
    scene?.leave(self)
    parent.forget(self)
    self.parent = nil
    invalidate(includingBody: false)
  }

  /// Removes a child from the list; searches from the front, so moving all children in order
  /// is fast.
  private func forget(_ child: Node) {
    if let index = childNodes.firstIndex(where: { $0 === child }) { childNodes.remove(at: index) }
    scene?.treeDidChange()
  }

  /// Moves all children of a node that is in no scene to this node, keeping their order.
  package func moveChildNodes(from other: Node) {
    precondition(
      other.scene == nil && other !== self,
      "Children are moved only out of a node that is in no scene")
    let children = other.childNodes
    other.childNodes = []
    for child in children {
      child.parent = nil
      addChildNode(child)
    }
  }

  /// Replaces a child with another node; does nothing if `old` is not a child.
  public func replaceChildNode(_ old: Node, with new: Node) {
    guard old !== new, let index = childNodes.firstIndex(where: { $0 === old }) else { return }
    old.removeFromParentNode()
    let isBefore = new.parent === self && (childNodes.firstIndex { $0 === new } ?? index) < index
    insertChildNode(new, at: isBefore ? index - 1 : index)
  }

  /// Returns whether this node is the other node or one of its ancestors.
  public func isAncestorOrSelf(of other: Node) -> Bool {
    unowned(unsafe) var node: Node? = other
    while let n = node {
      if n === self { return true }
      node = n.parent
    }
    return false
  }
}
