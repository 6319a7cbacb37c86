import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A blade in a scene that turned by π to 2π radians a step, at 189 to 377 rad/s, touched nothing.
///
/// Scenes move kinematic bodies to targets with given velocities. The sweep and the box of a body
/// with a target took the shorter rotation between the transforms instead of the given one. A whole
/// turn in a step even looked like rest.
@Suite("Kinematic bodies with targets that spin by more than half a turn a step")
struct GivenVelocityTests {
  @Test(
    "A thin blade hits a ball in its path",
    arguments: [100, 189, 250, 350, 377, 500, 1000, 1900] as [Float], [true, false])
  func blade(speed: Float, hasTarget: Bool) throws {
    for phase in 0..<8 {
      let t = TestWorld(gravity: .zero)
      let start: Float = 0.1 + 0.4 * Float(phase)
      let blade = try t.add(.kinematic, .box(4, 0.2, 0.01)) {
        if !hasTarget { $0.angularVelocity = Vector3(0, speed, 0) }
        $0.transform.orientation = Quaternion(axis: .unitY, angle: start)
      }
      let ball = try t.add(.dynamic, .ball(0.05), at: Vector3(0, 0, -1))
      for step in 1...3 {
        let angle: Float = start + speed / 60 * Float(step)
        if hasTarget {
          blade.moveKinematic(
            to: Transform(position: .zero, orientation: Quaternion(axis: .unitY, angle: angle)),
            velocity: .zero, angularVelocity: Vector3(0, speed, 0))
        }
        t.run(1)
      }
      #expect(ball.velocity.length > 0.3 * speed, "\(ball.velocity) in phase \(phase)")
    }
  }
}
