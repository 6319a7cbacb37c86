import CaromMaths

// The passes over joints of any kind, four of a color at a time. As for contacts, a substep applies
// the impulses of the previous one, solves velocities with a bias that corrects gaps, advances
// positions, and solves velocities again without the bias, for the new poses. The rigid rows of a
// joint are solved as one block by an LDLᵀ factorization.
//
// Source: E. Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024; M. Macklin et al., "Small
// Steps in Physics Simulation", 2019.

/// The gap in meters or radians above which the correction speed no longer grows: parts that are
/// far apart approach each other at about 3 m/s, as overlapping bodies part.
///
/// A pass leaves some of the correction speed in loops of inconsistent joints, with the energy of
/// its square.
let maxGap: Float = 0.045

/// The part of a gap that is corrected; see ``maxGap``.
@inline(__always)
func clampedGap(_ gap: F4) -> F4 {
  vmax(vmin(gap, F4(repeating: maxGap)), F4(repeating: -maxGap))
}

extension JointPack {
  /// The number of block rows that the pack solves itself.
  @inline(__always)
  var ownBlock: Int { isInTree == 0 ? Int(blockCount) : 0 }
}

/// The passes over packs of joints of any kind.
struct JointPasses: @unchecked Sendable {
  let rows: UnsafeMutablePointer<JointRow>
  let factors: UnsafeMutablePointer<F4>
  let axes: UnsafeMutablePointer<JointAxisW>
  let bodies: UnsafeMutablePointer<SolverBody>
  let forces: UnsafeMutablePointer<SolverForce>
  let masses: UnsafeMutablePointer<SolverMass>
  let step: Float
  /// The softness of rigid rows.
  let soft: Softness

  /// Builds the rows of a pack for the current poses of its bodies, and factors the block.
  func update(
    _ pack: UnsafeMutablePointer<JointPack>, keepsSprings: Bool = false, looksAhead: Bool = false
  ) {
    let pose = JointPose(pack, bodies)
    pack.pointee.armB = pose.armB
    var builder = JointRowBuilder(pack, rows, axes, pose, step: step, looksAhead: looksAhead)
    builder.build()
    factorize(pack)
    if pack.pointee.hasSprings && !keepsSprings { updateSprings(pack) }
    if pack.pointee.features & JointFeature.axisMotors != 0 { updateMotors(pack) }
  }

