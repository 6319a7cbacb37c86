import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromWorkers
import Testing

@Suite("Worlds with surfaces")
struct SurfaceWorldTests {
  static func hills(_ x: Float, _ z: Float) -> Float {
    0.5 * Portable.sin(0.9 * x) * Portable.cos(0.8 * z) + 0.01 * (x * x + z * z)
  }

  /// Twenty bodies of all shapes that roll over a mesh and a field beside it.
  static func world() throws -> World {
    let t = TestWorld()
    try t.add(.static, .mesh(TestSurface.mesh(24, size: 0.4, height: hills))) {
      $0.filter.contactTest = .max
    }
    try t.add(
      .static, .heightField(TestSurface.field(10, size: 0.5) { x, _ in 0.1 * abs(x) }),
      at: Vector3(7, 0.3, 0))
    let shapes: [Shape] = [
      .ball(0.2), .box(0.4, 0.3, 0.5), .capsule(CapsuleShape(radius: 0.15, halfLength: 0.2)),
      .cylinder(CylinderShape(radius: 0.2, halfHeight: 0.2)), .ball(0.3),
    ]
    for i in 0..<20 {
      let place = Vector3(Float(i % 5) * 1.5 - 3, 1.5 + 0.2 * Float(i / 5), Float(i / 5) - 1.5)
      try t.add(.dynamic, shapes[i % 5], at: place) {
        $0.velocity = Vector3(2, 0, 1)
        $0.restitution = 0.2
      }
    }
    return t.world
  }

  @Test("A world restored into a new one every step continues with the same bits")
  func heavy() throws {
    let world = try Self.world()
    var copy = World()
    let buffer = StateBuffer()
    for step in 0..<150 {
      buffer.fill { world.save(into: &$0) }
      if step % 50 == 0 { copy = World() }
      var source = StateSource(buffer.bytes)
      try copy.load(from: &source)
      try source.finish()
      world.step(1 / 60)
      copy.step(1 / 60)
      #expect(world.stateHash == copy.stateHash, "step \(step)")
      #expect(world.contactEvents == copy.contactEvents)
    }
  }

  @Test("The number of threads does not affect results")
  func threads() throws {
    let (one, three) = (try Self.world(), try Self.world())
    three.workers = WorkerPool(threads: 3)
    for _ in 0..<120 {
      one.step(1 / 60)
      three.step(1 / 60)
    }
    #expect(one.stateHash == three.stateHash)
  }

  @Test(
    "Damaged snapshots of a world with surfaces are rejected, or load a world that can be stepped")
  func damaged() throws {
    let t = TestWorld()
    try t.add(.static, .mesh(TestSurface.mesh(3, size: 1) { _, _ in 0 }))
    try t.add(
      .static, .heightField(TestSurface.field(3, size: 1) { _, _ in 0 }), at: Vector3(0, -1, 0))
    try t.add(.dynamic, .ball(0.3), at: Vector3(0.2, 0.3, 0.1))
    t.run(3)
    let buffer = StateBuffer()
    buffer.fill { t.world.save(into: &$0) }
    let whole = buffer.array
    var random = RandomStream(seed: 9)
    for _ in 0..<400 {
      var bytes = whole
      bytes[Int(random.float(in: 0..<Float(bytes.count - 1)))] ^= UInt8(random.float(in: 1..<255))
      let copy = World()
      bytes.withUnsafeBytes { raw in
        var source = StateSource(raw)
        if (try? copy.load(from: &source)) != nil { copy.step(1 / 60) }
      }
    }
  }

  @Test("A 5 cm ball at 200 m/s tunnels through no surface, at any angle")
  func shots() throws {
    let mesh = Shape.mesh(try TestSurface.mesh(16, size: 0.5, height: Self.hills))
    let t = TestWorld { $0.gravity = .zero }
    try t.add(.static, mesh) { $0.restitution = 0 }
    var random = RandomStream(seed: 77)
    for _ in 0..<10 {
      var balls: [Body] = []
      for _ in 0..<200 {
        let (x, z) = (random.float(in: -2.5..<2.5), random.float(in: -2.5..<2.5))
        let target = Vector3(x, Self.hills(x, z), z)
        let along = Vector3(
          random.float(in: -1..<1), -random.float(in: 0.15..<1), random.float(in: -1..<1)
        ).normalized(or: Vector3(0, -1, 0))
        let from = target - along * random.float(in: 1.5..<6)
        balls.append(
          try t.add(.dynamic, .ball(0.05), at: from) {
            $0.velocity = along * 200
            $0.restitution = 0
            // Balls do not meet each other.
            $0.filter.category = 2
            $0.filter.collision = 1
          })
      }
      t.run(6, checked: false)
      for ball in balls {
        let p = ball.position
        // Where there is a surface at all, the middle is above it.
        let top = mesh.rayCast(
          origin: Vector3(p.x, 50, p.z), translation: Vector3(0, -100, 0), at: .identity)
        if let top, abs(p.x) < 3.99 && abs(p.z) < 3.99 { #expect(p.y > top.point.y, "\(p)") }
        t.world.destroyBody(ball.handle)
      }
    }
  }

  @Test("A surface can be kinematic but not dynamic, and carries the bodies on it")
  func kinds() throws {
    let mesh = Shape.mesh(try TestSurface.mesh(8, size: 0.5) { _, _ in 0 })
    let t = TestWorld()
    #expect(throws: PhysicsError.self) { try t.add(.dynamic, mesh) }
    let lift = try t.add(.kinematic, mesh) { $0.velocity = Vector3(0, 1, 0) }
    let box = try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: Vector3(0.1, 0.25, 0.1)) {
      $0.restitution = 0
    }
    t.run(120)
    #expect(abs(lift.position.y - 2) < 1e-3)
    #expect(abs(box.position.y - 2.25) < 0.02)
  }
}
