import CaromCollision
import CaromMaths

// A body may touch a surface in several directions at the same time, such as the floor and the wall
// of one mesh. The contact of the two colliders then has children, one for each further direction.
// Solver, islands and events treat children like other contacts; but only the parent is in the
// contact map, and an update of the parent collides the shapes once and writes the manifolds of
// all.

extension CollideContext {
  /// Collides a pair with a surface in all directions, and writes each to one contact of the group.
  func collideSurface(
    _ slot: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    addRelativeMotion(c, a, b)
    let group = ManifoldGroup(contacts, Int(active[slot]))
    let outcome = collideGroup(group, slot, c, a, b, margin)
    classifyChildren(of: group)
    return outcome
  }

  /// Stores the manifolds of a contact that begins to touch a surface in `count` directions.
  func beginSurface(
    _ slot: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, count: Int
  ) -> UInt8 {
    let group = ManifoldGroup(contacts, Int(active[slot]))
    c.pointee.moved = 0
    let outcome = assign(begun + slot * maxManifoldCount, count, group, a, b)
    classifyChildren(of: group)
    return outcome
  }

  private func classifyChildren(of group: ManifoldGroup) {
    for number in 1..<max(group.count, 1) {
      let slot = Int(contacts[Int(group.members[number])].activeIndex)
      outcomes[slot] = 0
      classify(slot)
    }
  }

  private func collideGroup(
    _ group: ManifoldGroup, _ slot: Int, _ c: UnsafeMutablePointer<ContactRecord>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    let index = Int(active[slot])
    // The gap found earlier is still wider than the margin.
    let isApart = group.manifoldCount == 0
    if isApart && c.pointee.moved + margin < 0 { return 0 }
    let isQuick = isFast(a, b, margin)
    if !isApart && !isQuick && canRecycle(group, c, a, b) {
      var outcome: UInt8 = 0
      for number in 0..<group.count {
        let member = contacts + Int(group.members[number])
        guard member.pointee.manifold >= 0 else { continue }
        let m = manifolds + Int(member.pointee.manifold)
        let p = points + Int(member.pointee.manifold) * 4
        recycle(member, m, p, a, b)
        member.pointee.set(ContactRecord.Flag.ghost, false)
        outcome |= contactOutcome(member, m, p, a, b)
      }
      return outcome
    }
    // Most manifolds are assigned immediately, so they stay on the stack; only new ones are stored.
    return withUnsafeTemporaryAllocation(of: Manifold.self, capacity: maxManifoldCount) { memory in
      guard let found = memory.baseAddress else { return 0 }
      let maxDistance: Float = isApart ? margin + Self.slack : margin
      var count = collideAll(index, c, a, b, maxDistance, found)
      var gap: Float = maxDistance
      for number in 0..<count { gap = min(gap, found[number].leastSeparation) }
      if isApart { count = removePoints(beyond: margin, found, count) }
      let isBall = a.pointee.center.w > 0 || b.pointee.center.w > 0
      if !isApart && !isBall { addLandingPoints(found, count, index, c, a, b, margin) }
      if count > 0 && isQuick { count = speculativeManifolds(found, count, index, c) }
      if count == 0 {
        c.pointee.moved = isApart && gap > margin ? -gap : .infinity
        return isApart ? 0 : endAll(group)
      }
      if group.manifoldCount < count {
        (begun + slot * maxManifoldCount).update(from: found, count: count)
        return CollideOutcome.begins(directions: count)
      }
      c.pointee.moved = 0
      return assign(found, count, group, a, b)
    }
  }

  /// Whether the manifolds of all directions can be recycled.
  private func canRecycle(
    _ group: ManifoldGroup, _ c: UnsafeMutablePointer<ContactRecord>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Bool {
    if a.pointee.center.w > 0 || b.pointee.center.w > 0 { return false }
    guard c.pointee.moved < recyclingLimit(a, b) else { return false }
    for number in 0..<group.count {
      let member = contacts + Int(group.members[number])
      guard member.pointee.manifold >= 0 else { continue }
      let isFace =
        member.pointee.flags & (ContactRecord.Flag.faceA | ContactRecord.Flag.faceB) != 0
      let m = manifolds + Int(member.pointee.manifold)
      if !isFace || m.pointee.pointCount == 0 || rollsUnevenly(c, m) { return false }
    }
    return true
  }

  /// Writes the manifolds of all directions, up to a margin, and returns their count.
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
    let displacement = Vector3(b.pointee.motion - a.pointee.motion)
    if b.pointee.center.w > 0, let mesh = shapes.baseAddress {
      return collideBall(
        mesh + colliderA, placedA, center: placedB.position, radius: b.pointee.center.w,
        margin: margin, triangles: triangleSets + slot, displacement: displacement, into: out)
    }
    return collide(
      shapes[colliderA], placedA, shapes[colliderB], placedB, margin: margin,
      cache: &caches[index], triangles: triangleSets + slot, displacement: displacement, into: out)
  }

