import CaromCollision
import CaromMaths

/// The state of a body; only 4-byte fields, so that no padding reaches a snapshot.
struct BodyRecord: BitwiseCopyable {
  // Motion
  /// The position of the shape's origin.
  var position = Vector3.zero
  var orientation = Quaternion.identity
  /// The center of mass in the world.
  var center = Vector3.zero
  var velocity = Vector3.zero
  var angularVelocity = Vector3.zero
  /// The force on the center of mass in the next step; cleared afterwards.
  var force = Vector3.zero
  var torque = Vector3.zero
  /// The force in newtons that passed through the body in the last step, from one contact to an
  /// opposite one; 0 if it is small for the body's weight.
  var squeeze: Float = 0
  /// The force that passes through the body in the long run, in newtons; see ``massShare(_:)``.
  var load: Float = 0

  /// The displacement of the center in the last step.
  var motion = Vector3.zero
  /// The maximum distance by which rotation moved the surface in the last step, in meters.
  var turn: Float = 0
  /// Axis and angle of the rotation in the last step, for small ones, in radians.
  var rotation = Vector3.zero

  // Mass
  var localCenter = Vector3.zero
  var mass: Float = 0
  var inverseMass: Float = 0
  /// The inertia about the center of mass, in the body's axes.
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
  /// (1 − damping) to the power of the substep length.
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
  /// The radius of the largest sphere inside the shape; it determines the displacement above which
  /// the body is fast.
  var innerRadius: Float = 0
  /// The distance from the center of mass to the farthest point.
  var outerRadius: Float = 0

  // Bookkeeping
  var generation: UInt32 = 0
  /// The serial number, which orders events by the creation of bodies.
  var serial: UInt32 = 0
  var firstCollider: Int32 = -1
  /// A contact index times two, plus the side of this body; -1 for none.
  var firstContact: Int32 = -1
  var contactCount: Int32 = 0
  /// The slot in ``BodyStore/awake``, or -1.
  var awakeIndex: Int32 = -1
  /// The next body of the same sleeping island, in a ring, or -1.
  var nextInIsland: Int32 = -1
  /// The next free slot, while this one is free.
  var nextFree: Int32 = -1
  /// For how long the body has been slow, in seconds.
  var sleepTime: Float = 0
  /// For how long the body has stayed in place while it was slow, in seconds.
  var stillTime: Float = 0
  /// The displacement of the center, and the rotation in radians, since ``stillTime`` was 0.
  var drift = Vector3.zero
  var turnDrift = Vector3.zero
  /// The growth of the motion in this period of rest, positive for a body that accelerates.
  var growth: Float = 0
  /// The target of a kinematic body in the next step.
  var targetPosition = Vector3.zero
  var targetOrientation = Quaternion.identity
}

extension BodyRecord {
  enum Flag {
    static let alive: UInt32 = 1
    static let enabled: UInt32 = 2
    /// Gravity acts on the body, with the factor 1.
    static let gravity: UInt32 = 4
    static let allowsResting: UInt32 = 8
    static let sensor: UInt32 = 16
    static let bullet: UInt32 = 32
    /// A kinematic body has a target for the next step.
    static let hasTarget: UInt32 = 64
    /// The velocity was computed from a target and ends with it.
    static let targetVelocity: UInt32 = 128
    /// The moments of inertia are given, not computed from the shape.
    static let ownInertia: UInt32 = 256
    /// The moments of inertia differ, so that free rotation precesses.
    static let gyroscopic: UInt32 = 512
    /// The owner gave the velocity together with the target, so it is not computed from it.
    static let givenVelocity: UInt32 = 1024
    /// Some colliders have a filter or a material of their own.
    static let colliderOverrides: UInt32 = 2048
    /// Gravity acts on the body with the factor in ``BodyStore/gravityFactors``.
    static let ownGravity: UInt32 = 4096
    /// A surface of the body moves along itself.
    static let surfaceMotion: UInt32 = 8192
    /// The body has a collision group.
    static let grouped: UInt32 = 16384
    /// The surface is solid from one side only.
    static let oneWay: UInt32 = 32768
    /// The body is not swept.
    static let discrete: UInt32 = 65536
    /// The contacts of the body are modified before they are solved.
    static let modifiesContacts: UInt32 = 131_072
    /// Joints connect the body.
    static let jointed: UInt32 = 262_144
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

  /// The mass along each axis in kilograms: that divided by the velocity factor, since a force
  /// changes the velocity by that factor; 0 along locked axes.
  @inline(__always)
  var axisMass: Vector3 {
    velocityFactor == .one ? Vector3(repeating: mass) : Self.inverse(velocityFactor) * mass
  }

  /// The kinetic energy at the given velocities and orientation, in joules.
  // Not inlined, it would copy the record.
  @inline(__always)
  func kineticEnergy(_ v: Vector3, _ w: Vector3, _ orientation: Quaternion) -> Float {
    var local = w
    if angularVelocityFactor != .one {
      let r = Self.inverse(angularVelocityFactor)
      local *= Vector3(r.x.squareRoot(), r.y.squareRoot(), r.z.squareRoot())
    }
    local = Vector3(F4(local).unrotated(by: F4(orientation)))
    return 0.5 * ((v * v).dot(axisMass) + local.dot(inertia * local))
  }

  @inline(__always)
  private static func inverse(_ f: Vector3) -> Vector3 {
    Vector3(f.x > 0 ? 1 / f.x : 0, f.y > 0 ? 1 / f.y : 0, f.z > 0 ? 1 / f.z : 0)
  }

  /// Computes the center of mass from position and orientation.
  mutating func updateCenter() { center = orientation.rotate(localCenter) + position }

  /// Computes the position from the center of mass and the orientation.
  @inline(__always)
  mutating func updatePosition() {
    position = localCenter == .zero ? center : center - orientation.rotate(localCenter)
  }

  /// The distance within which contacts of the body are created ahead of time, in meters.
  ///
  /// The distance that its surface can move in `dt` seconds, limited by its size. A body with
  /// joints has no limit, so that its contacts are solved together with its joints: if only the
  /// sweep stopped it, the bodies that it is joined to would move on, and the joint would open.
  /// `spin` is the part of the surface's speed by rotation, which is 0 for a sphere.
  @inline(__always)
  func speculativeMargin(_ dt: Float, _ speculativeDistance: Float, spin: Float) -> Float {
    let speed: Float = velocity.length + spin
    let limit: Float = has(Flag.jointed) ? .infinity : max(speculativeDistance, 0.5 * innerRadius)
    return min(speed * dt, limit)
  }

  /// The inverse inertia in the world's axes, 0 for locked axes.
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
