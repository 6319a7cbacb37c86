import CaromCollision
import CaromMaths

/// Creates and destroys contacts, their manifolds, and the pairs of bodies that report contact
/// events.
final class ContactLifecycle {
  let bodies: BodyStore
  let colliders: ColliderStore
  let broadPhase: BroadPhase
  let contacts: ContactStore
  let rules: CollisionRules
  let activation: BodyActivator
  let report: StepReport

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ broadPhase: BroadPhase,
    _ contacts: ContactStore, _ rules: CollisionRules, _ activation: BodyActivator,
    _ report: StepReport
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.broadPhase = broadPhase
    self.contacts = contacts
    self.rules = rules
    self.activation = activation
    self.report = report
  }

  // MARK: Creation

  /// Creates a contact of two colliders whose boxes overlap, unless they ignore each other.
  func createContact(_ first: Int32, _ second: Int32) {
    var (a, b) = (first, second)
    var bodyA = colliders.base[Int(a)].body
    var bodyB = colliders.base[Int(b)].body
    if bodies.base[Int(bodyA)].serial > bodies.base[Int(bodyB)].serial {
      swap(&a, &b)
      swap(&bodyA, &bodyB)
    }
    let (collides, reports) = rules.relation(Int(bodyA), a, Int(bodyB), b)
    guard collides || reports else { return }
    let contact = allocateContact()
    var c = ContactRecord()
    (c.colliderA, c.colliderB, c.bodyA, c.bodyB) = (a, b, bodyA, bodyB)
    c.flags = ContactRecord.Flag.alive | (collides ? ContactRecord.Flag.collides : 0)
    if colliders.base[Int(a)].isSurface | colliders.base[Int(b)].isSurface != 0 {
      c.flags |= ContactRecord.Flag.surface
    }
    let unevenly = ColliderRecord.Rolling.unevenly
    if colliders.base[Int(a)].rolling == unevenly || colliders.base[Int(b)].rolling == unevenly {
      c.flags |= ContactRecord.Flag.rollsUnevenly
    }
    c.set(ContactRecord.Flag.oneWay, collides && isOneWay(c))
    contacts.base[contact] = c
    contacts.caches.base[contact] = ManifoldCache()
    addTriangleSet(contact)
    if reports { joinPair(contact) }
    link(contact, side: 0)
    link(contact, side: 1)
    contacts.map.insert(PairMap.key(min(a, b), max(a, b)), Int32(contact))
    let isAwake = bodies.base[Int(bodyA)].isAwake || bodies.base[Int(bodyB)].isAwake
    if !isAwake { contacts.base[contact].set(ContactRecord.Flag.updateOnce, true) }
    activation.activate(contact)
  }

  /// Whether one of the bodies of a contact is solid from one side only.
  private func isOneWay(_ c: ContactRecord) -> Bool {
    (bodies.base[Int(c.bodyA)].flags | bodies.base[Int(c.bodyB)].flags) & BodyRecord.Flag.oneWay
      != 0
  }

  private func allocateContact() -> Int {
    if contacts.firstFree >= 0 {
      let contact = Int(contacts.firstFree)
      contacts.firstFree = contacts.base[contact].nextFree
      return contact
    }
    contacts.records.append(ContactRecord())
    contacts.caches.append(ManifoldCache())
    return contacts.count - 1
  }

  /// Creates a contact for a further direction of a contact with a surface.
  private func createChild(of parent: Int, after last: Int) -> Int {
    let child = allocateContact()
    let p = contacts.base[parent]
    var c = ContactRecord()
    (c.colliderA, c.colliderB, c.bodyA, c.bodyB) = (p.colliderA, p.colliderB, p.bodyA, p.bodyB)
    c.flags =
      p.flags
      & (ContactRecord.Flag.alive | ContactRecord.Flag.collides | ContactRecord.Flag.updateOnce
        | ContactRecord.Flag.surface | ContactRecord.Flag.rollsUnevenly
        | ContactRecord.Flag.oneWay | ContactRecord.Flag.passing)
    c.parent = Int32(parent)
    contacts.base[child] = c
    contacts.base[last].nextChild = Int32(child)
    contacts.caches.base[child] = ManifoldCache()
    if p.pair >= 0 { joinPair(child) }
    link(child, side: 0)
    link(child, side: 1)
    activation.activate(child)
    return child
  }

  /// Adds a triangle set for a contact with a mesh.
  func addTriangleSet(_ contact: Int) {
    let c = contacts.base[contact]
    guard c.has(ContactRecord.Flag.surface) && c.parent < 0 else { return }
    contacts.triangleCache.add(contact, isMesh: isMesh(c.colliderA) || isMesh(c.colliderB))
  }

  private func isMesh(_ collider: Int32) -> Bool {
    if case .mesh = colliders.shapes[Int(collider)] { true } else { false }
  }

  // MARK: Destruction

  /// Destroys a contact and its children; wakes bodies that it held up, and ends its pair.
  func destroyContact(_ contact: Int) {
    let c = contacts.base[contact]
    if c.parent >= 0 { return destroyContact(Int(c.parent)) }
    if c.nextChild >= 0 { destroyChildren(of: contact) }
    removeContact(contact)
    contacts.map.remove(
      PairMap.key(min(c.colliderA, c.colliderB), max(c.colliderA, c.colliderB)))
  }

  /// Destroys all contacts of a body.
  func destroyContacts(of body: Int) {
    while bodies.base[body].firstContact >= 0 {
      destroyContact(Int(bodies.base[body].firstContact >> 1))
    }
  }

  private func destroyChildren(of contact: Int) {
    var child = Int(contacts.base[contact].nextChild)
    contacts.base[contact].nextChild = -1
    while child >= 0 {
      let next = Int(contacts.base[child].nextChild)
      removeContact(child)
      child = next
    }
  }

  /// Removes a contact from every list except ``ContactStore/map``.
  private func removeContact(_ contact: Int) {
    let c = contacts.base[contact]
    if c.has(ContactRecord.Flag.touching) && c.has(ContactRecord.Flag.collides) {
      activation.wake(Int(c.bodyA))
      activation.wake(Int(c.bodyB))
    }
    if c.pair >= 0 { leavePair(contact) }
    activation.deactivate(contact)
    freeManifold(contact)
    contacts.triangleCache.remove(contact)
    unlink(contact, side: 0)
    unlink(contact, side: 1)
    contacts.base[contact] = ContactRecord()
    contacts.base[contact].nextFree = contacts.firstFree
    contacts.firstFree = Int32(contact)
  }

  // MARK: Filters

  /// Applies changed masks to the contacts of a body, and makes it search for new ones.
  func refilter(_ index: Int) {
    guard bodies.base[index].has(BodyRecord.Flag.enabled) else { return }
    activation.wake(index)
    activation.wakeTouching(index)
    var key = bodies.base[index].firstContact
    while key >= 0 {
      let contact = Int(key >> 1)
      let c = contacts.base[contact]
      key = key & 1 == 0 ? c.nextA : c.nextB
      let (collides, reports) = rules.relation(
        Int(c.bodyA), c.colliderA, Int(c.bodyB), c.colliderB)
      if !collides && !reports {
        destroyContact(contact)
        // The next contact may have been a child of the destroyed one.
        if c.has(ContactRecord.Flag.surface) { key = bodies.base[index].firstContact }
        continue
      }
      let isOneWay = collides && isOneWay(c)
      let isPassing = isOneWay && c.has(ContactRecord.Flag.passing)
      contacts.base[contact].set(ContactRecord.Flag.oneWay, isOneWay)
      contacts.base[contact].set(ContactRecord.Flag.passing, isPassing)
      contacts.base[contact].set(ContactRecord.Flag.collides, collides && !isPassing)
      if !collides { clearImpulses(contact) }
      if reports && c.pair < 0 { joinPair(contact) }
      if !reports && c.pair >= 0 { leavePair(contact) }
    }
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      broadPhase.markMoved(collider, in: colliders)
      collider = colliders.base[Int(collider)].next
    }
    activation.updateContactsOnce(index)
  }

  private func clearImpulses(_ contact: Int) {
    let manifold = Int(contacts.base[contact].manifold)
    guard manifold >= 0 else { return }
    let m = contacts.manifolds.base + manifold
    m.pointee.frictionImpulse = F4()
    m.pointee.roll = F4(0, 0, 0, m.pointee.roll.w)
    m.pointee.impulse = 0
    for slot in 0..<4 { contacts.points.base[manifold * 4 + slot].impulse = 0 }
  }

  // MARK: Manifolds

  /// Ensures that a contact with a surface has a manifold for each of `count` directions.
  ///
  /// The first manifold belongs to the contact itself, each further one to a child.
  func allocateManifolds(_ contact: Int, count: Int) {
    var member = contact
    var number = 1
    while true {
      allocateManifold(member)
      if number == count { return }
      number += 1
      let next = Int(contacts.base[member].nextChild)
      member = next >= 0 ? next : createChild(of: contact, after: member)
    }
  }

  /// Ensures that a contact has a manifold.
  func allocateManifold(_ contact: Int) {
    guard contacts.base[contact].manifold < 0 else { return }
    var slot = contacts.firstFreeManifold
    if slot >= 0 {
      contacts.firstFreeManifold = contacts.manifolds.base[Int(slot)].nextFree
    } else {
      slot = Int32(contacts.manifolds.count)
      contacts.manifolds.append(ManifoldRecord())
      for _ in 0..<4 { contacts.points.append(ContactPoint()) }
    }
    var m = ManifoldRecord()
    m.contact = Int32(contact)
    contacts.manifolds.base[Int(slot)] = m
    for point in 0..<4 { contacts.points.base[Int(slot) * 4 + point] = ContactPoint() }
    contacts.base[contact].manifold = slot
  }

  /// Frees the manifolds without points of a contact and its children.
  func freeEmptyManifolds(_ contact: Int) {
    var member = contact
    while member >= 0 {
      let c = contacts.base[member]
      if c.manifold >= 0 && contacts.manifolds.base[Int(c.manifold)].pointCount == 0 {
        freeManifold(member)
      }
      member = Int(c.nextChild)
    }
  }

  private func freeManifold(_ contact: Int) {
    let slot = contacts.base[contact].manifold
    guard slot >= 0 else { return }
    contacts.manifolds.base[Int(slot)] = ManifoldRecord()
    contacts.manifolds.base[Int(slot)].nextFree = contacts.firstFreeManifold
    for point in 0..<4 { contacts.points.base[Int(slot) * 4 + point] = ContactPoint() }
    contacts.firstFreeManifold = slot
    contacts.base[contact].manifold = -1
  }

  // MARK: Lists of the bodies

  private func link(_ contact: Int, side: Int32) {
    let body = Int(side == 0 ? contacts.base[contact].bodyA : contacts.base[contact].bodyB)
    let key = Int32(contact) << 1 | side
    let next = bodies.base[body].firstContact
    setPrevious(key, -1)
    setNext(key, next)
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

  private func setPrevious(_ key: Int32, _ value: Int32) {
    let contact = contacts.base + Int(key >> 1)
    if key & 1 == 0 { contact.pointee.previousA = value } else { contact.pointee.previousB = value }
  }

  private func setNext(_ key: Int32, _ value: Int32) {
    let contact = contacts.base + Int(key >> 1)
    if key & 1 == 0 { contact.pointee.nextA = value } else { contact.pointee.nextB = value }
  }
}
