import CaromMaths

/// The stage that solves the contact constraints and integrates the bodies in substeps.
///
/// Input: body records, poses, manifolds, ``ContactStore/classes``, colors. Output: the motion of
/// the solver bodies, the impulses of the manifolds.
///
/// A step gathers bodies, groups contacts by color and class, and prepares rows of four contacts.
/// Each substep applies restitution, integrates velocities, solves normals with bias, integrates
/// positions, and relaxes.
final class ContactSolver {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let contacts: ContactStore
  private let joints: JointStore
  private let solver: SolverStore
  private let threads: StepThreads

  // Scratch
  @exclusivity(unchecked) private var grouping = ContactGrouping()
  // The contact that unused lanes refer to.
  @exclusivity(unchecked) private var emptyManifold = Buffer<ManifoldRecord>(capacity: 1)
  @exclusivity(unchecked) private var emptyPoints = Buffer<ContactPoint>(capacity: 4)
  @exclusivity(unchecked) private var emptyPose = Buffer<BodyPose>(capacity: 1)
  // In memory, so that the context of the threads stays small.
  @exclusivity(unchecked) private var surfaces = Buffer<SurfaceMotions>(capacity: 1)
  /// The sums of the normal impulses of the step, by solver index.
  @exclusivity(unchecked) private var impulseSums = Buffer<F4>()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ contacts: ContactStore,
    _ joints: JointStore, _ solver: SolverStore, _ threads: StepThreads
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.contacts = contacts
    self.joints = joints
    self.solver = solver
    self.threads = threads
    assert(ManifoldRecord.hasExpectedLayout)
    emptyManifold.append(ManifoldRecord())
    for _ in 0..<4 { emptyPoints.append(ContactPoint()) }
    emptyPose.append(BodyPose())
  }

  // MARK: Preparation

  /// Copies the awake bodies into the compact arrays of the solver.
  func gatherBodies(_ gravity: Vector3, _ dt: Float) {
    let count = bodies.awake.count + 1
    solver.bodies.resize(count)
    solver.masses.resize(count)
    solver.forces.resize(count)
    solver.loadLimits.resize(count)
    solver.bodies.base[0] = SolverBody()
    solver.masses.base[0] = SolverMass()
    solver.forces.base[0] = SolverForce()
    solver.loadLimits.base[0] = .infinity
    solver.graph.reserve(bodies: bodies.count)
    let context = GatherContext(
      bodies: solver.bodies.base, masses: solver.masses.base, forces: solver.forces.base,
      loadLimits: solver.loadLimits.base, records: bodies.base, poses: bodies.poses.base,
      colors: solver.graph.used.base, awake: bodies.awake.base, gravity: gravity, dt: dt)
    threads.parallelFor(count - 1, chunkSize: 128, minimumCount: 256) { range in
      for slot in range { context.gather(slot) }
    }
  }

  /// Groups the contacts that need solving by color and class.
  func groupContacts() { grouping.update(bodies, contacts, solver, threads) }

  /// Fills the rows of all groups for a step of `dt` seconds.
  func prepareContacts(_ dt: Float, _ gravity: Vector3, substeps: Int) {
    let empty = PrepareLane(
      manifold: emptyManifold.base, points: emptyPoints.base, a: emptyPose.base,
      b: emptyPose.base, isFlipped: false)
    surfaces.base[0] = SurfaceMotions(
      bodies: bodies.base, extras: bodies.extras.elements, colliders: colliders.extras.elements)
    let context = PrepareContext(
      bodies: bodies.base, contacts: contacts.base, manifolds: contacts.manifolds.base,
      points: contacts.points.base, poses: bodies.poses.base, solverBodies: solver.bodies.base,
      masses: solver.masses.base, forces: solver.forces.base, empty: empty,
      lanes: grouping.lanes.base, rows: UnsafeMutableRawPointer(grouping.rows.base),
      surfaces: UnsafePointer(surfaces.base),
      gravity: gravity, step: dt, lead: PrepareContext.lead(substeps: substeps))
    forEachBlock { context.prepare($0, $1) }
  }

  /// The passes over the rows in substeps of `substep` seconds.
  func passes(_ substep: Float, _ settings: WorldSettings) -> SolveContext {
    let hertz = min(settings.contactHertz, 0.25 / substep)
    let ratio = settings.contactDampingRatio
    return SolveContext(
      bodies: solver.bodies.base, forces: solver.forces.base,
      rows: UnsafeMutableRawPointer(grouping.rows.base), manifolds: contacts.manifolds.base,
      points: contacts.points.base, inverseStep: 1 / substep,
      loadLimits: solver.loadLimits.base,
      soft: Softness(hertz: hertz, dampingRatio: ratio, step: substep),
      anchored: Softness(hertz: 2 * hertz, dampingRatio: ratio, step: substep),
      pushSpeed: settings.pushSpeed)
  }

  // MARK: Passes

  func warmStart(_ pass: SolveContext) { forEachColor { pass.warmStart($0, $1) } }
  func solveNormals(_ pass: SolveContext) { forEachColor { pass.solveNormals($0, $1) } }
  func relax(_ pass: SolveContext) { forEachColor { pass.relax($0, $1) } }

  /// Stores the impulses of the rows in the manifolds, and measures the loads of bodies under heavy
  /// ones.
  func storeImpulses(_ pass: SolveContext, _ dt: Float) {
    let context = BlockContext(groups: grouping.groups.base, blocks: grouping.blocks.base)
    let order = IndexList(grouping.order.base)
    threads.parallelFor(grouping.blocks.count, chunkSize: 1, minimumCount: 4) { range in
      for slot in range {
        let block = Int(order[slot])
        var isLoaded = false
        context.run(block) { isLoaded = pass.store($0, $1) }
        context.blocks[block].isLoaded = isLoaded ? 1 : 0
      }
    }
    for block in grouping.blocks.elements where block.isLoaded != 0 {
      measureLoads(pass, dt)
      return
    }
  }

  /// Measures the loads of the bodies in the loaded blocks.
  private func measureLoads(_ pass: SolveContext, _ dt: Float) {
    impulseSums.resize(solver.bodies.count)
    impulseSums.base.update(repeating: F4(), count: impulseSums.count)
    let loads = LoadContext(
      rows: pass.rows, records: bodies.base, contacts: contacts.base,
      manifolds: contacts.manifolds.base, poses: bodies.poses.base, awake: bodies.awake.base,
      joints: joints, bodies: solver.bodies.base, limits: solver.loadLimits.base,
      sums: impulseSums.base, dt: dt)
    for group in grouping.groups.elements { loads.add(group) }
    for block in grouping.blocks.elements where block.isLoaded != 0 {
      let first = Int(block.first)
      loads.measure(grouping.groups.base[Int(block.group)], first..<first + Int(block.count))
    }
  }

  /// Applies restitution to contacts above the threshold speed, propagating impulses through chains
  /// of contacts.
  ///
  /// Contacts are processed one after the other, each with the velocities that the previous ones
  /// left: each keeps at most e² of the energy of its approach, so the total energy never grows.
  /// Contacts that would still bounce after the last round stop without bouncing.
  func applyRestitution(_ pass: SolveContext) {
    for _ in 0..<32 {
      var hasBounced = false
      for index in 0..<grouping.groups.count where pass.bounce(grouping.groups.base[index]) {
        hasBounced = true
      }
      if !hasBounced { return }
    }
  }

  func integrateVelocities(_ substep: Float, _ substeps: Int, isFirst: Bool) {
    let context = integration(substep, substeps)
    threads.parallelFor(solver.bodies.count - 1, chunkSize: 256, minimumCount: 768) { range in
      context.integrateVelocities(
        range.lowerBound + 1..<range.upperBound + 1, isFirst: isFirst)
    }
  }

  func integratePositions(_ substep: Float, _ substeps: Int) {
    let context = integration(substep, substeps)
    threads.parallelFor(solver.bodies.count - 1, chunkSize: 256, minimumCount: 768) { range in
      context.integratePositions(range.lowerBound + 1..<range.upperBound + 1)
    }
  }

  private func integration(_ substep: Float, _ substeps: Int) -> IntegrateContext {
    IntegrateContext(
      bodies: solver.bodies.base, forces: solver.forces.base, records: bodies.base,
      awake: bodies.awake.base, step: substep, substeps: substeps)
  }

  /// Calls `body` for all rows of all groups: color by color, the rows of a color in any order.
  @inline(__always)
  private func forEachColor(_ body: @Sendable (ContactGroup, Range<Int>) -> Void) {
    let context = BlockContext(groups: grouping.groups.base, blocks: grouping.blocks.base)
    for index in 0..<grouping.colors.count {
      let color = grouping.colors.base[index]
      let first = Int(color.first)
      let minimum = color.isShared ? 2 : Int.max
      threads.parallelFor(Int(color.count), chunkSize: 1, minimumCount: minimum) { range in
        for block in range { context.run(first + block, body) }
      }
    }
  }

  /// Calls `body` for all rows of all groups, in any order and concurrently.
  @inline(__always)
  private func forEachBlock(_ body: @Sendable (ContactGroup, Range<Int>) -> Void) {
    let context = BlockContext(groups: grouping.groups.base, blocks: grouping.blocks.base)
    let order = IndexList(grouping.order.base)
    threads.parallelFor(grouping.blocks.count, chunkSize: 1, minimumCount: 4) { range in
      for slot in range { context.run(Int(order[slot]), body) }
    }
  }
}

