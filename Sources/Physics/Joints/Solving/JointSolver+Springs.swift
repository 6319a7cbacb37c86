import CaromMaths

extension JointSolver {
  /// The energy of a joint's springs.
  func storedEnergy(_ joint: Int) -> Float {
    let features = joints.base[joint].parameters.features
    guard features & JointFeature.springs != 0 else { return 0 }
    var j = joints.base[joint]
    if j.springMass < 0 { measureSprings(joint, &j) }
    return measuring(joint, &j) { passes, pack in Float(passes.springEnergy(pack, 0).energy) }
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

  /// Builds the rows of a joint for the poses between steps and calls `body` with its pack.
  private func measuring<Result>(
    _ joint: Int, _ j: UnsafeMutablePointer<JointRecord>,
    _ body: (JointPasses, UnsafeMutablePointer<JointPack>) -> Result
  ) -> Result {
    var pack = JointPack(j.pointee.kind, j.pointee.parameters.features)
    pack.set(
      0, measuredSide(j.pointee.bodyA, j.pointee.frameA),
      measuredSide(j.pointee.bodyB, j.pointee.frameB), j, step: 1)
    let rows = Buffer<JointRow>(capacity: Int(pack.rowCount))
    let factors = Buffer<F4>(capacity: 6 * Int(pack.rowCount))
    rows.base.initialize(repeating: JointRow(), count: Int(pack.rowCount))
    let axes = Buffer<JointAxisW>(capacity: 6)
    if let record = joints.axes.record(joint) {
      pack.firstAxis = 0
      axes.base.initialize(repeating: JointAxisW(), count: 6)
      for axis in 0..<6 {
        let mass = record.pointee.springMass(axis)
        axes.base[axis].set(0, record.pointee.axes[axis], springMass: mass, step: 1)
      }
    }
    // Bodies that have not moved since the pack was made.
    let still = Buffer<SolverBody>(capacity: 1)
    still.base[0] = SolverBody()
    let forces = Buffer<SolverForce>(capacity: 1)
    let masses = Buffer<SolverMass>(capacity: 1)
    let passes = JointPasses(
      rows: rows.base, factors: factors.base, axes: axes.base, bodies: still.base,
      forces: forces.base, masses: masses.base, step: 1,
      soft: Softness(hertz: 1, dampingRatio: 1, step: 1))
    passes.update(&pack, keepsSprings: true)
    return body(passes, &pack)
  }
}
