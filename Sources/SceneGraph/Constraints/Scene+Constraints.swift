import CaromMaths

// Constraints are applied once per tick, after physics.
extension Scene {
  func applyConstraints(_ duration: Double) {
    guard !constrainedNodes.isEmpty || !ikChainNodes.isEmpty else { return }
    // Iterates over copies, because functions of the program may change the tree.
    let before = ikChainNodes
    ikChainNodes.removeAll(keepingCapacity: true)
    var list = scratchNodes
    scratchNodes = []
    orderConstrained()
    list.append(contentsOf: constrainedInTreeOrder.nodes)
    constraintRound &+= 1
    for node in list { applyInDependencyOrder(node, duration) }
    list.removeAll(keepingCapacity: true)
    scratchNodes = list
    for node in before where !node.isInActiveIKChain { node.clearIKRotation() }
    for node in ikChainNodes { node.isInActiveIKChain = false }
  }

  /// Sorts the nodes with constraints in tree order, which is saved, unlike the order in which they
  /// entered.
  func orderConstrained() {
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

  /// Applies the constraints of a node, once per tick.
  ///
  /// The constraints of its ancestors are applied first, then those of the nodes that its own
  /// constraints depend on, each after its ancestors. A cycle is broken at the node where it was
  /// entered, and a chain of dependencies after 64 nodes, which bounds the stack depth for
  /// untrusted files; the remaining nodes are processed in tree order.
  func applyInDependencyOrder(_ node: Node, _ duration: Double, depth: Int = 0) {
    guard depth < 64, node.scene === self, node.constraintRound != constraintRound else { return }
    node.constraintRound = constraintRound
    if constrainedNodes.count > 1 {
      applyToAncestors(node, duration, depth + 1)
      for i in node.storage.constraints.indices where i < node.storage.constraints.count {
        guard let dependency = node.storage.constraints[i].dependency(in: self) else { continue }
        applyInDependencyOrder(dependency, duration, depth: depth + 1)
        applyToAncestors(dependency, duration, depth + 1)
      }
      guard node.scene === self else { return }
    }
    if !node.storage.constraints.isEmpty { apply(node, duration) }
  }

  private func applyToAncestors(_ node: Node, _ duration: Double, _ depth: Int) {
    var above = node.parent
    while let n = above {
      if !n.storage.constraints.isEmpty { applyInDependencyOrder(n, duration, depth: depth) }
      above = n.parent
    }
  }

  private func apply(_ node: Node, _ duration: Double) {
    let isPreview = constraintPreview.isRunning
    // A preview leaves what was applied in a tick.
    if isPreview && !node.isConstraintPreviewed { return }
    let before = node.constraintOverlay
    var context = ConstraintContext(
      scene: self, node: node, duration: duration,
      own: node.worldTransform(PresentationValues()),
      last: before.has(.moved) || before.isEmpty ? nil : node.worldTransform(before))
    if !isPreview { node.constraintOverlay.mask.remove(.moved) }
    var i = 0
    while i < node.storage.constraints.count {
      // Applied as a copy, because the constraint may access the node itself or a descendant.
      var constraint = node.storage.constraints[i]
      if constraint.apply(&context), !isPreview, i < node.storage.constraints.count {
        node.storage.constraints[i] = constraint
      }
      i += 1
    }
    guard node.scene === self else { return }
    node.present(context)
  }
}

extension Node {
  /// Returns the world transform under the presented ancestors, with an overlay on top of the
  /// node's own and animated values.
  func worldTransform(_ values: PresentationValues) -> WorldTransform {
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

  /// Writes the result of the constraints to the overlay.
  fileprivate func present(_ context: ConstraintContext) {
    var values = PresentationValues()
    if context.changed.contains(.position),
      let inverse = parent.map({ $0.presentationWorldTransform.affineInverse }) ?? .identity
    {
      values.set(position: inverse.apply(point: context.position))
    }
    if context.changed.contains(.orientation) {
      let above = parent.map { $0.presentation.worldOrientation.inverse }
      values.set(
        orientation: above.map { ($0 * context.orientation).normalized } ?? context.orientation)
    } else if isInActiveIKChain {
      values.set(orientation: constraintOverlay.orientation)
      values.mask.insert(.ikChain)
    }
    if context.changed.contains(.scale) {
      let above = parent.map { $0.presentationWorldTransform.linear.columnLengths } ?? .one
      values.set(scale: above.least > 0 ? context.scale / above : context.scale)
    }
    setConstraintOverlay(values)
  }

  /// Replaces the constraint overlay.
  func setConstraintOverlay(_ values: PresentationValues) {
    guard values != constraintOverlay else { return }
    if let scene, scene.constraintPreview.isRunning { return setConstraintPreview(values) }
    constraintOverlay = values
    invalidatePresentation(includingBody: true)
  }
}

extension Matrix3 {
  /// The lengths of the columns: the scale along each axis.
  var columnLengths: Vector3 { Vector3(x.length, y.length, z.length) }
}
