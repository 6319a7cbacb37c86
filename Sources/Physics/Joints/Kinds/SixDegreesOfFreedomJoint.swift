import CaromMaths
public import CaromProperties

/// A joint with six degrees of freedom, each of them locked, limited or free, with a motor and a
/// spring.
///
/// Linear axes are the axes of frame A: the position along one is that of the origin of frame B, in
/// meters. Angular axes follow the decomposition of ``Joint/twistAndSwing``: the twist about X,
/// then the swing about Y and Z. All axes are locked by default.
///
/// Angles are well defined while the swing, the angle between the X axes of both frames, is below
/// 170°; near 180° its direction is undefined. So the limits of Y and Z can be ±90° and more,
/// unlike those of Euler angles. If two of the angular axes are locked, the third can turn without
/// limits like a ``HingeJoint``. The cost is one row for a locked axis, two for a limited axis, and
/// one for each motor and spring.
public struct SixDegreesOfFreedomJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Each of six axes is locked, limited or free, with motor and spring"

  /// The movement along the X axis of frame A.
  public var linearX = JointLinearAxis()
  /// The movement along the Y axis of frame A.
  public var linearY = JointLinearAxis()
  /// The movement along the Z axis of frame A.
  public var linearZ = JointLinearAxis()
  /// The twist about the X axis.
  public var angularX = JointAngularAxis()
  /// The swing about the Y axis of frame A.
  public var angularY = JointAngularAxis()
  /// The swing about the Z axis of frame A.
  public var angularZ = JointAngularAxis()

  /// Creates a joint whose axes are all locked.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("linearX", \.linearX, "The movement along the main axis")
    p.property("linearY", \.linearY, "The movement along the second axis")
    p.property("linearZ", \.linearZ, "The movement along the third axis")
    p.property("angularX", \.angularX, "The twist about the main axis")
    p.property("angularY", \.angularY, "The swing about the second axis")
    p.property("angularZ", \.angularZ, "The swing about the third axis")
  }
}

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
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1
  /// The rest position of the spring, in meters.
  public var springTarget: Float = 0

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
      "springFrequency", \.springFrequency, "The frequency of the spring; 0 disables it", .hertz,
      0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio,
      "The damping ratio of the spring; 1 returns without overshoot", .ratio, 0...1e3)
    p.property(
      "springTarget", \.springTarget, "The rest position of the spring", .meters, -1e5...1e5)
  }

  /// The problem with the limits, or nil.
  public var problem: String? {
    motion == .limited ? JointLimits.problem(minimum, maximum) : nil
  }

  fileprivate var parameters: JointAxis {
    JointAxis(
      lower: minimum, upper: maximum, target: springTarget, motorSpeed: motorTargetVelocity,
      motorForce: motorMaximumForce, springHertz: springFrequency,
      springDamping: springDampingRatio)
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
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1
  /// The rest angle of the spring, in radians within ±π.
  public var springTarget: Float = 0

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
      "springFrequency", \.springFrequency, "The frequency of the spring; 0 disables it", .hertz,
      0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio,
      "The damping ratio of the spring; 1 returns without overshoot", .ratio, 0...1e3)
    p.degrees("springTargetDegrees", \.springTarget, "The rest angle of the spring", -180...180)
  }

  /// The problem with the limits, or nil.
  public var problem: String? {
    motion == .limited ? JointLimits.problem(minimum, maximum) : nil
  }

  fileprivate var parameters: JointAxis {
    JointAxis(
      lower: JointLimits.clampedAngle(minimum), upper: JointLimits.clampedAngle(maximum),
      target: JointLimits.clampedAngle(springTarget), motorSpeed: motorTargetVelocity,
      motorForce: motorMaximumTorque, springHertz: springFrequency,
      springDamping: springDampingRatio)
  }
}

extension SixDegreesOfFreedomJoint: JointType {
  static let key = "sixDegreesOfFreedom"
  static let number: UInt32 = 7
  static let features = JointFeature.axes
  static let usesAxes = true
  /// Limits of twist and swing conflict.
  static let rowIterations: Int32 = 2

