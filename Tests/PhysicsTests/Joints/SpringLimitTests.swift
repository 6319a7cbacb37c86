import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Limits of springs")
struct SpringLimitTests {
  /// The amplitude after 10 s of a mass that starts at a distance of 1 m, from its energy.
  private func amplitude(hertz: Float, substeps: Int) throws -> Float {
    let t = TestWorld(gravity: .zero) {
      $0.substeps = substeps
      $0.allowsSleep = false
    }
    let mass = try t.add(.dynamic, .box(0.5, 0.5, 0.5)) { $0.mass = 3 }
    let spring = SliderJoint(spring: JointSpring(hertz: hertz, dampingRatio: 0), target: 1)
    try t.join(.slider(spring), mass, at: .zero)
    t.run(600, checked: false)
    // Frame A is on the mass, so that the mass moves against the position.
    let (x, y) = (mass.position.x + 1, mass.velocity.x / (2 * Float.pi * hertz))
    return (x * x + y * y).squareRoot()
  }

  // Symptom: undamped springs of 20 Hz stood still after a second, and no text said so. Cause:
  // above half a radian of their phase in a substep, springs are integrated implicitly, which
  // damps.
  @Test(
    "An undamped spring oscillates for ever below the substep rate / 4π, and dies out above it",
    arguments: [(4, 19.1), (8, 38.2), (16, 76.4)] as [(Int, Float)])
  func limit(substeps: Int, limit: Float) throws {
    for share: Float in [0.2, 0.5, 0.8, 0.95] {
      let kept = try amplitude(hertz: limit * share, substeps: substeps)
      #expect(kept > 0.85 && kept < 1.15, "\(limit * share) Hz: \(kept)")
    }
    #expect(try amplitude(hertz: limit * 1.02, substeps: substeps) < 1e-3)
  }

  /// The sag of a chassis of 500 kg on four wheels of 20 kg, after 15 s.
  private func sag(hertz: Float) throws -> Float {
    let t = TestWorld()
    try t.add(.static, .floor)
    let chassis = try t.add(.dynamic, .box(1.4, 0.3, 3), at: Vector3(0, 0.6, 0)) { $0.mass = 500 }
    for (x, z): (Float, Float) in [(-0.9, 1.2), (0.9, 1.2), (-0.9, -1.2), (0.9, -1.2)] {
      let place = Vector3(x, 0.4, z)
      let tire = Shape.cylinder(CylinderShape(radius: 0.4, halfHeight: 0.1))
      let wheel = try t.add(.dynamic, tire, at: place) {
        $0.mass = 20
        $0.orientation(about: .unitZ, Float.pi / 2)
      }
      let suspension = JointSpring(hertz: hertz, dampingRatio: 0.7)
      try t.join(
        .wheel(WheelJoint(suspension: suspension)), chassis, wheel, at: place, axis: .unitX,
        up: .unitY)
    }
    t.run(900, checked: false)
    return 0.6 - chassis.position.y
  }

  // Symptom: a suspension of 2 Hz let a car sag by 45 cm, to the ground. Cause: the frequency is
  // that of the effective mass, which is less than that of a wheel; the text did not say so.
  @Test("A chassis sags by its share of the weight on the effective mass of a wheel")
  func suspension() throws {
    #expect(abs(try sag(hertz: 2) - 0.45) < 0.01, "the chassis lies on the ground")
    // M·g / (m·(2π·f)²) with 1/m = 1/20 + 1/500 + r²/I = 1/15.3 kg and M = 125 kg.
    let stiffness: Float = 15.3 * (2 * Float.pi * 6) * (2 * Float.pi * 6)
    #expect(abs(try sag(hertz: 6) - 125 * 9.8 / stiffness) < 2e-3)
  }
}
