import CaromCollision
import CaromMaths
import CaromPhysics

// How a body and its node's scene keep in step.
extension PhysicsBody {
  /// Takes a node; the scene makes the body with the next step or when it is first needed.
  func attach(to node: Node) {
    precondition(self.node == nil, "A physics body belongs to one node; use copy() for another")
    self.node = node
    node.scene?.addBody(node)
  }

  /// Leaves its node and the simulation.
  func detach() {
    leaveScene()
    node = nil
  }

  /// Leaves the simulation, keeping its velocities as a description.
  func leaveScene() {
    guard let handle, let live else { return }
    updateDescribed {
      $0.velocity = live.velocity
      $0.angularVelocity = live.angularVelocity
    }
    self.handle = nil
    live.world.destroyBody(handle)
  }

  /// Notes that the shape must be made anew.
  func shapeChanged() {
    needsShape = true
    if let node { node.scene?.markBodyDirty(node) }
  }

  /// The masks as the simulation has them.
  var filter: CollisionFilter {
    CollisionFilter(
      category: described.category, collision: described.collisionBitMask,
      contactTest: described.contactTestBitMask)
  }

  /// Everything the simulation has to know; nil when there is no shape.
  ///
  /// - Throws: what is wrong with the shape.
  func definition(_ node: Node) throws(ShapeError) -> BodyDefinition? {
    let (placement, scale) = node.bodyPlacement
    bakedScale = scale
    needsShape = false
    guard let shape = try PhysicsShape.bake(described.shape, node, scale: scale) else {
      return nil
    }
    let s = described
    var d = BodyDefinition(s.type.kind, shape: shape, transform: placement)
    d.velocity = s.velocity
    d.angularVelocity = s.angularVelocity
    d.mass = s.mass ?? 1
    d.momentOfInertia = s.momentOfInertia
    d.centerOfMassOffset = s.centerOfMassOffset
    d.friction = s.friction
    d.restitution = s.restitution
    d.rollingFriction = s.rollingFriction
    d.damping = s.damping
    d.angularDamping = s.angularDamping
    d.velocityFactor = s.velocityFactor
    d.angularVelocityFactor = s.angularVelocityFactor
    d.isAffectedByGravity = s.isAffectedByGravity
    d.allowsResting = s.allowsResting
    d.linearRestingThreshold = s.linearRestingThreshold
    d.angularRestingThreshold = s.angularRestingThreshold
    d.filter = filter
    d.isSensor = s.isSensor
    d.isBullet = s.isBullet
    d.isEnabled = !node.isHiddenInScene
    d.userTag = UInt64(node.id)
    d.frictionCombine = s.frictionCombine.mode
    d.restitutionCombine = s.restitutionCombine.mode
    return d
  }

  /// Changes everything in the simulation but shape and velocities.
  func push(_ s: BodyState, to live: Body) {
    live.kind = s.type.kind
    live.filter = filter
    live.isSensor = s.isSensor
    live.isBullet = s.isBullet
    live.mass = s.mass ?? 1
    live.momentOfInertia = s.momentOfInertia
    live.centerOfMassOffset = s.centerOfMassOffset
    live.friction = s.friction
    live.restitution = s.restitution
    live.rollingFriction = s.rollingFriction
    live.damping = s.damping
    live.angularDamping = s.angularDamping
    live.velocityFactor = s.velocityFactor
    live.angularVelocityFactor = s.angularVelocityFactor
    live.isAffectedByGravity = s.isAffectedByGravity
    live.allowsResting = s.allowsResting
    live.linearRestingThreshold = s.linearRestingThreshold
    live.angularRestingThreshold = s.angularRestingThreshold
    live.frictionCombine = s.frictionCombine.mode
    live.restitutionCombine = s.restitutionCombine.mode
  }

  /// Gives a body that is to become dynamic its new shape at once, if the one it has has no inside.
  ///
  /// - Returns: False when there is none for it, so that it cannot become dynamic; that is noted.
  func takesInside(_ live: Body) -> Bool {
    if live.shape.isBounded { return true }
    guard let node else { return false }
    if let shape = try? PhysicsShape.bake(described.shape, node, scale: node.bodyPlacement.1),
      shape.problem == nil, shape.isBounded
    {
      live.shape = shape
      return true
    }
    node.scene?.reportProblem(
      "its shape has no inside of finite size, so its body does not become dynamic", on: node,
      "physics")
    return false
  }

  /// Makes the shape anew where geometry, pivot, children or scale have changed.
  func refreshShape(_ node: Node, _ scale: Vector3, _ live: Body) {
    let change = (scale - bakedScale).magnitudes
    // Less than a hundredth of a percent is rounding, not a change of size.
    guard needsShape || change.greatest > 1e-4 * bakedScale.magnitudes.greatest else { return }
    needsShape = false
    bakedScale = scale
    // A shape that cannot be made leaves the body the one it has.
    guard let shape = try? PhysicsShape.bake(described.shape, node, scale: scale),
      shape.problem == nil, shape.isBounded || described.type != .dynamic, shape != live.shape
    else { return }
    live.shape = shape
  }
}

extension PhysicsBodyType {
  /// The same in the simulation.
  var kind: BodyKind {
    switch self {
    case .dynamic: .dynamic
    case .static: .static
    case .kinematic: .kinematic
    }
  }
}

extension CombineRule {
  /// The same in the simulation.
  var mode: CombineMode {
    switch self {
    case .multiply: .multiply
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    }
  }
}

extension Node {
  /// Where its body is in the world and how its shape is scaled; the pivot is part of the shape.
  ///
  /// A dynamic body goes by the node itself, others by what is shown of it.
  var bodyPlacement: (Transform, Vector3) {
    let isDynamic = storage.physicsBody?.type == .dynamic
    let shown = presentation
    let position = isDynamic ? storage.position : shown.position
    let orientation = isDynamic ? storage.storedOrientation : shown.orientation
    let scale = isDynamic ? storage.scale : shown.scale
    var placement = Transform(position: position, orientation: orientation)
    var above = parent
    while let node = above {
      let p = node.presentation
      guard p.scale == .one, node.storage.pivot == nil else {
        let own = Matrix4(position: position, orientation: orientation, scale: scale)
        guard let parts = (parent.map { $0.presentationWorldTransform * own } ?? own).decomposed
        else {
          return (placement, scale)
        }
        return (Transform(position: parts.position, orientation: parts.orientation), parts.scale)
      }
      placement = Transform(position: p.position, orientation: p.orientation) * placement
      above = node.parent
    }
    return (placement, scale)
  }

  /// Takes the place of its body, which moved it.
  func take(_ world: Transform) {
    storage.orientation = world.orientation
    storage.position = world.position
    if let parent, !parent.isPlain {
      let p = parent.presentation
      storage.orientation = (p.worldOrientation.inverse * world.orientation).normalized
      storage.position =
        parent.presentationWorldTransform.affineInverse?.apply(point: world.position)
        ?? world.position
    }
    if !storage.constraints.isEmpty { constraintOverlay.mask.insert(.moved) }
    invalidate(includingBody: false)
  }

  /// True when it and all above change nothing about what is below.
  private var isPlain: Bool {
    var node: Node? = self
    while let n = node {
      guard n.constraintOverlay.isEmpty, n.storage.pivot == nil, n.storage.position == .zero,
        n.storage.storedOrientation == .identity, n.storage.scale == .one
      else { return false }
      node = n.parent
    }
    return true
  }
}
