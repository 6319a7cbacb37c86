import CaromPhysics
public import CaromProperties

/// A ball in a socket: turns freely about one point.
public struct PhysicsBallSocketJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Turns freely about one point"

  /// The greatest torque of friction about each axis, in newton-metres.
  public var frictionTorque: Float = 0

  /// Makes one that turns freely.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "frictionTorque", \.frictionTorque, "The greatest torque of friction", .newtonMetres, 0...1e9)
  }
}

/// A door's hinge: B turns about the axis of A and nothing else.
public struct PhysicsHingeJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Turns about its axis"

  /// The least angle, in radians within ±π; nil for none.
  public var minimumAngularLimit: Float?
  /// The greatest angle, in radians within ±π; nil for none.
  public var maximumAngularLimit: Float?
  /// The speed that the motor drives B to as seen from A, in radians a second.
  public var motorTargetAngularVelocity: Float = 0
  /// The greatest torque of the motor in newton-metres; 0 is no motor.
  public var motorMaximumTorque: Float = 0
  /// How often the spring swings in a second; 0 is no spring.
  public var springFrequency: Float = 0
  /// 0 swings for ever, 1 comes back without swinging past.
  public var springDampingRatio: Float = 1
  /// The angle at which the spring rests, in radians within ±π.
  public var springTarget: Float = 0

  /// Makes one that turns freely.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees(
      "minimumAngularLimitDegrees", \.minimumAngularLimit, "The least angle", -180...180)
    p.degrees(
      "maximumAngularLimitDegrees", \.maximumAngularLimit, "The greatest angle", -180...180)
    p.property(
      "motorTargetAngularVelocity", \.motorTargetAngularVelocity, "What the motor drives to",
      .radiansPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumTorque", \.motorMaximumTorque, "The greatest torque of the motor; 0 is none",
      .newtonMetres, 0...1e12)
    p.property("springFrequency", \.springFrequency, "Its spring; 0 is none", .hertz, 0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio, "1 does not swing past", .ratio, 0...1e3)
    p.degrees("springTargetDegrees", \.springTarget, "Where the spring rests", -180...180)
  }

  /// What is wrong with the limits, or nil.
  public var problem: String? { limitProblem(minimumAngularLimit, maximumAngularLimit) }

  var joint: JointKind {
    .hinge(
      HingeJoint(
        limits: limits(minimumAngularLimit, maximumAngularLimit, -Float.pi...Float.pi),
        motor: motor(motorTargetAngularVelocity, motorMaximumTorque),
        spring: spring(springFrequency, springDampingRatio),
        target: max(-Float.pi, min(springTarget, .pi))))
  }
}

/// A drawer: B moves along the axis of A and does not turn.
public struct PhysicsSliderJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Moves along its axis"

  /// The least position in metres; nil for none.
  public var minimumLinearLimit: Float?
  /// The greatest position in metres; nil for none.
  public var maximumLinearLimit: Float?
  /// The speed that the motor drives B to as seen from A, in metres a second.
  public var motorTargetLinearVelocity: Float = 0
  /// The greatest force of the motor in newtons; 0 is no motor.
  public var motorMaximumForce: Float = 0
  /// How often the spring swings in a second; 0 is no spring.
  public var springFrequency: Float = 0
  /// 0 swings for ever, 1 comes back without swinging past.
  public var springDampingRatio: Float = 1
  /// The position at which the spring rests, in metres.
  public var springTarget: Float = 0

  /// Makes one that slides freely.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "minimumLinearLimit", \.minimumLinearLimit, "The least position", .metres, -1e5...1e5)
    p.property(
      "maximumLinearLimit", \.maximumLinearLimit, "The greatest position", .metres, -1e5...1e5)
    p.property(
      "motorTargetLinearVelocity", \.motorTargetLinearVelocity, "What the motor drives to",
      .metresPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumForce", \.motorMaximumForce, "The greatest force of the motor; 0 is none",
      .newtons, 0...1e12)
    p.property("springFrequency", \.springFrequency, "Its spring; 0 is none", .hertz, 0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio, "1 does not swing past", .ratio, 0...1e3)
    p.property("springTarget", \.springTarget, "Where the spring rests", .metres, -1e5...1e5)
  }

  /// What is wrong with the limits, or nil.
  public var problem: String? { limitProblem(minimumLinearLimit, maximumLinearLimit) }

  var joint: JointKind {
    .slider(
      SliderJoint(
        limits: limits(minimumLinearLimit, maximumLinearLimit, -1e5...1e5),
        motor: motor(motorTargetLinearVelocity, motorMaximumForce),
        spring: spring(springFrequency, springDampingRatio), target: springTarget))
  }
}

