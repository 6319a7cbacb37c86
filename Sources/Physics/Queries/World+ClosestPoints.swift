public import CaromCollision
public import CaromMaths

/// The closest body to a point or a shape, and the closest points of both.
public struct BodyDistance: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// The index of the closest leaf of the body's shape.
  public let leaf: Int
  /// The distance between the surfaces, in meters; zero if they overlap.
  public let distance: Float
  /// The closest point of the body, in world space.
  public let point: Vector3
  /// The closest point of the queried point or shape, in world space.
  public let otherPoint: Vector3
  /// The unit direction from the body to the queried point or shape; zero if they overlap.
  public let normal: Vector3
}

extension World {
  /// The body closest to a point, and its closest point; nil if none is within `maxDistance`
  /// meters.
  ///
  /// A point inside a body has distance zero, and is its own closest point. On a tie, the body that
  /// was created first is returned.
  /// - Precondition: The point is finite.
  /// - Complexity: O(log n) on average.
  public func closestPoint(
    to point: Vector3, within maxDistance: Float = .infinity, filter: QueryFilter = QueryFilter()
  ) -> BodyDistance? {
    precondition(point.isFinite, "The point of a query must be finite")
    let best = nearest([Self.pointLeaf], Transform(position: point), maxDistance, filter)
    return best?.fitted(to: point)
  }

  /// The point of a body that is closest to a point; a point inside is its own closest point.
  ///
  /// - Precondition: The body exists and the point is finite.
  /// - Complexity: O(leaves of the body).
  public func closestPoint(on body: BodyHandle, to point: Vector3) -> BodyDistance {
    precondition(point.isFinite, "The point of a query must be finite")
    let at = Transform(position: point)
    return nearest(of: index(of: body), [Self.pointLeaf], at).fitted(to: point)
  }

  /// The body closest to a shape, and the closest points; nil if none is within `maxDistance`
  /// meters.
  ///
  /// The shape may be a compound. On a tie, the body that was created first is returned.
  /// - Precondition: The shape has a nil `Shape.problem` and the placement is finite.
  /// - Complexity: O(log n) on average.
  public func closestBody(
    to shape: Shape, at placement: Transform, within maxDistance: Float = .infinity,
    filter: QueryFilter = QueryFilter()
  ) -> BodyDistance? {
    Self.check(shape, placement)
    return nearest(shape.leaves, placement, maxDistance, filter)
  }

  /// The distance of two bodies, and their closest points: `point` is on B, `otherPoint` on A.
  ///
  /// - Precondition: Both bodies exist.
  /// - Complexity: O(leaves of A times leaves of B).
  public func distance(from a: BodyHandle, to b: BodyHandle) -> BodyDistance {
    var leaves: [ShapeLeaf] = []
    visitLeaves(index(of: a)) { _, shape, placed in
      leaves.append(ShapeLeaf(shape: shape, placement: placed))
    }
    return nearest(of: index(of: b), leaves, .identity)
  }

  /// A sphere of radius zero, which represents a point.
  private static var pointLeaf: ShapeLeaf { ShapeLeaf(shape: .sphere(SphereShape(radius: 0))) }

  /// The body of the world that is closest to some leaves.
  private func nearest(
    _ leaves: [ShapeLeaf], _ placement: Transform, _ maxDistance: Float,
    _ filter: borrowing QueryFilter
  ) -> BodyDistance? {
    precondition(maxDistance >= 0, "The maximum distance of a query is 0 m or more")
    var best: (found: BodyDistance, serial: UInt32)?
    var limit = maxDistance
    for leaf in leaves {
      let placed = placement * leaf.placement
      let box = leaf.shape.bounds(at: placed)
      // Distances and boxes round differently.
      let hair: Float = 2e-6 * max(box.min.magnitudes.greatest, box.max.magnitudes.greatest)
      for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] {
        tree.visitNearest(to: box, within: limit + hair) { _, data, current in
          let collider = Int(data)
          let body = Int(colliders.base[collider].body)
          guard accepts(collider, body, filter) else { return current }
          let there = colliders.base[collider].transform(in: bodies.base[body].transform)
          let gap = CaromCollision.distance(colliders.shapes[collider], there, leaf.shape, placed)
          let serial = bodies.base[body].serial
          let number = leafNumber(of: collider)
          guard gap.distance <= limit else { return current }
          if let held = best, held.found.distance == gap.distance,
            (held.serial, held.found.leaf) <= (serial, number)
          {
            return current
          }
          best = (BodyDistance(handle(body), number, gap), serial)
          limit = gap.distance
          return limit + hair
        }
      }
    }
    return best?.found
  }

  /// The leaf of one body that is closest to some leaves; on a tie, the first.
  private func nearest(
    of body: Int, _ leaves: [ShapeLeaf], _ placement: Transform
  ) -> BodyDistance {
    var best: BodyDistance?
    visitLeaves(body) { number, shape, there in
      for leaf in leaves {
        let gap = CaromCollision.distance(shape, there, leaf.shape, placement * leaf.placement)
        if let held = best, held.distance <= gap.distance { continue }
        best = BodyDistance(handle(body), number, gap)
      }
    }
    guard let best else { preconditionFailure("A body has at least one leaf") }
    return best
  }
}

extension BodyDistance {
  /// Creates a distance from that of a body's leaf.
  init(_ body: BodyHandle, _ leaf: Int, _ gap: ShapeDistance) {
    self.init(
      body: body, leaf: leaf, distance: gap.distance, point: gap.pointA, otherPoint: gap.pointB,
      normal: gap.distance > 0 ? gap.normal : .zero)
  }

  /// The distance to a point, which is its own closest point if it is inside.
  func fitted(to asked: Vector3) -> BodyDistance {
    BodyDistance(
      body: body, leaf: leaf, distance: distance, point: distance > 0 ? point : asked,
      otherPoint: asked, normal: normal)
  }
}
