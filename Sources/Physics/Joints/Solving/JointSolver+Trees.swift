import CaromMaths

extension JointSolver {
  /// A tree is solved exactly when one of its links carries more than this many times its own mass.
  private static var treeLoad: Float { 12 }

  /// The load of a link, in units of its own mass, up to which a pendulum holds chords; see
  /// ``HalfTurnW``.
  private static var chordLoad: Float { 4.5 }

  /// Finds the trees of active joints that are solved exactly; see ``JointTrees``.
  func planTrees() {
    storage.trees.links.removeAll()
    storage.chains.removeAll()
    storage.trees.slots.resize(joints.count)
    for joint in 0..<joints.count { storage.trees.slots.base[joint] = -1 }
    let count = bodies.awake.count
    storage.trees.parents.resize(count)
    storage.trees.counts.resize(count)
    let parents = storage.trees.parents.base
    let counts = storage.trees.counts.base
    let components = DisjointSets(parents)
    components.reset(count)
    // The number of joints minus that of bodies of a component: -1 for a tree.
    for slot in 0..<count { counts[slot] = -1 }
    for slot in 0..<joints.active.count {
      let joint = Int(joints.active.base[slot])
      guard let (a, b) = links(joint), a >= 0, b >= 0 else { continue }
      if let (root, replaced) = components.unite(a, b) {
        counts[root] += counts[replaced] + 1
      } else {
        counts[components.root(of: a)] += 1
      }
    }
    for slot in 0..<count where Int(parents[slot]) == slot && counts[slot] == -1 {
      // The root represents its tree; a body without such joints does not form a tree.
      let body = Int(bodies.awake.base[slot])
      if joints.jointCount(of: body) > 0 && bodies.base[body].isDynamic { planTree(body) }
    }
    for slot in 0..<joints.active.count {
      let joint = Int(joints.active.base[slot])
      if !storage.trees.isInTree(joint) && isAlone(joint) {
        storage.trees.slots.base[joint] = JointTrees.alone
      }
    }
    storage.trees.numbers.resize(storage.trees.links.count * LinkPart.size)
  }

  /// The indices among the awake bodies of the dynamic bodies of a joint; -1 for other bodies.
  ///
  /// Nil for joints without rigid rows.
  private func links(_ joint: Int) -> (Int, Int)? {
    let j = joints.base + joint
    guard j.pointee.has(JointRecord.Flag.attached) else { return nil }
    let rows = j.pointee.type.rowCount(j.pointee.parameters.features)
    guard rows.block > 0 else { return nil }
    return (link(j.pointee.bodyA), link(j.pointee.bodyB))
  }

  private func link(_ body: Int32) -> Int {
    guard body >= 0 else { return -1 }
    let b = bodies.base + Int(body)
    return b.pointee.isDynamic ? Int(b.pointee.awakeIndex) : -1
  }

  /// Whether the dynamic bodies of a joint have no other joint.
  private func isAlone(_ joint: Int) -> Bool {
    guard links(joint) != nil else { return false }
    return holders(joints.base[joint].bodyA) <= 1 && holders(joints.base[joint].bodyB) <= 1
  }

  /// The number of joints with rigid rows of a dynamic body.
  private func holders(_ body: Int32) -> Int {
    guard link(body) >= 0 else { return 0 }
    if joints.jointCount(of: Int(body)) == 1 { return 1 }
    var count = 0
    joints.forEachJoint(of: Int(body)) { joint, _ in if links(joint) != nil { count += 1 } }
    return count
  }

