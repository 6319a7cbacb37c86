import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Symptom: the impulse of a begin was only a part of a bounce's, at worst 0.3 of 3.9 N·s.
///
/// Cause: a ball that came near within the last substep was only slowed down to what closes the
/// gap, and met the floor in the next step.
@Suite("Impulses of impacts")
struct ImpactImpulseTests {
  @Test(
    "The impulse of a begin is that of the whole impact, at any time within the step",
    arguments: [0, 0.5, 1])
  func wholeBlow(_ restitution: Float) throws {
    for drop in 0..<40 {
      let t = TestWorld()
      try t.add(.static, .floor) { $0.restitution = 1 }
      try t.add(.dynamic, .ball(0.3), at: Vector3(0, 1 + Float(drop) * 0.031, 0)) {
        ($0.filter.contactTest, $0.restitution) = (.max, restitution)
      }
      var begin: ContactEvent?
      t.run(60) { _ in
        if begin == nil { begin = t.world.contactEvents.first { $0.kind == .begin } }
      }
      let event = try #require(begin)
      // m·v·(1 + e) of 1 kg; gravity adds to the approach, and to the impulse, within the step.
      // What bounces does so up to a substep above the floor, with what it will have left there:
      // less by (1 − e²)·g/240 s / e at most.
      let blow = event.approachSpeed * (1 + restitution)
      let early: Float =
        restitution > 0 ? (1 - restitution * restitution) / restitution * 9.8 / 240 : 0
      #expect(event.impulse > blow - early - 1e-3, "\(drop)")
      #expect(event.impulse < blow + (1 + restitution) * 9.8 / 60 + 0.01, "\(drop)")
    }
  }
}
