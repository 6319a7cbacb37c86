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
  /// The kinetic energy after the step, and the work of forces.
  var kinetic = 0.0
  var work = 0.0
  /// The maximum work of motors in a step.
  var motors = 0.0
  /// Bits of ``Mark``.
  var marks: Int32 = 0
  /// The factors on the motion within the group and on that of its center of mass; 1 for almost
  /// all.
  var internalScale: Float = 1
  var driftScale: Float = 1
  /// The velocity of the center of mass.
  var drift = Vector3.zero
  /// 1 when the step gained so much energy that it is rejected.
  var isRefused: UInt32 = 0
  /// 1 when the warm start of its joints is suspended from now on.
  var suspendsWarmStart: UInt32 = 0

  enum Mark {
    /// A member has a joint.
    static let held: Int32 = 1
    /// A joint connects it to a static body or the world, or an axis of a member is locked.
    static let anchored: Int32 = 2
    /// A member touches a static body.
    static let touchesStatic: Int32 = 4
    /// A member touches or is joined to a kinematic body that moves, which does work.
    static let driven: Int32 = 8
    /// A joint has springs.
    static let sprung: Int32 = 16
  }

  func has(_ mark: Int32) -> Bool { marks & mark != 0 }
}

extension EnergyGroup {
  /// The gain that is tolerated before a group is slowed, as a share of kinetic and spring energy.
  static var energyTolerance: Double { 0.01 }
  /// The gain that is tolerated in any case, in J/kg: the kinetic energy of 5 cm/s.
  static var minEnergyTolerance: Double { 0.00125 }
  /// The lost energy that can be regained, as a share of kinetic and spring energy.
  static var recoverableShare: Double { 0.05 }
  /// The time constant in seconds with which that budget decays.
  static var budgetDecayTime: Double { 5 }

  /// The gain beyond its energy, in J/kg, above which a step is rejected: the kinetic energy of 4
  /// m/s, which exceeds the energy that gap correction lifts.
  static var rejectionThreshold: Double { 8 }
  /// The number of steps for which warm starting is suspended.
  static var warmStartSuspension: UInt32 { 30 }

  /// The energy in J/kg that gap correction can lift in a step without suspension: a height of 5
  /// cm.
  static var liftAllowance: Double { 0.5 }

  /// Computes the factors that slow the group, and updates its energy budget.
  mutating func updateBudget(_ dt: Double) {
    guard !has(Mark.driven) else { return }
    var gain = end - start
    guard gain - motors <= motion + Self.rejectionThreshold * mass else {
      (isRefused, suspendsWarmStart) = (1, 1)
      return
    }
    if gain <= 0 {
      let most = max(energyBudget, Self.recoverableShare * motion + Self.liftAllowance * mass)
      energyBudget = min(energyBudget - gain, most)
    } else {
      gain = max(gain - motors, 0)
      let before = energyBudget
      let minimum = -(Self.energyTolerance * motion + Self.minEnergyTolerance * mass)
      energyBudget -= gain
      if gain > 0 && energyBudget < minimum {
        let excess = min(gain, minimum - energyBudget)
        let unpaid = excess - removeEnergy(excess)
        // Unexplained energy must neither stretch springs nor lift bodies far.
        let lifted = min(max(-work, 0), Self.rejectionThreshold * mass)
        if unpaid > lifted + Self.liftAllowance * mass {
          (energyBudget, isRefused, suspendsWarmStart) = (before, 1, 1)
          return
        }
        energyBudget += excess - unpaid
        if excess > 0.5 * motion + 4 * mass { suspendsWarmStart = 1 }
        // A gain that exceeds all kinetic energy, such as that of a gap that closes upwards, is
        // tolerated.
        energyBudget = max(energyBudget, min(before, minimum))
      }
    }
    if energyBudget > 0 { energyBudget *= max(1 - dt / Self.budgetDecayTime, 0) }
  }

  /// Removes kinetic energy within the group, then that of its center of mass; returns the removed
  /// energy.
  private mutating func removeEnergy(_ excess: Double) -> Double {
    let whole =
      has(Mark.anchored) || mass <= 0 ? 0 : 0.5 * (momentum * momentum).sum() / mass
    let within = max(kinetic - whole, 0)
    let first = min(excess, within)
    if within > 0 { internalScale = Float((1 - first / within).squareRoot()) }
    if whole > 0 {
      let v = momentum / mass
      drift = Vector3(Float(v.x), Float(v.y), Float(v.z))
    }
    guard excess > first, whole > 0, has(Mark.touchesStatic) else { return first }
    let second = min(excess - first, whole)
    driftScale = Float((1 - second / whole).squareRoot())
    return first + second
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
  /// The number of groups slowed so far, and the joules removed, for tests.
  var slowings = 0
  var taken = 0.0
}
