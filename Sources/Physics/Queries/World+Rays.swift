import CaromCollision
public import CaromMaths

extension World {
  /// The nearest body along a ray, or nil when there is none.
  ///
  /// The ray goes from `origin` to `origin + translation`, both ends included. A ray that starts in a
  /// body hits it at fraction zero. On a tie the body that was created first wins.
  /// - Precondition: The ray is finite.
  /// - Complexity: O(log n) on average.
  public func rayCast(
    origin: Vector3, translation: Vector3, filter: QueryFilter = QueryFilter()
  ) -> BodyHit? {
    var best: FoundHit?
    visitRay(origin, translation, filter) { collider, body, hit in
      let found = foundHit(hit, collider, body)
      if let held = best, !found.comes(before: held) { return held.fraction }
      best = found
      return hit.fraction
    }
    return best.map(bodyHit)
  }

  /// Whether any body is along a ray; stops at the first that it finds, so it is the fastest to ask.
  ///
  /// The ray goes from `origin` to `origin + translation`, both ends included.
  /// - Precondition: The ray is finite.
  /// - Complexity: O(log n) on average.
  public func rayCastAny(
    origin: Vector3, translation: Vector3, filter: QueryFilter = QueryFilter()
  ) -> Bool {
    var isHit = false
    visitRay(origin, translation, filter) { _, _, _ in
      isHit = true
      return -1
    }
    return isHit
  }

  /// Every body along a ray, nearest first, each with its first hit.
  ///
  /// Ties are in the order of creation; otherwise as ``rayCast(origin:translation:filter:)``.
  /// - Precondition: The ray is finite.
  public func rayCastAll(
    origin: Vector3, translation: Vector3, filter: QueryFilter = QueryFilter()
  ) -> [BodyHit] {
    var found: [FoundHit] = []
    visitRay(origin, translation, filter) { collider, body, hit in
      found.append(foundHit(hit, collider, body))
      return 1
    }
    return ordered(found)
  }

  private func foundHit(_ hit: RayHit, _ collider: Int, _ body: Int) -> FoundHit {
    FoundHit(
      fraction: hit.fraction, serial: bodies.base[body].serial, leaf: leafNumber(of: collider),
      body: body, point: hit.point, normal: hit.normal, depth: 0)
  }

  /// Calls `visit` with what a ray hits; it returns how far to look on, or less than 0 to stop.
  private func visitRay(
    _ origin: Vector3, _ translation: Vector3, _ filter: borrowing QueryFilter,
    _ visit: (_ collider: Int, _ body: Int, _ hit: RayHit) -> Float
  ) {
    precondition(origin.isFinite && translation.isFinite, "A ray must be finite")
    var reached: Float = 1
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] where reached >= 0
    {
      tree.rayCast(origin: origin, translation: translation, limit: reached) { _, data, limit in
        let collider = Int(data)
        let body = Int(colliders.base[collider].body)
        guard accepts(body, filter),
          let hit = shapes[collider].rayCast(
            origin: origin, translation: translation,
            at: colliders.base[collider].transform(in: bodies.base[body].transform)),
          hit.fraction <= limit
        else { return limit }
        reached = visit(collider, body, hit)
        return reached
      }
    }
  }
}
