import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromWorkers
import Testing

/// Worlds that nobody would build: bodies in each other's way, loops of joints that contradict each
/// other, light bodies on long levers, stiff springs far from their target.
@Suite("Random jointed worlds and their energy", .enabled(if: Tier.isRelease))
struct JointedWorldTests {
  /// The greatest energy of motion and height in 300 ticks, and that with springs, of what the world had
  /// at the start with its springs.
  ///
  /// Bodies start 2.5 m and more above 0 and hardly in each other, so that contacts store nothing then.
  func greatest(_ seed: UInt64) throws -> (motion: Double, all: Double) {
    let w = try JointedWorld(seed)
    let start = w.energy + w.stored
    var (motion, all) = (0.0, 0.0)
    for step in 0..<300 {
      w.world.step(1 / 60)
      if step % 10 == 9 { w.world.checkInvariants() }
      let (moving, stored) = (w.energy, w.stored)
      if !(moving + stored).isFinite { return (.infinity, .infinity) }
      motion = max(motion, moving / start)
      all = max(all, (moving + stored) / start)
    }
    return (motion, all)
  }

  @Test("No energy comes from nowhere, nothing overflows and no invariant breaks")
  func energy() throws {
    let count = Tier.count(40, full: 10_000)
    var over: [UInt64] = []
    var (greatestMotion, greatestAll) = (0.0, 0.0)
    for seed in 0..<UInt64(count) {
      let most = try greatest(seed)
      #expect(most.motion < 1.03, "world \(seed)")
      if !(most.all < 1.03) { over.append(seed) }
      greatestMotion = max(greatestMotion, most.motion)
      greatestAll = max(greatestAll, most.all)
    }
    print(
      "\(count) jointed worlds: \(over.count) over 1.03 of their energy with springs' \(over), the largest "
        + "\(greatestAll); motion and height at most \(greatestMotion)")
    // What a spring gains where no motion can pay for it; none of the first 40.
    #expect(over.count <= count / 100, "\(over)")
  }

  @Test("A wild world has the same hash for one to four threads")
  func threads() throws {
    var hashes: Set<UInt64> = []
    for count in 1...4 {
      let w = try JointedWorld(9)
      if count > 1 { w.world.workers = WorkerPool(threads: count) }
      for _ in 0..<60 { w.world.step(1 / 60) }
      #expect(w.world.energyTaken.count > 0)
      hashes.insert(w.world.stateHash)
    }
    #expect(hashes.count == 1)
  }

  @Test("A wild world goes on from a snapshot as it would have gone on")
  func snapshots() throws {
    let w = try JointedWorld(9)
    for _ in 0..<60 {
      let buffer = StateBuffer()
      buffer.fill { w.world.save(into: &$0) }
      var source = StateSource(buffer.bytes)
      let copy = World()
      try copy.load(from: &source)
      copy.step(1 / 60)
      w.world.step(1 / 60)
      #expect(w.world.stateHash == copy.stateHash)
    }
    #expect(w.world.energyTaken.count > 0)
  }
}
