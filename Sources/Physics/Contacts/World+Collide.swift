import CaromCollision
import CaromMaths

extension World {
  /// Computes where the active contacts touch, and drops those whose boxes have parted.
  ///
  /// A sleeping body that is about to be pushed wakes, which appends its own contacts to the list
  /// while it is walked.
  func collideContacts(_ dt: Float) {
    var place = 0
    while place < active.count {
      let index = Int(active.base[place])
      let c = contacts.base + index
      let (bodyA, bodyB) = (Int(c.pointee.bodyA), Int(c.pointee.bodyB))
      let proxyA = colliders.base[Int(c.pointee.colliderA)].proxy
      let proxyB = colliders.base[Int(c.pointee.colliderB)].proxy
      let boxA = broadPhase.box(proxyA, kind: bodies.base[bodyA].kind)
      let boxB = broadPhase.box(proxyB, kind: bodies.base[bodyB].kind)
      guard boxA.overlaps(boxB) else {
        destroyContact(index)
        continue
      }
      collideContact(index, c, dt)
      if c.pointee.pointCount > 0 && c.pointee.has(ContactRecord.Flag.collides) {
        wakeHit(c, index, dt)
      }
      place += 1
    }
  }

  private func collideContact(_ index: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ dt: Float) {
    let a = bodies.base + Int(c.pointee.bodyA)
    let b = bodies.base + Int(c.pointee.bodyB)
    let colliderA = Int(c.pointee.colliderA)
    let colliderB = Int(c.pointee.colliderB)
    let least = settings.speculativeDistance
    var margin: Float = 0
    if c.pointee.has(ContactRecord.Flag.collides) {
      margin = max(least, Self.reach(a, dt, least) + Self.reach(b, dt, least))
    }
    let placedA = colliders.base[colliderA].transform(in: a.pointee.transform)
    let placedB = colliders.base[colliderB].transform(in: b.pointee.transform)
    var manifold = collide(
      shapes[colliderA], placedA, shapes[colliderB], placedB, margin: margin,
      cache: &caches.base[index])
    if manifold.count > 0 && isFast(a, b, margin) { manifold = predict(manifold, index, c, dt) }
    let old = points.base + index * 4
    let oldCount = Int(c.pointee.pointCount)
    let before = rememberedPoints.base
    for slot in 0..<oldCount { before[slot] = old[slot] }
    c.pointee.normal = manifold.normal
    c.pointee.pointCount = Int32(manifold.count)
    c.pointee.set(ContactRecord.Flag.seam, false)
    c.pointee.set(ContactRecord.Flag.edge, manifold.kind == .edge)
    if manifold.count == 0 {
      if oldCount > 0 { clearImpulses(index) }
      return
    }
    // The frame in which points are remembered: that of the side that moves.
    let center = a.pointee.isDynamic ? a.pointee.center : b.pointee.center
    let size = min(a.pointee.outerRadius, b.pointee.outerRadius)
    let near: Float = 0.05 * size
    var isFresh = false
    for number in 0..<manifold.count {
      let point = manifold[number]
      var impulse: Float = -1
      for slot in 0..<oldCount where before[slot].feature == point.feature {
        impulse = before[slot].impulse
        before[slot].impulse = -1
        break
      }
      if impulse < 0 { isFresh = true }
      old[number] = ContactPoint(
        position: point.position, anchor: point.position - center,
        separation: point.separation, feature: point.feature, impulse: impulse)
    }
    if isFresh { adoptImpulses(old, manifold.count, before, oldCount, near * near) }
    for number in manifold.count..<4 { old[number] = ContactPoint() }
  }

  /// Gives points with new features the impulse of the nearest old one that nobody has taken.
  ///
  /// Features of boxes that lie corner on corner change with the last bit of their positions, and
  /// stacks sway when such contacts start from nothing.
  private func adoptImpulses(
    _ points: UnsafeMutablePointer<ContactPoint>, _ count: Int,
    _ before: UnsafeMutablePointer<ContactPoint>, _ oldCount: Int, _ reach: Float
  ) {
    for number in 0..<count where points[number].impulse < 0 {
      var nearest = -1
      var least = reach
      for slot in 0..<oldCount where before[slot].impulse >= 0 {
        let distance = (before[slot].anchor - points[number].anchor).lengthSquared
        if distance < least { (nearest, least) = (slot, distance) }
      }
      points[number].impulse = nearest < 0 ? 0 : before[nearest].impulse
      if nearest >= 0 { before[nearest].impulse = -1 }
    }
  }

  /// Wakes the sleeping side of a contact that touches, or will within this step.
  private func wakeHit(_ c: UnsafeMutablePointer<ContactRecord>, _ index: Int, _ dt: Float) {
    let (bodyA, bodyB) = (Int(c.pointee.bodyA), Int(c.pointee.bodyB))
    let a = bodies.base + bodyA
    let b = bodies.base + bodyB
    let sleepsA = a.pointee.isDynamic && !a.pointee.isAwake
    let sleepsB = b.pointee.isDynamic && !b.pointee.isAwake
    guard sleepsA || sleepsB else { return }
    for number in 0..<Int(c.pointee.pointCount) {
      let p = points.base[index * 4 + number]
      let velocityA =
        a.pointee.velocity + a.pointee.angularVelocity.cross(p.position - a.pointee.center)
      let velocityB =
        b.pointee.velocity + b.pointee.angularVelocity.cross(p.position - b.pointee.center)
      let speed: Float = (velocityB - velocityA).dot(c.pointee.normal)
      if p.separation <= 0.0005 || p.separation + speed * dt <= 0 {
        if sleepsA { wake(bodyA) }
        if sleepsB { wake(bodyB) }
        return
      }
    }
  }
}
