import CPrefetch
import CaromCollision
import CaromMaths

/// The state of a contact, two colliders whose fat boxes overlap; only 4-byte fields, which fill a
/// cache line.
///
/// Most contacts are near each other without touching, so data that only touching ones need is
/// stored in a ``ManifoldRecord``.
struct ContactRecord: BitwiseCopyable {
  var colliderA: Int32 = -1
  var colliderB: Int32 = -1
  var bodyA: Int32 = -1
  var bodyB: Int32 = -1
  var flags: UInt32 = 0
  /// The slot in ``ContactStore/active``, or -1.
  var activeIndex: Int32 = -1
  /// The pair of bodies that reports contact events, or -1.
  var pair: Int32 = -1
  /// The index of the manifold, or -1 without points.
  var manifold: Int32 = -1
  /// Links of the contact list of body A, as contact index times two plus side; -1 for none.
  var previousA: Int32 = -1
  var nextA: Int32 = -1
  var previousB: Int32 = -1
  var nextB: Int32 = -1
  /// The color in the ``ConstraintGraph``, or -1 while the contact needs no solving.
  var color: Int32 = -1
  /// An upper bound of the relative motion since the last narrow-phase test, in meters.
  ///
  /// For a pair without points, less the gap found by the test. Infinity requests a test.
  var moved: Float = .infinity
  /// The next child of a contact with a surface, or -1; each child holds a further direction.
  var nextChild: Int32 = -1
  /// The parent of a child, or -1.
  var parent: Int32 = -1

  enum Flag {
    static let alive: UInt32 = 1
    /// The bodies collide with each other.
    static let collides: UInt32 = 2
    static let touching: UInt32 = 4
    /// Redundant in this step, because a flush neighbor carries the body.
    static let ghost: UInt32 = 8
    /// The next step updates the contact even if no body is awake, since one was moved or came to
    /// rest.
    static let updateOnce: UInt32 = 16
    /// The normal is that of an edge or corner.
    static let edge: UInt32 = 32
    /// The normal is that of a flat face of A, or of B, and rotates with that body.
    static let faceA: UInt32 = 64
    static let faceB: UInt32 = 128
    /// The solver handled the contact in the last step.
    static let solved: UInt32 = 256
    /// The color is held for body A, or B, which is movable.
    static let holdsA: UInt32 = 512
    static let holdsB: UInt32 = 1024
    /// One of the colliders is a mesh or a height field.
    static let surface: UInt32 = 2048
    /// The side of one of the colliders rolls with different radii, so that its contacts are not
    /// recycled.
    static let rollsUnevenly: UInt32 = 4096
    /// One of the bodies is solid from one side only, and the pair collides as far as filters are
    /// concerned.
    static let oneWay: UInt32 = 8192
    /// The pair does not collide until it is apart, because one body came from the other side.
    static let passing: UInt32 = 16384
    /// ``World/contactModifier`` disabled the contact for the last step.
    static let disabled: UInt32 = 32768

    /// The flags ``holdsA`` and ``holdsB`` of movable sides, from the flags of both poses.
    @inline(__always)
    static func holds(_ poseA: UInt32, _ poseB: UInt32) -> UInt32 {
      (poseA & BodyPose.Flag.movable) &* (holdsA / BodyPose.Flag.movable)
        | (poseB & BodyPose.Flag.movable) &* (holdsB / BodyPose.Flag.movable)
    }
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt32, _ value: Bool) {
    flags = value ? flags | flag : flags & ~flag
  }

  /// Sets the flags of the surface that the normal belongs to; the contact is no ghost then.
  @inline(__always)
  mutating func setKind(_ kind: Manifold.Kind) {
    let own: UInt32
    switch kind {
    case .faceA: own = Flag.faceA
    case .faceB: own = Flag.faceB
    case .edge: own = Flag.edge
    case .round: own = 0
    }
    flags = flags & ~(Flag.faceA | Flag.faceB | Flag.edge | Flag.ghost) | own
  }

  /// The next free slot, while this one is free and has no children.
  var nextFree: Int32 {
    get { nextChild }
    set { nextChild = newValue }
  }

  /// The bodies for which the color is held, -1 for an immovable side.
  var held: (a: Int32, b: Int32) {
    (has(Flag.holdsA) ? bodyA : -1, has(Flag.holdsB) ? bodyB : -1)
  }
}

