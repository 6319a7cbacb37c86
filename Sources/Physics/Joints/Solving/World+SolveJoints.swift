import CaromMaths

// The plan says which joints lie in which lanes: sorted by colour, then by kind and features, four to
// a pack. It only changes when joints or the awake bodies do, so most steps only fill the lanes anew.
// As no two lanes share a body that is written, and a colour's packs neither, results depend on the
// colours alone, which are in the records.

extension World {
  /// Fills the solver's joints from the records, once a step.
  func prepareJoints(_ dt: Float) {
    if isJointPlanStale { planJoints() }
    jointSolver.mixed.removeAll()
    jointSolver.turning.removeAll()
    guard jointSolver.lanes.count > 0 else { return }
    let step: Float = dt / Float(settings.substeps)
    let packs = jointSolver.packs.base
    let balls = jointSolver.balls.base
    let lanes = jointSolver.lanes.base
    let ballCount = jointSolver.balls.count
    for index in 0..<ballCount {
      balls[index] = BallSocketPack()
      for lane in 0..<4 where lanes[index * 4 + lane] >= 0 {
        fill(balls + index, lane, Int(lanes[index * 4 + lane]))
      }
    }
    let rest = lanes + ballCount * 4
    var firstRow: Int32 = 0
    for index in 0..<jointSolver.packs.count {
      let first = joints.base + Int(rest[index * 4])
      let kind = first.pointee.kindNumber
      let features = first.pointee.parameters.features
      let count = JointRowBuilder.count(kind, features)
      var pack = JointPack()
      (pack.kind, pack.features, pack.firstRow) = (kind, features, firstRow)
      pack.isInTree = jointSolver.trees.isInTree(Int(rest[index * 4])) ? 1 : 0
      pack.isAlone = jointSolver.trees.isAlone(Int(rest[index * 4])) ? 1 : 0
      (pack.blockCount, pack.rowCount) = (count.block, count.rows)
      packs[index] = pack
      firstRow += count.rows
    }
    jointSolver.rows.resize(Int(firstRow))
    jointSolver.factors.resize(Int(firstRow) * 6)
    for index in 0..<Int(firstRow) { jointSolver.rows.base[index] = JointRow() }
    let passes = jointPasses(step)
    for index in 0..<jointSolver.packs.count {
      for lane in 0..<4 where rest[index * 4 + lane] >= 0 {
        fill(packs + index, lane, Int(rest[index * 4 + lane]), step)
      }
      // Tells which row is which, so that each finds its impulse.
      var builder = JointRowBuilder(
        packs + index, passes.rows, JointPose(packs + index, passes.bodies), step: step)
      builder.build()
      loadImpulses(packs + index)
    }
  }

  func warmStartJoints(_ step: Float) {
    let count = jointSolver.lanes.count
    guard count > 0 else { return }
    let balls = ballSocketPasses(step)
    let passes = jointPasses(step)
    recordVelocities()
    eachPack({ balls.warmStart($0) }, { passes.warmStart($0) })
    excludeJointImpulses()
  }

  /// One pass over all joints; with `useBias` closing gaps.
  func solveJoints(_ step: Float, useBias: Bool) {
    let count = jointSolver.lanes.count
    guard count > 0 else { return }
    if !useBias { turnInertias() }
    let balls = ballSocketPasses(step)
    let passes = jointPasses(step)
    recordVelocities()
    if useBias {
      eachPack({ balls.push($0) }, { passes.solve($0, useBias: true) })
    } else {
      eachPack({ balls.relax($0) }, { passes.solve($0, useBias: false) })
    }
    if jointSolver.trees.links.count > 0 { solveTrees(passes, useBias: useBias) }
    excludeJointImpulses()
  }

  /// Turns the inertia of joined bodies to where they are in the middle of a step.
  ///
  /// With that of the step's start, what spins fast on a long lever would gain energy.
  private func turnInertias() {
    for slot in 0..<jointSolver.turning.count {
      let index = Int(jointSolver.turning.base[slot])
      let r = bodies.base + Int(solver.forces.base[index].gyroscopic)
      let q = solver.bodies.base[index].turned * r.pointee.orientation
      let raise = index < jointSolver.raises.count ? jointSolver.raises.base[index] : 0
      let inverse = raise > 0 ? r.pointee.raisedInertia(raise).inverse : r.pointee.inverseInertia
      solver.masses.base[index].inverseInertia = inverse.rotated(by: q)
    }
  }

  /// Remembers the velocities of bodies that have joints and contacts.
  private func recordVelocities() {
    let count = jointSolver.mixed.count
    guard count > 0 else { return }
    jointSolver.before.resize(count * 2)
    for number in 0..<count {
      let b = solver.bodies.base + Int(jointSolver.mixed.base[number])
      jointSolver.before.base[number * 2] = b.pointee.velocity
      jointSolver.before.base[number * 2 + 1] = b.pointee.angularVelocity
    }
  }

