// Contacts as the substeps see them: four of one colour and class side by side, a lane each. All is
// seen from the contact's own axes, two tangents and the normal, in which most of the arithmetic of a
// contact is zero. Vectors from the centres of mass to a point have the components a along the first
// tangent, b along the second and c along the normal; those of B are those of A less the offset from
// A's centre to B's. Lanes that are not used have body 0 and zeros.

/// Four contacts of one point between balls, or of balls with what nothing moves.
///
/// Their normals go through the centres, so pushing turns nothing, and turning changes no distance.
struct SphereContactRow: BitwiseCopyable {
  var bodyA = I4()
  var bodyB = I4()
  var manifold = I4()
  var normal = Vector3W.zero
  /// From the centres to the point, along the normal.
  var armA = F4()
  var armB = F4()
  var friction = F4()
  var normalMass = F4()
  var frictionMass = F4()
  /// The friction impulse on B, in the world and at right angles to the normal.
  var frictionImpulse = Vector3W.zero
  var impulse = F4()
  /// The sum of the impulses of all substeps.
  var total = F4()
  /// The separation when the step began, and now.
  var base = F4()
  var separation = F4()
}

/// What four contacts of any other class have in common; their points follow.
struct ContactRow: BitwiseCopyable {
  var bodyA = I4()
  var bodyB = I4()
  var manifold = I4()
  var normal = Vector3W.zero
  var tangent1 = Vector3W.zero
  var tangent2 = Vector3W.zero
  /// The inverse inertias in the contact's axes.
  var inertiaA = SymmetricW.zero
  var inertiaB = SymmetricW.zero
  /// From A's centre of mass to B's, along the tangents.
  var offset1 = F4()
  var offset2 = F4()
  /// The mean of the points along the normal, without the round part of the surface.
  var coreA = F4()
  var coreB = F4()
  /// From A's centre to the middle of the points, where friction acts, and from B's along the normal.
  var arm1 = F4()
  var arm2 = F4()
  var armA = F4()
  var armB = F4()
  /// How far the points are from the middle on average, for twisting friction.
  var lever = F4()
  var friction = F4()
  /// The inverse of the friction block's response.
  var mass11 = F4()
  var mass12 = F4()
  var mass22 = F4()
  var twistMass = F4()
  var frictionImpulse1 = F4()
  var frictionImpulse2 = F4()
  var twist = F4()
  /// The sum of the normal impulses of all substeps.
  var total = F4()
}

/// One point of four contacts.
struct PointRow: BitwiseCopyable {
  /// From A's centre of mass, along the tangents.
  var along1 = F4()
  var along2 = F4()
  /// The separation when the step began, and now.
  var base = F4()
  var separation = F4()
  var mass = F4()
  var impulse = F4()
}

/// How much an impulse at one point changes the speed at another, for points 01 02 03 12 13 23.
struct CouplingRow: BitwiseCopyable {
  var k01 = F4()
  var k02 = F4()
  var k03 = F4()
  var k12 = F4()
  var k13 = F4()
  var k23 = F4()
}

/// What contacts have besides that bounce, roll, or have a body with locked axes.
struct ExtendedContactRow: BitwiseCopyable {
  /// The inverse masses in the contact's axes.
  var massA = SymmetricW.zero
  var massB = SymmetricW.zero
  var restitution = F4()
  /// The slowest approach that bounces, in metres a second.
  var bounceSpeed = F4()
  /// How strongly forces drive the bodies together along the normal, in metres a second squared.
  var pull = F4()
  /// The impulse that made it bounce in this substep.
  var bounced = F4()
  /// The greatest rolling torque for each newton of normal force, in metres.
  var rollingArm = F4()
  var rollingMass = SymmetricW.zero
  /// The rolling impulse on B in the contact's axes.
  var roll = Vector3W.zero
}

/// The layout of a class of contacts in memory: a ``ContactRow``, its points, and what couples them.
struct ContactLayout {
  /// How many points there is room for: 1, 2 or 4.
  let points: Int
  let isExtended: Bool

  static var spheres: ContactLayout { ContactLayout(points: 0, isExtended: false) }

  @inline(__always) static var pointsOffset: Int { MemoryLayout<ContactRow>.stride }
  @inline(__always)
  var couplingOffset: Int { Self.pointsOffset + points * MemoryLayout<PointRow>.stride }
  @inline(__always)
  var extendedOffset: Int {
    couplingOffset + (points == 4 ? MemoryLayout<CouplingRow>.stride : points == 2 ? 16 : 0)
  }
  /// The bytes of four contacts.
  @inline(__always)
  var stride: Int {
    points == 0
      ? MemoryLayout<SphereContactRow>.stride
      : extendedOffset + (isExtended ? MemoryLayout<ExtendedContactRow>.stride : 0)
  }

  /// The layout of a class; see ``ContactClass``.
  static func of(_ kind: Int) -> ContactLayout {
    switch UInt8(kind) & ~1 {
    case ContactClass.spheres: .spheres
    case ContactClass.one: ContactLayout(points: 1, isExtended: false)
    case ContactClass.two: ContactLayout(points: 2, isExtended: false)
    case ContactClass.four: ContactLayout(points: 4, isExtended: false)
    default: ContactLayout(points: 4, isExtended: true)
    }
  }
}

/// Some rows of one colour and class, one after the other.
struct ContactGroup: BitwiseCopyable {
  /// The class; see ``ContactClass``.
  var kind: Int32 = 0
  var color: Int32 = 0
  /// How many rows of four there are.
  var count: Int32 = 0
  /// The first place in the sorted list of manifolds, four for each row.
  var firstLane: Int32 = 0
  /// Where the first row is in ``SolverStorage/rows``, in units of 16 bytes.
  var start: Int32 = 0

  /// How long a row takes in a pass, where one of balls takes 1: about 40 nanoseconds, measured.
  static func weight(_ kind: Int) -> Int {
    switch UInt8(kind) & ~1 {
    case ContactClass.spheres: 1
    case ContactClass.one: 2
    case ContactClass.two: 3
    case ContactClass.four: 5
    default: 8
    }
  }
}

/// Some rows of a group: what a thread takes at once.
struct ContactBlock: BitwiseCopyable {
  /// The weight that a block has at most, but for that of a single row.
  static var weight: Int { 64 }
  /// The weight of a colour from which it pays to share it out, some five microseconds.
  static var leastShared: Int { 120 }

  var group: Int32 = 0
  var first: Int32 = 0
  var count: Int32 = 0
  /// How far it lies in its group, from 0 up to 1.
  var position: Float = 0
}

/// The blocks of all groups of a colour, which share no body that impulses move.
struct ColorBlocks: BitwiseCopyable {
  var first: Int32 = 0
  var count: Int32 = 0
  /// How long a pass over all of them takes; see ``ContactGroup/weight(_:)``.
  var weight: Int32 = 0
}
