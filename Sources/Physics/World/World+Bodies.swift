import CaromCollision
import CaromMaths

extension World {
  /// Adds a body.
  ///
  /// It takes part from the next step on.
  /// - Throws: ``PhysicsError`` for shapes and values that cannot be simulated.
  public func createBody(_ definition: BodyDefinition) throws(PhysicsError) -> BodyHandle {
    if let error = definition.error { throw error }
    let index = allocateBody()
    serials += 1
    let generation = bodies.base[index].generation + 1
    var b = BodyRecord(definition, dampingStep: dampingStep)
    b.generation = generation
    b.serial = serials
    bodies.base[index] = b
    bodyCount += 1
    addColliders(index, definition.shape)
    updateMass(index, shape: definition.shape)
    if definition.isEnabled { addToSimulation(index) }
    return handle(index)
  }

  /// Removes a body and its joints; its contacts end with the next step, and what it carried wakes.
  public func destroyBody(_ handle: BodyHandle) {
    let index = index(of: handle)
    removeJoints(index)
    removeFromSimulation(index)
    removeColliders(index)
    let generation = bodies.base[index].generation
    bodies.base[index] = BodyRecord()
    bodies.base[index].generation = generation
    bodies.base[index].nextFree = freeBody
    freeBody = Int32(index)
    bodyCount -= 1
  }

  private func allocateBody() -> Int {
    if freeBody >= 0 {
      let index = Int(freeBody)
      freeBody = bodies.base[index].nextFree
      return index
    }
    bodies.append(BodyRecord())
    return bodies.count - 1
  }

  // MARK: Colliders

  private func addColliders(_ index: Int, _ shape: Shape) {
    var last: Int32 = -1
    for number in 0..<shape.leafCount {
      let leaf = shape.leaf(at: number)
      let collider = allocateCollider(leaf.shape)
      colliders.base[Int(collider)] = ColliderRecord(body: Int32(index), leaf: leaf)
      if last < 0 {
        bodies.base[index].firstCollider = collider
      } else {
        colliders.base[Int(last)].next = collider
      }
      last = collider
    }
  }

  private func allocateCollider(_ shape: Shape) -> Int32 {
    if freeCollider >= 0 {
      let collider = freeCollider
      freeCollider = colliders.base[Int(collider)].next
      shapes[Int(collider)] = shape
      return collider
    }
    colliders.append(ColliderRecord())
    shapes.append(shape)
    return Int32(colliders.count - 1)
  }