  /// Updates the coefficients of motors with damping for their current effective mass.
  ///
  /// For the impulse c·h for each unit of missing speed, and the effective mass m, a substep
  /// changes the speed v to V + (v − V)·e^(−c·h/m), as the exact solution does.
  private func updateMotors(_ pack: UnsafeMutablePointer<JointPack>) {
    let first = rows + Int(pack.pointee.firstRow)
    for number in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
      let r = first + number
      guard r.pointee.spring == 4 else { continue }
      let a = axes + (Int(pack.pointee.firstAxis) + Int(r.pointee.springRow))
      for lane in 0..<4 {
        let damping = a.pointee.motorDamping[lane]
        let mass = r.pointee.mass[lane]
        guard damping > 0, mass > 0 else {
          (r.pointee.massScale[lane], r.pointee.impulseScale[lane]) = (1, 0)
          continue
        }
        let kept: Float = Portable.exp(max(-damping / mass, -80))
        r.pointee.massScale[lane] = 1 - kept
        r.pointee.impulseScale[lane] = kept
        r.pointee.bias[lane] = -a.pointee.motorSpeed[lane] * (1 - kept)
      }
    }
  }

  /// Updates the coefficients of the springs for their current error.
  private func updateSprings(_ pack: UnsafeMutablePointer<JointPack>) {
    let first = rows + Int(pack.pointee.firstRow)
    for number in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
      let r = first + number
      guard r.pointee.isSpring else { continue }
      let s = coefficients(r, pack)
      r.pointee.bias = s.pull * r.pointee.error
      r.pointee.massScale = s.massScale
      r.pointee.impulseScale = s.impulseScale
    }
  }

  /// The coefficients of a row of a spring for its current effective mass.
  func coefficients(
    _ r: UnsafeMutablePointer<JointRow>, _ pack: UnsafeMutablePointer<JointPack>
  ) -> SpringCoefficientsW {
    if r.pointee.spring == 3 {
      let axis = axes + Int(pack.pointee.firstAxis) + Int(r.pointee.springRow)
      return axis.pointee.spring.coefficients(0, moving: r.pointee.mass, step: step)
    }
    let s = r.pointee.spring == 1 ? pack.pointee.spring : pack.pointee.second
    return s.coefficients(Int(r.pointee.springRow), moving: r.pointee.mass, step: step)
  }

  /// The stiffness of the spring of a row, in newtons per meter or newton-meters per radian.
  func stiffness(
    _ r: UnsafeMutablePointer<JointRow>, _ pack: UnsafeMutablePointer<JointPack>, _ lane: Int
  ) -> Float {
    if r.pointee.spring == 3 {
      let axis = axes + Int(pack.pointee.firstAxis) + Int(r.pointee.springRow)
      return axis.pointee.spring.stiffness(0, lane)
    }
    let s = r.pointee.spring == 1 ? pack.pointee.spring : pack.pointee.second
    return s.stiffness(Int(r.pointee.springRow), lane)
  }

  /// Builds the rows and applies the impulses of the previous substep.
  func warmStart(_ pack: UnsafeMutablePointer<JointPack>) {
    rotateInertia(pack)
    let isChorded = pack.pointee.isChorded
    let looksAhead = pack.pointee.chorded != I4()
    if looksAhead {
      pack.pointee.turnA = HalfTurnW(forces, pack.pointee.bodyA, step: step, where: isChorded)
      pack.pointee.turnB = HalfTurnW(forces, pack.pointee.bodyB, step: step, where: isChorded)
    }
    update(pack, looksAhead: looksAhead)
    var v = JointVelocities(&pack.pointee.bodyA, &pack.pointee.bodyB, bodies)
    var (linear, angularA, angularB) = (Vector3W.zero, Vector3W.zero, Vector3W.zero)
    let first = rows + Int(pack.pointee.firstRow)
    for number in 0..<Int(pack.pointee.rowCount) {
      let r = first + number
      let impulse = r.pointee.impulse
      if r.pointee.isSplit != 0 {
        v.linearA = v.linearA - r.pointee.nA * impulse * pack.pointee.massA
        v.linearB = v.linearB + r.pointee.n * impulse * pack.pointee.massB
        angularA = angularA + r.pointee.responseA * impulse
        angularB = angularB + r.pointee.responseB * impulse
        continue
      }
      linear = linear + r.pointee.n * impulse
      angularA = angularA + r.pointee.responseA * impulse
      angularB = angularB + r.pointee.responseB * impulse
    }
    v.linearA = v.linearA - linear * pack.pointee.massA
    v.linearB = v.linearB + linear * pack.pointee.massB
    v.angularA = v.angularA + angularA
    v.angularB = v.angularB + angularB
    v.store(&pack.pointee.writeA, &pack.pointee.writeB, bodies)
  }

  /// Updates the velocities of chords for the current angular velocities, before ``refine(_:)``.
  func updateChords(_ pack: UnsafeMutablePointer<JointPack>) {
    let isChorded = pack.pointee.isChorded
    pack.pointee.turnA = HalfTurnW(bodies, pack.pointee.bodyA, step: step, where: isChorded)
    pack.pointee.turnB = HalfTurnW(bodies, pack.pointee.bodyB, step: step, where: isChorded)
    update(pack, keepsSprings: true, looksAhead: true)
  }

  /// Solves the block again with bias for the velocities that were solved, where bodies turn fast.
  func refine(_ pack: UnsafeMutablePointer<JointPack>) {
    guard pack.pointee.isAlone != 0, pack.pointee.isFast else { return }
    updateChords(pack)
    var v = JointVelocities(&pack.pointee.bodyA, &pack.pointee.bodyB, bodies)
    let first = rows + Int(pack.pointee.firstRow)
    solveBlock(pack, first, pack.pointee.ownBlock, true, &v, where: pack.pointee.fastLanes)
    v.store(&pack.pointee.writeA, &pack.pointee.writeB, bodies)
  }

  /// Reads the inverse inertia of the bodies in their current orientation.
  @inline(__always)
  private func rotateInertia(_ pack: UnsafeMutablePointer<JointPack>) {
    pack.pointee.inertiaA = gatherInertia(pack.pointee.bodyA, masses)
    pack.pointee.inertiaB = gatherInertia(pack.pointee.bodyB, masses)
  }

  /// Solves all rows once; with `useBias` gaps are corrected.
  func solve(_ pack: UnsafeMutablePointer<JointPack>, useBias: Bool) {
    if !useBias {
      rotateInertia(pack)
      // Springs keep the force of the start of the substep.
      update(pack, keepsSprings: true)
    }
    var v = JointVelocities(&pack.pointee.bodyA, &pack.pointee.bodyB, bodies)
    let first = rows + Int(pack.pointee.firstRow)
    // As a constant for ball sockets and hinges, so that loops over the block have no branches.
    switch pack.pointee.ownBlock {
    case 3: solveRows(pack, first, 3, useBias, &v)
    case 5: solveRows(pack, first, 5, useBias, &v)
    case let block: solveRows(pack, first, block, useBias, &v)
    }
    v.store(&pack.pointee.writeA, &pack.pointee.writeB, bodies)
    if !useBias && pack.pointee.isInTree == 0 { measure(pack) }
  }

  /// Solves all rows of a pack that solves `block` block rows itself.
  @inline(__always)
  private func solveRows(
    _ pack: UnsafeMutablePointer<JointPack>, _ first: UnsafeMutablePointer<JointRow>,
    _ block: Int, _ useBias: Bool, _ v: inout JointVelocities
  ) {
    if block > 0 { solveBlock(pack, first, block, useBias, &v) }
    let (start, end) = (Int(pack.pointee.blockCount), Int(pack.pointee.rowCount))
    for _ in 0..<pack.pointee.rowIterations {
      for number in start..<end { solveRow(pack, first, number, block, useBias, &v) }
    }
  }

  /// Solves a row outside the block without changing the velocities along the block's rows.
  ///
  /// Each impulse of the row is combined with the impulses of the block that cancel its effect on
  /// the block, so that its effective mass is that of the motion which the block leaves free.
  @inline(__always)
  private func solveRow(
    _ pack: UnsafeMutablePointer<JointPack>, _ first: UnsafeMutablePointer<JointRow>,
    _ number: Int, _ block: Int, _ useBias: Bool, _ v: inout JointVelocities
  ) {
    let r = first + number
    var bias = r.pointee.bias
    var massScale = r.pointee.massScale
    var impulseScale = r.pointee.impulseScale
    if r.pointee.isLimit != 0 {
      let error = vmax(r.pointee.error, F4(repeating: -maxGap))
      let isOpen = error .> F4()
      let ahead = error * (1 / step)
      if useBias {
        bias = select(isOpen, ahead, error * (soft.rate * soft.massScale))
        massScale = select(isOpen, F4(repeating: 1), F4(repeating: soft.massScale))
        impulseScale = select(isOpen, F4(), F4(repeating: soft.impulseScale))
      } else {
        bias = select(isOpen, ahead, F4())
      }
    }
    let speed = Self.velocity(r, v)
    let old = r.pointee.impulse
    if r.pointee.isReduced == 0 {
      // Most limits are not reached: they neither have an impulse nor need one.
      if laneBits((massScale * speed + bias) .>= F4()) == 15 { return }
      reduce(pack, number, block)
    }
    let wanted = old - r.pointee.mass * (massScale * speed + bias) - impulseScale * old
    let impulse = vmin(vmax(wanted, r.pointee.minImpulse), r.pointee.maxImpulse)
    let change = impulse - old
    r.pointee.impulse = impulse
    let (massA, massB) = (pack.pointee.massA, pack.pointee.massB)
    Self.apply(r, change, massA, massB, &v)
    let shares = factors + (Int(pack.pointee.firstRow) + number) * 6
    for i in 0..<block {
      let share = F4() - shares[i] * change
      (first + i).pointee.impulse = (first + i).pointee.impulse + share
      Self.apply(first + i, share, massA, massB, &v)
    }
  }

  /// Solves the block: L·D·Lᵀ·λ = −(J·v + bias), where the bias corrects gaps, and holds the chords
  /// of arcs.
  @inline(__always)
  private func solveBlock(
    _ pack: UnsafeMutablePointer<JointPack>, _ first: UnsafeMutablePointer<JointRow>, _ count: Int,
    _ useBias: Bool, _ v: inout JointVelocities, where isSolved: Mask4? = nil
  ) {
    let factors = self.factors + Int(pack.pointee.firstRow) * 6
    let rate = useBias ? F4(repeating: soft.rate) : F4()
    // A joint that shares no body is solved exactly and can be rigid. Among others, the residual of
    // a pass would be amplified without softness.
    let isSoft = useBias && pack.pointee.isAlone == 0
    let massScale: Float = isSoft ? soft.massScale : 1
    let impulseScale: Float = isSoft ? soft.impulseScale : 0
    for i in 0..<count {
      let r = first + i
      let error = clampedGap(r.pointee.error)
      var value = F4() - (Self.velocity(r, v) + error * rate)
      if useBias { value = value - r.pointee.bias }
      if let isSolved { value = keep(value, where: isSolved) }
      for k in 0..<i { value = value - factors[i &* 6 &+ k] * (first + k).pointee.mass }
      // The effective mass of block rows is unused and serves as scratch.
      r.pointee.mass = value
    }
    var i = count &- 1
    while i >= 0 {
      let r = first + i
      var value = r.pointee.mass * factors[i &* 7]
      var k = i &+ 1
      while k < count {
        value = value - factors[k &* 6 &+ i] * (first + k).pointee.mass
        k &+= 1
      }
      r.pointee.mass = value
      i &-= 1
    }
    let (massA, massB) = (pack.pointee.massA, pack.pointee.massB)
    for i in 0..<count {
      let r = first + i
      let old = r.pointee.impulse
      let change = r.pointee.mass * massScale - old * impulseScale
      r.pointee.impulse = old + change
      Self.apply(r, change, massA, massB, &v)
    }
  }

  /// Accumulates the force and torque of a substep, for measurements and for breaking.
  @inline(__always)
  func measure(_ pack: UnsafeMutablePointer<JointPack>) {
    let first = rows + Int(pack.pointee.firstRow)
    var (force, torque) = (Vector3W.zero, Vector3W.zero)
    for number in 0..<Int(pack.pointee.rowCount) {
      let r = first + number
      force = force + r.pointee.n * r.pointee.impulse
      torque = torque + r.pointee.armB * r.pointee.impulse
    }
    pack.pointee.force = pack.pointee.force + force
    pack.pointee.torque = pack.pointee.torque + (torque - pack.pointee.armB.cross(force))
  }

  // MARK: Rows

  /// The velocity along the row: J·v.
  @inline(__always)
  static func velocity(_ r: UnsafeMutablePointer<JointRow>, _ v: JointVelocities) -> F4 {
    let along =
      r.pointee.isSplit == 0
      ? r.pointee.n.dot(v.linearB - v.linearA)
      : r.pointee.n.dot(v.linearB) - r.pointee.nA.dot(v.linearA)
    let around = r.pointee.armA.dot(v.angularA) + r.pointee.armB.dot(v.angularB)
    return along + around
  }

  @inline(__always)
  private static func apply(
    _ r: UnsafeMutablePointer<JointRow>, _ change: F4, _ massA: Vector3W, _ massB: Vector3W,
    _ v: inout JointVelocities
  ) {
    let linear = r.pointee.n * change
    v.linearA =
      v.linearA - (r.pointee.isSplit == 0 ? linear : r.pointee.nA * change) * massA
    v.linearB = v.linearB + linear * massB
    v.angularA = v.angularA + r.pointee.responseA * change
    v.angularB = v.angularB + r.pointee.responseB * change
  }
}
