import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A body that spins near a floor without touching it rotates as it would in flight.
///
/// Symptom: a rod that tumbled at 57 rad/s, 1 cm above a floor, changed its angular velocity by as
/// much within a second, and one at 150 rad/s lost half of its energy. Cause: a fast body with
/// contacts precessed once, at the end of the step, so that contacts and inertia agree, even if
/// none of the contacts acted.
///
/// The oracle is the same body without a floor; see `FlippingHandleTests` for its accuracy.
@Suite("Spinning near a floor", .enabled(if: Tier.isRelease))
struct SpinNearFloorTests {
  @Test(
    "A rod that does not touch tumbles as in flight", arguments: [20, 40, 57, 100, 150] as [Float])
  func rod(_ rate: Float) throws {
    let shape = Shape.box(BoxShape(size: Vector3(0.05, 0.6, 0.05)))
    let spin = Vector3(0.2, 1, 0.1) * rate
    try compare(shape, Quaternion(axis: .unitX, angle: 0.1), spin, gap: 0.01, reach: 0.305)
  }

  @Test("A disc that does not touch wobbles as in flight", arguments: [20, 57, 100] as [Float])
  func disc(_ rate: Float) throws {
    let shape = Shape.cylinder(CylinderShape(radius: 0.3, halfHeight: 0.025))
    let spin = Vector3(0.01, 1, 0) * rate
    try compare(shape, .identity, spin, gap: 0.02, reach: 0.025)
  }

  /// Compares a body whose lowest point stays `reach` below its center with one far from the floor.
  private func compare(
    _ shape: Shape, _ orientation: Quaternion, _ spin: Vector3, gap: Float, reach: Float
  ) throws {
    let t = TestWorld(gravity: .zero)
    let floor = Shape.box(BoxShape(size: Vector3(10, 1, 10)))
    try t.add(.static, floor, at: Vector3(0, -0.5 - gap - reach, 0))
    let bodies = try [Float(0), 20].map { height in
      try t.add(.dynamic, shape, at: Vector3(0, height, 0)) {
        $0.transform.orientation = orientation
        $0.angularVelocity = spin
        $0.properties.allowsResting = false
      }
    }
    var (worst, contacts): (Float, Int) = (0, 0)
    t.run(60, checked: false) { _ in
      worst = max(worst, (bodies[0].angularVelocity - bodies[1].angularVelocity).length)
      contacts += t.world.contactCount
    }
    #expect(contacts > 0)
    #expect(worst < 1e-3 * spin.length, "\(worst / spin.length) of the spin")
  }
}
