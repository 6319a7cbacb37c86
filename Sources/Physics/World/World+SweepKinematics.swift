import CaromCollision
import CaromMaths

/// A kinematic body that moves far in a step, and a box that it does not leave.
struct FastKinematic: BitwiseCopyable {
  var body: Int32
  var box: AABB
}

extension World {
  /// Whether a kinematic body may be elsewhere in this step than its box in the tree.
  func isFastKinematic(_ index: Int) -> Bool {
    let k = bodies.base + index
    guard k.pointee.isKinematic && k.pointee.isAwake else { return false }
    return k.pointee.motion.length + k.pointee.turn > settings.speculativeDistance
  }

  /// Notes the kinematic bodies that moved far among the first `count` awake ones.
  func findFastKinematics(_ count: Int) {
    fastKinematics.removeAll()
    guard broadPhase.kinematics.count > 0 else { return }
    for slot in 0..<count {
      let index = Int(awake.base[slot])
      guard isFastKinematic(index), !bodies.base[index].has(BodyRecord.Flag.sensor) else {
        continue
      }
      let subSweep = self.sweep(of: index).subSweep(0, of: 1)
      var box = AABB.empty
      var collider = bodies.base[index].firstCollider
      while collider >= 0 {
        let c = Int(collider)
        let sweep = subSweep.sweep(of: colliders.base[c])
        box = box.union(shapes[c].bounds(at: sweep.placement(at: 0)))
          .union(shapes[c].bounds(at: sweep.placement(at: 1)))
        collider = colliders.base[c].next
      }
      fastKinematics.append(
        FastKinematic(body: Int32(index), box: box.expanded(by: subSweep.bulge)))
    }
  }

  /// Takes dynamic bodies along that a fast kinematic body would pass in one step, asleep or not.
  ///
  /// A kinematic body is a static one that moves: what it meets ends the step in front of it, and
  /// bounces off its contact in the next. Fast dynamic bodies have been swept against it already; the
  /// rest is looked for only when it moved farther than its own inner radius, and theirs, allow a
  /// contact to sort out. `count` is how many bodies were awake in the step.
  func sweepKinematics(_ context: MoveContext, _ count: Int) {
    for entry in 0..<fastKinematics.count {
      let kinematic = fastKinematics.base[entry]
      let k = bodies.base + Int(kinematic.body)
      let far: Float = 4 * (k.pointee.motion.length + k.pointee.turn)
      guard far > k.pointee.innerRadius else { continue }
      var found: [Int32] = []
      broadPhase.dynamics.query(kinematic.box) { _, other in
        let body = colliders.base[Int(other)].body
        if far > bodies.base[Int(body)].innerRadius { found.append(body) }
        return true
      }
      found.sort()
      var last: Int32 = -1
      for body in found where body != last {
        last = body
        sweepKinematics(Int(body), by: Int(kinematic.body), context, count)
      }
    }
  }

  private func sweepKinematics(
    _ index: Int, by kinematic: Int, _ context: MoveContext, _ count: Int
  ) {
    let b = bodies.base + index
    let slot = Int(b.pointee.awakeIndex)
    let isListed =
      slot >= 0 && slot < count && moves.base[slot] & MoveContext.moved != 0
    let sweep = self.sweep(of: index)
    let center = sweep.before.apply(b.pointee.localCenter)
    guard stopAtImpact(index, sweep, .only(kinematic)) else { return }
    context.note(index, sweep.before, center)
    wake(index)
    if !isListed {
      movedIndices.append(Int32(index))
      if slot >= 0 && slot < count { moves.base[slot] |= MoveContext.moved }
    }
    updateProxyBoxes(index)
  }

  /// Gives the colliders of a body that was carried boxes around where it is now.
  private func updateProxyBoxes(_ index: Int) {
    let b = bodies.base + index
    let slack: Float = settings.speculativeDistance + b.pointee.innerRadius
    var collider = b.pointee.firstCollider
    while collider >= 0 {
      let c = colliders.base + Int(collider)
      let box = shapes[Int(collider)].bounds(at: c.pointee.transform(in: b.pointee.transform))
      broadPhase.move(c.pointee.proxy, to: box.expanded(by: slack), kind: b.pointee.kind)
      markMoved(collider)
      collider = c.pointee.next
    }
  }
}
