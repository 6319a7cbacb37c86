import CaromMaths

// Constraints are applied once per tick, after physics.
extension Scene {
  func applyConstraints(_ duration: Double) {
    guard !constrainedNodes.isEmpty || !ikChainNodes.isEmpty else { return }
    // Iterates over copies, because functions of the program may change the tree.
    let before = ikChainNodes
    ikChainNodes.removeAll(keepingCapacity: true)
    applyConstraintsInOrder(duration)
    for node in before where !node.isInActiveIKChain { node.clearIKRotation() }
    for node in ikChainNodes { node.isInActiveIKChain = false }
  }

  /// Applies the constraints of all nodes, once for each node.
  func applyConstraintsInOrder(_ duration: Double) {
    let order = orderedConstrainedNodes()
    constraintRound &+= 1
    for node in order where node.scene === self {
      node.constraintRound = constraintRound
      if !node.storage.constraints.isEmpty { apply(node, duration) }
    }
  }

  // MARK: Order

  /// The nodes with constraints, each after its ancestors and the nodes that its constraints depend
  /// on, each of these after its own ancestors.
  ///
  /// The order is kept until the tree or a reference changes; not with billboards, which depend on
  /// the camera that renders the scene.
  private func orderedConstrainedNodes() -> [Node] {
    if constraintOrder.version == treeVersion { return constraintOrder.nodes }
    sortConstrainedNodes()
    var order: [Node] = []
    var isLasting = true
    constraintRound &+= 1
    for node in constrainedInTreeOrder.nodes { add(node, to: &order, &isLasting) }
    constraintOrder = (order, isLasting ? treeVersion : nil)
    return order
  }

  /// Sorts the nodes with constraints in tree order, which is saved, unlike the order in which they
  /// entered.
  private func sortConstrainedNodes() {
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

  /// Adds a node to the order.
  ///
  /// A cycle is broken at the node where it was entered, and a chain of dependencies after 64
  /// nodes, which bounds the stack depth for untrusted files; the other nodes are added in tree
  /// order.
  private func add(
    _ node: Node, to order: inout [Node], _ isLasting: inout Bool, depth: Int = 0
  ) {
    guard depth < 64, node.scene === self, node.constraintRound != constraintRound else { return }
    node.constraintRound = constraintRound
    addAncestors(of: node, to: &order, &isLasting, depth + 1)
    for constraint in node.storage.constraints {
      if case .billboard = constraint { isLasting = false }
      guard let dependency = constraint.dependency(in: self) else { continue }
      add(dependency, to: &order, &isLasting, depth: depth + 1)
      addAncestors(of: dependency, to: &order, &isLasting, depth + 1)
    }
    if !node.storage.constraints.isEmpty { order.append(node) }
  }

  private func addAncestors(
    of node: Node, to order: inout [Node], _ isLasting: inout Bool, _ depth: Int
  ) {
    var above = node.parent
    while let n = above {
      if !n.storage.constraints.isEmpty { add(n, to: &order, &isLasting, depth: depth) }
      above = n.parent
    }
  }

  // MARK: One node

  private func apply(_ node: Node, _ duration: Double) {
    let isPreview = constraintPreview.isRunning
    // A preview leaves what was applied in a tick.
    if isPreview && !node.isConstraintPreviewed { return }
    var context = ConstraintContext(scene: self, node: node, duration: duration)
    if !isPreview { node.constraintOverlay.mask.remove(.moved) }
    var i = 0
    while i < node.storage.constraints.count {
      node.applyConstraint(i, &context, keepsState: !isPreview)
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
