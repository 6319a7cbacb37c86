import CaromCollision
import CaromMaths

/// What the world stores of two colliders whose fat boxes overlap; only 4-byte fields.
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
  var pointCount: Int32 = 0
  /// Neighbours in the list of body A, as contact index times two plus side; -1 for none.
  var previousA: Int32 = -1
  var nextA: Int32 = -1
  var previousB: Int32 = -1
  var nextB: Int32 = -1
  /// From A to B.
  var normal = Vector3.zero
  /// The friction impulse of the last substep, in the world, for warm starting.
  var frictionImpulse = Vector3.zero
  var rollingImpulse = Vector3.zero
  var twistImpulse: Float = 0
  /// The sum of the normal impulses of the last step.
  var impulse: Float = 0
  /// The index of this step's constraint, or -1.
  var constraint: Int32 = -1
  /// The next free place, while this one is free.
  var nextFree: Int32 = -1

  enum Flag {
    static let alive: UInt32 = 1
    /// The bodies push each other.
    static let collides: UInt32 = 2
    static let touching: UInt32 = 4
    /// Redundant this step, because a neighbour in the same plane carries the body.
    static let seam: UInt32 = 8
    /// The next step looks at it even if nobody is awake: something was put there or came to rest.
    static let once: UInt32 = 16
    /// The normal is that of an edge or corner, not of a face.
    static let edge: UInt32 = 32
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt32, _ value: Bool) {
    flags = value ? flags | flag : flags & ~flag
  }
}

/// One point of a contact's manifold, with the impulse that warm starts it; only 4-byte fields.
///
/// Contact `c` owns the points `4c ..< 4c + 4`.
struct ContactPoint: BitwiseCopyable {
  var position = Vector3.zero
  /// From the centre of mass of the moving side, to find the point again when its feature changed.
  var anchor = Vector3.zero
  var separation: Float = 0
  var feature: UInt32 = 0
  var impulse: Float = 0
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
