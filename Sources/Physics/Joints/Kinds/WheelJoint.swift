/// A sprung wheel: B spins about its own X axis, and rides along the Y axis of frame A.
///
/// Body A is the chassis. Its frame has Y for the direction in which the suspension moves and about
/// which the wheel is steered, and X for the axle when it points straight ahead. The position is how
/// far the wheel's centre is from the origin of frame A along Y, in metres.
public struct WheelJoint: Hashable, Sendable {
  /// What carries the chassis, or nil for a wheel that moves freely within ``travel``.
  public var suspension: JointSpring?
  /// The position at which the suspension rests, in metres.
  public var target: Float
  /// The positions between which the wheel moves, in metres, or nil for all.
  public var travel: ClosedRange<Float>?
  /// What drives the wheel about its axle, in radians a second and newton-metres, or nil.
  ///
  /// A motor of speed 0 is a brake.
  public var motor: JointMotor?
  /// How far the axle is turned about Y, in radians within ±π/2.
  public var steeringAngle: Float
  /// What turns the wheel to its steering angle, or nil to hold it there rigidly.
  public var steeringSpring: JointSpring?
  /// The greatest torque of the steering spring in newton-metres, 0 or more.
  ///
  /// With a spring and 0 the wheel turns freely about Y, like a caster.
  public var steeringTorque: Float

  /// Makes a wheel with a soft suspension that rolls freely straight ahead.
  public init(
    suspension: JointSpring? = JointSpring(hertz: 2, dampingRatio: 0.7), target: Float = 0,
    travel: ClosedRange<Float>? = nil, motor: JointMotor? = nil, steeringAngle: Float = 0,
    steeringSpring: JointSpring? = nil, steeringTorque: Float = .infinity
  ) {
    (self.suspension, self.target, self.travel, self.motor) = (suspension, target, travel, motor)
    self.steeringAngle = steeringAngle
    (self.steeringSpring, self.steeringTorque) = (steeringSpring, steeringTorque)
  }
}

extension WheelJoint: JointParametersCoding {
  var problem: PhysicsError? {
    suspension?.problem("suspension")
      ?? JointChecks.value("target", target, within: JointChecks.lengthRange)
      ?? JointChecks.limits("travel", travel, within: JointChecks.lengthRange)
      ?? motor?.problem("motor")
      ?? JointChecks.value("steeringAngle", steeringAngle, within: -Float.pi / 2...Float.pi / 2)
      ?? steeringSpring?.problem("steeringSpring")
      ?? JointChecks.strength("steeringTorque", steeringTorque)
  }

  var parameters: JointParameters {
    var p = JointParameters()
    p.spring = suspension
    p.target = target
    p.limits = travel
    p.motor = motor
    p.secondTarget = steeringAngle
    p.secondSpring = steeringSpring
    p.secondForce = steeringTorque
    return p
  }

  init(_ p: JointParameters) {
    self.init(
      suspension: p.spring, target: p.target, travel: p.limits, motor: p.motor,
      steeringAngle: p.secondTarget, steeringSpring: p.secondSpring,
      steeringTorque: p.secondForce)
  }
}
