import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Bodies slower than 0.1 m/s and 0.1 rad/s for half a second fell asleep, so a slow motor stopped
/// after 2.5 cm, a body under weak gravity stopped in the air, and a pendulum stopped where it
/// turned, leaning.
///
/// Speed alone does not tell a body at rest from one that starts, turns around or moves slowly.
@Suite("Slow motion that sleep stopped")
struct StoppedMotionTests {
  @Test("A slow lift and a slow clock hand continue", arguments: [0.05, 0.002] as [Float])
  func motors(speed: Float) throws {
    let t = TestWorld(gravity: .zero)
    let motor = JointMotor(speed: speed, maxForce: 100)
    let lift = try t.add(.dynamic, .box(1, 1, 1))
    try t.join(.slider(SliderJoint(motor: motor)), lift, at: .zero, axis: .unitY)
    let hand = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(5, 0, 0))
    try t.join(.hinge(HingeJoint(motor: motor)), hand, at: Vector3(5, 0, 0), axis: .unitY)
    t.run(1200)
    #expect(abs(abs(lift.position.y) - 20 * speed) < 0.2 * speed)
    let angle = 2 * Portable.asin(abs(hand.orientation.y))
    #expect(abs(angle - 20 * speed) < 0.2 * speed)
  }

  @Test("A lift that slides along a wall and carries a box continues")
  func guidedLift() throws {
    let t = TestWorld()
    try t.add(.static, .box(1, 10, 1), at: Vector3(-1, 0, 0))
    let lift = try t.add(.dynamic, .box(1, 0.2, 1)) { $0.friction = 0 }
    let motor = JointMotor(speed: -0.05, maxForce: 1e6)
    try t.join(.slider(SliderJoint(motor: motor)), lift, at: .zero, axis: .unitY)
    let box = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(0, 0.3, 0))
    t.run(1200)
    #expect(abs(lift.position.y - 1) < 0.02 && abs(box.position.y - 1.3) < 0.02)
  }

  @Test("Bodies fall under weak gravity, from rest and over the top of a throw")
  func weakGravity() throws {
    let t = TestWorld(gravity: Vector3(0, -0.15, 0))
    let fallen = try t.add(.dynamic, .ball(0.1))
    let thrown = try t.add(.dynamic, .ball(0.1), at: Vector3(2, 0, 0)) {
      $0.velocity = Vector3(0, 0.075, 0)
    }
    let light = try t.add(.dynamic, .ball(0.1), at: Vector3(4, 0, 0)) { $0.gravityFactor = 0.5 }
    t.run(600)
    #expect(abs(fallen.position.y + 7.5) < 0.01)
    #expect(abs(thrown.position.y + 6.75) < 0.01)
    #expect(abs(light.position.y + 3.75) < 0.01)
  }

  @Test("Bodies drift and turn slowly in space")
  func drift() throws {
    let space = TestWorld(gravity: .zero)
    let body = try space.add(.dynamic, .box(1, 1, 1)) {
      $0.velocity = Vector3(0.09, 0, 0)
      $0.angularVelocity = Vector3(0, 0.05, 0)
    }
    space.run(1200)
    #expect(abs(body.position.x - 1.8) < 0.001 && abs(body.angularVelocity.y - 0.05) < 1e-4)
  }

  @Test(
    "Undamped pendulums keep swinging by small angles",
    arguments: [(1, 1), (10, 0.44), (10, 0.15), (0.1, 0.3)] as [(Float, Float)])
  func pendulums(length: Float, degrees: Float) throws {
    let t = TestWorld()
    let angle: Float = degrees * .pi / 180
    let start = Vector3(length * Portable.sin(angle), -length * Portable.cos(angle), 0)
    let ball = try t.add(.dynamic, .ball(0.04), at: start)
    try t.join(.ballSocket(), ball, at: .zero)
    t.run(1200)
    var greatest: Float = 0
    t.run(600) { _ in greatest = max(greatest, abs(ball.position.x)) }
    #expect(greatest > 0.98 * start.x)
  }

  @Test("A pendulum on a stand swings on, and a damped one comes to rest")
  func stand() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let stand = try t.add(.dynamic, .box(2, 0.2, 2), at: Vector3(0, 0.1, 0)) { $0.mass = 1000 }
    let bob = try t.add(.dynamic, .ball(0.1), at: Vector3(0.02, 1, 0))
    try t.join(.ballSocket(), bob, stand, at: Vector3(0, 2, 0))
    t.run(1200)
    var greatest: Float = 0
    t.run(300) { _ in greatest = max(greatest, abs(bob.position.x)) }
    #expect(greatest > 0.018)
    bob.damping = 0.9
    t.run(1800)
    #expect(t.world.awakeCount == 0 && abs(bob.position.x) < 0.002)
  }

  @Test("The time in place is part of the state")
  func state() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.1)) { $0.velocity = Vector3(0.0002, 0, 0) }
    t.run(20)
    let other = try t.world.restored()
    for _ in 0..<40 {
      t.run(1)
      other.step(1 / 60)
      #expect(other.stateHash == t.world.stateHash)
    }
    #expect(body.isAsleep)
  }
}
