import CaromMaths

extension Joint {
  /// The energy in joules that the springs of the joint hold now; 0 for joints without springs.
  ///
  /// A spring that is off by x, in metres or radians, holds `½·k·x²`. Its stiffness `k` comes from its
  /// frequency and the mass that the joint moved when it began to hold, see ``JointSpring``.
  /// - Complexity: Constant, about the cost of solving the joint once.
  public var storedEnergy: Float {
    record.has(JointRecord.Flag.attached) ? world.storedEnergy(index) : 0
  }
}

extension World {
  /// The energy of a joint's springs.
  func storedEnergy(_ joint: Int) -> Float {
    let features = joints.base[joint].parameters.features
    guard features & (JointFeature.spring | JointFeature.secondSpring) != 0 else { return 0 }
    var j = joints.base[joint]
    if j.springMass < 0 { measureSprings(&j) }
    return measuring(&j) { passes, pack in Float(passes.springEnergy(pack, 0)) }
  }

  /// Measures the masses that the springs of a joint move where its bodies are now.
  ///
  /// They stay until the joint, its springs or the mass of a body change. If they followed the pose a
  /// spring would get stiffer as its lever turns, and hold more than anything ever put into it. What
  /// pulls at a point gets one mass for all directions, that whose inverse is the mean of theirs.
  func measureSprings(_ j: UnsafeMutablePointer<JointRecord>) {
    j.pointee.springMass = 0
    var (inverse, count): (Float, Float) = (0, 0)
    var turns = Vector3.zero
    measuring(j) { passes, pack in
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
        }
      }
    }
    j.pointee.springMass = inverse > 0 ? count / inverse : 0
    j.pointee.secondMass = turns
  }

  /// Lets the springs that hold a body measure what they move anew.
  func invalidateSpringMasses(of body: Int) {
    forEachJoint(body) { joint, _ in joints.base[joint].invalidateSpringMasses() }
  }

  /// Works on the rows of a joint where its bodies are between steps, none of them solved by a tree.
  private func measuring<Result>(
    _ j: UnsafeMutablePointer<JointRecord>,
    _ body: (JointPasses, UnsafeMutablePointer<JointPack>) -> Result
  ) -> Result {
    let q = j.pointee.parameters
    let kind = j.pointee.kindNumber
    let count = JointRowBuilder.count(kind, q.features)
    var pack = JointPack()
    (pack.kind, pack.features) = (kind, q.features)
    (pack.blockCount, pack.rowCount) = (count.block, count.rows)
    pack.set(
      0, measuredSide(j.pointee.bodyA, j.pointee.frameA),
      measuredSide(j.pointee.bodyB, j.pointee.frameB), j, step: 1)
    let rows = Buffer<JointRow>(capacity: Int(count.rows))
    let factors = Buffer<F4>(capacity: 6 * Int(count.rows))
    rows.base.initialize(repeating: JointRow(), count: Int(count.rows))
    // Bodies that did not move since the pack was made.
    let still = Buffer<SolverBody>(capacity: 1)
    still.base[0] = SolverBody()
    let masses = Buffer<SolverMass>(capacity: 1)
    let passes = JointPasses(
      rows: rows.base, factors: factors.base, bodies: still.base, masses: masses.base, step: 1,
      soft: Softness(hertz: 1, dampingRatio: 1, step: 1))
    passes.update(&pack, keepsSprings: true)
    return body(passes, &pack)
  }
}
