import CaromMaths
import CaromPhysics

extension Scene {
  /// Advances the scene by one tick of ``PhysicsWorld/timeStep`` seconds.
  ///
  /// The order is: `update`, actions, animations, `didApplyAnimations`, physics, contacts,
  /// `didSimulatePhysics`, constraints, `didApplyConstraints`, particles. A paused scene is not
  /// changed. ``PhysicsWorld/speed`` scales the time of physics only, as in SceneKit.
  public func step(_ delegate: (any SceneDelegate)? = nil) {
    guard !properties.isPaused else { return }
    clearPreview()
    commitOpenTransaction()
    let duration = physicsWorld.timeStep
    // Removes the sounds of the last tick. Sounds started after it, such as by an input event,
    // belong to this tick.
    soundEvents.removeFirst(min(reportedSoundCount, soundEvents.count))
    if !sustainedSounds.isEmpty { sustainedSounds.removeAll(keepingCapacity: true) }
    delegate?.update(self)
    runActions(duration)
    runAnimations(duration)
    delegate?.didApplyAnimations(self)
    simulate(duration)
    delegate?.didSimulatePhysics(self)
    applyConstraints(duration)
    delegate?.didApplyConstraints(self)
    runParticles(duration)
    reportedSoundCount = soundEvents.count
    tick += 1
    reopenTransaction()
  }

  // MARK: Physics

  private func simulate(_ duration: Double) {
    let time = Float(duration) * physicsWorld.speed
    createBodies()
    moveNodesByVelocity(time)
    syncBodies()
    let reportedRemovalCount = removedBodyNodes.count
    let world = physicsWorld.simulation
    if time > 0 { world.step(time) }
    for handle in world.movedBodies {
      guard let live = world.body(handle), live.kind == .dynamic,
        let node = node(withID: Int32(truncatingIfNeeded: live.userTag))
      else { continue }
      node.take(live.transform)
    }
    if time > 0 {
      updatePhysicsComponents(time)
      reportContacts()
      reportJointBreaks()
      removedBodyNodes.removeFirst(reportedRemovalCount)
    }
  }

  private func reportContacts() {
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

  /// Marks broken joints and reports them, in the order of the simulation.
  private func reportJointBreaks() {
    for event in physicsWorld.simulation.jointEvents {
      guard let node = node(withID: Int32(truncatingIfNeeded: event.tag)),
        let joint = node.storage.joints.first(where: { $0.handle == event.joint })
      else { continue }
      joint.didBreak()
      physicsWorld.contactDelegate?.didBreak(
        PhysicsJointBreak(
          joint: joint, nodeA: node, nodeB: joint.bodyB?.node, force: event.force,
          torque: event.torque))
    }
  }

  /// Returns a node in the scene, or a removed node whose contacts have not ended yet.
  private func contactNode(_ tag: UInt64) -> Node? {
    let id = Int32(truncatingIfNeeded: tag)
    return node(withID: id) ?? removedBodyNodes.last { $0.id == id }
  }
}

extension Node {
  /// Whether the node or one of its ancestors is paused.
  var isPausedInScene: Bool {
    var node: Node? = self
    while let n = node {
      if n.storage.isPaused { return true }
      node = n.parent
    }
    return false
  }
}
