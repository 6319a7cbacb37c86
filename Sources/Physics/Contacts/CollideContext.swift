import CPrefetch
import CaromCollision
import CaromMaths

/// The arrays that the narrow phase reads and writes, as pointers for the threads.
struct CollideContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  /// Valid for colliders of bodies with ``BodyRecord/Flag/colliderOverrides``.
  let surfaces: UnsafeMutablePointer<ColliderOverrides>
  /// Valid for bodies with ``BodyRecord/Flag/oneWay``.
  let extras: UnsafeMutablePointer<BodyExtras>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  let caches: UnsafeMutablePointer<ManifoldCache>
  /// The index of the triangle set of each contact with a surface, or -1.
  let triangleSetIndices: UnsafeMutablePointer<Int32>
  let triangleSets: UnsafeMutablePointer<TriangleSet>
  let poses: UnsafeMutablePointer<BodyPose>
  let active: UnsafeMutablePointer<Int32>
  let outcomes: UnsafeMutablePointer<UInt8>
  /// The manifolds of contacts that begin, ``maxManifoldCount`` for each active slot.
  let begun: UnsafeMutablePointer<Manifold>
  /// The contacts of spheres that begin, one for each active slot.
  let begunSpheres: UnsafeMutablePointer<SphereContact>
  let classes: UnsafeMutablePointer<UInt8>
  let shapes: UnsafeBufferPointer<Shape>
  let speculativeDistance: Float
  let gravity: Vector3
  let dt: Float
  /// Whether there may be one-way surfaces or disabled contacts.
  let hasContactRules: Bool
}

/// The single-threaded work that an update of a contact requires, as bits.
enum CollideOutcome {
  /// The contact begins to have points; ``CollideContext/begun`` holds its manifolds.
  static let begins: UInt8 = 1
  /// The contact no longer has points.
  static let ends: UInt8 = 2
  /// A sleeping body is hit.
  static let wakes: UInt8 = 4
  /// The color does not fit the sides that are movable now.
  static let recolors: UInt8 = 8
  /// A dynamic body touches a static or kinematic one.
  static let touchesStatic: UInt8 = 16

  /// The contact that begins is one of two spheres, which ``CollideContext/begunSpheres`` holds.
  static let spheres: UInt8 = 32

  /// The contact begins to touch in 1 to 4 directions; in several only if one of the shapes is a
  /// surface.
  static func begins(directions count: Int) -> UInt8 {
    begins | UInt8(truncatingIfNeeded: count &- 1) << 6
  }

  /// The number of manifolds that begin.
  static func directions(_ outcome: UInt8) -> Int { Int(outcome >> 6) + 1 }
}

/// Calls `visit` with the slots whose byte has a bit of `mask`, in ascending order; fast if few
/// have.
@inline(__always)
func forEachMarked(
  _ bytes: UnsafeMutablePointer<UInt8>, _ slots: Range<Int>, _ mask: UInt8, _ visit: (Int) -> Void
) {
  let wide = UInt64(mask) &* 0x0101_0101_0101_0101
  var slot = slots.lowerBound
  while slot < slots.upperBound {
    let end = min(slot &+ 8, slots.upperBound)
    if end &- slot == 8,
      UnsafeRawPointer(bytes + slot).loadUnaligned(as: UInt64.self) & wide == 0
    {
      slot = end
      continue
    }
    while slot < end {
      if bytes[slot] & mask != 0 { visit(slot) }
      slot &+= 1
    }
  }
}

extension CollideContext {
  /// Collides the contacts in slots of the active list.
  ///
  /// Neighbors in the list lie anywhere in memory, so what the next contacts read is loaded in
  /// advance.
  func update(_ slots: Range<Int>) {
    let last = slots.upperBound &- 1
    for slot in slots {
      carom_prefetch(contacts + Int(active[min(slot &+ 8, last)]))
      let next = contacts + Int(active[min(slot &+ 4, last)])
      carom_prefetch(poses + Int(next.pointee.bodyA))
      carom_prefetch(poses + Int(next.pointee.bodyB))
      manifolds.prefetch(next.pointee.manifold, points)
      update(slot)
    }
  }

