import CaromMaths

// Applying constraints, once a tick after physics.
extension Scene {
  func applyConstraints(_ duration: Double) {
    guard !constrainedNodes.isEmpty || !ikChainNodes.isEmpty else { return }
    // Copies, as functions of the program may change the tree.
    let before = ikChainNodes
    ikChainNodes.removeAll(keepingCapacity: true)
    var list = scratchNodes
    scratchNodes = []
    orderConstrained()
    list.append(contentsOf: constrainedInTreeOrder.nodes)
    constraintRound &+= 1
    for node in list { applyInTurn(node, duration) }
    list.removeAll(keepingCapacity: true)
    scratchNodes = list
    for node in before where !node.isInActiveIKChain { node.clearIKRotation() }
    for node in ikChainNodes { node.isInActiveIKChain = false }
  }

  /// Puts the nodes with constraints into the order of the tree, which a saved scene keeps, as it does
  /// not keep the order in which they entered.
  private func orderConstrained() {
    guard constrainedInTreeOrder.round != treeVersion else { return }
    if constrainedNodes.count < 2 {
      constrainedInTreeOrder = (constrainedNodes, treeVersion)
      return
    }
    var nodes: [Node] = []
    rootNode.enumerateHierarchy { node in
      if !node.storage.constraints.isEmpty { nodes.append(node) }
    }
    constrainedInTreeOrder = (nodes, treeVersion)
  }

  /// Applies the rules of a node, once a tick, after those of what they start from: the nodes above
  /// it, and those that the rules mind with the nodes above them.
  ///
  /// Nodes that mind each other in a circle go in the order of the tree; so does what is at the end of
  /// a chain of more than 64, as a file must not exhaust the stack.
  private func applyInTurn(_ node: Node, _ duration: Double, depth: Int = 0) {
    guard depth < 64, node.scene === self, node.constraintRound != constraintRound else { return }
    node.constraintRound = constraintRound
    if constrainedNodes.count > 1 {
      applyAbove(node, duration, depth + 1)
      for i in node.storage.constraints.indices where i < node.storage.constraints.count {
        guard let dependency = node.storage.constraints[i].dependency(in: self) else { continue }
        applyInTurn(dependency, duration, depth: depth + 1)
        applyAbove(dependency, duration, depth + 1)
      }
      guard node.scene === self else { return }
    }
    if !node.storage.constraints.isEmpty { apply(node, duration) }
  }

  private func applyAbove(_ node: Node, _ duration: Double, _ depth: Int) {
    var above = node.parent
    while let n = above {
      if !n.storage.constraints.isEmpty { applyInTurn(n, duration, depth: depth) }
      above = n.parent
    }
  }

  private func apply(_ node: Node, _ duration: Double) {
    let before = node.constraintOverlay
    var work = ConstraintContext(
      scene: self, node: node, duration: duration,
      own: node.worldTransform(PresentationOverlay()),
      last: before.has(.moved) || before.isEmpty ? nil : node.worldTransform(before))
    node.constraintOverlay.mask.remove(.moved)
    var i = 0
    while i < node.storage.constraints.count {
      // Out of the node while it works: it may mind the node itself or one below.
      var constraint = node.storage.constraints[i]
      if constraint.apply(&work), i < node.storage.constraints.count {
        node.storage.constraints[i] = constraint
      }
      i += 1
    }
    guard node.scene === self else { return }
    node.show(work)
  }
}

extension Node {
  /// Its place in the world that is shown of the nodes above, with values on top of its own and
  /// those of animations.
  func worldTransform(_ values: PresentationOverlay) -> WorldTransform {
    let position = values.has(.position) ? values.position : animatedPosition
    let turn = values.has(.orientation) ? values.orientation : animatedOrientation
    let scale = values.has(.scale) ? values.scale : animatedScale
    guard let parent else {
      return WorldTransform(position: position, orientation: turn, scale: scale)
    }
    let above = parent.presentationWorldTransform
    return WorldTransform(
      position: above.apply(point: position),
      orientation: (parent.presentation.worldOrientation * turn).normalized,
      scale: above.linear.columnLengths * scale)
  }

  /// Shows what the rules came to.
  fileprivate func show(_ work: ConstraintContext) {
    var values = PresentationOverlay()
    if work.changed.contains(.position),
      let inverse = parent.map({ $0.presentationWorldTransform.affineInverse }) ?? .identity
    {
      values.set(position: inverse.apply(point: work.position))
    }
    if work.changed.contains(.orientation) {
      let above = parent.map { $0.presentation.worldOrientation.inverse }
      values.set(
        orientation: above.map { ($0 * work.orientation).normalized } ?? work.orientation)
    } else if isInActiveIKChain {
      values.orientation = constraintOverlay.orientation
      values.mask.formUnion([.orientation, .ikChain])
    }
    if work.changed.contains(.scale) {
      let above = parent.map { $0.presentationWorldTransform.linear.columnLengths } ?? .one
      values.set(scale: above.least > 0 ? work.scale / above : work.scale)
    }
    setConstraintOverlay(values)
  }

  /// Takes what is to be seen in place of its own values.
  func setConstraintOverlay(_ values: PresentationOverlay) {
    guard values != constraintOverlay else { return }
    constraintOverlay = values
    invalidatePresentation(includingBody: true)
  }
}

extension Matrix3 {
  /// How far each axis is stretched.
  var columnLengths: Vector3 { Vector3(x.length, y.length, z.length) }
}
