import CaromMaths

extension IKConstraint: ConstraintKind {
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    if !chainRoot.isEmpty { body(&chainRoot) }
    if !target.isEmpty { body(&target) }
    for i in joints.indices where !joints[i].node.isEmpty { body(&joints[i].node) }
  }

  /// Turns the nodes above, the last first, until the end is where it should be or gets no nearer.
  mutating func apply(_ work: inout ConstraintContext) {
    guard let root = work.node(chainRoot), let goal = goal(work) else { return }
    var chain = IKChain(work, root, self)
    guard !chain.joints.isEmpty else { return }
    chain.solve(goal)
    for joint in chain.joints {
      let turned =
        influenceFactor >= 1
        ? joint.turn : joint.start.slerp(to: joint.turn, by: influenceFactor).normalized
      joint.node.bend(to: turned)
    }
  }

  private func goal(_ work: ConstraintContext) -> Vector3? {
    if target.isEmpty { return targetPosition }
    return work.node(target)?.presentationWorldTransform.apply(point: targetPosition)
  }
}

/// A chain while it is solved: rotations in the parents, the first joint first.
private struct IKChain {
  struct Joint {
    let node: Node
    /// Its own rotation, which the limit counts from.
    let own: Quaternion
    /// Its rotation before the rule.
    let start: Quaternion
    let limit: Float
    var turn: Quaternion
    /// From its parent's space to its own place without turn, and what comes after the turn.
    let position: Vector3
    let after: Matrix4
  }

  var joints: [Joint] = []
  /// What is above the first joint.
  private let above: Matrix4
  /// The end, in the space of the last joint.
  private let tip: Vector3

  init(_ work: ConstraintContext, _ root: Node, _ rule: IKConstraint) {
    tip = work.node.presentation.position
    above = root.parent?.presentationWorldTransform ?? .identity
    var nodes: [Node] = []
    var node = work.node.parent
    while let n = node {
      nodes.append(n)
      if n === root { break }
      node = n.parent
    }
    guard nodes.last === root else { return }
    for n in nodes.reversed() {
      let own = n.animatedOrientation
      let start = rule.isIncremental ? n.presentation.orientation : own
      let pivot = n.storage.pivot?.affineInverse ?? .identity
      joints.append(
        Joint(
          node: n, own: own, start: start, limit: rule.maximumAllowedRotationAngle(forJoint: n),
          turn: start, position: n.presentation.position,
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
        turn(i, in: frames[i], from: end - center, to: goal - center)
        // Where the end is now, by way of the joints below, whose turns are unchanged.
        var local = tip
        for joint in joints[i...].reversed() { local = joint.transform.apply(point: local) }
        end = frames[i].apply(point: local)
      }
      let gap = (goal - end).length
      // A tenth of a millimetre is reached; less gain than that is as near as it gets.
      if gap < 1e-4 || gap > nearest - 1e-5 { return }
      nearest = gap
    }
  }

  /// Turns a joint so that a way of the world points along another, as far as it may.
  private mutating func turn(
    _ i: Int, in frame: Matrix4, from: Vector3, to: Vector3
  ) {
    guard let inverse = frame.affineInverse,
      let a = inverse.apply(vector: from).normalized, let b = inverse.apply(vector: to).normalized
    else { return }
    var new = (Quaternion(from: a, to: b) * joints[i].turn).normalized
    let angle = joints[i].own.angle(to: new)
    if angle > joints[i].limit {
      new = joints[i].own.slerp(to: new, by: joints[i].limit / angle).normalized
    }
    if new.isFinite { joints[i].turn = new }
  }
}

extension IKChain.Joint {
  var transform: Matrix4 { Matrix4(position: position, orientation: turn) * after }
}

extension Node {
  /// Shows a rotation that a rule of a node below asks for.
  fileprivate func bend(to turn: Quaternion) {
    guard let scene else { return }
    var values = constraintOverlay
    values.set(orientation: turn)
    values.mask.insert(.ikChain)
    setConstraintOverlay(values)
    isInActiveIKChain = true
    Scene.insert(self, into: &scene.ikChainNodes)
  }

  /// Uncovers its own rotation when no chain turns it any more.
  func clearIKRotation() {
    guard constraintOverlay.has(.ikChain), storage.constraints.isEmpty else { return }
    setConstraintOverlay(PresentationOverlay())
  }
}
