import CaromMaths

extension World {
  /// Moves the awake bodies through a step of `dt` seconds, in substeps.
  func solve(_ dt: Float) {
    let substeps = settings.substeps
    let step: Float = dt / Float(substeps)
    gatherBodies()
    steadyTrees(step)
    groupContacts()
    prepareContacts(dt)
    prepareJoints(dt)
    let hertz = min(settings.contactHertz, 0.25 / step)
    let ratio = settings.contactDampingRatio
    let context = SolveContext(
      bodies: solver.bodies.base, forces: solver.forces.base,
      rows: UnsafeMutableRawPointer(solver.rows.base),
      manifolds: manifolds.base, points: points.base, inverseStep: 1 / step,
      soft: Softness(hertz: hertz, dampingRatio: ratio, step: step),
      anchored: Softness(hertz: 2 * hertz, dampingRatio: ratio, step: step),
      pushSpeed: settings.pushSpeed)
    let motion = IntegrateContext(
      bodies: solver.bodies.base, forces: solver.forces.base, records: bodies.base,
      awake: awake.base, step: step)
    let bodyCount = solver.bodies.count - 1
    for substep in 0..<substeps {
      bounceContacts(context)
      share(bodyCount, inChunksOf: 256, from: 512) { range in
        motion.integrateVelocities(
          range.lowerBound + 1..<range.upperBound + 1, isFirst: substep == 0)
      }
      warmStartJoints(step)
      if substep == 0 { forEachGroup { context.warmStart($0, $1) } }
      solveJoints(step, isPushing: true)
      forEachGroup { context.push($0, $1) }
      share(bodyCount, inChunksOf: 256, from: 512) { range in
        motion.integratePositions(range.lowerBound + 1..<range.upperBound + 1)
      }
      solveJoints(step, isPushing: false)
      forEachGroup { context.relax($0, $1) }
    }
    forEachGroup { context.store($0, $1) }
  }

  /// Makes what comes fast enough bounce, and what that hits in turn, as blows run through a row of balls.
  ///
  /// One contact after the other, each with the speeds that those before it left: each keeps e² of
  /// the energy of its approach at most, so the sum of all never grows. What is still to bounce after
  /// the last round is stopped without bouncing.
  private func bounceContacts(_ context: SolveContext) {
    for _ in 0..<32 {
      var isAny = false
      for index in 0..<solver.groups.count where context.bounce(solver.groups.base[index]) {
        isAny = true
      }
      if !isAny { return }
    }
  }

  /// Calls `body` for all rows of all groups: colour by colour, the rows of a colour in any order.
  private func forEachGroup(_ body: @Sendable (ContactGroup, Range<Int>) -> Void) {
    for index in 0..<solver.groups.count {
      let group = solver.groups.base[index]
      share(Int(group.count), inChunksOf: 16, from: 48) { range in body(group, range) }
    }
  }

  /// Copies the awake bodies into the solver's compact storage.
  private func gatherBodies() {
    let count = awake.count + 1
    solver.bodies.resize(count)
    solver.masses.resize(count)
    solver.forces.resize(count)
    solver.bodies.base[0] = SolverBody()
    solver.masses.base[0] = SolverMass()
    solver.forces.base[0] = SolverForce()
    graph.reserve(bodies: bodies.count)
    let context = GatherContext(
      bodies: solver.bodies.base, masses: solver.masses.base, forces: solver.forces.base,
      records: bodies.base, poses: poses.base, colours: graph.used.base, awake: awake.base,
      gravity: settings.gravity)
    share(count - 1, inChunksOf: 128, from: 256) { range in
      for place in range { context.gather(place) }
    }
  }

