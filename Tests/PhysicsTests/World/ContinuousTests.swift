import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Continuous collision")
struct ContinuousTests {
  /// Shoots balls at a wall from random places at random angles and counts those that pass.
  func passes(_ shots: Int, radius: Float, speed: Float, wall: Float, seed: UInt64) throws -> Int {
    var random = RandomStream(seed: seed)
    var passed = 0
    for shot in 0..<shots {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, .box(40, wall, 40))
      let height = random.float(in: (radius + wall)..<6)
      let start = Vector3(random.float(in: -3..<3), height, random.float(in: -3..<3))
      let goal = Vector3(random.float(in: -8..<8), 0, random.float(in: -8..<8))
      let ball = try t.add(.dynamic, .ball(radius), at: start) {
        $0.velocity = (goal - start).normalized(or: .unitY) * speed
        $0.restitution = shot % 2 == 0 ? 0 : 1
      }
      t.run(12, checked: false)
      if ball.position.y < wall / 2 { passed += 1 }
    }
    return passed
  }

  @Test("A 25 cm ball at 60 m/s never tunnels through a 30 cm wall, in 2,000 shots")
  func ball() throws {
    #expect(try passes(2000, radius: 0.25, speed: 60, wall: 0.3, seed: 1) == 0)
  }

  @Test("A 5 cm ball at 200 m/s never tunnels through a 1 cm wall, in 10,000 shots")
  func bullet() throws {
    #expect(try passes(10_000, radius: 0.05, speed: 200, wall: 0.01, seed: 2) == 0)
  }

  @Test("A fast ball in a closed room never leaves it")
  func room() throws {
    let t = TestWorld(gravity: .zero)
    for axis in 0..<3 {
      for side: Float in [-1, 1] {
        var (place, size) = (Vector3.zero, Vector3(repeating: 6))
        place[axis] = side * 3
        size[axis] = 0.3
        try t.add(.static, .box(BoxShape(size: size)), at: place) { $0.restitution = 1 }
      }
    }
    let ball = try t.add(.dynamic, .ball(0.25)) {
      $0.velocity = Vector3(40, 31, 32.1)
      $0.restitution = 1
      $0.friction = 0
    }
    t.run(3000, checked: false) { _ in
      #expect(ball.position.magnitudes.greatest < 2.9)
    }
    #expect(ball.velocity.length > 58)
  }

  @Test("A bullet does not pass a moving body")
  func bulletAgainstDynamic() throws {
    let t = TestWorld(gravity: .zero)
    let target = try t.add(.dynamic, .box(0.1, 2, 2), at: Vector3(5, 0, 0)) { $0.mass = 100 }
    let ball = try t.add(.dynamic, .ball(0.05)) {
      $0.velocity = Vector3(200, 0, 0)
      $0.isBullet = true
    }
    t.run(30)
    #expect(ball.position.x < target.position.x)
    #expect(target.velocity.x > 0)
  }

  @Test("A fast ball that clears a corner by a centimeter is not deflected")
  func clearsCorner() throws {
    for phase in 0..<20 {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, .box(2, 2, 2)) { $0.restitution = 1 }
      let start = Vector3(-3 - 0.025 * Float(phase), 1.26, 0)
      let ball = try t.add(.dynamic, .ball(0.25), at: start) {
        $0.velocity = Vector3(30, 0, 0)
        $0.restitution = 1
      }
      t.run(20)
      #expect(ball.velocity == Vector3(30, 0, 0))
    }
  }

  @Test("A fast ball that passes an edge bounces off the face that it hits")
  func overEdge() throws {
    for phase in 0..<20 {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, .box(2, 2, 2)) { $0.restitution = 1 }
      let direction = Vector3(0.8, -0.6, 0)
      // Meets the top face 20 cm behind the edge.
      let start = Vector3(-0.8, 1.25, 0) - direction * (1 + 0.025 * Float(phase))
      let ball = try t.add(.dynamic, .ball(0.25), at: start) {
        $0.velocity = direction * 30
        $0.restitution = 1
        $0.friction = 0
      }
      t.run(10)
      #expect((ball.velocity - Vector3(24, 18, 0)).length < 1e-3)
    }
  }

  @Test("A crowd of fast bodies of all shapes stays in a closed room", arguments: 0..<6)
  func crowd(_ seed: UInt64) throws {
    let t = TestWorld(gravity: seed % 2 == 0 ? .zero : Vector3(0, -9.8, 0))
    var random = RandomStream(seed: seed)
    for axis in 0..<3 {
      for side: Float in [-1, 1] {
        var (place, size) = (Vector3.zero, Vector3(repeating: 8))
        place[axis] = side * 4
        size[axis] = 0.3
        try t.add(.static, .box(BoxShape(size: size)), at: place) { $0.restitution = 1 }
      }
    }
    let shapes: [Shape] = [
      .ball(0.1), .box(0.3, 0.2, 0.4), .capsule(CapsuleShape(radius: 0.1, halfLength: 0.2)),
      .cylinder(CylinderShape(radius: 0.2, halfHeight: 0.1)),
      .compound(
        CompoundShape([
          ShapeLeaf(shape: .ball(0.2), placement: Transform(position: Vector3(0.2, 0, 0))),
          ShapeLeaf(shape: .box(0.2, 0.2, 0.2)),
        ])),
    ]
    func any(_ size: Float) -> Vector3 {
      Vector3(
        random.float(in: -size..<size), random.float(in: -size..<size),
        random.float(in: -size..<size))
    }
    let bodies = try (0..<20).map { number in
      try t.add(.dynamic, shapes[number % 5], at: any(3)) {
        $0.velocity = any(60)
        $0.angularVelocity = any(30)
        $0.restitution = random.float(in: 0.5..<1)
        $0.mass = random.float(in: 0.5..<4)
      }
    }
    t.run(1000, checked: false) { step in
      if step % 100 == 50 { for body in bodies { body.velocity = any(60) } }
      for (number, body) in bodies.enumerated() where body.position.magnitudes.greatest > 4 {
        Issue.record("body \(number) is at \(body.position) in step \(step)")
        body.position = .zero
      }
    }
  }
}