  /// Removes points beyond the margin and manifolds without points, and returns the count of the
  /// others.
  private func removePoints(
    beyond margin: Float, _ found: UnsafeMutablePointer<Manifold>, _ count: Int
  ) -> Int {
    var remaining = 0
    for number in 0..<count {
      found[number].removePoints(beyond: margin)
      if found[number].count == 0 { continue }
      found[remaining] = found[number]
      remaining += 1
    }
    return remaining
  }

  /// Keeps the manifolds of a fast body that touch already, and replaces the others by that of the
  /// first impact.
  private func speculativeManifolds(
    _ found: UnsafeMutablePointer<Manifold>, _ count: Int, _ index: Int,
    _ c: UnsafeMutablePointer<ContactRecord>
  ) -> Int {
    var remaining = 0
    var ahead = Manifold()
    for number in 0..<count {
      if found[number].leastSeparation <= Self.nearDistance {
        found[remaining] = found[number]
        remaining += 1
      } else if found[number].leastSeparation < ahead.leastSeparation {
        ahead = found[number]
      }
    }
    if ahead.count > 0 {
      let hit = speculativeManifold(ahead, index, c)
      if hit.count > 0 {
        found[remaining] = hit
        remaining += 1
      }
    }
    return remaining
  }

  /// The manifold with a surface whose normal is nearest to a direction.
  func surfaceManifold(
    _ shapeA: Shape, _ placedA: Transform, _ shapeB: Shape, _ placedB: Transform,
    along normal: Vector3
  ) -> Manifold {
    withUnsafeTemporaryAllocation(of: Manifold.self, capacity: maxManifoldCount) { memory in
      guard let found = memory.baseAddress else { return Manifold() }
      var cache = ManifoldCache()
      let count = collide(
        shapeA, placedA, shapeB, placedB, margin: Self.nearDistance, cache: &cache, into: found)
      var best = Manifold()
      var cosine: Float = -2
      for number in 0..<count where found[number].normal.dot(normal) > cosine {
        best = found[number]
        cosine = best.normal.dot(normal)
      }
      return best
    }
  }

  /// Clears the points of all directions.
  private func endAll(_ group: ManifoldGroup) -> UInt8 {
    for number in 0..<group.count {
      let manifold = contacts[Int(group.members[number])].manifold
      if manifold >= 0 { manifolds[Int(manifold)].pointCount = 0 }
    }
    return CollideOutcome.ends
  }

  /// Writes each manifold to the contact whose previous normal is most similar.
  private func assign(
    _ found: UnsafeMutablePointer<Manifold>, _ count: Int, _ group: ManifoldGroup,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> UInt8 {
    var outcome: UInt8 = 0
    var isWritten = I4()
    var isAssigned = I4()
    for _ in 0..<count {
      var best = (manifold: 0, member: 0, cosine: -Float.infinity)
      for number in 0..<count where isWritten[number] == 0 {
        for member in 0..<group.count where isAssigned[member] == 0 {
          let slot = contacts[Int(group.members[member])].manifold
          guard slot >= 0 else { continue }
          let m = manifolds + Int(slot)
          let isOld = m.pointee.pointCount > 0
          let cosine = isOld ? found[number].normal.dot(Vector3(m.pointee.normal)) : -1.5
          if cosine > best.cosine { best = (number, member, cosine) }
        }
      }
      isWritten[best.manifold] = 1
      isAssigned[best.member] = 1
      let member = contacts + Int(group.members[best.member])
      let m = manifolds + Int(member.pointee.manifold)
      let p = points + Int(member.pointee.manifold) * 4
      if best.cosine < 0.7 {
        // The direction differs, so its impulses are not used for warm starting.
        m.pointee.pointCount = 0
        m.pointee.frictionImpulse = F4()
        m.pointee.roll = F4()
      }
      write(found[best.manifold], member, m, p, a, b)
      outcome |= contactOutcome(member, m, p, a, b)
    }
    for member in 0..<group.count where isAssigned[member] == 0 {
      let slot = contacts[Int(group.members[member])].manifold
      guard slot >= 0 else { continue }
      manifolds[Int(slot)].pointCount = 0
      outcome |= CollideOutcome.ends
    }
    return outcome
  }
}

/// A contact with a surface and its children, one for each direction.
private struct ManifoldGroup {
  var members = I4(repeating: -1)
  var count = 0
  /// The number of members with a manifold.
  var manifoldCount = 0

  init(_ contacts: UnsafeMutablePointer<ContactRecord>, _ first: Int) {
    var member = Int32(truncatingIfNeeded: first)
    while member >= 0 && count < maxManifoldCount {
      members[count] = member
      count += 1
      if contacts[Int(member)].manifold >= 0 { manifoldCount += 1 }
      member = contacts[Int(member)].nextChild
    }
  }
}
