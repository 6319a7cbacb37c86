import CaromMaths

/// Up to four joints of one kind and colour as the substeps see them, a lane each.
///
/// Empty lanes have no mass and no rows that answer, so nothing needs to ask whether a lane is used.
struct JointPack: BitwiseCopyable {
  var kind: JointKindNumber = .ballSocket
  var features: UInt32 = 0
  /// 1 when a tree of joints solves the block.
  var isInTree: UInt32 = 0
  /// 1 when no other joint holds the same bodies, so that the block is solved exactly.
  var isAlone: UInt32 = 0
  /// Rows that are solved together come first, then those with limits of their own.
  var firstRow: Int32 = 0
  var blockCount: Int32 = 0
  var rowCount: Int32 = 0
  /// The records, or -1.
  var joints = I4(repeating: -1)
  /// Where bodies are read from; 0 for what nothing moves.
  var bodyA = I4()
  var bodyB = I4()
  /// Where they are written to; 0 for those that nothing may write.
  var writeA = I4()
  var writeB = I4()

  // Since the step began
  /// From the centres of mass to the anchors.
  var anchorA = Vector3W.zero
  var anchorB = Vector3W.zero
  /// From the centre of A to that of B.
  var centers = Vector3W.zero
  /// The frames' turns in the world.
  var turnA = QuaternionW(F4(), F4(), F4(), F4(repeating: 1))
  var turnB = QuaternionW(F4(), F4(), F4(), F4(repeating: 1))
  var massA = Vector3W.zero
  var massB = Vector3W.zero
  var inertiaA = SymmetricW.zero
  var inertiaB = SymmetricW.zero

  // Parameters
  var lower = F4()
  var upper = F4()
  var motorSpeed = F4()
  /// Greatest impulses in a substep.
  var motorImpulse = F4()
  var frictionImpulse = F4()
  var steeringImpulse = F4()
  var target = F4()
  var spring = SpringW()
  var second = SpringW()
  var swingY = F4()
  var swingZ = F4()
  var steerSine = F4()
  var steerCosine = F4(repeating: 1)

  /// 1, or 0 for joints that are solved with caution: without warm start and without the pull of springs.
  var warmStartScale = F4(repeating: 1)
  /// How much of a gap counts, which says how fast it closes; see ``greatestGap``.
  ///
  /// Rows of trees close at 0 too.
  var maxCorrection = F4(repeating: greatestGap)

  // What it did
  var armB = Vector3W.zero
  var force = Vector3W.zero
  var torque = Vector3W.zero
}

/// Four springs and the masses that their frequencies are meant for; see ``SpringCoefficients``.
struct SpringW: BitwiseCopyable {
  var hertz = F4()
  var dampingRatio = F4()
  /// For its one row or its three; 0 where nothing moves.
  var mass = Vector3W.zero
  /// What holds for those masses.
  var usual = SpringCoefficientsW()

  mutating func set(
    _ lane: Int, hertz: Float, dampingRatio: Float, mass: Vector3, step: Float
  ) {
    self.hertz[lane] = hertz
    self.dampingRatio[lane] = dampingRatio
    self.mass.set(lane, mass)
    usual.set(lane, SpringCoefficients(hertz: hertz, dampingRatio: dampingRatio, step: step))
  }

  /// The force in newtons or newton-metres for each metre or radian along one of its rows.
  func stiffness(_ number: Int, _ lane: Int) -> Float {
    let omega: Float = 2 * Float.pi * hertz[lane]
    return mass(number)[lane] * omega * omega
  }

  /// How its row number `number` answers that moves the masses `moved` now.
  ///
  /// Stiffness and damping stay as they are when a lever gets longer or shorter, so that what the spring
  /// holds does not change by itself: it swings faster or slower.
  func coefficients(_ number: Int, moving moved: F4, step: Float) -> SpringCoefficientsW {
    var result = usual
    let meant = mass(number)
    for lane in 0..<4 where meant[lane] > 0 && moved[lane] > 0 {
      let ratio: Float = meant[lane] / moved[lane]
      if abs(ratio - 1) <= 1e-5 { continue }
      let root = min(ratio, 1e8).squareRoot()
      result.set(
        lane,
        SpringCoefficients(
          hertz: hertz[lane] * root, dampingRatio: dampingRatio[lane] * root, step: step))
    }
    return result
  }

