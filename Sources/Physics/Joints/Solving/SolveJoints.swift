import CaromMaths

// The passes over joints of any kind, four of a colour at a time. As with contacts: the impulses of the
// substep before are applied, velocities are solved with a bias that closes gaps, positions advance,
// and velocities are solved again without the bias, for where the bodies are then.
//
// Source: E. Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024; M. Macklin et al., "Small Steps
// in Physics Simulation", 2019; rows that hold are solved as one block by an LDLᵀ factorisation.

/// Wider gaps close no faster than this one, in metres or radians, so that parts which were put far
/// apart come together at some 20 m/s and not in a flash.
let greatestGap: Float = 0.3
/// The same for joints that are solved with caution, which close their gaps at some 2 m/s if no springs
/// are near.
let cautiousGap: Float = 0.03

extension JointPack {
  /// The rows of the block that the pack solves itself.
  @inline(__always)
  var ownBlock: Int { isInTree == 0 ? Int(blockCount) : 0 }
}

/// What the passes need beside the packs.
struct JointPasses: @unchecked Sendable {
  let rows: UnsafeMutablePointer<JointRow>
  let factors: UnsafeMutablePointer<F4>
  let bodies: UnsafeMutablePointer<SolverBody>
  let masses: UnsafeMutablePointer<SolverMass>
  let step: Float
  /// Of rows that hold.
  let soft: Softness

  /// Writes the rows of a pack for where its bodies are now, and factors them.
  func update(_ pack: UnsafeMutablePointer<JointPack>, keepsSprings: Bool = false) {
    let pose = JointPose(pack, bodies)
    pack.pointee.armB = pose.armB
    var builder = JointRowBuilder(pack, rows, pose, step: step)
    builder.build()
    factorise(pack)
    if pack.pointee.hasSprings && !keepsSprings { pullSprings(pack) }
  }

