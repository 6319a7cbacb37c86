import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromWorkers
import Testing

/// Inconsistent worlds: overlapping bodies, loops of inconsistent joints, light bodies on long
/// levers, stiff springs far from their target.
@Suite("Random jointed worlds and their energy", .enabled(if: Tier.isRelease))
struct JointedWorldTests {
  /// The maximum of kinetic and potential energy in 300 steps, and of that with springs, relative
  /// to the initial energy with springs.
  ///
  /// Bodies start 2.5 m or more above 0 and hardly overlap, so that contacts store no energy then.
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

  @Test("Energy does not grow, nothing overflows and no invariant fails")
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
    #expect(over.isEmpty, "\(over)")
  }

  // Symptom: 46 % more energy than at the start. Cause: the energy of a spring that passed its rest
  // length within a substep was 0, although it has energy again once its ends are slowed.
  @Test("Slowing springs that pass their rest length in a substep adds no energy")
  func fastSprings() throws {
    for seed: UInt64 in [1341, 6409, 6477, 6767] {
      #expect(try greatest(seed).all < 1.03, "world \(seed)")
    }
  }

  // Symptom: up to 14 % more energy than at the start, in 11 of 10,000 worlds. Cause: the test
  // added the energy that springs had at the end of the step to that of motion half a substep
  // earlier. While stiff springs slowed a body, a part of its energy counted twice.
  @Test("Springs that slow bodies store no more than these lose")
  func slowingSprings() throws {
    for seed: UInt64 in [62, 998, 2398, 3053, 3819, 3867, 4636, 5158, 7527, 8524, 8678] {
      #expect(try greatest(seed).all < 1.03, "world \(seed)")
    }
  }

  // A leapfrog oscillator keeps ½·m·v² + ½·k·x·(x − h·v). The sum of ½·m·v² and ½·k·x² differs by
  // ½·k·h·x·v, and is up to 1/(1 − ω·h/2) of it.
  @Test("The energy of motion belongs to that of springs half a substep ago")
  func oscillator() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.25), at: Vector3(1, 0, 0))
    let spring = JointSpring(hertz: 10, dampingRatio: 0)
    let joint = try t.join(
      .slider(SliderJoint(spring: spring, target: 0.5)), body, at: .zero, axis: .unitX)
    let start = t.world.springEnergy(1 / 60)
    let share = Double(2 * Float.pi * 10 / 240)
    var all: [Double] = []
    var sums: [Double] = []
    t.run(120) { _ in
      all.append((Double(t.energy) + t.world.springEnergy(1 / 60)) / start)
      sums.append(Double(t.energy + joint.storedEnergy) / start)
    }
    // Energies of springs that pass their rest length are 0 instead of at least −E·(ω·h)²/4.
    let clamped = 0.25 * share * share
    let (least, most) = (all.min() ?? 0, all.max() ?? 0)
    #expect(least > 0.995 && most < 1.005 + clamped, "\(least) to \(most)")
    let greatest = sums.max() ?? 0
    #expect(abs(greatest - 1 / (1 - 0.5 * share)) < 0.005, "\(greatest)")
  }

  // Symptom: the energy of motion and height grew threefold in the last 70 steps, to 1.04 times
  // that of the start. Cause: the sweep stopped a body in every step where the step began. The
  // body kept the velocity that springs had given it, and the springs had their energy again.
  @Test("A body that the sweep stops keeps no work of springs on the path that is undone")
  func stoppedSprings() throws {
    #expect(try greatest(3325).motion < 0.9)
  }

  @Test("An inconsistent world has the same hash for one to four threads")
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

  @Test("An inconsistent world continues from a snapshot with the same hash")
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
