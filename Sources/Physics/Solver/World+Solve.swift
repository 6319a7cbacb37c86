import CaromMaths

extension World {
  /// Moves the awake bodies through a step of `dt` seconds, in substeps.
  func solve(_ dt: Float) {
    let substeps = settings.substeps
    let step: Float = dt / Float(substeps)
    gatherBodies()
    prepareContacts(dt)
    let bodies = solver.bodies.base
    let masses = solver.masses.base
    let forces = solver.forces.base
    let constraints = solver.constraints.base
    let points = solver.points.base
    let records = self.bodies.base
    let bodyCount = solver.bodies.count
    let count = solver.constraints.count
    let hertz = min(settings.contactHertz, 0.25 / step)
    let soft = Softness(hertz: hertz, dampingRatio: settings.contactDampingRatio, step: step)
    let anchored = Softness(
      hertz: 2 * hertz, dampingRatio: settings.contactDampingRatio, step: step)
    let pushSpeed = settings.pushSpeed
    var precesses = false
    for index in 1..<max(bodyCount, 1) where forces[index].gyroscopic >= 0 { precesses = true }
    for substep in 0..<substeps {
      let elapsed: Float = Float(substep + 1) * step
      integrateVelocities(bodies, forces, bodyCount, step: step)
      if precesses { precessToMiddle(bodies, forces, bodyCount, records, step: step) }
      warmStartContacts(constraints, count, points, bodies, masses)
      solveNormals(
        constraints, count, points, bodies, masses, inverseStep: 1 / step, soft: soft,
        anchored: anchored, pushSpeed: pushSpeed, elapsed: elapsed, isPushing: true)
      integratePositions(bodies, forces, bodyCount, step: step)
      if precesses { precessToEnd(bodies, forces, bodyCount, records, step: step) }
      solveNormals(
        constraints, count, points, bodies, masses, inverseStep: 1 / step, soft: soft,
        anchored: anchored, pushSpeed: pushSpeed, elapsed: elapsed, isPushing: false)
    }
    bounceContacts(constraints, count, points, bodies, masses)
    storeImpulses()
  }

  /// Copies the awake bodies into the solver's compact storage.
  private func gatherBodies() {
    let count = awake.count + 1
    solver.bodies.resize(count)
    solver.masses.resize(count)
    solver.forces.resize(count)
    let (bodies, masses, forces) = (solver.bodies.base, solver.masses.base, solver.forces.base)
    bodies[0] = SolverBody()
    masses[0] = SolverMass()
    forces[0] = SolverForce()
    let records = self.bodies.base
    let gravity = settings.gravity
    for place in 1..<count {
      let index = Int(awake.base[place - 1])
      let r = records + index
      bodies[place] = SolverBody(
        velocity: F4(r.pointee.velocity), angularVelocity: F4(r.pointee.angularVelocity))
      var mass = SolverMass()
      var force = SolverForce()
      if r.pointee.isDynamic {
        let factor = r.pointee.velocityFactor
        mass.inverseMass = factor * r.pointee.inverseMass
        mass.inverseInertia = r.pointee.worldInverseInertia(r.pointee.orientation)
        force.acceleration = r.pointee.force * mass.inverseMass
        if r.pointee.has(BodyRecord.Flag.gravity) { force.acceleration += gravity * factor }
        force.angularAcceleration = mass.inverseInertia * r.pointee.torque
        force.damping = r.pointee.dampingFactor
        force.angularDamping = r.pointee.angularDampingFactor
        let turns = r.pointee.angularVelocityFactor
        mass.isBound = factor == .one && turns == .one ? 0 : 1
        if factor.least == 0 || turns.least == 0 {
          force.isLocked = 1
          force.freedom = Vector3(
            factor.x == 0 ? 0 : 1, factor.y == 0 ? 0 : 1, factor.z == 0 ? 0 : 1)
          force.angularFreedom = Vector3(
            turns.x == 0 ? 0 : 1, turns.y == 0 ? 0 : 1, turns.z == 0 ? 0 : 1)
        }
        if turns == .one && r.pointee.has(BodyRecord.Flag.gyroscopic) {
          force.gyroscopic = Int32(index)
        }
      }
      bodies[place].velocity.w = mass.isBound != 0 ? 0 : mass.inverseMass.x
      masses[place] = mass
      forces[place] = force
    }
  }

  /// Makes a constraint of each contact that may push in this step.
  ///
  /// Contacts with what cannot be moved come last, so that they have the last word.
  private func prepareContacts(_ dt: Float) {
    let contacts = self.contacts.base
    solver.constraints.removeAll()
    solver.constraints.reserve(active.count)
    solver.points.reserve(active.count * 4)
    let context = PrepareContext(
      bodies: bodies.base, colliders: colliders.base, contacts: contacts, points: points.base,
      masses: solver.masses.base, forces: solver.forces.base, gravity: settings.gravity, step: dt)
    var count = 0
    var pointCount = 0
    for pass in 0..<2 {
      for place in 0..<active.count {
        let contact = Int(active.base[place])
        let c = contacts + contact
        if pass == 0 {
          c.pointee.constraint = -1
          c.pointee.impulse = 0
        }
        let flags = c.pointee.flags & (ContactRecord.Flag.collides | ContactRecord.Flag.seam)
        guard c.pointee.pointCount > 0, flags == ContactRecord.Flag.collides else { continue }
        let isFree = context.isMovable(c.pointee.bodyA) && context.isMovable(c.pointee.bodyB)
        guard isFree == (pass == 0) else { continue }
        context.prepare(
          contact, solver.constraints.base + count, solver.points.base, firstPoint: pointCount)
        c.pointee.constraint = Int32(count)
        count += 1
        pointCount += Int(c.pointee.pointCount)
      }
    }
    solver.constraints.resize(count)
    solver.points.resize(pointCount)
  }

  /// Writes the impulses back into the contacts, for warm starting, snapshots and events.
  private func storeImpulses() {
    let contacts = self.contacts.base
    let points = self.points.base
    let solved = solver.points.base
    for index in 0..<solver.constraints.count {
      let k = solver.constraints.base + index
      let contact = Int(k.pointee.contact)
      let c = contacts + contact
      var total: Float = 0
      for number in 0..<Int(k.pointee.pointCount) {
        let p = solved + (Int(k.pointee.firstPoint) + number)
        points[contact * 4 + number].impulse = p.pointee.impulse
        total += p.pointee.totalImpulse
      }
      c.pointee.impulse = total
      c.pointee.frictionImpulse =
        k.pointee.tangent1 * k.pointee.impulse1 + k.pointee.tangent2 * k.pointee.impulse2
      c.pointee.twistImpulse = k.pointee.twistImpulse
      c.pointee.rollingImpulse = k.pointee.rollingImpulse
    }
  }
}

extension PrepareContext {
  /// True when impulses can move the body in this step.
  func isMovable(_ body: Int32) -> Bool {
    let r = bodies + Int(body)
    return r.pointee.isDynamic && r.pointee.isAwake
  }
}