  /// Lists the tree of a body, and removes it again unless it is heavy or a pendulum.
  private func planTree(_ member: Int) {
    let first = storage.trees.links.count
    // Listed once to find the best root, and again from that root.
    appendTree(from: member, first)
    var best = member
    var (bestIsTied, bestMass): (Bool, Float) = (false, -1)
    for number in first..<storage.trees.links.count {
      let body = Int(storage.trees.links.base[number].body)
      let (isAnchored, mass) = (isAnchoredByJoint(body), bodies.base[body].mass)
      if isAnchored != bestIsTied
        ? isAnchored : mass > bestMass || (mass == bestMass && body < best)
      {
        (best, bestIsTied, bestMass) = (body, isAnchored, mass)
      }
    }
    storage.trees.links.resize(first)
    appendTree(from: best, first)
    let count = storage.trees.links.count - first
    storage.trees.loads.resize(count)
    let loads = storage.trees.loads.base
    let links = storage.trees.links.base + first
    for number in 0..<count { loads[number] = bodies.base[Int(links[number].body)].mass }
    var maxLoad: Float = 0
    for number in (0..<count).reversed() {
      let parent = Int(links[number].parent) - first
      if parent >= 0 { loads[parent] += loads[number] }
      if parent >= 0 || bestIsTied {
        maxLoad = max(maxLoad, loads[number] / bodies.base[Int(links[number].body)].mass)
      }
    }
    let isHeavy = maxLoad > Self.treeLoad
    guard isHeavy || (bestIsTied && count > 1 && swingsFreely(first)), isFree(first) else {
      storage.trees.links.resize(first)
      return
    }
    for number in first..<storage.trees.links.count {
      storage.trees.links.base[number].isPendulum = isHeavy ? 0 : 1
      storage.trees.links.base[number].holdsChords = maxLoad > Self.chordLoad ? 0 : 1
      recordJoint(of: number)
    }
    if planChain(first) { storage.trees.links.resize(first) }
  }

  /// Whether the joints of a tree have no rows outside their blocks: limits, springs, motors or
  /// friction.
  ///
  /// Such rows are solved together with the block of their own joint, which a tree does not do.
  private func swingsFreely(_ first: Int) -> Bool {
    var isFree = true
    for number in first..<storage.trees.links.count {
      joints.forEachJoint(of: Int(storage.trees.links.base[number].body)) { joint, _ in
        let j = joints.base + joint
        let rows = j.pointee.type.rowCount(j.pointee.parameters.features)
        if rows.block < rows.rows { isFree = false }
      }
    }
    return isFree
  }

  /// Whether a tree has at most one joint to the world and no link with locked axes.
  ///
  /// Other trees can be inconsistent, and are solved iteratively.
  private func isFree(_ first: Int) -> Bool {
    var ties = 0
    for number in first..<storage.trees.links.count {
      let body = Int(storage.trees.links.base[number].body)
      let b = bodies.base + body
      guard b.pointee.velocityFactor == .one, b.pointee.angularVelocityFactor == .one else {
        return false
      }
      joints.forEachJoint(of: body) { joint, _ in
        if let (a, b) = links(joint), a < 0 || b < 0 { ties += 1 }
      }
    }
    return ties <= 1
  }

  private func isAnchoredByJoint(_ body: Int) -> Bool {
    var isAnchored = false
    joints.forEachJoint(of: body) { joint, _ in
      if let (a, b) = links(joint), a < 0 || b < 0 { isAnchored = true }
    }
    return isAnchored
  }

  /// Appends the bodies of a tree, parents first.
  ///
  /// The `pack` of each link is the index of its joint until ``placeTrees(firstPack:)`` runs.
  private func appendTree(from body: Int, _ first: Int) {
    storage.trees.links.append(JointLink(body: Int32(body)))
    var number = first
    while number < storage.trees.links.count {
      let link = storage.trees.links.base[number]
      joints.forEachJoint(of: Int(link.body)) { joint, other in
        // The `pack` of a link is the index of its joint until packs are known.
        guard Int32(joint) != link.pack, let (a, b) = links(joint), a >= 0, b >= 0 else { return }
        storage.trees.links.append(
          JointLink(
            body: Int32(other), parent: Int32(number), pack: Int32(joint),
            isA: joints.base[joint].bodyA == Int32(other) ? 1 : 0))
      }
      number += 1
    }
  }

  /// Records the link of each joint; that of the root connects it to an immovable body, if any.
  private func recordJoint(of number: Int) {
    let link = storage.trees.links.base + number
    let body = Int(link.pointee.body)
    if link.pointee.parent < 0 {
      joints.forEachJoint(of: body) { joint, _ in
        guard let (a, b) = links(joint), a < 0 || b < 0 else { return }
        link.pointee.pack = Int32(joint)
        link.pointee.isA = joints.base[joint].bodyA == Int32(body) ? 1 : 0
      }
    }
    let joint = link.pointee.pack
    if joint >= 0 { storage.trees.slots.base[Int(joint)] = Int32(number) }
  }

