import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  /// A world of all shapes and kinds that fall on each other.
  func busyWorld(_ seed: UInt64) throws -> World {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    try t.add(.static, .floor) { $0.filter.contactTest = 1 }
    for i in 0..<6 {
      try t.add(.static, .box(1, 1, 1), at: Vector3(Float(i) - 2.5, 0.5, -1))
    }
    try t.add(.kinematic, .box(2, 0.5, 2), at: Vector3(0, 0.25, 2)) {
      $0.angularVelocity = Vector3(0, 1, 0)
    }
    for i in 0..<40 {
      let shapes: [Shape] = [
        .ball(0.3), .box(0.6, 0.4, 0.5), .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)),
        .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.3)),
        .compound(
          CompoundShape([
            ShapeLeaf(shape: .ball(0.2), placement: Transform(position: Vector3(0.3, 0, 0))),
            ShapeLeaf(shape: .box(0.3, 0.3, 0.3)),
          ])),
      ]
      let place = Vector3(random.float(in: -2..<2), 1 + Float(i) * 0.3, random.float(in: -2..<2))
      try t.add(.dynamic, shapes[i % 5], at: place) {
        $0.damping = 0.1
        $0.rollingFriction = 0.01
        if i % 3 == 0 { $0.filter.contactTest = .max }
      }
    }
    return t.world
  }

  /// What a player might do between steps, the same for the same step.
  func disturb(_ world: World, _ step: Int) throws {
    let handles = world.handles
    if step % 37 == 5 {
      world.body(handles[step % handles.count])?.apply(impulse: Vector3(1, 3, -1))
    }
    if step % 101 == 50 { world.destroyBody(handles[handles.count - 1]) }
    if step % 83 == 20 {
      let d = BodyDefinition(.dynamic, shape: .ball(0.2), position: Vector3(0, 5, 0))
      _ = try world.createBody(d)
    }
    if step % 59 == 7, let body = world.body(handles[8]) { body.isEnabled.toggle() }
  }

  @Test("A world restored into a fresh one after every step stays the same, bit for bit")
  func heavyMode() throws {
    let straight = try busyWorld(3)
    var restored = try busyWorld(3)
    let buffer = StateBuffer()
    for step in 0..<1000 {
      try disturb(straight, step)
      try disturb(restored, step)
      straight.step(1 / 60)
      restored.step(1 / 60)
      #expect(straight.contactEvents == restored.contactEvents)
      buffer.fill { restored.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      try source.finish()
      fresh.checkInvariants()
      restored = fresh
      if step % 50 == 0 || step == 999 { #expect(straight.stateHash == restored.stateHash) }
    }
  }

  @Test("Two worlds made alike stay alike, and a later snapshot differs")
  func repeatable() throws {
    let (a, b) = (try busyWorld(9), try busyWorld(9))
    for _ in 0..<200 {
      a.step(1 / 60)
      b.step(1 / 60)
    }
    let hash = a.stateHash
    #expect(hash == b.stateHash)
    a.step(1 / 60)
    #expect(hash != a.stateHash)
  }

  @Test("Bytes that are no world are refused and leave an empty world")
  func refusals() throws {
    let world = try busyWorld(4)
    for _ in 0..<30 { world.step(1 / 60) }
    let buffer = StateBuffer()
    buffer.fill { world.save(into: &$0) }
    let bytes = buffer.array
    var random = RandomStream(seed: 5)
    for cut in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 50)) {
      let part = Array(bytes[0..<cut])
      part.withUnsafeBytes { raw in
        var source = StateSource(raw)
        let other = World()
        #expect(throws: StateProblem.self) { try other.load(from: &source) }
        #expect(other.bodyCount == 0)
      }
    }
    for _ in 0..<200 {
      var broken = bytes
      broken[random.int(below: broken.count)] ^= UInt8(1 << random.int(below: 8))
      broken.withUnsafeBytes { raw in
        var source = StateSource(raw)
        try? World().load(from: &source)
      }
    }
  }
}
