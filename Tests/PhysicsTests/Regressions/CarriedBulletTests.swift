import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A bullet that hit a spinning ball was carried around it for the rest of the step, by up to a
/// radian, and one that spun itself was swept in up to 16 parts, with bounds of twice its radius.
///
/// The sweep rotated balls, although their rotation does not move their surface.
@Suite("Spinning balls in sweeps")
struct CarriedBulletTests {
  @Test("A bullet bounces off a spinning ball without friction as off one at rest")
  func spinningObstacle() throws {
    func bounce(spin: Float) throws -> (side: Float, speed: Float) {
      let t = TestWorld(gravity: .zero)
      _ = try t.add(.dynamic, .ball(0.5), at: Vector3(2.3, 0, 0)) {
        $0.mass = 1_000
        $0.friction = 0
        $0.angularVelocity = Vector3(0, 0, spin)
      }
      let bullet = try t.add(.dynamic, .ball(0.05)) {
        $0.friction = 0
        $0.isBullet = true
        $0.velocity = Vector3(60, 0, 0)
      }
      var side: Float = 0
      t.run(6) { _ in side = max(side, abs(bullet.position.y)) }
      return (side, bullet.velocity.x)
    }
    let (resting, spinning) = try (bounce(spin: 0), bounce(spin: 60))
    #expect(spinning.side < 1e-4)
    #expect(abs(spinning.speed - resting.speed) < 1e-3)
    #expect(resting.speed < 1)
  }

  @Test("A spinning ball stops at a plate where one stops that does not spin")
  func spinningBullet() throws {
    func stop(spin: Float) throws -> Float {
      let t = TestWorld(gravity: .zero)
      _ = try t.add(.static, .box(0.02, 10, 10), at: Vector3(2, 0, 0)) { $0.friction = 0 }
      let ball = try t.add(.dynamic, .ball(0.05)) {
        $0.friction = 0
        $0.velocity = Vector3(170, 20, 0)
        $0.angularVelocity = Vector3(spin, 0.5 * spin, spin)
      }
      t.run(1)
      return ball.position.x
    }
    let resting = try stop(spin: 0)
    for spin: Float in [10, 80, 180, 700] {
      #expect(abs(try stop(spin: spin) - resting) < 1e-6, "\(spin) rad/s")
    }
  }
}
