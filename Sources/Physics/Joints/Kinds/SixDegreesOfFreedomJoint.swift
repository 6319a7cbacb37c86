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

  /// The parameters of the axes that have no effect.
  public var warnings: [PropertyWarning] {
    linearX.warnings.map { $0.inside("linearX") } + linearY.warnings.map { $0.inside("linearY") }
      + linearZ.warnings.map { $0.inside("linearZ") }
      + angularX.warnings.map { $0.inside("angularX") }
      + angularY.warnings.map { $0.inside("angularY") }
      + angularZ.warnings.map { $0.inside("angularZ") }
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
    let isHard = motion == .limited && parameters.isSoftLimit == 0
    return (isHard ? JointFeature.Axis.limited : 0)
      | (parameters.motorForce > 0 ? JointFeature.Axis.motor : 0)
      | (parameters.springHertz > 0 ? JointFeature.Axis.spring : 0)
  }

  init(_ p: JointParameters, _ axes: JointAxes) {
    func motion(_ axis: Int) -> JointAxisMotion {
      let features = JointFeature.axis(axis, p.features)
      if features & JointFeature.Axis.locked != 0 { return .locked }
      let isLimited = features & JointFeature.Axis.limited != 0 || axes[axis].isSoftLimit != 0
      return isLimited ? .limited : .free
    }
    func linear(_ axis: Int) -> JointLinearAxis {
      let a = axes[axis]
      var linear = JointLinearAxis()
      linear.motion = motion(axis)
      (linear.minimum, linear.maximum, linear.springTarget) = (a.lower, a.upper, a.target)
      (linear.motorTargetVelocity, linear.motorMaximumForce) = (a.motorSpeed, a.motorForce)
      linear.motorDamping = a.motorDamping
      if a.isSoftLimit != 0 {
        (linear.limitFrequency, linear.limitDampingRatio) = (a.springHertz, a.springDamping)
      } else {
        (linear.springFrequency, linear.springDampingRatio) = (a.springHertz, a.springDamping)
        linear.springMaximumForce = a.springForce < .infinity ? a.springForce : nil
      }
      return linear
    }
    func angular(_ axis: Int) -> JointAngularAxis {
      let a = axes[axis]
      var angular = JointAngularAxis()
      angular.motion = motion(axis)
      (angular.minimum, angular.maximum, angular.springTarget) = (a.lower, a.upper, a.target)
      (angular.motorTargetVelocity, angular.motorMaximumTorque) = (a.motorSpeed, a.motorForce)
      angular.motorDamping = a.motorDamping
      if a.isSoftLimit != 0 {
        (angular.limitFrequency, angular.limitDampingRatio) = (a.springHertz, a.springDamping)
      } else {
        (angular.springFrequency, angular.springDampingRatio) = (a.springHertz, a.springDamping)
        angular.springMaximumTorque = a.springForce < .infinity ? a.springForce : nil
      }
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
      rows.linearRow(
        JointSlot.spring(axis: axis), direction, rows.stretch(position, axis: axis))
      rows.spring(axis: axis)
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
      let error = rows.wrapped(rows.stretch(angle, axis: axis))
      rows.angularRow(JointSlot.spring(axis: axis), direction, error)
      rows.spring(axis: axis)
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