  /// Says how springs answer where they are now.
  private func pullSprings(_ pack: UnsafeMutablePointer<JointPack>) {
    let first = rows + Int(pack.pointee.firstRow)
    for number in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
      let r = first + number
      guard r.pointee.spring != 0 else { continue }
      let s = coefficients(r, pack)
      r.pointee.bias = s.pull * r.pointee.error * pack.pointee.warmStartScale
      r.pointee.massScale = s.massScale
      r.pointee.impulseScale = s.impulseScale
    }
  }

  /// How a row of a spring answers for the mass that it moves now.
  func coefficients(
    _ r: UnsafeMutablePointer<JointRow>, _ pack: UnsafeMutablePointer<JointPack>
  ) -> SpringCoefficientsW {
    let s = r.pointee.spring == 1 ? pack.pointee.spring : pack.pointee.second
    return s.coefficients(Int(r.pointee.springRow), moving: r.pointee.mass, step: step)
  }

  /// Brings rows up to date and applies the impulses of the substep before.
  func warmStart(_ pack: UnsafeMutablePointer<JointPack>) {
    turnInertia(pack)
    update(pack)
    var v = JointVelocities(pack.pointee.bodyA, pack.pointee.bodyB, bodies)
    var (push, turnA, turnB) = (Vector3W.zero, Vector3W.zero, Vector3W.zero)
    let first = rows + Int(pack.pointee.firstRow)
    for number in 0..<Int(pack.pointee.rowCount) {
      let r = first + number
      let impulse = r.pointee.impulse * pack.pointee.warmStartScale
      r.pointee.impulse = impulse
      push = push + r.pointee.n * impulse
      turnA = turnA + r.pointee.turnA * impulse
      turnB = turnB + r.pointee.turnB * impulse
    }
    v.a = v.a - push * pack.pointee.massA
    v.b = v.b + push * pack.pointee.massB
    v.turnA = v.turnA + turnA
    v.turnB = v.turnB + turnB
    v.store(pack.pointee.writeA, pack.pointee.writeB, bodies)
  }

  /// Reads how the bodies answer where they are turned to now.
  @inline(__always)
  private func turnInertia(_ pack: UnsafeMutablePointer<JointPack>) {
    pack.pointee.inertiaA = gatherInertia(pack.pointee.bodyA, masses)
    pack.pointee.inertiaB = gatherInertia(pack.pointee.bodyB, masses)
  }

  /// Solves all rows once; with `useBias` closing gaps.
  func solve(_ pack: UnsafeMutablePointer<JointPack>, useBias: Bool) {
    if !useBias {
      turnInertia(pack)
      // Springs pull for where they were when the substep began, as they did before.
      update(pack, keepsSprings: true)
    }
    var v = JointVelocities(pack.pointee.bodyA, pack.pointee.bodyB, bodies)
    let first = rows + Int(pack.pointee.firstRow)
    let block = Int(pack.pointee.blockCount)
    if block > 0 && pack.pointee.isInTree == 0 { solveBlock(pack, first, block, useBias, &v) }
    // The limits of a cone-twist joint get in each other's way.
    for _ in 0..<(pack.pointee.kind == .coneTwist ? 2 : 1) {
      for number in block..<Int(pack.pointee.rowCount) {
        solveRow(pack, first, number, useBias, &v)
      }
    }
    v.store(pack.pointee.writeA, pack.pointee.writeB, bodies)
    if !useBias && pack.pointee.isInTree == 0 { measure(pack) }
  }

  /// Solves a row that has limits of its own, keeping what the block holds.
  ///
  /// With each impulse of the row come those of the block that make up for what it does to the block,
  /// so that the row meets the mass that can really move.
  @inline(__always)
  private func solveRow(
    _ pack: UnsafeMutablePointer<JointPack>, _ first: UnsafeMutablePointer<JointRow>,
    _ number: Int, _ useBias: Bool, _ v: inout JointVelocities
  ) {
    let r = first + number
    var bias = r.pointee.bias
    var massScale = r.pointee.massScale
    var impulseScale = r.pointee.impulseScale
    if r.pointee.isLimit != 0 {
      let error = r.pointee.error
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
    let speed = Self.speed(r, v)
    let old = r.pointee.impulse
    let wanted = old - r.pointee.mass * (massScale * speed + bias) - impulseScale * old
    let impulse = vmin(vmax(wanted, r.pointee.minImpulse), r.pointee.maxImpulse)
    let change = impulse - old
    r.pointee.impulse = impulse
    let (massA, massB) = (pack.pointee.massA, pack.pointee.massB)
    Self.apply(r, change, massA, massB, &v)
    let shares = factors + (Int(pack.pointee.firstRow) + number) * 6
    for i in 0..<pack.pointee.ownBlock {
      let share = F4() - shares[i] * change
      (first + i).pointee.impulse = (first + i).pointee.impulse + share
      Self.apply(first + i, share, massA, massB, &v)
    }
  }

  /// Solves the rows that hold as one: L·D·Lᵀ·λ = −(J·v + bias).
  @inline(__always)
  private func solveBlock(
    _ pack: UnsafeMutablePointer<JointPack>, _ first: UnsafeMutablePointer<JointRow>, _ count: Int,
    _ useBias: Bool, _ v: inout JointVelocities
  ) {
    let factors = self.factors + Int(pack.pointee.firstRow) * 6
    let rate = useBias ? F4(repeating: soft.rate) : F4()
    // Alone, a block is solved exactly and may be rigid. With others, what one pass leaves over would
    // swing up without softness.
    let greatest = pack.pointee.maxCorrection
    let isSoft = useBias && pack.pointee.isAlone == 0
    let massScale: Float = isSoft ? soft.massScale : 1
    let impulseScale: Float = isSoft ? soft.impulseScale : 0
    for i in 0..<count {
      let r = first + i
      let error = vmax(vmin(r.pointee.error, greatest), F4() - greatest)
      var value = F4() - (Self.speed(r, v) + error * rate)
      for k in 0..<i { value = value - factors[i * 6 + k] * (first + k).pointee.mass }
      // The mass of a block's row is a place to work in.
      r.pointee.mass = value
    }
    var i = count - 1
    while i >= 0 {
      let r = first + i
      var value = r.pointee.mass * factors[i * 6 + i]
      for k in (i + 1)..<max(count, i + 1) {
        value = value - factors[k * 6 + i] * (first + k).pointee.mass
      }
      r.pointee.mass = value
      i -= 1
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

  /// Factors the block of a pack, and inverts the rows that are solved alone.
  ///
  /// A row that says what others said already, or that acts on locked axes, gets no say.
  @inline(__always)
  private func factorise(_ pack: UnsafeMutablePointer<JointPack>) {
    let first = rows + Int(pack.pointee.firstRow)
    let factors = self.factors + Int(pack.pointee.firstRow) * 6
    let masses = pack.pointee.massA + pack.pointee.massB
    let block = pack.pointee.ownBlock
    for i in 0..<block {
      let r = first + i
      for j in 0...i {
        let other = first + j
        var value = Self.answer(r, other, masses)
        let whole = value
        // L and D so far: row i holds L below the diagonal and 1/D on it.
        for k in 0..<j {
          value = value - factors[i * 6 + k] * factors[j * 6 + k] * (first + k).pointee.mass
        }
        if j < i {
          factors[i * 6 + j] = value * factors[j * 6 + j]
        } else {
          let isFirm = value .> whole * F4(repeating: 1e-5)
          let d = select(isFirm, value, F4(repeating: 1))
          factors[i * 6 + i] = keep(F4(repeating: 1) / d, where: isFirm)
          r.pointee.mass = keep(d, where: isFirm)
        }
      }
    }
    for i in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
      let r = first + i
      let whole = Self.answer(r, r, masses)
      // What a unit impulse of the row asks of the block, and what is left of it then.
      let shares = self.factors + (Int(pack.pointee.firstRow) + i) * 6
      for j in 0..<block {
        var value = Self.answer(r, first + j, masses)
        for k in 0..<j { value = value - factors[j * 6 + k] * shares[k] }
        shares[j] = value
      }
      var value = whole
      for j in 0..<block {
        value = value - shares[j] * shares[j] * factors[j * 6 + j]
        shares[j] = shares[j] * factors[j * 6 + j]
      }
      var j = block - 1
      while j >= 0 {
        for k in (j + 1)..<max(block, j + 1) {
          shares[j] = shares[j] - factors[k * 6 + j] * shares[k]
        }
        j -= 1
      }
      let isFirm = value .> whole * F4(repeating: 1e-4) + F4(repeating: 1e-20)
      r.pointee.mass = keep(
        F4(repeating: 1) / select(isFirm, value, F4(repeating: 1)), where: isFirm)
    }
  }

  /// Adds up what the joint did in a substep, for readings and for breaking.
  @inline(__always)
  func measure(_ pack: UnsafeMutablePointer<JointPack>) {
    let first = rows + Int(pack.pointee.firstRow)
    var (push, turn) = (Vector3W.zero, Vector3W.zero)
    for number in 0..<Int(pack.pointee.rowCount) {
      let r = first + number
      push = push + r.pointee.n * r.pointee.impulse
      turn = turn + r.pointee.armB * r.pointee.impulse
    }
    pack.pointee.force = pack.pointee.force + push
    pack.pointee.torque = pack.pointee.torque + (turn - pack.pointee.armB.cross(push))
  }

  // MARK: Rows

  /// How fast the row moves: J·v.
  @inline(__always)
  static func speed(_ r: UnsafeMutablePointer<JointRow>, _ v: JointVelocities) -> F4 {
    let along = r.pointee.n.dot(v.b - v.a)
    let around = r.pointee.armA.dot(v.turnA) + r.pointee.armB.dot(v.turnB)
    return along + around
  }

  /// What a unit impulse of one row does to the speed of another.
  @inline(__always)
  private static func answer(
    _ r: UnsafeMutablePointer<JointRow>, _ other: UnsafeMutablePointer<JointRow>,
    _ masses: Vector3W
  ) -> F4 {
    let along = (r.pointee.n * masses).dot(other.pointee.n)
    let around = r.pointee.armA.dot(other.pointee.turnA) + r.pointee.armB.dot(other.pointee.turnB)
    return along + around
  }

  @inline(__always)
  private static func apply(
    _ r: UnsafeMutablePointer<JointRow>, _ change: F4, _ massA: Vector3W, _ massB: Vector3W,
    _ v: inout JointVelocities
  ) {
    let push = r.pointee.n * change
    v.a = v.a - push * massA
    v.b = v.b + push * massB
    v.turnA = v.turnA + r.pointee.turnA * change
    v.turnB = v.turnB + r.pointee.turnB * change
  }
}
