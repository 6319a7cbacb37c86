import CaromMaths
import CaromPhysics

// Debug drawing of constraints and joints.
extension DebugLines {
  /// Adds the targets of a node's constraints; disabled constraints are drawn in a dark color.
  mutating func constraints(of node: Node, _ scene: Scene) {
    for constraint in node.constraints {
      color = constraint.isEnabled ? Color(1, 0.6, 0.1) : Color(0.5, 0.35, 0.2)
      add(constraint, of: node, scene)
    }
  }

  private mutating func add(_ constraint: Constraint, of node: Node, _ scene: Scene) {
    let m = node.presentationWorldTransform
    let position = m.translation
    let target = constraint.dependency(in: scene).map(\.presentationWorldTransform.translation)
    switch constraint {
    case .lookAt:
      if let target { arrow(position, target - position) }
    case .follow(let constraint):
      guard let target else { return }
      let goal = target + constraint.offset
      cross(goal, 0.1)
      line(position, goal)
      line(goal, target)
    case .distance(let constraint):
      guard let target else { return }
      line(position, target)
      let around = Matrix4(position: target)
      for radius in [constraint.minimumDistance, constraint.maximumDistance]
      where radius > 0 && radius < 1e6 {
        ellipsoid(Vector3(repeating: radius), around)
      }
    case .replicator, .avoidOccluder:
      guard let target else { return }
      cross(target, 0.1)
      line(position, target)
    case .billboard(let constraint):
      let axes = m.linear
      for (axis, vector) in [(BillboardAxis.x, axes.x), (.y, axes.y), (.z, axes.z)]
      where constraint.freeAxes.contains(axis) {
        let half = vector.normalized(or: .zero) * 0.4
        line(position - half, position + half)
      }
    case .slider(let constraint):
      let middle = m.apply(point: constraint.offset)
      ellipsoid(Vector3(repeating: constraint.radius), Matrix4(position: middle))
    case .acceleration(let constraint):
      cross(position, 0.1)
      if constraint.isStarted { arrow(position, constraint.velocity) }
    case .transform:
      cross(position, 0.1)
    case .inverseKinematics(let constraint):
      let goal =
        constraint.target.node(in: scene)?.presentationWorldTransform.apply(
          point: constraint.targetPosition)
        ?? constraint.targetPosition
      cross(goal, 0.1)
      line(position, goal)
      // Draws the chain up to its root, which must be an ancestor of the node.
      guard let root = constraint.chainRoot.node(in: scene), root.isAncestorOrSelf(of: node) else {
        return
      }
      var last = node
      while last !== root, let parent = last.parent {
        line(
          last.presentationWorldTransform.translation, parent.presentationWorldTransform.translation
        )
        last = parent
      }
    }
  }

  /// Adds the joints of a node: their anchors, and lines to the bodies.
  mutating func joints(of node: Node) {
    for joint in node.joints {
      guard let live = joint.live, let a = node.physicsBody?.live else { continue }
      color = joint.isHolding ? Color(1, 0.4, 0.1) : Color(0.5, 0.3, 0.2)
      let frame = a.transform * live.frameA
      line(a.transform.position, frame.position)
      cross(frame.position, 0.06)
      arrow(frame.position, frame.orientation.rotate(.unitX) * 0.3)
      guard let b = joint.bodyB?.live else { continue }
      line(frame.position, (b.transform * live.frameB).position)
      line((b.transform * live.frameB).position, b.transform.position)
    }
  }
}
