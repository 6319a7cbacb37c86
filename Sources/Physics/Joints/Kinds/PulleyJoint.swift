import CaromMaths
public import CaromProperties

/// A pulley: a rope from body A over two fixed points of the world to body B.
///
/// It runs from the anchor on A to ``groundA``, from there to ``groundB`` without being counted,
/// and down to the anchor on B. The rope does not stretch and does not push:
///
///     |anchorA − groundA| + ratio·|anchorB − groundB| ≤ length
///
/// With a ratio of 2, the rope between ``groundB`` and B is doubled, as in a block and tackle: B
/// moves half as far and is pulled twice as hard.
public struct PulleyJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Hangs two bodies on a rope over two fixed points"

  /// The point in the world over which the rope of A runs, in meters.
  public var groundA = Vector3(-1, 5, 0)
  /// The point in the world over which the rope of B runs, in meters.
  public var groundB = Vector3(1, 5, 0)
  /// The number of strands between ``groundB`` and B for one between ``groundA`` and A.
  public var ratio: Float = 1
  /// The length of the rope in meters; nil is that of the rope when the joint is made.
  public var length: Float?

  /// Creates a pulley 5 m above the origin.
  public init() {}

  /// Creates a pulley over two points of the world.
  public init(groundA: Vector3, groundB: Vector3, ratio: Float = 1, length: Float? = nil) {
    (self.groundA, self.groundB, self.ratio, self.length) = (groundA, groundB, ratio, length)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "groundA", \.groundA, "The point in the world over which the rope of A runs", .meters,
      -1e5...1e5)
    p.property(
      "groundB", \.groundB, "The point in the world over which the rope of B runs", .meters,
      -1e5...1e5)
    p.property(
      "ratio", \.ratio, "The strands of B for one of A", .ratio, 1e-3...1e3)
    p.property(
      "length", \.length, "The length of the rope; if absent, its initial one", .meters,
      0.001...1e6)
  }
}

extension PulleyJoint: JointType {
  static let key = "pulley"
  static let number: UInt32 = 11
  static let isTransmission = true
  static let features = JointFeature.pulley
  static let spansDistance = true

  var parameters: JointParameters {
    var p = JointParameters()
    p.features = JointFeature.pulley
    (p.groundA, p.groundB) = (groundA, groundB)
    (p.secondForce, p.target) = (ratio, length ?? 0)
    return p
  }

  init(_ p: JointParameters, _: JointAxes) {
    self.init(groundA: p.groundA, groundB: p.groundB, ratio: p.secondForce, length: p.target)
  }

  func distance(_ a: Vector3, _ b: Vector3) -> Float {
    a.distance(to: groundA) + ratio * b.distance(to: groundB)
  }

  func resolved(distance: Float) -> PulleyJoint {
    var joint = self
    joint.length = length ?? max(distance, 0.001)
    return joint
  }

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) { (0, 1) }

  static func buildRows(_ rows: inout JointRowBuilder) {
    let (pack, pose) = (rows.pack, rows.pose)
    let ropeA = pose.armA + pose.movedA - pack.pointee.groundA
    let ropeB = pose.armB + pose.movedB - pack.pointee.groundB
    let lengthA = vsqrt(ropeA.dot(ropeA))
    let lengthB = vsqrt(ropeB.dot(ropeB))
    // At the fixed point itself, the rope has no direction.
    let (least, one) = (F4(repeating: 1e-4), F4(repeating: 1))
    let a = ropeA * keep(one / vmax(lengthA, least), where: lengthA .> least)
    let b = ropeB * keep(one / vmax(lengthB, least), where: lengthB .> least)
    let ratio = pack.pointee.ratio
    let pull = b * (F4() - ratio)
    rows.pullRow(
      JointSlot.upper, a, pull, a.cross(pose.armA), pose.armB.cross(pull),
      pack.pointee.target - (lengthA + ratio * lengthB))
    rows.limit()
  }

  /// 0, because the ends of the rope are not those of a line.
  static func position(_ frames: JointFrames) -> Float { 0 }
}

extension JointParameters {
  // The fixed points of a pulley take the place of drives, which pulleys do not have.

  /// The point over which the rope of A runs.
  var groundA: Vector3 {
    get { Vector3(motorSpeed, motorForce, springHertz) }
    set { (motorSpeed, motorForce, springHertz) = (newValue.x, newValue.y, newValue.z) }
  }

  /// The point over which the rope of B runs.
  var groundB: Vector3 {
    get { Vector3(springDamping, secondHertz, secondDamping) }
    set { (springDamping, secondHertz, secondDamping) = (newValue.x, newValue.y, newValue.z) }
  }
}

extension JointKind {
  /// Creates a pulley.
  public static func pulley(_ joint: PulleyJoint) -> JointKind { JointKind(joint) }

  /// The parameters of a pulley; nil for other kinds, which setting does not change.
  public var pulley: PulleyJoint? {
    get { self[PulleyJoint.self] }
    set { self[PulleyJoint.self] = newValue }
  }
}
