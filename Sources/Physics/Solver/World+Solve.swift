import CaromMaths

extension World {
  /// Moves the awake bodies through a step of `dt` seconds, in substeps.
  func solve(_ dt: Float) {
    let substeps = settings.substeps
    let step: Float = dt / Float(substeps)
    gatherBodies()
    applyGeometricStiffness(step)
    endStage(.gathering)
    groupContacts()
    endStage(.sorting)
    prepareContacts(dt)
    prepareJoints(dt)
    measureEnergy(step)
    endStage(.preparing)
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
      parallelFor(bodyCount, chunkSize: 256, minimumCount: 768) { range in
        motion.integrateVelocities(
          range.lowerBound + 1..<range.upperBound + 1, isFirst: substep == 0)
      }
      warmStartJoints(step)
      if substep == 0 { forEachColor { context.warmStart($0, $1) } }
      solveJoints(step, useBias: true)
      forEachColor { context.solveNormals($0, $1) }
      parallelFor(bodyCount, chunkSize: 256, minimumCount: 768) { range in
        motion.integratePositions(range.lowerBound + 1..<range.upperBound + 1)
      }
      solveJoints(step, useBias: false)
      forEachColor { context.relax($0, $1) }
    }
    endStage(.solving)
    forEachBlock { context.store($0, $1) }
    limitEnergy(dt, step)
    endStage(.storing)
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
  private func forEachColor(_ body: @Sendable (ContactGroup, Range<Int>) -> Void) {
    let context = BlockContext(groups: solver.groups.base, blocks: solver.blocks.base)
    for index in 0..<solver.colors.count {
      let color = solver.colors.base[index]
      let first = Int(color.first)
      let minimum = Int(color.weight) >= ContactBlock.leastShared ? 2 : Int.max
      parallelFor(Int(color.count), chunkSize: 1, minimumCount: minimum) { range in
        for block in range { context.run(first + block, body) }
      }
    }
  }

  /// Calls `body` for all rows of all groups, in any order and at the same time.
  private func forEachBlock(_ body: @Sendable (ContactGroup, Range<Int>) -> Void) {
    let context = BlockContext(groups: solver.groups.base, blocks: solver.blocks.base)
    parallelFor(solver.blocks.count, chunkSize: 1, minimumCount: 4) { range in
      for block in range { context.run(block, body) }
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
      records: bodies.base, poses: poses.base, colors: graph.used.base, awake: awake.base,
      gravity: settings.gravity)
    parallelFor(count - 1, chunkSize: 128, minimumCount: 256) { range in
      for slot in range { context.gather(slot) }
    }
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
    forEachBlock { context.prepare($0, $1) }
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
  let colors: UnsafeMutablePointer<UInt64>
  let awake: UnsafeMutablePointer<Int32>
  let gravity: Vector3

  /// Copies the body in a place of the awake list.
  func gather(_ slot: Int) {
    let index = Int(awake[slot])
    let r = records + index
    var body = SolverBody(
      velocity: F4(r.pointee.velocity), angularVelocity: F4(r.pointee.angularVelocity))
    var mass = SolverMass()
    var force = SolverForce()
    if r.pointee.isDynamic {
      let factor = r.pointee.velocityFactor
      let turns = r.pointee.angularVelocityFactor
      let hasAxisFactors = poses[index].has(BodyPose.Flag.hasAxisFactors)
      mass.masses = F4(factor * r.pointee.inverseMass, hasAxisFactors ? 1 : 0)
      // A ball looks the same from all sides.
      let isRound = poses[index].center.w > 0 && !hasAxisFactors
      mass.inverseInertia =
        isRound
        ? r.pointee.inverseInertia : r.pointee.worldInverseInertia(r.pointee.orientation)
      body.velocity.w = hasAxisFactors ? 0 : r.pointee.inverseMass
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
      force.isFree = colors[index] == 0 ? 1 : 0
    }
    bodies[slot + 1] = body
    masses[slot + 1] = mass
    forces[slot + 1] = force
  }
}