  /// Sets the packs and lanes of the links' joints; `firstPack` counts the packs of ball sockets.
  func placeTrees(firstPack: Int) {
    guard storage.trees.links.count > 0 else { return }
    let lanes = storage.lanes.base
    for slot in (firstPack * 4)..<storage.lanes.count where lanes[slot] >= 0 {
      let found = storage.trees.slots.base[Int(lanes[slot])]
      guard found >= 0 else { continue }
      let link = storage.trees.links.base + Int(found)
      (link.pointee.pack, link.pointee.lane) = (Int32(slot / 4 - firstPack), Int32(slot % 4))
    }
  }

  /// Adds inertia to light links of trees under high tension, for stability.
  ///
  /// A link under tension f at the end of an arm r oscillates across it like a string, with the
  /// stiffness K = f·r about its center. Where the oscillation is too fast for the substep h, the
  /// inertia I is increased until h²·K ≤ I. The motion of the load does not change.
  ///
  /// - Source: S. Andrews et al., "Geometric stiffness for real-time constrained multibody
  ///   dynamics", Eurographics 2017, which finds the same stiffness.
  func applyGeometricStiffness(_ step: Float) {
    if joints.isPlanStale { plan() }
    storage.addedInertia.removeAll()
    guard storage.trees.links.count + storage.chains.bodies.count > 0 else { return }
    storage.addedInertia.resize(solver.bodies.count)
    for index in 0..<solver.bodies.count { storage.addedInertia.base[index] = 0 }
    for number in 0..<storage.trees.links.count {
      addInertia(to: Int(storage.trees.links.base[number].body), step)
    }
    for number in 0..<storage.chains.bodies.count {
      addInertia(to: Int(storage.chains.bodies.base[number]), step)
    }
  }

  /// Adds inertia to a link under tension.
  private func addInertia(to body: Int, _ step: Float) {
    let b = bodies.base + body
    var stiffness: Float = 0
    joints.forEachJoint(of: body) { joint, _ in
      let j = joints.base + joint
      let frame = Int(j.pointee.bodyA) == body ? j.pointee.frameA : j.pointee.frameB
      stiffness += j.pointee.force.length * (frame.position - b.pointee.localCenter).length
    }
    let i = b.pointee.inertia
    let missing: Float = step * step * stiffness - max(i.x.x, max(i.y.y, i.z.z))
    guard missing > 0, b.pointee.angularVelocityFactor == .one else { return }
    let slot = Int(b.pointee.awakeIndex) + 1
    storage.addedInertia.base[slot] = missing
    let inverse = b.pointee.inertia(adding: missing).inverse.rotated(by: b.pointee.orientation)
    solver.masses.base[slot].inverseInertia = inverse
    let w = solver.bodies.base[slot].angularVelocity
    if w.w != 0 { solver.bodies.base[slot].angularVelocity.w = inverse.x.x }
  }

  /// Solves all trees once, and accumulates the forces of their joints.
  func solveTrees(_ passes: JointPasses, useBias: Bool, isRefined: Bool = false) {
    let pass = TreePass(
      links: storage.trees.links.base, count: storage.trees.links.count,
      numbers: storage.trees.numbers.base,
      packs: storage.packs.base, rows: passes.rows, bodies: passes.bodies,
      masses: solver.masses.base, records: bodies.base,
      rate: useBias ? Double(passes.soft.rate) : 0, fullRate: useBias ? 1 / Double(passes.step) : 0,
      isRefined: isRefined)
    // Rows and inertias change as bodies move: before the step, and before velocities are relaxed.
    if !useBias || !storage.trees.isFactored {
      pass.factor()
      storage.trees.isFactored = true
    }
    pass.solve()
    guard !useBias else { return }
    for index in 0..<storage.packs.count where storage.packs.base[index].isInTree != 0 {
      passes.measure(storage.packs.base + index)
    }
  }
}

extension BodyRecord {
  /// The inertia in the body's own axes with `more` added about every axis.
  func inertia(adding more: Float) -> Matrix3 {
    inertia + Matrix3(diagonal: Vector3(repeating: more))
  }
}
