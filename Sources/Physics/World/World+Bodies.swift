import CaromCollision
import CaromMaths

extension World {
  /// Creates a body, which is simulated from the next step on.
  ///
  /// - Throws: ``PhysicsError`` for shapes and values that cannot be simulated.
  public func createBody(_ definition: BodyDefinition) throws(PhysicsError) -> BodyHandle {
    if let error = definition.error { throw error }
    let index = bodies.allocate()
    bodies.serialCount += 1
    let generation = bodies.base[index].generation + 1
    var b = BodyRecord(definition, dampingStep: bodies.dampingSubstep)
    b.generation = generation
    b.serial = bodies.serialCount
    bodies.base[index] = b
    bodies.recountBullets(before: false, after: definition.properties.isBullet)
    bodies.storeGravityFactor(index, definition.properties)
    bodies.storeExtras(index, definition.properties)
    bodies.aliveCount += 1
    addColliders(index, definition.shape, definition.colliderProperties)
    updateMass(index, shape: definition.shape)
    if definition.isEnabled { addToSimulation(index) }
    return handle(index)
  }

  /// Destroys a body and its joints; the next step reports the end of its contacts, and bodies on
  /// it wake.
  public func destroyBody(_ handle: BodyHandle) {
    let index = index(of: handle)
    jointLifecycle.removeJoints(of: index)
    removeFromSimulation(index)
    removeColliders(index)
    bodies.free(index)
    bodies.aliveCount -= 1
  }

  // MARK: Colliders

  private func addColliders(
    _ index: Int, _ shape: Shape, _ properties: [ColliderProperties]
  ) {
    var last: Int32 = -1
    for number in 0..<shape.leafCount {
      let leaf = shape.leaf(at: number)
      let collider = colliders.allocate(leaf.shape)
      colliders.base[Int(collider)] = ColliderRecord(body: Int32(index), leaf: leaf)
      if last < 0 {
        bodies.base[index].firstCollider = collider
      } else {
        colliders.base[Int(last)].next = collider
      }
      last = collider
    }
    storeColliderProperties(
      index, ColliderProperties.normalized(properties, count: shape.leafCount))
  }

