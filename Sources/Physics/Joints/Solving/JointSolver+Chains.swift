import CaromMaths

extension JointSolver {
  /// The maximum correction speed of heavy chains in units of that of other joints.
  ///
  /// Where a whip cracks, links turn by half a radian in a substep, and the gap of a joint would be
  /// a quarter wider. The share of a gap that is corrected in a substep is that of other joints:
  /// with a larger one, heavily loaded links would begin to oscillate across the chain.
  private static var heavyCorrection: Float { 2 }

  /// Lists the joints of a tree as a chain; returns false unless it is one of ball sockets.
  ///
  /// `first` is the first link of the tree, which is the last one listed; its joints are recorded.
  func planChain(_ first: Int) -> Bool {
    let links = storage.trees.links.base
    let count = storage.trees.links.count
    // The links without children: the ends of the chain, apart from the root.
    var (front, back) = (-1, -1)
    for number in first..<count {
      if !isLinkOfChain(links[number]) { return false }
      var children = 0
      for other in number + 1..<count where Int(links[other].parent) == number { children += 1 }
      let isRoot = links[number].parent < 0
      if children > (isRoot && links[number].pack < 0 ? 2 : 1) { return false }
      if children > 0 { continue }
      if front < 0 { front = number } else { back = number }
    }
    let chains = storage.chains.joints.count
    appendBranch(from: front)
    if back >= 0 {
      let middle = storage.chains.joints.count
      appendBranch(from: back)
      reverse(middle..<storage.chains.joints.count)
    }
    var holders = 0
    for number in first..<count {
      storage.chains.bodies.append(links[number].body)
      holders += Int(joints.jointCount(of: Int(links[number].body)))
    }
    let jointCount = storage.chains.joints.count - chains
    for number in chains..<storage.chains.joints.count {
      let joint = Int(storage.chains.joints.base[number].joint)
      storage.trees.slots.base[joint] = JointTrees.chained
    }
    storage.chains.chains.append(
      JointChain(
        firstJoint: Int32(chains), jointCount: Int32(jointCount), half: Int32(jointCount / 2),
        isPendulum: links[first].isPendulum, holdsChords: links[first].holdsChords,
        hasOwnBodies: holders == 2 * jointCount - (links[first].pack >= 0 ? 1 : 0) ? 1 : 0))
    return true
  }

  /// Whether the joint of a link to its parent, if any, is a mere ball socket.
  private func isLinkOfChain(_ link: JointLink) -> Bool {
    guard link.pack >= 0 else { return true }
    let j = joints.base + Int(link.pack)
    return j.pointee.type.isPoint(j.pointee.parameters.features)
  }

  /// Appends the joints from a link to the root, and from there to the world.
  private func appendBranch(from end: Int) {
    var number = end
    while number >= 0 {
      let link = storage.trees.links.base[number]
      if link.pack >= 0 {
        storage.chains.joints.append(
          ChainJoint(joint: link.pack, isReversed: link.isA != 0 ? 0 : 1))
      }
      number = Int(link.parent)
    }
  }

