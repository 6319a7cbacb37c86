/// A drawer: B moves along the X axis of frame A and does not turn.
///
/// The position is how far the origin of frame B is from that of frame A along X, in metres.
public struct SliderJoint: Hashable, Sendable {
  /// The positions between which it moves, in metres, or nil for all.
  public var limits: ClosedRange<Float>?
  /// What drives it, in metres a second and newtons, or nil.
  public var motor: JointMotor?
  /// What pulls it towards ``target``, or nil.
  public var spring: JointSpring?
  /// The position at which the spring rests, in metres.
  public var target: Float

  /// Makes a joint that slides freely unless told otherwise.
  public init(
    limits: ClosedRange<Float>? = nil, motor: JointMotor? = nil, spring: JointSpring? = nil,
    target: Float = 0
  ) {
    (self.limits, self.motor, self.spring, self.target) = (limits, motor, spring, target)
  }
}

extension SliderJoint: JointParametersCoding {
  var problem: PhysicsError? {
    JointChecks.limits("limits", limits, within: JointChecks.lengthRange)
      ?? motor?.problem("motor") ?? spring?.problem("spring")
      ?? JointChecks.value("target", target, within: JointChecks.lengthRange)
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