/// A shoulder: a ball in a socket whose axis stays in a cone and whose twist is limited.
public struct PhysicsConeTwistJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Leans within a cone and twists within limits"

  /// The greatest lean about the second axis, in radians, above 0 and at most π.
  public var maximumAngularLimit1: Float = .pi
  /// The greatest lean about the third axis, in radians, above 0 and at most π.
  public var maximumAngularLimit2: Float = .pi
  /// The greatest twist about the main axis to either side, in radians; nil for any.
  public var maximumTwistAngle: Float?
  /// The greatest torque of friction about each axis, in newton-metres.
  public var frictionTorque: Float = 0

  /// Makes one without limits.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees(
      "maximumAngularLimit1Degrees", \.maximumAngularLimit1,
      "The greatest lean about the second axis", 0.1...180)
    p.degrees(
      "maximumAngularLimit2Degrees", \.maximumAngularLimit2,
      "The greatest lean about the third axis", 0.1...180)
    p.degrees(
      "maximumTwistAngleDegrees", \.maximumTwistAngle, "The greatest twist to either side",
      0...180)
    p.property(
      "frictionTorque", \.frictionTorque, "The greatest torque of friction", .newtonMetres, 0...1e9)
  }

  var joint: JointKind {
    .coneTwist(
      ConeTwistJoint(
        swingY: min(maximumAngularLimit1, .pi), swingZ: min(maximumAngularLimit2, .pi),
        twist: limits(maximumTwistAngle.map { -$0 }, maximumTwistAngle, -Float.pi...Float.pi),
        frictionTorque: frictionTorque))
  }
}

/// Glue: B stays on A, or springs back to it.
public struct PhysicsFixedJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Holds place and turn"

  /// How often the place springs in a second; 0 holds it rigidly.
  public var linearFrequency: Float = 0
  /// 0 swings for ever, 1 comes back without swinging past.
  public var linearDampingRatio: Float = 1
  /// How often the turn springs in a second; 0 holds it rigidly.
  public var angularFrequency: Float = 0
  /// 0 swings for ever, 1 comes back without swinging past.
  public var angularDampingRatio: Float = 1

  /// Makes a rigid one.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "linearFrequency", \.linearFrequency, "How the place springs; 0 is rigid", .hertz, 0...1e3)
    p.property(
      "linearDampingRatio", \.linearDampingRatio, "1 does not swing past", .ratio, 0...1e3)
    p.property(
      "angularFrequency", \.angularFrequency, "How the turn springs; 0 is rigid", .hertz, 0...1e3)
    p.property(
      "angularDampingRatio", \.angularDampingRatio, "1 does not swing past", .ratio, 0...1e3)
  }

  var joint: JointKind {
    .fixed(
      FixedJoint(
        linearSpring: spring(linearFrequency, linearDampingRatio),
        angularSpring: spring(angularFrequency, angularDampingRatio)))
  }
}

/// A rod, a rope or a spring between both anchors.
///
/// Without limits and spring it is a rod; with limits alone a rope; with a spring it is pulled to
/// its length, within the limits if it has any. Without `anchorB` it ends at the origin of B.
public struct PhysicsDistanceJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A rod, a rope or a spring"

  /// Its length in metres; nil is what it is when the joint is made.
  public var length: Float?
  /// The least length in metres; nil for none.
  public var minimumLength: Float?
  /// The greatest length in metres; nil for none.
  public var maximumLength: Float?
  /// How often the spring swings in a second; 0 is no spring.
  public var springFrequency: Float = 0
  /// 0 swings for ever, 1 comes back without swinging past.
  public var springDampingRatio: Float = 1

  /// Makes a rod as long as it is when it is made.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("length", \.length, "Its length; if not that of now", .metres, 0.001...1e5)
    p.property("minimumLength", \.minimumLength, "The least length", .metres, 0...1e5)
    p.property("maximumLength", \.maximumLength, "The greatest length", .metres, 0...1e5)
    p.property("springFrequency", \.springFrequency, "Its spring; 0 is none", .hertz, 0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio, "1 does not swing past", .ratio, 0...1e3)
  }

  /// What is wrong with the limits, or nil.
  public var problem: String? { limitProblem(minimumLength, maximumLength) }

  func joint(length own: Float) -> JointKind {
    .distance(
      DistanceJoint(
        // A rod needs a direction.
        length: length ?? max(own, 0.001), limits: limits(minimumLength, maximumLength, 0...1e5),
        spring: spring(springFrequency, springDampingRatio)))
  }
}

