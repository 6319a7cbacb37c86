import CPrefetch
public import CaromCollision
public import CaromMaths

extension World {
  /// The closest hit of a ray, or nil if it hits nothing.
  ///
  /// The ray extends from `origin` to `origin + translation`, both ends included. A ray that starts
  /// inside a body hits it at fraction zero. On a tie, the body that was created first is returned.
  /// - Precondition: The ray is finite.
  /// - Complexity: O(log n) on average. Among 4,000 balls 0.5 µs, or 1.5 µs for the first rays
  ///   after a step.
  public func rayCast(
    origin: Vector3, translation: Vector3, filter: QueryFilter = QueryFilter()
  ) -> BodyHit? {
    prepareQueries()
    return closestHit(origin, translation, filter)
  }

  /// Whether a ray hits any body; the fastest ray query, since it stops at the first hit found.
  ///
  /// The ray extends from `origin` to `origin + translation`, both ends included.
  /// - Precondition: The ray is finite.
  /// - Complexity: O(log n) on average.
  public func rayCastAny(
    origin: Vector3, translation: Vector3, filter: QueryFilter = QueryFilter()
  ) -> Bool {
    prepareQueries()
    return isAnyHit(origin, translation, filter)
  }

  /// The first hit of a ray on each body, closest first.
  ///
  /// Ties are sorted by the creation of the bodies. See ``rayCast(origin:translation:filter:)``.
  /// - Precondition: The ray is finite.
  public func rayCastAll(
    origin: Vector3, translation: Vector3, filter: QueryFilter = QueryFilter()
  ) -> [BodyHit] {
    prepareQueries()
    return allHits(origin, translation, filter)
  }

  /// The closest hit of each of many rays; see ``rayCast(origin:translation:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All rays are finite.
  public func rayCast(_ rays: [Ray], filter: QueryFilter = QueryFilter()) -> [BodyHit?] {
    runBatch(rays, nil, inChunksOf: 64) { world, ray in
      world.closestHit(ray.origin, ray.translation, filter)
    }
  }

  /// Whether each of many rays hits any body.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All rays are finite.
  public func rayCastAny(_ rays: [Ray], filter: QueryFilter = QueryFilter()) -> [Bool] {
    runBatch(rays, false, inChunksOf: 64) { world, ray in
      world.isAnyHit(ray.origin, ray.translation, filter)
    }
  }

  /// All hits of each of many rays; see ``rayCastAll(origin:translation:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All rays are finite.
  public func rayCastAll(_ rays: [Ray], filter: QueryFilter = QueryFilter()) -> [[BodyHit]] {
    runBatch(rays, [], inChunksOf: 16) { world, ray in
      world.allHits(ray.origin, ray.translation, filter)
    }
  }

  // MARK: Single rays, with prepared trees

  private func closestHit(
    _ origin: Vector3, _ translation: Vector3, _ filter: borrowing QueryFilter
  ) -> BodyHit? {
    var best: Int = -1
    var nearest: Float = .infinity
    var isSphere: Bool = false
    visitRay(origin, translation, filter) { collider, fraction, isKnown in
      if fraction < nearest || precedes(collider, best) {
        best = collider
        nearest = fraction
        isSphere = isKnown
      }
      return nearest
    }
    if best < 0 { return nil }
    return bodyHit(hit(origin, translation, best, isSphere ? nearest : 0))
  }

  private func isAnyHit(
    _ origin: Vector3, _ translation: Vector3, _ filter: borrowing QueryFilter
  ) -> Bool {
    var isHit = false
    visitRay(origin, translation, filter) { _, _, _ in
      isHit = true
      return -1
    }
    return isHit
  }

  private func allHits(
    _ origin: Vector3, _ translation: Vector3, _ filter: borrowing QueryFilter
  ) -> [BodyHit] {
    var found: [FoundHit] = []
    visitRay(origin, translation, filter) { collider, fraction, isSphere in
      found.append(hit(origin, translation, collider, isSphere ? fraction : 0))
      return 1
    }
    return ordered(found)
  }

  /// The order of ties: by the creation of the bodies, then by leaf.
  private func precedes(_ collider: Int, _ other: Int) -> Bool {
    let (body, otherBody) = (colliders.base[collider].body, colliders.base[other].body)
    if body == otherBody { return leafNumber(of: collider) < leafNumber(of: other) }
    return bodies.base[Int(body)].serial < bodies.base[Int(otherBody)].serial
  }

