import CaromCollision
import CaromMaths

/// The contacts of a world, their manifolds, and the body pairs that report contact events.
final class ContactStore {
  // MARK: Contacts

  /// One contact for each pair of colliders whose fat boxes overlap, and one for each further
  /// direction in which a pair with a surface touches.
  @exclusivity(unchecked) var records = Buffer<ContactRecord>()
  /// The head of the free list, linked by ``ContactRecord/nextFree``, or -1.
  var firstFree: Int32 = -1
  /// The narrow phase's cached axis or simplex of each contact.
  @exclusivity(unchecked) var caches = Buffer<ManifoldCache>()
  /// The triangle sets of contacts with meshes.
  @exclusivity(unchecked) var triangleCache = TriangleCache()
  /// The contact of each pair of colliders, the lower index first; holds no further directions.
  @exclusivity(unchecked) var map = PairMap()
  /// The contacts that the step updates: those with an awake body, and those scheduled for a single
  /// update.
  @exclusivity(unchecked) var active = Buffer<Int32>()

  /// Whether ``World/contactModifier`` may have disabled contacts in the last step.
  var hasDisabled = false

  // MARK: Manifolds

  /// The manifolds of contacts that have points.
  @exclusivity(unchecked) var manifolds = Buffer<ManifoldRecord>()
  /// The head of the free list, linked by ``ManifoldRecord/nextFree``, or -1.
  var firstFreeManifold: Int32 = -1
  /// Four points for each manifold.
  @exclusivity(unchecked) var points = Buffer<ContactPoint>()

  // MARK: Reporting pairs

  /// One record for each pair of bodies that reports contact events.
  @exclusivity(unchecked) var pairs = Buffer<PairRecord>()
  /// The head of the free list, linked by ``PairRecord/nextFree``, or -1.
  var firstFreePair: Int32 = -1
  /// The pair record of two bodies, the one created first given first.
  @exclusivity(unchecked) var pairMap = PairMap()

  // MARK: Results of the step

  /// Follow-up work for each active contact, as bits; see ``CollideOutcome``.
  @exclusivity(unchecked) var outcomes = Buffer<UInt8>()
  /// The constraint class of each active contact, 0 for none; see ``ContactClass``.
  @exclusivity(unchecked) var classes = Buffer<UInt8>()

  @inline(__always) var base: UnsafeMutablePointer<ContactRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var elements: UnsafeMutableBufferPointer<ContactRecord> { records.elements }

  /// Calls `visit` with each contact of a body and the index of the other body.
  ///
  /// The visitor must not add or remove contacts of this body.
  @inline(__always)
  func forEachContact(
    of body: Int, in bodies: BodyStore, _ visit: (_ contact: Int, _ other: Int) -> Void
  ) {
    var key = bodies.base[body].firstContact
    while key >= 0 {
      let contact = Int(key >> 1)
      let isA = key & 1 == 0
      let c = base[contact]
      visit(contact, Int(isA ? c.bodyB : c.bodyA))
      key = isA ? c.nextA : c.nextB
    }
  }

  /// The normal of a contact with a manifold, from A to B.
  func normal(of contact: Int) -> Vector3 {
    Vector3(manifolds.base[Int(records.base[contact].manifold)].normal)
  }

  /// The midpoint of the gap at a point of a manifold, in the world, for the poses of the current
  /// step.
  func position(of slot: Int, in manifold: Int, _ poses: UnsafeMutablePointer<BodyPose>) -> Vector3
  {
    let m = manifolds.base + manifold
    let p = points.base + (manifold * 4 + slot)
    let c = base + Int(m.pointee.contact)
    let a = poses + Int(c.pointee.bodyA)
    let b = poses + Int(c.pointee.bodyB)
    let n = Vector3(m.pointee.normal)
    let onA =
      Vector3(a.pointee.center)
      + Quaternion(a.pointee.orientation).rotate(Vector3(p.pointee.onA)) + n * m.pointee.roundA
    let onB =
      Vector3(b.pointee.center)
      + Quaternion(b.pointee.orientation).rotate(Vector3(p.pointee.onB)) - n * m.pointee.roundB
    return (onA + onB) * 0.5
  }

  /// Makes the next step collide the contacts of a body again, because its shape, pose or material
  /// changed.
  func invalidateManifolds(of body: Int, in bodies: BodyStore) {
    forEachContact(of: body, in: bodies) { contact, _ in base[contact].moved = .infinity }
  }

  func removeAll() {
    records.removeAll()
    caches.removeAll()
    triangleCache.removeAll()
    map.removeAll()
    active.removeAll()
    manifolds.removeAll()
    points.removeAll()
    pairs.removeAll()
    pairMap.removeAll()
    (firstFree, firstFreeManifold, firstFreePair) = (-1, -1, -1)
    hasDisabled = false
  }
}
