import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// The joints of ragdolls that fell down stairs opened by 14 cm, and then by 24 cm.
///
/// A limb moved farther in a step than the margin of contacts, so that only the sweep after the
/// solver stopped it. The sweep moves one body back to where it meets the stairs, and the limb that
/// it is joined to went on for the whole step.
@Suite("Torn joints")
struct TornJointTests {
  @Test("A joint does not open when one of its bodies hits the ground", arguments: [5, 10, 15])
  func fall(_ speed: Float) throws {
    for phase in 0..<8 {
      let t = TestWorld()
      try t.add(.static, .box(10, 1, 10), at: Vector3(0, -0.5, 0))
      let ways: (inout BodyDefinition) -> Void = {
        $0.density = 1000
        $0.restitution = 0
        $0.velocity = Vector3(0, -speed, 0)
        $0.transform.orientation = Quaternion(axis: .unitZ, angle: 0.3)
      }
      let axis = Quaternion(axis: .unitZ, angle: 0.3).rotate(.unitY)
      let knee = Vector3(0, 1 + speed / 60 * Float(phase) / 8, 0)
      let shape = Shape.capsule(CapsuleShape(radius: 0.06, halfLength: 0.16))
      let shin = try t.add(.dynamic, shape, at: knee - axis * 0.22, ways)
      let thigh = try t.add(.dynamic, shape, at: knee + axis * 0.22, ways)
      _ = try t.world.createJoint(
        JointDefinition(.ballSocket(), shin, thigh, anchor: knee, axis: .unitX))
      var widest: Float = 0
      t.run(40) { _ in
        let a = shin.transform.apply(Vector3(0, 0.22, 0))
        widest = max(widest, (a - thigh.transform.apply(Vector3(0, -0.22, 0))).length)
      }
      print("joint at \(speed) m/s, phase \(phase): opens by \(widest) m")
      #expect(widest < 0.04)
    }
  }
}
