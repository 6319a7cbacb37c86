import CaromMaths

extension Joint {
  /// The energy in joules that the springs of the joint hold now; 0 for joints without springs.
  ///
  /// A spring that is off by x, in metres or radians, holds `½·k·x²`. Its stiffness `k` comes from its
  /// frequency and the mass that the joint moves where the bodies are now, see ``JointSpring``, so it
  /// changes when a lever gets longer.
  /// - Complexity: Constant, about the cost of solving the joint once.
  public var storedEnergy: Float {
    record.has(JointRecord.Flag.attached) ? world.storedEnergy(index) : 0
  }
}

extension World {
  /// The energy of a joint's springs, from the rows that the solver would use.
  func storedEnergy(_ joint: Int) -> Float {
    let j = joints.base + joint
    let q = j.pointee.parameters
    let kind = j.pointee.kindNumber
    guard q.features & (JointFeature.spring | JointFeature.secondSpring) != 0 else { return 0 }
    let count = JointRowBuilder.count(kind, q.features)
    var pack = JointPack()
    (pack.kind, pack.features) = (kind, q.features)
    (pack.blockCount, pack.rowCount) = (count.block, count.rows)
    pack.isInTree = !isJointPlanStale && jointSolver.trees.isInTree(joint) ? 1 : 0
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
    passes.update(&pack)
    return Float(passes.springEnergy(&pack, 0))
  }
}
