/// A ball in a socket: one point of B stays on one point of A, and B turns about it freely.
public struct BallSocketJoint: Hashable, Sendable, BitwiseCopyable {
  /// The greatest torque of friction about each axis of frame A, in newton-metres, 0 or more.
  public var frictionTorque: Float = 0

  /// Makes a joint that turns freely unless given friction.
  public init(frictionTorque: Float = 0) { self.frictionTorque = frictionTorque }
}

extension BallSocketJoint: JointParametersCoding {
  var problem: PhysicsError? { JointChecks.strength("frictionTorque", frictionTorque) }

  var parameters: JointParameters {
    var p = JointParameters()
    p.friction = frictionTorque
    p.set(JointFeature.friction, frictionTorque > 0)
    return p
  }

  init(_ p: JointParameters) { frictionTorque = p.friction }
}
