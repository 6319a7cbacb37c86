import CaromCollision

// The lists that run through the records. They are followed without a bound in every step, so bytes
// from outside are looked through before anything follows them: a list that loops would never end.
// Each check here ends for any numbers, as long as no index points outside its row.

extension World {
  /// The first list that loops, loses or shares a member, or nil when all are sound.
  ///
  /// - Precondition: No index points outside its row.
  var linkProblem: String? {
    freeProblem ?? colliderLinkProblem ?? contactLinkProblem ?? ownerProblem ?? islandProblem
      ?? listMembershipProblem ?? jointLinkProblem
  }

  /// Follows a list of free places and compares its length with what is not in use.
  private func freeChain(
    _ name: String, _ head: Int32, _ count: Int, isUsed: (Int) -> Bool, next: (Int) -> Int32
  ) -> String? {
    var free = 0
    for slot in 0..<count where !isUsed(slot) { free += 1 }
    var (found, slot) = (0, head)
    while slot >= 0 {
      if Int(slot) >= count { return "the first free \(name) is outside the world" }
      if isUsed(Int(slot)) { return "a free \(name) is in use" }
      found += 1
      if found > free { return "the list of free \(name)s loops" }
      slot = next(Int(slot))
    }
    return found == free ? nil : "\(free) free \(name)s, \(found) in their list"
  }

  private var freeProblem: String? {
    freeChain(
      "body", freeBody, bodies.count, isUsed: { bodies.base[$0].has(BodyRecord.Flag.alive) },
      next: { bodies.base[$0].nextFree })
      ?? freeChain(
        "collider", freeCollider, colliders.count, isUsed: { colliders.base[$0].body >= 0 },
        next: { colliders.base[$0].next })
      ?? freeChain(
        "contact", freeContact, contacts.count,
        isUsed: { contacts.base[$0].has(ContactRecord.Flag.alive) },
        next: { contacts.base[$0].nextFree })
      ?? freeChain(
        "manifold", freeManifold, manifolds.count, isUsed: { manifolds.base[$0].contact >= 0 },
        next: { manifolds.base[$0].nextFree })
      ?? freeChain(
        "pair", freePair, pairs.count, isUsed: { pairs.base[$0].contactCount > 0 },
        next: { pairs.base[$0].nextFree })
  }

  private var colliderLinkProblem: String? {
    var used = 0
    for slot in 0..<colliders.count where colliders.base[slot].body >= 0 { used += 1 }
    var found = 0
    for index in 0..<bodies.count where bodies.base[index].has(BodyRecord.Flag.alive) {
      var collider = bodies.base[index].firstCollider
      if collider < 0 { return "body \(index) has no collider" }
      while collider >= 0 {
        let c = colliders.base[Int(collider)]
        if c.body != Int32(index) { return "body \(index) has the collider of another body" }
        found += 1
        if found > used { return "the colliders of body \(index) loop" }
        if (c.proxy >= 0) != bodies.base[index].has(BodyRecord.Flag.enabled) {
          return
            "collider \(collider) is in no tree although its body is enabled, or the other way round"
        }
        if c.proxy >= 0 {
          let tree = broadPhase.tree(kind: bodies.base[index].kind)
          let node = tree.nodes[Int(c.proxy)]
          if !node.isLeaf || node.data != UInt32(bitPattern: collider) {
            return "collider \(collider) is not where it says in its tree"
          }
        }
        collider = c.next
      }
    }
    return found == used ? nil : "\(used) colliders are in use, \(found) by bodies"
  }

  private var contactLinkProblem: String? {
    var alive = 0
    for slot in 0..<contacts.count where contacts.base[slot].has(ContactRecord.Flag.alive) {
      alive += 1
      let c = contacts.base[slot]
      guard c.bodyA >= 0, c.bodyB >= 0, c.colliderA >= 0, c.colliderB >= 0, c.bodyA != c.bodyB,
        colliders.base[Int(c.colliderA)].body == c.bodyA,
        colliders.base[Int(c.colliderB)].body == c.bodyB
      else { return "contact \(slot) is of other bodies than its colliders" }
    }
    var found = 0
    for index in 0..<bodies.count {
      var key = bodies.base[index].firstContact
      if !bodies.base[index].has(BodyRecord.Flag.alive) {
        if key >= 0 { return "the free body \(index) has contacts" }
        continue
      }
      var (previous, count): (Int32, Int32) = (-1, 0)
      while key >= 0 {
        let c = contacts.base[Int(key >> 1)]
        let isA = key & 1 == 0
        if !c.has(ContactRecord.Flag.alive) || (isA ? c.bodyA : c.bodyB) != Int32(index) {
          return "body \(index) has the contact of another body"
        }
        if (isA ? c.previousA : c.previousB) != previous {
          return "the contacts of body \(index) do not lead back"
        }
        count += 1
        found += 1
        if found > 2 * alive { return "the contacts of body \(index) loop" }
        (previous, key) = (key, isA ? c.nextA : c.nextB)
      }
      if count != bodies.base[index].contactCount {
        return "body \(index) has \(count) contacts, counted as \(bodies.base[index].contactCount)"
      }
    }
    return found == 2 * alive ? nil : "\(alive) contacts live, \(found) of their sides are listed"
  }

