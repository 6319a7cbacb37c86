import CaromCollision
import CaromMaths

extension WorldChecks {
  /// The first inconsistency of the stored state, or nil.
  var invariantProblem: String? {
    for (name, tree) in [
      ("static", broadPhase.statics), ("kinematic", broadPhase.kinematics),
      ("dynamic", broadPhase.dynamics),
    ] {
      if let problem = tree.invariantProblem { return "\(name) tree: \(problem)" }
    }
    return linkProblem ?? bodyProblem ?? contactProblem ?? colorProblem ?? listProblem
      ?? jointProblem
  }

  private var bodyProblem: String? {
    var alive = 0
    for index in 0..<bodies.count where bodies.base[index].has(BodyRecord.Flag.alive) {
      alive += 1
      let b = bodies.base[index]
      let name = "body \(index)"
      guard b.position.isFinite, b.orientation.isFinite, b.velocity.isFinite,
        b.angularVelocity.isFinite
      else { return "\(name) is not finite" }
      if abs(b.orientation.dot(b.orientation) - 1) > 1e-4 { return "\(name) is not normalized" }
      if b.isAwake && bodies.awake.base[Int(b.awakeIndex)] != Int32(index) {
        return "\(name) has another slot in the awake list than it stores"
      }
      if b.isAwake && (b.isStatic || !b.has(BodyRecord.Flag.enabled)) {
        return "\(name) is awake but cannot be"
      }
      var count: Int32 = 0
      contacts.forEachContact(of: index, in: bodies) { contact, _ in
        let c = contacts.base[contact]
        if c.bodyA == Int32(index) || c.bodyB == Int32(index) { count += 1 }
      }
      if count != b.contactCount { return "\(name) has \(count) contacts, counted as many others" }
      var collider = b.firstCollider
      while collider >= 0 {
        let c = colliders.base[Int(collider)]
        if c.body != Int32(index) { return "\(name) has the collider of another body" }
        if (c.proxy >= 0) != b.has(BodyRecord.Flag.enabled) {
          return "\(name) has a proxy although it is disabled, or none although it is enabled"
        }
        collider = c.next
      }
    }
    return alive == bodies.aliveCount
      ? nil : "\(alive) bodies live, counted as \(bodies.aliveCount)"
  }

  private var contactProblem: String? {
    var alive = 0
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      if c.parent < 0 { alive += 1 }
      let (a, b) = (bodies.base[Int(c.bodyA)], bodies.base[Int(c.bodyB)])
      let name = "contact \(index)"
      if a.serial >= b.serial { return "\(name) has its bodies in the wrong order" }
      let isLookedAt = a.isAwake || b.isAwake || c.has(ContactRecord.Flag.updateOnce)
      if (c.activeIndex >= 0) != isLookedAt {
        return "\(name) is active although no body is awake, or inactive although one is"
      }
      if c.activeIndex >= 0 && contacts.active.base[Int(c.activeIndex)] != Int32(index) {
        return "\(name) has another slot in the active list than it stores"
      }
      let (collides, reports) = rules.relation(
        Int(c.bodyA), c.colliderA, Int(c.bodyB), c.colliderB)
      let holds = c.has(ContactRecord.Flag.collides) || c.has(ContactRecord.Flag.passing)
      if collides != holds || reports != (c.pair >= 0) {
        return "\(name) does not follow the masks of its bodies"
      }
      let key = PairMap.key(min(c.colliderA, c.colliderB), max(c.colliderA, c.colliderB))
      let first = c.parent < 0 ? Int32(index) : c.parent
      if contacts.map[key] != first { return "\(name) is not in the table" }
      if let problem = contacts.manifoldGroupProblem(index) { return problem }
      if let problem = manifoldProblem(index) { return "\(name) \(problem)" }
      if c.color >= 0 && c.activeIndex < 0 { return "\(name) has a color while no body is awake" }
    }
    return alive == contacts.map.count ? nil : "\(alive) contacts live, the table has others"
  }

  private func manifoldProblem(_ contact: Int) -> String? {
    let c = contacts.base[contact]
    guard c.manifold >= 0 else { return nil }
    let m = contacts.manifolds.base[Int(c.manifold)]
    if m.contact != Int32(contact) { return "has the points of another contact" }
    for slot in 0..<Int(m.pointCount) {
      let p = contacts.points.base[Int(c.manifold) * 4 + slot]
      let isFinite = Vector3(p.onA).isFinite && Vector3(p.onB).isFinite && p.separation.isFinite
      if !isFinite || p.impulse < 0 || !p.impulse.isFinite { return "has a bad point" }
    }
    return nil
  }

  private var listProblem: String? {
    var joined = 0
    for index in 0..<contacts.pairs.count where contacts.pairs.base[index].contactCount > 0 {
      joined += Int(contacts.pairs.base[index].contactCount)
    }
    var reporting = 0
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      if contacts.base[index].pair >= 0 { reporting += 1 }
    }
    if joined != reporting { return "pairs count \(joined) contacts, there are \(reporting)" }
    for slot in 0..<broadPhase.moved.count
    where colliders.base[Int(broadPhase.moved.base[slot])].isMoved == 0 {
      return "a collider in the moved list is not marked as moved"
    }
    return nil
  }

  /// The first body that two contacts of one color share, as a sentence, or nil.
  private var colorProblem: String? {
    var used = [UInt64](repeating: 0, count: bodies.count)
    for index in 0..<contacts.count where contacts.base[index].has(ContactRecord.Flag.alive) {
      let c = contacts.base[index]
      guard c.color >= 0 && c.color != ConstraintGraph.overflow else { continue }
      let bit: UInt64 = 1 << UInt64(c.color)
      for body in [c.held.a, c.held.b] where body >= 0 {
        if used[Int(body)] & bit != 0 { return "body \(body) is twice in color \(c.color)" }
        used[Int(body)] |= bit
      }
    }
    for body in 0..<min(used.count, solver.graph.bodyCount)
    where used[body] != solver.graph.colors(of: body) {
      return "body \(body) has other colors than its contacts"
    }
    return nil
  }
}
