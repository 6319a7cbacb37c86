/// Bits that select the rows of a joint in addition to the rows that every joint of its kind has.
enum JointFeature {
  static let limits: UInt32 = 1
  static let motor: UInt32 = 2
  static let spring: UInt32 = 4
  static let secondSpring: UInt32 = 8
  static let friction: UInt32 = 16
  static let swing: UInt32 = 32
  static let rod: UInt32 = 64
  static let pulley: UInt32 = 128

  /// Bits of one of the six axes; for axis i they are shifted by ``shift(_:)``.
  enum Axis {
    static let locked: UInt32 = 1
    static let limited: UInt32 = 2
    static let motor: UInt32 = 4
    static let spring: UInt32 = 8
  }

  /// The position of the bits of an axis: 0 to 2 along X, Y and Z of frame A, 3 to 5 about them.
  static func shift(_ axis: Int) -> UInt32 { 8 + 4 * UInt32(axis) }

  /// The bits of all six axes.
  static let axes: UInt32 = 0xffff_ff00
  /// The bits of all axes' motors and springs.
  static let axisMotors: UInt32 = 0x4444_4400
  static let axisSprings: UInt32 = 0x8888_8800
  /// The bits of all springs and of all motors.
  static let springs: UInt32 = spring | secondSpring | axisSprings
  static let motors: UInt32 = motor | axisMotors

  /// The bits of one axis, as ``Axis`` has them.
  static func axis(_ axis: Int, _ features: UInt32) -> UInt32 { features >> shift(axis) & 15 }

  /// The number of rows for friction about all axes.
  static func frictionRows(_ features: UInt32) -> Int32 { features & friction != 0 ? 3 : 0 }

  /// The number of rows for a spring towards a pose.
  static func poseRows(_ features: UInt32) -> Int32 { features & secondSpring != 0 ? 3 : 0 }

  /// The number of rows for limits, motor and first spring.
  static func driveRows(_ features: UInt32) -> Int32 {
    (features & limits != 0 ? 2 : 0) + (features & motor != 0 ? 1 : 0)
      + (features & spring != 0 ? 1 : 0)
  }
}

/// The parameters of any kind of joint; those that a kind does not have are zero.
struct JointParameters: Equatable, BitwiseCopyable {
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
      has(JointFeature.motor) ? JointMotor(speed: motorSpeed, maxForce: motorForce) : nil
    }
    set {
      set(JointFeature.motor, newValue != nil)
      (motorSpeed, motorForce) = (newValue?.speed ?? 0, newValue?.maxForce ?? 0)
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