  /// Contacts own their points, and no two of a colour hold the same body.
  private var ownerProblem: String? {
    for slot in 0..<manifolds.count where manifolds.base[slot].contact >= 0 {
      let c = contacts.base[Int(manifolds.base[slot].contact)]
      if !c.has(ContactRecord.Flag.alive) || c.manifold != Int32(slot) {
        return "manifold \(slot) is not its contact's"
      }
    }
    var held = [UInt64](repeating: 0, count: bodies.count)
    for slot in 0..<contacts.count where contacts.base[slot].has(ContactRecord.Flag.alive) {
      let c = contacts.base[slot]
      if c.manifold >= 0 && manifolds.base[Int(c.manifold)].contact != Int32(slot) {
        return "contact \(slot) has the points of another"
      }
      guard c.color >= 0 && c.color < ConstraintGraph.overflow else { continue }
      let bit: UInt64 = 1 << UInt64(c.color)
      for body in [c.held.a, c.held.b] where body >= 0 {
        if held[Int(body)] & bit != 0 { return "two contacts of body \(body) share a colour" }
        held[Int(body)] |= bit
      }
    }
    return nil
  }

  /// Sleeping islands are rings, so whoever points to another is pointed to exactly once.
  private var islandProblem: String? {
    var isMember = [Bool](repeating: false, count: bodies.count)
    var members = 0
    for index in 0..<bodies.count where bodies.base[index].nextInIsland >= 0 {
      let b = bodies.base[index]
      if !b.has(BodyRecord.Flag.alive) || b.isAwake || !b.isDynamic {
        return "body \(index) is in a sleeping island but does not sleep"
      }
      if isMember[Int(b.nextInIsland)] { return "two bodies precede body \(b.nextInIsland)" }
      isMember[Int(b.nextInIsland)] = true
      members += 1
    }
    for index in 0..<bodies.count
    where isMember[index] != (bodies.base[index].nextInIsland >= 0) {
      return "the sleeping island of body \(index) is no ring"
    }
    return nil
  }

  /// The rows of what is awake, active or moved agree with the marks of their members.
  private var listMembershipProblem: String? {
    for slot in 0..<awake.count
    where bodies.base[Int(awake.base[slot])].awakeIndex != Int32(slot) {
      return "place \(slot) among the awake is not its body's"
    }
    for index in 0..<bodies.count where bodies.base[index].awakeIndex >= 0 {
      let b = bodies.base[index]
      if !b.has(BodyRecord.Flag.alive) || awake.base[Int(b.awakeIndex)] != Int32(index) {
        return "body \(index) is not where it says among the awake"
      }
    }
    for slot in 0..<active.count
    where contacts.base[Int(active.base[slot])].activeIndex != Int32(slot) {
      return "place \(slot) among the active is not its contact's"
    }
    for index in 0..<contacts.count where contacts.base[index].activeIndex >= 0 {
      let c = contacts.base[index]
      if !c.has(ContactRecord.Flag.alive) || active.base[Int(c.activeIndex)] != Int32(index) {
        return "contact \(index) is not where it says among the active"
      }
    }
    var marked = 0
    for slot in 0..<colliders.count where colliders.base[slot].isMoved != 0 { marked += 1 }
    if marked != moved.count {
      return "\(marked) colliders are marked as moved, not \(moved.count)"
    }
    var isMoved = [Bool](repeating: false, count: colliders.count)
    for slot in 0..<moved.count {
      let collider = Int(moved.base[slot])
      if isMoved[collider] { return "a collider is twice among the moved" }
      isMoved[collider] = true
    }
    var joined = [Int32](repeating: 0, count: pairs.count)
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      guard c.pair >= 0 else { continue }
      let p = pairs.base[Int(c.pair)]
      if p.bodyA != c.bodyA || p.bodyB != c.bodyB { return "contact \(index) has another's pair" }
      joined[Int(c.pair)] += 1
    }
    for pair in 0..<pairs.count where pairs.base[pair].contactCount != joined[pair] {
      return "pair \(pair) counts other contacts than it has"
    }
    return nil
  }
}
