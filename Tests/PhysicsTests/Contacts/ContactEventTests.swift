import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Contact events")
struct ContactEventTests {
  func restingBall() throws -> (TestWorld, Body, Body) {
    let t = TestWorld()
    let floor = try t.add(.static, .box(4, 1, 4)) { $0.userTag = 7 }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 1, 0)) {
      $0.restitution = 0
      $0.filter.contactTest = .max
      $0.allowsResting = false
      $0.userTag = 1 << 40
    }
    return (t, floor, ball)
  }

  @Test("A contact reports one begin, then updates with the impulse that supports the weight")
  func beginUpdate() throws {
    let (t, floor, ball) = try restingBall()
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.begin])
    t.run(60)
    let events = t.world.contactEvents
    #expect(events.count == 1 && events[0].kind == .update)
    #expect(events[0].bodyA == floor.handle && events[0].bodyB == ball.handle)
    #expect(events[0].tagA == 7 && events[0].tagB == 1 << 40)
    #expect(abs(events[0].impulse - 9.8 / 60) < 1e-4)
    #expect(events[0].normal.y > 0.9999 && abs(events[0].point.y - 0.5) < 1e-3)
  }

  @Test("Disabling a body ends its contact once, and enabling it begins a new one")
  func hideAndShow() throws {
    let (t, _, ball) = try restingBall()
    t.run(10)
    ball.isEnabled = false
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.end])
    t.run(5) { _ in #expect(t.world.contactEvents.isEmpty) }
    ball.isEnabled = true
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.begin])
    // Hidden and shown between two steps: its end comes before its new begin.
    ball.isEnabled = false
    ball.isEnabled = true
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.end, .begin])
  }

  @Test("Destroying a body ends its contact, and the event still has its tag")
  func destroy() throws {
    let (t, floor, ball) = try restingBall()
    t.run(10)
    t.world.destroyBody(floor.handle)
    #expect(t.world.body(floor.handle) == nil)
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.end])
    #expect(t.world.contactEvents[0].tagA == 7)
    t.run(1)
    #expect(t.world.contactEvents.isEmpty && ball.velocity.y < 0)
  }

  @Test("A changed mask ends or begins the reports of bodies that continue to touch")
  func masks() throws {
    let (t, _, ball) = try restingBall()
    t.run(10)
    ball.filter.contactTest = 0
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.end])
    t.run(1)
    #expect(t.world.contactEvents.isEmpty)
    ball.filter.contactTest = .max
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.begin])
    #expect(abs(ball.position.y - 1) < 1e-3)
  }

  @Test("The parts of a compound body report as one body")
  func compound() throws {
    let t = TestWorld()
    let parts = (0..<4).map {
      ShapeLeaf(
        shape: .box(1, 1, 1), placement: Transform(position: Vector3(Float($0) - 1.5, 0, 0)))
    }
    try t.add(.static, .compound(CompoundShape(parts)))
    let plank = try t.add(.dynamic, .box(4, 0.2, 1), at: Vector3(0, 0.6, 0)) {
      $0.filter.contactTest = .max
      $0.allowsResting = false
    }
    var kinds: [ContactEvent.Kind] = []
    t.run(60) { _ in kinds += t.world.contactEvents.map(\.kind) }
    #expect(kinds.count == 60 && kinds[0] == .begin && !kinds.dropFirst().contains(.begin))
    #expect(abs(plank.position.y - 0.6) < 1e-3)
  }

  @Test("Events are ordered by the bodies' creation")
  func order() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    for i in 0..<6 {
      try t.add(.dynamic, .ball(0.5), at: Vector3(Float((i * 5) % 6) * 2, 0.5, 0)) {
        $0.filter.contactTest = .max
        $0.userTag = UInt64(i)
      }
    }
    t.run(2)
    #expect(t.world.contactEvents.map(\.tagB) == [0, 1, 2, 3, 4, 5])
  }
}
