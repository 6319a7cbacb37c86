import CaromMaths

/// What the world stores of a joint; only 4-byte fields, so that no padding reaches a snapshot.
struct JointRecord: BitwiseCopyable {
  var kind: UInt32 = 0
  var flags: UInt32 = 0
  var bodyA: Int32 = -1
  /// -1 for the world.
  var bodyB: Int32 = -1
  /// In the bodies' own axes, from their origins.
  var frameA = Transform.identity
  var frameB = Transform.identity
  var parameters = JointParameters()
  /// In newtons and newton-metres; infinity never breaks.
  var breakingForce: Float = 0
  var breakingTorque: Float = 0
  var tagLow: UInt32 = 0
  var tagHigh: UInt32 = 0

  // Bookkeeping
  var generation: UInt32 = 0
  /// Counts the joints that the world ever made; the order of events.
  var serial: UInt32 = 0
  /// The colour of the solver while the joint is attached, or -1.
  var color: Int32 = -1
  /// Neighbours in the list of body A, as joint index times two plus side; -1 for none.
  var previousA: Int32 = -1
  var nextA: Int32 = -1
  var previousB: Int32 = -1
  var nextB: Int32 = -1
  /// The next free place, while this one is free.
  var nextFree: Int32 = -1

  // What it did in the last step
  /// The impulses of the rows in the last substep, for warm starting.
  var impulses = JointImpulses()
  /// On body B, the mean over the last step.
  var force = Vector3.zero
  var torque = Vector3.zero
  /// For how many steps it is still solved with caution, as it brought energy; see ``EnergyGroup``.
  var warmStartSuspension: UInt32 = 0
  // The mass that the first spring moves, in kilograms or kg·m², and that of the second about each axis
  // of frame A. Below 0 until it is measured, see `World.measureSprings`.
  var springMass: Float = -1
  var secondMass = Vector3.zero
}

/// The joints of a body; only 4-byte fields.
struct BodyJoints: BitwiseCopyable {
  /// A joint index times two, plus the side of this body; -1 for none.
  var first: Int32 = -1
  var count: Int32 = 0
  /// The colours of the attached ones, a bit each; unused unless the body is dynamic.
  var colors: UInt32 = 0
  /// Its share of the energy in joules that its group lost and may gain again; see ``EnergyGroup``.
  var energyBudget: Float = 0
}

/// One number for each row that a joint may have; which row is which, see ``JointSlot``.
struct JointImpulses: BitwiseCopyable {
  private var a = Quaternion(0, 0, 0, 0)
  private var b = Quaternion(0, 0, 0, 0)
  private var c = Quaternion(0, 0, 0, 0)

  subscript(slot: Int) -> Float {
    get {
      assert(slot >= 0 && slot < JointSlot.count)
      return withUnsafeBytes(of: self) {
        $0.loadUnaligned(fromByteOffset: slot * 4, as: Float.self)
      }
    }
    set {
      assert(slot >= 0 && slot < JointSlot.count)
      withUnsafeMutableBytes(of: &self) {
        $0.storeBytes(of: newValue, toByteOffset: slot * 4, as: Float.self)
      }
    }
  }
}

/// Where the impulses of rows are kept from step to step, whatever other rows a joint has.
enum JointSlot {
  /// Rows 0 to 5 hold the parts together.
  static let block = 0
  /// Three rows of friction, for kinds that hold only a point together.
  static let friction = 3
  static let lower = 6
  static let upper = 7
  static let motor = 8
  static let spring = 9
  static let steering = 10
  static let swing = 10
  static let count = 12
}

extension JointRecord {
  enum Flag {
    static let alive: UInt32 = 1
    static let enabled: UInt32 = 2
    /// The bodies collide although they are joined.
    static let collideConnected: UInt32 = 4
    /// The joint and its bodies are enabled, so that it holds them together.
    static let attached: UInt32 = 8
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt32, _ value: Bool) {
    flags = value ? flags | flag : flags & ~flag
  }

  /// Lets the masses of its springs be measured anew.
  mutating func invalidateSpringMasses() { (springMass, secondMass) = (-1, .zero) }

  /// Forgets what it did, as when numbers overflowed, which must not spread.
  mutating func reset() {
    impulses = JointImpulses()
    (force, torque) = (.zero, .zero)
  }

  var tag: UInt64 { UInt64(tagHigh) << 32 | UInt64(tagLow) }
  var kindNumber: JointKindNumber { JointKindNumber(rawValue: kind) ?? .ballSocket }
}

/// Which rows a joint has beside those of its kind.
enum JointFeature {
  static let limits: UInt32 = 1
  static let motor: UInt32 = 2
  static let spring: UInt32 = 4
  static let secondSpring: UInt32 = 8
  static let friction: UInt32 = 16
  static let swing: UInt32 = 32
  static let rod: UInt32 = 64
}

/// The parameters of any kind of joint; what the kind does not have is zero.
struct JointParameters: BitwiseCopyable {
  /// Bits of ``JointFeature``.
  var features: UInt32 = 0
  var lower: Float = 0
  var upper: Float = 0
  var motorSpeed: Float = 0
  var motorForce: Float = 0
  var springHertz: Float = 0
  var springDamping: Float = 0
  var target: Float = 0
  /// The angular spring of a fixed joint, the steering of a wheel.
  var secondHertz: Float = 0
  var secondDamping: Float = 0
  var secondTarget: Float = 0
  var secondForce: Float = 0
  var swingY: Float = 0
  var swingZ: Float = 0
  var friction: Float = 0

  func has(_ feature: UInt32) -> Bool { features & feature != 0 }
  mutating func set(_ feature: UInt32, _ value: Bool) {
    features = value ? features | feature : features & ~feature
  }

  var limits: ClosedRange<Float>? {
    get { has(JointFeature.limits) && lower <= upper ? lower...upper : nil }
    set {
      set(JointFeature.limits, newValue != nil)
      (lower, upper) = (newValue?.lowerBound ?? 0, newValue?.upperBound ?? 0)
    }
  }

  var motor: JointMotor? {
    get {
      has(JointFeature.motor) ? JointMotor(speed: motorSpeed, greatestForce: motorForce) : nil
    }
    set {
      set(JointFeature.motor, newValue != nil)
      (motorSpeed, motorForce) = (newValue?.speed ?? 0, newValue?.greatestForce ?? 0)
    }
  }

  var spring: JointSpring? {
    get {
      has(JointFeature.spring)
        ? JointSpring(hertz: springHertz, dampingRatio: springDamping) : nil
    }
    set {
      set(JointFeature.spring, newValue != nil)
      (springHertz, springDamping) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 0)
    }
  }

  var secondSpring: JointSpring? {
    get {
      has(JointFeature.secondSpring)
        ? JointSpring(hertz: secondHertz, dampingRatio: secondDamping) : nil
    }
    set {
      set(JointFeature.secondSpring, newValue != nil)
      (secondHertz, secondDamping) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 0)
    }
  }
}
