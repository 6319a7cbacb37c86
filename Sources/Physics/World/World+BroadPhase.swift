import CaromCollision
import CaromMaths

// Which colliders are near each other. Each has a box in a tree, larger than its shape, so that it may
// move a while before the box must; two colliders are watched, by a contact, as long as their boxes
// overlap. Only what got a new box looks for new neighbours.
//
// Looking changes nothing, so all threads look, each for some of the colliders; what they found is
// done on one thread, in the order of the colliders that moved and then of their neighbours.

extension World {
  /// Makes contacts of colliders whose boxes began to overlap, and ends those whose boxes have parted.
  func findPairs() {
    guard !moved.isEmpty else { return }
    let size = pairSearch.chunkSize(moved.count)
    let context = PairContext(
      world: self, table: contactMap.view, trees: broadPhase, bodies: bodies.base,
      colliders: colliders.base,
      contacts: contacts.base, moved: moved.base, lists: pairSearch.lists, chunkSize: size)
    parallelFor(moved.count, chunkSize: size, minimumCount: 64) { range in
      // On the caller alone the range is whole; the lists are those of its parts all the same.
      var start = range.lowerBound
      while start < range.upperBound {
        context.search(start..<min(start + size, range.upperBound))
        start += size
      }
    }
    endStage(.search)
    for slot in 0..<moved.count { colliders.base[Int(moved.base[slot])].isMoved = 0 }
    let lists = pairSearch.lists
    let listCount = (moved.count + size - 1) / size
    moved.removeAll()
    for list in 0..<listCount {
      for slot in 0..<lists[list].separated.count {
        destroyContact(Int(lists[list].separated.base[slot]))
      }
    }
    for list in 0..<listCount {
      for slot in 0..<lists[list].found.count {
        let pair = lists[list].found.base[slot]
        createContact(min(pair.own, pair.other), max(pair.own, pair.other))
      }
    }
    endStage(.pairing)
  }

  // MARK: Boxes

  /// Copies the outcome of the solver into the bodies and brings their boxes up to date.
  func moveBodies(_ dt: Float) {
    movedIndices.removeAll()
    moves.resize(awake.count)
    let context = MoveContext(
      world: self, bodies: bodies.base, colliders: colliders.base, awake: awake.base,
      solved: solver.bodies.base, moves: moves.base,
      // Shapes do not change while bodies move, so their place outlives this scope.
      shapes: shapes.withUnsafeBufferPointer { $0 }, dynamics: broadPhase.dynamics.leaves,
      kinematics: broadPhase.kinematics.leaves, isContinuous: settings.isContinuous,
      hasKinematics: broadPhase.kinematics.count > 0,
      speculativeDistance: settings.speculativeDistance, dt: dt)
    parallelFor(awake.count, chunkSize: 64, minimumCount: 192) { range in
      for slot in range { context.move(slot) }
    }
    endStage(.moving)
    // What changes trees, and what looks at others that move, is done on one thread.
    let count = awake.count
    recordMoves(0..<count)
    if settings.isContinuous { findFastKinematics(count) }
    for slot in 0..<count where moves.base[slot] == MoveContext.deferred {
      context.moveDeferred(slot)
      recordMoves(slot..<slot + 1)
    }
    if settings.isContinuous { sweepKinematics(context, count) }
    if !movedIndices.isEmpty {
      queryState.invalidate(BodyKind.kinematic.code)
      queryState.invalidate(BodyKind.dynamic.code)
    }
    endStage(.trees)
  }

  /// Lists what moved among some awake bodies, and brings the trees up to date with their boxes.
  private func recordMoves(_ slots: Range<Int>) {
    changedDynamics.removeAll()
    changedKinematics.removeAll()
    let (moves, colliders, bodies) = (moves.base, colliders.base, bodies.base)
    for slot in slots where moves[slot] & MoveContext.moved != 0 {
      let index = Int(awake.base[slot])
      movedIndices.append(Int32(index))
      if moves[slot] & MoveContext.changed == 0 { continue }
      var collider = bodies[index].firstCollider
      while collider >= 0 {
        let c = colliders + Int(collider)
        if c.pointee.isMoved & MoveContext.needsRefit != 0 {
          c.pointee.isMoved &= ~MoveContext.needsRefit
          markMoved(collider)
          if bodies[index].isDynamic {
            changedDynamics.append(c.pointee.proxy)
          } else {
            changedKinematics.append(c.pointee.proxy)
          }
        }
        collider = c.pointee.next
      }
    }
    if !changedDynamics.isEmpty {
      broadPhase.dynamics.refit(above: UnsafeBufferPointer(changedDynamics.elements))
    }
    if !changedKinematics.isEmpty {
      broadPhase.kinematics.refit(above: UnsafeBufferPointer(changedKinematics.elements))
    }
  }
}
