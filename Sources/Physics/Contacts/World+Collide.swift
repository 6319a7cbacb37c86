import CaromCollision
import CaromMaths

/// What colliding the contacts of a step reads and writes, taken out of the world once.
private struct CollideContext {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  let caches: UnsafeMutablePointer<ManifoldCache>
  let remembered: UnsafeMutablePointer<ContactPoint>
  let shapes: UnsafeBufferPointer<Shape>
  let least: Float
}

extension World {
  /// Computes where the active contacts touch, and drops those whose boxes have parted.
  ///
  /// A sleeping body that is about to be pushed wakes, which appends its own contacts to the list
  /// while it is walked.
  func collideContacts(_ dt: Float) {
    leaning.removeAll()
    // Neither trees nor shapes change in here, and nothing but lists grows, so all is taken out of
    // the world once: each access to a property of a class is checked at run time.
    let (trees, shapes) = (broadPhase, self.shapes)
    shapes.withUnsafeBufferPointer { shapes in
      let context = CollideContext(
        bodies: bodies.base, colliders: colliders.base, points: points.base, caches: caches.base,
        remembered: rememberedPoints.base, shapes: shapes, least: settings.speculativeDistance)
      let contacts = self.contacts.base
      var place = 0
      while place < active.count {
        let index = Int(active.base[place])
        let c = contacts + index
        let (bodyA, bodyB) = (Int(c.pointee.bodyA), Int(c.pointee.bodyB))
        let proxyA = context.colliders[Int(c.pointee.colliderA)].proxy
        let proxyB = context.colliders[Int(c.pointee.colliderB)].proxy
        let boxA = trees.box(proxyA, kind: context.bodies[bodyA].kind)
        let boxB = trees.box(proxyB, kind: context.bodies[bodyB].kind)
        guard boxA.overlaps(boxB) else {
          destroyContact(index)
          continue
        }
        collideContact(index, c, dt, context)
        if c.pointee.pointCount > 0 && c.pointee.has(ContactRecord.Flag.collides) {
          wakeHit(c, index, dt)
          noteLeaning(c, context.bodies)
        }
        place += 1
      }
    }
  }

  /// Remembers a dynamic body that touches what no force moves, once for each such contact.
  @inline(__always)
  private func noteLeaning(
    _ c: UnsafeMutablePointer<ContactRecord>, _ bodies: UnsafeMutablePointer<BodyRecord>
  ) {
    let isDynamicA = bodies[Int(c.pointee.bodyA)].isDynamic
    let isDynamicB = bodies[Int(c.pointee.bodyB)].isDynamic
    if isDynamicA != isDynamicB { leaning.append(isDynamicA ? c.pointee.bodyA : c.pointee.bodyB) }
  }

  private func collideContact(
    _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ dt: Float, _ context: CollideContext
  ) {
    let (colliders, shapes, least) = (context.colliders, context.shapes, context.least)
    let a = context.bodies + Int(c.pointee.bodyA)
    let b = context.bodies + Int(c.pointee.bodyB)
    let colliderA = Int(c.pointee.colliderA)
    let colliderB = Int(c.pointee.colliderB)
    var margin: Float = 0
    if c.pointee.has(ContactRecord.Flag.collides) {
      margin = max(least, Self.reach(a, dt, least) + Self.reach(b, dt, least))
    }
    let placedA = colliders[colliderA].transform(in: a.pointee.transform)
    let placedB = colliders[colliderB].transform(in: b.pointee.transform)
    var manifold = collide(
      shapes[colliderA], placedA, shapes[colliderB], placedB, margin: margin,
      cache: &context.caches[index])
    if manifold.count > 0 && isFast(a, b, margin) { manifold = predict(manifold, index, c, dt) }
    let old = context.points + index * 4
    let oldCount = Int(c.pointee.pointCount)
    let before = context.remembered
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
