import CaromCollision
import CaromMaths

// A body may touch a surface in several directions at once: the floor and the wall of one mesh. The
// contact of the two colliders then has further contacts as its children, one for each direction. They
// are contacts like any other to the solver, to islands and to events; but only the first is in the
// table, is looked at, and writes what it finds into all of them.

extension World {
  /// Makes a contact and its children enough for a number of directions, each with a place for points.
  func allocateManifolds(_ contact: Int, count: Int) {
    var member = contact
    var number = 1
    while true {
      allocateManifold(member)
      if number == count { return }
      number += 1
      let next = Int(contacts.base[member].nextChild)
      member = next >= 0 ? next : makeChild(of: contact, after: member)
    }
  }

  /// Makes a contact for a further direction of one with a surface.
  private func makeChild(of parent: Int, after last: Int) -> Int {
    let child = allocateContact()
    let p = contacts.base[parent]
    var c = ContactRecord()
    (c.colliderA, c.colliderB, c.bodyA, c.bodyB) = (p.colliderA, p.colliderB, p.bodyA, p.bodyB)
    c.flags =
      p.flags
      & (ContactRecord.Flag.alive | ContactRecord.Flag.collides | ContactRecord.Flag.updateOnce
        | ContactRecord.Flag.surface)
    c.parent = Int32(parent)
    contacts.base[child] = c
    contacts.base[last].nextChild = Int32(child)
    caches.base[child] = ManifoldCache()
    if p.pair >= 0 { joinPair(child) }
    link(child, side: 0)
    link(child, side: 1)
    activate(child)
    return child
  }

  /// Removes the contacts of the further directions of one with a surface.
  func destroyChildren(of contact: Int) {
    var child = Int(contacts.base[contact].nextChild)
    contacts.base[contact].nextChild = -1
    while child >= 0 {
      let next = Int(contacts.base[child].nextChild)
      removeContact(child)
      child = next
    }
  }

  /// Takes back the places of those directions of a contact that have no points any more.
  func freeEmptyManifolds(_ contact: Int) {
    var member = contact
    while member >= 0 {
      let c = contacts.base[member]
      if c.manifold >= 0 && manifolds.base[Int(c.manifold)].pointCount == 0 { freeManifold(member) }
      member = Int(c.nextChild)
    }
  }

  /// What is wrong with how a contact and its children name each other, or nil.
  func manifoldGroupProblem(_ contact: Int) -> String? {
    let c = contacts.base[contact]
    let problem = "a contact and its further directions contradict each other"
    if c.parent >= 0 {
      let p = contacts.base[Int(c.parent)]
      let isSame =
        p.colliderA == c.colliderA && p.colliderB == c.colliderB && p.bodyA == c.bodyA
        && p.bodyB == c.bodyB && p.has(ContactRecord.Flag.alive)
        && c.has(ContactRecord.Flag.alive)
      if !isSame || p.parent >= 0 { return problem }
    }
    var (child, count) = (c.nextChild, 0)
    let first = c.parent >= 0 ? c.parent : Int32(contact)
    while child >= 0 {
      count += 1
      if count >= manifoldLimit || contacts.base[Int(child)].parent != first { return problem }
      child = contacts.base[Int(child)].nextChild
    }
    guard c.parent >= 0 else { return nil }
    // It must be found from its parent, or nobody would look at it.
    child = contacts.base[Int(c.parent)].nextChild
    count = 0
    while child >= 0 && count < manifoldLimit {
      if child == Int32(contact) { return nil }
      count += 1
      child = contacts.base[Int(child)].nextChild
    }
    return problem
  }
}

extension CollideContext {
  /// A pair of which one is a surface: finds all directions, and hands each to one of the contacts.
  func collideSurface(
    _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    let way: F4 = b.pointee.motion - a.pointee.motion
    let squares: F4 = way * way
    c.pointee.moved +=
      (squares.x + squares.y + squares.z).squareRoot() + a.pointee.motion.w + b.pointee.motion.w
    var group = ManifoldGroup(contacts, index)
    let outcome = collideGroup(&group, index, c, a, b, margin)
    for number in 1..<max(group.count, 1) {
      let slot = Int(contacts[Int(group.members[number])].activeIndex)
      outcomes[slot] = 0
      classify(slot)
    }
    return outcome
  }

