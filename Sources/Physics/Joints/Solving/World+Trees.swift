import CaromMaths

extension World {
  /// A tree is solved at once when one of its links carries more than this many times its own mass.
  private static var treeLoad: Float { 12 }

  /// Finds the trees of active joints in which a link carries much more than itself.
  func planTrees() {
    jointSolver.trees.links.removeAll()
    jointSolver.trees.slots.resize(joints.count)
    for joint in 0..<joints.count { jointSolver.trees.slots.base[joint] = -1 }
    let count = awake.count
    jointSolver.trees.parents.resize(count)
    jointSolver.trees.counts.resize(count)
    let parents = jointSolver.trees.parents.base
    let counts = jointSolver.trees.counts.base
    for slot in 0..<count {
      parents[slot] = Int32(slot)
      // How many joints less bodies a component has: -1 for a tree.
      counts[slot] = -1
    }
    for slot in 0..<activeJoints.count {
      let joint = Int(activeJoints.base[slot])
      guard let (a, b) = links(joint), a >= 0, b >= 0 else { continue }
      let (x, y) = (root(a, parents), root(b, parents))
      if x == y {
        counts[x] += 1
      } else {
        parents[max(x, y)] = Int32(min(x, y))
        counts[min(x, y)] += counts[max(x, y)] + 1
      }
    }
    for slot in 0..<count where Int(parents[slot]) == slot && counts[slot] == -1 {
      // The root stands for its tree; a body without such joints is no tree.
      let body = Int(awake.base[slot])
      if jointCount(of: body) > 0 && bodies.base[body].isDynamic { planTree(body) }
    }
    for slot in 0..<activeJoints.count {
      let joint = Int(activeJoints.base[slot])
      if !jointSolver.trees.isInTree(joint) && isAlone(joint) {
        jointSolver.trees.slots.base[joint] = JointTrees.alone
      }
    }
    jointSolver.trees.numbers.resize(jointSolver.trees.links.count * LinkPart.size)
  }

  /// The places among the awake of the dynamic bodies that a joint holds together; -1 for others.
  ///
  /// Nil for joints that hold nothing rigidly.
  private func links(_ joint: Int) -> (Int, Int)? {
    let j = joints.base + joint
    guard j.pointee.has(JointRecord.Flag.attached) else { return nil }
    let rows = JointRowBuilder.count(j.pointee.kindNumber, j.pointee.parameters.features)
    guard rows.block > 0 else { return nil }
    return (link(j.pointee.bodyA), link(j.pointee.bodyB))
  }

  private func link(_ body: Int32) -> Int {
    guard body >= 0 else { return -1 }
    let b = bodies.base + Int(body)
    return b.pointee.isDynamic ? Int(b.pointee.awakeIndex) : -1
  }

  /// True when no other joint holds the dynamic bodies of a joint.
  private func isAlone(_ joint: Int) -> Bool {
    guard links(joint) != nil else { return false }
    return holders(joints.base[joint].bodyA) <= 1 && holders(joints.base[joint].bodyB) <= 1
  }

  /// How many joints hold a dynamic body.
  private func holders(_ body: Int32) -> Int {
    guard link(body) >= 0 else { return 0 }
    if jointCount(of: Int(body)) == 1 { return 1 }
    var count = 0
    forEachJoint(Int(body)) { joint, _ in if links(joint) != nil { count += 1 } }
    return count
  }