  /// Reverses joints of a chain.
  private func reverse(_ range: Range<Int>) {
    let joints = storage.chains.joints.base
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      (joints[low], joints[high]) = (joints[high], joints[low])
      low += 1
      high -= 1
    }
    for number in range { joints[number].isReversed ^= 1 }
  }

  /// Assigns the joints of chains to lanes after `balls` packs of ball sockets; returns the number
  /// of packs then.
  func placeChains(_ balls: Int) -> Int {
    var (ball, pack, block) = (balls, 0, 0)
    for index in 0..<storage.chains.chains.count {
      let chain = storage.chains.chains.base + index
      let (count, half) = (Int(chain.pointee.jointCount), Int(chain.pointee.half))
      (chain.pointee.firstBall, chain.pointee.firstPack) = (Int32(ball), Int32(pack))
      chain.pointee.firstBlock = Int32(block)
      for number in 0..<(count + 3) / 4 * 4 {
        storage.lanes.append(
          number < count
            ? storage.chains.joints.base[Int(chain.pointee.firstJoint) + number].joint : -1)
      }
      ball += (count + 3) / 4
      chain.pointee.packCount = Int32(half / 2 + 1)
      pack += half / 2 + 1
      block += (half / 2 + 1) * 2
    }
    storage.chains.packs.resize(pack)
    storage.chains.blocks.resize(block)
    return ball
  }

  /// Fills the nodes of all chains from the packs of their joints.
  func prepareChains() {
    storage.chains.isFactored = false
    for index in 0..<storage.chains.packs.count { storage.chains.packs.base[index] = ChainPack() }
    for index in 0..<storage.chains.blocks.count {
      storage.chains.blocks.base[index] = ChainBlock()
    }
    for index in 0..<storage.chains.chains.count {
      let chain = storage.chains.chains.base[index]
      let (half, count) = (Int(chain.half), Int(chain.jointCount))
      let packs = storage.chains.packs.base + Int(chain.firstPack)
      for number in 0..<count { fill(chain, packs, number) }
      storage.chains.chains.base[index].isAlone = isAlone(chain) ? 1 : 0
      if count == 2 * half {
        // A node without mass completes the back half.
        let end = ChainLane(node: count + 1, half: half)
        packs[end.pack].mass[end.lane] = 1e30
      }
    }
  }

  /// Whether nothing else acts on the velocities of the bodies of a heavy chain.
  private func isAlone(_ chain: JointChain) -> Bool {
    guard chain.hasOwnBodies != 0, chain.isPendulum == 0 else { return false }
    for index in 0..<Int(chain.packCount) {
      let writes = storage.chains.packs.base[Int(chain.firstPack) + index].writes
      for lane in 0..<4 where writes[lane] > 0 {
        if solver.forces.base[Int(writes[lane])].jointWarmStart != 1 { return false }
      }
    }
    return true
  }

  /// Fills the lanes of a joint of a chain and of its two nodes.
  private func fill(_ chain: JointChain, _ packs: UnsafeMutablePointer<ChainPack>, _ number: Int) {
    let half = Int(chain.half)
    let isReversed = storage.chains.joints.base[Int(chain.firstJoint) + number].isReversed != 0
    let p = storage.balls.base + (Int(chain.firstBall) + number / 4)
    let lane = number & 3
    let (anchorA, anchorB) = (p.pointee.anchorA.lane(lane), p.pointee.anchorB.lane(lane))
    var (centers, impulse) = (p.pointee.centers.lane(lane), p.pointee.impulse.lane(lane))
    let a = ChainSide(p.pointee.bodyA[lane], p.pointee.writeA[lane], p.pointee.massA[lane], anchorA)
    let b = ChainSide(p.pointee.bodyB[lane], p.pointee.writeB[lane], p.pointee.massB[lane], anchorB)
    let (lower, upper) = isReversed ? (b, a) : (a, b)
    if isReversed { (centers, impulse) = (-centers, -impulse) }
    // The joint before the middle has its outer arm at the lower node.
    set(packs, lower, ChainLane(node: number, half: half), isInner: number <= half)
    set(packs, upper, ChainLane(node: number + 1, half: half), isInner: number >= half)
    if number <= half {
      let at = ChainLane(joint: number, half: half)
      packs[at.pack].centers.set(at.lane, centers)
      packs[at.pack].impulse.set(at.lane, impulse)
    }
    if number >= half {
      let at = ChainLane(node: number + 1, half: half)
      packs[at.pack].centers.set(at.lane, -centers)
      packs[at.pack].impulse.set(at.lane, -impulse)
    }
  }

  private func set(
    _ packs: UnsafeMutablePointer<ChainPack>, _ side: ChainSide, _ at: ChainLane, isInner: Bool
  ) {
    let p = packs + at.pack
    p.pointee.bodies[at.lane] = side.body
    p.pointee.writes[at.lane] = side.write
    p.pointee.mass[at.lane] = side.mass
    if isInner {
      p.pointee.innerAnchor.set(at.lane, side.anchor)
    } else {
      p.pointee.outerAnchor.set(at.lane, side.anchor)
    }
  }

  // MARK: Passes

  /// Applies the impulses of the previous substep.
  func warmStartChains(_ step: Float) {
    if !storage.chains.isFactored { factorChains(step) }
    for index in 0..<storage.chains.chains.count {
      if storage.chains.chains.base[index].isAlone != 0 { continue }
      chainPass(index, step, useBias: false).warmStart()
    }
  }

  /// Solves all chains once.
  ///
  /// An exact solution does not depend on the impulses that were there before, and what another one
  /// would leave of the velocities that correct gaps, the next one removes as well. So a heavy
  /// chain on which nothing else acts is solved once in a substep, and again without correction at
  /// the end of the step. In pendulums these velocities are too large for that: they would precess.
  func solveChains(_ step: Float, useBias: Bool, isLast: Bool) {
    // Arms and inertias change as bodies move: before the step, and before velocities are relaxed.
    if !useBias { factorChains(step) }
    for index in 0..<storage.chains.chains.count {
      let pass = chainPass(index, step, useBias: useBias)
      if storage.chains.chains.base[index].isAlone == 0 {
        pass.solve(useBias ? .added : .last)
      } else if useBias {
        pass.solve(.replaced)
      } else if isLast {
        pass.solve(.final)
      }
    }
  }

  /// Solves the chains again of which a link turns fast; see ``refine(_:)``.
  func refineChains(_ step: Float) {
    for index in 0..<storage.chains.chains.count {
      let pass = chainPass(index, step, useBias: true, isRefined: true)
      guard pass.holdsChords, pass.isFast else { continue }
      pass.solve(.added)
    }
  }

  private func factorChains(_ step: Float) {
    for index in 0..<storage.chains.chains.count {
      chainPass(index, step, useBias: false).factor()
    }
    storage.chains.isFactored = true
  }

  private func chainPass(
    _ index: Int, _ step: Float, useBias: Bool, isRefined: Bool = false
  ) -> ChainPass {
    let chain = storage.chains.chains.base[index]
    let isPendulum = chain.isPendulum != 0
    let rate = isPendulum ? 1 / step : softness.rate
    let maxSpeed = softness.rate * maxGap * (isPendulum ? 1 : Self.heavyCorrection)
    return ChainPass(
      half: Int(chain.half), packCount: Int(chain.packCount),
      packs: storage.chains.packs.base + Int(chain.firstPack),
      blocks: storage.chains.blocks.base + Int(chain.firstBlock), bodies: solver.bodies.base,
      forces: solver.forces.base, masses: solver.masses.base, step: step,
      rate: useBias ? rate : 0, maxSpeed: useBias ? maxSpeed : 0,
      holdsChords: useBias && chain.holdsChords != 0, isRefined: isRefined)
  }

  /// Stores the impulses and gaps of all chains in the packs of their joints.
  func storeChains() {
    for index in 0..<storage.chains.chains.count {
      let chain = storage.chains.chains.base[index]
      let packs = storage.chains.packs.base + Int(chain.firstPack)
      for number in 0..<Int(chain.jointCount) {
        let isReversed = storage.chains.joints.base[Int(chain.firstJoint) + number].isReversed != 0
        let at = ChainLane(joint: number, half: Int(chain.half))
        let isBack = number > Int(chain.half)
        let sign: Float = isReversed != isBack ? -1 : 1
        let from = packs + at.pack
        let p = storage.balls.base + (Int(chain.firstBall) + number / 4)
        p.pointee.impulse.set(number & 3, from.pointee.impulse.lane(at.lane) * sign)
        p.pointee.total.set(number & 3, from.pointee.total.lane(at.lane) * sign)
        p.pointee.gap.set(number & 3, from.pointee.gap.lane(at.lane) * sign)
      }
    }
  }
}

/// One side of a joint of a chain.
private struct ChainSide {
  let body: Int32
  let write: Int32
  let mass: Float
  let anchor: Vector3

  init(_ body: Int32, _ write: Int32, _ mass: Float, _ anchor: Vector3) {
    (self.body, self.write, self.mass, self.anchor) = (body, write, mass, anchor)
  }
}
