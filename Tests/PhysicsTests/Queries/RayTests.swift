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
}
