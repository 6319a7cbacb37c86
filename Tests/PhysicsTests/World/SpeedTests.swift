import CaromCollision
import CaromMaths
import CaromPhysics
import TestSupport
import Testing

@Suite("Speed", .serialized)
struct SpeedTests {
  /// The least CPU time of a step in microseconds, over several rounds of many steps.
  func microseconds(_ rounds: Int = 5, steps: Int, _ world: World) -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let time = cpuTime { for _ in 0..<steps { world.step(1 / 60) } }
      best = min(best, Double(time.components.attoseconds) * 1e-12 / Double(steps))
    }
    return best
  }

  @Test("One ball among 80 static boxes costs a few microseconds a step")
  func smallWorld() throws {
    let t = TestWorld()
    for i in 0..<80 {
      try t.add(.static, .box(1, 1, 1), at: Vector3(Float(i % 9), -0.5, Float(i / 9)))
    }
    for i in 0..<4 {
      let x: Float = i < 2 ? (i == 0 ? -0.75 : 8.75) : 4
      let z: Float = i < 2 ? 4 : (i == 2 ? -0.75 : 8.75)
      try t.add(.static, i < 2 ? .box(0.5, 3, 10) : .box(10, 3, 0.5), at: Vector3(x, 0.5, z)) {
        $0.restitution = 1
      }
    }
    let ball = try t.add(.dynamic, .ball(0.45), at: Vector3(4, 0.45, 4)) {
      $0.velocity = Vector3(3, 0, 2)
      $0.angularVelocity = Vector3(4, 0, -6)
      $0.restitution = 1
      $0.allowsResting = false
      $0.filter.contactTest = .max
    }
    let time = microseconds(steps: 2000, t.world)
    print("small world: \(time) µs/step, ball at \(ball.position) \(ball.velocity)")
    #if !DEBUG
      // Measured 2 to 4; three times as much on a busy machine.
      #expect(time < 15)
    #endif
  }

  @Test("5,500 sleeping and 10,000 static bodies cost nothing")
  func sleeping() throws {
    let t = TestWorld()
    for i in 0..<10_000 {
      try t.add(.static, .box(1, 1, 1), at: Vector3(Float(i % 100), -0.5, Float(i / 100)))
    }
    for i in 0..<5500 {
      let place = Vector3(Float(i % 55) * 1.8, 0.25, Float(i / 55))
      try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: place)
    }
    t.run(60, checked: false)
    #expect(t.world.awakeCount == 0)
    let time = microseconds(steps: 2000, t.world)
    print("sleeping world: \(time) µs/step")
    #if !DEBUG
      #expect(time < 3)
    #endif
  }

  @Test("A pyramid of 210 boxes stays up")
  func pyramid() throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .box(100, 2, 100), at: Vector3(0, -1, 0))
    var boxes: [Body] = []
    for i in 0..<20 {
      for j in 0..<(20 - i) {
        boxes.append(
          try t.add(
            .dynamic, .box(1, 1, 1),
            at: Vector3(Float(j) - 0.5 * Float(19 - i), 0.5 + Float(i), 0)))
      }
    }
    let time = microseconds(3, steps: 100, t.world)
    let speed = boxes.reduce(Float(0)) { $0 + $1.velocity.length } / Float(boxes.count)
    print("pyramid of 210: \(time) µs/step, mean speed \(speed), top \(boxes[209].position)")
    #expect(boxes[209].position.y > 19.2 && speed < 0.01)
  }
}