  var parameters: JointParameters {
    var p = JointParameters()
    for axis in 0..<6 { p.features |= features(of: axis) << JointFeature.shift(axis) }
    return p
  }

  var axes: JointAxes {
    var axes = JointAxes()
    for (axis, linear) in [linearX, linearY, linearZ].enumerated() {
      axes[axis] = linear.parameters
    }
    for (axis, angular) in [angularX, angularY, angularZ].enumerated() {
      axes[3 + axis] = angular.parameters
    }
    return axes
  }

  private func features(of axis: Int) -> UInt32 {
    let motion =
      axis < 3
      ? [linearX, linearY, linearZ][axis].motion : [angularX, angularY, angularZ][axis - 3].motion
    if motion == .locked { return JointFeature.Axis.locked }
    let parameters = axes[axis]
    return (motion == .limited ? JointFeature.Axis.limited : 0)
      | (parameters.motorForce > 0 ? JointFeature.Axis.motor : 0)
      | (parameters.springHertz > 0 ? JointFeature.Axis.spring : 0)
  }

  init(_ p: JointParameters, _ axes: JointAxes) {
    func motion(_ axis: Int) -> JointAxisMotion {
      let features = JointFeature.axis(axis, p.features)
      if features & JointFeature.Axis.locked != 0 { return .locked }
      return features & JointFeature.Axis.limited != 0 ? .limited : .free
    }
    func linear(_ axis: Int) -> JointLinearAxis {
      let a = axes[axis]
      var linear = JointLinearAxis()
      linear.motion = motion(axis)
      (linear.minimum, linear.maximum, linear.springTarget) = (a.lower, a.upper, a.target)
      (linear.motorTargetVelocity, linear.motorMaximumForce) = (a.motorSpeed, a.motorForce)
      (linear.springFrequency, linear.springDampingRatio) = (a.springHertz, a.springDamping)
      return linear
    }
    func angular(_ axis: Int) -> JointAngularAxis {
      let a = axes[axis]
      var angular = JointAngularAxis()
      angular.motion = motion(axis)
      (angular.minimum, angular.maximum, angular.springTarget) = (a.lower, a.upper, a.target)
      (angular.motorTargetVelocity, angular.motorMaximumTorque) = (a.motorSpeed, a.motorForce)
      (angular.springFrequency, angular.springDampingRatio) = (a.springHertz, a.springDamping)
      return angular
    }
    (linearX, linearY, linearZ) = (linear(0), linear(1), linear(2))
    (angularX, angularY, angularZ) = (angular(3), angular(4), angular(5))
  }

