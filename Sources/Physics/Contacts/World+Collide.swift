import CaromCollision
import CaromMaths

/// What colliding the contacts of a step reads and writes, taken out of the world once.
struct CollideContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  let caches: UnsafeMutablePointer<ManifoldCache>
  /// For each contact with a surface the place of its set, or -1.
  let triangleSetIndices: UnsafeMutablePointer<Int32>
  let triangleSets: UnsafeMutablePointer<TriangleSet>
  let poses: UnsafeMutablePointer<BodyPose>
  let active: UnsafeMutablePointer<Int32>
  let outcomes: UnsafeMutablePointer<UInt8>
  let classes: UnsafeMutablePointer<UInt8>
  let shapes: UnsafeBufferPointer<Shape>
  let speculativeDistance: Float
  let gravity: Vector3
  let dt: Float
}

/// What has to be done on one thread after a contact was looked at, as bits.
enum CollideOutcome {
  /// It begins to have points, and needs a place for them.
  static let begins: UInt8 = 1
  /// It has no points any more.
  static let ends: UInt8 = 2
  /// A sleeping side is pushed.
  static let wakes: UInt8 = 4
  /// Its colour is not that of the sides that can be moved now.
  static let recolors: UInt8 = 8
  /// A dynamic body touches what no force moves.
  static let touchesStatic: UInt8 = 16

  /// It begins to touch a surface in a number of directions, 1 to 4.
  static func begins(directions count: Int) -> UInt8 {
    begins | UInt8(truncatingIfNeeded: count &- 1) << 6
  }

  /// How many directions need a place for their points.
  static func directions(_ outcome: UInt8) -> Int { Int(outcome >> 6) + 1 }
}

/// Calls `visit` with the places whose byte has a bit of `mask`, ascending; most have none.
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

extension World {
  /// Computes where the active contacts touch, and what kind of constraint each becomes.
  ///
  /// Contacts are looked at on all threads, each writing to its own records alone; what concerns
  /// others (places, wakes, colours) is noted, and done afterwards on one thread in the order of the
  /// list. A body that wakes appends its contacts, which are looked at in turn. Meanwhile the trees,
  /// which nobody asks before the bodies move, are built anew where that is due.
  func collideContacts(_ dt: Float) {
    staticContactBodies.removeAll()
    let shared = SharedWorld(world: self)
    var job: (@Sendable () -> Void)?
    if broadPhase.needsRebuild {
      if broadPhase.dynamics.needsRebuild { sortActiveContacts() }
      job = { shared.world.broadPhase.rebuildIfNeeded() }
    }
    var start = 0
    var hasWoken = false
    repeat {
      let end = active.count
      outcomes.resize(end)
      classes.resize(end)
      let context = collideContext(dt)
      parallelFor(end - start, chunkSize: 64, minimumCount: 192, beside: job) { [start] range in
        for slot in range { context.update(start + slot) }
      }
      job = nil
      endStage(.contacts)
      allocateAndCollide(start..<end, dt)
      // Taken out of the world once: each access to a property of a class is checked.
      let found = outcomes.base
      forEachMarked(found, start..<end, CollideOutcome.wakes | CollideOutcome.touchesStatic) {
        slot in
        let contact = Int(active.base[slot])
        if found[slot] & CollideOutcome.wakes != 0 {
          wakeBodies(contact)
          hasWoken = true
        }
        if found[slot] & CollideOutcome.touchesStatic != 0 { recordStaticContact(contact) }
      }
      start = end
    } while start < active.count
    if hasWoken {
      let context = collideContext(dt)
      for slot in 0..<active.count { context.classify(slot) }
    }
    recolor()
    endStage(.colors)
  }

