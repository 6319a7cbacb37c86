import CaromCollision
import CaromMaths

extension World {
  /// What two bodies do when they touch: push each other, report it, both, or neither.
  func relation(_ a: Int, _ b: Int) -> (collides: Bool, reports: Bool) {
    let p = bodies.base + a
    let q = bodies.base + b
    if p.pointee.isStatic && q.pointee.isStatic { return (false, false) }
    let isMovable = p.pointee.isDynamic || q.pointee.isDynamic
    let isSensed = (p.pointee.flags | q.pointee.flags) & BodyRecord.Flag.sensor != 0
    let collides =
      isMovable && !isSensed && p.pointee.filter.collides(with: q.pointee.filter)
      && !isSeparatedByJoint(a, b)
    return (collides, p.pointee.filter.reports(with: q.pointee.filter))
  }

  /// Makes a contact of two colliders whose boxes overlap.
  func createContact(_ first: Int32, _ second: Int32) {
    var (a, b) = (first, second)
    var bodyA = colliders.base[Int(a)].body
    var bodyB = colliders.base[Int(b)].body
    if bodies.base[Int(bodyA)].serial > bodies.base[Int(bodyB)].serial {
      swap(&a, &b)
      swap(&bodyA, &bodyB)
    }
    let (collides, reports) = relation(Int(bodyA), Int(bodyB))
    guard collides || reports else { return }
    let contact = allocateContact()
    var c = ContactRecord()
    (c.colliderA, c.colliderB, c.bodyA, c.bodyB) = (a, b, bodyA, bodyB)
    c.flags = ContactRecord.Flag.alive | (collides ? ContactRecord.Flag.collides : 0)
    if colliders.base[Int(a)].isSurface | colliders.base[Int(b)].isSurface != 0 {
      c.flags |= ContactRecord.Flag.surface
    }
    contacts.base[contact] = c
    caches.base[contact] = ManifoldCache()
    addTriangleSet(contact)
    if reports { joinPair(contact) }
    link(contact, side: 0)
    link(contact, side: 1)
    contactMap.insert(PairMap.key(min(a, b), max(a, b)), Int32(contact))
    let isAwake = bodies.base[Int(bodyA)].isAwake || bodies.base[Int(bodyB)].isAwake
    if !isAwake { contacts.base[contact].set(ContactRecord.Flag.updateOnce, true) }
    activate(contact)
  }

  /// Removes a contact; wakes sleeping bodies that leaned on each other, and ends its pair.
  ///
  /// The contacts of a surface's further directions go with the one that they belong to.
  func destroyContact(_ contact: Int) {
    let c = contacts.base[contact]
    if c.parent >= 0 { return destroyContact(Int(c.parent)) }
    if c.nextChild >= 0 { destroyChildren(of: contact) }
    removeContact(contact)
    contactMap.remove(
      PairMap.key(min(c.colliderA, c.colliderB), max(c.colliderA, c.colliderB)))
  }

  /// Takes a contact out of everything but the table.
  func removeContact(_ contact: Int) {
    let c = contacts.base[contact]
    if c.has(ContactRecord.Flag.touching) && c.has(ContactRecord.Flag.collides) {
      wake(Int(c.bodyA))
      wake(Int(c.bodyB))
    }
    if c.pair >= 0 { leavePair(contact) }
    deactivate(contact)
    freeManifold(contact)
    triangleCache.remove(contact)
    unlink(contact, side: 0)
    unlink(contact, side: 1)
    contacts.base[contact] = ContactRecord()
    contacts.base[contact].nextFree = freeContact
    freeContact = Int32(contact)
  }

  /// Removes all contacts of a body.
  func removeContacts(_ index: Int) {
    while bodies.base[index].firstContact >= 0 {
      destroyContact(Int(bodies.base[index].firstContact >> 1))
    }
  }

