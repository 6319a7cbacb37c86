import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A resting bullet was passed by a fast plate that was no bullet, although one of the two is said
/// to be enough.
///
/// Only fast bullets were swept against dynamic bodies, and only against those whose boxes at the
/// end of the step they met.
@Suite("Fast bodies that run over bullets")
struct OverrunBulletTests {
  @Test(
    "A 1 cm plate hits a resting bullet, awake or asleep",
    arguments: [20, 50, 100, 200] as [Float], [false, true])
  func plate(speed: Float, sleeps: Bool) throws {
    for phase in 0..<12 {
      let t = TestWorld(gravity: .zero)
      let ball = try t.add(.dynamic, .ball(0.05)) {
        $0.mass = 0.5
        $0.isBullet = true
        $0.allowsResting = sleeps
      }
      if sleeps { t.run(60) }
      let start = Vector3(-3.3 - 0.17 * Float(phase), 0, 0)
      let plate = try t.add(.dynamic, .box(0.01, 1, 1), at: start) {
        $0.mass = 5
        $0.velocity = Vector3(speed, 0, 0)
      }
      for _ in 0..<30 {
        t.run(1)
        #expect(plate.position.x < ball.position.x, "phase \(phase)")
      }
      #expect(ball.velocity.x > 0.8 * speed)
    }
  }

  @Test("A bullet and a faster plate do not pass each other head-on")
  func headOn() throws {
    for phase in 0..<16 {
      let t = TestWorld(gravity: .zero)
      let start = Vector3(-1 - 0.13 * Float(phase), 0, 0)
      let bullet = try t.add(.dynamic, .ball(0.05), at: start) {
        $0.isBullet = true
        $0.velocity = Vector3(60, 0, 0)
      }
      let plate = try t.add(.dynamic, .box(0.01, 1, 1), at: Vector3(3, 0, 0)) {
        $0.mass = 5
        $0.velocity = Vector3(-150, 0, 0)
      }
      t.run(5) { _ in #expect(bullet.position.x < plate.position.x, "phase \(phase)") }
    }
  }
}
