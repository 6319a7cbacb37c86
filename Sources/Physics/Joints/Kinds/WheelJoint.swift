import CaromMaths
public import CaromProperties

/// A sprung wheel: B spins about its own X axis, and moves along the Y axis of frame A.
///
/// Body A is the chassis. The Y axis of its frame is the direction in which the suspension moves
/// and about which the wheel is steered, and X is the axle when it points straight ahead. The
/// position is that of the wheel's center from the origin of frame A along Y, in meters.
public struct WheelJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "A wheel with suspension, motor and steering"

  /// The undamped frequency of the suspension in hertz; 0 disables the suspension.
  ///
  /// As that of every joint, it is the frequency of the effective mass between both bodies, at most
  /// the mass of the wheel, and not that of the chassis. A wheel that carries the share M of the
  /// chassis with an effective mass m lets it bounce with only √(m/M) of this frequency and sags by
  /// M·g / (m·(2π·f)²). With 20 kg wheels, 2 Hz lets a 500 kg chassis sag by 0.45 m, to the ground;
  /// 6 Hz lets it sag by 5.5 cm and bounce with 2 Hz.
  public var suspensionFrequency: Float = 2
  /// The damping ratio of the suspension; 1 returns without overshoot.
  public var suspensionDampingRatio: Float = 0.7
  /// The rest position of the suspension along the second axis, in meters.
  public var suspensionTarget: Float = 0
  /// The lower limit of the position along the second axis in meters; nil for none.
  public var minimumLinearLimit: Float?
  /// The upper limit of the position along the second axis in meters; nil for none.
  public var maximumLinearLimit: Float?
  /// The speed towards which the motor drives the wheel, in radians per second.
  public var motorTargetAngularVelocity: Float = 0
  /// The maximum torque of the motor in newton-meters; 0 disables the motor.
  public var motorMaximumTorque: Float = 0
  /// The angle of the axle about the second axis, in radians within ±π/2.
  public var steeringAngle: Float = 0
  /// The undamped frequency in hertz of the spring that steers; 0 steers rigidly.
  public var steeringFrequency: Float = 0
  /// The damping ratio of the spring that steers; 1 returns without overshoot.
  public var steeringDampingRatio: Float = 1
  /// The maximum torque of the spring that steers, in newton-meters; nil for any.
  ///
  /// With a spring and 0 the wheel turns freely about Y, like a caster.
  public var steeringMaximumTorque: Float?

  /// Creates a wheel with a soft suspension that rolls freely straight ahead.
  public init() {}

  /// Creates a wheel; a suspension of nil moves freely within its travel.
  public init(
    suspension: JointSpring? = JointSpring(hertz: 2, dampingRatio: 0.7), target: Float = 0,
    travel: ClosedRange<Float>? = nil, motor: JointMotor? = nil, steeringAngle: Float = 0,
    steeringSpring: JointSpring? = nil, steeringTorque: Float = .infinity
  ) {
    (self.steeringAngle, suspensionTarget) = (steeringAngle, target)
    steeringMaximumTorque = steeringTorque == .infinity ? nil : steeringTorque
    (self.suspension, self.travel, self.motor) = (suspension, travel, motor)
    self.steeringSpring = steeringSpring
  }

  /// The suspension, or nil.
  public var suspension: JointSpring? {
    get { JointSpring(suspensionFrequency, suspensionDampingRatio) }
    set {
      suspensionFrequency = newValue?.hertz ?? 0
      suspensionDampingRatio = newValue?.dampingRatio ?? 1
    }
  }

  /// The range of positions in meters; nil for all.
  public var travel: ClosedRange<Float>? {
    get { JointLimits.range(minimumLinearLimit, maximumLinearLimit, within: JointLimits.linear) }
    set {
      (minimumLinearLimit, maximumLinearLimit) = (newValue?.lowerBound, newValue?.upperBound)
    }
  }

  /// The motor that drives the wheel about its axle, or nil; one of speed 0 is a brake.
  public var motor: JointMotor? {
    get { JointMotor(motorTargetAngularVelocity, motorMaximumTorque) }
    set {
      motorTargetAngularVelocity = newValue?.speed ?? 0
      motorMaximumTorque = newValue?.maxForce ?? 0
    }
  }

  /// The spring that turns the wheel to its steering angle, or nil where it is held rigidly.
  public var steeringSpring: JointSpring? {
    get { JointSpring(steeringFrequency, steeringDampingRatio) }
    set {
      steeringFrequency = newValue?.hertz ?? 0
      steeringDampingRatio = newValue?.dampingRatio ?? 1
    }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "suspensionFrequency", \.suspensionFrequency,
      "The frequency of the suspension with the mass of the wheel, not that of the chassis; 0 disables it",
      .hertz, 0...1e3)
    p.property(
      "suspensionDampingRatio", \.suspensionDampingRatio,
      "The damping ratio of the suspension; 1 returns without overshoot", .ratio, 0...1e3)
    p.property(
      "suspensionTarget", \.suspensionTarget, "The rest position of the suspension", .meters,
      -1e5...1e5)
    p.property(
      "minimumLinearLimit", \.minimumLinearLimit, "The lower limit of the position", .meters,
      -1e5...1e5)
    p.property(
      "maximumLinearLimit", \.maximumLinearLimit, "The upper limit of the position", .meters,
      -1e5...1e5)
    p.property(
      "motorTargetAngularVelocity", \.motorTargetAngularVelocity, "The target speed of the motor",
      .radiansPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumTorque", \.motorMaximumTorque, "The maximum torque of the motor; 0 disables it",
      .newtonMeters, 0...1e12)
    p.degrees("steeringAngleDegrees", \.steeringAngle, "The steering angle", -90...90)
    p.property(
      "steeringFrequency", \.steeringFrequency,
      "The frequency of the spring that steers; 0 steers rigidly", .hertz, 0...1e3)
    p.property(
      "steeringDampingRatio", \.steeringDampingRatio,
      "The damping ratio of the spring that steers; 1 returns without overshoot", .ratio, 0...1e3)
    p.property(
      "steeringMaximumTorque", \.steeringMaximumTorque,
      "The maximum torque of the spring that steers; if absent, any", .newtonMeters, 0...1e12)
  }

  /// The problem with the limits, or nil.
  public var problem: String? { JointLimits.problem(minimumLinearLimit, maximumLinearLimit) }

  /// The parameters of the motor or a spring that have no effect.
  public var warnings: [PropertyWarning] {
    var warnings = JointWarnings()
    warnings.motor(
      motorTargetAngularVelocity, "motorTargetAngularVelocity",
      maximum: motorMaximumTorque, "motorMaximumTorque", "torque")
    warnings.spring(
      (suspensionFrequency, "suspensionFrequency"),
      [
        (suspensionDampingRatio != 0.7, "suspensionDampingRatio"),
        (suspensionTarget != 0, "suspensionTarget"),
      ])
    warnings.spring(
      (steeringFrequency, "steeringFrequency"),
      [
        (steeringDampingRatio != 1, "steeringDampingRatio"),
        (steeringMaximumTorque != nil, "steeringMaximumTorque"),
      ])
    return warnings.found
  }
}

