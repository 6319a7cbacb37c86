public import CaromCollision
public import CaromMaths

extension World {
  /// The first hit of a shape that moves along a straight line, or nil if it hits nothing.
  ///
  /// The shape starts at `start` and moves by `translation` without rotation; it may be a compound.
  /// After moving by the fraction of the hit, the shape is at most `shapeCastTolerance` away from
  /// the body. A body that it touches or overlaps at the start is hit at fraction zero if the
  /// motion leads into it, and ignored if it leads away or along. With a zero translation, every
  /// overlapping body is hit. On a tie, the body that was created first is returned.
  /// - Precondition: The shape has a nil `Shape.problem` and the translation is finite.
  /// - Complexity: O(log n) on average, and some tens of distance computations for bodies along the
  ///   path.
  public func shapeCast(
    _ shape: Shape, from start: Transform, by translation: Vector3,
    filter: QueryFilter = QueryFilter()
  ) -> BodyHit? {
    prepareQueries()
    return closestCastHit(shape, start, translation, filter)
  }

  /// The result of ``shapeCast(_:from:by:filter:)``, with prepared trees.
  func closestCastHit(
    _ shape: Shape, _ start: Transform, _ translation: Vector3, _ filter: borrowing QueryFilter
  ) -> BodyHit? {
    var best: FoundHit?
    visitCast(shape, start, translation, filter) { found in
      if let held = best, !found.precedes(held) { return held.fraction }
      best = found
      return found.fraction
    }
    return best.map(bodyHit)
  }

  /// The first hit on each body of a shape that moves along a straight line, closest first.
  ///
  /// The shape passes through the bodies that it hits. See ``shapeCast(_:from:by:filter:)``.
  /// - Precondition: The shape has a nil `Shape.problem` and the translation is finite.
  public func shapeCastAll(
    _ shape: Shape, from start: Transform, by translation: Vector3,
    filter: QueryFilter = QueryFilter()
  ) -> [BodyHit] {
    prepareQueries()
    var found: [FoundHit] = []
    visitCast(shape, start, translation, filter) { hit in
      found.append(hit)
      return 1
    }
    return ordered(found)
  }

  /// Calls `visit` with each hit of a shape; the visitor returns the fraction up to which to
  /// continue.
  ///
  /// For a compound, the world is queried once with the whole compound, then the compound with each
  /// collider found.
  private func visitCast(
    _ shape: Shape, _ start: Transform, _ translation: Vector3, _ filter: borrowing QueryFilter,
    _ visit: (FoundHit) -> Float
  ) {
    Self.check(shape, start)
    precondition(translation.isFinite, "The translation of a shape must be finite")
    var reached: Float = 1
    func test(_ leaf: ShapeLeaf, _ collider: Int, _ body: Int) {
      guard
        let hit = CaromCollision.shapeCast(
          leaf.shape, from: start * leaf.placement, by: translation, colliders.shapes[collider],
          at: colliders.base[collider].transform(in: bodies.base[body].transform)),
        hit.fraction <= reached
      else { return }
      reached = visit(
        FoundHit(
          fraction: hit.fraction, serial: bodies.base[body].serial,
          leaf: leafNumber(of: collider), body: body, point: hit.point, normal: hit.normal,
          depth: hit.depth))
    }
    func sweep(_ box: AABB, _ near: (_ collider: Int, _ body: Int) -> Void) {
      let box = box.expanded(by: shapeCastTolerance)
      func consider(_ data: UInt32) -> Float {
        let body = Int(colliders.base[Int(data)].body)
        if accepts(Int(data), body, filter) { near(Int(data), body) }
        return reached
      }
      for (view, tree) in treesByKind {
        if let view {
          view.boxCast(box, translation: translation, limit: reached) { data, _ in consider(data) }
        } else {
          tree.boxCast(box, translation: translation, limit: reached) { _, data, _ in
            consider(data)
          }
        }
      }
    }
    guard case .compound(let compound) = shape, shape.isBounded else {
      for number in 0..<shape.leafCount {
        let leaf = shape.leaf(at: number)
        sweep(leaf.shape.bounds(at: start * leaf.placement)) { test(leaf, $0, $1) }
      }
      return
    }
    let back = start.inverse
    let displacement = start.orientation.unrotate(translation)
    sweep(shape.bounds(at: start)) { collider, body in
      guard colliders.shapes[collider].isBounded else {
        for leaf in compound.children { test(leaf, collider, body) }
        return
      }
      // Relative to the compound, the collider moves towards it.
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      let box = colliders.shapes[collider].bounds(at: back * there)
      let swept = box.union(
        AABB(min: box.min - displacement * reached, max: box.max - displacement * reached))
      let hair: Float = 2e-6 * max(swept.min.magnitudes.greatest, swept.max.magnitudes.greatest)
      compound.visitChildren(near: swept.expanded(by: shapeCastTolerance + hair)) { number in
        test(compound.children[number], collider, body)
      }
    }
  }

  /// Traps if the shape of a query is invalid.
  static func check(_ shape: Shape, _ placement: Transform) {
    if let problem = shape.problem { preconditionFailure("The shape of a query: \(problem)") }
    precondition(
      placement.position.isFinite && placement.orientation.isFinite,
      "The placement of a query must be finite")
  }
}