  private func removeColliders(_ index: Int) {
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let next = colliders.base[Int(collider)].next
      colliders.base[Int(collider)] = ColliderRecord()
      colliders.base[Int(collider)].next = freeCollider
      freeCollider = collider
      collider = next
    }
    bodies.base[index].firstCollider = -1
  }

  /// The shape of a body, put together from its colliders.
  func shape(of index: Int) -> Shape {
    var leaves: [ShapeLeaf] = []
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let record = colliders.base[Int(collider)]
      leaves.append(ShapeLeaf(shape: shapes[Int(collider)], placement: record.placement))
      collider = record.next
    }
    if leaves.count == 1, leaves[0].placement == .identity { return leaves[0].shape }
    return .compound(CompoundShape(leaves))
  }

  // MARK: In and out of the simulation

  /// Puts an enabled body into the broad phase and wakes it.
  func addToSimulation(_ index: Int) {
    bodies.base[index].set(BodyRecord.Flag.enabled, true)
    let record = bodies.base[index]
    var collider = record.firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let placed = colliders.base[c].transform(in: record.transform)
      let box = shapes[c].bounds(at: placed)
      let fat = record.isStatic ? box : box.expanded(by: settings.speculativeDistance)
      colliders.base[c].proxy = broadPhase.insert(fat, collider: collider, kind: record.kind)
      markMoved(collider)
      collider = colliders.base[c].next
    }
    queryState.invalidate(record.kind)
    if record.isDynamic { appendAwake(index) }
    if record.isKinematic && record.isMoving { appendAwake(index) }
    updatePose(index)
    if jointCount(of: index) > 0 { attachJoints(index) }
  }

  /// Takes a body out of the broad phase and of all contacts, waking what leaned on it.
  func removeFromSimulation(_ index: Int) {
    guard bodies.base[index].has(BodyRecord.Flag.enabled) else { return }
    if jointCount(of: index) > 0 { detachJoints(index) }
    wake(index)
    removeContacts(index)
    if bodies.base[index].isAwake { removeAwake(index) }
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let c = Int(collider)
      broadPhase.remove(colliders.base[c].proxy, kind: bodies.base[index].kind)
      colliders.base[c].proxy = -1
      unmarkMoved(collider)
      collider = colliders.base[c].next
    }
    queryState.invalidate(bodies.base[index].kind)
    bodies.base[index].set(BodyRecord.Flag.enabled, false)
  }

  /// Takes a body out, changes it, and puts it back if it is enabled.
  func rebuild(_ index: Int, _ change: () -> Void) {
    let isEnabled = bodies.base[index].has(BodyRecord.Flag.enabled)
    removeFromSimulation(index)
    change()
    if isEnabled { addToSimulation(index) }
  }

  func setShape(_ index: Int, _ shape: Shape) {
    rebuild(index) {
      removeColliders(index)
      addColliders(index, shape)
      updateMass(index, shape: shape)
    }
  }

  /// Makes the collider look for new pairs in the next step.
  func markMoved(_ collider: Int32) {
    if colliders.base[Int(collider)].isMoved != 0 { return }
    colliders.base[Int(collider)].isMoved = 1
    moved.append(collider)
  }

  private func unmarkMoved(_ collider: Int32) {
    if colliders.base[Int(collider)].isMoved == 0 { return }
    colliders.base[Int(collider)].isMoved = 0
    var kept = 0
    for slot in 0..<moved.count where moved.base[slot] != collider {
      moved.base[kept] = moved.base[slot]
      kept += 1
    }
    moved.resize(kept)
  }

  /// Brings the proxies of a body that was put somewhere else up to date.
  func updateProxies(_ index: Int) {
    let record = bodies.base[index]
    guard record.has(BodyRecord.Flag.enabled) else { return }
    var collider = record.firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let placed = colliders.base[c].transform(in: record.transform)
      let box = shapes[c].bounds(at: placed)
      let fat = record.isStatic ? box : box.expanded(by: settings.speculativeDistance)
      broadPhase.move(colliders.base[c].proxy, to: fat, kind: record.kind)
      markMoved(collider)
      collider = colliders.base[c].next
    }
    queryState.invalidate(record.kind)
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
      let properties = shape.massProperties(density: 1).scaled(toMass: b.mass)
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
    if jointCount(of: index) > 0 {
      isJointPlanStale = true
      invalidateSpringMasses(of: index)
    }
  }

  /// True when the moments differ by more than one in ten thousand.
  private static func precesses(_ i: Matrix3) -> Bool {
    let moments = Vector3(i.x.x, i.y.y, i.z.z)
    let off = Vector3(i.x.y, i.x.z, i.y.z).magnitudes.greatest
    return moments.greatest - moments.least > 1e-4 * moments.greatest
      || off > 1e-4 * moments.greatest
  }

  /// (1 − damping)^Δt.
  static func dampingFactor(_ damping: Float, _ step: Float) -> Float {
    if damping <= 0 || step <= 0 { return 1 }
    if damping >= 1 { return 0 }
    return Portable.pow(1 - damping, step)
  }

  /// Brings the damping factors up to date when the length of the substep changes.
  func updateDamping(_ step: Float) {
    guard step != dampingStep else { return }
    dampingStep = step
    for index in 0..<bodies.count {
      bodies.base[index].dampingFactor = Self.dampingFactor(bodies.base[index].damping, step)
      bodies.base[index].angularDampingFactor = Self.dampingFactor(
        bodies.base[index].angularDamping, step)
    }
  }
}

extension BodyRecord {
  /// True when a kinematic body has a velocity or a target.
  var isMoving: Bool {
    velocity != .zero || angularVelocity != .zero || has(Flag.hasTarget | Flag.targetVelocity)
  }
}