  /// Collides the contact in a slot of the active list and records its outcome and constraint
  /// class.
  func update(_ slot: Int) {
    let index = Int(active[slot])
    let c = contacts + index
    // The parent updates its children.
    if c.pointee.parent >= 0 { return }
    let a = poses + Int(c.pointee.bodyA)
    let b = poses + Int(c.pointee.bodyB)
    if c.pointee.manifold < 0 && isFarApart(c, a, b) {
      outcomes[slot] = 0
      return classify(slot)
    }
    var margin: Float = 0
    if c.pointee.has(ContactRecord.Flag.collides) {
      margin = a.pointee.speculativeMargin + b.pointee.speculativeMargin
      margin =
        margin > speculativeDistance
        ? min(margin, marginLimit(a, b), approachDistance(a, b)) : speculativeDistance
    }
    let outcome: UInt8
    if c.pointee.has(ContactRecord.Flag.surface) {
      outcome = collideSurface(slot, c, a, b, margin)
    } else if a.pointee.center.w > 0 && b.pointee.center.w > 0 {
      outcome = collideSpheres(slot, c, a, b, margin)
    } else {
      outcome = collideShapes(slot, c, a, b, margin)
    }
    outcomes[slot] = outcome
    classify(slot)
  }

  /// Stores the manifolds that ``update(_:)`` found for a contact, after they have been allocated.
  func begin(_ slot: Int) {
    let c = contacts + Int(active[slot])
    let a = poses + Int(c.pointee.bodyA)
    let b = poses + Int(c.pointee.bodyB)
    let outcome = outcomes[slot]
    if outcome & CollideOutcome.spheres != 0 {
      outcomes[slot] = write(begunSpheres[slot], c, a, b)
    } else if c.pointee.has(ContactRecord.Flag.surface) {
      outcomes[slot] = beginSurface(slot, c, a, b, count: CollideOutcome.directions(outcome))
    } else {
      let m = manifolds + Int(c.pointee.manifold)
      let p = points + Int(c.pointee.manifold) * 4
      c.pointee.moved = 0
      write(begun[slot * maxManifoldCount], c, m, p, a, b)
      outcomes[slot] = contactOutcome(c, m, p, a, b)
    }
    classify(slot)
  }

  /// The greatest margin of a pair: two bodies that move are limited by their sizes, with joints or
  /// without, since no sweep stops them at each other.
  private func marginLimit(
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    guard a.pointee.has(BodyPose.Flag.dynamic), b.pointee.has(BodyPose.Flag.dynamic) else {
      return .infinity
    }
    return max(speculativeDistance, 0.5 * a.pointee.innerRadius)
      + max(speculativeDistance, 0.5 * b.pointee.innerRadius)
  }

  /// The greatest distance by which two bodies can approach each other in the step.
  ///
  /// At least the speculative distance. Bricks that fly side by side are fast, but not relative to
  /// each other.
  @inline(__always)
  func approachDistance(
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    let velocity: F4 = b.pointee.velocity - a.pointee.velocity
    let spins: Float = a.pointee.rotation.w + b.pointee.rotation.w
    let speed: Float = velocity.dot3(velocity).squareRoot() + spins
    return max(speculativeDistance, speed * dt)
  }

  /// Collides two spheres in closed form; only the impulse is stored from step to step.
  private func collideSpheres(
    _ slot: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    let maxDistance: Float = a.pointee.center.w + b.pointee.center.w + margin
    let found = SphereContact(
      offset: b.pointee.center - a.pointee.center, maxDistance: maxDistance)
    guard let found else {
      // The motion of this step is not added to a gap found earlier.
      c.pointee.moved = .infinity
      return c.pointee.manifold < 0 ? 0 : end(c)
    }
    let contact = predicted(found, c, a, b)
    if c.pointee.manifold < 0 {
      begunSpheres[slot] = contact
      return CollideOutcome.begins | CollideOutcome.spheres
    }
    return write(contact, c, a, b)
  }

