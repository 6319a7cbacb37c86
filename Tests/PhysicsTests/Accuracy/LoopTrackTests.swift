import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A fast ball follows a track of boxes at angles.
///
/// Symptom: in a loop of 96 boxes, a ball of 7 m/s kept 0.42 of its energy on the first quarter.
/// Cause: contacts made ahead of time with edges of the boxes ahead, which lie behind the faces that
/// deflect the ball before, pushed against its motion.
///
/// The track takes the part of the velocity along each normal: of the energy, cos² of the angle
/// remains at each of the edges.
@Suite("A loop of boxes", .enabled(if: Tier.isRelease))
struct LoopTrackTests {
  @Test(
    "A ball loses little more at its edges than it must",
    arguments: [(48, 60, 0.95), (96, 60, 0.8), (48, 240, 0.97), (96, 240, 0.97)]
      as [(Int, Float, Float)])
  func quarter(_ count: Int, _ rate: Float, _ share: Float) throws {
    let t = TestWorld()
    let radius: Float = 0.05
    let angle: Float = 2 * .pi / Float(count)
    let box = Shape.box(BoxShape(size: Vector3(1.05 * angle, 0.1, 0.5)))
    for number in 0..<count * 3 / 4 {
      let at: Float = angle * Float(number)
      let (sine, cosine) = (Portable.sin(at), Portable.cos(at))
      try t.add(.static, box, at: Vector3(1.05 * sine, 1 - 1.05 * cosine, 0)) {
        $0.transform.orientation = Quaternion(axis: .unitZ, angle: at)
        $0.properties.friction = 0
      }
    }
    try t.add(.static, .box(BoxShape(size: Vector3(2, 0.1, 0.5))), at: Vector3(-1, -0.05, 0)) {
      $0.properties.friction = 0
    }
    let speed: Float = 7
    let ball = try t.add(
      .dynamic, .sphere(SphereShape(radius: radius)), at: Vector3(-0.3, radius, 0)
    ) {
      $0.velocity = Vector3(speed, 0, 0)
      $0.properties.friction = 0
    }
    for _ in 0..<Int(rate) where ball.position.y < 1 { t.world.step(1 / rate) }
    #expect(ball.position.y >= 1)
    let energy: Float = 0.5 * ball.velocity.lengthSquared + 9.8 * (ball.position.y - radius)
    let kept: Float = energy / (0.5 * speed * speed)
    let cosine = Portable.cos(angle)
    var ideal: Float = 1
    for _ in 0..<count / 4 { ideal *= cosine * cosine }
    print("loop of \(count) boxes at \(rate) Hz: \(kept) of the energy, exactly \(ideal)")
    #expect(kept > share * ideal)
  }
}
