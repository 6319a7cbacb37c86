import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Factors on gravity")
struct GravityFactorTests {
  @Test("A body falls by half of factor · g · t²", arguments: [-1, 0, 0.25, 1, 3] as [Float])
  func falls(_ factor: Float) throws {
    let t = TestWorld()
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 100, 0)) {
      $0.gravityFactor = factor
      $0.mass = 3
    }
    t.run(60)
    let expected = -0.5 * 9.8 * factor
    #expect(abs(ball.position.y - 100 - expected) < 1e-3)
    #expect(abs(ball.velocity.y + 9.8 * factor) < 1e-3)
    if factor == 0 { #expect(ball.position.y == 100 && ball.velocity == .zero) }
  }

  @Test("A locked axis and a disabled gravity stay so")
  func locks() throws {
    let t = TestWorld()
    let locked = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 10, 0)) {
      $0.gravityFactor = 2
      $0.velocityFactor = Vector3(1, 0, 1)
    }
    let off = try t.add(.dynamic, .ball(0.5), at: Vector3(5, 10, 0)) {
      $0.gravityFactor = 2
      $0.isAffectedByGravity = false
    }
    t.run(30)
    #expect(locked.position.y == 10 && off.position.y == 10)
    #expect(off.gravityFactor == 2 && !off.isAffectedByGravity)
    off.isAffectedByGravity = true
    #expect(off.gravityFactor == 2 && off.isAffectedByGravity)
    t.run(30)
    #expect(abs(off.velocity.y + 9.8) < 1e-3)
    off.gravityFactor = 1
    #expect(off.properties.gravityFactor == 1)
    t.run(30)
    #expect(abs(off.velocity.y + 9.8 * 1.5) < 1e-2)
  }

  @Test("A pile of heavy and light factors rests and sleeps, and a changed factor wakes it")
  func rests() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let boxes = try [0.25, 4, 1].enumerated().map { i, factor in
      try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5 + Float(i), 0)) {
        $0.gravityFactor = factor
      }
    }
    let balls = try [0.5, 4].enumerated().map { i, factor in
      try t.add(.dynamic, .ball(0.5), at: Vector3(5, 0.5, 3 * Float(i))) {
        $0.gravityFactor = factor
      }
    }
    t.run(180)
    for (i, box) in boxes.enumerated() {
      #expect(box.isAsleep && abs(box.position.y - 0.5 - Float(i)) < 0.01)
    }
    for ball in balls { #expect(ball.isAsleep && abs(ball.position.y - 0.5) < 0.01) }
    boxes[2].gravityFactor = -1
    t.run(60)
    #expect(boxes[2].position.y > 5)
  }

  @Test("A world restored after some steps continues bit-identically")
  func snapshots() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    for i in 0..<6 {
      try t.add(.dynamic, .ball(0.5), at: Vector3(0.1 * Float(i), 1 + Float(i), 0)) {
        if i % 2 == 0 { $0.gravityFactor = 0.5 * Float(i) }
      }
    }
    t.run(20)
    let buffer = StateBuffer()
    buffer.fill { t.world.save(into: &$0) }
    let restored = World()
    var source = StateSource(buffer.bytes)
    try restored.load(from: &source)
    try source.finish()
    #expect(
      restored.handles.map { restored.body($0)?.gravityFactor }
        == t.world.handles.map { t.world.body($0)?.gravityFactor })
    for _ in 0..<60 {
      t.run(1)
      restored.step(1 / 60)
      #expect(restored.stateHash == t.world.stateHash)
    }
  }
}