  /// Takes back the places of contacts that ended, and gives those that begin one and looks again.
  private func allocateAndCollide(_ slots: Range<Int>, _ dt: Float) {
    begun.removeAll()
    let found = outcomes.base
    forEachMarked(found, slots, CollideOutcome.begins | CollideOutcome.ends) { slot in
      if found[slot] & CollideOutcome.ends != 0 { freeEmptyManifolds(Int(active.base[slot])) }
      if found[slot] & CollideOutcome.begins != 0 { begun.append(Int32(slot)) }
    }
    if begun.isEmpty { return }
    for number in 0..<begun.count {
      let slot = Int(begun.base[number])
      let contact = Int(active.base[slot])
      if contacts.base[contact].has(ContactRecord.Flag.surface) {
        allocateManifolds(contact, count: CollideOutcome.directions(outcomes.base[slot]))
      } else {
        allocateManifold(contact)
      }
    }
    outcomes.resize(active.count)
    classes.resize(active.count)
    let context = collideContext(dt)
    let list = IndexList(begun.base)
    parallelFor(begun.count, chunkSize: 16, minimumCount: 48) { range in
      for number in range { context.update(Int(list[number])) }
    }
    for number in 0..<begun.count {
      let slot = Int(begun.base[number])
      if outcomes.base[slot] & CollideOutcome.ends != 0 {
        freeEmptyManifolds(Int(active.base[slot]))
      }
    }
  }

  private func collideContext(_ dt: Float) -> CollideContext {
    shapes.withUnsafeBufferPointer { shapes in
      // Shapes do not change while contacts are looked at, so their place outlives this scope.
      CollideContext(
        bodies: bodies.base, colliders: colliders.base, contacts: contacts.base,
        manifolds: manifolds.base, points: points.base, caches: caches.base,
        triangleSetIndices: triangleCache.indices.base, triangleSets: triangleCache.sets.base,
        poses: poses.base,
        active: active.base, outcomes: outcomes.base, classes: classes.base, shapes: shapes,
        speculativeDistance: settings.speculativeDistance, gravity: settings.gravity, dt: dt)
    }
  }

  /// Gives contacts the colours that fit the sides that can be moved now.
  private func recolor() {
    graph.reserve(bodies: bodies.count)
    let found = outcomes.base
    let all = 0..<active.count
    forEachMarked(found, all, CollideOutcome.recolors) { slot in
      releaseColor(Int(active.base[slot]))
    }
    forEachMarked(found, all, CollideOutcome.recolors) { slot in
      guard classes.base[slot] != 0 else { return }
      let c = contacts.base + Int(active.base[slot])
      let isMovableA = poses.base[Int(c.pointee.bodyA)].isMovable
      let isMovableB = poses.base[Int(c.pointee.bodyB)].isMovable
      c.pointee.set(ContactRecord.Flag.holdsA, isMovableA)
      c.pointee.set(ContactRecord.Flag.holdsB, isMovableB)
      c.pointee.color = graph.assign(c.pointee.held.a, c.pointee.held.b)
    }
  }

  /// Frees the colour of a contact that needs no solving, if it has one.
  func releaseColor(_ contact: Int) {
    let c = contacts.base + contact
    guard c.pointee.color >= 0 else { return }
    graph.release(c.pointee.held.a, c.pointee.held.b, color: c.pointee.color)
    c.pointee.color = -1
    c.pointee.flags &= ~(ContactRecord.Flag.holdsA | ContactRecord.Flag.holdsB)
  }

  /// Remembers a dynamic body that touches what no force moves, once for each such contact.
  private func recordStaticContact(_ contact: Int) {
    let c = contacts.base[contact]
    staticContactBodies.append(bodies.base[Int(c.bodyA)].isDynamic ? c.bodyA : c.bodyB)
  }

  /// Wakes the sleeping sides of a contact.
  private func wakeBodies(_ contact: Int) {
    let c = contacts.base[contact]
    wake(Int(c.bodyA))
    wake(Int(c.bodyB))
  }
}

extension CollideContext {
  /// Looks at the contact in a place of the list, and notes what follows from it.
  func update(_ slot: Int) {
    let index = Int(active[slot])
    let c = contacts + index
    // The further directions of a contact are looked at with it.
    if c.pointee.parent >= 0 { return }
    let a = poses + Int(c.pointee.bodyA)
    let b = poses + Int(c.pointee.bodyB)
    var margin: Float = 0
    if c.pointee.has(ContactRecord.Flag.collides) {
      margin = a.pointee.speculativeMargin + b.pointee.speculativeMargin
      margin = margin > speculativeDistance ? min(margin, closing(c, a, b)) : speculativeDistance
    }
    let outcome: UInt8
    if c.pointee.has(ContactRecord.Flag.surface) {
      outcome = collideSurface(index, c, a, b, margin)
    } else if a.pointee.center.w > 0 && b.pointee.center.w > 0 && !isFast(c, a, b, margin) {
      outcome = collideSpheres(c, a, b, margin)
    } else {
      outcome = collideShapes(index, c, a, b, margin)
    }
    outcomes[slot] = outcome
    classify(slot)
  }

