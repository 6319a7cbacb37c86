import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A bullet of 2 cm that slid at 27 m/s over a plate which turned up at it sank by some millimeters
/// in each step, until its middle was stopped at the plate's surface; from there it passed.
///
/// A contact takes the plate as it lies when the step begins, so it comes late by ω·v·dt². The
/// sweep that stops a bullet's middle took one that begins within 0.1 mm for a matter of contacts,
/// and against a dynamic body it left the bullet the speed with which it sank.
@Suite("Bullets that slide over a rising plate")
struct SlippedBulletTests {
  @Test(
    "Their middle never comes through", arguments: [15, 27, 60] as [Float],
    [1, 1.4, 3] as [Float])
  func slides(speed: Float, turn: Float) throws {
    let t = TestWorld(gravity: .zero)
    let plate = try t.add(.dynamic, .box(8, 0.02, 8)) {
      $0.mass = 200
      $0.angularVelocity = Vector3(0, 0, turn)
    }
    let bullet = try t.add(.dynamic, .ball(0.02), at: Vector3(0.2, 0.03, 0)) {
      $0.velocity = Vector3(speed, 0, 0)
      $0.mass = 0.05
      $0.isBullet = true
      $0.restitution = 0
      $0.friction = 0
    }
    for step in 0..<20 {
      t.run(1)
      let local = plate.transform.unapply(bullet.position)
      if abs(local.x) > 3.8 { break }
      #expect(local.y > 0.0095, "step \(step)")
    }
  }
}
