import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  @Test("A world restored into a new one after every step stays bit-identical")
  func heavyMode() throws {
    let straight = try BusyWorld.make(3)
    var restored = try BusyWorld.make(3)
    let buffer = StateBuffer()
    for step in 0..<1000 {
      try BusyWorld.disturb(straight, step)
      try BusyWorld.disturb(restored, step)
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

  @Test("Identical worlds stay identical, and a later snapshot differs")
  func repeatable() throws {
    let (a, b) = (try BusyWorld.make(9), try BusyWorld.make(9))
    for _ in 0..<200 {
      a.step(1 / 60)
      b.step(1 / 60)
    }
    let hash = a.stateHash
    #expect(hash == b.stateHash)
    a.step(1 / 60)
    #expect(hash != a.stateHash)
  }

  @Test("Bytes that are not a snapshot are rejected and leave an empty world")
  func refusals() throws {
    let world = try BusyWorld.make(4)
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