  /// Sorts the contacts that are to be solved by colour and class.
  private func groupContacts() {
    let kinds = ContactClass.count
    let size = ConstraintGraph.count * kinds
    solver.counts.resize(size)
    let counts = solver.counts.base
    for key in 0..<size { counts[key] = 0 }
    solver.overflow.removeAll()
    // Taken out of the world once: each access to a property of a class is checked.
    let contacts = contacts.base
    let classes = classes.base
    let active = active.base
    let activeCount = self.active.count
    for place in 0..<activeCount where classes[place] != 0 {
      let contact = active[place]
      let colour = contacts[Int(contact)].colour
      if colour == ConstraintGraph.overflow {
        solver.overflow.append(contact)
      } else {
        counts[Int(colour) * kinds + Int(classes[place])] += 1
      }
    }
    solver.groups.removeAll()
    var lane: Int32 = 0
    var start: Int32 = 0
    var overflow = solver.overflow.elements
    overflow.sort()
    func add(_ kind: Int, _ colour: Int, _ count: Int32) {
      let rows = (count + 3) / 4
      solver.groups.append(
        ContactGroup(
          kind: Int32(kind), colour: Int32(colour), count: rows, firstLane: lane, start: start))
      lane += rows * 4
      start += rows * Int32(ContactLayout.of(kind).stride / 16)
    }
    for place in 0..<solver.overflow.count {
      let contact = solver.overflow.base[place]
      let kind = Int(classes[Int(contacts[Int(contact)].activeIndex)])
      add(kind, Int(ConstraintGraph.overflow), 1)
      // The colours of its bodies do not show it.
      let held = contacts[Int(contact)].held
      if held.a >= 0 { setTouched(held.a) }
      if held.b >= 0 { setTouched(held.b) }
    }
    for key in 0..<size where counts[key] > 0 {
      let first = lane
      add(key % kinds, key / kinds, counts[key])
      counts[key] = first
    }
    solver.lanes.resize(Int(lane))
    solver.rows.resize(Int(start))
    let lanes = solver.lanes.base
    for index in 0..<Int(lane) { lanes[index] = -1 }
    for place in 0..<solver.overflow.count {
      lanes[place * 4] = contacts[Int(solver.overflow.base[place])].manifold
    }
    for place in 0..<activeCount where classes[place] != 0 {
      let c = contacts + Int(active[place])
      if c.pointee.colour == ConstraintGraph.overflow { continue }
      let key = Int(c.pointee.colour) * kinds + Int(classes[place])
      lanes[Int(counts[key])] = c.pointee.manifold
      counts[key] += 1
    }
  }

  /// Notes that a body does not fly free.
  private func setTouched(_ body: Int32) {
    solver.forces.base[Int(poses.base[Int(body)].solverIndex)].isFree = 0
  }

  private func prepareContacts(_ dt: Float) {
    if solver.blankPose.isEmpty {
      solver.blankManifold.append(ManifoldRecord())
      for _ in 0..<4 { solver.blankPoints.append(ContactPoint()) }
      solver.blankPose.append(BodyPose())
    }
    let blank = PrepareLane(
      manifold: solver.blankManifold.base, points: solver.blankPoints.base,
      a: solver.blankPose.base, b: solver.blankPose.base, isFlipped: false)
    let context = PrepareContext(
      bodies: bodies.base, contacts: contacts.base, manifolds: manifolds.base,
      points: points.base, poses: poses.base, solverBodies: solver.bodies.base,
      masses: solver.masses.base, forces: solver.forces.base, blank: blank,
      lanes: solver.lanes.base, rows: UnsafeMutableRawPointer(solver.rows.base),
      gravity: settings.gravity, step: dt)
    forEachGroup { context.prepare($0, $1) }
  }
}

/// What copying bodies into the solver reads and writes.
struct GatherContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<SolverBody>
  let masses: UnsafeMutablePointer<SolverMass>
  let forces: UnsafeMutablePointer<SolverForce>
  let records: UnsafeMutablePointer<BodyRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  /// The colours of each body's constraints, by its index.
  let colours: UnsafeMutablePointer<UInt64>
  let awake: UnsafeMutablePointer<Int32>
  let gravity: Vector3

  /// Copies the body in a place of the awake list.
  func gather(_ place: Int) {
    let index = Int(awake[place])
    let r = records + index
    var body = SolverBody(
      velocity: F4(r.pointee.velocity), angularVelocity: F4(r.pointee.angularVelocity))
    var mass = SolverMass()
    var force = SolverForce()
    if r.pointee.isDynamic {
      let factor = r.pointee.velocityFactor
      let turns = r.pointee.angularVelocityFactor
      let isBound = poses[index].has(BodyPose.Flag.bound)
      mass.masses = F4(factor * r.pointee.inverseMass, isBound ? 1 : 0)
      mass.inverseInertia = r.pointee.worldInverseInertia(r.pointee.orientation)
      body.velocity.w = isBound ? 0 : r.pointee.inverseMass
      body.angularVelocity.w = poses[index].center.w > 0 ? mass.diagonal.x : 0
      var acceleration = r.pointee.force * mass.inverseMass
      if r.pointee.has(BodyRecord.Flag.gravity) { acceleration += gravity * factor }
      force.acceleration = F4(acceleration)
      force.angularAcceleration = F4(mass.inverseInertia * r.pointee.torque)
      let (d, e) = (r.pointee.dampingFactor, r.pointee.angularDampingFactor)
      force.damping = F4(d, d, d, 1)
      force.angularDamping = F4(e, e, e, 1)
      if factor.least == 0 || turns.least == 0 { force.isLocked = 1 }
      if turns == .one && r.pointee.has(BodyRecord.Flag.gyroscopic) {
        force.gyroscopic = Int32(index)
      }
      force.isFree = colours[index] == 0 ? 1 : 0
    }
    bodies[place + 1] = body
    masses[place + 1] = mass
    forces[place + 1] = force
  }
}