  private func removeColliders(_ index: Int) {
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let next = colliders.base[Int(collider)].next
      colliders.free(collider)
      collider = next
    }
    bodies.base[index].firstCollider = -1
  }

  /// The shape of a body, composed of its colliders.
  func shape(of index: Int) -> Shape {
    var leaves: [ShapeLeaf] = []
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let record = colliders.base[Int(collider)]
      leaves.append(ShapeLeaf(shape: colliders.shapes[Int(collider)], placement: record.placement))
      collider = record.next
    }
    if leaves.count == 1, leaves[0].placement == .identity { return leaves[0].shape }
    return .compound(CompoundShape(leaves))
  }

  // MARK: Enabling and disabling

  /// Adds a body to the broad phase and wakes it.
  func addToSimulation(_ index: Int) {
    bodies.base[index].set(BodyRecord.Flag.enabled, true)
    let record = bodies.base[index]
    var collider = record.firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let placed = colliders.base[c].transform(in: record.transform)
      let box = colliders.shapes[c].bounds(at: placed)
      let fat = BroadPhaseMargin.box(
        box, isStatic: record.isStatic, speculativeDistance: settings.speculativeDistance)
      colliders.base[c].proxy = broadPhase.insert(fat, collider: collider, kind: record.kind)
      markMoved(collider)
      collider = colliders.base[c].next
    }
    queries.state.invalidate(record.kind)
    if record.isDynamic { activation.appendAwake(index) }
    if record.isKinematic && record.isMoving { activation.appendAwake(index) }
    updatePose(index)
    if joints.jointCount(of: index) > 0 { jointLifecycle.attachJoints(of: index) }
  }

  /// Removes a body from the broad phase and all contacts, and wakes bodies that touch it.
  func removeFromSimulation(_ index: Int) {
    guard bodies.base[index].has(BodyRecord.Flag.enabled) else { return }
    if joints.jointCount(of: index) > 0 { jointLifecycle.detachJoints(of: index) }
    wake(index)
    lifecycle.destroyContacts(of: index)
    if bodies.base[index].isAwake { activation.removeAwake(index) }
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let c = Int(collider)
      broadPhase.remove(colliders.base[c].proxy, kind: bodies.base[index].kind)
      colliders.base[c].proxy = -1
      broadPhase.unmarkMoved(collider, in: colliders)
      collider = colliders.base[c].next
    }
    queries.state.invalidate(bodies.base[index].kind)
    bodies.base[index].set(BodyRecord.Flag.enabled, false)
  }

  /// Changes a body while it is removed from the simulation; adds it back if it is enabled.
  func rebuild(_ index: Int, _ change: () -> Void) {
    let isEnabled = bodies.base[index].has(BodyRecord.Flag.enabled)
    removeFromSimulation(index)
    change()
    if isEnabled { addToSimulation(index) }
  }

  func setShape(_ index: Int, _ shape: Shape, _ properties: [ColliderProperties]) {
    rebuild(index) {
      removeColliders(index)
      addColliders(index, shape, properties)
      updateMass(index, shape: shape)
    }
  }

  /// Updates proxies, pose and contacts of a body whose transform was set.
  func updateProxies(_ index: Int) {
    let record = bodies.base[index]
    guard record.has(BodyRecord.Flag.enabled) else { return }
    var collider = record.firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let placed = colliders.base[c].transform(in: record.transform)
      let box = colliders.shapes[c].bounds(at: placed)
      let fat = BroadPhaseMargin.box(
        box, isStatic: record.isStatic, speculativeDistance: settings.speculativeDistance)
      broadPhase.move(colliders.base[c].proxy, to: fat, kind: record.kind)
      markMoved(collider)
      collider = colliders.base[c].next
    }
    queries.state.invalidate(record.kind)
    updatePose(index)
    invalidateManifolds(of: index)
    updateContactsOnce(index)
  }

  // MARK: Mass

  /// Computes mass, inertia and sizes from the shape and the settings of a body.
  func updateMass(_ index: Int, shape: Shape? = nil) {
    let shape = shape ?? self.shape(of: index)
    var b = bodies.base[index]
    let position = b.position
    b.localCenter = .zero
    (b.inertia, b.inverseInertia, b.inverseMass) = (.zero, .zero, 0)
    b.set(BodyRecord.Flag.gyroscopic, false)
    if b.isDynamic {
      let own =
        b.has(BodyRecord.Flag.colliderOverrides)
        ? massProperties(ofColliders: index, shape, mass: b.mass) : nil
      let properties = (own ?? shape.massProperties(density: 1)).scaled(toMass: b.mass)
      b.localCenter = properties.centerOfMass + b.centerOfMassOffset
      b.inverseMass = 1 / b.mass
      b.inertia =
        b.has(BodyRecord.Flag.ownInertia)
        ? Matrix3(diagonal: b.momentOfInertia) : properties.inertia
      b.inverseInertia = b.inertia.inverse
      b.set(BodyRecord.Flag.gyroscopic, Self.precesses(b.inertia))
    }
    b.innerRadius = max(0, shape.innerRadius)
    b.outerRadius = shape.outerRadius + b.localCenter.length
    b.position = position
    b.updateCenter()
    bodies.base[index] = b
    updatePose(index)
    invalidateManifolds(of: index)
    if joints.jointCount(of: index) > 0 {
      joints.isPlanStale = true
      joints.invalidateSpringMasses(of: index)
    }
  }

  /// Whether the moments of inertia differ by more than one in ten thousand.
  private static func precesses(_ i: Matrix3) -> Bool {
    let moments = Vector3(i.x.x, i.y.y, i.z.z)
    let off = Vector3(i.x.y, i.x.z, i.y.z).magnitudes.greatest
    return moments.greatest - moments.least > 1e-4 * moments.greatest
      || off > 1e-4 * moments.greatest
  }
}

extension BodyRecord {
  /// Whether a kinematic body has a velocity or a target.
  var isMoving: Bool {
    velocity != .zero || angularVelocity != .zero || has(Flag.hasTarget | Flag.targetVelocity)
  }
}
