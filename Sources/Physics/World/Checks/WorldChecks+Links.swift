import CaromCollision

// Checks of the linked lists in the records. Each step follows these lists without a bound, so a
// loaded snapshot is checked first: a list with a loop would never end. Each check terminates for
// any values, as long as no index is out of bounds.

extension WorldChecks {
  /// The first list that has a loop, or misses or shares a member, or nil.
  ///
  /// - Precondition: No index is out of bounds.
  var linkProblem: String? {
    freeProblem ?? colliderLinkProblem ?? contactLinkProblem ?? ownerProblem ?? islandProblem
      ?? listMembershipProblem ?? jointLinkProblem
  }

  /// Follows a free list and compares its length with the number of unused slots.
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
      "body", bodies.firstFree, bodies.count,
      isUsed: { bodies.base[$0].has(BodyRecord.Flag.alive) },
      next: { bodies.base[$0].nextFree })
      ?? freeChain(
        "collider", colliders.firstFree, colliders.count, isUsed: { colliders.base[$0].body >= 0 },
        next: { colliders.base[$0].next })
      ?? freeChain(
        "contact", contacts.firstFree, contacts.count,
        isUsed: { contacts.base[$0].has(ContactRecord.Flag.alive) },
        next: { contacts.base[$0].nextFree })
      ?? freeChain(
        "manifold", contacts.firstFreeManifold, contacts.manifolds.count,
        isUsed: { contacts.manifolds.base[$0].contact >= 0 },
        next: { contacts.manifolds.base[$0].nextFree })
      ?? freeChain(
        "pair", contacts.firstFreePair, contacts.pairs.count,
        isUsed: { contacts.pairs.base[$0].contactCount > 0 },
        next: { contacts.pairs.base[$0].nextFree })
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
            "collider \(collider) is in a tree although its body is disabled, or in none although it is enabled"
        }
        if c.proxy >= 0 {
          let tree = broadPhase.tree(kind: bodies.base[index].kind)
          let node = tree.nodes[Int(c.proxy)]
          if !node.isLeaf || node.data != UInt32(bitPattern: collider) {
            return "collider \(collider) has another proxy in its tree than it stores"
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

  /// Checks that contacts own their manifolds, and that no two contacts of a color share a movable
  /// body.
  private var ownerProblem: String? {
    for slot in 0..<contacts.manifolds.count where contacts.manifolds.base[slot].contact >= 0 {
      let c = contacts.base[Int(contacts.manifolds.base[slot].contact)]
      if !c.has(ContactRecord.Flag.alive) || c.manifold != Int32(slot) {
        return "manifold \(slot) is not its contact's"
      }
    }
    var held = [UInt64](repeating: 0, count: bodies.count)
    for slot in 0..<contacts.count where contacts.base[slot].has(ContactRecord.Flag.alive) {
      let c = contacts.base[slot]
      if c.manifold >= 0 && contacts.manifolds.base[Int(c.manifold)].contact != Int32(slot) {
        return "contact \(slot) has the points of another"
      }
      guard c.color >= 0 && c.color < ConstraintGraph.overflow else { continue }
      let bit: UInt64 = 1 << UInt64(c.color)
      for body in [c.held.a, c.held.b] where body >= 0 {
        if held[Int(body)] & bit != 0 { return "two contacts of body \(body) share a color" }
        held[Int(body)] |= bit
      }
    }
    return nil
  }

  /// Checks that sleeping islands are rings: each member is linked from exactly one other.
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

  /// Checks the awake, active and moved lists against the slots that their members store.
  private var listMembershipProblem: String? {
    for slot in 0..<bodies.awake.count
    where bodies.base[Int(bodies.awake.base[slot])].awakeIndex != Int32(slot) {
      return "slot \(slot) of the awake list holds a body with another slot"
    }
    for index in 0..<bodies.count where bodies.base[index].awakeIndex >= 0 {
      let b = bodies.base[index]
      if !b.has(BodyRecord.Flag.alive) || bodies.awake.base[Int(b.awakeIndex)] != Int32(index) {
        return "body \(index) has another slot in the awake list than it stores"
      }
    }
    for slot in 0..<contacts.active.count
    where contacts.base[Int(contacts.active.base[slot])].activeIndex != Int32(slot) {
      return "slot \(slot) of the active list holds a contact with another slot"
    }
    for index in 0..<contacts.count where contacts.base[index].activeIndex >= 0 {
      let c = contacts.base[index]
      if !c.has(ContactRecord.Flag.alive)
        || contacts.active.base[Int(c.activeIndex)] != Int32(index)
      {
        return "contact \(index) has another slot in the active list than it stores"
      }
    }
    var marked = 0
    for slot in 0..<colliders.count where colliders.base[slot].isMoved != 0 { marked += 1 }
    if marked != broadPhase.moved.count {
      return "\(marked) colliders are marked as moved, not \(broadPhase.moved.count)"
    }
    var isMoved = [Bool](repeating: false, count: colliders.count)
    for slot in 0..<broadPhase.moved.count {
      let collider = Int(broadPhase.moved.base[slot])
      if isMoved[collider] { return "a collider is twice in the moved list" }
      isMoved[collider] = true
    }
    var joined = [Int32](repeating: 0, count: contacts.pairs.count)
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      guard c.pair >= 0 else { continue }
      let p = contacts.pairs.base[Int(c.pair)]
      if p.bodyA != c.bodyA || p.bodyB != c.bodyB { return "contact \(index) has another's pair" }
      joined[Int(c.pair)] += 1
    }
    for pair in 0..<contacts.pairs.count
    where contacts.pairs.base[pair].contactCount != joined[pair] {
      return "pair \(pair) counts other contacts than it has"
    }
    return nil
  }
}
