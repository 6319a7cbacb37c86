import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Joined bodies without gravity turn under a torque.
///
/// Symptom: of 200 random pairs of hinged boxes without gravity, 60 did not move at all under a
/// constant torque. Cause: the energy limiter allowed no error for bodies at rest on which only a
/// torque acts, so it found a gain in the rounding of the first step, and rejected each step
/// because the removed energy was less by one part in a billion.
///
/// The exact answer is the angular momentum about the common center of mass: torque times time.
@Suite("Joined bodies without gravity")
struct WeightlessJointTests {
  @Test("Gain the angular momentum of a torque on one of them", arguments: 0..<40)
  func torque(_ seed: Int) throws {
    var random = RandomStream(seed: UInt64(seed))
    let t = TestWorld(gravity: .zero)
    let masses = [random.float(in: 0.5..<500), random.float(in: 0.5..<500)]
    let torque = Vector3(0, 0, random.float(in: 0.1..<2) * masses[0])
    let box = Shape.box(BoxShape(size: Vector3(1, 1, 1)))
    let bodies = try masses.enumerated().map { number, mass in
      try t.add(.dynamic, box, at: Vector3(1.1 * Float(number), 0, 0)) {
        $0.mass = mass
        $0.properties.damping = 0
        $0.properties.angularDamping = 0
      }
    }
    try t.join(.hinge(HingeJoint()), bodies[0], bodies[1], at: Vector3(0.55, 0, 0), axis: .unitZ)
    for _ in 0..<60 {
      bodies[0].apply(torque: torque)
      t.world.step(1 / 60)
    }
    let mass: Float = masses[0] + masses[1]
    let center =
      (bodies[0].centerOfMass * masses[0] + bodies[1].centerOfMass * masses[1]) * (1 / mass)
    var momentum = Vector3.zero
    for body in bodies {
      let arm = body.centerOfMass - center
      momentum += arm.cross(body.velocity) * body.mass + body.worldInertia * body.angularVelocity
    }
    #expect(abs(momentum.z / torque.z - 1) < 0.01, "\(momentum.z / torque.z) of the torque")
  }
}
