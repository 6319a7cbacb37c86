import CaromMaths

// The plan assigns joints to lanes: sorted by color, then by kind and features, four to a pack. It
// changes only when joints or the set of awake bodies do, so most steps only refill the lanes.
// Lanes and packs of one color share no body that is written, so results depend only on the colors,
// which are stored in the records.

/// The stage that solves the joints of awake bodies in substeps.
///
/// Input: the joints, the bodies and their copies in ``SolverStore``. Output: the velocities of the
/// solver bodies, the impulses, forces and torques of the joints, and the joints that are
/// overloaded.
final class JointSolver {
  let bodies: BodyStore
  let joints: JointStore
  let solver: SolverStore
  private let threads: StepThreads

  /// The working storage, kept between steps only to reuse its memory.
  @exclusivity(unchecked) var storage = JointStorage()
  /// The packs of each color.
  @exclusivity(unchecked) private var runs = Buffer<JointRun>()
  /// The joints whose force or torque exceeded its maximum in the last step.
  @exclusivity(unchecked) private(set) var broken = Buffer<Int32>()
  /// The softness of rigid rows in this step.
  var softness = Softness(hertz: 1, dampingRatio: 1, step: 1)

  init(_ bodies: BodyStore, _ joints: JointStore, _ solver: SolverStore, _ threads: StepThreads) {
    (self.bodies, self.joints, self.solver, self.threads) = (bodies, joints, solver, threads)
  }

  /// Fills the packs from the records, once per step.
  func prepare(_ dt: Float, _ settings: WorldSettings) {
    if joints.isPlanStale { plan() }
    storage.mixed.removeAll()
    storage.turning.removeAll()
    storage.turningPacks.removeAll()
    guard storage.lanes.count > 0 else { return }
    let step: Float = dt / Float(settings.substeps)
    softness = Softness(
      hertz: min(settings.jointHertz, 0.25 / step), dampingRatio: settings.jointDampingRatio,
      step: step)
    let packs = storage.packs.base
    let balls = storage.balls.base
    let lanes = storage.lanes.base
    let ballCount = storage.balls.count
    for index in 0..<ballCount {
      balls[index] = BallSocketPack()
      for lane in 0..<4 where lanes[index * 4 + lane] >= 0 {
        fill(balls + index, lane, Int(lanes[index * 4 + lane]))
      }
    }
    let rest = lanes + ballCount * 4
    var (firstRow, firstAxis): (Int32, Int32) = (0, 0)
    for index in 0..<storage.packs.count {
      let first = joints.base + Int(rest[index * 4])
      var pack = JointPack(first.pointee.kind, first.pointee.parameters.features)
      pack.firstRow = firstRow
      if first.pointee.type.usesAxes {
        pack.firstAxis = firstAxis
        firstAxis += 6
      }
      pack.isInTree = storage.trees.isInTree(Int(rest[index * 4])) ? 1 : 0
      pack.isAlone = storage.trees.isAlone(Int(rest[index * 4])) ? 1 : 0
      for lane in 0..<4 where rest[index * 4 + lane] >= 0 {
        pack.chorded[lane] = storage.trees.holdsChord(Int(rest[index * 4 + lane])) ? 1 : 0
      }
      packs[index] = pack
      firstRow += pack.rowCount
    }
    storage.trees.isFactored = false
    prepareChains()
    storage.axes.resize(Int(firstAxis))
    for index in 0..<Int(firstAxis) { storage.axes.base[index] = JointAxisW() }
    storage.rows.resize(Int(firstRow))
    storage.factors.resize(Int(firstRow) * 6)
    for index in 0..<Int(firstRow) { storage.rows.base[index] = JointRow() }
    let passes = passes(step)
    for index in 0..<storage.packs.count {
      for lane in 0..<4 where rest[index * 4 + lane] >= 0 {
        fill(packs + index, lane, Int(rest[index * 4 + lane]), step)
      }
      // Determines the slot of each row, by which its impulse is loaded.
      var builder = JointRowBuilder(
        packs + index, passes.rows, passes.axes, JointPose(packs + index, passes.bodies), step: step
      )
      builder.build()
      loadImpulses(packs + index)
    }
    prepareTurning()
  }

