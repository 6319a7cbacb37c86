import CaromMaths

// Pairs of bodies that report. A pair begins in the first step in which any of its contacts touches,
// and ends when none does any more, or at once when its last contact is removed.

extension World {
  /// Counts a contact in the pair of its bodies, which is made when it is the first.
  func joinPair(_ contact: Int) {
    let (a, b) = (contacts.base[contact].bodyA, contacts.base[contact].bodyB)
    let key = PairTable.key(a, b)
    var pair = pairTable[key]
    if pair < 0 {
      pair = takePair()
      pairs.base[Int(pair)] = PairRecord(bodyA: a, bodyB: b)
      pairTable.insert(key, pair)
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
    pairTable.remove(PairTable.key(pairs.base[pair].bodyA, pairs.base[pair].bodyB))
    pairs.base[pair] = PairRecord(nextFree: freePair)
    freePair = Int32(pair)
  }

  private func takePair() -> Int32 {
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
    let contacts = contacts.base
    let manifolds = manifolds.base
    let active = active.base
    let count = self.active.count
    var isAnyOnce = false
    for place in 0..<count {
      let index = Int(active[place])
      let c = contacts + index
      if c.pointee.has(ContactRecord.Flag.once) { isAnyOnce = true }
      let manifold = Int(c.pointee.manifold)
      let least = manifold < 0 ? Float.infinity : manifolds[manifold].least
      let impulse = manifold < 0 ? 0 : manifolds[manifold].impulse
      let wasTouching = c.pointee.has(ContactRecord.Flag.touching)
      let isTouching: Bool
      if c.pointee.has(ContactRecord.Flag.collides) {
        isTouching = impulse > 0 || least <= (wasTouching ? 0.001 : 0.0005)
      } else {
        isTouching = least <= 0
      }
      c.pointee.set(ContactRecord.Flag.touching, isTouching)
      let pair = Int(c.pointee.pair)
      guard pair >= 0 else { continue }
      let p = pairs.base + pair
      if p.pointee.touchCount < 0 {
        p.pointee.touchCount = 0
        seenPairs.append(Int32(pair))
      }
      guard isTouching else { continue }
      if p.pointee.touchCount == 0 {
        (p.pointee.impulse, p.pointee.penetration) = (0, -.infinity)
      }
      p.pointee.touchCount += 1
      p.pointee.impulse += impulse
      if -least > p.pointee.penetration {
        p.pointee.penetration = -least
        p.pointee.point = deepestPoint(of: manifold)
        p.pointee.normal = Vector3(manifolds[manifold].normal)
      }
    }
    writeEvents()
    if isAnyOnce { forgetOnce() }
  }

  private func deepestPoint(of manifold: Int) -> Vector3 {
    var deepest = 0
    for slot in 1..<max(1, Int(manifolds.base[manifold].pointCount))
    where points.base[manifold * 4 + slot].separation
      < points.base[manifold * 4 + deepest].separation
    { deepest = slot }
    return position(of: deepest, in: manifold)
  }

  private func writeEvents() {
    contactEvents.removeAll(keepingCapacity: true)
    swap(&contactEvents, &pendingEnds)
    for place in 0..<seenPairs.count {
      let pair = Int(seenPairs.base[place])
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