  /// Applies changed masks to the contacts of a body, and lets it look for new ones.
  func refilter(_ index: Int) {
    guard bodies.base[index].has(BodyRecord.Flag.enabled) else { return }
    wake(index)
    wakeTouching(index)
    var key = bodies.base[index].firstContact
    while key >= 0 {
      let contact = Int(key >> 1)
      let c = contacts.base[contact]
      key = key & 1 == 0 ? c.nextA : c.nextB
      let (collides, reports) = relation(Int(c.bodyA), Int(c.bodyB))
      if !collides && !reports {
        destroyContact(contact)
        // The next may have been a part of the one that is gone.
        if c.has(ContactRecord.Flag.surface) { key = bodies.base[index].firstContact }
        continue
      }
      contacts.base[contact].set(ContactRecord.Flag.collides, collides)
      if !collides { clearImpulses(contact) }
      if reports && c.pair < 0 { joinPair(contact) }
      if !reports && c.pair >= 0 { leavePair(contact) }
    }
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      markMoved(collider)
      collider = colliders.base[Int(collider)].next
    }
    updateContactsOnce(index)
  }

  func clearImpulses(_ contact: Int) {
    let manifold = Int(contacts.base[contact].manifold)
    guard manifold >= 0 else { return }
    let m = manifolds.base + manifold
    m.pointee.frictionImpulse = F4()
    m.pointee.roll = F4(0, 0, 0, m.pointee.roll.w)
    m.pointee.impulse = 0
    for slot in 0..<4 { points.base[manifold * 4 + slot].impulse = 0 }
  }

  func allocateContact() -> Int {
    if freeContact >= 0 {
      let contact = Int(freeContact)
      freeContact = contacts.base[contact].nextFree
      return contact
    }
    contacts.append(ContactRecord())
    caches.append(ManifoldCache())
    return contacts.count - 1
  }

  // MARK: Lists

  /// Calls `visit` with each contact of a body and the other body's index.
  ///
  /// The visitor may not add or remove contacts of this body.
  func forEachContact(_ index: Int, _ visit: (_ contact: Int, _ other: Int) -> Void) {
    var key = bodies.base[index].firstContact
    while key >= 0 {
      let contact = Int(key >> 1)
      let isA = key & 1 == 0
      let c = contacts.base[contact]
      visit(contact, Int(isA ? c.bodyB : c.bodyA))
      key = isA ? c.nextA : c.nextB
    }
  }

  func link(_ contact: Int, side: Int32) {
    let body = Int(side == 0 ? contacts.base[contact].bodyA : contacts.base[contact].bodyB)
    let key = Int32(contact) << 1 | side
    let next = bodies.base[body].firstContact
    setLinks(key, previous: -1, next: next)
    if next >= 0 { setPrevious(next, key) }
    bodies.base[body].firstContact = key
    bodies.base[body].contactCount += 1
  }

  private func unlink(_ contact: Int, side: Int32) {
    let c = contacts.base[contact]
    let body = Int(side == 0 ? c.bodyA : c.bodyB)
    let previous = side == 0 ? c.previousA : c.previousB
    let next = side == 0 ? c.nextA : c.nextB
    if previous >= 0 { setNext(previous, next) } else { bodies.base[body].firstContact = next }
    if next >= 0 { setPrevious(next, previous) }
    bodies.base[body].contactCount -= 1
  }

  private func setLinks(_ key: Int32, previous: Int32, next: Int32) {
    setPrevious(key, previous)
    setNext(key, next)
  }

  private func setPrevious(_ key: Int32, _ value: Int32) {
    let contact = contacts.base + Int(key >> 1)
    if key & 1 == 0 { contact.pointee.previousA = value } else { contact.pointee.previousB = value }
  }

  private func setNext(_ key: Int32, _ value: Int32) {
    let contact = contacts.base + Int(key >> 1)
    if key & 1 == 0 { contact.pointee.nextA = value } else { contact.pointee.nextB = value }
  }

  /// Puts a contact among those that each step looks at.
  func activate(_ contact: Int) {
    guard contacts.base[contact].activeIndex < 0 else { return }
    contacts.base[contact].activeIndex = Int32(active.count)
    active.append(Int32(contact))
  }

  /// Makes the next step look at the contacts of a body, even if nobody is awake.
  func updateContactsOnce(_ index: Int) {
    if bodies.base[index].isAwake { return }
    forEachContact(index) { contact, other in
      if bodies.base[other].isAwake { return }
      contacts.base[contact].set(ContactRecord.Flag.updateOnce, true)
      activate(contact)
    }
  }

  /// Takes contacts that were to be looked at once from the active ones.
  func clearUpdateOnce() {
    // Backwards, since the last contact takes the place of one that is taken out.
    for slot in (0..<active.count).reversed() {
      let contact = Int(active.base[slot])
      let c = contacts.base[contact]
      guard c.has(ContactRecord.Flag.updateOnce) else { continue }
      contacts.base[contact].set(ContactRecord.Flag.updateOnce, false)
      if !bodies.base[Int(c.bodyA)].isAwake && !bodies.base[Int(c.bodyB)].isAwake {
        deactivate(contact)
      }
    }
  }

  func deactivate(_ contact: Int) {
    releaseColor(contact)
    let slot = Int(contacts.base[contact].activeIndex)
    guard slot >= 0 else { return }
    let last = active.base[active.count - 1]
    active.base[slot] = last
    contacts.base[Int(last)].activeIndex = Int32(slot)
    active.popLast()
    contacts.base[contact].activeIndex = -1
  }
}
