public import CaromCollision
public import CaromMaths

/// A contact of two bodies in their current transforms, computed without a step.
public struct BodyContact: Hashable, Sendable, BitwiseCopyable {
  /// The queried body.
  public let bodyA: BodyHandle
  /// The other body.
  public let bodyB: BodyHandle
  /// The index of the touching leaf of A's shape.
  public let leafA: Int
  /// The index of the touching leaf of B's shape.
  public let leafB: Int
  /// The contact points and the normal from A to B, in world space.
  public let manifold: Manifold
}

/// A contact of a shape that belongs to no body with a body.
public struct ShapeContact: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// The index of the touching leaf of the shape.
  public let shapeLeaf: Int
  /// The index of the touching leaf of the body's shape.
  public let leaf: Int
  /// The contact points and the normal from the shape to the body, in world space.
  public let manifold: Manifold
}

extension World {
  /// The contacts of two bodies in their current transforms, leaf by leaf; empty if they do not
  /// touch.
  ///
  /// Masks and sensors are ignored, and the bodies may be disabled. With a `margin`, points with a
  /// separation of up to that many meters are included.
  /// - Precondition: Both bodies exist, and the margin is not negative.
  public func contactTest(
    _ a: BodyHandle, _ b: BodyHandle, margin: Float = 0
  ) -> [BodyContact] {
    bodyContacts(index(of: a), index(of: b), margin) { _, _ in true }
  }

  /// The contacts of the colliders of two bodies that `accepts` selects.
  private func bodyContacts(
    _ bodyA: Int, _ bodyB: Int, _ margin: Float,
    where accepts: (_ colliderA: Int, _ colliderB: Int) -> Bool
  ) -> [BodyContact] {
    let (a, b) = (handle(bodyA), handle(bodyB))
    var found: [BodyContact] = []
    visitColliders(bodyA) { leafA, colliderA, placedA in
      let shapeA = colliders.shapes[colliderA]
      let box = shapeA.bounds(at: placedA).expanded(by: margin)
      visitColliders(bodyB) { leafB, colliderB, placedB in
        let shapeB = colliders.shapes[colliderB]
        guard accepts(colliderA, colliderB), shapeB.bounds(at: placedB).overlaps(box) else {
          return
        }
        visitManifolds(shapeA, placedA, shapeB, placedB, margin) { manifold in
          found.append(
            BodyContact(bodyA: a, bodyB: b, leafA: leafA, leafB: leafB, manifold: manifold))
        }
      }
    }
    return found
  }

  /// The contacts of a body with others, ordered by the creation of the others, then by leaves.
  ///
  /// The result of ``contactTest(_:_:margin:)`` for each enabled body that the filter selects.
  /// - Precondition: The body exists, and the margin is not negative.
  public func contactTest(
    _ body: BodyHandle, margin: Float = 0, filter: QueryFilter = QueryFilter()
  ) -> [BodyContact] {
    prepareQueries()
    let own = index(of: body)
    return neighbors(of: own, margin, filter).flatMap { other in
      bodyContacts(own, other, margin) { self.accepts($1, other, filter) }
    }
  }

  /// The contacts of all bodies whose masks let them collide or report contacts.
  ///
  /// SceneKit's `updateContactTests`: contacts without a step, after bodies were moved or changed.
  /// Each pair occurs once, A created before B, ordered by the creation of A, then of B, then by
  /// leaves. Disabled bodies and pairs of static bodies have no contacts.
  /// - Precondition: The margin is not negative.
  /// - Complexity: O(n·log n) on average for n bodies that are not static, and a narrow-phase test
  ///   for each nearby pair.
  public func contactTestAll(margin: Float = 0) -> [BodyContact] {
    let all = QueryFilter(includesSensors: true)
    prepareQueries(bodyCount)
    var pairs: [(a: Int, b: Int)] = []
    for index in 0..<bodies.count {
      let b = bodies.base[index]
      guard b.has(BodyRecord.Flag.alive), b.has(BodyRecord.Flag.enabled), !b.isStatic else {
        continue
      }
      for other in neighbors(of: index, margin, all) {
        let isOlder = bodies.base[other].serial < b.serial
        // The older body of a pair adds it, unless it is static.
        if isOlder && !bodies.base[other].isStatic { continue }
        let pair = isOlder ? (other, index) : (index, other)
        if rules.areRelated(pair.0, pair.1) { pairs.append(pair) }
      }
    }
    let serial = { (index: Int) in self.bodies.base[index].serial }
    pairs.sort { (serial($0.a), serial($0.b)) < (serial($1.a), serial($1.b)) }
    return pairs.flatMap { a, b in
      bodyContacts(a, b, margin) { colliderA, colliderB in
        let (collides, reports) = self.rules.relation(a, Int32(colliderA), b, Int32(colliderB))
        return collides || reports
      }
    }
  }

