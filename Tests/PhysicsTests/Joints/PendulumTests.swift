import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Pendulums")
struct PendulumTests {
  /// The complete elliptic integral of the first kind by the arithmetic-geometric mean.
  ///
  /// Source: Abramowitz and Stegun, 17.6.
  func ellipticK(_ k: Double) -> Double {
    var (a, b) = (1.0, (1 - k * k).squareRoot())
    for _ in 0..<10 { (a, b) = ((a + b) / 2, (a * b).squareRoot()) }
    return Double.pi / (2 * a)
  }

  @Test("A pendulum that swings by 60° has the period of the elliptic integral", arguments: 0..<2)
  func period(_ number: Int) throws {
    let t = TestWorld()
    let length: Float = 2
    let angle: Float = Float.pi / 3
    let place = Vector3(length * Portable.sin(angle), -length * Portable.cos(angle), 0)
    let ball = try t.add(.dynamic, number == 0 ? .ball(0.1) : .box(0.1, 0.3, 0.2), at: place) {
      $0.orientation(about: .unitZ, angle)
    }
    try t.join(
      number == 0 ? .ballSocket() : .hinge(), ball, at: .zero,
      axis: number == 0 ? .unitX : .unitZ)
    let start = t.energy
    var crossings: [Double] = []
    var before = place.x
    t.run(1200) { step in
      let x = ball.position.x
      if before > 0 && x <= 0 {
        crossings.append((Double(step) + Double(before / (before - x))) / 60)
      }
      before = x
    }
    let inertia = Double(ball.worldInertia.z.z) + Double(length * length)
    let small = 2 * Double.pi * (inertia / (9.8 * Double(length))).squareRoot()
    let expected = small * ellipticK(0.5) * 2 / Double.pi
    let count = crossings.count - 1
    let measured = (crossings[count] - crossings[0]) / Double(count)
    #expect(abs(measured / expected - 1) < 0.002)
    #expect(abs(t.energy - start) < 0.01 * 9.8 * length)
  }

  @Test("A double pendulum keeps its energy")
  func double() throws {
    let t = TestWorld()
    let upper = try t.add(.dynamic, .box(1, 0.05, 0.05), at: Vector3(0.5, 0, 0))
    let lower = try t.add(.dynamic, .box(1, 0.05, 0.05), at: Vector3(1.5, 0, 0))
    try t.join(.hinge(), upper, at: .zero, axis: .unitZ)
    try t.join(.hinge(), upper, lower, at: Vector3(1, 0, 0), axis: .unitZ)
    let start = t.energy
    var worst: Float = 0
    t.run(1200) { _ in worst = max(worst, abs(t.energy - start)) }
    #expect(worst < 0.05 * 9.8 * 4)
    #expect(abs(lower.position.z) < 1e-3)
  }
}

extension BodyDefinition {
  mutating func orientation(about axis: Vector3, _ angle: Float) {
    transform.orientation = Quaternion(axis: axis, angle: angle)
  }
}
