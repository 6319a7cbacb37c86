import CaromMaths

/// What a joint needs of one of its bodies.
struct JointSide {
  /// Where the body is in the solver; 0 for what nothing moves.
  var index: Int32 = 0
  /// Where it is written to; 0 for what joints do not move.
  var write: Int32 = 0
  var center = Vector3.zero
  /// From the centre of mass to the anchor.
  var anchor = Vector3.zero
  var turn = Quaternion.identity
  /// Along each axis of the world.
  var inverseMass = Vector3.zero
  var inverseInertia = Matrix3.zero
}

extension JointSide {
  /// The world's side: the frame is where it is.
  @inline(__always)
  init(world frame: Transform) { center = frame.position }

  /// The side of a body where its record says that it is, without masses.
  @inline(__always)
  init(_ b: UnsafeMutablePointer<BodyRecord>, _ frame: Transform) {
    turn = b.pointee.orientation
    center = b.pointee.center
    anchor = turn.rotate(frame.position - b.pointee.localCenter)
  }
}

extension BallSocketPack {
  /// Puts a ball socket into a lane.
  @inline(__always)
  mutating func set(_ lane: Int, _ a: JointSide, _ b: JointSide) {
    (bodyA[lane], writeA[lane]) = (a.index, a.write)
    (bodyB[lane], writeB[lane]) = (b.index, b.write)
    (massA[lane], massB[lane]) = (a.inverseMass.x, b.inverseMass.x)
    (inertiaA[lane], inertiaB[lane]) = (a.inverseInertia.x.x, b.inverseInertia.x.x)
    anchorA.set(lane, a.anchor)
    anchorB.set(lane, b.anchor)
    centers.set(lane, b.center - a.center)
  }
}

extension JointPack {
  /// Puts a joint of any kind into a lane; `step` is the length of a substep.
  mutating func set(
    _ lane: Int, _ a: JointSide, _ b: JointSide, _ j: UnsafeMutablePointer<JointRecord>, step: Float
  ) {
    (bodyA[lane], writeA[lane]) = (a.index, a.write)
    (bodyB[lane], writeB[lane]) = (b.index, b.write)
    massA.set(lane, a.inverseMass)
    massB.set(lane, b.inverseMass)
    inertiaA.set(lane, a.inverseInertia)
    inertiaB.set(lane, b.inverseInertia)
    anchorA.set(lane, a.anchor)
    anchorB.set(lane, b.anchor)
    centers.set(lane, b.center - a.center)
    turnA.set(lane, a.turn * j.pointee.frameA.orientation)
    turnB.set(lane, b.turn * j.pointee.frameB.orientation)
    let q = j.pointee.parameters
    (lower[lane], upper[lane], target[lane]) = (q.lower, q.upper, q.target)
    (swingY[lane], swingZ[lane]) = (q.swingY, q.swingZ)
    motorSpeed[lane] = q.motorSpeed
    motorImpulse[lane] = min(q.motorForce * step, .greatestFiniteMagnitude)
    frictionImpulse[lane] = min(q.friction * step, .greatestFiniteMagnitude)
    steeringImpulse[lane] = min(q.secondForce * step, .greatestFiniteMagnitude)
    if q.has(JointFeature.spring) {
      spring.set(
        lane, hertz: q.springHertz, dampingRatio: q.springDamping,
        mass: Vector3(repeating: max(j.pointee.springMass, 0)), step: step)
    }
    if q.has(JointFeature.secondSpring) {
      second.set(
        lane, hertz: q.secondHertz, dampingRatio: q.secondDamping, mass: j.pointee.secondMass,
        step: step)
    }
    if j.pointee.kindNumber == .wheel && q.secondTarget != 0 {
      (steerSine[lane], steerCosine[lane]) = Portable.sincos(q.secondTarget)
    }
  }
}
