import CaromMaths

/// The stored state of a joint; only 4-byte fields, so that snapshots contain no padding.
struct JointRecord: BitwiseCopyable {
  var kind: UInt32 = 0
  var flags: UInt32 = 0
  var bodyA: Int32 = -1
  /// -1 for the world.
  var bodyB: Int32 = -1
  /// In the bodies' local spaces, relative to their origins.
  var frameA = Transform.identity
  var frameB = Transform.identity
  var parameters = JointParameters()
  /// The maximum force in newtons and torque in newton-meters; infinity never breaks.
  var breakingForce: Float = 0
  var breakingTorque: Float = 0
  var tagLow: UInt32 = 0
  var tagHigh: UInt32 = 0

  // Bookkeeping
  var generation: UInt32 = 0
  /// The number of joints made before, which orders events.
  var serial: UInt32 = 0
  /// The color of the solver while the joint is attached, or -1.
  var color: Int32 = -1
  /// Neighbors in the list of body A, as joint index times two plus side; -1 for none.
  var previousA: Int32 = -1
  var nextA: Int32 = -1
  var previousB: Int32 = -1
  var nextB: Int32 = -1
  /// The next free index, while this one is free.
  var nextFree: Int32 = -1

  // Results of the last step
  /// The impulses of the rows in the last substep, for warm starting.
  var impulses = JointImpulses()
  /// On body B: the mean over the last step.
  var force = Vector3.zero
  var torque = Vector3.zero
  // The effective mass of the first spring, in kilograms or kg·m², and that of the second about
  // each axis of frame A. Below 0 until they are measured by `World.measureSprings`.
  var springMass: Float = -1
  var secondMass = Vector3.zero
}

/// The list of joints of a body; only 4-byte fields.
struct BodyJoints: BitwiseCopyable {
  /// A joint index times two, plus the side of this body; -1 for none.
  var first: Int32 = -1
  var count: Int32 = 0
  /// The colors of the attached joints, one bit each; unused unless the body is dynamic.
  var colors: UInt32 = 0
  /// Its share of the energy in joules that its group lost and can regain; see ``EnergyGroup``.
  var energyBudget: Float = 0
}

extension JointRecord {
  enum Flag {
    static let alive: UInt32 = 1
    static let enabled: UInt32 = 2
    /// The joined bodies collide.
    static let collideConnected: UInt32 = 4
    /// The joint and its bodies are enabled, so that it acts on them.
    static let attached: UInt32 = 8
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt32, _ value: Bool) {
    flags = value ? flags | flag : flags & ~flag
  }

  /// Whether it only keeps its bodies from colliding.
  var isFilter: Bool { kind == FilterJoint.number }

  /// Whether a motor drives its bodies.
  ///
  /// A motor of speed 0 is a brake. That of one axis of six counts at any speed.
  var isDriven: Bool {
    parameters.has(JointFeature.axisMotors)
      || parameters.has(JointFeature.motor) && parameters.motorSpeed != 0
  }

  /// Invalidates the measured masses of its springs.
  mutating func invalidateSpringMasses() { (springMass, secondMass) = (-1, .zero) }

  /// Clears its results, for example after an overflow, which must not spread.
  mutating func reset() {
    impulses = JointImpulses()
    (force, torque) = (.zero, .zero)
  }

  var tag: UInt64 { UInt64(tagHigh) << 32 | UInt64(tagLow) }
  var type: any JointType.Type { JointKind.kindType(kind) }
}