  /// Takes what a pass over joints added out of what warm starts contacts.
  private func excludeJointImpulses() {
    for number in 0..<jointSolver.mixed.count {
      let index = Int(jointSolver.mixed.base[number])
      let b = solver.bodies.base + index
      let f = solver.forces.base + index
      let v = b.pointee.velocity - jointSolver.before.base[number * 2]
      let w = b.pointee.angularVelocity - jointSolver.before.base[number * 2 + 1]
      f.pointee.freeVelocity += v
      f.pointee.freeAngularVelocity += w
    }
  }

  /// Writes impulses and readings back into the records, and breaks what had to hold too much.
  func storeJoints(_ dt: Float) {
    jointEvents.removeAll(keepingCapacity: true)
    guard jointSolver.lanes.count > 0 else { return }
    let scale: Float = 1 / dt
    broken.removeAll()
    for index in 0..<jointSolver.balls.count {
      let p = jointSolver.balls.base + index
      for lane in 0..<4 where p.pointee.joints[lane] >= 0 {
        let joint = Int(p.pointee.joints[lane])
        let j = joints.base + joint
        if j.pointee.warmStartSuspension > 0 { countSuspendedStep(j) }
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
    for index in 0..<jointSolver.packs.count {
      let p = jointSolver.packs.base + index
      let first = jointSolver.rows.base + Int(p.pointee.firstRow)
      for lane in 0..<4 where p.pointee.joints[lane] >= 0 {
        let joint = Int(p.pointee.joints[lane])
        let j = joints.base + joint
        if j.pointee.warmStartSuspension > 0 { countSuspendedStep(j) }
        var isFinite = true
        for number in 0..<Int(p.pointee.rowCount) {
          let impulse: Float = first[number].impulse[lane]
          j.pointee.impulses[Int(first[number].slot)] = impulse
          isFinite = isFinite && impulse.isFinite
        }
        j.pointee.force = p.pointee.force.lane(lane) * scale
        j.pointee.torque = p.pointee.torque.lane(lane) * scale
        isFinite = isFinite && j.pointee.force.isFinite && j.pointee.torque.isFinite
        if !isFinite { j.pointee.reset() }
        if isOverloaded(j) { broken.append(Int32(joint)) }
      }
    }
    if broken.count > 0 { breakJoints() }
  }

  /// Counts a step that a joint was solved with caution in.
  ///
  /// While its gap closes slowly its bodies may be as slow as at rest, and must not fall asleep on the way.
  private func countSuspendedStep(_ j: UnsafeMutablePointer<JointRecord>) {
    j.pointee.warmStartSuspension -= 1
    bodies.base[Int(j.pointee.bodyA)].sleepTime = 0
    if j.pointee.bodyB >= 0 { bodies.base[Int(j.pointee.bodyB)].sleepTime = 0 }
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

  /// Removes joints that had to hold too much and reports them, in the order of their creation.
  private func breakJoints() {
    let found = broken.elements.sorted { joints.base[Int($0)].serial < joints.base[Int($1)].serial }
    for index in found {
      let j = joints.base[Int(index)]
      jointEvents.append(
        JointEvent(
          joint: jointHandle(Int(index)), bodyA: handle(Int(j.bodyA)),
          bodyB: j.bodyB < 0 ? nil : handle(Int(j.bodyB)), tag: j.tag, force: j.force,
          torque: j.torque))
      removeJoint(Int(index))
    }
  }

  // MARK: The plan

  /// Sorts the joints of awake bodies into packs.
  func planJoints() {
    isJointPlanStale = false
    jointSolver.keys.removeAll()
    activeJoints.removeAll()
    for index in 0..<joints.count {
      let j = joints.base + index
      guard j.pointee.has(JointRecord.Flag.attached) else { continue }
      let (a, b) = (Int(j.pointee.bodyA), Int(j.pointee.bodyB))
      guard bodies.base[a].isAwake || (b >= 0 && bodies.base[b].isAwake) else { continue }
      activeJoints.append(Int32(index))
    }
    planTrees()
    for slot in 0..<activeJoints.count {
      let index = Int(activeJoints.base[slot])
      let j = joints.base + index
      let isInTree = jointSolver.trees.isInTree(index)
      let isAlone = jointSolver.trees.isAlone(index)
      let isBall = !isInTree && !isAlone && isUniformBallSocket(j)
      let kind: UInt64 = isBall ? 0 : 1 + UInt64(j.pointee.kind)
      let sort =
        (isInTree ? 1 << 11 : 0) | (isAlone ? 1 << 12 : 0) | kind << 7
        | UInt64(j.pointee.parameters.features & 127)
      let color = UInt64(j.pointee.color)
      let group: UInt64 = isBall ? 0 : 1
      jointSolver.keys.append(
        group << 63 | color << 52 | sort << 32 | UInt64(index))
    }
    var keys = jointSolver.keys.elements
    keys.sort()
    jointSolver.lanes.removeAll()
    jointRuns.removeAll()
    var ballSocketPackCount = 0
    var packs = 0
    var lastSort = UInt64.max
    var lane = 4
    for slot in 0..<jointSolver.keys.count {
      let key = jointSolver.keys.base[slot]
      let isOverflow = Int32(key >> 52 & 63) == Self.overflowColor
      if key >> 32 != lastSort || lane == 4 || isOverflow {
        while lane < 4 {
          jointSolver.lanes.append(-1)
          lane += 1
        }
        lane = 0
        let color = UInt32(key >> 52 & 63)
        let isBall = key >> 63 == 0
        addRun(color, isBall, isBall ? ballSocketPackCount : packs)
        if isBall { ballSocketPackCount += 1 } else { packs += 1 }
        lastSort = key >> 32
      }
      jointSolver.lanes.append(Int32(key & 0xffff_ffff))
      lane += 1
    }
    while lane < 4 {
      jointSolver.lanes.append(-1)
      lane += 1
    }
    jointSolver.balls.resize(ballSocketPackCount)
    jointSolver.packs.resize(packs)
    placeTrees(firstPack: ballSocketPackCount)
    var runs = jointRuns.elements
    runs.sort { $0.color < $1.color }
  }

  /// Adds a pack to the runs of packs of one colour.
  private func addRun(_ color: UInt32, _ isBall: Bool, _ pack: Int) {
    var run = -1
    for index in 0..<jointRuns.count where jointRuns.base[index].color == color { run = index }
    if run < 0 {
      jointRuns.append(JointRun(color: color))
      run = jointRuns.count - 1
    }
    if isBall {
      if jointRuns.base[run].ballCount == 0 { jointRuns.base[run].firstBall = Int32(pack) }
      jointRuns.base[run].ballCount += 1
    } else {
      if jointRuns.base[run].packCount == 0 { jointRuns.base[run].firstPack = Int32(pack) }
      jointRuns.base[run].packCount += 1
    }
  }

  /// True for a ball socket without friction between bodies that answer alike in all directions.
  private func isUniformBallSocket(_ j: UnsafeMutablePointer<JointRecord>) -> Bool {
    guard j.pointee.kindNumber == .ballSocket, j.pointee.parameters.features == 0 else {
      return false
    }
    return isRound(Int(j.pointee.bodyA)) && (j.pointee.bodyB < 0 || isRound(Int(j.pointee.bodyB)))
  }

  private func isRound(_ body: Int) -> Bool {
    let b = bodies.base + body
    if !b.pointee.isDynamic { return true }
    return !b.pointee.has(BodyRecord.Flag.gyroscopic) && b.pointee.velocityFactor == .one
      && b.pointee.angularVelocityFactor == .one
  }

  /// Colour by colour: its ball sockets, then its other joints.
  @inline(__always)
  private func eachPack(
    _ ball: @Sendable (UnsafeMutablePointer<BallSocketPack>) -> Void,
    _ joint: @Sendable (UnsafeMutablePointer<JointPack>) -> Void
  ) {
    let row = JointPointers(balls: jointSolver.balls.base, packs: jointSolver.packs.base)
    for index in 0..<jointRuns.count {
      let run = jointRuns.base[index]
      let isSerial = run.color == UInt32(Self.overflowColor)
      let (firstBall, firstPack) = (Int(run.firstBall), Int(run.firstPack))
      parallelFor(Int(run.ballCount), chunkSize: 16, minimumCount: isSerial ? .max : 48) { range in
        for pack in range { ball(row.balls + (firstBall + pack)) }
      }
      parallelFor(Int(run.packCount), chunkSize: 4, minimumCount: isSerial ? .max : 12) { range in
        for pack in range { joint(row.packs + (firstPack + pack)) }
      }
    }
  }

  /// How fast gaps close, and how much joints give way to others that want something else.
  private func jointSoftness(_ step: Float) -> Softness {
    Softness(
      hertz: min(settings.jointHertz, 0.25 / step), dampingRatio: settings.jointDampingRatio,
      step: step)
  }

  private func ballSocketPasses(_ step: Float) -> BallSocketPasses {
    BallSocketPasses(bodies: solver.bodies.base, soft: jointSoftness(step))
  }

  func jointPasses(_ step: Float) -> JointPasses {
    JointPasses(
      rows: jointSolver.rows.base, factors: jointSolver.factors.base, bodies: solver.bodies.base,
      masses: solver.masses.base, step: step, soft: jointSoftness(step))
  }
}

/// Where the packs are, for the threads that share them.
struct JointPointers: @unchecked Sendable {
  let balls: UnsafeMutablePointer<BallSocketPack>
  let packs: UnsafeMutablePointer<JointPack>
}

/// The packs of one colour.
struct JointRun: BitwiseCopyable {
  var color: UInt32
  var firstBall: Int32 = 0
  var ballCount: Int32 = 0
  var firstPack: Int32 = 0
  var packCount: Int32 = 0
}
