import CaromMaths
public import CaromProperties

/// The freedom of an axis of a joint.
public enum JointAxisMotion: String, EnumName, Sendable {
  /// Held at 0.
  case locked
  /// Between a minimum and a maximum.
  case limited
  /// Without limits.
  case free
}

/// A linear axis of a ``SixDegreesOfFreedomJoint``.
public struct JointLinearAxis: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The movement of a joint along an axis"

  /// Whether the axis is locked, limited or free; a locked axis has neither motor nor spring.
  public var motion = JointAxisMotion.locked
  /// The lower limit of the position in meters, while the axis is limited.
  public var minimum: Float = 0
  /// The upper limit of the position in meters, while the axis is limited.
  public var maximum: Float = 0
  /// The speed towards which the motor drives B as seen from A, in meters per second.
  public var motorTargetVelocity: Float = 0
  /// The maximum force of the motor in newtons; 0 disables the motor.
  public var motorMaximumForce: Float = 0
  /// The damping of the motor in newton-seconds per meter: its force for each meter per second that
  /// is missing; 0 for the maximum force until the speed is reached.
  public var motorDamping: Float = 0
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1
  /// The rest position of the spring, in meters.
  public var springTarget: Float = 0
  /// The maximum force of the spring in newtons; nil for none.
  public var springMaximumForce: Float?
  /// The undamped frequency in hertz with which the limits give way; 0 for hard limits.
  ///
  /// An axis with soft limits has no other spring.
  public var limitFrequency: Float = 0
  /// The damping ratio of soft limits, which damp outside of the range only.
  public var limitDampingRatio: Float = 1

  /// Creates a locked axis.
  public init() {}

  /// Creates a free axis, or a limited one where limits in meters are given.
  public init(
    limits: ClosedRange<Float>? = nil, motor: JointMotor? = nil, spring: JointSpring? = nil,
    target: Float = 0
  ) {
    motion = limits == nil ? .free : .limited
    (minimum, maximum) = (limits?.lowerBound ?? 0, limits?.upperBound ?? 0)
    (motorTargetVelocity, motorMaximumForce) = (motor?.speed ?? 0, motor?.maxForce ?? 0)
    (springFrequency, springDampingRatio) = (spring?.hertz ?? 0, spring?.dampingRatio ?? 1)
    springTarget = target
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("motion", \.motion, "Whether the axis is locked, limited or free")
    p.property("minimum", \.minimum, "The lower limit, if limited", .meters, -1e5...1e5)
    p.property("maximum", \.maximum, "The upper limit, if limited", .meters, -1e5...1e5)
    p.property(
      "motorTargetVelocity", \.motorTargetVelocity, "The target speed of the motor",
      .metersPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumForce", \.motorMaximumForce, "The maximum force of the motor; 0 disables it",
      .newtons, 0...1e12)
    p.property(
      "motorDamping", \.motorDamping,
      "The force of the motor for each m/s that is missing; 0 for its maximum force",
      .newtonSecondsPerMeter, 0...1e12)
    p.property(
      "springFrequency", \.springFrequency, "The frequency of the spring; 0 disables it", .hertz,
      0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio,
      "The damping ratio of the spring; 1 returns without overshoot", .ratio, 0...1e3)
    p.property(
      "springTarget", \.springTarget, "The rest position of the spring", .meters, -1e5...1e5)
    p.property(
      "springMaximumForce", \.springMaximumForce,
      "The maximum force of the spring, if there is one",
      .newtons, 0...1e12)
    p.property(
      "limitFrequency", \.limitFrequency,
      "The frequency with which the limits give way; 0 for hard limits", .hertz, 0...1e3)
    p.property(
      "limitDampingRatio", \.limitDampingRatio, "The damping ratio of soft limits", .ratio,
      0...1e3)
  }

  /// The problem with the limits, or nil.
  public var problem: String? {
    JointAxis.problem(motion, minimum, maximum, spring: springFrequency, limit: limitFrequency)
  }

  /// The parameters that have no effect, because of the motion or of others.
  public var warnings: [PropertyWarning] {
    var warnings = JointWarnings()
    warnings.motion(
      motion,
      limits: [
        (minimum != 0, "minimum"), (maximum != 0, "maximum"),
        (limitFrequency != 0, "limitFrequency"),
      ],
      drives: [
        (motorMaximumForce != 0, "motorMaximumForce"),
        (springFrequency != 0, "springFrequency"),
      ])
    guard motion != .locked else { return warnings.found }
    warnings.motor(
      motorTargetVelocity, "motorTargetVelocity",
      maximum: motorMaximumForce, "motorMaximumForce", "force", damping: motorDamping)
    warnings.spring(
      (springFrequency, "springFrequency"),
      [
        (springDampingRatio != 1, "springDampingRatio"), (springTarget != 0, "springTarget"),
        (springMaximumForce != nil, "springMaximumForce"),
      ])
    return warnings.found
  }

  var parameters: JointAxis {
    JointAxis(
      lower: minimum, upper: maximum, target: springTarget, motorSpeed: motorTargetVelocity,
      motorForce: motorMaximumForce, motorDamping: motorDamping, springHertz: springFrequency,
      springDamping: springDampingRatio, springForce: springMaximumForce ?? .infinity
    ).softened(motion, hertz: limitFrequency, dampingRatio: limitDampingRatio)
  }
}

