import CaromCollision
import CaromMaths

/// What the world stores of a body; only 4-byte fields, so that no padding reaches a snapshot.
struct BodyRecord: BitwiseCopyable {
  // Motion
  /// Where the shape's origin is.
  var position = Vector3.zero
  var orientation = Quaternion.identity
  /// Where the centre of mass is.
  var center = Vector3.zero
  var velocity = Vector3.zero
  var angularVelocity = Vector3.zero
  /// Acts in the next step, then is cleared.
  var force = Vector3.zero
  var torque = Vector3.zero

  /// How the centre moved in the last step.
  var motion = Vector3.zero
  /// How far turning moved the surface in the last step at most, in metres.
  var turn: Float = 0

  // Mass
  var localCenter = Vector3.zero
  var mass: Float = 0
  var inverseMass: Float = 0
  /// About the centre of mass, along the body's axes.
  var inertia = Matrix3.zero
  var inverseInertia = Matrix3.zero

  // Settings
  var velocityFactor = Vector3.one
  var angularVelocityFactor = Vector3.one
  var centerOfMassOffset = Vector3.zero
  var momentOfInertia = Vector3.zero
  var friction: Float = 0
  var restitution: Float = 0
  var rollingFriction: Float = 0
  var damping: Float = 0
  var angularDamping: Float = 0
  /// (1 − damping) to the power of the world's substep.
  var dampingFactor: Float = 1
  var angularDampingFactor: Float = 1
  var linearRestingThreshold: Float = 0
  var angularRestingThreshold: Float = 0
  var filter = CollisionFilter()
  var frictionCombine: UInt32 = 0
  var restitutionCombine: UInt32 = 0
  var kind: UInt32 = 0
  var flags: UInt32 = 0
  var tagLow: UInt32 = 0
  var tagHigh: UInt32 = 0

  // Geometry
  /// How far the body may move in a step before it counts as fast.
  var innerRadius: Float = 0
  /// The distance from the centre of mass to the farthest point.
  var outerRadius: Float = 0

  // Bookkeeping
  var generation: UInt32 = 0
  /// Counts the bodies that the world ever made; the order of events.
  var serial: UInt32 = 0
  var firstCollider: Int32 = -1
  /// A contact index times two, plus the side of this body; -1 for none.
  var firstContact: Int32 = -1
  var contactCount: Int32 = 0
  /// The place in the list of awake bodies, or -1.
  var awakeIndex: Int32 = -1
  /// The next body of the same sleeping island, in a ring, or -1.
  var nextInIsland: Int32 = -1
  /// The next free place, while this one is free.
  var nextFree: Int32 = -1
  var sleepTime: Float = 0
  /// Where a kinematic body goes in the next step.
  var targetPosition = Vector3.zero
  var targetOrientation = Quaternion.identity
}

extension BodyRecord {
  enum Flag {
    static let alive: UInt32 = 1
    static let enabled: UInt32 = 2
    static let gravity: UInt32 = 4
    static let allowsResting: UInt32 = 8
    static let sensor: UInt32 = 16
    static let bullet: UInt32 = 32
    /// A kinematic body has a target for the next step.
    static let hasTarget: UInt32 = 64
    /// The velocity comes from a target and ends with it.
    static let targetVelocity: UInt32 = 128
    /// The moments of inertia were given, not taken from the shape.
    static let ownInertia: UInt32 = 256
    /// The inertia is not the same about every axis, so free spinning precesses.
    static let gyroscopic: UInt32 = 512
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt32, _ value: Bool) {
    flags = value ? flags | flag : flags & ~flag
  }

  var isDynamic: Bool { kind == BodyKind.dynamic.code }
  var isStatic: Bool { kind == BodyKind.static.code }
  var isKinematic: Bool { kind == BodyKind.kinematic.code }
  var isAwake: Bool { awakeIndex >= 0 }
  var transform: Transform { Transform(position: position, orientation: orientation) }
  var tag: UInt64 { UInt64(tagHigh) << 32 | UInt64(tagLow) }

  /// Puts the centre of mass where position and orientation say.
  mutating func updateCenter() { center = orientation.rotate(localCenter) + position }

  /// Puts the origin where the centre of mass and the orientation say.
  mutating func updatePosition() { position = center - orientation.rotate(localCenter) }

  /// The inverse inertia along the world's axes, with locked axes taken out.
  ///
  /// A locked axis has infinite inertia: its row and column are removed before inverting, and a
  /// partial factor f scales the response by √f on both sides, which keeps the matrix symmetric.
  func worldInverseInertia(_ q: Quaternion) -> Matrix3 {
    let f = angularVelocityFactor
    if f == .one { return inverseInertia.rotated(by: q) }
    var m = inertia.rotated(by: q)
    if f.x == 0 { (m.x, m.y.x, m.z.x) = (.unitX, 0, 0) }
    if f.y == 0 { (m.y, m.x.y, m.z.y) = (.unitY, 0, 0) }
    if f.z == 0 { (m.z, m.x.z, m.y.z) = (.unitZ, 0, 0) }
    let i = m.inverse
    let s = Vector3(f.x.squareRoot(), f.y.squareRoot(), f.z.squareRoot())
    return Matrix3(i.x * s * s.x, i.y * s * s.y, i.z * s * s.z)
  }
}
