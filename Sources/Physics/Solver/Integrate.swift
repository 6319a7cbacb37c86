import CaromMaths

/// Advances velocities by a substep: gravity, forces and damping.
///
///     v ← (v + h·a)·(1 − d)^h
func integrateVelocities(
  _ bodies: UnsafeMutablePointer<SolverBody>, _ forces: UnsafeMutablePointer<SolverForce>,
  _ count: Int, step: Float
) {
  for index in 1..<max(count, 1) {
    let b = bodies + index
    let f = forces + index
    var v = (b.pointee.linear + f.pointee.acceleration * step) * f.pointee.damping
    var w =
      (b.pointee.angular + f.pointee.angularAcceleration * step)
      * f.pointee.angularDamping
    if f.pointee.isLocked != 0 {
      v *= f.pointee.freedom
      w *= f.pointee.angularFreedom
    }
    b.pointee.linear = v
    b.pointee.angular = w
  }
}

/// Advances positions by a substep with the velocities just solved.
///
/// Where nothing touches, with the mean of the velocities before and after, so that a body in flight
/// follows its parabola exactly; where something does, with those that the contacts allow.
///
/// A turn of more than 45° in one substep is cut off: first-order rotation means nothing beyond it.
func integratePositions(
  _ bodies: UnsafeMutablePointer<SolverBody>, _ forces: UnsafeMutablePointer<SolverForce>,
  _ count: Int, step: Float
) {
  let greatest: Float = 0.25 * Float.pi / step
  for index in 1..<max(count, 1) {
    let b = bodies + index
    var moved = b.pointee.moved + b.pointee.linear * step
    if forces[index].isFree != 0 { moved -= forces[index].acceleration * (0.5 * step * step) }
    b.pointee.deltaPosition = F4(moved)
    var w = b.pointee.angular
    let squared: Float = w.lengthSquared
    if squared == 0 { continue }
    if squared > greatest * greatest {
      w = w * (greatest / squared.squareRoot())
      b.pointee.angular = w
    }
    b.pointee.deltaRotation = F4(b.pointee.turned.advanced(by: w, for: step))
  }
}

/// Turns the angular velocity of a free body as its inertia turns, keeping the angular momentum.
///
///     ω′ = I(q′)⁻¹ · I(q) · ω        I(q) = R(q)·I₀·R(q)ᵀ
///
/// Called before the positions advance, to the middle of the substep, and after, from the middle to
/// its end: the momentum is kept to rounding and, as the middle rule is of second order, the energy
/// nearly so; it can never leave the range between turning about the longest and shortest axis.
///
/// - Source: the discrete Euler equations in world momentum form; S. Buss, "Accurate and efficient
///   simulation of rigid-body rotations", J. Comput. Phys. 164, 2000.
@inline(__always)
func precess(
  _ w: Vector3, from q: Quaternion, to end: Quaternion, _ inertia: Matrix3, _ inverse: Matrix3
) -> Vector3 {
  // By what is missing, in the world: turning ω itself there and back would add up a rounding of one
  // in ten million in every substep, always to the same side.
  let momentum = q.rotate(inertia * q.unrotate(w))
  let missing = momentum - end.rotate(inertia * end.unrotate(w))
  return w + end.rotate(inverse * end.unrotate(missing))
}

/// Turns the angular velocities to the middle of the substep that begins.
func precessToMiddle(
  _ bodies: UnsafeMutablePointer<SolverBody>, _ forces: UnsafeMutablePointer<SolverForce>,
  _ count: Int, _ records: UnsafeMutablePointer<BodyRecord>, step: Float
) {
  for index in 1..<max(count, 1) where forces[index].gyroscopic >= 0 {
    let b = bodies + index
    let r = records + Int(forces[index].gyroscopic)
    let q = b.pointee.turned * r.pointee.orientation
    let w = b.pointee.angular
    // Twice towards the fixed point of ω at the middle.
    let guess = q.advanced(by: w, for: 0.5 * step)
    let better = precess(w, from: q, to: guess, r.pointee.inertia, r.pointee.inverseInertia)
    let middle = q.advanced(by: better, for: 0.5 * step)
    forces[index].middle = middle
    b.pointee.angular = precess(
      w, from: q, to: middle, r.pointee.inertia, r.pointee.inverseInertia)
  }
}

/// Turns the angular velocities from the middle of the substep to its end, after positions advanced.
func precessToEnd(
  _ bodies: UnsafeMutablePointer<SolverBody>, _ forces: UnsafeMutablePointer<SolverForce>,
  _ count: Int, _ records: UnsafeMutablePointer<BodyRecord>, step: Float
) {
  for index in 1..<max(count, 1) where forces[index].gyroscopic >= 0 {
    let b = bodies + index
    let r = records + Int(forces[index].gyroscopic)
    let end = b.pointee.turned * r.pointee.orientation
    b.pointee.angular = precess(
      b.pointee.angular, from: forces[index].middle, to: end, r.pointee.inertia,
      r.pointee.inverseInertia)
  }
}
