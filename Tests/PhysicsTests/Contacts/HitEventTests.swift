import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Hit events")
struct HitEventTests {
  /// All hits of a number of steps, each with the step it was in.
  func hits(_ t: TestWorld, _ steps: Int) -> [(step: Int, event: HitEvent)] {
    var all: [(Int, HitEvent)] = []
    t.run(steps) { step in all += t.world.hitEvents.map { (step, $0) } }
    return all
  }

  @Test("A falling ball reports one hit, with speed, impulse and point")
  func fall() throws {
    let t = TestWorld(gravity: .zero)
    let floor = try t.add(.static, .box(4, 1, 4)) { $0.userTag = 7 }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0.5, 1.3, 0)) {
      $0.mass = 2
      $0.velocity = Vector3(0, -4, 0)
      $0.restitution = 0
      $0.filter.contactTest = .max
      $0.allowsResting = false
    }
    let all = hits(t, 60)
    #expect(all.count == 1)
    let hit = try #require(all.first?.event)
    #expect(hit.bodyA == floor.handle && hit.bodyB == ball.handle && hit.tagA == 7)
    #expect(abs(hit.approachSpeed - 4) < 1e-3 && abs(hit.impulse - 8) < 0.02)
    #expect(hit.normal.y > 0.9999 && hit.point.distance(to: Vector3(0.5, 0.5, 0)) < 0.02)
  }

  @Test("Resting, rolling, sliding and slow bodies report no hits")
  func rest() throws {
    let t = TestWorld()
    try t.add(.static, .box(40, 1, 40))
    for number in 0..<3 {
      try t.add(
        .dynamic, number == 0 ? .box(1, 1, 1) : .ball(0.5), at: Vector3(0, 1.02, Float(number) * 3)
      ) {
        $0.velocity = number == 1 ? Vector3(3, 0, 0) : .zero
        $0.filter.contactTest = .max
        $0.allowsResting = false
      }
    }
    #expect(hits(t, 120).isEmpty)
  }

  @Test("A body that is hit again while it touches reports another hit, and its pair an update")
  func plank() throws {
    // One end of a plank stands on the floor, the other comes down later.
    let t = TestWorld()
    try t.add(.static, .box(10, 1, 10))
    let plank = try t.add(.dynamic, .box(2, 0.1, 0.4)) {
      $0.filter.contactTest = .max
      $0.restitution = 0
      $0.friction = 0
      $0.allowsResting = false
    }
    plank.transform = Transform(
      position: Vector3(0, 0.5 + 0.5 + 0.0433, 0),
      orientation: Quaternion(axis: .unitZ, angle: Float.pi / 6))
    var begins = 0
    var found: [HitEvent] = []
    t.run(90) { _ in
      begins += t.world.contactEvents.filter { $0.kind == .begin }.count
      found += t.world.hitEvents
    }
    #expect(begins == 1)
    let slap = try #require(found.max { $0.approachSpeed < $1.approachSpeed })
    // Without friction its middle falls straight down, by 0.493 m at last at ω·1 m/s, and turns
    // with I = (2² + 0.1²)/12 a kilogram: ω² = 2·9.8·0.493/(1 + I), and its end comes at 2ω = 5.38
    // m/s. The step that it strikes in, or that it is stopped in, changes that by up to 1.5·g/60 =
    // 0.25.
    #expect(abs(slap.approachSpeed - 5.38) < 0.27, "\(slap.approachSpeed)")
    #expect(slap.point.x > 0.5)
  }

  @Test("The minimum hit speed is a setting of the world and part of its state")
  func threshold() throws {
    let t = TestWorld(gravity: .zero) { $0.hitSpeed = 5 }
    try t.add(.static, .box(4, 1, 4))
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 1.1, 0)) {
      $0.velocity = Vector3(0, -4, 0)
      $0.filter.contactTest = .max
    }
    #expect(hits(t, 30).isEmpty)
    ball.position = Vector3(0, 1.1, 0)
    ball.velocity = Vector3(0, -6, 0)
    #expect(hits(t, 30).count == 1)
    let hash = t.world.stateHash
    t.world.settings.hitSpeed = 6
    #expect(t.world.stateHash != hash)
  }

  @Test("Bodies without a matching mask and sensors report no hits")
  func silent() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(4, 1, 4)) { $0.isSensor = true }
    try t.add(.static, .box(4, 1, 4), at: Vector3(0, -2, 0))
    try t.add(.dynamic, .ball(0.5), at: Vector3(0, 1.5, 0)) {
      $0.velocity = Vector3(0, -8, 0)
      $0.filter.contactTest = .max
    }
    try t.add(.dynamic, .ball(0.5), at: Vector3(1.5, 1.5, 0)) { $0.velocity = Vector3(0, -8, 0) }
    let all = hits(t, 60)
    #expect(all.count == 1)
  }
}
