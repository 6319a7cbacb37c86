import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A bead on a rod that a kinematic body turns is flung outward.
///
/// Symptom: at 10 rad/s it came to 0.33 m instead of 2.01 m, and spun half as fast as the rod.
/// Cause: the energy limiter took the work of the rod for a part of the bead's gain only, since it
/// multiplied the force by the velocity of the rod where the bead was at the start of the step.
///
///     r = r₀·cosh(ω·t)
@Suite("A bead on a turning rod")
struct BeadTests {
  @Test(
    "Moves outward as the equation says",
    arguments: [(3, 60, 0.01), (10, 18, 0.03), (15, 12, 0.05), (30, 6, 0.12)]
      as [(Float, Int, Float)], [true, false])
  func outward(_ turn: (rate: Float, steps: Int, error: Float), isRodFirst: Bool) throws {
    let t = TestWorld(gravity: .zero)
    let rod = try t.add(.kinematic, .sphere(SphereShape(radius: 0.5))) {
      $0.angularVelocity = Vector3(0, turn.rate, 0)
      $0.properties.collisionBitMask = 0
    }
    let start: Float = 0.2
    let box = Shape.box(BoxShape(size: Vector3(0.1, 0.1, 0.1)))
    let bead = try t.add(.dynamic, box, at: Vector3(start, 0, 0)) {
      $0.velocity = Vector3(0, 0, -start * turn.rate)
      $0.angularVelocity = Vector3(0, turn.rate, 0)
    }
    let (a, b) = isRodFirst ? (rod, bead) : (bead, rod)
    try t.join(.slider(), a, b, at: .zero, axis: .unitX)
    t.run(turn.steps, checked: false) { _ in }
    let x = Double(turn.rate) * Double(turn.steps) / 60
    let growth = Double(Portable.exp(Float(x)))
    let exact = Float(0.5 * Double(start) * (growth + 1 / growth))
    #expect(abs(bead.position.length / exact - 1) < turn.error)
    #expect(abs(bead.angularVelocity.y / turn.rate - 1) < 1e-3)
  }
}
