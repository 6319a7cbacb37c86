import CaromCollision
import CaromMaths

extension ContinuousCollision {
  /// Whether a ball surely moves from `start` to its current center without an impact: it meets
  /// only obstacles from which it stays apart, that it grazes, or that its contacts hold off.
  ///
  /// These are the tests of a search, without preparing one. Most balls that are swept pass them,
  /// such as those that fall freely, or roll and slide faster than a quarter of their radius in a
  /// step.
  func isFree(ball index: Int, radius: Float, from start: Vector3, _ obstacles: Obstacles) -> Bool {
    let b = bodies.base + index
    guard obstacles.contains(.statics), !b.pointee.has(BodyRecord.Flag.sensor) else {
      return false
    }
    let collider = b.pointee.firstCollider
    let path = ColliderPath(ball: radius, from: start, to: b.pointee.center)
    let box = path.bounds
    var isFree = true
    // Closures at the calls, which need no memory; a local function would be an object.
    if obstacles.contains(.kinematics) {
      trees.kinematics.query(box) { other in
        isFree = isClear(Int32(bitPattern: other), index, radius, start, path)
        return isFree
      }
    }
    if isFree && obstacles.contains(.dynamics) {
      trees.dynamics.query(box) { other in
        isFree = isClear(Int32(bitPattern: other), index, radius, start, path)
        return isFree
      }
    }
    if isFree {
      visitStatics(near: collider, within: box) { other in
        isFree = isClear(other, index, radius, start, path)
        return isFree
      }
    }
    return isFree
  }

  /// Whether a body has a contact with a dynamic body, touching or not.
  func hasDynamicContact(_ index: Int) -> Bool {
    var key = bodies.base[index].firstContact
    while key >= 0 {
      let contact = contacts.base + Int(key >> 1)
      let isA = key & 1 == 0
      key = isA ? contact.pointee.nextA : contact.pointee.nextB
      let other = isA ? contact.pointee.bodyB : contact.pointee.bodyA
      if bodies.poses.base[Int(other)].has(BodyPose.Flag.dynamic) { return true }
    }
    return false
  }

  /// Whether no obstacle is near the path of a body, whose center of mass moves from `start` to
  /// `end` while it rotates by at most `angle`, or only such as carry it along.
  ///
  /// The box contains those that a search would query, at a fraction of its cost.
  func meetsNothing(
    _ index: Int, from start: Vector3, to end: Vector3, outerRadius: Float, angle: Float,
    _ obstacles: Obstacles
  ) -> Bool {
    // Of the sub-sweep that is the whole motion: the height of its arcs is at most r·θ²/8.
    let bulge: Float = outerRadius * min(0.125 * angle * angle, 2)
    let box = AABB(min: start, max: start).union(end).expanded(by: outerRadius + bulge + 0.001)
    var isClear = true
    // Closures at the calls, which need no memory; a local function would be an object.
    if obstacles.contains(.statics) {
      trees.statics.query(box) { other in
        isClear = isOwn(other, index)
        return isClear
      }
    }
    if isClear && obstacles.contains(.kinematics) {
      trees.kinematics.query(box) { other in
        let obstacle = Int(colliders.base[Int(other)].body)
        isClear = obstacle == index || isCarried(index, from: start, to: end, angle, by: obstacle)
        return isClear
      }
    }
    if isClear && obstacles.contains(.dynamics) {
      trees.dynamics.query(box) { other in
        isClear = isOwn(other, index)
        return isClear
      }
    }
    return isClear
  }

  @inline(__always)
  private func isOwn(_ collider: UInt32, _ index: Int) -> Bool {
    Int(colliders.base[Int(collider)].body) == index
  }

  /// Whether a collider surely does not stop a ball that moves from `start` to its center.
  private func isClear(
    _ other: Int32, _ index: Int, _ radius: Float, _ start: Vector3, _ path: ColliderPath
  ) -> Bool {
    let b = bodies.base + index
    let obstacle = Int(colliders.base[Int(other)].body)
    if obstacle == index { return true }
    let pose = bodies.poses.base + obstacle
    if pose.pointee.solverIndex > 0 {
      return isCarried(index, from: start, to: b.pointee.center, 0, by: obstacle)
        || staysApart(from: obstacle, radius, start, b.pointee.center)
    }
    let placed =
      pose.pointee.has(BodyPose.Flag.simple)
      ? pose.pointee.transform
      : colliders.base[Int(other)].transform(in: bodies.base[obstacle].transform)
    let shape = shapes[Int(other)]
    if path.misses(shape, placed) { return true }
    let own = b.pointee.firstCollider
    guard rules.relation(index, own, obstacle, other).collides else { return true }
    let contact = contacts.map[PairMap.key(min(own, other), max(own, other))]
    guard contact >= 0, wasSolved(Int(contact)), !shape.isSurface else { return false }
    let n = normal(of: Int(contact), from: obstacle, towards: own)
    return n != .zero
      && isShallow(radius, start, b.pointee.center, below: n, of: shape, placed)
  }

  /// Whether a body surely moves so little relative to a kinematic body that contacts prevent
  /// tunneling, such as in a turning drum.
  ///
  /// The bounds are those of ``RelativeSweep/isFast``, but for rounding.
  private func isCarried(
    _ index: Int, from start: Vector3, to end: Vector3, _ angle: Float, by obstacle: Int
  ) -> Bool {
    guard let sweep = kinematicSweep(obstacle) else { return false }
    let (before, after) = (sweep.pointee.before, sweep.pointee.after)
    let moved: Vector3 = end - after.apply(before.unapply(start))
    let radius: Float = bodies.base[index].innerRadius
    return angle + sweep.pointee.angle < 0.5 && !SweepLimits.isFast(moved, 0.98 * radius)
  }

  /// Whether the spheres around a body and a moving obstacle surely do not meet in the step; the
  /// center of the body moves from `start` to `end`.
  ///
  /// Both centers move along lines at constant speed, so the least distance has a closed form.
  @inline(__always)
  func staysApart(
    from obstacle: Int, _ outerRadius: Float, _ start: Vector3, _ end: Vector3
  ) -> Bool {
    let o = bodies.base + obstacle
    let first: Vector3 = Vector3(bodies.poses.base[obstacle].center) - start
    let change: Vector3 = o.pointee.center - end - first
    let reach: Float = outerRadius + o.pointee.outerRadius + 0.001
    let squared: Float = change.lengthSquared
    let fraction: Float = squared > 0 ? min(max(-first.dot(change) / squared, 0), 1) : 0
    return (first + change * fraction).lengthSquared > reach * reach
  }
}

/// Whether a ball that moves from `start` to `end` ends so little below the plane of a contact with
/// normal `n` that it need not be swept.
func isShallow(
  _ radius: Float, _ start: Vector3, _ end: Vector3, below n: Vector3, of obstacle: Shape,
  _ placed: Transform
) -> Bool {
  let top: Float = obstacle.supportExtent(along: n, at: placed)
  return top - min(start.dot(n), end.dot(n)) < -0.5 * radius
}
