import CaromCollision
import CaromMaths
import CaromPhysics
import CaromWorkers
import Testing

@Suite("Batches of queries")
struct BatchTests {
  @Test("Batches have the results of single queries, with 1 to 4 threads", arguments: 1...4)
  func rows(threads: Int) throws {
    var crowd = try Crowd(77, count: 300)
    crowd.drift(5)
    let filter = QueryFilter(includesSensors: true) { $0.index % 7 != 3 }
    let rays = (0..<500).map { _ in Ray(from: crowd.vector(5), to: crowd.vector(5)) }
    let casts = (0..<60).map { _ in
      ShapeCast(crowd.shape(), from: crowd.placement(5), by: crowd.vector(5))
    }
    let places = (0..<60).map { _ in
      ShapeLeaf(shape: crowd.shape(), placement: crowd.placement(5))
    }
    let world = crowd.world
    let first = rays.map {
      world.rayCast(origin: $0.origin, translation: $0.translation, filter: filter)
    }
    let all = rays.map {
      world.rayCastAll(origin: $0.origin, translation: $0.translation, filter: filter)
    }
    let swept = casts.map {
      world.shapeCast($0.shape, from: $0.start, by: $0.translation, filter: filter)
    }
    let over = places.map { world.overlap($0.shape, at: $0.placement, filter: filter) }
    let touched = places.map {
      world.contactTest($0.shape, at: $0.placement, margin: 0.02, filter: filter)
    }
    let points = places.map(\.placement.position)
    let nearest = points.map { world.closestPoint(to: $0, within: 2, filter: filter) }
    let closest = places.map {
      world.closestBody(to: $0.shape, at: $0.placement, within: 2, filter: filter)
    }
    world.workers = WorkerPool(threads: threads)
    #expect(world.rayCast(rays, filter: filter) == first)
    #expect(world.rayCastAny(rays, filter: filter) == first.map { $0 != nil })
    #expect(world.rayCastAll(rays, filter: filter) == all)
    #expect(world.shapeCast(casts, filter: filter) == swept)
    #expect(world.overlap(places, filter: filter) == over)
    #expect(world.contactTest(places, margin: 0.02, filter: filter) == touched)
    #expect(world.closestPoint(to: points, within: 2, filter: filter) == nearest)
    #expect(world.closestBody(to: places, within: 2, filter: filter) == closest)
    #expect(touched.contains { !$0.isEmpty } && nearest.contains { $0 != nil })
    #expect(first.contains { $0 != nil } && over.contains { !$0.isEmpty })
    #expect(world.rayCast([], filter: filter).isEmpty)
  }
}
