import CaromMaths
public import CaromProperties

/// A hinge, also called a revolute joint: B can only rotate about the X axis of frame A.
///
/// The angle is that of frame B from frame A about X, by the right-hand rule, in ±π.
public struct HingeJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Rotates about one axis"

  /// The lower limit of the angle, in radians within ±π; nil for none.
  public var minimumAngularLimit: Float?
  /// The upper limit of the angle, in radians within ±π; nil for none.
  public var maximumAngularLimit: Float?
  /// The speed towards which the motor drives B as seen from A, in radians per second.
  public var motorTargetAngularVelocity: Float = 0
  /// The maximum torque of the motor in newton-meters; 0 disables the motor.
  public var motorMaximumTorque: Float = 0
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1
  /// The rest angle of the spring, in radians within ±π.
  public var springTarget: Float = 0

  /// Creates a joint that turns freely.
  public init() {}

  /// Creates a joint from its limits in radians, its motor in rad/s and N·m, and its spring.
  public init(
    limits: ClosedRange<Float>? = nil, motor: JointMotor? = nil, spring: JointSpring? = nil,
    target: Float = 0
  ) {
    springTarget = target
    (self.limits, self.motor, self.spring) = (limits, motor, spring)
  }

  /// The range of angles in radians; nil for all.
  public var limits: ClosedRange<Float>? {
    get {
      JointLimits.range(minimumAngularLimit, maximumAngularLimit, within: JointLimits.angular)
    }
    set {
      (minimumAngularLimit, maximumAngularLimit) = (newValue?.lowerBound, newValue?.upperBound)
    }
  }

  /// The motor, or nil.
  public var motor: JointMotor? {
    get { JointMotor(motorTargetAngularVelocity, motorMaximumTorque) }
    set {
      motorTargetAngularVelocity = newValue?.speed ?? 0
      motorMaximumTorque = newValue?.maxForce ?? 0
    }
  }

  /// The spring that pulls towards ``springTarget``, or nil.
  public var spring: JointSpring? {
    get { JointSpring(springFrequency, springDampingRatio) }
    set {
      (springFrequency, springDampingRatio) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 1)
    }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees(
      "minimumAngularLimitDegrees", \.minimumAngularLimit, "The lower limit of the angle",
      -180...180)
    p.degrees(
      "maximumAngularLimitDegrees", \.maximumAngularLimit, "The upper limit of the angle",
      -180...180)
    p.property(
      "motorTargetAngularVelocity", \.motorTargetAngularVelocity, "The target speed of the motor",
      .radiansPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumTorque", \.motorMaximumTorque, "The maximum torque of the motor; 0 disables it",
      .newtonMeters, 0...1e12)
    p.property(
      "springFrequency", \.springFrequency, "The frequency of the spring; 0 disables it", .hertz,
      0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio,
      "The damping ratio of the spring; 1 returns without overshoot", .ratio, 0...1e3)
    p.degrees("springTargetDegrees", \.springTarget, "The rest angle of the spring", -180...180)
  }

  /// The problem with the limits, or nil.
  public var problem: String? { JointLimits.problem(minimumAngularLimit, maximumAngularLimit) }

  /// The parameters of a motor or a spring that have no effect.
  public var warnings: [PropertyWarning] {
    var warnings = JointWarnings()
    warnings.motor(
      motorTargetAngularVelocity, "motorTargetAngularVelocity",
      maximum: motorMaximumTorque, "motorMaximumTorque", "torque")
    warnings.spring(
      (springFrequency, "springFrequency"),
      [
        (springDampingRatio != 1, "springDampingRatio"), (springTarget != 0, "springTargetDegrees"),
      ])
    return warnings.found
  }
}

extension HingeJoint: JointType {
  static let key = "hinge"
  static let number: UInt32 = 1
  static let features = JointFeature.limits | JointFeature.motor | JointFeature.spring
  static let hasTarget = true

  var parameters: JointParameters {
    var p = JointParameters()
    p.limits = limits
    p.motor = motor
    p.spring = spring
    p.target = JointLimits.clampedAngle(springTarget)
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(limits: p.limits, motor: p.motor, spring: p.spring, target: p.target)
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    (5, 5 + JointFeature.driveRows(features))
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (a, b) = (rows.frameA, rows.frameB)
    rows.pointRows()
    rows.axisRows(a, b)
    guard rows.features != 0 else { return }
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    var angle = F4()
    if rows.has(JointFeature.limits | JointFeature.spring) {
      let up = b.axisY
      angle = Portable.atan2(up.dot(z), up.dot(y))
    }
    if rows.has(JointFeature.spring) {
      rows.angularRow(JointSlot.spring, x, rows.wrapped(angle - rows.pack.pointee.target))
      rows.spring(1)
    }
    if rows.has(JointFeature.motor) {
      rows.angularRow(JointSlot.motor, x, F4())
      rows.motor()
    }
    if rows.has(JointFeature.limits) {
      rows.angularRow(JointSlot.lower, x, angle - rows.pack.pointee.lower)
      rows.limit()
      rows.angularRow(JointSlot.upper, -x, rows.pack.pointee.upper - angle)
      rows.limit()
    }
  }

  static func angle(_ frames: JointFrames) -> Float {
    let y = frames.b.orientation.rotate(.unitY)
    let a = frames.a.orientation
    return Portable.atan2(y.dot(a.rotate(.unitZ)), y.dot(a.rotate(.unitY)))
  }

  static func speed(_ motion: JointMotion) -> Float {
    motion.angularVelocity.dot(motion.frames.a.orientation.rotate(.unitX))
  }
}

extension JointKind {
  /// Creates a hinge.
  public static func hinge(_ joint: HingeJoint = HingeJoint()) -> JointKind { JointKind(joint) }

  /// The parameters of a hinge; nil for other kinds, which setting does not change.
  public var hinge: HingeJoint? {
    get { self[HingeJoint.self] }
    set { self[HingeJoint.self] = newValue }
  }
}
