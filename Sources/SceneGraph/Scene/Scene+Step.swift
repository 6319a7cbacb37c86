import CaromMaths
import CaromPhysics

extension Scene {
  /// Moves time on by one tick of ``PhysicsWorld/timeStep`` seconds.
  ///
  /// In this order: `update`, actions, `didApplyAnimations`, physics, contacts,
  /// `didSimulatePhysics`, constraints, `didApplyConstraints`. A paused scene does nothing.
  /// ``PhysicsWorld/speed`` counts for physics alone, as in SceneKit.
  public func step(_ delegate: (any SceneDelegate)? = nil) {
    guard !properties.isPaused else { return }
    commitOpenTransaction()
    let duration = physicsWorld.timeStep
    soundEvents.removeAll(keepingCapacity: true)
    delegate?.update(self)
    runActions(duration)
    runAnimations(duration)
    delegate?.didApplyAnimations(self)
    simulate(duration)
    delegate?.didSimulatePhysics(self)
    applyConstraints(duration)
    delegate?.didApplyConstraints(self)
    tick += 1
    reopenTransaction()
  }

  // MARK: Actions

  private func runActions(_ duration: Double) {
    guard !acting.isEmpty else { return }
    var list = walked
    walked = []
    list.append(contentsOf: acting)
    for node in list where node.scene === self && !node.isPausedInScene {
      node.advanceActions(by: duration)
    }
    list.removeAll(keepingCapacity: true)
    walked = list
    acting.removeAll { $0.running.isEmpty }
  }

  // MARK: Physics

  private func simulate(_ duration: Double) {
    flushBodies()
    let endsToTell = departed.count
    let world = physicsWorld.simulation
    let time = Float(duration) * physicsWorld.speed
    if time > 0 { world.step(time) }
    for handle in world.movedBodies {
      guard let live = world.body(handle), live.kind == .dynamic,
        let node = node(withID: Int32(truncatingIfNeeded: live.userTag))
      else { continue }
      node.take(live.transform)
    }
    if time > 0 {
      tellContacts()
      departed.removeFirst(endsToTell)
    }
  }

  private func tellContacts() {
    let events = physicsWorld.simulation.contactEvents
    guard !events.isEmpty, let delegate = physicsWorld.contactDelegate else { return }
    for event in events {
      guard let a = contactNode(event.tagA), let b = contactNode(event.tagB) else { continue }
      let contact = PhysicsContact(
        nodeA: a, nodeB: b, contactPoint: event.point, contactNormal: event.normal,
        collisionImpulse: event.impulse, penetrationDistance: event.penetration)
      switch event.kind {
      case .begin: delegate.didBegin(contact)
      case .update: delegate.didUpdate(contact)
      case .end: delegate.didEnd(contact)
      }
    }
  }

  /// A node in the scene, or one that left and whose contacts still end.
  private func contactNode(_ tag: UInt64) -> Node? {
    let id = Int32(truncatingIfNeeded: tag)
    return node(withID: id) ?? departed.last { $0.id == id }
  }

  // MARK: Constraints

  private func applyConstraints(_ duration: Double) {
    guard !constrained.isEmpty else { return }
    var i = 0
    while i < constrained.count {
      apply(constrained[i], duration)
      i += 1
    }
  }

  private func apply(_ node: Node, _ duration: Double) {
    let before = node.shown
    var input = ConstraintInput(
      position: node.worldPositionShownAbove, orientation: node.worldOrientationShownAbove,
      scale: node.animatedScale, duration: duration)
    for i in node.storage.constraints.indices {
      guard let target = node.storage.constraints[i].targetNode(in: self) else { continue }
      // Out of the node while it works: it may mind the node itself or one below.
      var constraint = node.storage.constraints[i]
      if constraint.apply(&input, target) { node.storage.constraints[i] = constraint }
    }
    var shown = ShownValues()
    shown.mask = input.changed
    if input.changed.contains(.position) {
      shown.position = node.parentShown { $0.apply(point: input.position) } ?? input.position
    }
    if input.changed.contains(.orientation) {
      let above = node.parent.map { $0.presentation.worldOrientation.inverse }
      shown.orientation = above.map { ($0 * input.orientation).normalized } ?? input.orientation
    }
    if input.changed.contains(.scale) {
      let above = node.parent.map { Scene.size(of: $0.shownWorldTransform.linear) } ?? .one
      shown.scale = above.least > 0 ? input.scale / above : input.scale
    }
    guard shown != before else { return }
    node.shown = shown
    node.invalidateShown(withBody: true)
  }

  private static func size(of m: Matrix3) -> Vector3 {
    Vector3(m.x.length, m.y.length, m.z.length)
  }
}

extension Node {
  /// True when it or a node above is paused.
  var isPausedInScene: Bool {
    var node: Node? = self
    while let n = node {
      if n.storage.isPaused { return true }
      node = n.parent
    }
    return false
  }

  /// Its own place, in the world that is shown of the nodes above.
  fileprivate var worldPositionShownAbove: Vector3 {
    parent.map { $0.shownWorldTransform.apply(point: animatedPosition) } ?? animatedPosition
  }

  /// Its own rotation, in the world that is shown of the nodes above.
  fileprivate var worldOrientationShownAbove: Quaternion {
    parent.map { ($0.presentation.worldOrientation * animatedOrientation).normalized }
      ?? animatedOrientation
  }

  /// Maps by the inverse of what is shown of the parent; nil where there is none.
  fileprivate func parentShown(_ body: (Matrix4) -> Vector3) -> Vector3? {
    parent?.shownWorldTransform.affineInverse.map(body)
  }
}
