public import CaromCollision
public import CaromMaths
import CaromWorkers

/// A shape and its straight way, for casts that are asked in rows.
public struct ShapeCast: Hashable, Sendable {
  /// The shape; it may be a compound.
  public var shape: Shape
  /// Where it starts.
  public var start: Transform
  /// From its start to its end, in metres.
  public var translation: Vector3

  /// Makes a cast from its parts.
  public init(_ shape: Shape, from start: Transform, by translation: Vector3) {
    self.shape = shape
    self.start = start
    self.translation = translation
  }
}

/// A shape and where it is, for questions that are asked in rows.
public typealias PlacedShape = ShapeLeaf

extension World {
  /// The first body on each of many ways, as ``shapeCast(_:from:by:filter:)`` gives it.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem` and all ways are finite.
  public func shapeCast(_ casts: [ShapeCast], filter: QueryFilter = QueryFilter()) -> [BodyHit?] {
    answer(casts, nil, inChunksOf: 4) { world, cast in
      world.closestCastHit(cast.shape, cast.start, cast.translation, filter)
    }
  }

  /// The bodies that each of many shapes overlaps, as ``overlap(_:at:filter:)`` gives them.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem` and all placements are finite.
  public func overlap(
    _ shapes: [PlacedShape], filter: QueryFilter = QueryFilter()
  ) -> [[BodyHandle]] {
    answer(shapes, [], inChunksOf: 8) { world, placed in
      world.overlapping(placed.shape, placed.placement, filter)
    }
  }

  /// Where each of many shapes would touch bodies, as ``contactTest(_:at:margin:filter:)`` gives it.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem`, all placements are finite, and the margin
  ///   is not negative.
  public func contactTest(
    _ shapes: [PlacedShape], margin: Float = 0, filter: QueryFilter = QueryFilter()
  ) -> [[ShapeContact]] {
    answer(shapes, [], inChunksOf: 4) { world, placed in
      world.touches(placed.shape, placed.placement, margin, filter)
    }
  }

  /// The body nearest to each of many points, as ``closestPoint(to:within:filter:)`` gives it.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All points are finite.
  public func closestPoint(
    to points: [Vector3], within maxDistance: Float = .infinity, filter: QueryFilter = QueryFilter()
  ) -> [BodyDistance?] {
    answer(points, nil, inChunksOf: 16) { world, point in
      world.closestPoint(to: point, within: maxDistance, filter: filter)
    }
  }

  /// The body nearest to each of many shapes, as ``closestBody(to:at:within:filter:)`` gives it.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All shapes have a nil `Shape.problem` and all placements are finite.
  public func closestBody(
    to shapes: [PlacedShape], within maxDistance: Float = .infinity,
    filter: QueryFilter = QueryFilter()
  ) -> [BodyDistance?] {
    answer(shapes, nil, inChunksOf: 8) { world, placed in
      world.closestBody(
        to: placed.shape, at: placed.placement, within: maxDistance, filter: filter)
    }
  }

  /// Answers all questions, several at a time when there are workers.
  ///
  /// Queries only read the world, and each answer has a place of its own.
  func answer<Question: Sendable, Answer: Sendable>(
    _ questions: [Question], _ empty: Answer, inChunksOf size: Int,
    _ answer: @Sendable (World, Question) -> Answer
  ) -> [Answer] {
    prepareQueries(questions.count)
    guard let workers, questions.count > size else { return questions.map { answer(self, $0) } }
    var answers = [Answer](repeating: empty, count: questions.count)
    answers.withUnsafeMutableBufferPointer { row in
      nonisolated(unsafe) let slots = row
      nonisolated(unsafe) let world = self
      workers.run(items: questions.count, inChunksOf: size) { range in
        for number in range { slots[number] = answer(world, questions[number]) }
      }
    }
    return answers
  }
}