  func warmStart(_ step: Float) {
    let count = storage.lanes.count
    guard count > 0 else { return }
    let balls = ballSocketPasses()
    let passes = passes(step)
    recordVelocities()
    eachPack({ balls.warmStart($0) }, { passes.warmStart($0) })
    warmStartChains(step)
    excludeJointImpulses()
  }

  /// Solves all joints once; with `useBias` gaps are corrected.
  func solve(_ step: Float, useBias: Bool, isLast: Bool = false) {
    let count = storage.lanes.count
    guard count > 0 else { return }
    if !useBias { rotateInertias() }
    let balls = ballSocketPasses()
    let passes = passes(step)
    recordVelocities()
    if useBias {
      eachPack({ balls.solve($0) }, { passes.solve($0, useBias: true) })
    } else {
      eachPack({ balls.relax($0) }, { passes.solve($0, useBias: false) })
    }
    if storage.trees.links.count > 0 { solveTrees(passes, useBias: useBias) }
    solveChains(step, useBias: useBias, isLast: isLast)
    if useBias { refine(passes) }
    excludeJointImpulses()
  }

  /// Solves again what is solved exactly, where bodies turn fast.
  ///
  /// The chords depend on the angular velocities at the middle of the substep, which result from
  /// solving. With those of its start, pendulums would gain a few percent of their energy in a
  /// minute.
  private func refine(_ passes: JointPasses) {
    if storage.packs.count > 0 { eachPack({ _ in }, { passes.refine($0) }) }
    if storage.trees.links.count > 0 {
      var isFast = false
      for index in 0..<storage.packs.count {
        let pack = storage.packs.base + index
        guard pack.pointee.isInTree != 0, pack.pointee.isFast else { continue }
        isFast = true
        passes.updateChords(pack)
      }
      if isFast { solveTrees(passes, useBias: true, isRefined: true) }
    }
    refineChains(passes.step)
  }

  /// Records the velocities of bodies that have joints and contacts.
  private func recordVelocities() {
    let count = storage.mixed.count
    guard count > 0 else { return }
    storage.before.resize(count * 2)
    for number in 0..<count {
      let b = solver.bodies.base + Int(storage.mixed.base[number])
      storage.before.base[number * 2] = b.pointee.velocity
      storage.before.base[number * 2 + 1] = b.pointee.angularVelocity
    }
  }

  /// Excludes the velocity that a pass over joints added from the warm start of contacts.
  private func excludeJointImpulses() {
    for number in 0..<storage.mixed.count {
      let index = Int(storage.mixed.base[number])
      let b = solver.bodies.base + index
      let f = solver.forces.base + index
      let v = b.pointee.velocity - storage.before.base[number * 2]
      let w = b.pointee.angularVelocity - storage.before.base[number * 2 + 1]
      f.pointee.freeVelocity += v
      f.pointee.freeAngularVelocity += w
    }
  }

