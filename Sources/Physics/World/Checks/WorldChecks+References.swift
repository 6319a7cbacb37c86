import CaromCollision

extension WorldChecks {
  /// The first index in the world that is out of bounds, or nil.
  var referenceProblem: String? {
    func out(_ index: Int32, _ count: Int) -> Bool { index < -1 || Int(index) >= count }
    for b in bodies.elements
    where out(b.firstCollider, colliders.count) || out(b.firstContact >> 1, contacts.count)
      || out(b.awakeIndex, bodies.awake.count) || out(b.nextInIsland, bodies.count)
      || out(b.nextFree, bodies.count) || b.kind > BodyKind.dynamic.code
    { return "a body points outside the world" }
    let nodes = [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics].map(\.nodes.count)
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics]
    where tree.nodes.contains(where: { $0.isLeaf && Int($0.data) >= colliders.count }) {
      return "a tree of the broad phase holds an unknown collider"
    }
    let factors = bodies.gravityFactors.count
    if factors > bodies.count { return "the world has factors on gravity for other bodies" }
    for index in factors..<bodies.count
    where bodies.base[index].has(BodyRecord.Flag.ownGravity) {
      return "body \(index) has no factor on gravity"
    }
    if bodies.gravityFactors.elements.contains(where: { !$0.isFinite }) {
      return "a factor on gravity is not finite"
    }
    if let problem = extrasProblem { return problem }
    let hasSurfaces = bodies.elements.contains { $0.has(BodyRecord.Flag.colliderOverrides) }
    if !colliders.surfaces.isEmpty || hasSurfaces, colliders.surfaces.count != colliders.count {
      return "the world has filters and materials for other colliders"
    }
    for c in colliders.elements {
      if out(c.body, bodies.count) || out(c.next, colliders.count) {
        return "a collider points outside the world"
      }
      if c.body >= 0 && out(c.proxy, nodes[min(2, Int(bodies.base[Int(c.body)].kind))]) {
        return "a collider has a proxy outside its tree"
      }
    }
    for c in contacts.elements {
      let links = [c.previousA, c.nextA, c.previousB, c.nextB].map { $0 >> 1 }
      if out(c.colliderA, colliders.count) || out(c.colliderB, colliders.count)
        || out(c.bodyA, bodies.count) || out(c.bodyB, bodies.count)
        || out(c.pair, contacts.pairs.count)
        || out(c.activeIndex, contacts.active.count)
        || links.contains(where: { out($0, contacts.count) })
        || out(c.manifold, contacts.manifolds.count) || out(c.nextChild, contacts.count)
        || out(c.parent, contacts.count)
        || c.color < -1 || c.color > ConstraintGraph.overflow
      {
        return "a contact points outside the world"
      }
    }
    for index in 0..<contacts.count {
      if let problem = contacts.manifoldGroupProblem(index) { return problem }
    }
    if let problem = jointReferenceProblem { return problem }
    for m in contacts.manifolds.elements
    where m.pointCount < 0 || m.pointCount > 4 || out(m.contact, contacts.count)
      || out(m.nextFree, contacts.manifolds.count)
    { return "a manifold points outside the world" }
    if contacts.points.count != contacts.manifolds.count * 4
      || contacts.caches.count != contacts.count
    {
      return "the world has points for other contacts"
    }
    for p in contacts.pairs.elements
    where out(p.bodyA, bodies.count) || out(p.bodyB, bodies.count)
      || out(p.nextFree, contacts.pairs.count)
    {
      return "a pair points outside the world"
    }
    if bodies.awake.elements.contains(where: { $0 < 0 || Int($0) >= bodies.count })
      || contacts.active.elements.contains(where: { $0 < 0 || Int($0) >= contacts.count })
      || broadPhase.moved.elements.contains(where: { $0 < 0 || Int($0) >= colliders.count })
    {
      return "a list points outside the world"
    }
    return nil
  }

  /// The first rare property that is missing or invalid, or nil.
  private var extrasProblem: String? {
    let extras = bodies.extras.count
    if extras > bodies.count || colliders.extras.count > colliders.count {
      return "the world has rare properties of other bodies"
    }
    let needsExtras = BodyRecord.Flag.grouped | BodyRecord.Flag.oneWay
    for index in extras..<bodies.count where bodies.base[index].has(needsExtras) {
      return "body \(index) has no collision group and no solid side"
    }
    if bodies.extras.elements.contains(where: { !$0.isFinite })
      || colliders.extras.elements.contains(where: { !$0.isFinite })
    {
      return "a rare property of a body is not finite"
    }
    return nil
  }
}
