import CaromMaths

// Bodies that joints and contacts connect form groups, which share energy in a step. Unions keep
// the lower index, so that the first member represents a group and sums are in the order of awake
// bodies.

extension EnergyLimiter {
  /// Unites the bodies of the joint in a lane, and marks joints to bodies outside the group.
  private func uniteJoined(_ p: JointLanes, _ lane: Int, _ sets: DisjointSets) {
    let marks = storage.marks.base
    let (a, b) = (Int(p.writeA[lane]) - 1, Int(p.writeB[lane]) - 1)
    if a >= 0 && b >= 0 {
      sets.unite(a, b)
      marks[a] |= EnergyGroup.Mark.held
      marks[b] |= EnergyGroup.Mark.held
    } else if a >= 0 || b >= 0 {
      // Only kinematic bodies that move have a solver index.
      let isDriven = (a >= 0 ? p.bodyB[lane] : p.bodyA[lane]) > 0
      marks[max(a, b)] |=
        EnergyGroup.Mark.held
        | (isDriven ? EnergyGroup.Mark.driven : EnergyGroup.Mark.anchored)
    }
  }

  /// Finds the groups of this step and numbers them.
  func findEnergyGroups() {
    let count = bodies.awake.count
    storage.parents.resize(count)
    storage.marks.resize(count)
    storage.numbers.resize(count)
    storage.groups.removeAll()
    storage.drivingContacts.removeAll()
    let (parents, marks) = (storage.parents.base, storage.marks.base)
    let sets = DisjointSets(parents)
    sets.reset(count)
    for slot in 0..<count { marks[slot] = 0 }
    for index in 0..<jointSolver.storage.balls.count {
      let lanes = JointLanes(jointSolver.storage.balls.base + index)
      for lane in 0..<4 { uniteJoined(lanes, lane, sets) }
    }
    for index in 0..<jointSolver.storage.packs.count {
      let lanes = JointLanes(jointSolver.storage.packs.base + index)
      for lane in 0..<4 { uniteJoined(lanes, lane, sets) }
    }
    for slot in 0..<contacts.active.count where contacts.classes.base[slot] != 0 {
      let c = contacts.base + Int(contacts.active.base[slot])
      let a = bodies.poses.base + Int(c.pointee.bodyA)
      let b = bodies.poses.base + Int(c.pointee.bodyB)
      let (x, y) = (Int(a.pointee.solverIndex) - 1, Int(b.pointee.solverIndex) - 1)
      var isDriven = (a.pointee.flags | b.pointee.flags) & BodyPose.Flag.hasSurfaceMotion != 0
      if a.pointee.isMovable && b.pointee.isMovable {
        sets.unite(x, y)
      } else {
        let (member, other) = a.pointee.isMovable ? (x, y) : (y, x)
        marks[member] |=
          EnergyGroup.Mark.touches | (other >= 0 ? EnergyGroup.Mark.driven : 0)
        isDriven = isDriven || other >= 0
      }
      if isDriven { storage.drivingContacts.append(contacts.active.base[slot]) }
    }
    for slot in 0..<count {
      let root = sets.root(of: slot)
      parents[slot] = Int32(root)
      marks[root] |= marks[slot]
      if solver.masses.base[slot + 1].masses.w != 0 { marks[root] |= EnergyGroup.Mark.anchored }
    }
    let numbers = storage.numbers.base
    for slot in 0..<count {
      let root = Int(parents[slot])
      if root != slot {
        numbers[slot] = numbers[root]
      } else if marks[slot] & EnergyGroup.Mark.held != 0 {
        numbers[slot] = Int32(storage.groups.count)
        var group = EnergyGroup()
        group.marks = marks[slot]
        storage.groups.append(group)
      } else {
        numbers[slot] = -1
      }
    }
  }
}

/// The bodies of the joints in a pack of either type.
struct JointLanes {
  let bodyA: I4
  let bodyB: I4
  let writeA: I4
  let writeB: I4

  init(_ p: UnsafeMutablePointer<BallSocketPack>) {
    (bodyA, bodyB) = (p.pointee.bodyA, p.pointee.bodyB)
    (writeA, writeB) = (p.pointee.writeA, p.pointee.writeB)
  }

  init(_ p: UnsafeMutablePointer<JointPack>) {
    (bodyA, bodyB) = (p.pointee.bodyA, p.pointee.bodyB)
    (writeA, writeB) = (p.pointee.writeA, p.pointee.writeB)
  }
}
