import CaromPhysics

// Which nodes are in the scene, and which of them need what in a tick.
extension Scene {
  /// Takes in a node and all below; its parent is in the scene.
  func enter(_ node: Node) {
    treeChanged()
    node.scene = self
    register(node)
    if node.storage.physicsBody != nil { addBody(node) }
    if !node.storage.constraints.isEmpty {
      settle(node)
      Scene.insert(node, into: &constrained)
    }
    if node.isEquipped { Scene.insert(node, into: &equipped) }
    if !node.running.isEmpty { startActing(node) }
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
    treeChanged()
    if node.isEquipped {
      unequip(node)
      equipped.removeAll { $0 === node }
    }
    if node.storage.physicsBody?.handle != nil {
      node.storage.physicsBody?.leaveScene()
      departed.append(node)
    }
    if !node.storage.constraints.isEmpty { constrained.removeAll { $0 === node } }
    let mayAct = node.isAsleep || !node.running.isEmpty
    wake(node)
    if mayAct { acting.removeAll { $0 === node } }
    if !node.players.isEmpty {
      animationTable.dissolve()
      animated.removeAll { $0 === node }
    }
    if node.isQueuedForPhysics {
      node.isQueuedForPhysics = false
      queued.removeAll { $0 === node }
    }
    if node.isAwaitingBody {
      node.isAwaitingBody = false
      awaiting.removeAll { $0 === node }
    }
    if node.shown.has(.chain) {
      node.isChainedNow = false
      chained.removeAll { $0 === node }
    }
    if node.shown != ShownValues() { node.shown = ShownValues() }
    if !node.emitters.isEmpty { emitting.removeAll { $0 === node } }
    node.uncover()
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
      constraint.settle(in: self)
      node.storage.constraints[i] = constraint
    }
  }
}

extension Node {
  /// Called when its constraints were set.
  func constraintsChanged() {
    if storage.constraints.isEmpty {
      setShown(ShownValues())
      scene?.constrained.removeAll { $0 === self }
    } else if let scene {
      scene.settle(self)
      Scene.insert(self, into: &scene.constrained)
    }
  }

  /// Called when code moved it: constraints start at its new place.
  func restartConstraints() {
    shown.mask.insert(.moved)
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