  // MARK: Rows

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    var (block, drives): (Int32, Int32) = (0, 0)
    for axis in 0..<6 {
      let bits = JointFeature.axis(axis, features)
      if bits & JointFeature.Axis.locked != 0 {
        block += 1
      } else {
        drives += bits & JointFeature.Axis.limited != 0 ? 2 : 0
        drives += bits & JointFeature.Axis.motor != 0 ? 1 : 0
        drives += bits & JointFeature.Axis.spring != 0 ? 1 : 0
      }
    }
    return (block, block + drives)
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    func isLocked(_ axis: Int) -> Bool {
      JointFeature.axis(axis, rows.features) & JointFeature.Axis.locked != 0
    }
    let (a, b) = (rows.frameA, rows.frameB)
    let directions = (a.axisX, a.axisY, a.axisZ)
    let gap = rows.pose.gap
    let positions = (gap.dot(directions.0), gap.dot(directions.1), gap.dot(directions.2))
    let lockedTurns = (isLocked(3), isLocked(4), isLocked(5))
    let holdsPoint = isLocked(0) && isLocked(1) && isLocked(2)
    if holdsPoint {
      rows.pointRows()
    } else {
      if isLocked(0) { rows.linearRow(0, directions.0, positions.0) }
      if isLocked(1) { rows.linearRow(1, directions.1, positions.1) }
      if isLocked(2) { rows.linearRow(2, directions.2, positions.2) }
    }
    let holdsOrientation = lockedTurns == (true, true, true)
    if holdsOrientation {
      rows.orientationRows(a, b, from: 3)
      if holdsPoint { return }
    }
    let turns = holdsOrientation ? nil : TwistAndSwingW(a, b, main: main(lockedTurns))
    if let turns, !holdsOrientation {
      if lockedTurns.0 { rows.angularRow(3, turns.axes.0, turns.angles.0) }
      if lockedTurns.1 { rows.angularRow(4, turns.axes.1, turns.angles.1) }
      if lockedTurns.2 { rows.angularRow(5, turns.axes.2, turns.angles.2) }
    }
    if !holdsPoint {
      linear(&rows, 0, directions.0, positions.0)
      linear(&rows, 1, directions.1, positions.1)
      linear(&rows, 2, directions.2, positions.2)
    }
    if let turns {
      angular(&rows, 3, turns.axes.0, turns.angles.0)
      angular(&rows, 4, turns.axes.1, turns.angles.1)
      angular(&rows, 5, turns.axes.2, turns.angles.2)
    }
  }

  /// The axis of the twist: the only one that is not locked, or X.
  private static func main(_ locked: (Bool, Bool, Bool)) -> Int {
    switch locked {
    case (true, false, true): 1
    case (true, true, false): 2
    case (_, _, _): 0
    }
  }

  /// Appends the spring, the motor and the limits of a linear axis.
  private static func linear(
    _ rows: inout JointRowBuilder, _ axis: Int, _ direction: Vector3W, _ position: F4
  ) {
    let bits = JointFeature.axis(axis, rows.features)
    guard bits & JointFeature.Axis.locked == 0 else { return }
    let parameters = rows.axis(axis)
    if bits & JointFeature.Axis.spring != 0 {
      let error = position - parameters.pointee.target
      rows.linearRow(JointSlot.spring(axis: axis), direction, error)
      rows.spring(3, UInt32(axis))
    }
    if bits & JointFeature.Axis.motor != 0 {
      rows.linearRow(JointSlot.motor(axis: axis), direction, F4())
      rows.motor(axis: axis)
    }
    if bits & JointFeature.Axis.limited != 0 {
      rows.linearRow(JointSlot.lower(axis: axis), direction, position - parameters.pointee.lower)
      rows.limit()
      rows.linearRow(JointSlot.upper(axis: axis), -direction, parameters.pointee.upper - position)
      rows.limit()
    }
  }

  /// Appends the spring, the motor and the limits of an angular axis.
  private static func angular(
    _ rows: inout JointRowBuilder, _ axis: Int, _ direction: Vector3W, _ angle: F4
  ) {
    let bits = JointFeature.axis(axis, rows.features)
    guard bits & JointFeature.Axis.locked == 0 else { return }
    let parameters = rows.axis(axis)
    if bits & JointFeature.Axis.spring != 0 {
      let error = rows.wrapped(angle - parameters.pointee.target)
      rows.angularRow(JointSlot.spring(axis: axis), direction, error)
      rows.spring(3, UInt32(axis))
    }
    if bits & JointFeature.Axis.motor != 0 {
      rows.angularRow(JointSlot.motor(axis: axis), direction, F4())
      rows.motor(axis: axis)
    }
    if bits & JointFeature.Axis.limited != 0 {
      rows.angularRow(JointSlot.lower(axis: axis), direction, angle - parameters.pointee.lower)
      rows.limit()
      rows.angularRow(JointSlot.upper(axis: axis), -direction, parameters.pointee.upper - angle)
      rows.limit()
    }
  }
}

extension JointKind {
  /// Creates a joint with six degrees of freedom.
  public static func sixDegreesOfFreedom(
    _ joint: SixDegreesOfFreedomJoint = SixDegreesOfFreedomJoint()
  ) -> JointKind { JointKind(joint) }

  /// The parameters of a joint with six degrees of freedom; nil for other kinds, which setting does
  /// not change.
  public var sixDegreesOfFreedom: SixDegreesOfFreedomJoint? {
    get { self[SixDegreesOfFreedomJoint.self] }
    set { self[SixDegreesOfFreedomJoint.self] = newValue }
  }
}
