import CaromCollision
public import CaromMaths

/// A contact that ``World/contactModifier`` may change before it is solved.
///
/// A pair of bodies has one contact for each pair of colliders, and several if one of them is a
/// mesh or a height field that is touched in several directions.
public struct ContactModification: Sendable {
  /// The body that was created first.
  public let bodyA: BodyHandle
  /// The other body.
  public let bodyB: BodyHandle
  /// The ``BodyDefinition/userTag`` of body A.
  public let tagA: UInt64
  /// The ``BodyDefinition/userTag`` of body B.
  public let tagB: UInt64
  /// The index of the leaf of A's shape.
  public let leafA: Int
  /// The index of the leaf of B's shape.
  public let leafB: Int
  /// The unit normal from A to B.
  public let normal: Vector3
  /// The deepest point, midway between the surfaces, in the world.
  public let point: Vector3
  /// The separation at that point in meters, below 0 where the bodies overlap; contacts are created
  /// ahead of time, so it may be above 0.
  public let separation: Float
  /// The velocity of B relative to A at that point, in meters per second.
  public let velocity: Vector3
  /// The coefficient of friction of the pair; 0 or more.
  public var friction: Float
  /// The share of the approach speed that a bounce returns, 0 to 1.
  public var restitution: Float
  /// Whether the contact is solved in this step; without it the bodies pass through each other.
  public var isEnabled = true
}

extension World {
  /// Called before each step is solved, for each contact with points of a body that has
  /// ``BodyProperties/modifiesContacts``, to change its material or to disable it for the step.
  ///
  /// The calls come one after the other on the thread that steps the world, ordered by the creation
  /// of the bodies and by their colliders, for any number of threads. A change lasts for one step.
  /// The closure is not part of the state: set the same one after ``load(from:)``, and let it
  /// depend on nothing but its argument and state that is restored as well. It must not change the
  /// world. For what data can say, use ``BodyProperties/oneWay``, masks and groups, which cost
  /// less.
  ///
  /// A body that moves so fast that it would pass the other within a step is stopped at its surface
  /// first, and the closure is asked in the next step.
  public var contactModifier: ((inout ContactModification) -> Void)? {
    get { narrowPhase.modifier }
    set {
      if narrowPhase.modifier != nil { narrowPhase.resetModifiedContacts() }
      narrowPhase.modifier = newValue
    }
  }
}

extension NarrowPhase {
  /// Calls a modifier with the contacts that ask for it, and applies its changes.
  func modifyContacts(
    _ modify: (inout ContactModification) -> Void, _ context: CollideContext
  ) {
    contacts.hasDisabled = true
    for slot in orderedModifiableContacts() {
      let c = contacts.base + Int(contacts.active.base[slot])
      let m = contacts.manifolds.base + Int(c.pointee.manifold)
      // The changes of the last step have ended.
      context.setMaterial(m, c)
      var change = modification(c, m)
      modify(&change)
      m.pointee.normal.w = change.friction >= 0 ? min(change.friction, 1e3) : 0
      m.pointee.localNormal.w = change.restitution >= 0 ? min(change.restitution, 1) : 0
      if change.isEnabled { context.classify(slot) } else { context.disable(slot) }
    }
  }

  /// Makes the next step combine the materials of contacts that a modifier may have changed; those
  /// that are recycled, and those of balls, would keep them.
  func resetModifiedContacts() {
    for index in 0..<bodies.count where bodies.base[index].has(BodyRecord.Flag.modifiesContacts) {
      contacts.invalidateManifolds(of: index, in: bodies)
    }
  }

  /// The active slots of the contacts that may be modified, in the order of their bodies, leaves
  /// and directions.
  private func orderedModifiableContacts() -> [Int] {
    var found: [(key: (UInt64, UInt64, Int), slot: Int)] = []
    for slot in 0..<contacts.active.count {
      let index = Int(contacts.active.base[slot])
      let c = contacts.base + index
      let (a, b) = (bodies.base + Int(c.pointee.bodyA), bodies.base + Int(c.pointee.bodyB))
      guard (a.pointee.flags | b.pointee.flags) & BodyRecord.Flag.modifiesContacts != 0,
        c.pointee.manifold >= 0, c.pointee.has(ContactRecord.Flag.collides),
        contacts.manifolds.base[Int(c.pointee.manifold)].pointCount > 0
      else { continue }
      let bodyKey = UInt64(a.pointee.serial) << 32 | UInt64(b.pointee.serial)
      let leafKey =
        UInt64(leafNumber(c.pointee.colliderA)) << 32 | UInt64(leafNumber(c.pointee.colliderB))
      found.append(((bodyKey, leafKey, directionNumber(index)), slot))
    }
    found.sort { $0.key < $1.key }
    return found.map(\.slot)
  }

  /// The index of a collider among the leaves of its body.
  private func leafNumber(_ collider: Int32) -> Int {
    var current = bodies.base[Int(colliders.base[Int(collider)].body)].firstCollider
    var number = 0
    while current != collider && current >= 0 {
      current = colliders.base[Int(current)].next
      number += 1
    }
    return number
  }

  /// The number of a contact among those of its pair of colliders.
  private func directionNumber(_ contact: Int) -> Int {
    guard contacts.base[contact].parent >= 0 else { return 0 }
    var (current, number) = (Int(contacts.base[contact].parent), 0)
    while current != contact && current >= 0 {
      current = Int(contacts.base[current].nextChild)
      number += 1
    }
    return number
  }

  private func modification(
    _ c: UnsafeMutablePointer<ContactRecord>, _ m: UnsafeMutablePointer<ManifoldRecord>
  ) -> ContactModification {
    let (a, b) = (bodies.base + Int(c.pointee.bodyA), bodies.base + Int(c.pointee.bodyB))
    let manifold = Int(c.pointee.manifold)
    var deepest = 0
    for slot in 1..<max(1, Int(m.pointee.pointCount))
    where contacts.points.base[manifold * 4 + slot].separation
      < contacts.points.base[manifold * 4 + deepest].separation
    { deepest = slot }
    let point = contacts.position(of: deepest, in: manifold, bodies.poses.base)
    let velocityA = a.pointee.velocity + a.pointee.angularVelocity.cross(point - a.pointee.center)
    let velocityB = b.pointee.velocity + b.pointee.angularVelocity.cross(point - b.pointee.center)
    return ContactModification(
      bodyA: bodies.handle(Int(c.pointee.bodyA)), bodyB: bodies.handle(Int(c.pointee.bodyB)),
      tagA: a.pointee.tag, tagB: b.pointee.tag, leafA: leafNumber(c.pointee.colliderA),
      leafB: leafNumber(c.pointee.colliderB), normal: Vector3(m.pointee.normal), point: point,
      separation: contacts.points.base[manifold * 4 + deepest].separation,
      velocity: velocityB - velocityA, friction: m.pointee.normal.w,
      restitution: m.pointee.localNormal.w)
  }
}
