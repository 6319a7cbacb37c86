import CaromPhysics

// Which nodes are in the scene, and which of them need what in a tick.
extension Scene {
  /// Takes in a node and all below; its parent is in the scene.
  func enter(_ node: Node) {
    treeDidChange()
    node.scene = self
    register(node)
    if node.storage.physicsBody != nil { addBody(node) }
    if !node.storage.constraints.isEmpty {
      settle(node)
      Scene.insert(node, into: &constrainedNodes)
    }
    if node.hasPhysicsComponents { Scene.insert(node, into: &physicsComponentNodes) }
    if !node.running.isEmpty { activateActions(node) }
    node.enterAnimations(self)
    for child in node.childNodes { enter(child) }
  }

  /// Gives a node its identity and, the first time, starts its actions.
  func register(_ node: Node) {
    // One that is newer than the state that was read back has an identity that is free or another's.
    let id = Int(node.id)
    if node.home === identity, id < nodesByID.count, nodesByID[id] == nil {
      nodesByID[id] = node
      return
    }
    let isNew = node.home == nil
    node.home = identity
    node.id = Int32(nodesByID.count)
    nodesByID.append(node)
    if isNew {
      for action in node.storage.actions { node.runAction(action) }
      node.startDeclaredAnimations()
    }
  }

  /// Lets go of a node and all below.
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
    if !node.storage.constraints.isEmpty { constrainedNodes.removeAll { $0 === node } }
    let mayAct = node.isAsleep || !node.running.isEmpty
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
    if node.constraintOverlay != PresentationOverlay() {
      node.constraintOverlay = PresentationOverlay()
    }
    if !node.emitters.isEmpty { emittingNodes.removeAll { $0 === node } }
    node.clearAnimationOverlay()
    node.animationRound = 0
    node.constraintRound = 0
    nodesByID[Int(node.id)] = nil
    node.scene = nil
    for child in node.childNodes { leave(child) }
  }

  /// Puts a node into a list sorted by identity, once.
  static func insert(_ node: Node, into list: inout [Node]) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].id < node.id { low = middle + 1 } else { high = middle }
    }
    if low < list.count, list[low] === node { return }
    list.insert(node, at: low)
  }

  /// Exchanges nodes for identities in the constraints of a node, where that is possible now.
  func settle(_ node: Node) {
    for i in node.storage.constraints.indices {
      var constraint = node.storage.constraints[i]
      constraint.resolve(in: self)
      node.storage.constraints[i] = constraint
    }
  }
}

extension Node {
  /// Called when its constraints were set.
  func constraintsChanged() {
    if storage.constraints.isEmpty {
      setConstraintOverlay(PresentationOverlay())
      scene?.constrainedNodes.removeAll { $0 === self }
    } else if let scene {
      scene.settle(self)
      Scene.insert(self, into: &scene.constrainedNodes)
    }
  }

  /// Called when code moved it: constraints start at its new place.
  func restartConstraints() {
    constraintOverlay.mask.insert(.moved)
    for i in storage.constraints.indices { storage.constraints[i].restart() }
  }

  /// Called when it was hidden or shown, or moved below another node: bodies leave or come back.
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
