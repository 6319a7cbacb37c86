import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Break shots")
struct BreakShotTests {
  /// The cue ball hits 15 touching balls, without friction: impulses along the lines between the
  /// centers, which conserve momentum exactly and energy for e = 1.
  @Test("A break shot conserves momentum", arguments: [0.95, 1] as [Float], [0, 0.01] as [Float])
  func breakShot(_ restitution: Float, _ offset: Float) throws {
    let radius: Float = 0.028575
    let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
    var balls: [Body] = []
    func add(_ x: Float, _ z: Float, _ speed: Float) throws {
      balls.append(
        try t.add(.dynamic, .ball(radius), at: Vector3(x, 0, z)) {
          $0.mass = 0.17
          $0.friction = 0
          $0.restitution = restitution
          $0.restitutionCombine = .minimum
          $0.velocity = Vector3(speed, 0, 0)
        })
    }
    for row in 0..<5 {
      for number in 0...row {
        try add(
          Float(row) * 2 * radius * Float(3).squareRoot() / 2,
          (Float(number) - 0.5 * Float(row)) * 2 * radius, 0)
      }
    }
    try add(-1, offset, 8)
    let start = t.energy
    t.run(60, checked: false) { step in
      let sum = balls.reduce(Vector3.zero) { $0 + $1.velocity }
      #expect((sum - Vector3(8, 0, 0)).length < 8e-5, "after step \(step): \(sum)")
      #expect(t.energy < 1.000_01 * start)
    }
    #expect(restitution < 1 ? t.energy < 0.9 * start : t.energy > 0.999_99 * start)
  }
}
