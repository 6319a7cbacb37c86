/// A door's hinge: B turns about the X axis of frame A and nothing else.
///
/// The angle is how far frame B is turned from frame A about X, by the right-hand rule, in ±π.
public struct HingeJoint: Hashable, Sendable {
  /// The angles between which it turns, in radians within ±π, or nil for all.
  public var limits: ClosedRange<Float>?
  /// What drives it, in radians a second and newton-metres, or nil.
  public var motor: JointMotor?
  /// What pulls it towards ``target``, or nil.
  public var spring: JointSpring?
  /// The angle at which the spring rests, in radians within ±π.
  public var target: Float

  /// Makes a joint that turns freely unless told otherwise.
  public init(
    limits: ClosedRange<Float>? = nil, motor: JointMotor? = nil, spring: JointSpring? = nil,
    target: Float = 0
  ) {
    (self.limits, self.motor, self.spring, self.target) = (limits, motor, spring, target)
  }
}

extension HingeJoint: JointParametersCoding {
  var problem: PhysicsError? {
    JointChecks.limits("limits", limits, within: -Float.pi...Float.pi)
      ?? motor?.problem("motor") ?? spring?.problem("spring")
      ?? JointChecks.value("target", target, within: -Float.pi...Float.pi)
  }

  var parameters: JointParameters {
    var p = JointParameters()
    p.limits = limits
    p.motor = motor
    p.spring = spring
    p.target = target
    return p
  }

  init(_ p: JointParameters) {
    self.init(limits: p.limits, motor: p.motor, spring: p.spring, target: p.target)
  }
}