/// An angular axis of a ``SixDegreesOfFreedomJoint``.
public struct JointAngularAxis: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The rotation of a joint about an axis"

  /// Whether the axis is locked, limited or free; a locked axis has neither motor nor spring.
  public var motion = JointAxisMotion.locked
  /// The lower limit of the angle in radians within ±π, while the axis is limited.
  public var minimum: Float = 0
  /// The upper limit of the angle in radians within ±π, while the axis is limited.
  public var maximum: Float = 0
  /// The speed towards which the motor drives B as seen from A, in radians per second.
  public var motorTargetVelocity: Float = 0
  /// The maximum torque of the motor in newton-meters; 0 disables the motor.
  public var motorMaximumTorque: Float = 0
  /// The damping of the motor in newton-meter-seconds: its torque for each radian per second that
  /// is missing; 0 for the maximum torque until the speed is reached.
  public var motorDamping: Float = 0
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1
  /// The rest angle of the spring, in radians within ±π.
  public var springTarget: Float = 0
  /// The maximum torque of the spring in newton-meters; nil for none.
  public var springMaximumTorque: Float?
  /// The undamped frequency in hertz with which the limits give way; 0 for hard limits.
  ///
  /// An axis with soft limits has no other spring.
  public var limitFrequency: Float = 0
  /// The damping ratio of soft limits, which damp outside of the range only.
  public var limitDampingRatio: Float = 1

  /// Creates a locked axis.
  public init() {}

  /// Creates a free axis, or a limited one where limits in radians are given.
  public init(
    limits: ClosedRange<Float>? = nil, motor: JointMotor? = nil, spring: JointSpring? = nil,
    target: Float = 0
  ) {
    motion = limits == nil ? .free : .limited
    (minimum, maximum) = (limits?.lowerBound ?? 0, limits?.upperBound ?? 0)
    (motorTargetVelocity, motorMaximumTorque) = (motor?.speed ?? 0, motor?.maxForce ?? 0)
    (springFrequency, springDampingRatio) = (spring?.hertz ?? 0, spring?.dampingRatio ?? 1)
    springTarget = target
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("motion", \.motion, "Whether the axis is locked, limited or free")
    p.degrees("minimumDegrees", \.minimum, "The lower limit, if limited", -180...180)
    p.degrees("maximumDegrees", \.maximum, "The upper limit, if limited", -180...180)
    p.property(
      "motorTargetVelocity", \.motorTargetVelocity, "The target speed of the motor",
      .radiansPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumTorque", \.motorMaximumTorque, "The maximum torque of the motor; 0 disables it",
      .newtonMeters, 0...1e12)
    p.property(
      "motorDamping", \.motorDamping,
      "The torque of the motor for each rad/s that is missing; 0 for its maximum torque",
      .newtonMeterSeconds, 0...1e12)
    p.property(
      "springFrequency", \.springFrequency, "The frequency of the spring; 0 disables it", .hertz,
      0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio,
      "The damping ratio of the spring; 1 returns without overshoot", .ratio, 0...1e3)
    p.degrees("springTargetDegrees", \.springTarget, "The rest angle of the spring", -180...180)
    p.property(
      "springMaximumTorque", \.springMaximumTorque,
      "The maximum torque of the spring, if there is one",
      .newtonMeters, 0...1e12)
    p.property(
      "limitFrequency", \.limitFrequency,
      "The frequency with which the limits give way; 0 for hard limits", .hertz, 0...1e3)
    p.property(
      "limitDampingRatio", \.limitDampingRatio, "The damping ratio of soft limits", .ratio,
      0...1e3)
  }

  /// The problem with the limits, or nil.
  public var problem: String? {
    JointAxis.problem(motion, minimum, maximum, spring: springFrequency, limit: limitFrequency)
  }

  /// The parameters that have no effect, because of the motion or of others.
  public var warnings: [PropertyWarning] {
    var warnings = JointWarnings()
    warnings.motion(
      motion,
      limits: [
        (minimum != 0, "minimumDegrees"), (maximum != 0, "maximumDegrees"),
        (limitFrequency != 0, "limitFrequency"),
      ],
      drives: [
        (motorMaximumTorque != 0, "motorMaximumTorque"),
        (springFrequency != 0, "springFrequency"),
      ])
    guard motion != .locked else { return warnings.found }
    warnings.motor(
      motorTargetVelocity, "motorTargetVelocity",
      maximum: motorMaximumTorque, "motorMaximumTorque", "torque", damping: motorDamping)
    warnings.spring(
      (springFrequency, "springFrequency"),
      [
        (springDampingRatio != 1, "springDampingRatio"), (springTarget != 0, "springTargetDegrees"),
        (springMaximumTorque != nil, "springMaximumTorque"),
      ])
    return warnings.found
  }

  var parameters: JointAxis {
    JointAxis(
      lower: JointLimits.clampedAngle(minimum), upper: JointLimits.clampedAngle(maximum),
      target: JointLimits.clampedAngle(springTarget), motorSpeed: motorTargetVelocity,
      motorForce: motorMaximumTorque, motorDamping: motorDamping, springHertz: springFrequency,
      springDamping: springDampingRatio, springForce: springMaximumTorque ?? .infinity
    ).softened(motion, hertz: limitFrequency, dampingRatio: limitDampingRatio)
  }
}

extension JointAxis {
  /// The axis with soft limits in place of hard ones, if it is limited and a frequency is given.
  fileprivate func softened(
    _ motion: JointAxisMotion, hertz: Float, dampingRatio: Float
  ) -> JointAxis {
    guard motion == .limited, hertz > 0 else { return self }
    var soft = self
    (soft.springHertz, soft.springDamping) = (hertz, dampingRatio)
    (soft.springForce, soft.isSoftLimit) = (.infinity, 1)
    return soft
  }

  /// What is wrong with the limits of an axis, or nil.
  fileprivate static func problem(
    _ motion: JointAxisMotion, _ minimum: Float, _ maximum: Float, spring: Float, limit: Float
  ) -> String? {
    guard motion == .limited else { return nil }
    if limit > 0, spring > 0 {
      return "both springFrequency and limitFrequency are given; one of them is accepted"
    }
    return JointLimits.problem(minimum, maximum)
  }
}
