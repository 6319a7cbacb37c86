public import CaromCollision
public import CaromMaths

/// Where two bodies touch now, without a step.
public struct BodyContact: Hashable, Sendable, BitwiseCopyable {
  /// The body that was asked about.
  public let bodyA: BodyHandle
  /// The other body.
  public let bodyB: BodyHandle
  /// Which leaf of A's shape touches, from zero.
  public let leafA: Int
  /// Which leaf of B's shape touches, from zero.
  public let leafB: Int
  /// The touching points and the normal from A to B, in world space.
  public let manifold: Manifold
}

/// Where a shape that is no body touches a body now.
public struct ShapeContact: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// Which leaf of the shape touches, from zero.
  public let shapeLeaf: Int
  /// Which leaf of the body's shape touches, from zero.
  public let leaf: Int
  /// The touching points and the normal from the shape to the body, in world space.
  public let manifold: Manifold
}

extension World {
  /// Where two bodies touch now, leaf by leaf; empty when they do not.
  ///
  /// Shapes are compared as they are placed now, whatever masks and sensors say and whether or not the
  /// bodies are enabled. With a `margin` points count that are up to that many metres apart.
  /// - Precondition: Both bodies exist, and the margin is not negative.
  public func contactTest(
    _ a: BodyHandle, _ b: BodyHandle, margin: Float = 0
  ) -> [BodyContact] {
    let (bodyA, bodyB) = (index(of: a), index(of: b))
    var found: [BodyContact] = []
    visitLeaves(bodyA) { leafA, shapeA, placedA in
      let box = shapeA.bounds(at: placedA).expanded(by: margin)
      visitLeaves(bodyB) { leafB, shapeB, placedB in
        guard shapeB.bounds(at: placedB).overlaps(box) else { return }
        visitManifolds(shapeA, placedA, shapeB, placedB, margin) { manifold in
          found.append(
            BodyContact(bodyA: a, bodyB: b, leafA: leafA, leafB: leafB, manifold: manifold))
        }
      }
    }
    return found
  }

  /// Where a body touches others now, ordered by the others' creation, then by leaves.
  ///
  /// As ``contactTest(_:_:margin:)`` with each enabled body that the filter lets through.
  /// - Precondition: The body exists, and the margin is not negative.
  public func contactTest(
    _ body: BodyHandle, margin: Float = 0, filter: QueryFilter = QueryFilter()
  ) -> [BodyContact] {
    prepareQueries()
    return neighbours(of: index(of: body), margin, filter)
      .flatMap { contactTest(body, handle($0), margin: margin) }
  }

  /// Where all bodies touch now whose masks let them push each other or report it.
  ///
  /// What SceneKit calls `updateContactTests`: contacts without a step, after bodies were put somewhere
  /// or changed shape. Each pair is there once, A created before B, ordered by the creation of A,
  /// then of B, then by leaves. Disabled bodies touch nothing, and neither do two static ones.
  /// - Precondition: The margin is not negative.
  /// - Complexity: O(n·log n) on average for n bodies that are not static, and a contact for what lies
  ///   near each other.
  public func contactTestAll(margin: Float = 0) -> [BodyContact] {
    let all = QueryFilter(includesSensors: true)
    prepareQueries(bodyCount)
    var pairs: [(a: Int, b: Int)] = []
    for index in 0..<bodies.count {
      let b = bodies.base[index]
      guard b.has(BodyRecord.Flag.alive), b.has(BodyRecord.Flag.enabled), !b.isStatic else {
        continue
      }
      for other in neighbours(of: index, margin, all) {
        let isOlder = bodies.base[other].serial < b.serial
        // Of two that both ask, the older one does.
        if isOlder && !bodies.base[other].isStatic { continue }
        let pair = isOlder ? (other, index) : (index, other)
        let (collides, reports) = relation(pair.0, pair.1)
        if collides || reports { pairs.append(pair) }
      }
    }
    let serial = { (index: Int) in self.bodies.base[index].serial }
    pairs.sort { (serial($0.a), serial($0.b)) < (serial($1.a), serial($1.b)) }
    return pairs.flatMap { contactTest(handle($0.a), handle($0.b), margin: margin) }
  }

  /// Other bodies whose boxes come near a body's, in the order of creation, each once.
  private func neighbours(
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

  /// Where a shape placed in the world would touch bodies, ordered by their creation, then by leaves.
  ///
  /// What a character or a tool needs that is no body itself. The shape may be a compound.
  /// - Precondition: The shape has a nil `Shape.problem`, the placement is finite, and the margin
  ///   is not negative.
  public func contactTest(
    _ shape: Shape, at placement: Transform, margin: Float = 0,
    filter: QueryFilter = QueryFilter()
  ) -> [ShapeContact] {
    prepareQueries()
    return touches(shape, placement, margin, filter)
  }

  /// The answer of ``contactTest(_:at:margin:filter:)`` from trees that are ready.
  func touches(
    _ shape: Shape, _ placement: Transform, _ margin: Float, _ filter: borrowing QueryFilter
  ) -> [ShapeContact] {
    Self.check(shape, placement)
    precondition(margin >= 0, "The margin of a contact test is 0 or more")
    var found: [(serial: UInt32, contact: ShapeContact)] = []
    visitPairs(shape, placement, margin: margin, filter) { number, placed, collider, body in
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      let leaf = shape.leaf(at: number).shape
      visitManifolds(leaf, placed, shapes[collider], there, margin) { manifold in
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

  /// Calls `visit` with each leaf of a body, in order, and where it is.
  func visitLeaves(_ body: Int, _ visit: (_ leaf: Int, _ shape: Shape, _ placed: Transform) -> Void)
  {
    let transform = bodies.base[body].transform
    var collider = Int(bodies.base[body].firstCollider)
    var number = 0
    while collider >= 0 {
      visit(number, shapes[collider], colliders.base[collider].transform(in: transform))
      collider = Int(colliders.base[collider].next)
      number += 1
    }
  }

  /// Calls `visit` with each way in which two leaves touch.
  private func visitManifolds(
    _ a: Shape, _ placedA: Transform, _ b: Shape, _ placedB: Transform, _ margin: Float,
    _ visit: (Manifold) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Manifold.self, capacity: manifoldLimit) { all in
      guard let out = all.baseAddress else { return }
      var cache = ManifoldCache()
      let count = collide(
        a, placedA, b, placedB, margin: margin, cache: &cache, into: out)
      for number in 0..<count { visit(out[number]) }
    }
  }
}
