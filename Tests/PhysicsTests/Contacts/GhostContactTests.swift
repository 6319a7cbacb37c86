import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Ghost contacts")
struct GhostContactTests {
  /// Twenty unit boxes side by side along x, their tops at y = 0.
  func row() throws -> TestWorld {
    let t = TestWorld()
    for i in 0..<20 {
      try t.add(.static, .box(1, 1, 1), at: Vector3(Float(i), -0.5, 0)) { $0.friction = 1 }
    }
    return t
  }

  @Test("A marble rolls over stones laid side by side without a bump", arguments: [0.45, 0.25])
  func marble(_ radius: Float) throws {
    for offset: Float in [0, 0.013, 0.21] {
      let t = try row()
      let ball = try t.add(.dynamic, .ball(radius), at: Vector3(offset, radius, 0.1)) {
        $0.velocity = Vector3(3, 0, 0)
        $0.angularVelocity = Vector3(0, 0, -3 / radius)
        $0.restitution = 0.5
      }
      var fastest: Float = 0
      t.run(370) { step in
        if step > 5 { fastest = max(fastest, abs(ball.velocity.y)) }
      }
      #expect(fastest < 1e-3)
      #expect(ball.position.x > 18 && abs(ball.velocity.x - 3) < 0.01)
      #expect(abs(ball.position.z - 0.1) < 1e-3)
    }
  }

  @Test("A fast marble rolls over stones without losing time or height")
  func fastMarble() throws {
    let t = try row()
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(0, 0.25, 0.1)) {
      $0.velocity = Vector3(12, 0, 0)
      $0.angularVelocity = Vector3(0, 0, -48)
    }
    t.run(90) { step in
      #expect(abs(ball.velocity.y) < 4e-3)
      #expect(abs(ball.position.x - 0.2 * Float(step + 1)) < 0.01 * Float(step + 1) / 90)
    }
  }

  @Test("A box slides over seams without a bump", arguments: [0.6, 1.7])
  func box(_ width: Float) throws {
    let t = try row()
    let box = try t.add(.dynamic, .box(width, 0.4, 0.5), at: Vector3(0.5, 0.2, 0)) {
      $0.velocity = Vector3(5, 0, 0)
      $0.friction = 0
      $0.restitution = 0
    }
    var fastest: Float = 0
    t.run(200) { step in
      if step > 5 { fastest = max(fastest, abs(box.velocity.y)) }
    }
    #expect(fastest < 5e-3)
    #expect(box.position.x > 16 && abs(box.velocity.x - 5) < 0.01)
  }

  @Test("A marble still hits steps and walls, and falls off the end")
  func realEdges() throws {
    let t = try row()
    try t.add(.static, .box(1, 1, 1), at: Vector3(10, 0.5, 0))
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(2, 0.25, 0)) {
      $0.velocity = Vector3(3, 0, 0)
    }
    t.run(400)
    #expect(ball.position.x < 9.3)
    ball.velocity = Vector3(-4, 0, 0)
    t.run(400)
    #expect(ball.position.y < -2)
  }
}
