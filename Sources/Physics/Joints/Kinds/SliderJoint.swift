import CaromMaths
public import CaromProperties

/// A slider, also called a prismatic joint: B moves along the X axis of frame A and does not turn.
///
/// The position is that of the origin of frame B along X of frame A, in meters.
public struct SliderJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Moves along one axis"

  /// The lower limit of the position in meters; nil for none.
  public var minimumLinearLimit: Float?
  /// The upper limit of the position in meters; nil for none.
  public var maximumLinearLimit: Float?
  /// The speed towards which the motor drives B as seen from A, in meters per second.
  public var motorTargetLinearVelocity: Float = 0
  /// The maximum force of the motor in newtons; 0 disables the motor.
  public var motorMaximumForce: Float = 0
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1
  /// The rest position of the spring, in meters.
  public var springTarget: Float = 0

  /// Creates a joint that slides freely.
  public init() {}

  /// Creates a joint from its limits in meters, its motor in m/s and N, and its spring.
  public init(
    limits: ClosedRange<Float>? = nil, motor: JointMotor? = nil, spring: JointSpring? = nil,
    target: Float = 0
  ) {
    springTarget = target
    (self.limits, self.motor, self.spring) = (limits, motor, spring)
  }

  /// The range of positions in meters; nil for all.
  public var limits: ClosedRange<Float>? {
    get { JointLimits.range(minimumLinearLimit, maximumLinearLimit, within: JointLimits.linear) }
    set {
      (minimumLinearLimit, maximumLinearLimit) = (newValue?.lowerBound, newValue?.upperBound)
    }
  }

  /// The motor, or nil.
  public var motor: JointMotor? {
    get { JointMotor(motorTargetLinearVelocity, motorMaximumForce) }
    set {
      motorTargetLinearVelocity = newValue?.speed ?? 0
      motorMaximumForce = newValue?.maxForce ?? 0
    }
  }

  /// The spring that pulls towards ``springTarget``, or nil.
  public var spring: JointSpring? {
    get { JointSpring(springFrequency, springDampingRatio) }
    set {
      (springFrequency, springDampingRatio) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 1)
    }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "minimumLinearLimit", \.minimumLinearLimit, "The lower limit of the position", .meters,
      -1e5...1e5)
    p.property(
      "maximumLinearLimit", \.maximumLinearLimit, "The upper limit of the position", .meters,
      -1e5...1e5)
    p.property(
      "motorTargetLinearVelocity", \.motorTargetLinearVelocity, "The target speed of the motor",
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
  public var problem: String? { JointLimits.problem(minimumLinearLimit, maximumLinearLimit) }

  /// The parameters of a motor or a spring that have no effect.
  public var warnings: [PropertyWarning] {
    var warnings = JointWarnings()
    warnings.motor(
      motorTargetLinearVelocity, "motorTargetLinearVelocity",
      maximum: motorMaximumForce, "motorMaximumForce", "force")
    warnings.spring(
      (springFrequency, "springFrequency"),
      [
        (springDampingRatio != 1, "springDampingRatio"), (springTarget != 0, "springTarget"),
      ])
    return warnings.found
  }
}

extension SliderJoint: JointType {
  static let key = "slider"
  static let number: UInt32 = 2
  static let features = JointFeature.limits | JointFeature.motor | JointFeature.spring
  static let hasTarget = true

  var parameters: JointParameters {
    var p = JointParameters()
    p.limits = limits
    p.motor = motor
    p.spring = spring
    p.target = springTarget
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(limits: p.limits, motor: p.motor, spring: p.spring, target: p.target)
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    (5, 5 + JointFeature.driveRows(features))
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (a, b) = (rows.frameA, rows.frameB)
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    let gap = rows.pose.gap
    rows.linearRow(0, y, gap.dot(y))
    rows.linearRow(1, z, gap.dot(z))
    rows.orientationRows(a, b, from: 2)
    guard rows.features != 0 else { return }
    let position = gap.dot(x)
    rows.linearSpring(x, position)
    if rows.has(JointFeature.motor) {
      rows.linearRow(JointSlot.motor, x, F4())
      rows.motor()
    }
    rows.linearLimits(x, position)
  }

  static func position(_ frames: JointFrames) -> Float {
    frames.gap.dot(frames.a.orientation.rotate(.unitX))
  }

  static func speed(_ motion: JointMotion) -> Float {
    let relative =
      motion.velocityB - motion.velocityA - motion.angularVelocityA.cross(motion.frames.gap)
    return relative.dot(motion.frames.a.orientation.rotate(.unitX))
  }
}

extension JointKind {
  /// Creates a slider.
  public static func slider(_ joint: SliderJoint = SliderJoint()) -> JointKind { JointKind(joint) }

  /// The parameters of a slider; nil for other kinds, which setting does not change.
  public var slider: SliderJoint? {
    get { self[SliderJoint.self] }
    set { self[SliderJoint.self] = newValue }
  }
}
