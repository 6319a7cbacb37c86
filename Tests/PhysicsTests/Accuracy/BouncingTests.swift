import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// - Source: the bouncing test of D. Kang and J. Hwangbo, "SimBenchmark", 2018.
@Suite("Bouncing")
struct BouncingTests {
  @Test(
    "A ball keeps its height over ten bounces, times the square of the restitution",
    arguments: [1, 0.8] as [Float],
    [(10, 0.5), (3.3, 0.5), (5, 0.1), (2, 0.1)] as [(height: Float, radius: Float)])
  func tenBounces(_ restitution: Float, _ start: (height: Float, radius: Float)) throws {
    let (height, radius) = start
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor) {
      $0.restitution = 1
      $0.friction = 0
    }
    let ball = try t.add(.dynamic, .ball(radius), at: Vector3(0, height + radius, 0)) {
      $0.restitution = restitution
    }
    // How high the energy of the moment reaches, the greatest between two bounces.
    var tops: [Float] = [0]
    var isFalling = true
    while tops.count < 12 {
      t.run(1)
      let v = ball.velocity.y
      if v > 0 && isFalling { tops.append(0) }
      isFalling = v <= 0
      let reach = ball.position.y - radius + v * abs(v) / (2 * 9.8)
      tops[tops.count - 1] = max(tops[tops.count - 1], reach)
    }
    var exact = height
    var worst: Float = 0
    for (number, top) in tops.enumerated() where (1...10).contains(number) {
      exact *= restitution * restitution
      worst = max(worst, abs(top - exact) / exact)
      // A bounce keeps its energy to rounding, and the fall before and after it is followed exactly
      // in the step of the contact too, whether the ball has a contact before it touches the floor
      // or is so fast that it is swept to it. What is lost is a part of the substep of the blow.
      #expect(abs(top - exact) < 0.002 * exact + 0.0005)
    }
    print("e = \(restitution) from \(height) m: \(worst) of the height at worst in ten bounces")
  }
}