  /// Stores impulses and measurements in the records, and finds overloaded joints.
  func store(_ dt: Float) {
    broken.removeAll()
    guard storage.lanes.count > 0 else { return }
    let scale: Float = 1 / dt
    for index in 0..<storage.balls.count {
      let p = storage.balls.base + index
      let isWide = p.pointee.gap.dot(p.pointee.gap) .> F4(repeating: maxGap * maxGap)
      for lane in 0..<4 where p.pointee.joints[lane] >= 0 {
        let joint = Int(p.pointee.joints[lane])
        let j = joints.base + joint
        if isWide[lane] { keepAwake(p.pointee.writeA[lane], p.pointee.writeB[lane]) }
        let impulse = p.pointee.impulse.lane(lane)
        j.pointee.impulses[0] = impulse.x
        j.pointee.impulses[1] = impulse.y
        j.pointee.impulses[2] = impulse.z
        j.pointee.force = p.pointee.total.lane(lane) * scale
        j.pointee.torque = .zero
        if !j.pointee.force.isFinite || !impulse.isFinite { j.pointee.reset() }
        if isOverloaded(j) { broken.append(Int32(joint)) }
      }
    }
    for index in 0..<storage.packs.count {
      let p = storage.packs.base + index
      let first = storage.rows.base + Int(p.pointee.firstRow)
      for lane in 0..<4 where p.pointee.joints[lane] >= 0 {
        let joint = Int(p.pointee.joints[lane])
        let j = joints.base + joint
        var isFinite = true
        for number in 0..<Int(p.pointee.rowCount) {
          if number < p.pointee.blockCount && abs(first[number].error[lane]) > maxGap {
            keepAwake(p.pointee.writeA[lane], p.pointee.writeB[lane])
          }
          let impulse: Float = first[number].impulse[lane]
          let slot = Int(first[number].slot)
          if slot < JointSlot.count {
            j.pointee.impulses[slot] = impulse
          } else {
            joints.axes.record(joint)?.pointee[slot] = impulse
          }
          isFinite = isFinite && impulse.isFinite
        }
        if p.pointee.tracksRotation != 0 {
          let error: Float = first.pointee.error[lane]
          j.pointee.impulses[JointSlot.last] = error
          isFinite = isFinite && error.isFinite
        }
        j.pointee.force = p.pointee.force.lane(lane) * scale
        j.pointee.torque = p.pointee.torque.lane(lane) * scale
        isFinite = isFinite && j.pointee.force.isFinite && j.pointee.torque.isFinite
        if !isFinite {
          j.pointee.reset()
          joints.axes.record(joint)?.pointee.clearImpulses()
        }
        if isOverloaded(j) { broken.append(Int32(joint)) }
      }
    }
  }

  /// Keeps the bodies of a wide gap awake while they approach each other.
  ///
  /// The correction of a gap leaves no velocity at the end of a step, as at rest.
  private func keepAwake(_ a: Int32, _ b: Int32) {
    for index in [a, b] where index > 0 {
      guard solver.bodies.base[Int(index)].moved.lengthSquared > 1e-6 else { continue }
      bodies.base[Int(bodies.awake.base[Int(index) - 1])].sleepTime = 0
    }
  }

  // MARK: Breaking

  @inline(__always)
  private func isOverloaded(_ j: UnsafeMutablePointer<JointRecord>) -> Bool {
    let force = j.pointee.breakingForce
    let torque = j.pointee.breakingTorque
    if force == .infinity && torque == .infinity { return false }
    return j.pointee.force.lengthSquared > force * force
      || j.pointee.torque.lengthSquared > torque * torque
  }

  // MARK: The plan

  /// Sorts the joints of awake bodies into packs.
  func plan() {
    joints.isPlanStale = false
    storage.keys.removeAll()
    joints.active.removeAll()
    for index in 0..<joints.count {
      let j = joints.base + index
      guard j.pointee.has(JointRecord.Flag.attached), !j.pointee.isFilter else { continue }
      let (a, b) = (Int(j.pointee.bodyA), Int(j.pointee.bodyB))
      guard bodies.base[a].isAwake || (b >= 0 && bodies.base[b].isAwake) else { continue }
      joints.active.append(Int32(index))
    }
    planTrees()
    for slot in 0..<joints.active.count {
      let index = Int(joints.active.base[slot])
      if storage.trees.isChained(index) { continue }
      let j = joints.base + index
      let isInTree = storage.trees.isInTree(index)
      let isAlone = storage.trees.isAlone(index)
      let isBallSocket = !isInTree && !isAlone && isUniformBallSocket(j)
      storage.keys.append(
        JointSortKey(j, index, isBallSocket: isBallSocket, isInTree: isInTree, isAlone: isAlone))
    }
    var keys = storage.keys.elements
    keys.sort()
    storage.lanes.removeAll()
    runs.removeAll()
    var ballSocketPackCount = 0
    var packs = 0
    var lastPack = UInt64.max
    var lane = 4
    var hasPlacedChains = false
    for slot in 0..<storage.keys.count {
      let key = storage.keys.base[slot]
      if !key.isBallSocket && !hasPlacedChains {
        while lane < 4 {
          storage.lanes.append(-1)
          lane += 1
        }
        ballSocketPackCount = placeChains(ballSocketPackCount)
        hasPlacedChains = true
      }
      let isOverflow = key.color == UInt32(JointStore.overflowColor)
      if key.pack != lastPack || lane == 4 || isOverflow {
        while lane < 4 {
          storage.lanes.append(-1)
          lane += 1
        }
        lane = 0
        addRun(key.color, key.isBallSocket, key.isBallSocket ? ballSocketPackCount : packs)
        if key.isBallSocket { ballSocketPackCount += 1 } else { packs += 1 }
        lastPack = key.pack
      }
      storage.lanes.append(key.joint)
      lane += 1
    }
    while lane < 4 {
      storage.lanes.append(-1)
      lane += 1
    }
    if !hasPlacedChains { ballSocketPackCount = placeChains(ballSocketPackCount) }
    storage.balls.resize(ballSocketPackCount)
    storage.packs.resize(packs)
    placeTrees(firstPack: ballSocketPackCount)
    var runs = runs.elements
    runs.sort { $0.color < $1.color }
  }