/// A sprung wheel on its axle: B spins about its axis and rides along the second axis of A.
public struct PhysicsWheelJoint: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A sprung wheel on its axle"

  /// How often the suspension swings in a second; 0 is none.
  public var suspensionFrequency: Float = 2
  /// 0 swings for ever, 1 comes back without swinging past.
  public var suspensionDampingRatio: Float = 0.7
  /// Where the suspension rests, in metres along the second axis.
  public var suspensionTarget: Float = 0
  /// The least position along the second axis in metres; nil for none.
  public var minimumLinearLimit: Float?
  /// The greatest position along the second axis in metres; nil for none.
  public var maximumLinearLimit: Float?
  /// The speed that the motor drives the wheel to, in radians a second.
  public var motorTargetAngularVelocity: Float = 0
  /// The greatest torque of the motor in newton-metres; 0 is no motor.
  public var motorMaximumTorque: Float = 0
  /// How far the axle is turned about the second axis, in radians within ±π/2.
  public var steeringAngle: Float = 0

  /// Makes a wheel that rolls freely straight ahead.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "suspensionFrequency", \.suspensionFrequency, "Its suspension; 0 is none", .hertz, 0...1e3)
    p.property(
      "suspensionDampingRatio", \.suspensionDampingRatio, "1 does not swing past", .ratio, 0...1e3)
    p.property(
      "suspensionTarget", \.suspensionTarget, "Where the suspension rests", .metres, -1e5...1e5)
    p.property(
      "minimumLinearLimit", \.minimumLinearLimit, "The least position", .metres, -1e5...1e5)
    p.property(
      "maximumLinearLimit", \.maximumLinearLimit, "The greatest position", .metres, -1e5...1e5)
    p.property(
      "motorTargetAngularVelocity", \.motorTargetAngularVelocity, "What the motor drives to",
      .radiansPerSecond, -1e5...1e5)
    p.property(
      "motorMaximumTorque", \.motorMaximumTorque, "The greatest torque of the motor; 0 is none",
      .newtonMetres, 0...1e12)
    p.degrees("steeringAngleDegrees", \.steeringAngle, "How far it is steered", -90...90)
  }

  /// What is wrong with the limits, or nil.
  public var problem: String? { limitProblem(minimumLinearLimit, maximumLinearLimit) }

  var joint: JointKind {
    .wheel(
      WheelJoint(
        suspension: spring(suspensionFrequency, suspensionDampingRatio),
        target: suspensionTarget,
        travel: limits(minimumLinearLimit, maximumLinearLimit, -1e5...1e5),
        motor: motor(motorTargetAngularVelocity, motorMaximumTorque),
        steeringAngle: max(-Float.pi / 2, min(steeringAngle, .pi / 2))))
  }
}

// MARK: What kinds have in common

/// Limits of which either may be missing; nil when both are.
///
/// Degrees are rounded to radians, so the ends of a half turn may be a hair outside.
private func limits(
  _ low: Float?, _ high: Float?, _ all: ClosedRange<Float>
) -> ClosedRange<Float>? {
  if low == nil, high == nil { return nil }
  let low = max(all.lowerBound, low ?? all.lowerBound)
  let high = min(all.upperBound, high ?? all.upperBound)
  return low <= high ? low...high : nil
}

private func limitProblem(_ low: Float?, _ high: Float?) -> String? {
  guard let low, let high, low > high else { return nil }
  return "the least is above the greatest; limits in order are accepted"
}

private func motor(_ speed: Float, _ strength: Float) -> JointMotor? {
  strength > 0 ? JointMotor(speed: speed, greatestForce: strength) : nil
}

private func spring(_ hertz: Float, _ dampingRatio: Float) -> JointSpring? {
  hertz > 0 ? JointSpring(hertz: hertz, dampingRatio: dampingRatio) : nil
}
