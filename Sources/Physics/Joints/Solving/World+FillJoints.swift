import CaromMaths

extension World {
  /// Puts a ball socket into a lane.
  @inline(__always)
  func fill(_ p: UnsafeMutablePointer<BallPack>, _ lane: Int, _ joint: Int) {
    let j = joints.base + joint
    let a = side(Int(j.pointee.bodyA), j.pointee.frameA)
    let b = side(Int(j.pointee.bodyB), j.pointee.frameB)
    p.pointee.joints[lane] = Int32(joint)
    (p.pointee.bodyA[lane], p.pointee.writeA[lane]) = (a.index, a.write)
    (p.pointee.bodyB[lane], p.pointee.writeB[lane]) = (b.index, b.write)
    let masses = solver.masses.base
    p.pointee.massA[lane] = masses[Int(a.index)].inverseMass.x
    p.pointee.massB[lane] = masses[Int(b.index)].inverseMass.x
    p.pointee.inertiaA[lane] = masses[Int(a.index)].inverseInertia.x.x
    p.pointee.inertiaB[lane] = masses[Int(b.index)].inverseInertia.x.x
    p.pointee.anchorA.set(lane, a.anchor)
    p.pointee.anchorB.set(lane, b.anchor)
    p.pointee.centers.set(lane, b.center - a.center)
    let i = j.pointee.impulses
    p.pointee.impulse.set(lane, Vector3(i[0], i[1], i[2]))
  }

  /// Puts a joint of any kind into a lane.
  func fill(_ p: UnsafeMutablePointer<JointPack>, _ lane: Int, _ joint: Int, _ step: Float) {
    let j = joints.base + joint
    let a = side(Int(j.pointee.bodyA), j.pointee.frameA)
    let b = side(Int(j.pointee.bodyB), j.pointee.frameB)
    p.pointee.joints[lane] = Int32(joint)
    (p.pointee.bodyA[lane], p.pointee.writeA[lane]) = (a.index, a.write)
    (p.pointee.bodyB[lane], p.pointee.writeB[lane]) = (b.index, b.write)
    let masses = solver.masses.base
    p.pointee.massA.set(lane, masses[Int(a.index)].inverseMass)
    p.pointee.massB.set(lane, masses[Int(b.index)].inverseMass)
    p.pointee.inertiaA.set(lane, masses[Int(a.index)].inverseInertia)
    p.pointee.inertiaB.set(lane, masses[Int(b.index)].inverseInertia)
    p.pointee.anchorA.set(lane, a.anchor)
    p.pointee.anchorB.set(lane, b.anchor)
    p.pointee.centers.set(lane, b.center - a.center)
    p.pointee.turnA.set(lane, a.turn * j.pointee.frameA.orientation)
    p.pointee.turnB.set(lane, b.turn * j.pointee.frameB.orientation)
    let q = j.pointee.parameters
    p.pointee.lower[lane] = q.lower
    p.pointee.upper[lane] = q.upper
    p.pointee.motorSpeed[lane] = q.motorSpeed
    p.pointee.motorImpulse[lane] = min(q.motorForce * step, .greatestFiniteMagnitude)
    p.pointee.frictionImpulse[lane] = min(q.friction * step, .greatestFiniteMagnitude)
    p.pointee.steeringImpulse[lane] = min(q.secondForce * step, .greatestFiniteMagnitude)
    p.pointee.target[lane] = q.target
    (p.pointee.swingY[lane], p.pointee.swingZ[lane]) = (q.swingY, q.swingZ)
    if q.has(JointFeature.spring) {
      p.pointee.spring.set(
        lane,
        SpringCoefficients(hertz: q.springHertz, dampingRatio: q.springDamping, step: step))
    }
    if q.has(JointFeature.secondSpring) {
      p.pointee.second.set(
        lane,
        SpringCoefficients(hertz: q.secondHertz, dampingRatio: q.secondDamping, step: step))
    }
    if j.pointee.kindNumber == .wheel && q.secondTarget != 0 {
      let (sine, cosine) = Portable.sincos(q.secondTarget)
      (p.pointee.steerSine[lane], p.pointee.steerCosine[lane]) = (sine, cosine)
    }
  }

  /// Gives the rows of a pack the impulses of the step before.
  func loadImpulses(_ p: UnsafeMutablePointer<JointPack>) {
    let first = jointSolver.rows.base + Int(p.pointee.firstRow)
    for lane in 0..<4 where p.pointee.joints[lane] >= 0 {
      let j = joints.base + Int(p.pointee.joints[lane])
      for number in 0..<Int(p.pointee.rowCount) {
        first[number].impulse[lane] = j.pointee.impulses[Int(first[number].slot)]
      }
    }
  }

  /// What a joint needs of one of its bodies.
  private struct Side {
    /// In the solver; 0 for what nothing moves.
    var index: Int32 = 0
    var write: Int32 = 0
    var center = Vector3.zero
    var anchor = Vector3.zero
    var turn = Quaternion.identity
  }

  /// Marks a body as held by joints, and whether it has contacts too.
  @inline(__always)
  private func noteJoined(_ index: Int32) {
    let f = solver.forces.base + Int(index)
    guard f.pointee.joined == 0 else { return }
    f.pointee.joined = f.pointee.isFree != 0 ? 1 : 2
    f.pointee.isFree = 0
    if f.pointee.joined == 2 { jointSolver.mixed.append(index) }
  }

  @inline(__always)
  private func side(_ body: Int, _ frame: Transform) -> Side {
    // The world: the frame is where it is.
    if body < 0 { return Side(center: frame.position) }
    let b = bodies.base + body
    let index = b.pointee.awakeIndex + 1
    if index > 0 { noteJoined(index) }
    let q = b.pointee.orientation
    return Side(
      index: index, write: b.pointee.isDynamic ? index : 0, center: b.pointee.center,
      anchor: q.rotate(frame.position - b.pointee.localCenter), turn: q)
  }
}
