import CaromMaths
import CaromPhysics

/// One joint of each kind, for suites that all kinds must pass.
enum JointSample: Int, CaseIterable, Sendable {
  case ballSocket, roughBall, hinge, slider, fixed, softFixed, rod, rope, spring, coneTwist, wheel

  /// A joint of the kind with as many of its parts as it has.
  var kind: JointKind {
    switch self {
    case .ballSocket: .ballSocket()
    case .roughBall: .ballSocket(BallSocketJoint(frictionTorque: 0.5))
    case .hinge:
      .hinge(
        HingeJoint(limits: -1...1, motor: JointMotor(speed: 0.5, maxForce: 0.1)))
    case .slider:
      .slider(
        SliderJoint(limits: -0.5...0.5, spring: JointSpring(hertz: 3, dampingRatio: 0.5)))
    case .fixed: .fixed()
    case .softFixed:
      .fixed(
        FixedJoint(
          linearSpring: JointSpring(hertz: 4), angularSpring: JointSpring(hertz: 4)))
    case .rod: .distance(DistanceJoint(length: 0.2))
    case .rope: .distance(.rope(0.3))
    case .spring:
      .distance(DistanceJoint(length: 0.1, spring: JointSpring(hertz: 3, dampingRatio: 0.3)))
    case .coneTwist: .coneTwist(ConeTwistJoint(swing: 0.6, twist: -0.4...0.5, frictionTorque: 0.1))
    case .wheel: .wheel(WheelJoint(travel: -0.3...0.3, steeringAngle: 0.2))
    }
  }

  /// True when one point of both bodies stays together.
  var holdsPoint: Bool {
    switch self {
    case .ballSocket, .roughBall, .hinge, .fixed, .coneTwist: true
    case .rod, .slider, .softFixed, .rope, .spring, .wheel: false
    }
  }

  /// The frame that the joint is made in: some turn, so that no axis is special.
  var axis: Vector3 { Vector3(1, 0.3, -0.2) }
}