/// The arrays that gathering bodies reads and writes, as pointers for the threads.
private struct GatherContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<SolverBody>
  let masses: UnsafeMutablePointer<SolverMass>
  let forces: UnsafeMutablePointer<SolverForce>
  let loadLimits: UnsafeMutablePointer<Float>
  let records: UnsafeMutablePointer<BodyRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  /// The colors of each body's constraints, by body index.
  let colors: UnsafeMutablePointer<UInt64>
  let awake: UnsafeMutablePointer<Int32>
  let gravity: Vector3
  let dt: Float

  /// Copies the body in a slot of the awake list.
  func gather(_ slot: Int) {
    let index = Int(awake[slot])
    let r = records + index
    var body = SolverBody(
      velocity: F4(r.pointee.velocity), angularVelocity: F4(r.pointee.angularVelocity))
    var mass = SolverMass()
    var force = SolverForce()
    var loadLimit: Float = .infinity
    if r.pointee.isDynamic {
      let factor = r.pointee.velocityFactor
      let turns = r.pointee.angularVelocityFactor
      let hasAxisFactors = poses[index].has(BodyPose.Flag.hasAxisFactors)
      let limit = r.pointee.loadAcceleration(isBall: poses[index].center.w > 0)
      var share: Float = 1
      if r.pointee.load != 0 || r.pointee.squeeze != 0 {
        share = r.pointee.massShare(dt, limit, isFree: colors[index] == 0)
      }
      let inverseMass: Float = r.pointee.inverseMass * share
      mass.masses = F4(factor * inverseMass, hasAxisFactors ? 1 : 0)
      // The inertia of a sphere is the same in all orientations.
      let isRound = poses[index].center.w > 0 && !hasAxisFactors
      if isRound {
        mass.inverseInertia = r.pointee.inverseInertia
      } else if turns == .one && r.pointee.inverseInertia.isDiagonal {
        mass.setInverseInertia(ofDiagonal: r.pointee.inverseInertia, at: r.pointee.orientation)
      } else {
        mass.inverseInertia = r.pointee.worldInverseInertia(r.pointee.orientation)
      }
      mass.turning = F4(turning(r, poses[index]))
      if share < 1 { mass.inverseInertia = mass.inverseInertia * share }
      body.velocity.w = hasAxisFactors ? 0 : inverseMass
      body.angularVelocity.w = poses[index].center.w > 0 ? mass.diagonal.x : 0
      var acceleration = r.pointee.force * mass.inverseMass
      if r.pointee.has(BodyRecord.Flag.gravity) { acceleration += gravity * factor * share }
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
      if !hasAxisFactors {
        loadLimit = 0.5 * limit * dt * r.pointee.mass
      }
    }
    bodies[slot + 1] = body
    masses[slot + 1] = mass
    forces[slot + 1] = force
    loadLimits[slot + 1] = loadLimit
  }

  /// The angular velocity with which the lever arms of a body rotate.
  ///
  /// The spin of a cylinder about its axis moves neither the line nor the point on its rim on which
  /// it rolls.
  @inline(__always)
  private func turning(_ r: UnsafeMutablePointer<BodyRecord>, _ pose: BodyPose) -> Vector3 {
    let w: Vector3 = r.pointee.angularVelocity
    guard pose.has(BodyPose.Flag.axial) else { return w }
    let axis = r.pointee.orientation.rotate(.unitY)
    return w - axis * axis.dot(w)
  }
}