  /// Adds a pack to the runs of packs of one color.
  private func addRun(_ color: UInt32, _ isBallSocket: Bool, _ pack: Int) {
    var run = -1
    for index in 0..<runs.count where runs.base[index].color == color { run = index }
    if run < 0 {
      runs.append(JointRun(color: color))
      run = runs.count - 1
    }
    if isBallSocket {
      if runs.base[run].ballCount == 0 { runs.base[run].firstBall = Int32(pack) }
      runs.base[run].ballCount += 1
    } else {
      if runs.base[run].packCount == 0 { runs.base[run].firstPack = Int32(pack) }
      runs.base[run].packCount += 1
    }
  }

  /// Whether a joint holds one point only, between bodies of isotropic mass and inertia.
  private func isUniformBallSocket(_ j: UnsafeMutablePointer<JointRecord>) -> Bool {
    guard j.pointee.type.isPoint(j.pointee.parameters.features) else { return false }
    return isRound(Int(j.pointee.bodyA)) && (j.pointee.bodyB < 0 || isRound(Int(j.pointee.bodyB)))
  }

  private func isRound(_ body: Int) -> Bool {
    let b = bodies.base + body
    if !b.pointee.isDynamic { return true }
    return !b.pointee.has(BodyRecord.Flag.gyroscopic) && b.pointee.velocityFactor == .one
      && b.pointee.angularVelocityFactor == .one
  }

  /// Runs a pass color by color: the ball sockets of a color, then its other joints.
  @inline(__always)
  private func eachPack(
    _ ball: @Sendable (UnsafeMutablePointer<BallSocketPack>) -> Void,
    _ joint: @Sendable (UnsafeMutablePointer<JointPack>) -> Void
  ) {
    let row = JointPointers(balls: storage.balls.base, packs: storage.packs.base)
    for index in 0..<runs.count {
      let run = runs.base[index]
      let isSerial = run.color == UInt32(JointStore.overflowColor)
      let (firstBall, firstPack) = (Int(run.firstBall), Int(run.firstPack))
      threads.parallelFor(Int(run.ballCount), chunkSize: 16, minimumCount: isSerial ? .max : 48) {
        range in
        for pack in range { ball(row.balls + (firstBall + pack)) }
      }
      threads.parallelFor(Int(run.packCount), chunkSize: 4, minimumCount: isSerial ? .max : 12) {
        range in
        for pack in range { joint(row.packs + (firstPack + pack)) }
      }
    }
  }

  private func ballSocketPasses() -> BallSocketPasses {
    BallSocketPasses(bodies: solver.bodies.base, soft: softness)
  }

  func passes(_ step: Float) -> JointPasses {
    JointPasses(
      rows: storage.rows.base, factors: storage.factors.base,
      axes: storage.axes.base,
      bodies: solver.bodies.base, forces: solver.forces.base,
      masses: solver.masses.base, step: step, soft: softness)
  }
}
