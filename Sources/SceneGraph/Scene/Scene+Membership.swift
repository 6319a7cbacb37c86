import CaromPhysics

// Adding and removing nodes, and the lists of nodes that each phase of a tick visits.
extension Scene {
  /// Adds a node and its descendants; the parent is already in the scene.
  func enter(_ node: Node) {
    treeDidChange()
    node.scene = self
    register(node)
    if node.storage.physicsBody != nil { addBody(node) }
    if !node.storage.constraints.isEmpty {
      resolveConstraintReferences(node)
      Scene.insert(node, into: &constrainedNodes)
    }
    if node.hasPhysicsComponents { Scene.insert(node, into: &physicsComponentNodes) }
    if !node.runningActions.isEmpty { activateActions(node) }
    node.enterAnimations(self)
    for child in node.childNodes { enter(child) }
  }

  /// Assigns an identity to a node and, the first time, starts its declared actions and animations.
  func register(_ node: Node) {
    // After a restore, the identity of a node created later may be free or taken.
    let id = Int(node.id)
    if node.sceneIdentity === identity, id < nodesByID.count, nodesByID[id] == nil {
      nodesByID[id] = node
      return
    }
    let isNew = node.sceneIdentity == nil
    node.sceneIdentity = identity
    node.id = Int32(nodesByID.count)
    nodesByID.append(node)
    if isNew {
      for action in node.storage.actions { node.runAction(action) }
      node.startDeclaredAnimations()
    }
  }

  /// Removes a node and its descendants.
  func leave(_ node: Node) {
    treeDidChange()
    if node.hasPhysicsComponents {
      removePhysicsComponents(node)
      physicsComponentNodes.removeAll { $0 === node }
    }
    if node.storage.physicsBody?.handle != nil {
      node.storage.physicsBody?.leaveScene()
      removedBodyNodes.append(node)
    }
    if !movingBodyNodes.isEmpty { movingBodyNodes.removeAll { $0 === node } }
    if !node.storage.constraints.isEmpty { constrainedNodes.removeAll { $0 === node } }
    let mayAct = node.isAsleep || !node.runningActions.isEmpty
    wake(node)
    if mayAct { activeActionNodes.removeAll { $0 === node } }
    if !node.players.isEmpty {
      animationTable.invalidate()
      playingNodes.removeAll { $0 === node }
    }
    if node.isBodyDirty {
      node.isBodyDirty = false
      dirtyBodyNodes.removeAll { $0 === node }
    }
    if node.isBodyPending {
      node.isBodyPending = false
      pendingBodyNodes.removeAll { $0 === node }
    }
    if node.constraintOverlay.has(.ikChain) {
      node.isInActiveIKChain = false
      ikChainNodes.removeAll { $0 === node }
    }
    if node.constraintOverlay != PresentationValues() {
      node.constraintOverlay = PresentationValues()
    }
    node.isConstraintPreviewed = false
    node.isAnimationPreviewed = false
    if !node.emitters.isEmpty { emittingNodes.removeAll { $0 === node } }
    node.clearAnimationOverlay()
    node.animationRound = 0
    node.constraintRound = 0
    nodesByID[Int(node.id)] = nil
    node.scene = nil
    for child in node.childNodes { leave(child) }
  }

  /// Inserts a node into a list sorted by identity, unless it is already there.
  static func insert(_ node: Node, into list: inout [Node]) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].id < node.id { low = middle + 1 } else { high = middle }
    }
    if low < list.count, list[low] === node { return }
    list.insert(node, at: low)
  }

  /// Resolves the node references in the constraints of a node.
  func resolveConstraintReferences(_ node: Node) {
    for i in node.storage.constraints.indices {
      var constraint = node.storage.constraints[i]
      constraint.resolve(in: self)
      node.storage.constraints[i] = constraint
    }
  }
}

extension Node {
  /// Handles a change of the list of constraints.
  func constraintsChanged() {
    scene?.clearConstraintPreview()
    scene?.constraintOrder.version = nil
    if storage.constraints.isEmpty {
      setConstraintOverlay(PresentationValues())
      scene?.constrainedNodes.removeAll { $0 === self }
    } else if let scene {
      scene.resolveConstraintReferences(self)
      Scene.insert(self, into: &scene.constrainedNodes)
    }
  }

  /// Restarts the constraints from the node's own transform after code changed it.
  func restartConstraints() {
    constraintOverlay.mask.insert(.moved)
    for i in storage.constraints.indices { storage.constraints[i].reset() }
  }

  /// Enables or disables the bodies of the subtree after visibility or the parent changed.
  func visibilityChanged() {
    guard scene != nil else { return }
    let isHiddenAbove = parent?.isHiddenInScene ?? false
    applyVisibility(isHiddenAbove)
  }

  private func applyVisibility(_ isHiddenAbove: Bool) {
    let isHidden = isHiddenAbove || storage.isHidden
    if let body = storage.physicsBody, let live = body.live { live.isEnabled = !isHidden }
    for child in childNodes { child.applyVisibility(isHidden) }
  }
}
