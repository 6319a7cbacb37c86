import CaromCollision
import CaromMaths

// A ball that rolls over boxes laid side by side meets, besides the face that carries it, the edge of
// the next box, whose normal leans against the motion. That edge cannot be hit as long as the ball is
// above the plane of the face, so the contact is redundant: E is dropped when another contact F of
// the same collider pushes the other way round a plane under which E's box lies wholly.
//
// This needs no adjacency and holds for all convex neighbours that nothing moves by forces. Of a mesh or
// height field only the triangles near the body count, so patches of terrain may lie side by side; their
// inner edges are no matter of this file (see `ConvexSurface` and `SphereSurface` in Collision).

extension World {
  /// How far a neighbour may stand out of the plane and still count as flush, in metres.
  private static var flush: Float { 0.001 }
  /// How far below the plane a neighbour may end and still count as flush, in metres.
  private static var below: Float { 0.005 }

  /// Marks the contacts of this step that are redundant because a neighbour's plane covers them.
  ///
  /// Only a body that touches two such neighbours at least can have one: most have none or one, and
  /// their contacts are never walked.
  func removeGhostContacts() {
    let count = awake.count
    staticContactCounts.resize(count)
    for slot in 0..<count { staticContactCounts.base[slot] = 0 }
    for entry in 0..<staticContactBodies.count {
      let slot = Int(bodies.base[Int(staticContactBodies.base[entry])].awakeIndex)
      if slot >= 0 { staticContactCounts.base[slot] += 1 }
    }
    for slot in 0..<count where staticContactCounts.base[slot] > 1 {
      removeGhostContacts(of: Int(awake.base[slot]))
    }
  }

  /// Only contacts of the same collider can cover each other, so those of a body of many colliders are
  /// sorted by collider first: each is compared with a few rather than with all.
  private func removeGhostContacts(of index: Int) {
    ghostCandidates.removeAll()
    var key = bodies.base[index].firstContact
    while key >= 0 {
      let c = contacts.base + Int(key >> 1)
      let isA = key & 1 == 0
      if isCandidate(c, isA) {
        let own = isA ? c.pointee.colliderA : c.pointee.colliderB
        ghostCandidates.append(PairMap.key(own, key))
      }
      key = isA ? c.pointee.nextA : c.pointee.nextB
    }
    var keys = ghostCandidates.elements
    keys.sort()
    var first = 0
    while first < keys.count {
      var end = first + 1
      while end < keys.count && keys[end] >> 32 == keys[first] >> 32 { end += 1 }
      for slot in first..<end where isCovered(slot, first..<end) {
        removeGhostContact(Int(UInt32(truncatingIfNeeded: keys[slot])) >> 1)
      }
      first = end
    }
  }

  /// Leaves a contact out of this step.
  private func removeGhostContact(_ contact: Int) {
    let c = contacts.base + contact
    c.pointee.set(ContactRecord.Flag.ghost, true)
    c.pointee.set(ContactRecord.Flag.solved, false)
    manifolds.base[Int(c.pointee.manifold)].impulse = 0
    classes.base[Int(c.pointee.activeIndex)] = 0
  }

  /// True for contacts that push this body away from one that no force moves.
  private func isCandidate(_ c: UnsafeMutablePointer<ContactRecord>, _ isA: Bool) -> Bool {
    guard c.pointee.manifold >= 0, c.pointee.has(ContactRecord.Flag.collides) else { return false }
    let other = Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
    return !bodies.base[other].isDynamic
  }

  /// Whether one of the contacts of a collider, all in a part of ``World/ghostCandidates``, covers another.
  private func isCovered(_ slot: Int, _ slots: Range<Int>) -> Bool {
    func entry(_ slot: Int) -> (index: Int, isA: Bool) {
      let key = UInt32(truncatingIfNeeded: ghostCandidates.base[slot])
      return (Int(key >> 1), key & 1 == 0)
    }
    let (contact, isA) = entry(slot)
    let c = contacts.base + contact
    for otherPlace in slots where otherPlace != slot {
      let (other, isOtherA) = entry(otherPlace)
      let f = contacts.base + other
      // Towards this body.
      let (normalF, normalC) = (normal(of: other), normal(of: contact))
      let n = isOtherA ? -normalF : normalF
      let m = isA ? -normalC : normalC
      if (n - m).lengthSquared < 1e-10 || !covers(other, n, contact, isA) { continue }
      if !covers(contact, m, other, isOtherA) { return true }
      // Nearly the same plane: the face decides.
      if c.pointee.has(ContactRecord.Flag.edge) && !f.pointee.has(ContactRecord.Flag.edge) {
        return true
      }
    }
    return false
  }

