import CaromMaths
public import CaromProperties

/// A distance joint: a rod, a rope or a spring between the origins of both frames.
///
/// - Without spring and limits it is a rod of ``length``.
/// - With only limits it is a rope, which is free between them.
/// - With a spring it is pulled towards ``length``, within the limits if it has any.
public struct DistanceJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "A rod, a rope or a spring"

  /// The length of the rod, or the rest length of the spring, in meters, 0.001 or more.
  ///
  /// Nil is the distance of both origins when the joint is made.
  public var length: Float?
  /// The lower limit of the length in meters; nil for none.
  public var minimumLength: Float?
  /// The upper limit of the length in meters; nil for none.
  public var maximumLength: Float?
  /// The undamped frequency of the spring in hertz; 0 disables the spring.
  public var springFrequency: Float = 0
  /// The damping ratio of the spring; 1 returns without overshoot.
  public var springDampingRatio: Float = 1

  /// Creates a rod whose length is the distance of both origins when the joint is created.
  public init() {}

  /// Creates a rod, or a rope or spring with limits or a spring.
  public init(length: Float, limits: ClosedRange<Float>? = nil, spring: JointSpring? = nil) {
    self.length = length
    (self.limits, self.spring) = (limits, spring)
  }

  /// Creates a rope of a maximum length in meters.
  public static func rope(_ length: Float) -> DistanceJoint {
    DistanceJoint(length: length, limits: 0...Swift.max(0, length))
  }

  /// The range of lengths in meters; nil for all.
  public var limits: ClosedRange<Float>? {
    get {
      JointLimits.range(minimumLength, maximumLength, within: 0...JointLimits.linear.upperBound)
    }
    set { (minimumLength, maximumLength) = (newValue?.lowerBound, newValue?.upperBound) }
  }

  /// The spring that pulls towards ``length``, or nil.
  public var spring: JointSpring? {
    get { JointSpring(springFrequency, springDampingRatio) }
    set {
      (springFrequency, springDampingRatio) = (newValue?.hertz ?? 0, newValue?.dampingRatio ?? 1)
    }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "length", \.length,
      "The length, or rest length of the spring; if absent, the initial distance",
      .meters, 0.001...1e5)
    p.property(
      "minimumLength", \.minimumLength, "The lower limit of the length", .meters, 0...1e5)
    p.property(
      "maximumLength", \.maximumLength, "The upper limit of the length", .meters, 0...1e5)
    p.property(
      "springFrequency", \.springFrequency, "The frequency of the spring; 0 disables it", .hertz,
      0...1e3)
    p.property(
      "springDampingRatio", \.springDampingRatio,
      "The damping ratio of the spring; 1 returns without overshoot", .ratio, 0...1e3)
  }

  /// The problem with the limits, or nil.
  public var problem: String? { JointLimits.problem(minimumLength, maximumLength) }

  /// The damping of a spring that has no frequency.
  public var warnings: [PropertyWarning] {
    var warnings = JointWarnings()
    warnings.spring(
      (springFrequency, "springFrequency"), [(springDampingRatio != 1, "springDampingRatio")])
    return warnings.found
  }
}

extension DistanceJoint: JointType {
  static let key = "distance"
  static let number: UInt32 = 4
  static let features = JointFeature.limits | JointFeature.spring | JointFeature.rod
  static let hasTarget = true
  static let spansDistance = true
  /// Shorter rods have no direction, in meters.
  static let minLength: Float = 0.001

  var parameters: JointParameters {
    var p = JointParameters()
    p.target = length ?? Self.minLength
    p.limits = limits
    p.spring = spring
    p.set(JointFeature.rod, limits == nil && spring == nil)
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(length: p.target, limits: p.limits, spring: p.spring)
  }

  func resolved(distance: Float) -> DistanceJoint {
    var joint = self
    joint.length = length ?? max(distance, Self.minLength)
    return joint
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    let rod: Int32 = features & JointFeature.rod != 0 ? 1 : 0
    return (rod, rod + JointFeature.driveRows(features))
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let gap = rows.pose.gap
    let squared = gap.dot(gap)
    let isLong = squared .> F4(repeating: 1e-12)
    let length = vsqrt(squared)
    let scale = F4(repeating: 1) / select(isLong, length, F4(repeating: 1))
    let direction = gap * scale
    let axis = rows.frameA.axisX
    let n = Vector3W(
      select(isLong, direction.x, axis.x), select(isLong, direction.y, axis.y),
      select(isLong, direction.z, axis.z))
    let pack = rows.pack
    if rows.has(JointFeature.rod) { rows.distanceRow(0, n, length - pack.pointee.target) }
    if rows.has(JointFeature.spring) {
      rows.distanceRow(JointSlot.spring, n, length - pack.pointee.target)
      rows.spring(1)
    }
    if rows.has(JointFeature.limits) {
      rows.distanceRow(JointSlot.lower, n, length - pack.pointee.lower)
      rows.limit()
      rows.distanceRow(JointSlot.upper, -n, pack.pointee.upper - length)
      rows.limit()
    }
  }

  static func position(_ frames: JointFrames) -> Float { frames.gap.length }

  static func speed(_ motion: JointMotion) -> Float {
    (motion.velocityB - motion.velocityA).dot(motion.frames.gap.normalized(or: .zero))
  }
}

extension JointKind {
  /// Creates a distance joint.
  public static func distance(_ joint: DistanceJoint) -> JointKind { JointKind(joint) }

  /// The parameters of a distance joint; nil for other kinds, which setting does not change.
  public var distance: DistanceJoint? {
    get { self[DistanceJoint.self] }
    set { self[DistanceJoint.self] = newValue }
  }
}
