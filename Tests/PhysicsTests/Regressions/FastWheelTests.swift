import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Fast wheels", .enabled(if: Tier.isRelease))
struct FastWheelTests {
  // Symptom: at 20 m/s a wheel of 35 cm on a hinge lost a third of its speed on a plane and hopped;
  // on a box it kept it. Cause: contacts of bodies with joints are found as far ahead as they move,
  // and points of the rim at the height of the axle counted as ones that would hit the plane.
  @Test(
    "A wheel on a hinge keeps its speed on a plane", arguments: [10, 20, 30, 40] as [Float])
  func axle(_ speed: Float) throws {
    let w = TestWorld()
    try w.add(.static, .floor)
    let carriage = try w.add(.dynamic, .ball(0.1), at: Vector3(0, 0.35, 0)) {
      $0.properties.collisionBitMask = 0
      $0.velocity = Vector3(speed, 0, 0)
      $0.velocityFactor = Vector3(1, 1, 0)
      $0.angularVelocityFactor = .zero
    }
    let cylinder = Shape.cylinder(CylinderShape(radius: 0.35, halfHeight: 0.1))
    let wheel = try w.add(.dynamic, cylinder, at: Vector3(0, 0.35, 0)) {
      $0.transform.orientation = Quaternion(axis: .unitX, angle: .pi / 2)
      $0.velocity = Vector3(speed, 0, 0)
      $0.angularVelocity = Vector3(0, 0, -speed / 0.35)
    }
    try w.join(.hinge(), carriage, wheel, at: wheel.position, axis: .unitZ)
    var highest: Float = 0
    w.run(120) { _ in highest = max(highest, wheel.position.y) }
    #expect(abs(carriage.velocity.x - speed) < 0.01 * speed)
    #expect(highest < 0.36)
  }
}