  /// True when the neighbour of contact `e` lies under the plane of contact `f` and reaches it.
  private func covers(_ f: Int, _ n: Vector3, _ e: Int, _ isA: Bool) -> Bool {
    let height = planeHeight(f, n)
    let c = contacts.base + e
    let neighbour = Int(isA ? c.pointee.colliderB : c.pointee.colliderA)
    let body = bodies.base + Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
    let placed = colliders.base[neighbour].transform(in: body.pointee.transform)
    let isSurface = c.pointee.has(ContactRecord.Flag.surface)
    if isSurface && !contacts.base[f].has(ContactRecord.Flag.edge)
      && isBoundaryEdge(e, n, height, isA)
    {
      return true
    }
    let box = isSurface ? contactBox(e, isA) : .empty
    return isFlush(top(of: neighbour, along: n, at: placed, near: box), height)
  }

  /// True when what a fast body would meet is only the next stone of the floor that carries it.
  ///
  /// Contacts are not looked for as far ahead as it may come in a step.
  func isFlushNeighbor(_ other: Int32, for own: Int32, near box: AABB) -> Bool {
    let otherBody = bodies.base + Int(colliders.base[Int(other)].body)
    if otherBody.pointee.isDynamic { return false }
    let placed = colliders.base[Int(other)].transform(in: otherBody.pointee.transform)
    var key = bodies.base[Int(colliders.base[Int(own)].body)].firstContact
    while key >= 0 {
      let contact = Int(key >> 1)
      let f = contacts.base + contact
      let isA = key & 1 == 0
      key = isA ? f.pointee.nextA : f.pointee.nextB
      guard f.pointee.has(ContactRecord.Flag.solved), isCandidate(f, isA),
        (isA ? f.pointee.colliderA : f.pointee.colliderB) == own
      else { continue }
      let n = isA ? -normal(of: contact) : normal(of: contact)
      let extent = top(of: Int(other), along: n, at: placed, near: box)
      if isFlush(extent, planeHeight(contact, n)) { return true }
    }
    return false
  }

  private func isFlush(_ top: Float, _ height: Float) -> Bool {
    top >= height - Self.below && top <= height + Self.flush
  }

  /// How far a collider reaches along `n`; of a surface, what a box overlaps.
  private func top(
    of collider: Int, along n: Vector3, at placed: Transform, near box: AABB
  ) -> Float {
    shapes[collider].isSurface
      ? shapes[collider].surfaceExtent(along: n, near: box, at: placed)
      : shapes[collider].supportExtent(along: n, at: placed)
  }

  /// True for a contact at the border of a surface that lies in the plane of a face next to it.
  ///
  /// The neighbour may rise from there: its slope is met, but never the line where it begins.
  private func isBoundaryEdge(_ e: Int, _ n: Vector3, _ height: Float, _ isA: Bool) -> Bool {
    guard contacts.base[e].has(ContactRecord.Flag.edge) else { return false }
    let manifold = Int(contacts.base[e].manifold)
    let rise: Float = (isA ? -0.5 : 0.5) * normal(of: e).dot(n)
    for slot in 0..<Int(manifolds.base[manifold].pointCount) {
      // The position is the middle of the gap.
      let middle = position(of: slot, in: manifold).dot(n)
      let over = middle - rise * points.base[manifold * 4 + slot].separation - height
      if over > Self.flush || over < -Self.below { return false }
    }
    return true
  }

  /// A box around the points of a contact with a surface and the collider that touches it.
  private func contactBox(_ contact: Int, _ isA: Bool) -> AABB {
    let c = contacts.base[contact]
    let own = Int(isA ? c.colliderA : c.colliderB)
    let body = bodies.base[Int(isA ? c.bodyA : c.bodyB)]
    var box = shapes[own].bounds(at: colliders.base[own].transform(in: body.transform))
    let displacement: Vector3 = normal(of: contact) * (isA ? 0.5 : -0.5)
    for slot in 0..<Int(manifolds.base[Int(c.manifold)].pointCount) {
      // On the surface, which it may not have come to yet.
      let gap = points.base[Int(c.manifold) * 4 + slot].separation
      box = box.union(position(of: slot, in: Int(c.manifold)) + displacement * gap)
    }
    return box.expanded(by: Self.flush)
  }

  private func normal(of contact: Int) -> Vector3 {
    Vector3(manifolds.base[Int(contacts.base[contact].manifold)].normal)
  }

  /// How high the neighbour's surface lies along the normal `n` of its contact, at its lowest point.
  private func planeHeight(_ contact: Int, _ n: Vector3) -> Float {
    var height: Float = .infinity
    let manifold = Int(contacts.base[contact].manifold)
    for slot in 0..<Int(manifolds.base[manifold].pointCount) {
      // The position is the middle of the gap, so the neighbour's surface is half of it away.
      let middle = position(of: slot, in: manifold).dot(n)
      height = min(height, middle - 0.5 * points.base[manifold * 4 + slot].separation)
    }
    return height
  }
}
