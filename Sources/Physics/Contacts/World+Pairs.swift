import CaromMaths

// Pairs of bodies that report. A pair begins in the first step in which any of its contacts touches,
// and ends when none does any more, or at once when its last contact is removed.

extension World {
  /// Counts a contact in the pair of its bodies, which is made when it is the first.
  func joinPair(_ contact: Int) {
    let (a, b) = (contacts.base[contact].bodyA, contacts.base[contact].bodyB)
    let key = PairMap.key(a, b)
    var pair = pairMap[key]
    if pair < 0 {
      pair = allocatePair()
      pairs.base[Int(pair)] = PairRecord(bodyA: a, bodyB: b)
      pairMap.insert(key, pair)
    }
    pairs.base[Int(pair)].contactCount += 1
    contacts.base[contact].pair = pair
  }

  /// Takes a contact out of its pair; the last one ends an open pair.
  func leavePair(_ contact: Int) {
    let pair = Int(contacts.base[contact].pair)
    contacts.base[contact].pair = -1
    pairs.base[pair].contactCount -= 1
    guard pairs.base[pair].contactCount == 0 else { return }
    if pairs.base[pair].isOpen != 0 { pendingEnds.append(event(pair, .end)) }
    pairMap.remove(PairMap.key(pairs.base[pair].bodyA, pairs.base[pair].bodyB))
    pairs.base[pair] = PairRecord(nextFree: freePair)
    freePair = Int32(pair)
  }

  private func allocatePair() -> Int32 {
    if freePair >= 0 {
      let pair = freePair
      freePair = pairs.base[Int(pair)].nextFree
      return pair
    }
    pairs.append(PairRecord())
    return Int32(pairs.count - 1)
  }

  /// The event that a pair gives now.
  func event(_ pair: Int, _ kind: ContactEvent.Kind) -> ContactEvent {
    let p = pairs.base[pair]
    let isEnd = kind == .end
    return ContactEvent(
      kind: kind, bodyA: handle(Int(p.bodyA)), bodyB: handle(Int(p.bodyB)),
      tagA: bodies.base[Int(p.bodyA)].tag, tagB: bodies.base[Int(p.bodyB)].tag,
      point: p.point, normal: p.normal,
      approachSpeed: kind == .begin ? approachSpeed(pair) : 0,
      isSensed: !relation(Int(p.bodyA), Int(p.bodyB)).collides, impulse: isEnd ? 0 : p.impulse,
      penetration: isEnd ? 0 : p.penetration,
      order: UInt64(bodies.base[Int(p.bodyA)].serial) << 32
        | UInt64(bodies.base[Int(p.bodyB)].serial))
  }

  /// Decides which contacts touch after the solver ran, and writes the events of the step.
  ///
  /// Bodies that push each other touch when they are within half a millimetre, or when an impulse
  /// passed between them, which a bounce within the step leaves as its only trace. Once touching,
  /// they touch until a millimetre parts them, so that resting contacts do not flicker. A sensed
  /// pair touches when it overlaps.
  func reportContacts() {
    seenPairs.removeAll()
    peakImpacts.resize(pairs.count)
    outcomes.resize(active.count)
    let context = TouchContext(
      contacts: contacts.base, manifolds: manifolds.base, active: active.base,
      outcomes: outcomes.base)
    parallelFor(active.count, chunkSize: 512, minimumCount: 2048) { range in
      for slot in range { context.decide(slot) }
    }
    var isAnyOnce = false
    forEachMarked(context.outcomes, 0..<active.count, 0xff) { slot in
      let outcome = context.outcomes[slot]
      if outcome & TouchContext.updateOnce != 0 { isAnyOnce = true }
      if outcome & TouchContext.reports != 0 {
        report(Int(context.active[slot]), isTouching: outcome & TouchContext.touches != 0)
      }
    }
    writeHitEvents()
    writeContactEvents()
    if isAnyOnce { clearUpdateOnce() }
  }

