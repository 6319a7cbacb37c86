import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A slab pushed from under 25 balls, which roll on it: friction must act straight against the
/// slip.
///
/// - Source: the rolling test of D. Kang and J. Hwangbo, "SimBenchmark: physics engine benchmark
///   for robotics applications", 2018: a box of 10 kg, 25 balls of 1 kg on it, μ = 0.8 between them
///   and 0.4 to the ground, pushed with 150 N for 4 s. Engines whose friction cone is a pyramid do
///   not move at all when the push goes diagonally.
@Suite("Rolling", .enabled(if: Tier.isRelease))
struct RollingTests {
  @Test(
    "A slab pushed from under 25 balls has the analytic speed, in any direction and at any rate",
    arguments: [0, 22.5, 45] as [Float], [60, 240])
  func slab(_ degrees: Float, _ rate: Int) throws {
    let t = TestWorld { $0.allowsSleep = false }
    func surface(_ d: inout BodyDefinition, _ friction: Float) {
      d.friction = friction
      d.frictionCombine = .minimum
      d.restitution = 0
    }
    try t.add(.static, .floor) { surface(&$0, 0.4) }
    let slab = try t.add(.dynamic, .box(20, 1, 20), at: Vector3(0, 0.5, 0)) {
      $0.mass = 10
      surface(&$0, 0.8)
    }
    var balls: [Body] = []
    for i in 0..<25 {
      let place = Vector3(Float(i % 5 - 2) * 2, 1.5, Float(i / 5 - 2) * 2)
      balls.append(try t.add(.dynamic, .ball(0.5), at: place) { surface(&$0, 0.8) })
    }
    // The contacts take up their load.
    for _ in 0..<rate { t.world.step(1 / Float(rate)) }
    let angle = degrees * .pi / 180
    let direction = Vector3(Portable.cos(angle), 0, Portable.sin(angle))
    for _ in 0..<(4 * rate) {
      slab.apply(force: direction * 150)
      t.world.step(1 / Float(rate))
    }
    // A ball on a slab that accelerates with a: f = m·a′ and f·r = I·(a − a′)/r with I = 2/5·m·r²,
    // hence a′ = 2/7·a. The slab: F − μ(M + 25m)g = M·a + 25·m·2/7·a.
    let exact: Float = 4 * (150 - 0.4 * 35 * 9.8) / (10 + 25 * 2 / 7)
    // Friction is 137 N and the push 150 N, so 0.1 % of friction is 1 % of speed.
    #expect(abs(slab.velocity.dot(direction) - exact) < 0.01 * exact)
    #expect((slab.velocity - direction * slab.velocity.dot(direction)).length < 1e-3 * exact)
    for ball in balls {
      #expect((ball.velocity - slab.velocity * (2 / 7)).length < 2e-3 * exact)
    }
  }
}
