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
    eachLane { uniteJoined($0, $1, sets) }
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
        // Only kinematic bodies that move have a solver index.
        if other >= 0 {
          marks[member] |= EnergyGroup.Mark.driven
          isDriven = true
        }
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

extension EnergyLimiter {
  /// Calls `body` with each lane of the packs of both types, empty ones included.
  @inline(__always)
  func eachLane(_ body: (JointLanes, Int) -> Void) {
    for index in 0..<jointSolver.storage.balls.count {
      let lanes = JointLanes(jointSolver.storage.balls.base + index)
      for lane in 0..<4 { body(lanes, lane) }
    }
    for index in 0..<jointSolver.storage.packs.count {
      let lanes = JointLanes(jointSolver.storage.packs.base + index)
      for lane in 0..<4 { body(lanes, lane) }
    }
  }
}

/// The bodies of the joints in a pack of either type, and their impulses and torques on B.
struct JointLanes {
  let bodyA: I4
  let bodyB: I4
  let writeA: I4
  let writeB: I4
  let centers: Vector3W
  let anchorB: Vector3W
  let impulse: Vector3W
  let torque: Vector3W
  let isTransmission: Bool

  @inline(__always)
  init(_ p: UnsafeMutablePointer<BallSocketPack>) {
    (bodyA, bodyB) = (p.pointee.bodyA, p.pointee.bodyB)
    (writeA, writeB) = (p.pointee.writeA, p.pointee.writeB)
    (centers, anchorB) = (p.pointee.centers, p.pointee.anchorB)
    (impulse, torque, isTransmission) = (p.pointee.total, .zero, false)
  }

  @inline(__always)
  init(_ p: UnsafeMutablePointer<JointPack>) {
    (bodyA, bodyB) = (p.pointee.bodyA, p.pointee.bodyB)
    (writeA, writeB) = (p.pointee.writeA, p.pointee.writeB)
    (centers, anchorB) = (p.pointee.centers, p.pointee.anchorB)
    (impulse, torque) = (p.pointee.force, p.pointee.torque)
    isTransmission = JointKind.kindType(p.pointee.kind).isTransmission
  }

  /// Whether one of the bodies of a lane is a kinematic body that moves, and the other is movable.
  @inline(__always)
  func isDriven(_ lane: Int) -> Bool {
    (writeA[lane] == 0 && bodyA[lane] > 0 && writeB[lane] > 0)
      || (writeB[lane] == 0 && bodyB[lane] > 0 && writeA[lane] > 0)
  }
}
