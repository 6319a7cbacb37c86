import CaromMaths

/// The bodies that joints and contacts connect in a step, and their energy in joules.
///
/// In double precision, since the group can move a thousand times as fast as its members move
/// relative to each other.
struct EnergyGroup: BitwiseCopyable {
  var mass = 0.0
  /// The mass of the members that have joints, whose records store the energy budget.
  var heldMass = 0.0
  /// The linear momentum at the end of the step.
  var momentum = SIMD3<Double>()
  /// The energy that earlier steps lost and that can be regained; below 0, energy gained in error.
  var energyBudget = 0.0
  /// The kinetic energy and that of springs when the step began.
  var motion = 0.0
  /// The kinetic energy, that of springs and the potential of forces, before and after the step.
  var start = 0.0
  var end = 0.0
  /// The kinetic energy that forces and torques give the bodies at rest in a substep,
  /// ½·m·(a·h)² + ½·α·I·α·h².
  var rest = 0.0
  /// The kinetic energy after the step, and the work of forces.
  var kinetic = 0.0
  var work = 0.0
  /// What springs gain, after the step, if the motion within the group is stopped.
  var springGain = 0.0
  /// The work of motors, moving surfaces and kinematic bodies in the step, at most.
  var given = 0.0
  /// Bits of ``Mark``.
  var marks: Int32 = 0
  /// The factor on the motion within the group; 1 for almost all.
  var scale: Float = 1
  /// The velocity of the center of mass of a group that nothing anchors.
  var drift = Vector3.zero
  /// 1 when the step gained so much energy that it is rejected.
  var isRejected: UInt32 = 0

  enum Mark {
    /// A member has a joint.
    static let held: Int32 = 1
    /// A joint connects it to a static body or the world, or an axis of a member is locked.
    static let anchored: Int32 = 2
    /// A member touches or is joined to a kinematic body that moves.
    static let driven: Int32 = 4
  }

  func has(_ mark: Int32) -> Bool { marks & mark != 0 }
}

extension EnergyGroup {
  /// The error of energy that is no gain, as a share of kinetic and spring energy.
  ///
  /// The energy of a leapfrog oscillator varies by the share (ω·h)²/8 within a period. Springs are
  /// integrated so up to ω·h = ½.
  static var energyError: Double { 1 / 32 }

  /// Computes the factors that slow the group, and updates its energy budget.
  ///
  /// With the error e = E/32 + R of the energy E, where R is the energy that forces give bodies at
  /// rest in a substep, the budget B stays above −e:
  ///
  ///     B ← max(B, 0)·kept + min(B, 0) − gain; if B < −e, the energy −e − B is removed, and B ← −e
  ///
  /// Lost energy may be stored in the gaps of joints and contacts that yield under a load, and
  /// returns when the load does, as when a rope runs over a post. So it is forgotten gradually, by
  /// the factor `kept` in a step.
  ///
  /// The work W of motors, moving surfaces and kinematic bodies is no gain, and what they take is
  /// no loss. Since W is known as a maximum only, it cannot turn a gain into a loss:
  ///
  ///     gain ← gain − min(W, max(gain, 0))
  ///
  /// A step is rejected if it gains more than E and the most that gap correction can leave, in
  /// J/kg.
  mutating func updateBudget(maxCorrection: Double, kept: Double) {
    var gain = end - start
    guard gain - given <= motion + maxCorrection * mass else {
      isRejected = 1
      return
    }
    gain -= min(given, max(gain, 0))
    let error = Self.energyError * motion + rest
    let budget = max(energyBudget, 0) * kept + min(energyBudget, 0) - gain
    let excess = min(gain, -error - budget)
    guard excess > 0 else {
      energyBudget = budget
      return
    }
    // Gap correction lifts bodies; what it does beyond that stretches springs.
    if excess - removeEnergy(excess) > max(-work, 0) + rest {
      isRejected = 1
      return
    }
    energyBudget = max(budget, -error)
  }

  /// Removes kinetic energy of the motion within the group, and returns the removed energy.
  ///
  /// With the scale s of that motion, its kinetic energy is s²·K, and springs gain at most
  /// (1 − s)·D: their energy is the product of the elongations before and after a substep, which is
  /// near 0 for a spring that is fast enough to pass its rest length within it. Hence, for the
  /// excess e:
  ///
  ///     K·(1 − s²) − D·(1 − s) = e, so s = q + √(q² + 1 − (e + D)/K) with q = D/(2·K)
  ///
  /// Without a solution, s = q removes the most.
  private mutating func removeEnergy(_ excess: Double) -> Double {
    var within = kinetic
    if !has(Mark.anchored) {
      let v = momentum / mass
      drift = Vector3(Float(v.x), Float(v.y), Float(v.z))
      within -= 0.5 * (momentum * v).sum()
    }
    guard within > 0 else { return 0 }
    let q = 0.5 * springGain / within
    let root = max(q * q + 1 - (excess + springGain) / within, 0).squareRoot()
    let s = min(max(q + root, 0), 1)
    scale = Float(s)
    return min((within * (1 + s) - springGain) * (1 - s), excess)
  }
}

/// The working storage of the energy limiter.
struct EnergyStorage: ~Copyable {
  /// The union-find parent and the marks, by index among the awake bodies.
  var parents = Buffer<Int32>()
  var marks = Buffer<Int32>()
  /// The group, or -1 for bodies without joints, by index among the awake bodies.
  var numbers = Buffer<Int32>()
  var groups = Buffer<EnergyGroup>()
  /// The contacts at which a kinematic body or a moving surface does work.
  var drivingContacts = Buffer<Int32>()
  /// The number of groups slowed so far, and the joules removed, for tests.
  var slowings = 0
  var taken = 0.0
}
