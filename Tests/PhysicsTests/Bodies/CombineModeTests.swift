import CaromMaths
import CaromPhysics
import Testing

/// Symptom: a body with the mode average on one with the mode maximum slid 1.35 m, not 2.04 m.
///
/// Cause: the order of precedence was not that of KHR_physics_rigid_bodies, whose names the modes
/// have: average, then minimum, then maximum, then multiply.
@Suite("Combine modes")
struct CombineModeTests {
  /// The coefficient of friction that decelerates a box on a floor.
  private func friction(
    _ floor: (value: Float, mode: CombineMode), _ box: (value: Float, mode: CombineMode)
  ) throws -> Float {
    let t = TestWorld()
    _ = try t.add(.static, .box(50, 0.5, 50), at: Vector3(0, -0.25, 0)) {
      ($0.friction, $0.frictionCombine) = (floor.value, floor.mode)
    }
    let body = try t.add(.dynamic, .box(1, 0.2, 1), at: Vector3(0, 0.1, 0)) {
      ($0.friction, $0.frictionCombine) = (box.value, box.mode)
      $0.velocity = Vector3(10, 0, 0)
    }
    t.run(30)
    let before = body.velocity.x
    t.run(12)
    return (before - body.velocity.x) / (12 / 60) / 9.8
  }

  @Test("Of two modes the one that the extension puts first is used, whichever body has it")
  func precedence() throws {
    let (a, b): (Float, Float) = (0.6, 0.2)
    let values: [(CombineMode, Float)] = [
      (.average, 0.4), (.minimum, 0.2), (.maximum, 0.6), (.multiply, 0.12),
    ]
    for (i, first) in values.enumerated() {
      for second in values[i...] {
        #expect(
          abs(try friction((a, first.0), (b, second.0)) - first.1) < 0.01, "\(first) \(second)")
        #expect(
          abs(try friction((a, second.0), (b, first.0)) - first.1) < 0.01, "\(first) \(second)")
      }
    }
  }
}