  /// The contact of two spheres at their impact in the coming step.
  ///
  /// With the normal of the current positions, a ball would leave in another direction than along
  /// the line between the centers, or would bounce off one that it misses.
  @inline(__always)
  private func predicted(
    _ found: SphereContact, _ c: UnsafeMutablePointer<ContactRecord>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> SphereContact {
    let radii: Float = a.pointee.center.w + b.pointee.center.w
    let separation: Float = found.distance - radii
    // Balls that almost touch, as in a pile, keep the normal that their positions have.
    guard separation > 0.003 * radii,
      a.pointee.speculativeMargin + b.pointee.speculativeMargin > separation
    else { return found }
    let (bodyA, bodyB) = (bodies + Int(c.pointee.bodyA), bodies + Int(c.pointee.bodyB))
    return found.predicted(
      offset: Vector3(b.pointee.center - a.pointee.center),
      motion: (bodyB.pointee.velocity - bodyA.pointee.velocity) * dt, radii: radii)
  }

  /// Stores the contact of two spheres.
  private func write(
    _ found: SphereContact, _ c: UnsafeMutablePointer<ContactRecord>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> UInt8 {
    let m = manifolds + Int(c.pointee.manifold)
    let p = points + Int(c.pointee.manifold) * 4
    let separation: Float = found.distance - (a.pointee.center.w + b.pointee.center.w)
    if m.pointee.pointCount != 1 || m.pointee.features.x != 0 {
      m.pointee.roundA = a.pointee.center.w
      m.pointee.roundB = b.pointee.center.w
      start(m, p, c)
      c.pointee.moved = .infinity
    }
    if c.pointee.moved == .infinity {
      setMaterial(m, c)
      c.pointee.moved = 0
    }
    let friction = m.pointee.normal.w
    m.pointee.normal = found.normal
    m.pointee.normal.w = friction
    m.pointee.minSeparation = separation
    m.pointee.offset = b.pointee.center - a.pointee.center
    m.pointee.offset.w = 1
    p.pointee.onA = F4(0, 0, 0, separation)
    c.pointee.flags &= ~(ContactRecord.Flag.ghost | ContactRecord.Flag.edge)
    return contactOutcome(c, m, p, a, b)
  }

  /// Initializes a manifold of one point between spheres.
  private func start(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ p: UnsafeMutablePointer<ContactPoint>,
    _ c: UnsafeMutablePointer<ContactRecord>
  ) {
    m.pointee.pointCount = 1
    m.pointee.features = I4()
    p[0] = ContactPoint()
    for slot in 1..<4 { p[slot] = ContactPoint() }
    c.pointee.flags &= ~(ContactRecord.Flag.faceA | ContactRecord.Flag.faceB)
  }

  /// Combines the materials of the two colliders.
  func setMaterial(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ c: UnsafeMutablePointer<ContactRecord>
  ) {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    if (a.pointee.flags | b.pointee.flags) & BodyRecord.Flag.colliderOverrides != 0 {
      return setOwnMaterial(m, c)
    }
    m.pointee.normal.w = CombineMode.combine(
      a.pointee.friction, a.pointee.frictionCombine, b.pointee.friction,
      b.pointee.frictionCombine)
    m.pointee.localNormal.w = CombineMode.combine(
      a.pointee.restitution, a.pointee.restitutionCombine, b.pointee.restitution,
      b.pointee.restitutionCombine)
    setRolling(m, c, max(a.pointee.rollingFriction, b.pointee.rollingFriction))
  }

  /// Combines the materials of two colliders that may have their own.
  @inline(never)
  private func setOwnMaterial(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ c: UnsafeMutablePointer<ContactRecord>
  ) {
    let p = material(c.pointee.bodyA, c.pointee.colliderA)
    let q = material(c.pointee.bodyB, c.pointee.colliderB)
    m.pointee.normal.w = CombineMode.combine(
      p.friction, p.frictionCombine, q.friction, q.frictionCombine)
    m.pointee.localNormal.w = CombineMode.combine(
      p.restitution, p.restitutionCombine, q.restitution, q.restitutionCombine)
    setRolling(m, c, max(p.rollingFriction, q.rollingFriction))
  }

  private func material(_ body: Int32, _ collider: Int32) -> SurfaceMaterial {
    let b = bodies + Int(body)
    return b.pointee.has(BodyRecord.Flag.colliderOverrides)
      ? surfaces[Int(collider)].material(over: b.pointee.material) : b.pointee.material
  }

  /// Sets the maximum torque against rolling for each newton of normal force.
  ///
  /// A cylinder or a cone that leans rolls on an edge, one or two points of a contact, about its
  /// radius as well.
  @inline(__always)
  private func setRolling(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ c: UnsafeMutablePointer<ContactRecord>,
    _ rolling: Float
  ) {
    m.pointee.roll.w = 0
    guard rolling > 0 else { return }
    var radius: Float = max(m.pointee.roundA, m.pointee.roundB)
    if m.pointee.pointCount < 3 {
      radius = max(
        radius, colliders[Int(c.pointee.colliderA)].roundRadius,
        colliders[Int(c.pointee.colliderB)].roundRadius)
    }
    m.pointee.roll.w = rolling * radius
  }

  /// Clears the points of a contact.
  func end(_ c: UnsafeMutablePointer<ContactRecord>) -> UInt8 {
    manifolds[Int(c.pointee.manifold)].pointCount = 0
    return CollideOutcome.ends
  }

  /// The outcome of an update of a contact with points.
  @inline(__always)
  func contactOutcome(
    _ c: UnsafeMutablePointer<ContactRecord>, _ m: UnsafeMutablePointer<ManifoldRecord>,
    _ p: UnsafeMutablePointer<ContactPoint>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> UInt8 {
    guard c.pointee.has(ContactRecord.Flag.collides) else { return 0 }
    var outcome: UInt8 = 0
    if (a.pointee.flags ^ b.pointee.flags) & BodyPose.Flag.dynamic != 0 {
      outcome |= CollideOutcome.touchesStatic
    }
    if a.pointee.isSleeping || b.pointee.isSleeping, isHit(c, m, p, a, b) {
      outcome |= CollideOutcome.wakes
    }
    return outcome
  }

  /// Whether the two bodies touch, or will within this step.
  @inline(never)
  private func isHit(
    _ c: UnsafeMutablePointer<ContactRecord>, _ m: UnsafeMutablePointer<ManifoldRecord>,
    _ p: UnsafeMutablePointer<ContactPoint>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> Bool {
    let bodyA = bodies + Int(c.pointee.bodyA)
    let bodyB = bodies + Int(c.pointee.bodyB)
    let n = Vector3(m.pointee.normal)
    for slot in 0..<Int(m.pointee.pointCount) {
      let rA = Quaternion(a.pointee.orientation).rotate(Vector3(p[slot].onA))
      let rB = Quaternion(b.pointee.orientation).rotate(Vector3(p[slot].onB))
      let velocityA =
        bodyA.pointee.velocity + bodyA.pointee.angularVelocity.cross(rA + n * m.pointee.roundA)
      let velocityB =
        bodyB.pointee.velocity + bodyB.pointee.angularVelocity.cross(rB - n * m.pointee.roundB)
      let speed: Float = (velocityB - velocityA).dot(n)
      let separation = p[slot].separation
      if separation <= 0.0005 || separation + speed * dt <= 0 { return true }
    }
    return false
  }
}
