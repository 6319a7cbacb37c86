import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromWorkers
import Testing

/// The triangles that contacts keep from step to step are a cache: whoever forgets them sees the
/// same.
@Suite("Triangle cache of contacts")
struct TriangleCacheTests {
  static func hills(_ x: Float, _ z: Float) -> Float {
    0.4 * Portable.sin(1.1 * x) * Portable.cos(0.8 * z) + 0.01 * (x * x + z * z)
  }

  /// Ninety shapes over hills, a scaled mesh, one that turns and one that will go.
  static func makeWorld() throws -> World {
    let t = TestWorld()
    let ground = try TestSurface.mesh(60, size: 0.4, height: hills)
    try t.add(.static, .mesh(ground)) { $0.filter.contactTest = 1 }
    let tile = try TestSurface.mesh(10, size: 0.25) { x, z in 0.1 * x * x - 0.05 * z }
    try t.add(.static, .mesh(try tile.scaled(by: Vector3(1.5, -0.8, 2))), at: Vector3(4, 2, 4))
    try t.add(.kinematic, .mesh(tile), at: Vector3(-4, 1.5, -4)) {
      $0.velocity = Vector3(0.4, 0.1, 0)
      $0.angularVelocity = Vector3(0, 0.7, 0.2)
    }
    try t.add(.static, .mesh(tile), at: Vector3(4, 1.8, -4))
    let field = try TestSurface.field(10, size: 0.5) { x, z in 0.05 * x * z }
    try t.add(.static, .heightField(field), at: Vector3(-4, 1.6, 4))
    let shapes: [Shape] = [
      .ball(0.25), .box(0.4, 0.3, 0.5), .ball(0.15),
      .capsule(CapsuleShape(radius: 0.15, halfLength: 0.2)),
      .cylinder(CylinderShape(radius: 0.2, halfHeight: 0.15)), .box(3, 0.1, 0.2),
    ]
    var random = RandomStream(seed: 17)
    for i in 0..<90 {
      let (x, z) = (random.float(in: -6..<6), random.float(in: -6..<6))
      try t.add(.dynamic, shapes[i % 6], at: Vector3(x, 3 + 0.02 * Float(i), z)) {
        $0.velocity = Vector3(random.float(in: -3..<3), 0, random.float(in: -3..<3))
        $0.restitution = i % 4 == 0 ? 0.6 : 0
      }
    }
    return t.world
  }

  /// What happens between steps: a body is put elsewhere, a mesh is moved, another removed.
  static func disturb(_ world: World, _ step: Int, _ names: [BodyHandle]) {
    if step % 20 == 9 {
      world.body(names[5 + step % 90])?.teleport(
        to: Transform(position: Vector3(Float(step % 7) - 3, 2.5, 1)))
    }
    if step == 45 {
      world.body(names[1])?.teleport(to: Transform(position: Vector3(3, 2.2, 3)))
    }
    if step == 60 { world.destroyBody(names[3]) }
  }

  static func hashes(_ steps: Int, threads: Int, forgets: Bool) throws -> [UInt64] {
    var world = try makeWorld()
    let names = world.handles
    let workers = threads > 1 ? WorkerPool(threads: threads) : nil
    let buffer = StateBuffer()
    var found: [UInt64] = []
    for step in 0..<steps {
      if let workers { world.workers = workers }
      disturb(world, step, names)
      world.step(1 / 60)
      found.append(world.stateHash)
      guard forgets else { continue }
      buffer.fill { world.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      try source.finish()
      world = fresh
    }
    return found
  }

  private static let steps = Tier.isRelease ? 120 : 12

  @Test(
    "A world restored after every step has the hashes of the original, for any number of threads")
  func restored() throws {
    let alone = try Self.hashes(Self.steps, threads: 1, forgets: false)
    for threads in 1...4 {
      #expect(try Self.hashes(Self.steps, threads: threads, forgets: true) == alone)
      if threads > 1 {
        #expect(try Self.hashes(Self.steps, threads: threads, forgets: false) == alone)
      }
    }
  }

  @Test("A world restored to an earlier state continues identically")
  func rewound() throws {
    let world = try Self.makeWorld()
    for _ in 0..<Self.steps / 4 { world.step(1 / 60) }
    let buffer = StateBuffer()
    buffer.fill { world.save(into: &$0) }
    func future() -> [UInt64] {
      (0..<Self.steps / 3).map { _ in
        world.step(1 / 60)
        return world.stateHash
      }
    }
    let first = future()
    var source = StateSource(buffer.bytes)
    try world.load(from: &source)
    try source.finish()
    #expect(future() == first)
    #expect(world.cachedTriangleSetCount > 0)
  }

  @Test("Clearing the cache at any time does not affect results")
  func forgotten() throws {
    let (kept, forgetful) = (try Self.makeWorld(), try Self.makeWorld())
    for step in 0..<Self.steps / 2 {
      kept.step(1 / 60)
      forgetful.step(1 / 60)
      if step % 3 == 1 { forgetful.clearTriangleCache() }
      #expect(kept.stateHash == forgetful.stateHash)
      #expect(kept.cachedTriangleSetCount == forgetful.cachedTriangleSetCount)
    }
  }

  @Test("Only contacts with meshes cache triangles, and free them when they end")
  func bounded() throws {
    let t = TestWorld()
    let tile = try TestSurface.mesh(10, size: 0.5) { _, _ in 0 }
    let field = try TestSurface.field(10, size: 0.5) { _, _ in 0 }
    let ground = try t.add(.static, .mesh(tile))
    try t.add(.static, .heightField(field), at: Vector3(20, 0, 0))
    try t.add(.static, .floor, at: Vector3(0, -1, 0))
    for i in 0..<8 {
      try t.add(.dynamic, .ball(0.2), at: Vector3(i < 5 ? 0 : 20, 0.2, Float(i % 5) * 0.4 - 0.8))
    }
    t.run(5)
    #expect(t.world.cachedTriangleSetCount == 5)
    let names = t.world.handles
    t.world.body(names[3])?.teleport(to: Transform(position: Vector3(0, 40, 0)))
    t.run(5)
    #expect(t.world.cachedTriangleSetCount == 4)
    t.world.destroyBody(ground.handle)
    #expect(t.world.cachedTriangleSetCount == 0)
    // A new mesh takes the old places.
    try t.add(.static, .mesh(tile), at: Vector3(0, -0.01, 0))
    t.run(5)
    #expect(t.world.cachedTriangleSetCount == 4)
    #expect(t.world.body(names[4]).map { $0.position.y > 0.15 } == true)
  }
}
