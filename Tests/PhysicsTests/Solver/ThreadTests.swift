import CaromCollision
import CaromMaths
import CaromPhysics
import CaromWorkers
import Testing

@Suite("Threads")
struct ThreadTests {
  /// The hashes of a world after every tenth of some steps.
  private func hashes(
    threads: Int, steps: Int, _ make: () throws -> World, _ each: (World, Int) throws -> Void
  ) throws -> [UInt64] {
    let world = try make()
    if threads > 1 { world.workers = WorkerPool(threads: threads) }
    var found: [UInt64] = []
    for step in 0..<steps {
      try each(world, step)
      world.step(1 / 60)
      if step % 10 == 9 { found.append(world.stateHash) }
    }
    return found
  }

  @Test("A busy world has the same bits for one to four threads")
  func busy() throws {
    let one = try hashes(threads: 1, steps: 120, { try BusyWorld.make(3) }, BusyWorld.disturb)
    for threads in 2...4 {
      let many = try hashes(
        threads: threads, steps: 120, { try BusyWorld.make(3) }, BusyWorld.disturb)
      #expect(many == one)
    }
  }

  /// Six hundred boxes, balls and capsules that fall in a heap, large enough to be shared out.
  private func heap() throws -> World {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.filter.contactTest = 1 }
    var random = RandomStream(seed: 5)
    for i in 0..<600 {
      let shapes: [Shape] = [
        .ball(0.3), .box(0.5, 0.5, 0.5), .capsule(CapsuleShape(radius: 0.2, halfLength: 0.2)),
      ]
      let layer = Float(i / 36)
      let place = Vector3(
        Float(i % 6) * 0.7 + random.float(in: 0..<0.1), 0.5 + layer * 0.8,
        Float(i / 6 % 6) * 0.7 + random.float(in: 0..<0.1))
      try t.add(.dynamic, shapes[i % 3], at: place) { $0.restitution = i % 5 == 0 ? 0.5 : 0 }
    }
    return t.world
  }

  @Test("A heap of six hundred has the same bits for one, two and three threads")
  func large() throws {
    let one = try hashes(threads: 1, steps: 60, heap) { _, _ in }
    for threads in 2...3 {
      #expect(try hashes(threads: threads, steps: 60, heap) { _, _ in } == one)
    }
  }

  /// Four hundred small bodies that a plate and a blade run over, sharing the sweeps out.
  private func mill() throws -> World {
    let t = TestWorld()
    try t.add(.static, .box(20, 0.1, 20))
    try t.add(.kinematic, .box(8, 0.3, 0.04), at: Vector3(0, 0.5, 0)) {
      $0.angularVelocity = Vector3(0, 20, 0)
    }
    try t.add(.kinematic, .box(0.04, 2, 8), at: Vector3(-9, 1, 0)) {
      $0.velocity = Vector3(12, 0, 0)
    }
    for i in 0..<400 {
      let shape: Shape = i % 2 == 0 ? .ball(0.1) : .box(0.2, 0.1, 0.15)
      let place = Vector3(Float(i % 20) * 0.3 - 3, 0.3 + Float(i / 400), Float(i / 20) * 0.3 - 3)
      try t.add(.dynamic, shape, at: place) { $0.isBullet = i % 50 == 0 }
    }
    return t.world
  }

  @Test("Bodies that are run over have the same bits for one to four threads")
  func runOver() throws {
    let one = try hashes(threads: 1, steps: 90, mill) { _, _ in }
    for threads in 2...4 {
      #expect(try hashes(threads: threads, steps: 90, mill) { _, _ in } == one)
    }
  }
}
