public import CaromCollision
public import CaromMaths
import CaromWorkers

/// A shape and its translation, for batches of shape casts.
public struct ShapeCast: Hashable, Sendable {
  /// The shape; it may be a compound.
  public var shape: Shape
  /// The transform at the start.
  public var start: Transform
  /// The translation from start to end, in meters.
  public var translation: Vector3

  /// Creates a cast.
  public init(_ shape: Shape, from start: Transform, by translation: Vector3) {
    self.shape = shape
    self.start = start
    self.translation = translation
  }
}

extension World {
  /// The first hit of each of many shape casts; see ``shapeCast(_:from:by:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem` and all translations are finite.
  public func shapeCast(_ casts: [ShapeCast], filter: QueryFilter = QueryFilter()) -> [BodyHit?] {
    runBatch(casts, nil, inChunksOf: 4) { world, cast in
      world.closestCastHit(cast.shape, cast.start, cast.translation, filter)
    }
  }

  /// The bodies that each of many shapes overlaps; see ``overlap(_:at:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem` and all placements are finite.
  public func overlap(
    _ shapes: [ShapeLeaf], filter: QueryFilter = QueryFilter()
  ) -> [[BodyHandle]] {
    runBatch(shapes, [], inChunksOf: 8) { world, placed in
      world.overlapping(placed.shape, placed.placement, filter)
    }
  }

  /// The contacts of each of many shapes with bodies; see ``contactTest(_:at:margin:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem`, all placements are finite, and the
  ///   margin is not negative.
  public func contactTest(
    _ shapes: [ShapeLeaf], margin: Float = 0, filter: QueryFilter = QueryFilter()
  ) -> [[ShapeContact]] {
    runBatch(shapes, [], inChunksOf: 4) { world, placed in
      world.shapeContacts(placed.shape, placed.placement, margin, filter)
    }
  }

  /// The body closest to each of many points; see ``closestPoint(to:within:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All points are finite.
  public func closestPoint(
    to points: [Vector3], within maxDistance: Float = .infinity, filter: QueryFilter = QueryFilter()
  ) -> [BodyDistance?] {
    runBatch(points, nil, inChunksOf: 16) { world, point in
      world.closestPoint(to: point, within: maxDistance, filter: filter)
    }
  }

  /// The body closest to each of many shapes; see ``closestBody(to:at:within:filter:)``.
  ///
  /// Uses the world's ``workers``; the results have the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem` and all placements are finite.
  public func closestBody(
    to shapes: [ShapeLeaf], within maxDistance: Float = .infinity,
    filter: QueryFilter = QueryFilter()
  ) -> [BodyDistance?] {
    runBatch(shapes, nil, inChunksOf: 8) { world, placed in
      world.closestBody(
        to: placed.shape, at: placed.placement, within: maxDistance, filter: filter)
    }
  }

  /// Runs a batch of queries, on several threads if there are workers.
  ///
  /// Queries only read the world, and each result is written to a separate location.
  func runBatch<Query: Sendable, Result: Sendable>(
    _ queries: [Query], _ empty: Result, inChunksOf size: Int,
    _ run: @Sendable (World, Query) -> Result
  ) -> [Result] {
    prepareQueries(queries.count)
    guard let workers, queries.count > size else { return queries.map { run(self, $0) } }
    var results = [Result](repeating: empty, count: queries.count)
    results.withUnsafeMutableBufferPointer { buffer in
      nonisolated(unsafe) let slots = buffer
      nonisolated(unsafe) let world = self
      workers.run(items: queries.count, inChunksOf: size) { range in
        for number in range { slots[number] = run(world, queries[number]) }
      }
    }
    return results
  }
}
