import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Masks")
struct FilterTests {
  @Test("Two bodies collide if both masks match, and report if either matches", arguments: 0..<16)
  func truthTable(_ bits: Int) throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(1, 4, 4)) {
      $0.filter = CollisionFilter(
        category: 2, collision: bits & 1 != 0 ? 1 : 4, contactTest: bits & 2 != 0 ? 1 : 4)
    }
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(-2, 0, 0)) {
      $0.velocity = Vector3(4, 0, 0)
      $0.filter = CollisionFilter(
        category: 1, collision: bits & 4 != 0 ? 2 : 8, contactTest: bits & 8 != 0 ? 2 : 8)
    }
    var kinds: [ContactEvent.Kind] = []
    t.run(90) { _ in kinds += t.world.contactEvents.map(\.kind) }
    let collides = bits & 1 != 0 && bits & 4 != 0
    let reports = bits & 2 != 0 || bits & 8 != 0
    #expect((ball.position.x < -0.7) == collides)
    #expect((ball.position.x > 3) == !collides)
    #expect(kinds.filter { $0 == .begin }.count == (reports ? 1 : 0))
    #expect(kinds.filter { $0 == .end }.count == (reports ? 1 : 0))
    if reports { #expect(kinds.first == .begin && kinds.last == .end) }
  }

  @Test("A sensor reports contacts without response, and static bodies never have contacts")
  func sensors() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(1, 1, 1)) { $0.filter.contactTest = .max }
    try t.add(.static, .box(1, 1, 1)) {
      $0.isSensor = true
      $0.filter.contactTest = .max
    }
    t.run(5)
    #expect(t.world.contactEvents.isEmpty && t.world.contactCount == 0)
    let u = TestWorld(gravity: .zero)
    try u.add(.static, .box(1, 1, 1)) {
      $0.isSensor = true
      $0.filter.contactTest = .max
    }
    let ball = try u.add(.dynamic, .ball(0.5), at: Vector3(-2, 0, 0)) {
      $0.velocity = Vector3(4, 0, 0)
    }
    var count = 0
    u.run(90) { _ in count += u.world.contactEvents.count }
    #expect(count > 2 && abs(ball.position.x - 4) < 1e-4)
  }

  @Test("Masks are live: a floor that stops colliding lets its box fall")
  func live() throws {
    let t = TestWorld()
    let floor = try t.add(.static, .box(4, 1, 4))
    let box = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 1, 0))
    t.run(120)
    #expect(box.isAsleep)
    floor.filter.collision = 0
    t.run(30)
    #expect(box.position.y < 0.5)
  }
}