/// The normal, material and impulses of a contact with points, in vectors of four lanes.
///
/// The solver gathers these vectors for four contacts at a time. Manifold `m` owns the points `4m
/// ..< 4m + 4`.
struct ManifoldRecord: BitwiseCopyable {
  /// The unit normal from A to B; the fourth lane is the coefficient of friction.
  var normal = F4()
  /// The friction impulse of the last substep on B, in the world; the fourth lane is the twist
  /// impulse.
  var frictionImpulse = F4()
  /// The rolling impulse of the last substep on B; the fourth lane is the maximum rolling torque
  /// for each newton of normal force, in meters.
  var roll = F4()
  /// The normal in the axes of the body that it rotates with; the fourth lane is the restitution.
  var localNormal = F4()
  /// The vector from A's center of mass to B's in the reference pose; the fourth lane is 1 between
  /// two spheres, 0 for other shapes.
  ///
  /// The lever arms of the points are those of the reference pose; see `keepsReference`.
  var offset = F4()
  /// The orientations of both bodies in the reference pose, as x y z w.
  var orientationA = F4(0, 0, 0, 1)
  var orientationB = F4(0, 0, 0, 1)
  /// The radii with which the surfaces roll on each other.
  var roundA: Float = 0
  var roundB: Float = 0
  /// The sum of the normal impulses of the last step.
  var impulse: Float = 0
  /// The minimum separation of the points at the beginning of the step, in meters.
  var minSeparation: Float = 0
  /// The feature of each point.
  var features = I4()
  var pointCount: Int32 = 0
  var contact: Int32 = -1
  /// The next free slot, while this one is free.
  var nextFree: Int32 = -1
  var unused: Int32 = 0
}

/// One point of a manifold, fixed to both bodies, with its impulse for warm starting.
struct ContactPoint: BitwiseCopyable {
  /// The anchor on A, from its center of mass, in its axes, without the rolling radius; the fourth
  /// lane is the separation in meters.
  var onA = F4()
  /// The anchor on B; the fourth lane is the normal impulse of the last substep.
  var onB = F4()
}

extension UnsafeMutablePointer<ManifoldRecord> {
  /// Begins to load a manifold, -1 for none, and its points, which follow each other in `points`.
  @inline(__always)
  func prefetch(_ manifold: Int32, _ points: UnsafeMutablePointer<ContactPoint>) {
    let index = Swift.max(Int(manifold), 0)
    let (m, p) = (UnsafeRawPointer(self + index), UnsafeRawPointer(points + index &* 4))
    carom_prefetch(m)
    carom_prefetch(m + 64)
    carom_prefetch(m + 128)
    carom_prefetch(p)
    carom_prefetch(p + 64)
  }

  /// Begins to load the impulse and the separation of a manifold, -1 for none.
  @inline(__always)
  func prefetchSums(_ manifold: Int32) {
    let index = Swift.max(Int(manifold), 0)
    carom_prefetch(UnsafeRawPointer(self + index) + ManifoldRecord.rollingRadii)
  }
}

extension ContactPoint {
  @inline(__always)
  var separation: Float {
    get { onA.w }
    set { onA.w = newValue }
  }
  @inline(__always)
  var impulse: Float {
    get { onB.w }
    set { onB.w = newValue }
  }
}

/// Two bodies that report contact events, regardless of how many of their colliders touch; only
/// 4-byte fields.
struct PairRecord: BitwiseCopyable {
  /// The body that was created first.
  var bodyA: Int32 = -1
  var bodyB: Int32 = -1
  /// The number of contacts of the pair.
  var contactCount: Int32 = 0
  /// The state of the pair, as bits.
  var flags: UInt32 = 0
  var nextFree: Int32 = -1
  // Results of the last step with contact, for the end event.
  /// The number of touching contacts, or -1 between steps.
  var touchCount: Int32 = -1
  var point = Vector3.zero
  var normal = Vector3.zero
  var impulse: Float = 0
  var penetration: Float = 0

  enum Flag {
    /// Between a begin event and its end event.
    static let open: UInt32 = 1
    /// Colliders that touched last collide with each other; only set for bodies whose colliders
    /// have masks of their own.
    static let collides: UInt32 = 2
  }

  var isOpen: Bool { flags & Flag.open != 0 }
}
