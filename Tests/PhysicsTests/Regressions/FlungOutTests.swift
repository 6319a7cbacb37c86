import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Symptom: in a random world of joints that fight each other a body came 10¹⁸ m away, and joints
/// made there were refused.
///
/// Cause: what a step moved was bounded by nothing; only the velocity that was left of it was.
@Suite("Extreme forces")
struct FlungOutTests {
  @Test("No force moves a body faster than 10 km/s, or out of the world")
  func bounded() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.5))
    for force in [1e6, 1e12, 1e18, 1e24, 1e30] as [Float] {
      for _ in 0..<10 {
        let before = body.position
        body.apply(force: Vector3(force, -force, 0))
        t.run(1)
        #expect((body.position - before).length <= 1e4 / 60 * 1.001, "\(force)")
        #expect(body.velocity.length <= 1e4 * 1.001)
      }
    }
    body.position = Vector3(9.9999e6, 0, 0)
    body.velocity = Vector3(1e4, 0, 0)
    t.run(60)
    #expect(body.position.x <= 1e7 && body.velocity == .zero)
  }
}
