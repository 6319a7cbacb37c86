import CaromCollision
import CaromMaths
import CaromPhysics

// The synchronization of bodies with the simulation of their scene.
extension PhysicsBody {
  /// Attaches to a node; the scene creates the body in the next step or when it is first needed.
  func attach(to node: Node) {
    precondition(self.node == nil, "A physics body belongs to one node; use copy() for another")
    self.node = node
    node.scene?.addBody(node)
  }

  /// Detaches from its node and the simulation.
  func detach() {
    leaveScene()
    node = nil
  }

  /// Destroys the body in the simulation and stores its velocities in the description.
  func leaveScene() {
    guard let handle, let live else { return }
    // The velocity of a kinematic body may be one with which its node moved it.
    if described.type != .kinematic {
      updateDescribed {
        $0.velocity = live.velocity
        $0.angularVelocity = live.angularVelocity
      }
    }
    self.handle = nil
    live.world.destroyBody(handle)
  }

  /// Schedules the shape to be baked again.
  func shapeChanged() {
    needsShape = true
    if let node { node.scene?.markBodyDirty(node) }
  }

  /// The definition for the simulation; nil if the body has no shape.
  ///
  /// - Throws: The problem with the shape.
  func definition(_ node: Node) throws(ShapeError) -> BodyDefinition? {
    let (placement, scale) = node.bodyPlacement
    bakedScale = scale
    needsShape = false
    guard let baked = try PhysicsShape.bake(described.shape, node, scale: scale) else {
      return nil
    }
    var definition = BodyDefinition(described.type, shape: baked.shape, transform: placement)
    definition.colliderProperties = baked.colliderProperties
    definition.properties = described.resolvedProperties
    definition.isEnabled = !node.isHiddenInScene
    definition.userTag = UInt64(node.id)
    return definition
  }

  /// Replaces an unbounded shape of a body that becomes dynamic by the described shape, if bounded.
  ///
  /// - Returns: Whether the body has a bounded shape; otherwise a problem is reported and the body
  ///   cannot become dynamic.
  func ensureBoundedShape(_ live: Body) -> Bool {
    if live.shape.isBounded { return true }
    guard let node else { return false }
    if let baked = try? PhysicsShape.bake(described.shape, node, scale: node.bodyPlacement.1),
      baked.shape.problem == nil, baked.shape.isBounded
    {
      live.setShape(baked.shape, colliderProperties: baked.colliderProperties)
      return true
    }
    node.scene?.reportProblem(
      "its shape has no finite volume, so its body cannot become dynamic", on: node,
      "physics")
    return false
  }

  /// Bakes the shape again if geometry, pivot, children or scale have changed.
  func refreshShape(_ node: Node, _ scale: Vector3, _ live: Body) {
    let change = (scale - bakedScale).magnitudes
    // A difference below a hundredth of a percent is rounding, not a change of scale.
    guard needsShape || change.greatest > 1e-4 * bakedScale.magnitudes.greatest else { return }
    needsShape = false
    bakedScale = scale
    // If the new shape is invalid the body keeps its current one.
    guard let baked = try? PhysicsShape.bake(described.shape, node, scale: scale),
      baked.shape.problem == nil, baked.shape.isBounded || described.type != .dynamic,
      !baked.isShape(of: live)
    else { return }
    if baked.shape == live.shape {
      live.colliderProperties = baked.colliderProperties
    } else {
      live.setShape(baked.shape, colliderProperties: baked.colliderProperties)
    }
    updateLive()
  }
}

extension Node {
  /// The world transform of the node's body and the scale of its shape; the pivot is part of the
  /// shape.
  ///
  /// A dynamic body uses the node's own transform, other bodies use its presentation.
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

  /// Sets the node's transform to that of its body after a step.
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

  /// Whether the node and its ancestors have the identity transform.
  var isPlain: Bool {
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
