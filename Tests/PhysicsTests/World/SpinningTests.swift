import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Fast spinning and thin things", .enabled(if: Tier.isRelease))
struct SpinningTests {
  /// Counts bodies that came out on the other side of a wall at y = 0.
  func passes(
    _ shots: Int, _ shape: Shape, speed: Float, spin: Float, wall: Float, seed: UInt64,
    steps: Int = 120
  ) throws -> Int {
    var random = RandomStream(seed: seed)
    var passed = 0
    for _ in 0..<shots {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, .box(60, wall, 60))
      func any() -> Vector3 {
        Vector3(random.float(in: -1..<1), random.float(in: -1..<1), random.float(in: -1..<1))
      }
      let start = Vector3(0, random.float(in: 1.5..<3), 0)
      let goal = Vector3(random.float(in: -2..<2), 0, random.float(in: -2..<2))
      let body = try t.add(.dynamic, shape, at: start) {
        $0.velocity = (goal - start).normalized(or: .unitY) * speed
        $0.angularVelocity = any().normalized(or: .unitX) * spin
        $0.restitution = random.float()
        $0.transform.orientation = Quaternion(any().x, any().y, any().z, 0.5).normalized
      }
      t.run(steps, checked: false)
      if body.position.y < 0 { passed += 1 }
    }
    return passed
  }

  @Test(
    "A cube never works its way through a wall of a tenth of its size, however fast it spins",
    arguments: [0, 60, 188, 400, 1000] as [Float], [2, 10, 50, 200] as [Float])
  func cubes(_ spin: Float, _ speed: Float) throws {
    let shots = Tier.count(30, full: 1000)
    #expect(try passes(shots, .box(1, 1, 1), speed: speed, spin: spin, wall: 0.1, seed: 3) == 0)
  }

  @Test("Plates, rods and capsules that spin do not pass at the speeds of games")
  func thinThings() throws {
    for shape: Shape in [
      .box(1, 0.1, 1), .box(0.1, 2, 0.1), .capsule(CapsuleShape(radius: 0.1, halfLength: 0.7)),
    ] {
      for spin: Float in [0, 60, 400] {
        #expect(try passes(40, shape, speed: 10, spin: spin, wall: 0.1, seed: 4) == 0)
      }
    }
  }

  @Test("A 5 cm ball at 200 m/s never passes a 1 cm wall, at any angle")
  func bullets() throws {
    let shots = Tier.count(1000, full: 10_000)
    let ball = Shape.ball(0.05)
    #expect(try passes(shots, ball, speed: 200, spin: 0, wall: 0.01, seed: 5, steps: 12) == 0)
  }
}
