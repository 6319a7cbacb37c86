import CaromMaths
import CaromPhysics

/// One or more joints of each kind, for suites that all kinds must pass.
enum JointSample: Int, CaseIterable, Sendable {
  case ballSocket, roughBall, hinge, slider, fixed, softFixed, rod, rope, spring, coneTwist, wheel
  case sixDegrees, softSixDegrees, posedBall, posedCone

  /// A joint of the kind with most of its options.
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
    case .sixDegrees: .sixDegreesOfFreedom(Self.limitedSwing)
    case .softSixDegrees: .sixDegreesOfFreedom(Self.fourSprings)
    case .posedBall: .ballSocket(BallSocketJoint(pose: Self.pose))
    case .posedCone: .coneTwist(Self.swingWithPose)
    }
  }

  private static var pose: PoseSpring {
    PoseSpring(frequency: 2, dampingRatio: 0.5, target: Quaternion(axis: .unitY, angle: 0.3))
  }

  private static var swingWithPose: ConeTwistJoint {
    var joint = ConeTwistJoint(swing: 0.6)
    joint.pose = pose
    return joint
  }

  /// A point with a free twist, a limited swing with a spring, and a locked one.
  private static var limitedSwing: SixDegreesOfFreedomJoint {
    var joint = SixDegreesOfFreedomJoint()
    joint.angularX = JointAngularAxis()
    joint.angularX.motion = .free
    joint.angularY = JointAngularAxis(
      limits: -0.5...0.7, spring: JointSpring(hertz: 2, dampingRatio: 0.5))
    return joint
  }

  /// Springs along and about two axes each.
  private static var fourSprings: SixDegreesOfFreedomJoint {
    let spring = JointSpring(hertz: 4, dampingRatio: 1)
    var joint = SixDegreesOfFreedomJoint()
    joint.linearX = JointLinearAxis(limits: -0.4...0.4, spring: spring)
    joint.linearZ = JointLinearAxis(spring: spring)
    joint.angularX = JointAngularAxis(spring: spring)
    joint.angularZ = JointAngularAxis(limits: -1...1, spring: spring)
    return joint
  }

  /// Whether one point of both bodies stays together.
  var holdsPoint: Bool {
    switch self {
    case .ballSocket, .roughBall, .hinge, .fixed, .coneTwist, .sixDegrees: true
    case .posedBall, .posedCone: true
    case .rod, .slider, .softFixed, .rope, .spring, .wheel, .softSixDegrees: false
    }
  }

  /// The axis of the joint, along none of the axes of the world.
  var axis: Vector3 { Vector3(1, 0.3, -0.2) }
}
