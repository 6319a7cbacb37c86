import CaromMaths

/// Up to four joints of one kind, features and color, one lane each, in the form that the substeps
/// use.
///
/// Empty lanes have no mass and rows without response, so the solver does not test for them.
struct JointPack: BitwiseCopyable {
  /// The number of their kind.
  var kind: UInt32 = 0
  var features: UInt32 = 0
  /// 1 when a tree of joints solves the block.
  var isInTree: UInt32 = 0
  /// 1 when no other joint holds the same bodies, so that the block is solved exactly.
  var isAlone: UInt32 = 0
  /// Rows that are solved as a block come first, then those with impulse bounds.
  var firstRow: Int32 = 0
  var blockCount: Int32 = 0
  var rowCount: Int32 = 0
  /// 1 for kinds that ``JointType/tracksRotation``.
  var tracksRotation: UInt32 = 0
  /// The number of times that a pass solves the rows with impulse bounds.
  var rowIterations: Int32 = 1
  /// The first of six ``JointAxisW``; -1 for kinds that use none.
  var firstAxis: Int32 = -1
  /// The indices of the records; -1 in empty lanes.
  var joints = I4(repeating: -1)
  /// The solver indices from which bodies are read; 0 for immovable ones.
  var bodyA = I4()
  var bodyB = I4()
  /// The solver indices to which bodies are written; 0 for those that are not written.
  var writeA = I4()
  var writeB = I4()

  // At the start of the step
  /// From the centers of mass to the anchors.
  var anchorA = Vector3W.zero
  var anchorB = Vector3W.zero
  /// From the center of A to that of B.
  var centers = Vector3W.zero
  /// The orientations of the frames in the world.
  var orientationA = QuaternionW(F4(), F4(), F4(), F4(repeating: 1))
  var orientationB = QuaternionW(F4(), F4(), F4(), F4(repeating: 1))
  var massA = Vector3W.zero
  var massB = Vector3W.zero
  var inertiaA = SymmetricW.zero
  var inertiaB = SymmetricW.zero
  /// 1 in the lanes in which chords are held; see ``HalfTurnW``.
  var chorded = I4()
  /// The rotations of the bodies in a substep, in those lanes.
  var turnA = HalfTurnW()
  var turnB = HalfTurnW()

  // Parameters
  var lower = F4()
  var upper = F4()
  var motorSpeed = F4()
  /// Maximum impulses in a substep.
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
  /// The orientation of a ``PoseSpring``.
  var pose = QuaternionW(F4(), F4(), F4(), F4(repeating: 1))
  /// The fixed points of a pulley, from the centers of mass, and its ratio.
  var groundA = Vector3W.zero
  var groundB = Vector3W.zero
  var ratio = F4()
  /// The error of the first row at the start of the step, for kinds that track it.
  var tracked = F4()

  // Results
  var armB = Vector3W.zero
  var force = Vector3W.zero
  var torque = Vector3W.zero

  init() {}

  var isChorded: Mask4 {
    @inline(__always) get { chorded .!= I4() }
  }
  /// The lanes in which a body turns fast; see ``HalfTurnW/isFast``.
  var fastLanes: Mask4 {
    @inline(__always) get { turnA.isFast .| turnB.isFast }
  }
  var isFast: Bool { laneBits(fastLanes) != 0 }

  /// Creates a pack for joints of a kind that have the same features.
  init(_ kind: UInt32, _ features: UInt32) {
    let type = JointKind.kindType(kind)
    (self.kind, self.features) = (kind, features)
    (blockCount, rowCount) = type.rowCount(features)
    rowIterations = type.rowIterations
    tracksRotation = type.tracksRotation ? 1 : 0
  }
}

/// The parameters of one axis of four joints, one lane each.
struct JointAxisW: BitwiseCopyable {
  var lower = F4()
  var upper = F4()
  /// The range of positions at which the spring rests; outside of it a soft limit acts.
  var restLow = F4()
  var restHigh = F4()
  var motorSpeed = F4()
  /// The maximum impulse of the motor in a substep.
  var motorImpulse = F4()
  /// The impulse of the motor in a substep for each unit of missing speed; 0 for its maximum.
  var motorDamping = F4()
  /// The maximum impulse of the spring in a substep.
  var springImpulse = F4()
  var spring = SpringW()

  mutating func set(_ lane: Int, _ axis: JointAxis, springMass: Float, step: Float) {
    (lower[lane], upper[lane]) = (axis.lower, axis.upper)
    (restLow[lane], restHigh[lane]) = axis.restRange
    motorSpeed[lane] = axis.motorSpeed
    motorImpulse[lane] = min(axis.motorForce * step, .greatestFiniteMagnitude)
    motorDamping[lane] = axis.motorDamping * step
    springImpulse[lane] = min(axis.springForce * step, .greatestFiniteMagnitude)
    guard axis.springHertz > 0 else { return }
    spring.set(
      lane, hertz: axis.springHertz, dampingRatio: axis.springDamping,
      mass: Vector3(repeating: springMass), step: step)
  }
}

