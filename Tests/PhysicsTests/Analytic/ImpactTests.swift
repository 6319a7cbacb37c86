import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Impacts")
struct ImpactTests {
  @Test(
    "Balls of unequal mass exchange momentum according to their restitution",
    arguments: [1, 0.6, 0])
  func unequalMasses(_ restitution: Float) throws {
    let t = TestWorld(gravity: .zero)
    let a = try t.add(.dynamic, .ball(0.5), at: Vector3(-3, 0, 0)) {
      $0.mass = 1
      $0.velocity = Vector3(3, 0, 0)
      $0.restitution = restitution
    }
    let b = try t.add(.dynamic, .ball(0.5)) {
      $0.mass = 3
      $0.restitution = 1
    }
    t.run(120)
    let common: Float = 3 * 1 / 4
    #expect(abs(a.velocity.x - (common - restitution * 3 * 3 / 4)) < 1e-4)
    #expect(abs(b.velocity.x - (common + restitution * 1 * 3 / 4)) < 1e-4)
  }

  @Test(
    "A ball bounces to its height times the square of the restitution", arguments: [1, 0.8, 0.5])
  func bounceHeight(_ restitution: Float) throws {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.restitution = 1 }
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(0, 2.25, 0)) {
      $0.restitution = restitution
    }
    var top: Float = 0
    var wasHit = false
    t.run(120) { _ in
      if ball.velocity.y > 0 { wasHit = true }
      if wasHit { top = max(top, ball.position.y - 0.25) }
      if wasHit && ball.velocity.y < -0.2 { wasHit = false }
    }
    // The impact is placed to a substep: g·h of 6.3 m/s is 0.65 % of speed, 1.3 % of height.
    #expect(abs(top - 2 * restitution * restitution) < 0.02 * 2)
  }

  @Test("A slow ball in a closed court without gravity keeps its speed")
  func court() throws {
    for speed: Float in [0.05, 5, 30] {
      let t = TestWorld(gravity: .zero)
      for (x, z) in [(5, 0), (-5, 0), (0, 5), (0, -5)] as [(Float, Float)] {
        let size: Shape = x == 0 ? .box(12, 2, 1) : .box(1, 2, 12)
        try t.add(.static, size, at: Vector3(x, 0, z)) {
          $0.restitution = 1
          $0.friction = 0
        }
      }
      let ball = try t.add(.dynamic, .ball(0.25)) {
        $0.restitution = 1
        $0.friction = 0
        $0.allowsResting = false
        $0.velocityFactor = Vector3(1, 0, 1)
        $0.velocity = Vector3(0.6, 0, 0.8) * speed
      }
      t.run(10_000, checked: false)
      #expect(abs(ball.velocity.length - speed) < 1e-4 * speed)
      #expect(abs(ball.position.x) < 4.3 && abs(ball.position.z) < 4.3)
    }
  }

  @Test("A velocity set between steps overrides the bounce")
  func overridesBounce() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(10, 1, 10)) { $0.restitution = 1 }
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(0, 2, 0)) {
      $0.restitution = 1
      $0.velocity = Vector3(0, -5, 0)
      $0.filter.contactTest = .max
    }
    var wasSet = false
    t.run(60) { _ in
      for event in t.world.contactEvents where event.kind == .begin {
        ball.velocity = Vector3(3, 4, 0)
        wasSet = true
      }
    }
    #expect(wasSet && ball.velocity == Vector3(3, 4, 0))
  }
}
