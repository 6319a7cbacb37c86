public import CaromCollision
public import CaromMaths

/// The nearest body to a point or a shape, and where both are closest.
public struct BodyDistance: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// Which leaf of the body's shape is nearest, from zero.
  public let leaf: Int
  /// The distance between the surfaces, in metres; zero when they overlap.
  public let distance: Float
  /// The closest point of the body, in world space.
  public let point: Vector3
  /// The closest point of what was asked about, in world space.
  public let otherPoint: Vector3
  /// From the body to what was asked about, unit length; zero when they overlap.
  public let normal: Vector3
}

extension World {
  /// The body nearest to a point, and its closest point; nil when none is within `reach` metres.
  ///
  /// A point inside a body is at distance zero from it and closest to itself. On a tie the body that
  /// was created first wins.
  /// - Precondition: The point is finite.
  /// - Complexity: O(log n) on average.
  public func closestPoint(
    to point: Vector3, within maxDistance: Float = .infinity, filter: QueryFilter = QueryFilter()
  ) -> BodyDistance? {
    precondition(point.isFinite, "The point of a query must be finite")
    let best = nearest([Self.pointLeaf], Transform(position: point), maxDistance, filter)
    return best?.fitted(to: point)
  }

  /// The point of a body that is closest to a point; a point inside is closest to itself.
  ///
  /// - Precondition: The body exists and the point is finite.
  /// - Complexity: O(leaves of the body).
  public func closestPoint(on body: BodyHandle, to point: Vector3) -> BodyDistance {
    precondition(point.isFinite, "The point of a query must be finite")
    let at = Transform(position: point)
    return nearest(of: index(of: body), [Self.pointLeaf], at).fitted(to: point)
  }

  /// The body nearest to a shape, and where both are closest; nil when none is within `reach` metres.
  ///
  /// The shape may be a compound. On a tie the body that was created first wins.
  /// - Precondition: The shape has a nil `Shape.problem` and the placement is finite.
  /// - Complexity: O(log n) on average.
  public func closestBody(
    to shape: Shape, at placement: Transform, within maxDistance: Float = .infinity,
    filter: QueryFilter = QueryFilter()
  ) -> BodyDistance? {
    Self.check(shape, placement)
    return nearest(shape.leaves, placement, maxDistance, filter)
  }

  /// How far two bodies are apart, and where they are closest: `point` is on B, `otherPoint` on A.
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

  /// A ball without size: the closed forms for balls are those for points, then.
  private static var pointLeaf: ShapeLeaf { ShapeLeaf(shape: .sphere(SphereShape(radius: 0))) }

  /// The nearest body of the world to some leaves.
  private func nearest(
    _ leaves: [ShapeLeaf], _ placement: Transform, _ maxDistance: Float,
    _ filter: borrowing QueryFilter
  ) -> BodyDistance? {
    precondition(maxDistance >= 0, "A query reaches 0 m or more")
    var best: (found: BodyDistance, serial: UInt32)?
    var limit = maxDistance
    for leaf in leaves {
      let placed = placement * leaf.placement
      let box = leaf.shape.bounds(at: placed)
      // Distances are rounded elsewhere than boxes.
      let hair: Float = 2e-6 * max(box.min.magnitudes.greatest, box.max.magnitudes.greatest)
      for tree in [broadPhase.statics, broadPhase.kinematics, broadPhase.dynamics] {
        tree.visitNearest(to: box, within: limit + hair) { _, data, current in
          let collider = Int(data)
          let body = Int(colliders.base[collider].body)
          guard accepts(body, filter) else { return current }
          let there = colliders.base[collider].transform(in: bodies.base[body].transform)
          let gap = CaromCollision.distance(shapes[collider], there, leaf.shape, placed)
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

  /// The nearest leaf of one body to some leaves; the first wins a tie.
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
    guard let best else { preconditionFailure("A body has a leaf at least") }
    return best
  }
}

extension BodyDistance {
  /// Makes a distance from that of a body's leaf to something else.
  init(_ body: BodyHandle, _ leaf: Int, _ gap: ShapeDistance) {
    self.init(
      body: body, leaf: leaf, distance: gap.distance, point: gap.pointA, otherPoint: gap.pointB,
      normal: gap.distance > 0 ? gap.normal : .zero)
  }

  /// The same for a point, which is closest to itself when it is inside.
  func fitted(to asked: Vector3) -> BodyDistance {
    BodyDistance(
      body: body, leaf: leaf, distance: distance, point: distance > 0 ? point : asked,
      otherPoint: asked, normal: normal)
  }
}