  private func root(_ slot: Int, _ parents: UnsafeMutablePointer<Int32>) -> Int {
    var node = slot
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  /// Walks through the tree of a body, and keeps it if one of its links carries much.
  private func planTree(_ member: Int) {
    let first = jointSolver.trees.links.count
    // Once to find the best root, once from there.
    walk(from: member, first)
    var best = member
    var (bestIsTied, bestMass): (Bool, Float) = (false, -1)
    for number in first..<jointSolver.trees.links.count {
      let body = Int(jointSolver.trees.links.base[number].body)
      let (isAnchored, mass) = (isAnchoredByJoint(body), bodies.base[body].mass)
      if isAnchored != bestIsTied
        ? isAnchored : mass > bestMass || (mass == bestMass && body < best)
      {
        (best, bestIsTied, bestMass) = (body, isAnchored, mass)
      }
    }
    jointSolver.trees.links.resize(first)
    walk(from: best, first)
    let count = jointSolver.trees.links.count - first
    jointSolver.trees.loads.resize(count)
    let loads = jointSolver.trees.loads.base
    let links = jointSolver.trees.links.base + first
    for number in 0..<count { loads[number] = bodies.base[Int(links[number].body)].mass }
    var greatest: Float = 0
    for number in (0..<count).reversed() {
      let parent = Int(links[number].parent) - first
      if parent >= 0 { loads[parent] += loads[number] }
      if parent >= 0 || bestIsTied {
        greatest = max(greatest, loads[number] / bodies.base[Int(links[number].body)].mass)
      }
    }
    guard greatest > Self.treeLoad, isFree(first) else {
      jointSolver.trees.links.resize(first)
      return
    }
    for number in first..<jointSolver.trees.links.count { hang(number) }
  }

  /// True for a tree that hangs by one joint at most and whose links move freely.
  ///
  /// Joints that contradict each other, or locked axes, cannot all be content: these are left to
  /// passes from joint to joint.
  private func isFree(_ first: Int) -> Bool {
    var ties = 0
    for number in first..<jointSolver.trees.links.count {
      let body = Int(jointSolver.trees.links.base[number].body)
      let b = bodies.base + body
      guard b.pointee.velocityFactor == .one, b.pointee.angularVelocityFactor == .one else {
        return false
      }
      forEachJoint(body) { joint, _ in
        if let (a, b) = links(joint), a < 0 || b < 0 { ties += 1 }
      }
    }
    return ties <= 1
  }

  private func isAnchoredByJoint(_ body: Int) -> Bool {
    var isAnchored = false
    forEachJoint(body) { joint, _ in
      if let (a, b) = links(joint), a < 0 || b < 0 { isAnchored = true }
    }
    return isAnchored
  }

  /// Appends the bodies of a tree, parents first; joints are noted by their index for now.
  private func walk(from body: Int, _ first: Int) {
    jointSolver.trees.links.append(JointLink(body: Int32(body)))
    var number = first
    while number < jointSolver.trees.links.count {
      let link = jointSolver.trees.links.base[number]
      forEachJoint(Int(link.body)) { joint, other in
        // A link's joint is in its pack field until packs are known.
        guard Int32(joint) != link.pack, let (a, b) = links(joint), a >= 0, b >= 0 else { return }
        jointSolver.trees.links.append(
          JointLink(
            body: Int32(other), parent: Int32(number), pack: Int32(joint),
            isA: joints.base[joint].bodyA == Int32(other) ? 1 : 0))
      }
      number += 1
    }
  }

  /// Notes the joint that a link hangs by; a root hangs by one with what nothing moves, if at all.
  private func hang(_ number: Int) {
    let link = jointSolver.trees.links.base + number
    let body = Int(link.pointee.body)
    if link.pointee.parent < 0 {
      forEachJoint(body) { joint, _ in
        guard let (a, b) = links(joint), a < 0 || b < 0 else { return }
        link.pointee.pack = Int32(joint)
        link.pointee.isA = joints.base[joint].bodyA == Int32(body) ? 1 : 0
      }
    }
    let joint = link.pointee.pack
    if joint >= 0 { jointSolver.trees.slots.base[Int(joint)] = Int32(number) }
  }

  /// Tells links in which packs their joints are; `firstPack` is behind the ball sockets.
  func placeTrees(firstPack: Int) {
    guard jointSolver.trees.links.count > 0 else { return }
    let lanes = jointSolver.lanes.base
    for slot in (firstPack * 4)..<jointSolver.lanes.count where lanes[slot] >= 0 {
      let found = jointSolver.trees.slots.base[Int(lanes[slot])]
      guard found >= 0 else { continue }
      let link = jointSolver.trees.links.base + Int(found)
      (link.pointee.pack, link.pointee.lane) = (Int32(slot / 4 - firstPack), Int32(slot % 4))
    }
  }

  /// Gives light links of trees that are pulled hard a greater moment of inertia, for steadiness.
  ///
  /// A link that is pulled by f at the end of an arm r swings across like a string: with the stiffness
  /// K = f·r about its centre. Where it would turn back and forth faster than substeps can follow, its
  /// inertia is raised until it does not: h²·K ≤ I. What it carries moves as before.
  ///
  /// - Source: S. Andrews et al., "Geometric stiffness for real-time constrained multibody dynamics",
  ///   Eurographics 2017, which finds the same stiffness.
  func applyGeometricStiffness(_ step: Float) {
    if isJointPlanStale { planJoints() }
    jointSolver.raises.removeAll()
    guard jointSolver.trees.links.count > 0 else { return }
    jointSolver.raises.resize(solver.bodies.count)
    for index in 0..<solver.bodies.count { jointSolver.raises.base[index] = 0 }
    for number in 0..<jointSolver.trees.links.count {
      let body = Int(jointSolver.trees.links.base[number].body)
      let b = bodies.base + body
      var stiffness: Float = 0
      forEachJoint(body) { joint, _ in
        let j = joints.base + joint
        let frame = Int(j.pointee.bodyA) == body ? j.pointee.frameA : j.pointee.frameB
        stiffness +=
          j.pointee.force.length * (frame.position - b.pointee.localCenter).length
      }
      let i = b.pointee.inertia
      let missing: Float = step * step * stiffness - max(i.x.x, max(i.y.y, i.z.z))
      guard missing > 0, b.pointee.angularVelocityFactor == .one else { continue }
      let slot = Int(b.pointee.awakeIndex) + 1
      jointSolver.raises.base[slot] = missing
      let inverse = b.pointee.raisedInertia(missing).inverse.rotated(by: b.pointee.orientation)
      solver.masses.base[slot].inverseInertia = inverse
      let w = solver.bodies.base[slot].angularVelocity
      if w.w != 0 { solver.bodies.base[slot].angularVelocity.w = inverse.x.x }
    }
  }

  /// Solves all trees once, and adds up what their joints did.
  func solveTrees(_ passes: JointPasses, useBias: Bool) {
    let pass = TreePass(
      links: jointSolver.trees.links.base, count: jointSolver.trees.links.count,
      numbers: jointSolver.trees.numbers.base,
      packs: jointSolver.packs.base, rows: passes.rows, bodies: passes.bodies,
      masses: solver.masses.base, records: bodies.base,
      rate: useBias ? Double(passes.soft.rate) : 0)
    pass.solve()
    guard !useBias else { return }
    for index in 0..<jointSolver.packs.count where jointSolver.packs.base[index].isInTree != 0 {
      passes.measure(jointSolver.packs.base + index)
    }
  }
}

extension BodyRecord {
  /// The inertia in the body's own axes with as much added about every axis.
  func raisedInertia(_ more: Float) -> Matrix3 {
    inertia + Matrix3(diagonal: Vector3(repeating: more))
  }
}
