import CaromMaths

extension IKConstraint: ConstraintKind {
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    if !chainRoot.isEmpty { body(&chainRoot) }
    if !target.isEmpty { body(&target) }
    for i in joints.indices where !joints[i].node.isEmpty { body(&joints[i].node) }
  }

  /// Solves the chain by cyclic coordinate descent, and presents the rotations of the joints.
  mutating func apply(_ context: inout ConstraintContext) {
    guard let root = context.node(chainRoot), let goal = goal(context) else { return }
    var chain = IKChain(context, root, self)
    guard !chain.joints.isEmpty else { return }
    chain.solve(goal)
    for joint in chain.joints {
      let rotation =
        influenceFactor >= 1
        ? joint.rotation : joint.start.slerp(to: joint.rotation, by: influenceFactor).normalized
      joint.node.setIKRotation(rotation)
    }
  }

  private func goal(_ context: ConstraintContext) -> Vector3? {
    if target.isEmpty { return targetPosition }
    return context.node(target)?.presentationWorldTransform.apply(point: targetPosition)
  }
}

/// The working state of a chain, from the root joint to the last.
private struct IKChain {
  struct Joint {
    let node: Node
    /// The rotation from the node's own values, from which the limit is measured.
    let own: Quaternion
    /// The rotation before solving.
    let start: Quaternion
    let limit: Float
    var rotation: Quaternion
    /// The position in the parent, and the scale and pivot that follow the rotation.
    let position: Vector3
    let after: Matrix4
  }

  var joints: [Joint] = []
  /// The world transform of the parent of the first joint.
  private let above: Matrix4
  /// The end effector, in the space of the last joint.
  private let tip: Vector3

  init(_ context: ConstraintContext, _ root: Node, _ constraint: IKConstraint) {
    tip = context.node.presentation.position
    above = root.parent?.presentationWorldTransform ?? .identity
    var nodes: [Node] = []
    var node = context.node.parent
    while let n = node {
      nodes.append(n)
      if n === root { break }
      node = n.parent
    }
    guard nodes.last === root else { return }
    for n in nodes.reversed() {
      let own = n.animatedOrientation
      let start = constraint.isIncremental ? n.presentation.orientation : own
      let pivot = n.storage.pivot?.affineInverse ?? .identity
      joints.append(
        Joint(
          node: n, own: own, start: start,
          limit: constraint.maximumAllowedRotationAngle(forJoint: n),
          rotation: start, position: n.presentation.position,
          after: Matrix4(scale: n.presentation.scale) * pivot))
    }
  }

  mutating func solve(_ goal: Vector3) {
    var nearest = Float.infinity
    for _ in 0..<20 {
      var frames = [above]
      for joint in joints { frames.append(frames[frames.count - 1] * joint.transform) }
      var end = frames[joints.count].apply(point: tip)
      for i in joints.indices.reversed() {
        let center = frames[i].apply(point: joints[i].position)
        rotate(i, in: frames[i], from: end - center, to: goal - center)
        // The new position of the end effector, through the joints below, which are unchanged.
        var local = tip
        for joint in joints[i...].reversed() { local = joint.transform.apply(point: local) }
        end = frames[i].apply(point: local)
      }
      let gap = (goal - end).length
      // Stops within a tenth of a millimeter, or when an iteration improves less than 0.01 mm.
      if gap < 1e-4 || gap > nearest - 1e-5 { return }
      nearest = gap
    }
  }

  /// Rotates a joint so that one world direction aligns with another, within its limit.
  private mutating func rotate(
    _ i: Int, in frame: Matrix4, from: Vector3, to: Vector3
  ) {
    guard let inverse = frame.affineInverse,
      let a = inverse.apply(vector: from).normalized, let b = inverse.apply(vector: to).normalized
    else { return }
    var new = (Quaternion(from: a, to: b) * joints[i].rotation).normalized
    let angle = joints[i].own.angle(to: new)
    if angle > joints[i].limit {
      new = joints[i].own.slerp(to: new, by: joints[i].limit / angle).normalized
    }
    if new.isFinite { joints[i].rotation = new }
  }
}

extension IKChain.Joint {
  var transform: Matrix4 { Matrix4(position: position, orientation: rotation) * after }
}

extension Node {
  /// Presents a rotation computed by inverse kinematics of a descendant.
  fileprivate func setIKRotation(_ rotation: Quaternion) {
    guard let scene else { return }
    let isPreview = scene.constraintPreview.isRunning
    if isPreview && !acceptsConstraintPreview { return }
    var values = constraintOverlay
    values.set(orientation: rotation)
    values.mask.insert(.ikChain)
    setConstraintOverlay(values)
    isInActiveIKChain = true
    if isPreview { return }
    Scene.insert(self, into: &scene.ikChainNodes)
  }

  /// Removes the presented rotation once no chain rotates the node.
  func clearIKRotation() {
    guard constraintOverlay.has(.ikChain), storage.constraints.isEmpty else { return }
    setConstraintOverlay(PresentationValues())
  }
}
