import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Inclines")
struct InclineTests {
  /// A plane turned about z, so that downhill is towards −x, and something resting on it.
  func incline(
    _ degrees: Float, _ shape: Shape, height: Float, friction: Float
  ) throws -> (TestWorld, Body, Vector3) {
    let t = TestWorld { $0.allowsSleep = false }
    let angle = degrees * Float.pi / 180
    let turn = Quaternion(axis: .unitZ, angle: angle)
    try t.add(.static, .floor) {
      $0.transform.orientation = turn
      $0.friction = 1
    }
    let body = try t.add(.dynamic, shape) {
      $0.transform = Transform(
        position: turn.rotate(Vector3(0, height, 0)), orientation: turn)
      $0.friction = friction
      $0.restitution = 0
    }
    return (t, body, turn.rotate(Vector3(-1, 0, 0)))
  }

  @Test(
    "A box above the friction angle slides with g(sin θ − μ cos θ)", arguments: [0.1, 0.3, 0.5])
  func slides(_ friction: Float) throws {
    let (t, box, downhill) = try incline(30, .box(1, 0.5, 1), height: 0.25, friction: friction)
    t.run(60)
    let before = box.velocity.dot(downhill)
    t.run(60)
    let expected = 9.8 * (Portable.sin(.pi / 6) - friction * Portable.cos(.pi / 6))
    // Friction takes the normal impulse of the same substep, so only rounding is left: 0.2 %.
    #expect(abs(box.velocity.dot(downhill) - before - expected) < 0.002 * 9.8)
  }

  @Test("A box just below the friction angle sticks, just above it slides")
  func sticks() throws {
    // tan 20° = 0.364: 3 % more friction holds, 3 % less does not.
    let (t, stuck, downhill) = try incline(20, .box(1, 0.5, 1), height: 0.25, friction: 0.375)
    t.run(60)
    let start = stuck.position
    t.run(600)
    #expect((stuck.position - start).length < 1e-3)
    let (u, loose, _) = try incline(20, .box(1, 0.5, 1), height: 0.25, friction: 0.353)
    u.run(120)
    #expect(loose.velocity.dot(downhill) > 0.1)
  }

  @Test("A ball rolls down with 5/7 of g sin θ", arguments: [5, 15, 30])
  func rolls(_ degrees: Float) throws {
    let (t, ball, downhill) = try incline(degrees, .ball(0.5), height: 0.5, friction: 1)
    t.run(60)
    let before = ball.velocity.dot(downhill)
    t.run(120)
    let expected = 2 * 5.0 / 7.0 * 9.8 * Portable.sin(degrees * .pi / 180)
    #expect(abs(ball.velocity.dot(downhill) - before - expected) < 0.002 * expected)
    // Without slip: v = ω r.
    #expect(abs(ball.angularVelocity.length * 0.5 - ball.velocity.length) < 1e-3)
  }

  @Test("Rolling friction stops a ball after the analytic distance")
  func rollingResistance() throws {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.friction = 1 }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 0.5, 0)) {
      $0.friction = 1
      $0.restitution = 0
      $0.rollingFriction = 0.02
      $0.velocity = Vector3(2, 0, 0)
      $0.angularVelocity = Vector3(0, 0, -4)
    }
    t.run(900)
    // Torque c·r·N against rolling: a = c·g / (1 + 2/5); d = v² / 2a = 14.3 m. The contact warms up
    // in the first step and the sleep threshold of 0.1 m/s cuts off v²/2a = 4 cm.
    #expect(abs(ball.position.x - 4 / (2 * 0.02 * 9.8 / 1.4)) < 0.15)
  }
}
