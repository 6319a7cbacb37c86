import CaromCollision
import CaromMaths

extension ContinuousCollision {
  /// Whether a body surely ends the step without an impact: it meets nothing, or, if it is a ball,
  /// only obstacles from which its path stays apart or its contacts hold it off.
  ///
  /// These are the tests of a search, without preparing one. Most bodies that are swept pass them,
  /// such as those that fall freely, or balls that roll and slide faster than a quarter of their
  /// radius in a step.
  func isFree(_ index: Int, _ motion: BodySweep, _ obstacles: Obstacles) -> Bool {
    let b = bodies.base + index
    let number = b.pointee.firstCollider
    let c = colliders.base + Int(number)
    guard c.pointee.isBall & c.pointee.isCentered != 0, c.pointee.next < 0,
      obstacles.contains(.statics), motion.angle <= 2
    else { return meetsNothing(index, motion, obstacles) }
    let part = SubSweep(
      from: motion.before, to: motion.after, motion.localCenter, motion.outerRadius, 0, of: 1)
    let moved: Vector3 = part.sweep.endCenter - part.sweep.startCenter
    guard SweepLimits.isFast(moved, b.pointee.innerRadius) else {
      return meetsNothing(index, motion, obstacles)
    }
    let path = ColliderPath(c.pointee, colliders.shapes[Int(number)], part)
    let box = path.bounds
    var isFree = true
    func visit(_ other: Int32) -> Bool {
      isFree = isClear(other, index, motion, part, path)
      return isFree
    }
    if obstacles.contains(.kinematics) {
      broadPhase.kinematics.view.query(box) { visit(Int32(bitPattern: $0)) }
    }
    if isFree && obstacles.contains(.dynamics) {
      broadPhase.dynamics.view.query(box) { visit(Int32(bitPattern: $0)) }
    }
    if isFree { visitStatics(near: number, within: box, visit) }
    return isFree
  }

  /// Whether no obstacle is near the path of a body.
  ///
  /// The box contains those that a search would query, at a fraction of its cost.
  private func meetsNothing(_ index: Int, _ motion: BodySweep, _ obstacles: Obstacles) -> Bool {
    // Of the sub-sweep that is the whole motion: the height of its arcs is at most r·θ²/8.
    let bulge: Float = motion.outerRadius * min(0.125 * motion.angle * motion.angle, 2)
    let box = motion.bounds.expanded(by: bulge + 0.001)
    var isClear = true
    func visit(_ other: UInt32) -> Bool {
      isClear = Int(colliders.base[Int(other)].body) == index
      return isClear
    }
    if obstacles.contains(.statics) { broadPhase.statics.view.query(box, visit) }
    if isClear && obstacles.contains(.kinematics) { broadPhase.kinematics.view.query(box, visit) }
    if isClear && obstacles.contains(.dynamics) { broadPhase.dynamics.view.query(box, visit) }
    return isClear
  }

  /// Whether a collider surely does not stop a ball on a path that is its whole motion.
  private func isClear(
    _ other: Int32, _ index: Int, _ motion: BodySweep, _ part: SubSweep, _ path: ColliderPath
  ) -> Bool {
    let obstacle = Int(colliders.base[Int(other)].body)
    if obstacle == index { return true }
    if bodies.base[obstacle].isAwake { return staysApart(motion, from: obstacle) }
    let placed = colliders.base[Int(other)].transform(in: bodies.base[obstacle].transform)
    let shape = colliders.shapes[Int(other)]
    if path.misses(shape, placed) { return true }
    let own = bodies.base[index].firstCollider
    guard rules.relation(index, own, obstacle, other).collides else { return true }
    let contact = contacts.map[PairMap.key(min(own, other), max(own, other))]
    guard contact >= 0, wasSolved(Int(contact)) else { return false }
    let n = normal(of: Int(contact), from: obstacle, towards: own)
    let swept = SweptCollider(own, colliders.base[Int(own)], colliders.shapes[Int(own)], part)
    return swept.isShallow(shape, placed, n)
  }

  /// Whether the sphere around a body surely does not meet that of a moving obstacle in the step.
  ///
  /// Both centers move along lines at constant speed, so the least distance has a closed form.
  @inline(__always)
  func staysApart(_ motion: BodySweep, from obstacle: Int) -> Bool {
    let o = bodies.base + obstacle
    let start: Vector3 = Vector3(bodies.poses.base[obstacle].center) - motion.startCenter
    let change: Vector3 = o.pointee.center - motion.endCenter - start
    let reach: Float = motion.outerRadius + o.pointee.outerRadius + 0.001
    let squared: Float = change.lengthSquared
    let fraction: Float = squared > 0 ? min(max(-start.dot(change) / squared, 0), 1) : 0
    return (start + change * fraction).lengthSquared > reach * reach
  }
}
