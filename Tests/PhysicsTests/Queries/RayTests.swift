import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Rays through a world")
struct RayTests {
  @Test("A ray finds the nearest body, all bodies, or those of a category")
  func rays() throws {
    let t = TestWorld(gravity: .zero)
    let wall = try t.add(.static, .box(1, 4, 4), at: Vector3(10, 0, 0)) { $0.filter.category = 2 }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(5, 0, 0))
    let paddle = try t.add(.kinematic, .box(1, 1, 1), at: Vector3(7, 0, 0))
    let sensor = try t.add(.static, .ball(0.5), at: Vector3(2, 0, 0)) { $0.isSensor = true }
    let way = Vector3(20, 0, 0)
    let first = try #require(t.world.rayCast(origin: .zero, translation: way))
    #expect(first.body == ball.handle && abs(first.fraction - 4.5 / 20) < 1e-6)
    #expect(first.normal == Vector3(-1, 0, 0) && abs(first.point.x - 4.5) < 1e-5)
    let everything = QueryFilter(includesSensors: true)
    let all = t.world.rayCastAll(origin: .zero, translation: way, filter: everything)
    #expect(all.map(\.body) == [sensor, ball, paddle, wall].map(\.handle))
    #expect(
      t.world.rayCast(origin: .zero, translation: way, filter: QueryFilter(mask: 2))?.body
        == wall.handle)
    #expect(t.world.rayCast(origin: .zero, translation: -way) == nil)
    ball.isEnabled = false
    #expect(t.world.rayCast(origin: .zero, translation: way)?.body == paddle.handle)
    let box = AABB(center: Vector3(7, 0, 0), halfExtents: .one)
    #expect(t.world.overlap(box) == [paddle.handle])
  }

  @Test("Rays along faces, edges and axes, of no length, and from inside")
  func corners() throws {
    let t = TestWorld(gravity: .zero)
    let first = try t.add(.static, .box(2, 2, 2))
    let second = try t.add(.static, .box(2, 2, 2), at: Vector3(2, 0, 0))
    let world = t.world
    for _ in 0..<2 {
      // Along the top of both, through an edge, and down the seam between them: the first one wins.
      let along = world.rayCastAll(origin: Vector3(-5, 1, 0), translation: Vector3(20, 0, 0))
      #expect(along.map(\.body) == [first, second].map(\.handle))
      #expect(along.map(\.fraction) == [0.2, 0.3])
      let edge = world.rayCast(origin: Vector3(-1, 5, 1), translation: Vector3(0, -10, 0))
      #expect(edge?.body == first.handle && edge?.fraction == 0.4)
      let seam = world.rayCastAll(origin: Vector3(1, 5, 0), translation: Vector3(0, -10, 0))
      #expect(seam.map(\.body) == [first, second].map(\.handle))
      #expect(seam.map(\.fraction) == [0.4, 0.4])
      let missed = world.rayCast(origin: Vector3(-5, 1.001, 0), translation: Vector3(20, 0, 0))
      #expect(missed == nil)
      let inside = world.rayCast(origin: Vector3(0.5, 0, 0), translation: Vector3(5, 0, 0))
      #expect(inside?.body == first.handle && inside?.fraction == 0 && inside?.normal == .zero)
      let still = world.rayCast(origin: Vector3(0.5, 0, 0), translation: .zero)
      #expect(still?.body == first.handle)
      #expect(world.rayCast(origin: Vector3(0, 3, 0), translation: .zero) == nil)
      // Once more with the trees for many queries.
      for _ in 0..<20 { _ = world.rayCast(origin: .zero, translation: .unitX) }
    }
  }

  @Test("Results are the same before and after the query trees are built")
  func treesForMany() throws {
    var crowd = try Crowd(5, count: 300)
    crowd.drift(10)
    let rays = (0..<300).map { _ in Ray(from: crowd.vector(5), to: crowd.vector(5)) }
    let world = crowd.world
    func ask(_ ray: Ray) -> BodyHit? {
      world.rayCast(origin: ray.origin, translation: ray.translation)
    }
    // A body that is put where it is makes the world forget its trees: one of each kind, far away
    // and not rotated, so that normalizing its orientation changes nothing.
    var movers: [BodyHandle] = []
    for kind in [BodyKind.static, .kinematic, .dynamic] {
      let place = Vector3(900, Float(movers.count) * 10, 0)
      movers.append(
        try world.createBody(BodyDefinition(kind, shape: .ball(0.5), position: place)))
    }
    var fewer: [BodyHit?] = []
    for ray in rays {
      for mover in movers {
        if let body = world.body(mover) { body.position = body.position }
      }
      fewer.append(ask(ray))
    }
    for _ in 0..<100 { _ = ask(rays[0]) }
    #expect(rays.map(ask) == fewer)
    #expect(fewer.contains { $0 != nil })
  }
}
