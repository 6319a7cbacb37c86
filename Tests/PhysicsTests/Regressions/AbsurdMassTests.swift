import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Symptom: a giant of a billion kilograms on a box left an impulse that is no number in the
/// record.
///
/// It stayed there for ever, and the world was no longer valid.
/// Cause: what overflowed in the solver was stored, and the next step started from it.
@Suite("Absurd sizes and masses")
struct AbsurdMassTests {
  @Test(
    "A huge mass on a box leaves no value that is not a number",
    arguments: [1e9, 1e-6] as [Float])
  func giant(mass: Float) throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let small = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0)) {
      $0.filter.contactTest = .max
      $0.restitution = 0.5
    }
    let size = ShapeLimits.maxSize
    try t.add(
      .dynamic, .cylinder(CylinderShape(radius: size, halfHeight: size)),
      at: Vector3(0, 1 + size, 0)
    ) {
      $0.mass = mass
      $0.rollingFriction = 0.1
    }
    t.run(120) { _ in
      for event in t.world.contactEvents { #expect(event.impulse.isFinite) }
    }
    #expect(small.position.isFinite)
    #expect(t.world.invariantProblem == nil)
  }
}
