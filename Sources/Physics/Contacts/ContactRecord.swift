import CaromCollision
import CaromMaths

/// What the world stores of two colliders whose fat boxes overlap; only 4-byte fields.
///
/// Most such pairs are near each other without touching, so whatever only touching ones need is in
/// a ``ManifoldRecord``.
struct ContactRecord: BitwiseCopyable {
  var colliderA: Int32 = -1
  var colliderB: Int32 = -1
  var bodyA: Int32 = -1
  var bodyB: Int32 = -1
  var flags: UInt32 = 0
  /// The place in the list of contacts of awake bodies, or -1.
  var activeIndex: Int32 = -1
  /// The pair of bodies that reports, or -1.
  var pair: Int32 = -1
  /// Where the points are, or -1 when there are none.
  var manifold: Int32 = -1
  /// Neighbours in the list of body A, as contact index times two plus side; -1 for none.
  var previousA: Int32 = -1
  var nextA: Int32 = -1
  var previousB: Int32 = -1
  var nextB: Int32 = -1
  /// The colour in the ``ConstraintGraph``, or -1 while nothing is to be solved.
  var color: Int32 = -1
  /// How far the two came towards each other at most since the narrow phase last looked, in metres;
  /// for a pair without points, less the gap that it found.
  var moved: Float = .infinity
  /// The next free place, while this one is free.
  var nextFree: Int32 = -1
  /// For a contact with a surface, the next of those that hold its further directions, or -1.
  var nextChild: Int32 = -1
  /// The contact with a surface whose further direction this one holds, or -1.
  var parent: Int32 = -1

  enum Flag {
    static let alive: UInt32 = 1
    /// The bodies push each other.
    static let collides: UInt32 = 2
    static let touching: UInt32 = 4
    /// Redundant this step, because a neighbour in the same plane carries the body.
    static let ghost: UInt32 = 8
    /// The next step looks at it even if nobody is awake: something was put there or came to rest.
    static let updateOnce: UInt32 = 16
    /// The normal is that of an edge or corner, not of a face.
    static let edge: UInt32 = 32
    /// The normal is that of a flat face of A, or of B: it turns with that body.
    static let faceA: UInt32 = 64
    static let faceB: UInt32 = 128
    /// The solver had a say in the last step.
    static let solved: UInt32 = 256
    /// The colour is held for body A, or B, which can be moved.
    static let holdsA: UInt32 = 512
    static let holdsB: UInt32 = 1024
    /// One of the two is a mesh or a height field.
    static let surface: UInt32 = 2048
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt32, _ value: Bool) {
    flags = value ? flags | flag : flags & ~flag
  }

  /// The bodies for which the colour is held, -1 for a side that is not.
  var held: (a: Int32, b: Int32) {
    (has(Flag.holdsA) ? bodyA : -1, has(Flag.holdsB) ? bodyB : -1)
  }
}

/// Where two colliders touch or will soon, and what pushed them apart; in rows of four lanes.
///
/// The rows are what the solver gathers four contacts at a time. Manifold `m` owns the points
/// `4m ..< 4m + 4`.
struct ManifoldRecord: BitwiseCopyable {
  /// From A to B, of unit length; the fourth lane is the coefficient of friction.
  var normal = F4()
  /// The friction impulse of the last substep on B, in the world; the fourth lane is the twist.
  var frictionImpulse = F4()
  /// The rolling impulse of the last substep on B; the fourth lane is the greatest rolling torque
  /// for each newton, in metres.
  var roll = F4()
  /// The normal in the axes of the body that it turns with; the fourth lane is the restitution.
  var localNormal = F4()
  /// The radii by which the surfaces roll without changing their distance.
  var roundA: Float = 0
  var roundB: Float = 0
  /// The sum of the normal impulses of the last step.
  var impulse: Float = 0
  /// The least separation of the points when the step began, in metres.
  var minSeparation: Float = 0
  /// What made each point.
  var features = I4()
  var pointCount: Int32 = 0
  var contact: Int32 = -1
  /// The next free place, while this one is free.
  var nextFree: Int32 = -1
  var unused: Int32 = 0
}

/// One point of a manifold, fixed to both bodies, with the impulse that warm starts it.
struct ContactPoint: BitwiseCopyable {
  /// From A's centre of mass, in A's axes, to its surface less the round part; the fourth lane is
  /// the separation in metres.
  var onA = F4()
  /// The same on B; the fourth lane is the normal impulse of the last substep.
  var onB = F4()
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

/// Two bodies that report their contacts, whatever number of colliders touch; only 4-byte fields.
struct PairRecord: BitwiseCopyable {
  /// The body that was made first.
  var bodyA: Int32 = -1
  var bodyB: Int32 = -1
  /// How many contacts belong to the pair.
  var contactCount: Int32 = 0
  /// 1 after a begin and before its end.
  var isOpen: UInt32 = 0
  var nextFree: Int32 = -1
  // Gathered during a step; kept for the end.
  /// How many contacts touch, or -1 between steps.
  var touchCount: Int32 = -1
  var point = Vector3.zero
  var normal = Vector3.zero
  var impulse: Float = 0
  var penetration: Float = 0
}
