import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Symptom: single bodies in a jammed heap span at up to 190 rad/s or shook their neighbors for
/// ever, and heaps of boxes, capsules and hulls never came to rest (4 mm/s on average after five
/// seconds).
///
/// Cause: a contact that went from two or more points to one kept its last twisting impulse, which
/// a single point neither limits nor changes: every substep it was applied again as a warm start.
@Suite("Twist friction of contacts reduced to one point")
struct LeftTwistTests {
  @Test("A capsule set upright after spinning on its side does not spin up")
  func standsUp() throws {
    let t = TestWorld()
    try t.add(.static, .box(10, 1, 10), at: Vector3(0, -0.5, 0)) { $0.restitution = 0 }
    let shape = Shape.capsule(CapsuleShape(radius: 0.2, halfLength: 0.25))
    let body = try t.add(.dynamic, shape, at: Vector3(0, 0.2, 0)) {
      ($0.restitution, $0.friction) = (0, 0.9)
      $0.transform.orientation = Quaternion(axis: .unitX, angle: .pi / 2)
      $0.angularVelocity = Vector3(0, 20, 0)
    }
    t.run(10)
    #expect(body.angularVelocity.y > 1)
    body.teleport(to: Transform(position: Vector3(0, 0.449, 0), orientation: .identity))
    (body.velocity, body.angularVelocity) = (.zero, .zero)
    t.run(20)
    #expect(abs(body.angularVelocity.y) < 0.05)
  }
}
