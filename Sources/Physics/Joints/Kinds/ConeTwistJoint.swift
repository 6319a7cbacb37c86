import CaromMaths
public import CaromProperties

/// A cone twist, also called a swing-twist joint: a ball socket with a limited swing and twist.
///
/// The X axis of frame B swings from that of frame A within an elliptic cone, and frame B twists
/// about its own X axis within limits. Shoulders and hips are cone twists.
public struct ConeTwistJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Swings within a cone and twists within limits"

  /// The maximum swing about the Y axis of frame A, in radians, 0.1° to π.
  public var maximumAngularLimit1: Float = .pi
  /// The maximum swing about the Z axis of frame A, in radians, 0.1° to π.
  public var maximumAngularLimit2: Float = .pi
  /// The maximum twist about the X axis, in radians, 0 to π; nil for any.
  public var maximumTwistAngle: Float?
  /// The maximum friction torque about each axis of frame A, in newton-meters.
  public var frictionTorque: Float = 0
  /// The minimum twist about the X axis, in radians within ±π; nil is the negated maximum.
  public var minimumTwistAngle: Float?
  /// The spring that turns B towards an orientation, or nil.
  public var pose: PoseSpring?

  /// Creates a joint without limits.
  public init() {}

  /// Creates a joint with a round cone of half angle `swing`, in radians.
  public init(swing: Float, twist: ClosedRange<Float>? = nil, frictionTorque: Float = 0) {
    self.init(swingY: swing, swingZ: swing, twist: twist, frictionTorque: frictionTorque)
  }

  /// Creates a joint with an elliptic cone of half angles in radians.
  public init(
    swingY: Float, swingZ: Float, twist: ClosedRange<Float>? = nil, frictionTorque: Float = 0
  ) {
    (maximumAngularLimit1, maximumAngularLimit2) = (swingY, swingZ)
    self.frictionTorque = frictionTorque
    self.twist = twist
  }

  /// The range of twists in radians; nil for all.
  public var twist: ClosedRange<Float>? {
    get {
      JointLimits.range(
        minimumTwistAngle ?? maximumTwistAngle.map { -$0 }, maximumTwistAngle,
        within: JointLimits.angular)
    }
    set {
      maximumTwistAngle = newValue?.upperBound
      minimumTwistAngle = newValue.flatMap { $0.lowerBound == -$0.upperBound ? nil : $0.lowerBound }
    }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees(
      "maximumAngularLimit1Degrees", \.maximumAngularLimit1,
      "The maximum swing about the second axis", 0.1...180)
    p.degrees(
      "maximumAngularLimit2Degrees", \.maximumAngularLimit2,
      "The maximum swing about the third axis", 0.1...180)
    p.degrees(
      "maximumTwistAngleDegrees", \.maximumTwistAngle, "The maximum twist; if absent, any",
      0...180)
    p.property(
      "frictionTorque", \.frictionTorque, "The maximum friction torque", .newtonMeters, 0...1e9)
    p.degrees(
      "minimumTwistAngleDegrees", \.minimumTwistAngle,
      "The minimum twist; if absent, the negated maximum", -180...180)
    p.property("pose", \.pose, "The spring towards an orientation; if absent, none", in: .file)
  }

  /// The problem with the limits, or nil.
  public var problem: String? { JointLimits.problem(minimumTwistAngle, maximumTwistAngle) }
}

extension ConeTwistJoint: JointType {
  static let key = "coneTwist"
  static let number: UInt32 = 5
  static let features =
    JointFeature.friction | JointFeature.limits | JointFeature.swing | JointFeature.secondSpring
  /// The limits of swing and twist conflict.
  static let rowIterations: Int32 = 2

