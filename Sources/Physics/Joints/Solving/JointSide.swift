import CaromMaths

/// One of the two bodies of a joint, as the solver reads it.
struct JointSide {
  /// The solver index from which the body is read; 0 for immovable ones.
  var index: Int32 = 0
  /// The solver index to which it is written; 0 for bodies that joints do not move.
  var write: Int32 = 0
  var center = Vector3.zero
  /// From the center of mass to the anchor.
  var anchor = Vector3.zero
  var orientation = Quaternion.identity
  /// Along each axis of the world; differs where an axis is locked.
  var inverseMass = Vector3.zero
  var inverseInertia = Matrix3.zero
}

extension JointSide {
  /// Creates the side of the world.
  @inline(__always)
  init(world frame: Transform) { center = frame.position }

  /// Creates the side of a body in the pose of its record, without masses.
  @inline(__always)
  init(_ b: UnsafeMutablePointer<BodyRecord>, _ frame: Transform) {
    orientation = b.pointee.orientation
    center = b.pointee.center
    anchor = orientation.rotate(frame.position - b.pointee.localCenter)
  }
}

extension BallSocketPack {
  /// Sets the ball socket of a lane.
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
  /// Sets the joint of a lane; `step` is the length of a substep in seconds.
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
    orientationA.set(lane, a.orientation * j.pointee.frameA.orientation)
    orientationB.set(lane, b.orientation * j.pointee.frameB.orientation)
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
    // Other kinds with a second spring do not read the pose.
    if q.has(JointFeature.secondSpring) { pose.set(lane, q.poseTarget) }
    if q.has(JointFeature.pulley) {
      groundA.set(lane, q.groundA - a.center)
      groundB.set(lane, q.groundB - b.center)
      ratio[lane] = q.secondForce
    }
    if tracksRotation != 0 { tracked[lane] = j.pointee.impulses[JointSlot.last] }
    if q.secondTarget != 0 {
      (steerSine[lane], steerCosine[lane]) = Portable.sincos(q.secondTarget)
    }
  }
}