  /// How far two bodies may come towards each other in a step, at least the speculative distance.
  ///
  /// Bricks that fly side by side are fast, but not for each other.
  @inline(never)
  private func closing(
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    let bodyA = bodies + Int(c.pointee.bodyA)
    let bodyB = bodies + Int(c.pointee.bodyB)
    let speed: Float =
      (bodyB.pointee.velocity - bodyA.pointee.velocity).length
      + bodyA.pointee.angularVelocity.length * a.pointee.outerRadius
      + bodyB.pointee.angularVelocity.length * b.pointee.outerRadius
    return max(speculativeDistance, speed * dt)
  }

  /// Two balls: nothing to remember but the impulse.
  private func collideSpheres(
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    let radii: Float = a.pointee.center.w + b.pointee.center.w
    let displacement: F4 = b.pointee.center - a.pointee.center
    let squares: F4 = displacement * displacement
    let squared: Float = squares.x + squares.y + squares.z
    let maxDistance: Float = radii + margin
    if squared > maxDistance * maxDistance { return c.pointee.manifold < 0 ? 0 : end(c) }
    if c.pointee.manifold < 0 { return CollideOutcome.begins }
    let distance: Float = squared.squareRoot()
    let m = manifolds + Int(c.pointee.manifold)
    let p = points + Int(c.pointee.manifold) * 4
    let normal: F4 = distance > 0 ? displacement / F4(repeating: distance) : F4(0, 1, 0, 0)
    let separation: Float = distance - radii
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
    m.pointee.normal = normal
    m.pointee.normal.w = friction
    m.pointee.minSeparation = separation
    p.pointee.onA = F4(0, 0, 0, separation)
    c.pointee.flags &= ~(ContactRecord.Flag.ghost | ContactRecord.Flag.edge)
    return after(c, m, p, a, b)
  }

  /// Begins a manifold of one point between balls.
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

  /// Combines the materials of the two bodies.
  func setMaterial(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ c: UnsafeMutablePointer<ContactRecord>
  ) {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    m.pointee.normal.w = CombineMode.combine(
      a.pointee.friction, a.pointee.frictionCombine, b.pointee.friction,
      b.pointee.frictionCombine)
    m.pointee.localNormal.w = CombineMode.combine(
      a.pointee.restitution, a.pointee.restitutionCombine, b.pointee.restitution,
      b.pointee.restitutionCombine)
    let rolling = max(a.pointee.rollingFriction, b.pointee.rollingFriction)
    m.pointee.roll.w =
      rolling > 0 ? rolling * max(m.pointee.roundA, m.pointee.roundB) : 0
  }

  /// Notes that a contact has no points any more.
  func end(_ c: UnsafeMutablePointer<ContactRecord>) -> UInt8 {
    manifolds[Int(c.pointee.manifold)].pointCount = 0
    return CollideOutcome.ends
  }

  /// What has to be done about a contact that has points.
  @inline(__always)
  func after(
    _ c: UnsafeMutablePointer<ContactRecord>, _ m: UnsafeMutablePointer<ManifoldRecord>,
    _ p: UnsafeMutablePointer<ContactPoint>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> UInt8 {
    guard c.pointee.has(ContactRecord.Flag.collides) else { return 0 }
    var outcome: UInt8 = 0
    if (a.pointee.flags ^ b.pointee.flags) & BodyPose.Flag.dynamic != 0 {
      outcome |= CollideOutcome.touchesStatic
    }
    if a.pointee.sleeps || b.pointee.sleeps, isPushed(c, m, p, a, b) {
      outcome |= CollideOutcome.wakes
    }
    return outcome
  }

  /// True when the two touch, or will within this step.
  @inline(never)
  private func isPushed(
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