  var parameters: JointParameters {
    var p = JointParameters()
    (p.swingY, p.swingZ) = (min(maximumAngularLimit1, .pi), min(maximumAngularLimit2, .pi))
    p.friction = frictionTorque
    p.limits = twist
    p.poseSpring = pose
    p.set(JointFeature.friction, frictionTorque > 0)
    p.set(JointFeature.swing, p.swingY < Float.pi || p.swingZ < Float.pi)
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(swingY: p.swingY, swingZ: p.swingZ, twist: p.limits, frictionTorque: p.friction)
    pose = p.poseSpring
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) {
    let swing: Int32 = features & JointFeature.swing != 0 ? 1 : 0
    let friction = JointFeature.frictionRows(features) + JointFeature.poseRows(features)
    return (3, 3 + friction + JointFeature.driveRows(features) + swing)
  }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (a, b) = (rows.frameA, rows.frameB)
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    let other = b.axisX
    rows.pointRows()
    if rows.has(JointFeature.friction) { rows.frictionRows(a) }
    rows.poseRows()
    if rows.has(JointFeature.swing) {
      // The swing as a vector in the plane of Y and Z: the direction of its axis, the length of its
      // angle.
      let (alongY, alongZ) = (other.dot(y), other.dot(z))
      let sine = vsqrt(alongY * alongY + alongZ * alongZ)
      let angle = Portable.atan2(sine, other.dot(x))
      let isBent = sine .> F4(repeating: 1e-6)
      let scale = select(isBent, angle / select(isBent, sine, F4(repeating: 1)), F4(repeating: 1))
      let (swingY, swingZ) = (F4() - alongZ * scale, alongY * scale)
      buildCone(&rows, a, swingY, swingZ, angle, sine, other.dot(x))
      rows.limit()
    }
    if rows.has(JointFeature.limits) {
      let q = a.inverse * b
      let isTurned = q.w .< F4()
      let angle = Portable.atan2(
        select(isTurned, F4() - q.x, q.x), select(isTurned, F4() - q.w, q.w))
      let twist = angle + angle
      // The rate of the twist is ω·(x + x′) / (1 + x·x′).
      let bend = vmax(F4(repeating: 1) + x.dot(other), F4(repeating: 0.01))
      let axis = (x + other) * (F4(repeating: 1) / bend)
      rows.angularRow(JointSlot.lower, axis, twist - rows.pack.pointee.lower)
      rows.limit()
      rows.angularRow(JointSlot.upper, -axis, rows.pack.pointee.upper - twist)
      rows.limit()
    }
  }

  /// Appends the row that limits the swing to its cone.
  ///
  /// The distance to the ellipse is (1 − f)·f / |g| for f = |swing / limits|, which is 1 on it, and
  /// its gradient g. The swing does not follow ω quite as a vector would: with u its axis, θ its
  /// angle and w = x × u it changes by
  ///
  ///     (ω·u)·u + θ·(ω·(x + w·cot θ))·w
  ///
  /// so that ω changes f by the gradient's part along u and θ times its part along w.
  private static func buildCone(
    _ rows: inout JointRowBuilder, _ a: QuaternionW, _ swingY: F4, _ swingZ: F4, _ angle: F4,
    _ sine: F4, _ cosine: F4
  ) {
    let one = F4(repeating: 1)
    let pack = rows.pack
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    let (partY, partZ) = (swingY / pack.pointee.swingY, swingZ / pack.pointee.swingZ)
    let f = vsqrt(partY * partY + partZ * partZ)
    let slopeY = partY / pack.pointee.swingY
    let slopeZ = partZ / pack.pointee.swingZ
    let steep = vsqrt(slopeY * slopeY + slopeZ * slopeZ)
    let isBent = sine .> F4(repeating: 1e-6)
    let isSloped = (steep .> F4(repeating: 1e-6)) .& isBent
    let inverse = one / select(isSloped, steep, one)
    let minimum = vmin(pack.pointee.swingY, pack.pointee.swingZ)
    let margin = select(isSloped, (one - f) * f * inverse, minimum)
    let length = one / select(isBent, angle, one)
    let (uY, uZ) = (select(isBent, swingY * length, one), keep(swingZ * length, where: isBent))
    let gY = select(isSloped, slopeY * inverse, uY)
    let gZ = select(isSloped, slopeZ * inverse, uZ)
    let along = gY * uY + gZ * uZ
    let across = keep(gZ * uY - gY * uZ, where: isBent)
    // Opposite to X the swing has no direction, and no rate may be infinite.
    let cotangent = cosine / vmax(sine, F4(repeating: 1e-3))
    let turned = across * angle
    let outward = y * uY + z * uZ
    let sideways = z * uY - y * uZ
    let axis = outward * along + (x + sideways * cotangent) * turned
    rows.angularRow(JointSlot.swing, -axis, margin)
  }

  /// The twist.
  static func angle(_ frames: JointFrames) -> Float {
    let q = frames.rotation
    return 2 * (q.w < 0 ? Portable.atan2(-q.x, -q.w) : Portable.atan2(q.x, q.w))
  }
}

extension JointKind {
  /// Creates a cone twist.
  public static func coneTwist(_ joint: ConeTwistJoint) -> JointKind { JointKind(joint) }

  /// The parameters of a cone twist; nil for other kinds, which setting does not change.
  public var coneTwist: ConeTwistJoint? {
    get { self[ConeTwistJoint.self] }
    set { self[ConeTwistJoint.self] = newValue }
  }
}
