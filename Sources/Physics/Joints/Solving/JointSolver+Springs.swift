import CaromMaths

extension JointSolver {
  /// The energy of a joint's springs in the pose of its bodies.
  ///
  /// With the length of a substep in seconds, the energy in the middle of the last substep, to
  /// which the velocities belong; see ``EnergyLimiter``.
  func storedEnergy(_ joint: Int, lagging step: Float? = nil) -> Float {
    let features = joints.base[joint].parameters.features
    guard features & JointFeature.springs != 0 else { return 0 }
    var j = joints.base[joint]
    if j.springMass < 0 { measureSprings(joint, &j) }
    let (a, b) = (j.bodyA, j.bodyB)
    return measuring(joint, &j, step: step ?? 1) { passes, pack in
      if step != nil {
        pack.pointee.bodyA[0] = addVelocity(of: a, at: 1, passes)
        pack.pointee.bodyB[0] = addVelocity(of: b, at: 2, passes)
      }
      return Float(passes.springEnergy(pack, 0).energy)
    }
  }

  /// Copies the velocities of a body to a solver body, and returns its index; 0 for the world.
  private func addVelocity(of body: Int32, at index: Int32, _ passes: JointPasses) -> Int32 {
    guard body >= 0 else { return 0 }
    passes.bodies[Int(index)].linear = bodies.base[Int(body)].velocity
    passes.bodies[Int(index)].angular = bodies.base[Int(body)].angularVelocity
    return index
  }

  /// Measures the effective masses of a joint's springs in the current pose of its bodies.
  ///
  /// They stay constant until the joint, its springs or the mass of a body change. If they followed
  /// the pose, a spring would get stiffer as its lever turns and return more energy than was put
  /// into it. A spring between points has one mass for all directions, the harmonic mean of the
  /// three.
  func measureSprings(_ joint: Int, _ j: UnsafeMutablePointer<JointRecord>) {
    j.pointee.springMass = 0
    let axes = joints.axes.record(joint)
    var (inverse, count): (Float, Float) = (0, 0)
    var turns = Vector3.zero
    measuring(joint, j) { passes, pack in
      for number in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
        let r = passes.rows[number]
        let mass = r.mass[0]
        if r.spring == 1 && mass > 0 {
          inverse += 1 / mass
          count += 1
        } else if r.spring == 2 {
          switch r.springRow {
          case 0: turns.x = mass
          case 1: turns.y = mass
          default: turns.z = mass
          }
        } else if r.spring == 3 {
          axes?.pointee.setSpringMass(Int(r.springRow), max(mass, 0))
        }
      }
    }
    j.pointee.springMass = inverse > 0 ? count / inverse : 0
    j.pointee.secondMass = turns
  }

  /// Builds the rows of a joint for the poses between steps and calls `body` with its pack; `step`
  /// is the length of a substep in seconds.
  private func measuring<Result>(
    _ joint: Int, _ j: UnsafeMutablePointer<JointRecord>, step: Float = 1,
    _ body: (JointPasses, UnsafeMutablePointer<JointPack>) -> Result
  ) -> Result {
    var pack = JointPack(j.pointee.kind, j.pointee.parameters.features)
    pack.set(
      0, measuredSide(j.pointee.bodyA, j.pointee.frameA),
      measuredSide(j.pointee.bodyB, j.pointee.frameB), j, step: step)
    let rows = Buffer<JointRow>(capacity: Int(pack.rowCount))
    let factors = Buffer<F4>(capacity: 6 * Int(pack.rowCount))
    rows.base.initialize(repeating: JointRow(), count: Int(pack.rowCount))
    let axes = Buffer<JointAxisW>(capacity: 6)
    if let record = joints.axes.record(joint) {
      pack.firstAxis = 0
      axes.base.initialize(repeating: JointAxisW(), count: 6)
      for axis in 0..<6 {
        let mass = record.pointee.springMass(axis)
        axes.base[axis].set(0, record.pointee.axes[axis], springMass: mass, step: step)
      }
    }
    // Bodies that have not moved since the pack was made: the world, A and B.
    let still = Buffer<SolverBody>(capacity: 3)
    still.base.initialize(repeating: SolverBody(), count: 3)
    let forces = Buffer<SolverForce>(capacity: 1)
    let masses = Buffer<SolverMass>(capacity: 1)
    let passes = JointPasses(
      rows: rows.base, factors: factors.base, axes: axes.base, bodies: still.base,
      forces: forces.base, masses: masses.base, step: step,
      soft: Softness(hertz: 1, dampingRatio: 1, step: 1))
    passes.update(&pack, keepsSprings: true)
    return body(passes, &pack)
  }
}
