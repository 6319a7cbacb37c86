import CaromCollision
import CaromMaths
import CaromPhysics
import Testing
import TestSupport

@Suite("Determinism")
struct DeterminismTests {
  @Test("The same worlds have the pinned hashes, in debug and in release", arguments: [10, 120])
  func pinned(_ steps: Int) throws {
    let world = try BusyWorld.make(11)
    for step in 0..<steps {
      try BusyWorld.disturb(world, step)
      world.step(1 / 60)
    }
    try PinnedHashes.expect(world.stateHash, pinned: "physics/busy/\(steps)")
  }
}