  /// Adds what happened at a contact to the pair that it belongs to.
  private func report(_ contact: Int, isTouching: Bool) {
    let c = contacts.base + contact
    let pair = Int(c.pointee.pair)
    let p = pairs.base + pair
    if p.pointee.touchCount < 0 {
      p.pointee.touchCount = 0
      peakImpacts.base[pair] = PeakImpact()
      seenPairs.append(Int32(pair))
    }
    guard isTouching else { return }
    let manifold = Int(c.pointee.manifold)
    let minimum = manifold < 0 ? Float.infinity : manifolds.base[manifold].minSeparation
    if p.pointee.touchCount == 0 {
      (p.pointee.impulse, p.pointee.penetration) = (0, -.infinity)
    }
    p.pointee.touchCount += 1
    recordPeakImpact(contact, pair)
    p.pointee.impulse += manifold < 0 ? 0 : manifolds.base[manifold].impulse
    if -minimum > p.pointee.penetration {
      p.pointee.penetration = -minimum
      p.pointee.point = deepestPoint(of: manifold)
      p.pointee.normal = Vector3(manifolds.base[manifold].normal)
    }
  }

  private func deepestPoint(of manifold: Int) -> Vector3 {
    var deepest = 0
    for slot in 1..<max(1, Int(manifolds.base[manifold].pointCount))
    where points.base[manifold * 4 + slot].separation
      < points.base[manifold * 4 + deepest].separation
    { deepest = slot }
    return position(of: deepest, in: manifold)
  }

  private func writeContactEvents() {
    contactEvents.removeAll(keepingCapacity: true)
    swap(&contactEvents, &pendingEnds)
    for slot in 0..<seenPairs.count {
      let pair = Int(seenPairs.base[slot])
      let p = pairs.base + pair
      let isTouching = p.pointee.touchCount > 0
      p.pointee.touchCount = -1
      if isTouching {
        contactEvents.append(event(pair, p.pointee.isOpen != 0 ? .update : .begin))
      } else if p.pointee.isOpen != 0 {
        contactEvents.append(event(pair, .end))
      }
      p.pointee.isOpen = isTouching ? 1 : 0
    }
    guard contactEvents.count > 1 else { return }
    contactEvents.sort { a, b in
      a.order != b.order ? a.order < b.order : a.kind.rawValue < b.kind.rawValue
    }
  }
}

/// What deciding which contacts touch reads and writes.
struct TouchContext: @unchecked Sendable {
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let active: UnsafeMutablePointer<Int32>
  /// What has to be done on one thread, as bits.
  let outcomes: UnsafeMutablePointer<UInt8>

  /// Its bodies report.
  static let reports: UInt8 = 1
  /// It was to be looked at once.
  static let updateOnce: UInt8 = 2
  /// It touches; noted for those that report.
  static let touches: UInt8 = 4

  /// Decides whether the contact in a place of the list touches.
  func decide(_ slot: Int) {
    let c = contacts + Int(active[slot])
    let manifold = Int(c.pointee.manifold)
    var isTouching = false
    if manifold >= 0 {
      let m = manifolds + manifold
      if c.pointee.has(ContactRecord.Flag.collides) {
        let maxSeparation: Float = c.pointee.has(ContactRecord.Flag.touching) ? 0.001 : 0.0005
        isTouching = m.pointee.impulse > 0 || m.pointee.minSeparation <= maxSeparation
      } else {
        isTouching = m.pointee.minSeparation <= 0
      }
    }
    c.pointee.set(ContactRecord.Flag.touching, isTouching)
    var outcome: UInt8 = c.pointee.has(ContactRecord.Flag.updateOnce) ? Self.updateOnce : 0
    if c.pointee.pair >= 0 { outcome |= isTouching ? Self.reports | Self.touches : Self.reports }
    outcomes[slot] = outcome
  }
}
