// Contact constraints in the substeps: rows of four contacts of one color and class, one lane each.
// Vectors are expressed in the axes of the contact, two tangents and the normal, in which most
// terms of a contact are zero. A vector from a center of mass to a point has the components a along
// the first tangent, b along the second and c along the normal; those of B are those of A less the
// offset from A's center to B's. Unused lanes have body 0 and zeros.

import CaromMaths

/// Four contacts of one point between spheres, or between spheres and immovable bodies.
///
/// The normals pass through the centers, so normal impulses cause no rotation.
struct SphereContactRow: BitwiseCopyable {
  var bodyA = I4()
  var bodyB = I4()
  var manifold = I4()
  var normal = Vector3W.zero
  /// The distances from the centers to the point, along the normal.
  var armA = F4()
  var armB = F4()
  var friction = F4()
  var normalMass = F4()
  var frictionMass = F4()
  /// The friction impulse on B, in the world, perpendicular to the normal.
  var frictionImpulse = Vector3W.zero
  var impulse = F4()
  /// The sum of the impulses of all substeps.
  var total = F4()
  /// The separation at the beginning of the step, and now.
  var base = F4()
  var separation = F4()
}

/// The data of four contacts of any other class, apart from their points, which follow in memory.
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
  /// The offset from A's center of mass to B's, along the tangents.
  var offset1 = F4()
  var offset2 = F4()
  /// The mean of A's anchors along the normal, without the rolling radii.
  var coreA = F4()
  /// The vector from A's center to where friction acts, see ``FrictionCenter``, and `armB` from
  /// B's.
  var arm1 = F4()
  var arm2 = F4()
  var armA = F4()
  var armB = F4()
  /// The lever of twist friction: the mean distance of the load from there.
  var lever = F4()
  /// The sliding impulse, per twist impulse, that ends a sliding of the speed at the lever; 0 where
  /// twist and sliding friction are limited independently.
  var twistShare = F4()
  var friction = F4()
  /// The effective mass of the friction block: the inverse of a symmetric 2×2 matrix.
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
  /// The point relative to A's center of mass, along the tangents.
  var along1 = F4()
  var along2 = F4()
  /// The separation at the beginning of the step, and now.
  var base = F4()
  var separation = F4()
  var mass = F4()
  var impulse = F4()
}

/// The change of normal velocity at one point by a unit impulse at another, for points 01 02 03 12
/// 13 23.
struct CouplingRow: BitwiseCopyable {
  var k01 = F4()
  var k02 = F4()
  var k03 = F4()
  var k12 = F4()
  var k13 = F4()
  var k23 = F4()
}

/// Additional data of contacts with restitution, rolling friction, a moving surface, or a body with
/// locked axes.
struct ExtendedContactRow: BitwiseCopyable {
  /// The inverse masses in the contact's axes.
  var massA = SymmetricW.zero
  var massB = SymmetricW.zero
  var restitution = F4()
  /// The restitution threshold: the slowest approach that bounces, in meters per second.
  var bounceSpeed = F4()
  /// The acceleration by which forces drive the bodies together along the normal, in m/s².
  var pull = F4()
  /// The restitution impulse of this substep.
  var bounced = F4()
  /// The maximum rolling torque for each newton of normal force, in meters.
  var rollingArm = F4()
  var rollingMass = SymmetricW.zero
  /// The rolling impulse on B in the contact's axes.
  var roll = Vector3W.zero
  /// The velocity of B's surface relative to A's along the tangents, in meters per second, apart
  /// from the motion of the bodies, and its angular velocity about the normal.
  var surface1 = F4()
  var surface2 = F4()
  var surfaceSpin = F4()
  /// 1 if any of these is not 0.
  var hasSurfaceMotion: Int32 = 0
}

/// The memory layout of a class of contacts: a ``ContactRow``, its points, and their coupling.
struct ContactLayout {
  /// The capacity of points: 1, 2 or 4; 0 for spheres.
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
