import CaromMaths

/// What joints and contacts hold together in a step, and the energy that it has, in joules.
///
/// Double precision: the parts may move a thousand times as fast as they move against each other.
struct EnergyGroup: BitwiseCopyable {
  var mass = 0.0
  /// Of the members that have joints, whose records keep the account.
  var heldMass = 0.0
  /// The sum of masses times velocities at the end of the step.
  var momentum = SIMD3<Double>()
  /// What its members may still gain, as earlier steps lost it; below 0 what they gained unasked.
  var energyBudget = 0.0
  /// The energy of motion and of springs when the step began.
  var motion = 0.0
  /// The same and that of the forces, when the step began and now.
  var start = 0.0
  var end = 0.0
  /// The energy of motion alone, now, and what forces did.
  var kinetic = 0.0
  var work = 0.0
  /// The most that motors can do in a step.
  var motors = 0.0
  /// Bits of ``Mark``.
  var marks: Int32 = 0
  /// By what motion within the group, and motion of the whole, is multiplied; 1 for almost all.
  var inner: Float = 1
  var outer: Float = 1
  /// The velocity of the centre of mass.
  var drift = Vector3.zero
  /// 1 when the step brought so much that it is not taken at all.
  var isRefused: UInt32 = 0
  /// 1 when its joints need caution from now on.
  var isWild: UInt32 = 0

  enum Mark {
    /// Has a joint.
    static let held: Int32 = 1
    /// Something that nothing moves holds it, or an axis of a member is locked.
    static let anchored: Int32 = 2
    /// Touches something that nothing moves.
    static let touchesStatic: Int32 = 4
    /// Touches or hangs on a kinematic body that moves, and so does work.
    static let driven: Int32 = 8
    /// Has springs.
    static let sprung: Int32 = 16
  }

  func has(_ mark: Int32) -> Bool { marks & mark != 0 }
}

extension EnergyGroup {
  /// Of the energy of motion and springs, how much a group may gain before it is slowed.
  static var energyTolerance: Double { 0.01 }
  /// The same in J/kg: that of 5 cm/s.
  static var minEnergyTolerance: Double { 0.00125 }
  /// Of the energy of motion and springs, how much of what was lost may come back.
  static var credit: Double { 0.05 }
  /// In how many seconds most of that is forgotten.
  static var memory: Double { 5 }

  /// In J/kg, how much more than it had a group may gain in a step before the step is refused: that
  /// of 4 m/s, and more than joints lift when they close gaps.
  static var outburst: Double { 8 }
  /// For how many steps joints are solved with caution.
  static var warmStartSuspension: UInt32 { 30 }

  /// In J/kg, what closing gaps may lift in a step without caution: by 5 cm.
  static var lift: Double { 0.5 }

  /// Decides by how much the group must be slowed, and brings its account up to date.
  mutating func settle(_ dt: Double) {
    guard !has(Mark.driven) else { return }
    var gain = end - start
    guard gain - motors <= motion + Self.outburst * mass else {
      (isRefused, isWild) = (1, 1)
      return
    }
    if gain <= 0 {
      let most = max(energyBudget, Self.credit * motion + Self.lift * mass)
      energyBudget = min(energyBudget - gain, most)
    } else {
      gain = max(gain - motors, 0)
      let before = energyBudget
      let minimum = -(Self.energyTolerance * motion + Self.minEnergyTolerance * mass)
      energyBudget -= gain
      if gain > 0 && energyBudget < minimum {
        let excess = min(gain, minimum - energyBudget)
        let unpaid = excess - slow(excess)
        // Springs are not stretched for nothing, and things not lifted far.
        let lifted = min(max(-work, 0), Self.outburst * mass)
        if unpaid > lifted + Self.lift * mass {
          (energyBudget, isRefused, isWild) = (before, 1, 1)
          return
        }
        energyBudget += excess - unpaid
        if excess > 0.5 * motion + 4 * mass { isWild = 1 }
        // What no motion can pay, as when a gap closes upwards, is forgotten.
        energyBudget = max(energyBudget, min(before, minimum))
      }
    }
    if energyBudget > 0 { energyBudget *= max(1 - dt / Self.memory, 0) }
  }

  /// Takes energy from motion within the group, then from that of the whole; gives back how much.
  private mutating func slow(_ excess: Double) -> Double {
    let whole =
      has(Mark.anchored) || mass <= 0 ? 0 : 0.5 * (momentum * momentum).sum() / mass
    let within = max(kinetic - whole, 0)
    let first = min(excess, within)
    if within > 0 { inner = Float((1 - first / within).squareRoot()) }
    if whole > 0 {
      let v = momentum / mass
      drift = Vector3(Float(v.x), Float(v.y), Float(v.z))
    }
    guard excess > first, whole > 0, has(Mark.touchesStatic) else { return first }
    let second = min(excess - first, whole)
    outer = Float((1 - second / whole).squareRoot())
    return first + second
  }
}

/// What watching the energy of joined bodies works on.
struct EnergyStorage: ~Copyable {
  /// By place among the awake, the first of those that are held together; and their marks.
  var parents = Buffer<Int32>()
  var marks = Buffer<Int32>()
  /// The group of each place, or -1 for what has no joint.
  var numbers = Buffer<Int32>()
  var groups = Buffer<EnergyGroup>()
  /// How many groups were slowed so far, and by how many joules, for tests.
  var slowings = 0
  var taken = 0.0
}
