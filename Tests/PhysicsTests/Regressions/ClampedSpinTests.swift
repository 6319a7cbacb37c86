import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A free body that was given 500 rad/s spun at 188.5 rad/s from the first step on.
///
/// Rotation was limited to 45° in each substep, the limit of its method of first order.
@Suite("Fast spin of free bodies")
struct ClampedSpinTests {
  static let shapes: [Shape] = [
    .ball(0.5), .box(0.4, 0.4, 0.4), .box(0.1, 1, 0.1),
    .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.02)),
  ]

  @Test(
    "Free bodies turn by their angular speed times the time, up to 32 radians a step",
    arguments: [250, 377, 500, 1900] as [Float])
  func spin(speed: Float) throws {
    for shape in Self.shapes {
      let t = TestWorld(gravity: .zero)
      let body = try t.add(.dynamic, shape) { $0.angularVelocity = Vector3(0, speed, 0) }
      t.run(1)
      let expected = Quaternion(axis: .unitY, angle: speed / 60)
      #expect(abs(body.orientation.dot(expected)) > 0.99999, "\(shape)")
      t.run(59)
      #expect(abs(body.angularVelocity.y - speed) < 0.001 * speed)
      #expect(t.world.awakeCount == 1)
    }
  }

  @Test("Faster spin is clamped to 32 radians a step")
  func limit() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.5)) { $0.angularVelocity = Vector3(0, 5000, 0) }
    t.run(2)
    #expect(abs(body.angularVelocity.y - 1920) < 1)
  }
}
