import CaromMaths

extension JointSolver {
  /// Fills a lane with a ball socket.
  @inline(__always)
  func fill(_ p: UnsafeMutablePointer<BallSocketPack>, _ lane: Int, _ joint: Int) {
    let j = joints.base + joint
    p.pointee.joints[lane] = Int32(joint)
    p.pointee.set(
      lane, side(Int(j.pointee.bodyA), j.pointee.frameA),
      side(Int(j.pointee.bodyB), j.pointee.frameB))
    let i = j.pointee.impulses
    p.pointee.impulse.set(lane, Vector3(i[0], i[1], i[2]))
  }

  /// Fills a lane with a joint of any kind.
  func fill(_ p: UnsafeMutablePointer<JointPack>, _ lane: Int, _ joint: Int, _ step: Float) {
    let j = joints.base + joint
    if p.pointee.hasSprings && j.pointee.springMass < 0 { measureSprings(joint, j) }
    p.pointee.joints[lane] = Int32(joint)
    p.pointee.set(
      lane, side(Int(j.pointee.bodyA), j.pointee.frameA),
      side(Int(j.pointee.bodyB), j.pointee.frameB), j, step: step)
    guard let axes = joints.axes.record(joint) else { return }
    let first = storage.axes.base + Int(p.pointee.firstAxis)
    for axis in 0..<6 {
      let mass = axes.pointee.springMass(axis)
      first[axis].set(lane, axes.pointee.axes[axis], springMass: mass, step: step)
    }
  }

  /// Loads the impulses of the previous step into the rows of a pack.
  func loadImpulses(_ p: UnsafeMutablePointer<JointPack>) {
    let first = storage.rows.base + Int(p.pointee.firstRow)
    for lane in 0..<4 where p.pointee.joints[lane] >= 0 {
      let j = joints.base + Int(p.pointee.joints[lane])
      for number in 0..<Int(p.pointee.rowCount) {
        let slot = Int(first[number].slot)
        if slot < JointSlot.count {
          first[number].impulse[lane] = j.pointee.impulses[slot]
        } else if let axes = joints.axes.record(Int(p.pointee.joints[lane])) {
          first[number].impulse[lane] = axes.pointee[slot]
        }
      }
    }
  }

  /// Marks a body as joined, and whether it has contacts too.
  @inline(__always)
  private func markJoined(_ index: Int32) {
    let f = solver.forces.base + Int(index)
    guard f.pointee.jointWarmStart == 0 else { return }
    f.pointee.jointWarmStart = f.pointee.isFree != 0 ? 1 : 2
    f.pointee.isFree = 0
    if f.pointee.gyroscopic >= 0 { storage.turning.append(index) }
    if f.pointee.jointWarmStart == 2 { storage.mixed.append(index) }
  }

  @inline(__always)
  private func side(_ body: Int, _ frame: Transform) -> JointSide {
    if body < 0 { return JointSide(world: frame) }
    let b = bodies.base + body
    let index = b.pointee.awakeIndex + 1
    if index > 0 { markJoined(index) }
    var side = JointSide(b, frame)
    (side.index, side.write) = (index, b.pointee.isDynamic ? index : 0)
    let m = solver.masses.base + Int(index)
    (side.inverseMass, side.inverseInertia) = (m.pointee.inverseMass, m.pointee.inverseInertia)
    return side
  }

  /// The side of a joint for measuring it between steps.
  func measuredSide(_ body: Int32, _ frame: Transform) -> JointSide {
    if body < 0 { return JointSide(world: frame) }
    let b = bodies.base + Int(body)
    var side = JointSide(b, frame)
    guard b.pointee.isDynamic else { return side }
    side.inverseMass = b.pointee.velocityFactor * b.pointee.inverseMass
    side.inverseInertia = b.pointee.worldInverseInertia(b.pointee.orientation)
    return side
  }
}
