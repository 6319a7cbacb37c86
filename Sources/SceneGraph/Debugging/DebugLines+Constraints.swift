import CaromMaths
import CaromPhysics

// What ties nodes: rules that move what is shown of them, and joints between their bodies.
extension DebugLines {
  /// What the rules of a node mind; those that are off in a dark colour.
  mutating func rules(of node: Node, _ scene: Scene) {
    for rule in node.constraints {
      color = rule.isEnabled ? Color(1, 0.6, 0.1) : Color(0.5, 0.35, 0.2)
      add(rule, of: node, scene)
    }
  }

  private mutating func add(_ rule: Constraint, of node: Node, _ scene: Scene) {
    let m = node.presentationWorldTransform
    let place = m.translation
    let target = rule.dependency(in: scene).map(\.presentationWorldTransform.translation)
    switch rule {
    case .lookAt:
      if let target { arrow(place, target - place) }
    case .follow(let rule):
      guard let target else { return }
      let goal = target + rule.offset
      cross(goal, 0.1)
      line(place, goal)
      line(goal, target)
    case .distance(let rule):
      guard let target else { return }
      line(place, target)
      let around = Matrix4(position: target)
      for radius in [rule.minimumDistance, rule.maximumDistance] where radius > 0 && radius < 1e6 {
        ellipsoid(Vector3(repeating: radius), around)
      }
    case .replicator, .avoidOccluder:
      guard let target else { return }
      cross(target, 0.1)
      line(place, target)
    case .billboard(let rule):
      let axes = m.linear
      for (axis, way) in [(BillboardAxis.x, axes.x), (.y, axes.y), (.z, axes.z)]
      where rule.freeAxes.contains(axis) {
        let half = way.normalized(or: .zero) * 0.4
        line(place - half, place + half)
      }
    case .slider(let rule):
      let middle = m.apply(point: rule.offset)
      ellipsoid(Vector3(repeating: rule.radius), Matrix4(position: middle))
    case .acceleration(let rule):
      cross(place, 0.1)
      if rule.isStarted { arrow(place, rule.velocity) }
    case .transform:
      cross(place, 0.1)
    case .inverseKinematics(let rule):
      let goal =
        rule.target.node(in: scene)?.presentationWorldTransform.apply(point: rule.targetPosition)
        ?? rule.targetPosition
      cross(goal, 0.1)
      line(place, goal)
      // Up to the root of the chain; one that is not above the node is no chain.
      guard let root = rule.chainRoot.node(in: scene), root.isAncestorOrSelf(of: node) else {
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

  /// The joints of a node's body: where they hold, and from where to where.
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