  @inline(__always)
  private func mass(_ number: Int) -> F4 {
    number == 0 ? mass.x : number == 1 ? mass.y : mass.z
  }
}

/// The coefficients of four springs.
struct SpringCoefficientsW: BitwiseCopyable {
  var pull = F4()
  var massScale = F4()
  var impulseScale = F4()
  var lag = F4()

  mutating func set(_ lane: Int, _ s: SpringCoefficients) {
    lag[lane] = s.lag
    pull[lane] = s.pull
    massScale[lane] = s.massScale
    impulseScale[lane] = s.impulseScale
  }
}

/// How a spring answers in a substep: it makes v′ = b·v − a·x of what it would be without it.
///
/// With x′ = x + h·v′, the choice
///
///     b = e^(−2ζωh)        a = b·ω²·h
///
/// dies away exactly as the damped oscillator does, since the determinant of the step is b, and rests
/// exactly where a force stretches the spring by F/k. What remains is a frequency that is low by a
/// share of ζωh/2: half a percent at 1 Hz, 240 substeps a second and ζ = 0.4. Stiff springs, of which
/// many on one body could swing up each other, are taken implicitly instead (Catto, "Soft
/// Constraints", GDC 2011): those that turn through more than half a radian in a substep.
struct SpringCoefficients {
  /// a, in 1/s.
  var pull: Float = 0
  /// 1 − b.
  var massScale: Float = 0
  var impulseScale: Float = 0
  /// How long before the velocities the springs pulled, in seconds; 0 where they are taken implicitly.
  var lag: Float = 0

  init(hertz: Float, dampingRatio: Float, step: Float) {
    let omega: Float = 2 * Float.pi * hertz
    let turn: Float = omega * step
    if turn > 0.5 || dampingRatio > 2 {
      let soft = Softness(hertz: hertz, dampingRatio: dampingRatio, step: step)
      pull = soft.rate * soft.massScale
      massScale = soft.massScale
      impulseScale = soft.impulseScale
      return
    }
    let b: Float = Portable.exp(-2 * dampingRatio * turn)
    lag = step
    pull = b * omega * turn
    massScale = 1 - b
    impulseScale = b
  }
}

/// One row of four joints: a direction in which they hold, push or pull.
///
///     J·v = n·(vB − vA) + armA·ωA + armB·ωB
struct JointRow: BitwiseCopyable {
  var n = Vector3W.zero
  var armA = Vector3W.zero
  var armB = Vector3W.zero
  /// The arms times the inverse inertia.
  var turnA = Vector3W.zero
  var turnB = Vector3W.zero
  /// How far the row is from where it should be, in metres or radians.
  var error = F4()
  /// The inverse of what a unit impulse changes, for rows that are solved alone.
  var mass = F4()
  var massScale = F4(repeating: 1)
  var impulseScale = F4()
  /// Added to the speed that the row takes away.
  var bias = F4()
  var impulse = F4()
  var minImpulse = F4()
  var maxImpulse = F4()
  /// A ``JointSlot``.
  var slot: Int32 = 0
  /// 1 for a limit: it may come closer but not pass.
  var isLimit: UInt32 = 0
  /// 1 for a row of the joint's first spring, 2 for one of its second; and which of its rows it is.
  var spring: UInt32 = 0
  var springRow: UInt32 = 0
}

/// What the solver of joints works on, kept from step to step for its memory alone.
struct JointStorage: ~Copyable {
  var packs = Buffer<JointPack>()
  var rows = Buffer<JointRow>()
  /// Six for each row: the row's part of the factors of its block.
  var factors = Buffer<F4>()
  var balls = Buffer<BallSocketPack>()
  /// The joints in the order of the lanes, -1 for empty lanes; valid until the plan is stale.
  var lanes = Buffer<Int32>()
  var keys = Buffer<UInt64>()
  var trees = JointTrees()
  /// Joined bodies whose inertia is not the same about every axis, by their index in the solver.
  var turning = Buffer<Int32>()
  /// What was added to the inertia of bodies for steadiness, by their index in the solver.
  var raises = Buffer<Float>()
  /// The bodies that have joints and contacts, by their index in the solver.
  var mixed = Buffer<Int32>()
  /// Their velocities before a pass over joints, two rows each.
  var before = Buffer<F4>()
}
