import CaromMaths

// Who shares energy in a step: what joints and contacts hold together. Unions go to the lower place, so
// that the first member of a group stands for it and all sums are in the order of the awake bodies.

extension World {
  /// Unites what the joints of a lane hold together, and marks what else they hold on to.
  private func uniteJoined(_ p: JointLanes, _ lane: Int) {
    let (parents, marks) = (energies.parents.base, energies.marks.base)
    let (a, b) = (Int(p.writeA[lane]) - 1, Int(p.writeB[lane]) - 1)
    if a >= 0 && b >= 0 {
      Self.unite(a, b, parents)
      marks[a] |= EnergyGroup.Mark.held
      marks[b] |= EnergyGroup.Mark.held
    } else if a >= 0 || b >= 0 {
      // A kinematic body is in the solver while it moves.
      let isDriven = (a >= 0 ? p.bodyB[lane] : p.bodyA[lane]) > 0
      marks[max(a, b)] |=
        EnergyGroup.Mark.held | EnergyGroup.Mark.anchored
        | (isDriven ? EnergyGroup.Mark.driven : 0)
    }
  }

  private static func unite(_ a: Int, _ b: Int, _ parents: UnsafeMutablePointer<Int32>) {
    let (x, y) = (first(a, parents), first(b, parents))
    parents[max(x, y)] = Int32(min(x, y))
  }

  private static func first(_ slot: Int, _ parents: UnsafeMutablePointer<Int32>) -> Int {
    var node = slot
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  /// Finds the groups of this step and gives each place its number.
  func findEnergyGroups() {
    let count = awake.count
    energies.parents.resize(count)
    energies.marks.resize(count)
    energies.numbers.resize(count)
    energies.groups.removeAll()
    let (parents, marks) = (energies.parents.base, energies.marks.base)
    for slot in 0..<count { (parents[slot], marks[slot]) = (Int32(slot), 0) }
    for index in 0..<jointSolver.balls.count {
      let lanes = JointLanes(jointSolver.balls.base + index)
      for lane in 0..<4 { uniteJoined(lanes, lane) }
    }
    for index in 0..<jointSolver.packs.count {
      let lanes = JointLanes(jointSolver.packs.base + index)
      for lane in 0..<4 { uniteJoined(lanes, lane) }
    }
    for slot in 0..<active.count where classes.base[slot] != 0 {
      let c = contacts.base + Int(active.base[slot])
      let a = poses.base + Int(c.pointee.bodyA)
      let b = poses.base + Int(c.pointee.bodyB)
      let (x, y) = (Int(a.pointee.solverIndex) - 1, Int(b.pointee.solverIndex) - 1)
      if a.pointee.isMovable && b.pointee.isMovable {
        Self.unite(x, y, parents)
      } else {
        let (member, other) = a.pointee.isMovable ? (x, y) : (y, x)
        marks[member] |= other >= 0 ? EnergyGroup.Mark.driven : EnergyGroup.Mark.touchesStatic
      }
    }
    for slot in 0..<count {
      let root = Self.first(slot, parents)
      parents[slot] = Int32(root)
      marks[root] |= marks[slot]
      if solver.masses.base[slot + 1].masses.w != 0 { marks[root] |= EnergyGroup.Mark.anchored }
    }
    let numbers = energies.numbers.base
    for slot in 0..<count {
      let root = Int(parents[slot])
      if root != slot {
        numbers[slot] = numbers[root]
      } else if marks[slot] & EnergyGroup.Mark.held != 0 {
        numbers[slot] = Int32(energies.groups.count)
        var group = EnergyGroup()
        group.marks = marks[slot]
        energies.groups.append(group)
      } else {
        numbers[slot] = -1
      }
    }
  }
}

/// The bodies of the joints of a pack of either kind.
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
