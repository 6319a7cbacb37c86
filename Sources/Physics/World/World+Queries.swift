import CaromCollision
public import CaromMaths

/// Where a ray meets a body.
public struct BodyHit: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// The share of the ray before the hit, from 0 at its origin to 1 at its end.
  public let fraction: Float
  /// The place of the hit in the world.
  public let point: Vector3
  /// The outward normal of the surface, unit length, or zero when the ray started inside.
  public let normal: Vector3
}

extension World {
  /// The nearest body along a ray, or nil when there is none.
  ///
  /// The ray goes from `origin` to `origin + translation`. Only bodies whose category is in `mask`
  /// count, sensors only when asked for. On a tie the body that was created first wins.
  /// - Complexity: O(log n) on average.
  public func rayCast(
    origin: Vector3, translation: Vector3, mask: UInt32 = .max, includingSensors: Bool = false
  ) -> BodyHit? {
    var best: (hit: RayHit, body: Int)?
    visitRay(origin, translation, mask, includingSensors) { body, hit, limit in
      if let held = best {
        let isEarlier = bodies.base[body].serial < bodies.base[held.body].serial
        guard hit.fraction < held.hit.fraction || (hit.fraction == held.hit.fraction && isEarlier)
        else { return limit }
      }
      best = (hit, body)
      return hit.fraction
    }
    return best.map { bodyHit($0.hit, $0.body) }
  }

  /// Every body along a ray, nearest first, each with its first hit.
  ///
  /// Ties are in the order of creation; otherwise as ``rayCast(origin:translation:mask:includingSensors:)``.
  public func rayCastAll(
    origin: Vector3, translation: Vector3, mask: UInt32 = .max, includingSensors: Bool = false
  ) -> [BodyHit] {
    var found: [(hit: RayHit, body: Int)] = []
    visitRay(origin, translation, mask, includingSensors) { body, hit, limit in
      if let held = found.firstIndex(where: { $0.body == body }) {
        if hit.fraction < found[held].hit.fraction { found[held].hit = hit }
      } else {
        found.append((hit, body))
      }
      return limit
    }
    found.sort { a, b in
      a.hit.fraction != b.hit.fraction
        ? a.hit.fraction < b.hit.fraction : bodies.base[a.body].serial < bodies.base[b.body].serial
    }
    return found.map { bodyHit($0.hit, $0.body) }
  }

  /// The bodies whose shapes may overlap a box, in the order of creation; their boxes do for certain.
  ///
  /// Answers with a margin of a few centimetres, as the broad phase keeps it.
  public func bodies(near box: AABB, mask: UInt32 = .max) -> [BodyHandle] {
    var found: [Int] = []
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] {
      tree.query(box) { _, data in
        let body = Int(colliders.base[Int(data)].body)
        if bodies.base[body].filter.category & mask != 0, !found.contains(body) {
          found.append(body)
        }
        return true
      }
    }
    return found.sorted { bodies.base[$0].serial < bodies.base[$1].serial }.map(handle)
  }

  private func bodyHit(_ hit: RayHit, _ body: Int) -> BodyHit {
    BodyHit(body: handle(body), fraction: hit.fraction, point: hit.point, normal: hit.normal)
  }

  private func visitRay(
    _ origin: Vector3, _ translation: Vector3, _ mask: UInt32, _ includingSensors: Bool,
    _ visit: (_ body: Int, _ hit: RayHit, _ limit: Float) -> Float
  ) {
    precondition(origin.isFinite && translation.isFinite, "A ray must be finite")
    var reached: Float = 1
    for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] {
      tree.rayCast(origin: origin, translation: translation, limit: reached) { _, data, limit in
        let collider = colliders.base[Int(data)]
        let body = Int(collider.body)
        let b = bodies.base + body
        guard b.pointee.filter.category & mask != 0,
          includingSensors || !b.pointee.has(BodyRecord.Flag.sensor),
          let hit = shapes[Int(data)].rayCast(
            origin: origin, translation: translation,
            at: collider.transform(in: b.pointee.transform)),
          hit.fraction <= limit
        else { return limit }
        reached = visit(body, hit, limit)
        // A hit at the origin must not end the search of equally near bodies.
        return max(reached, .leastNormalMagnitude)
      }
    }
  }
}
