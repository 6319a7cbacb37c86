import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromWorkers
import Testing

/// Worlds whose bodies have the properties that few bodies have.
@Suite("State of rare features")
struct RareFeatureStateTests {
  /// Belts, one-way platforms, groups, discrete bodies and parts with moving surfaces.
  private func world(_ seed: UInt64) throws -> World {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    var part = ColliderProperties()
    part.surfaceVelocity = Vector3(0, 0, 1)
    part.friction = 1
    let floor = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: .box(12, 1, 6), placement: Transform(position: Vector3(0, -0.5, -3))),
        ShapeLeaf(shape: .box(12, 1, 6), placement: Transform(position: Vector3(0, -0.5, 3))),
      ]))
    try t.add(.static, floor) {
      $0.colliderProperties = [ColliderProperties(), part]
      $0.surfaceAngularVelocity = Vector3(0, 0.5, 0)
    }
    try t.add(.kinematic, .box(4, 0.1, 4), at: Vector3(0, 2, 0)) {
      $0.oneWay = OneWaySurface(angle: 0.6)
      $0.velocity = Vector3(0, 0.1, 0)
    }
    for i in 0..<200 {
      let shapes: [Shape] = [
        .ball(0.2), .box(0.4, 0.3, 0.5), .capsule(CapsuleShape(radius: 0.2, halfLength: 0.2)),
      ]
      let place = Vector3(
        random.float(in: -4..<4), 0.4 + Float(i) * 0.05, random.float(in: -4..<4))
      try t.add(.dynamic, shapes[i % 3], at: place) {
        $0.velocity = Vector3(0, random.float(in: -5..<25), 0)
        $0.collisionGroup = [0, 0, -1, 2][i % 4]
        $0.isContinuous = i % 5 != 0
        if i % 7 == 0 { $0.surfaceVelocity = Vector3(1, 0, 0) }
        if i % 6 == 0 { $0.contactTestBitMask = .max }
      }
    }
    return t.world
  }

  @Test("They have the same bits for one to four threads")
  func threads() throws {
    func hashes(_ threads: Int) throws -> [UInt64] {
      let world = try world(4)
      if threads > 1 { world.workers = WorkerPool(threads: threads) }
      return (0..<120).map { _ in
        world.step(1 / 60)
        return world.stateHash
      }
    }
    let one = try hashes(1)
    for threads in 2...4 { #expect(try hashes(threads) == one) }
  }

  @Test("A world restored after every step stays bit-identical, and its invariants hold")
  func snapshots() throws {
    let straight = try world(6)
    var restored = try world(6)
    for step in 0..<200 {
      if step == 50 || step == 51 {
        for world in [straight, restored] {
          if step == 50 { world.destroyBody(world.handles[20]) }
          if step == 51 {
            let d = BodyDefinition(.dynamic, shape: .ball(0.2), position: Vector3(0, 6, 0))
            let new = try world.createBody(d)
            // A body in the place of another has none of its rare properties.
            #expect(new.index == 20)
            #expect(world.body(new)?.properties.collisionGroup == 0)
            #expect(world.body(new)?.properties.surfaceVelocity == .zero)
          }
        }
      }
      straight.step(1 / 60)
      restored.step(1 / 60)
      restored = try restored.restored()
      restored.checkInvariants()
      #expect(straight.stateHash == restored.stateHash)
    }
    for (a, b) in zip(straight.handles, restored.handles) {
      #expect(straight.body(a)?.properties == restored.body(b)?.properties)
      #expect(straight.body(a)?.colliderProperties == restored.body(b)?.colliderProperties)
    }
  }

  @Test("A snapshot without the rare properties that its bodies claim is rejected")
  func corrupt() throws {
    let t = TestWorld()
    try t.add(.dynamic, .ball(1)) { $0.collisionGroup = 4 }
    let buffer = StateBuffer()
    buffer.fill { t.world.save(into: &$0) }
    var bytes = buffer.array
    // The part's bit in the upper half of the version word.
    bytes[2] &= ~(1 << 5)
    bytes.removeLast(MemoryLayout<UInt32>.size * 13)
    bytes.withUnsafeBytes { raw in
      var source = StateSource(raw)
      #expect(throws: StateProblem.self) { try World().load(from: &source) }
    }
  }

  @Test("Values that cannot be simulated are rejected")
  func refusals() throws {
    func problem(_ change: (inout BodyDefinition) -> Void) -> String? {
      var d = BodyDefinition(.dynamic, shape: .ball(1))
      change(&d)
      return d.error.map { "\($0)" }
    }
    #expect(
      problem { $0.oneWay = OneWaySurface(direction: .zero, angle: 1) }?.contains("no length")
        == true)
    #expect(problem { $0.surfaceVelocity.x = .infinity }?.contains("surfaceVelocity") == true)
    #expect(problem { $0.surfaceAngularVelocity.y = 2e4 } != nil)
    #expect(problem { $0.oneWay = OneWaySurface(angle: 4) } != nil)
    #expect(problem { $0.collisionGroup = .max } != nil)
    #expect(problem { _ in } == nil)
  }
}