  private func collideGroup(
    _ group: inout ManifoldGroup, _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    // Still farther apart than needs looking at?
    let isApart = group.placed == 0
    if isApart && c.pointee.moved + margin < 0 { return 0 }
    let isQuick = isFast(c, a, b, margin)
    if !isApart && !isQuick && canRecycle(group, c, a, b) {
      var outcome: UInt8 = 0
      for number in 0..<group.count {
        let member = contacts + Int(group.members[number])
        guard member.pointee.manifold >= 0 else { continue }
        let m = manifolds + Int(member.pointee.manifold)
        let p = points + Int(member.pointee.manifold) * 4
        recycle(member, m, p, a, b)
        member.pointee.set(ContactRecord.Flag.ghost, false)
        outcome |= after(member, m, p, a, b)
      }
      return outcome
    }
    return withUnsafeTemporaryAllocation(of: Manifold.self, capacity: manifoldLimit) { memory in
      guard let found = memory.baseAddress else { return 0 }
      let maxDistance: Float = isApart ? margin + Self.slack : margin
      var count = collideAll(index, c, a, b, maxDistance, found)
      var gap: Float = maxDistance
      for number in 0..<count { gap = min(gap, found[number].leastSeparation) }
      count = keepWithinMargin(found, count, margin)
      if count > 0 && isQuick { count = speculativeManifolds(found, count, index, c) }
      if count == 0 {
        c.pointee.moved = isApart && gap > margin ? -gap : .infinity
        return isApart ? 0 : endAll(group)
      }
      if group.placed < count { return CollideOutcome.begins(directions: count) }
      c.pointee.moved = 0
      return assign(found, count, group, a, b)
    }
  }