extension WheelJoint: JointType {
  static let key = "wheel"
  static let number: UInt32 = 6
  static let features =
    JointFeature.limits | JointFeature.motor | JointFeature.spring | JointFeature.secondSpring
  static let hasTarget = true

  var parameters: JointParameters {
    var p = JointParameters()
    p.spring = suspension
    p.target = suspensionTarget
    p.limits = travel
    p.motor = motor
    p.secondTarget = max(-Float.pi / 2, min(steeringAngle, .pi / 2))
    p.secondSpring = steeringSpring
    p.secondForce = steeringMaximumTorque ?? .infinity
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(
      suspension: p.spring, target: p.target, travel: p.limits, motor: p.motor,
      steeringAngle: p.secondTarget, steeringSpring: p.secondSpring, steeringTorque: p.secondForce)
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    let held: Int32 = features & JointFeature.secondSpring != 0 ? 3 : 4
    return (held, 4 + JointFeature.driveRows(features))
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (a, b) = (rows.frameA, rows.frameB)
    let (y, z) = (a.axisY, a.axisZ)
    let x = a.axisX
    let axle = b.axisX
    let pack = rows.pack
    let gap = rows.pose.gap
    let (s, c) = (pack.pointee.steerSine, pack.pointee.steerCosine)
    // The directions of the axle and of the wheel's forward axis when steered.
    let ahead = x * c - z * s
    let side = x * s + z * c
    rows.linearRow(0, x, gap.dot(x))
    rows.linearRow(1, z, gap.dot(z))
    let lean = ahead.cross(axle)
    rows.angularRow(2, side, lean.dot(side))
    if !rows.has(JointFeature.secondSpring) {
      rows.angularRow(3, y, lean.dot(y))
    } else {
      rows.angularRow(JointSlot.steering, y, Portable.atan2(lean.dot(y), ahead.dot(axle)))
      rows.spring(2)
      rows.bound(pack.pointee.steeringImpulse)
    }
    guard rows.features & ~JointFeature.secondSpring != 0 else { return }
    let position = gap.dot(y)
    rows.linearSpring(y, position)
    if rows.has(JointFeature.motor) {
      rows.angularRow(JointSlot.motor, axle, F4())
      rows.motor()
    }
    rows.linearLimits(y, position)
  }

  static func angle(_ frames: JointFrames) -> Float { HingeJoint.angle(frames) }

  static func position(_ frames: JointFrames) -> Float {
    frames.gap.dot(frames.a.orientation.rotate(.unitY))
  }

  /// The rate of the spin.
  static func speed(_ motion: JointMotion) -> Float {
    motion.angularVelocity.dot(motion.frames.b.orientation.rotate(.unitX))
  }
}

extension JointKind {
  /// Creates a wheel.
  public static func wheel(_ joint: WheelJoint = WheelJoint()) -> JointKind { JointKind(joint) }

  /// The parameters of a wheel; nil for other kinds, which setting does not change.
  public var wheel: WheelJoint? {
    get { self[WheelJoint.self] }
    set { self[WheelJoint.self] = newValue }
  }
}

extension Joint {
  /// The angle of a wheel's axle about Y, in radians within ±π/2; 0 for other kinds.
  ///
  /// - Precondition: The joint is a wheel where the angle is set.
  public var steeringAngle: Float {
    get { kind.wheel?.steeringAngle ?? 0 }
    nonmutating set {
      guard var wheel = kind.wheel else { preconditionFailure("Only wheels have a steering angle") }
      wheel.steeringAngle = newValue
      kind = .wheel(wheel)
    }
  }
}