/// Four springs and the masses to which their frequencies refer; see ``SpringCoefficients``.
struct SpringW: BitwiseCopyable {
  var hertz = F4()
  var dampingRatio = F4()
  /// The effective masses of its one row or three; 0 where nothing moves.
  var mass = Vector3W.zero
  /// The coefficients for those masses.
  var usual = SpringCoefficientsW()

  mutating func set(
    _ lane: Int, hertz: Float, dampingRatio: Float, mass: Vector3, step: Float
  ) {
    self.hertz[lane] = hertz
    self.dampingRatio[lane] = dampingRatio
    self.mass.set(lane, mass)
    usual.set(lane, SpringCoefficients(hertz: hertz, dampingRatio: dampingRatio, step: step))
  }

  /// The stiffness along one of its rows, in newtons per meter or newton-meters per radian.
  func stiffness(_ number: Int, _ lane: Int) -> Float {
    let omega: Float = 2 * Float.pi * hertz[lane]
    return mass(number)[lane] * omega * omega
  }

  /// The coefficients of row `number` for its current effective masses.
  ///
  /// Stiffness and damping stay constant when a lever gets longer or shorter, so that the stored
  /// energy does not change by itself; the frequency changes instead.
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

/// The coefficients of a spring in a substep, which changes the velocity v to v′ = b·v − a·x.
///
/// With x′ = x + h·v′, the choice
///
///     b = e^(−2ζωh)        a = b·ω²·h
///
/// decays exactly as the damped oscillator does, since the determinant of the step is b, and rests
/// exactly where a force stretches the spring by F/k. The remaining error is a frequency that is
/// too low by a factor of ζωh/2: half a percent at 1 Hz, 240 substeps per second and ζ = 0.4. Stiff
/// springs, of which several on one body could become unstable, are integrated implicitly instead
/// (Catto, "Soft Constraints", GDC 2011): those whose phase advances by more than half a radian in
/// a substep.
struct SpringCoefficients {
  /// a, in 1/s.
  var pull: Float = 0
  /// 1 − b.
  var massScale: Float = 0
  var impulseScale: Float = 0
  /// The delay in seconds between spring force and velocity; 0 for implicit integration.
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

/// One constraint row of four joints.
///
///     J·v = n·(vB − vA) + armA·ωA + armB·ωB
///
/// A split row, as a pulley has, acts on A along another direction: n·vB − nA·vA + ….
struct JointRow: BitwiseCopyable {
  var n = Vector3W.zero
  var armA = Vector3W.zero
  var armB = Vector3W.zero
  /// The inverse inertia times the arms.
  var responseA = Vector3W.zero
  var responseB = Vector3W.zero
  /// The position error, in meters or radians.
  var error = F4()
  /// The effective mass, for rows outside the block.
  var mass = F4()
  var massScale = F4(repeating: 1)
  var impulseScale = F4()
  /// The bias velocity.
  var bias = F4()
  var impulse = F4()
  var minImpulse = F4()
  var maxImpulse = F4()
  /// A ``JointSlot``.
  var slot: Int32 = 0
  /// 1 for a limit, which acts only where it would be passed.
  var isLimit: UInt32 = 0
  /// 1 for a row of the joint's first spring, 2 for one of its second, 3 for one of an axis, 4 for
  /// a motor of an axis with damping; else 0.
  var spring: UInt32 = 0
  /// The number of the row among those of its spring, or of its axis.
  var springRow: UInt32 = 0
  /// The direction on A of a split row.
  var nA = Vector3W.zero
  var isSplit: UInt32 = 0
  /// 1 if ``mass`` and the row's part of the factors are computed; else 0.
  var isReduced: UInt32 = 0

  var isSpring: Bool { (1...3).contains(spring) }
}

/// The working storage of the joint solver, kept between steps only to reuse its memory.
struct JointStorage: ~Copyable {
  var packs = Buffer<JointPack>()
  var rows = Buffer<JointRow>()
  /// Six for each row: its part of the LDLᵀ factors of the block.
  var factors = Buffer<F4>()
  /// Six for each pack whose kind uses axes.
  var axes = Buffer<JointAxisW>()
  var balls = Buffer<BallSocketPack>()
  /// The joints in lane order, -1 for empty lanes; valid until the plan is stale.
  var lanes = Buffer<Int32>()
  var keys = Buffer<JointSortKey>()
  var trees = JointTrees()
  var chains = JointChains()
  /// The solver indices of joined bodies whose inertia differs between axes.
  var turning = Buffer<Int32>()
  var turningPacks = Buffer<TurningPack>()
  /// The inertia that geometric stiffness added to each body, by solver index.
  var addedInertia = Buffer<Float>()
  /// The solver indices of bodies that have both joints and contacts.
  var mixed = Buffer<Int32>()
  /// Their velocities before a pass over joints, two vectors each.
  var before = Buffer<F4>()
}