  /// The other bodies whose boxes are near those of a body, in the order of creation, without
  /// duplicates.
  private func neighbors(
    of own: Int, _ margin: Float, _ filter: borrowing QueryFilter
  ) -> [Int] {
    precondition(margin >= 0, "The margin of a contact test is 0 or more")
    var others: [Int] = []
    visitLeaves(own) { _, shape, placed in
      visitNear(shape.bounds(at: placed).expanded(by: margin), filter) { _, other in
        if other != own { others.append(other) }
      }
    }
    return uniqueInCreationOrder(others)
  }

  /// The contacts of a shape with bodies, ordered by the creation of the bodies, then by leaves.
  ///
  /// Use it for characters and tools that are not bodies. The shape may be a compound.
  /// - Precondition: The shape has a nil `Shape.problem`, the placement is finite, and the margin
  ///   is not negative.
  public func contactTest(
    _ shape: Shape, at placement: Transform, margin: Float = 0,
    filter: QueryFilter = QueryFilter()
  ) -> [ShapeContact] {
    prepareQueries()
    return shapeContacts(shape, placement, margin, filter)
  }

  /// The result of ``contactTest(_:at:margin:filter:)``, with prepared trees.
  func shapeContacts(
    _ shape: Shape, _ placement: Transform, _ margin: Float, _ filter: borrowing QueryFilter
  ) -> [ShapeContact] {
    Self.check(shape, placement)
    precondition(margin >= 0, "The margin of a contact test is 0 or more")
    var found: [(serial: UInt32, contact: ShapeContact)] = []
    visitPairs(shape, placement, margin: margin, filter) { number, placed, collider, body in
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      let leaf = shape.leaf(at: number).shape
      visitManifolds(leaf, placed, colliders.shapes[collider], there, margin) { manifold in
        let contact = ShapeContact(
          body: handle(body), shapeLeaf: number, leaf: leafNumber(of: collider), manifold: manifold
        )
        found.append((bodies.base[body].serial, contact))
      }
    }
    found.sort { a, b in
      if a.serial != b.serial { return a.serial < b.serial }
      let (x, y) = (a.contact, b.contact)
      return x.shapeLeaf != y.shapeLeaf ? x.shapeLeaf < y.shapeLeaf : x.leaf < y.leaf
    }
    return found.map(\.contact)
  }

  /// Calls `visit` with each leaf of a body, in order, and its transform in the world.
  func visitLeaves(_ body: Int, _ visit: (_ leaf: Int, _ shape: Shape, _ placed: Transform) -> Void)
  {
    visitColliders(body) { visit($0, colliders.shapes[$1], $2) }
  }

  /// Calls `visit` with the number of each leaf of a body, its collider, and its transform in the
  /// world.
  private func visitColliders(
    _ body: Int, _ visit: (_ leaf: Int, _ collider: Int, _ placed: Transform) -> Void
  ) {
    let transform = bodies.base[body].transform
    var collider = Int(bodies.base[body].firstCollider)
    var number = 0
    while collider >= 0 {
      visit(number, collider, colliders.base[collider].transform(in: transform))
      collider = Int(colliders.base[collider].next)
      number += 1
    }
  }

  /// Calls `visit` with each manifold of two leaves.
  private func visitManifolds(
    _ a: Shape, _ placedA: Transform, _ b: Shape, _ placedB: Transform, _ margin: Float,
    _ visit: (Manifold) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Manifold.self, capacity: maxManifoldCount) { all in
      guard let out = all.baseAddress else { return }
      var cache = ManifoldCache()
      let count = collide(
        a, placedA, b, placedB, margin: margin, cache: &cache, into: out)
      for number in 0..<count { visit(out[number]) }
    }
  }
}