  /// True when the points of all directions may stay as they are.
  private func canRecycle(
    _ group: ManifoldGroup, _ c: UnsafeMutablePointer<ContactRecord>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Bool {
    if a.pointee.center.w > 0 || b.pointee.center.w > 0 { return false }
    let limit: Float = min(0.01, 0.02 * min(a.pointee.outerRadius, b.pointee.outerRadius))
    guard c.pointee.moved < limit else { return false }
    for number in 0..<group.count {
      let member = contacts + Int(group.members[number])
      guard member.pointee.manifold >= 0 else { continue }
      let isFace =
        member.pointee.flags & (ContactRecord.Flag.faceA | ContactRecord.Flag.faceB) != 0
      if !isFace || manifolds[Int(member.pointee.manifold)].pointCount == 0 { return false }
    }
    return true
  }

  /// The narrow phase.
  private func collideAll(
    _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float, _ out: UnsafeMutablePointer<Manifold>
  ) -> Int {
    let (colliderA, colliderB) = (Int(c.pointee.colliderA), Int(c.pointee.colliderB))
    let placedA: Transform = placement(colliderA, a, Int(c.pointee.bodyA))
    let placedB: Transform = placement(colliderB, b, Int(c.pointee.bodyB))
    let slot = Int(triangleSetIndices[index])
    if slot < 0 {
      return collide(
        shapes[colliderA], placedA, shapes[colliderB], placedB, margin: margin,
        cache: &caches[index], into: out)
    }
    return collide(
      shapes[colliderA], placedA, shapes[colliderB], placedB, margin: margin,
      cache: &caches[index], set: triangleSets + slot,
      way: Vector3(b.pointee.motion - a.pointee.motion), into: out)
  }

  /// Moves the manifolds within the margin to the front and returns their count.
  private func keepWithinMargin(
    _ found: UnsafeMutablePointer<Manifold>, _ count: Int, _ margin: Float
  ) -> Int {
    var kept = 0
    for number in 0..<count where found[number].leastSeparation <= margin {
      found[kept] = found[number]
      kept += 1
    }
    return kept
  }

  /// Keeps what a fast body touches already, and replaces the rest by what it will touch first.
  private func speculativeManifolds(
    _ found: UnsafeMutablePointer<Manifold>, _ count: Int, _ index: Int,
    _ c: UnsafeMutablePointer<ContactRecord>
  ) -> Int {
    var kept = 0
    var ahead = Manifold()
    for number in 0..<count {
      if found[number].leastSeparation <= Self.near {
        found[kept] = found[number]
        kept += 1
      } else if found[number].leastSeparation < ahead.leastSeparation {
        ahead = found[number]
      }
    }
    if ahead.count > 0 {
      let hit = predict(ahead, index, c)
      if hit.count > 0 {
        found[kept] = hit
        kept += 1
      }
    }
    return kept
  }

  /// The manifold of a surface whose normal is nearest to a direction.
  func surfaceManifold(
    _ shapeA: Shape, _ placedA: Transform, _ shapeB: Shape, _ placedB: Transform,
    along normal: Vector3
  ) -> Manifold {
    withUnsafeTemporaryAllocation(of: Manifold.self, capacity: manifoldLimit) { memory in
      guard let found = memory.baseAddress else { return Manifold() }
      var cache = ManifoldCache()
      let count = collide(
        shapeA, placedA, shapeB, placedB, margin: Self.near, cache: &cache, into: found)
      var best = Manifold()
      var cosine: Float = -2
      for number in 0..<count where found[number].normal.dot(normal) > cosine {
        best = found[number]
        cosine = best.normal.dot(normal)
      }
      return best
    }
  }

  /// Notes that no direction has points any more.
  private func endAll(_ group: ManifoldGroup) -> UInt8 {
    for number in 0..<group.count {
      let manifold = contacts[Int(group.members[number])].manifold
      if manifold >= 0 { manifolds[Int(manifold)].pointCount = 0 }
    }
    return CollideOutcome.ends
  }

  /// Writes each manifold to the contact that held the most similar direction before.
  private func assign(
    _ found: UnsafeMutablePointer<Manifold>, _ count: Int, _ group: ManifoldGroup,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> UInt8 {
    var outcome: UInt8 = 0
    var isWritten = I4()
    var isTaken = I4()
    for _ in 0..<count {
      var best = (manifold: 0, member: 0, cosine: -Float.infinity)
      for number in 0..<count where isWritten[number] == 0 {
        for member in 0..<group.count where isTaken[member] == 0 {
          let slot = contacts[Int(group.members[member])].manifold
          guard slot >= 0 else { continue }
          let m = manifolds + Int(slot)
          let isOld = m.pointee.pointCount > 0
          let cosine = isOld ? found[number].normal.dot(Vector3(m.pointee.normal)) : -1.5
          if cosine > best.cosine { best = (number, member, cosine) }
        }
      }
      isWritten[best.manifold] = 1
      isTaken[best.member] = 1
      let member = contacts + Int(group.members[best.member])
      let m = manifolds + Int(member.pointee.manifold)
      let p = points + Int(member.pointee.manifold) * 4
      if best.cosine < 0.7 {
        // Another direction: its impulses say nothing about this one.
        m.pointee.pointCount = 0
        m.pointee.frictionImpulse = F4()
        m.pointee.roll = F4()
      }
      write(found[best.manifold], member, m, p, a, b)
      outcome |= after(member, m, p, a, b)
    }
    for member in 0..<group.count where isTaken[member] == 0 {
      let slot = contacts[Int(group.members[member])].manifold
      guard slot >= 0 else { continue }
      manifolds[Int(slot)].pointCount = 0
      outcome |= CollideOutcome.ends
    }
    return outcome
  }
}

/// A contact with a surface and its children.
private struct ManifoldGroup {
  var members = I4(repeating: -1)
  var count = 0
  /// How many have a place for points.
  var placed = 0

  init(_ contacts: UnsafeMutablePointer<ContactRecord>, _ first: Int) {
    var member = Int32(truncatingIfNeeded: first)
    while member >= 0 && count < manifoldLimit {
      members[count] = member
      count += 1
      if contacts[Int(member)].manifold >= 0 { placed += 1 }
      member = contacts[Int(member)].nextChild
    }
  }
}
