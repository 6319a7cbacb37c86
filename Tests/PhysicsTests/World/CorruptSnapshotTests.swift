import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

/// Snapshots that were damaged: they are refused, or give a world that can be stepped; nothing
/// hangs.
@Suite("Damaged snapshots")
struct CorruptSnapshotTests {
  /// Loads bytes into a fresh world and, if it takes them, steps it and works with it.
  func use(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { raw in
      let world = World()
      var source = StateSource(raw)
      guard (try? world.load(from: &source)) != nil, (try? source.finish()) != nil else {
        return false
      }
      for _ in 0..<3 { world.step(1 / 60) }
      _ = world.rayCast(origin: Vector3(0, 9, 0), translation: Vector3(0, -20, 0))
      for handle in world.handles.prefix(20) { world.destroyBody(handle) }
      if let handle = try? world.createBody(BodyDefinition(.dynamic, shape: .ball(0.3))) {
        world.body(handle)?.apply(impulse: .unitY)
      }
      world.step(1 / 60)
      return true
    }
  }

  @Test("Damaged snapshots neither crash nor hang")
  func damaged() throws {
    let world = try BusyWorld.make(21)
    for step in 0..<150 {
      try BusyWorld.disturb(world, step)
      world.step(1 / 60)
    }
    let buffer = StateBuffer()
    buffer.fill { world.save(into: &$0) }
    let bytes = buffer.array
    #expect(use(bytes))
    var random = RandomStream(seed: 8)
    var (refused, taken) = (0, 0)
    for round in 0..<Tier.count(500, full: 20_000) {
      var broken = bytes
      switch round % 4 {
      case 0: broken[random.int(below: broken.count)] ^= UInt8(1 << random.int(below: 8))
      case 1:
        // A word, as an index would be: small, another's, or minus one.
        let place = random.int(below: broken.count / 4) * 4
        let value = Int32(random.int(below: 60) - 1)
        for byte in 0..<4 { broken[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
      case 2:
        for _ in 0..<8 {
          broken[random.int(below: broken.count)] = UInt8(random.int(below: 256))
        }
      default:
        let cut = random.int(below: broken.count)
        broken.removeSubrange(cut..<min(broken.count, cut + 1 + random.int(below: 400)))
      }
      if use(broken) { taken += 1 } else { refused += 1 }
    }
    // Most bytes are numbers of which any will do.
    if Tier.isRelease { #expect(refused > 50 && taken > 50) }
  }

  @Test("A linked list with a loop is rejected with an error message, for every list")
  func loops() throws {
    let world = try BusyWorld.make(22)
    for step in 0..<150 {
      try BusyWorld.disturb(world, step)
      world.step(1 / 60)
    }
    let buffer = StateBuffer()
    buffer.fill { world.save(into: &$0) }
    let bytes = buffer.array
    // Every word that is a small index is set to a neighbor of it: whatever is refused says why,
    // and what is taken still ends.
    var reasons: Set<String> = []
    let stride = Tier.isRelease ? Tier.count(31, full: 1) : 997
    for place in Swift.stride(from: 64, to: bytes.count - 4, by: 4 * stride) {
      let word = bytes[place..<(place + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard word < 200 else { continue }
      var broken = bytes
      broken[place] = word > 0 ? UInt8(word - 1) : 1
      let problem: StateProblem? = broken.withUnsafeBytes { raw in
        var source = StateSource(raw)
        do throws(StateProblem) {
          try World().load(from: &source)
          return nil
        } catch {
          return error
        }
      }
      if let problem {
        reasons.insert("\(problem)".filter { !$0.isNumber })
      } else {
        _ = use(broken)
      }
    }
    if Tier.isRelease { #expect(reasons.count > 2) }
  }
}
