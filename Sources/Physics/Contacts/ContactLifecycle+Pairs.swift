// A pair of bodies has one contact for each pair of their colliders. The pair begins in the step in
// which the first of its contacts touches. It ends when none of them touches, or when the last one
// is destroyed.

extension ContactLifecycle {
  /// Adds a contact to the pair of its bodies, which is created with the first contact.
  func joinPair(_ contact: Int) {
    let (a, b) = (contacts.base[contact].bodyA, contacts.base[contact].bodyB)
    let key = PairMap.key(a, b)
    var pair = contacts.pairMap[key]
    if pair < 0 {
      pair = allocatePair()
      contacts.pairs.base[Int(pair)] = PairRecord(bodyA: a, bodyB: b)
      contacts.pairMap.insert(key, pair)
    }
    contacts.pairs.base[Int(pair)].contactCount += 1
    contacts.base[contact].pair = pair
  }

  /// Removes a contact from its pair; the last one ends a touching pair with a pending event.
  func leavePair(_ contact: Int) {
    let pair = Int(contacts.base[contact].pair)
    contacts.base[contact].pair = -1
    contacts.pairs.base[pair].contactCount -= 1
    let p = contacts.pairs.base[pair]
    guard p.contactCount == 0 else { return }
    if p.isOpen { report.pendingEnds.append(ContactEvent(.end, p, bodies, rules)) }
    contacts.pairMap.remove(PairMap.key(p.bodyA, p.bodyB))
    contacts.pairs.base[pair] = PairRecord(nextFree: contacts.firstFreePair)
    contacts.firstFreePair = Int32(pair)
  }

  private func allocatePair() -> Int32 {
    if contacts.firstFreePair >= 0 {
      let pair = contacts.firstFreePair
      contacts.firstFreePair = contacts.pairs.base[Int(pair)].nextFree
      return pair
    }
    contacts.pairs.append(PairRecord())
    return Int32(contacts.pairs.count - 1)
  }
}

extension ContactEvent {
  /// The event of a pair in its current state.
  init(
    _ kind: Kind, _ p: PairRecord, approachSpeed: Float = 0, _ bodies: BodyStore,
    _ rules: CollisionRules
  ) {
    let isEnd = kind == .end
    let (a, b) = (bodies.base + Int(p.bodyA), bodies.base + Int(p.bodyB))
    self.init(
      kind: kind, bodyA: bodies.handle(Int(p.bodyA)), bodyB: bodies.handle(Int(p.bodyB)),
      tagA: a.pointee.tag, tagB: b.pointee.tag, point: p.point, normal: p.normal,
      approachSpeed: approachSpeed,
      isSensed: Self.isSensed(p, rules),
      impulse: isEnd ? 0 : p.impulse, penetration: isEnd ? 0 : p.penetration,
      order: UInt64(a.pointee.serial) << 32 | UInt64(b.pointee.serial))
  }

  /// Whether the bodies of a pair only sense each other.
  private static func isSensed(_ p: PairRecord, _ rules: CollisionRules) -> Bool {
    let (a, b) = (Int(p.bodyA), Int(p.bodyB))
    if rules.hasOwnSurfaces(a, b) { return p.flags & PairRecord.Flag.collides == 0 }
    // The colliders do not matter.
    return !rules.relation(a, -1, b, -1).collides
  }
}
