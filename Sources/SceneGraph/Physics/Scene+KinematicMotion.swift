import CaromMaths
import CaromPhysics

// The motion of kinematic bodies by their own velocities.
//
// A kinematic body is where its node is, so its velocity moves the node, and the node moves the
// body. The node therefore cannot drift away from its body.
extension Scene {
  /// Adds a node to those that the velocities of their bodies move, if its body has one.
  func trackMotion(of node: Node) {
    guard let body = node.storage.physicsBody, body.handle != nil, body.movesByVelocity else {
      return
    }
    Scene.insert(node, into: &movingBodyNodes)
  }

  /// Moves the nodes of kinematic bodies by the velocities of these for `time` seconds.
  func moveNodesByVelocity(_ time: Float) {
    guard !movingBodyNodes.isEmpty, time > 0 else { return }
    movingBodyNodes.removeAll { $0.storage.physicsBody?.movesByVelocity != true }
    for node in movingBodyNodes {
      guard let body = node.storage.physicsBody, let live = body.live, live.isEnabled else {
        continue
      }
      move(node, body, live, time)
    }
  }

  private func move(_ node: Node, _ body: PhysicsBody, _ live: Body, _ time: Float) {
    if body.isTeleporting {
      let placement = node.bodyPlacement.0
      guard Scene.isPlace(placement) else { return }
      live.teleport(to: placement)
      (body.isTeleporting, body.wasMovedByCode) = (false, false)
    }
    // A transform that code set is the target of this tick.
    if body.wasMovedByCode { return body.wasMovedByCode = false }
    let (velocity, angularVelocity) = (body.described.velocity, body.described.angularVelocity)
    // Otherwise the body has further reasons to move, and its velocity follows from the difference.
    let isFree =
      !node.isBodyDirty && node.constraintOverlay.isEmpty && node.animationOverlay.isEmpty
    guard node.advance(velocity, angularVelocity, time) else { return markBodyDirty(node) }
    guard isFree else { return markBodyDirty(node) }
    live.moveKinematic(
      to: node.bodyPlacement.0, velocity: velocity, angularVelocity: angularVelocity)
  }
}

extension PhysicsBody {
  /// Whether the body is kinematic and has a velocity of its own.
  var movesByVelocity: Bool {
    described.type == .kinematic
      && (described.velocity != .zero || described.angularVelocity != .zero)
  }
}

extension Node {
  /// Moves the node's own transform by velocities in the world for `time` seconds.
  ///
  /// - Returns: Whether it was moved: not out of the world, and not under a parent of zero scale.
  fileprivate func advance(
    _ velocity: Vector3, _ angularVelocity: Vector3, _ time: Float
  ) -> Bool {
    let frame = parent.flatMap { $0.isPlain ? nil : $0 }
    var displacement = velocity * time
    var turn = Quaternion(axis: angularVelocity, angle: angularVelocity.length * time)
    if let frame {
      guard let inverse = frame.presentationWorldTransform.affineInverse else { return false }
      displacement = inverse.apply(vector: displacement)
      let above = frame.presentation.worldOrientation
      turn = above.inverse * turn * above
    }
    let moved = Transform(
      position: storage.position + displacement,
      orientation: (turn * storage.storedOrientation).normalized)
    let world = frame?.presentationWorldTransform.apply(point: moved.position) ?? moved.position
    guard Scene.isPlace(moved), Scene.isPlace(Transform(position: world)) else { return false }
    storage.position = moved.position
    if angularVelocity != .zero { storage.orientation = moved.orientation }
    if !storage.constraints.isEmpty { constraintOverlay.mask.insert(.moved) }
    invalidate(includingBody: false)
    return true
  }
}
