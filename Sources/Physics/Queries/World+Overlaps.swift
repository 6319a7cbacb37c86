public import CaromCollision
public import CaromMaths

extension World {
  /// The bodies that a shape overlaps or touches, in the order of creation.
  ///
  /// Exact: the shapes are tested, not their boxes. The shape may be a compound; a plane overlaps
  /// everything that extends below it.
  /// - Precondition: The shape has a nil `Shape.problem` and the placement is finite.
  /// - Complexity: O(log n) on average, and a distance computation for each nearby body.
  public func overlap(
    _ shape: Shape, at placement: Transform, filter: QueryFilter = QueryFilter()
  ) -> [BodyHandle] {
    prepareQueries()
    return overlapping(shape, placement, filter)
  }

  /// The result of ``overlap(_:at:filter:)``, with prepared trees.
  func overlapping(
    _ shape: Shape, _ placement: Transform, _ filter: borrowing QueryFilter
  ) -> [BodyHandle] {
    Self.check(shape, placement)
    var found: [Int] = []
    visitPairs(shape, placement, margin: 0, filter) { leaf, placed, collider, body in
      // The leaves of a body are visited in any order, so the whole list is searched.
      if found.contains(body) { return }
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      let gap = CaromCollision.distance(
        shape.leaf(at: leaf).shape, placed, colliders.shapes[collider], there)
      if gap.distance <= 0 { found.append(body) }
    }
    return inOrder(found)
  }

  /// The bodies with a leaf whose bounding box overlaps or touches a box, in the order of creation.
  ///
  /// Approximate and fast: the shape of such a body need not overlap the box. Bounding boxes are
  /// those of `Shape.bounds(at:)`.
  /// - Complexity: O(log n) on average.
  public func overlap(_ box: AABB, filter: QueryFilter = QueryFilter()) -> [BodyHandle] {
    precondition(box.min.isFinite && box.max.isFinite, "The box of a query must be finite")
    prepareQueries()
    var found: [Int] = []
    visitNear(box, filter) { collider, body in
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      if colliders.shapes[collider].bounds(at: there).overlaps(box) { found.append(body) }
    }
    return inOrder(found)
  }

  /// Calls `visit` with each collider whose box in the broad phase overlaps a box, and its body.
  func visitNear(
    _ box: AABB, _ filter: borrowing QueryFilter, _ visit: (_ collider: Int, _ body: Int) -> Void
  ) {
    // Slightly enlarged, since distances and boxes round differently.
    let tolerance: Float = 1e-6 * max(box.min.magnitudes.greatest, box.max.magnitudes.greatest)
    let wide = box.expanded(by: tolerance)
    func consider(_ data: UInt32) {
      let collider = Int(data)
      let body = Int(colliders.base[collider].body)
      if accepts(collider, body, filter) { visit(collider, body) }
    }
    for (view, tree) in treesByKind {
      if let view {
        view.query(wide, consider)
      } else {
        tree.query(wide) { _, data in
          consider(data)
          return true
        }
      }
    }
  }

  /// Calls `visit` with each leaf of a shape and each collider whose boxes come within a margin.
  ///
  /// For a compound, the world is queried once with the whole compound, then the compound with each
  /// collider found.
  func visitPairs(
    _ shape: Shape, _ placement: Transform, margin: Float, _ filter: borrowing QueryFilter,
    _ visit: (_ leaf: Int, _ placed: Transform, _ collider: Int, _ body: Int) -> Void
  ) {
    guard case .compound(let compound) = shape, shape.isBounded else {
      for number in 0..<shape.leafCount {
        let leaf = shape.leaf(at: number)
        let placed = placement * leaf.placement
        visitNear(leaf.shape.bounds(at: placed).expanded(by: margin), filter) {
          visit(number, placed, $0, $1)
        }
      }
      return
    }
    let back = placement.inverse
    visitNear(shape.bounds(at: placement).expanded(by: margin), filter) { collider, body in
      let there = colliders.base[collider].transform(in: bodies.base[body].transform)
      // The box of a plane is unbounded in any orientation.
      let box =
        colliders.shapes[collider].isBounded
        ? colliders.shapes[collider].bounds(at: back * there) : shape.bounds(at: .identity)
      let hair: Float = 2e-6 * max(box.min.magnitudes.greatest, box.max.magnitudes.greatest)
      compound.visitChildren(near: box.expanded(by: margin + hair)) { number in
        visit(number, placement * compound.children[number].placement, collider, body)
      }
    }
  }

  /// The handles of bodies in the order of creation, without duplicates.
  private func inOrder(_ found: [Int]) -> [BodyHandle] {
    uniqueInCreationOrder(found).map { handle($0) }
  }

  /// Bodies in the order of creation, without duplicates; a query finds a body once for each leaf.
  func uniqueInCreationOrder(_ found: [Int]) -> [Int] {
    var last = -1
    return found.sorted { bodies.base[$0].serial < bodies.base[$1].serial }.filter { body in
      defer { last = body }
      return body != last
    }
  }
}
