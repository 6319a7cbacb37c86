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

/// A shape and where it is, for overlaps that are asked in rows.
public typealias PlacedShape = ShapeLeaf

extension World {
  /// The nearest body along each of many rays, as ``rayCast(origin:translation:filter:)`` gives it.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All rays are finite.
  public func rayCast(_ rays: [Ray], filter: QueryFilter = QueryFilter()) -> [BodyHit?] {
    inBatches(of: rays, nil, 32) { world, ray in
      world.rayCast(origin: ray.origin, translation: ray.translation, filter: filter)
    }
  }

  /// Whether any body is along each of many rays.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All rays are finite.
  public func rayCastAny(_ rays: [Ray], filter: QueryFilter = QueryFilter()) -> [Bool] {
    inBatches(of: rays, false, 32) { world, ray in
      world.rayCastAny(origin: ray.origin, translation: ray.translation, filter: filter)
    }
  }

  /// All bodies along each of many rays, as ``rayCastAll(origin:translation:filter:)`` gives them.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All rays are finite.
  public func rayCastAll(_ rays: [Ray], filter: QueryFilter = QueryFilter()) -> [[BodyHit]] {
    inBatches(of: rays, [], 16) { world, ray in
      world.rayCastAll(origin: ray.origin, translation: ray.translation, filter: filter)
    }
  }

  /// The first body on each of many ways, as ``shapeCast(_:from:by:filter:)`` gives it.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All shapes have a nil ``Shape/problem`` and all ways are finite.
  public func shapeCast(_ casts: [ShapeCast], filter: QueryFilter = QueryFilter()) -> [BodyHit?] {
    inBatches(of: casts, nil, 4) { world, cast in
      world.shapeCast(cast.shape, from: cast.start, by: cast.translation, filter: filter)
    }
  }

  /// The bodies that each of many shapes overlaps, as ``overlap(_:at:filter:)`` gives them.
  ///
  /// Uses the world's ``workers``; the results are the same bits without them.
  /// - Precondition: All shapes have a nil ``Shape/problem`` and all placements are finite.
  public func overlap(
    _ shapes: [PlacedShape], filter: QueryFilter = QueryFilter()
  ) -> [[BodyHandle]] {
    inBatches(of: shapes, [], 8) { world, placed in
      world.overlap(placed.shape, at: placed.placement, filter: filter)
    }
  }

  /// Answers all questions, several at a time when there are workers.
  ///
  /// Queries only read the world, and each writes a place of its own.
  private func inBatches<Question: Sendable, Answer: Sendable>(
    of questions: [Question], _ empty: Answer, _ size: Int,
    _ answer: @Sendable (World, Question) -> Answer
  ) -> [Answer] {
    guard let workers, questions.count > size else { return questions.map { answer(self, $0) } }
    var answers = [Answer](repeating: empty, count: questions.count)
    answers.withUnsafeMutableBufferPointer { row in
      nonisolated(unsafe) let places = row
      nonisolated(unsafe) let world = self
      workers.run(items: questions.count, inChunksOf: size) { range in
        for number in range { places[number] = answer(world, questions[number]) }
      }
    }
    return answers
  }
}
