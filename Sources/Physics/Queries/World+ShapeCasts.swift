public import CaromCollision
public import CaromMaths

extension World {
  /// The first body that a shape meets on a straight way, or nil when the way is free.
  ///
  /// The shape starts at `start` and moves by `translation` without turning; it may be a compound.
  /// The hit's fraction is the share of the way that is free; moved that far, the shape is at most
  /// `shapeCastTolerance` away from the body. What it touches or overlaps at the start is hit at
  /// fraction zero when the motion leads into it and passed when it leads away or along. With a zero
  /// translation, whatever it overlaps is hit. On a tie the body that was created first wins.
  /// - Precondition: The shape has a nil `Shape.problem` and the way is finite.
  /// - Complexity: O(log n) on average, and some tens of distances for what lies along the way.
  public func shapeCast(
    _ shape: Shape, from start: Transform, by translation: Vector3,
    filter: QueryFilter = QueryFilter()
  ) -> BodyHit? {
    prepareQueries()
    return closestCastHit(shape, start, translation, filter)
  }

  /// The answer of ``shapeCast(_:from:by:filter:)`` from trees that are ready.
  func closestCastHit(
    _ shape: Shape, _ start: Transform, _ translation: Vector3, _ filter: borrowing QueryFilter
  ) -> BodyHit? {
    var best: FoundHit?
    visitCast(shape, start, translation, filter) { found in
      if let held = best, !found.comes(before: held) { return held.fraction }
      best = found
      return found.fraction
    }
    return best.map(bodyHit)
  }

  /// Every body that a shape meets on a straight way, in order, each with its first hit.
  ///
  /// As if each body were alone: the shape passes through what it meets. Otherwise as
  /// ``shapeCast(_:from:by:filter:)``.
  /// - Precondition: The shape has a nil `Shape.problem` and the way is finite.
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

  /// Calls `visit` with what a shape meets; what it answers is the share of the way that still matters.
  ///
  /// A compound asks the world once, about all of it, and then itself about each collider on the way.
  private func visitCast(
    _ shape: Shape, _ start: Transform, _ translation: Vector3, _ filter: borrowing QueryFilter,
    _ visit: (FoundHit) -> Float
  ) {
    Self.check(shape, start)
    precondition(translation.isFinite, "The way of a shape must be finite")
    var reached: Float = 1
    func meet(_ leaf: ShapeLeaf, _ collider: Int, _ body: Int) {
      guard
        let hit = CaromCollision.shapeCast(
          leaf.shape, from: start * leaf.placement, by: translation, shapes[collider],
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
        if accepts(body, filter) { near(Int(data), body) }
        return reached
      }
      for (view, tree) in queryRows {
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
        sweep(leaf.shape.bounds(at: start * leaf.placement)) { meet(leaf, $0, $1) }
      }
      return
    }
    let back = start.inverse
    let displacement = start.orientation.unrotate(translation)
    sweep(shape.bounds(at: start)) { collider, body in
      guard shapes[collider].isBounded else {
        for leaf in compound.children { meet(leaf, collider, body) }
        return
      }
      // As the compound sees it, the other comes towards it.
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      let box = shapes[collider].bounds(at: back * there)
      let swept = box.union(
        AABB(min: box.min - displacement * reached, max: box.max - displacement * reached))
      let hair: Float = 2e-6 * max(swept.min.magnitudes.greatest, swept.max.magnitudes.greatest)
      compound.visitChildren(near: swept.expanded(by: shapeCastTolerance + hair)) { number in
        meet(compound.children[number], collider, body)
      }
    }
  }

  /// Traps with a sentence when a query is given a shape that cannot be.
  static func check(_ shape: Shape, _ placement: Transform) {
    if let problem = shape.problem { preconditionFailure("The shape of a query: \(problem)") }
    precondition(
      placement.position.isFinite && placement.orientation.isFinite,
      "The placement of a query must be finite")
  }
}