  /// The hit of a ray that is known to hit a collider; `sphereFraction` is the fraction for a
  /// sphere, or zero.
  private func hit(
    _ origin: Vector3, _ translation: Vector3, _ number: Int, _ sphereFraction: Float
  ) -> FoundHit {
    let collider = colliders.base + number
    let index = Int(collider.pointee.body)
    let body = bodies.base + index
    let placed = collider.pointee.transform(in: body.pointee.transform)
    let isOnly = collider.pointee.next < 0 && Int(body.pointee.firstCollider) == number
    var hit: RayHit?
    if sphereFraction > 0 {
      hit = RayHit(
        onSphere: placed.position, origin: origin, translation: translation,
        fraction: sphereFraction)
    } else {
      hit = colliders.shapes[number].rayCast(origin: origin, translation: translation, at: placed)
    }
    guard let hit else { preconditionFailure("The ray missed a collider that it hit before") }
    return FoundHit(
      fraction: hit.fraction, serial: body.pointee.serial,
      leaf: isOnly ? 0 : leafNumber(of: number), body: index, point: hit.point,
      normal: hit.normal, depth: 0)
  }

  /// Calls `visit` with each collider that a ray hits, the fraction, and whether it is a sphere.
  ///
  /// The visitor returns the fraction up to which to continue, or less than 0 to stop; colliders
  /// beyond it are not visited.
  @inline(__always)
  private func visitRay(
    _ origin: Vector3, _ translation: Vector3, _ filter: borrowing QueryFilter,
    _ visit: (_ collider: Int, _ fraction: Float, _ isSphere: Bool) -> Float
  ) {
    precondition(origin.isFinite && translation.isFinite, "A ray must be finite")
    let (state, trees) = (queries.state, broadPhase.trees)
    var reached: Float = 1
    visitRay(state.dynamics, trees.dynamics, origin, translation, filter, &reached, visit)
    if reached < 0 { return }
    visitRay(state.kinematics, trees.kinematics, origin, translation, filter, &reached, visit)
    if reached < 0 { return }
    visitRay(state.statics, trees.statics, origin, translation, filter, &reached, visit)
  }

  /// The same for one kind of body: in its query tree, if it is built, or in that of the broad
  /// phase; `reached` is the fraction up to which the ray continues.
  @inline(__always)
  private func visitRay(
    _ exact: WideTree.View?, _ tree: DynamicTreeView, _ origin: Vector3, _ translation: Vector3,
    _ filter: borrowing QueryFilter, _ reached: inout Float,
    _ visit: (_ collider: Int, _ fraction: Float, _ isSphere: Bool) -> Float
  ) {
    if let exact {
      exact.rayCast(origin: origin, translation: translation, limit: reached) {
        data, known, limit in
        let hit = rayHit(data, known, limit, origin, translation, filter)
        guard let hit else { return limit }
        reached = visit(Int(data), hit.fraction, hit.isSphere)
        return reached
      }
      return
    }
    let colliders = self.colliders.base
    tree.rayCast(
      origin: origin, translation: translation, limit: reached,
      prepare: { carom_prefetch(colliders + Int($0)) }
    ) { _, data, limit in
      let hit = rayHit(data, -1, limit, origin, translation, filter)
      guard let hit else { return limit }
      reached = visit(Int(data), hit.fraction, hit.isSphere)
      return reached
    }
  }

  /// The fraction at which a ray hits a collider before `limit`, if a filter selects it, and
  /// whether that is a sphere; `known` is the fraction if the tree has computed it, or -1.
  @inline(__always)
  private func rayHit(
    _ data: UInt32, _ known: Float, _ limit: Float, _ origin: Vector3, _ translation: Vector3,
    _ filter: borrowing QueryFilter
  ) -> (fraction: Float, isSphere: Bool)? {
    let (bodies, colliders) = (self.bodies.base, self.colliders.base)
    let collider = Int(data)
    let body = Int(colliders[collider].body)
    if known >= 0 {
      return accepts(collider, body, bodies + body, filter) ? (known, true) : nil
    }
    if colliders[collider].isBall & colliders[collider].isCentered != 0 {
      // Most balls are missed, and then only their positions are read.
      let fraction = SphereShape(radius: colliders[collider].roundRadius).rayFraction(
        origin: origin, translation: translation, at: bodies[body].position)
      if fraction > limit { return nil }
      return accepts(collider, body, bodies + body, filter) ? (fraction, true) : nil
    }
    guard accepts(collider, body, bodies + body, filter) else { return nil }
    let hit = self.colliders.shapes[collider].rayCast(
      origin: origin, translation: translation,
      at: colliders[collider].transform(in: bodies[body].transform))
    guard let hit, hit.fraction <= limit else { return nil }
    return (hit.fraction, false)
  }
}
