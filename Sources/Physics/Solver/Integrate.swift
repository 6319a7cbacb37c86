import CaromMaths

/// The arrays that integration reads and writes, as pointers for the threads.
struct IntegrateContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<SolverBody>
  let forces: UnsafeMutablePointer<SolverForce>
  let records: UnsafeMutablePointer<BodyRecord>
  let awake: UnsafeMutablePointer<Int32>
  /// The length of a substep in seconds.
  let step: Float
  /// The number of substeps in a step.
  let substeps: Int

  /// Advances velocities by a substep: gravity, forces and damping, then warm starting.
  ///
  ///     v ← (v + h·a)·(1 − d)^h
  ///
  /// In the first substep, warm starting applies the impulses of the constraints afterwards. In the
  /// others, the velocity change by impulses in the previous substep is added again. It equals the
  /// sum over the constraints of the body, since their lever arms do not change within a step.
  func integrateVelocities(_ range: Range<Int>, isFirst: Bool) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = min(index &+ 4, range.upperBound)
      let advanced = end &- index < 4 ? 0 : integrateFour(index, isFirst: isFirst)
      for number in index..<end where advanced & 1 &<< (number &- index) == 0 {
        integrateVelocity(number, isFirst: isFirst)
      }
      index = end
    }
  }

  /// Advances the velocities of a body by a substep.
  @inline(__always)
  private func integrateVelocity(_ index: Int, isFirst: Bool) {
    let (b, f) = (bodies + index, forces + index)
    let v: F4 = (b.pointee.velocity + f.pointee.acceleration * step) * f.pointee.damping
    if !isFirst && f.pointee.precession == .done {
      b.pointee.velocity = v
      return
    }
    let w: F4 =
      (b.pointee.angularVelocity + f.pointee.angularAcceleration * step)
      * f.pointee.angularDamping
    if f.pointee.isLocked != 0 {
      let (v, w) = withoutLockedAxes(index, v, w)
      return setVelocities(b, f, v, precessed(index, w, isFirst: isFirst), isFirst: isFirst)
    }
    if f.pointee.gyroscopic < 0 || w.dot3(w) <= precessionThreshold(f) {
      if f.pointee.precession != .late { f.pointee.precession = .none }
      return setVelocities(b, f, v, w, isFirst: isFirst)
    }
    setVelocities(b, f, v, precessed(index, w, isFirst: isFirst), isFirst: isFirst)
  }

  /// The angular velocity of a body after its precession in a substep, as far as it precesses
  /// before positions advance.
  @inline(never)
  private func precessed(_ index: Int, _ w: F4, isFirst: Bool) -> F4 {
    let (b, f) = (bodies + index, forces + index)
    if !isFirst && f.pointee.precession == .late { return w }
    f.pointee.precession = .none
    let squared: Float = w.dot3(w)
    if f.pointee.gyroscopic < 0 || !(squared > precessionThreshold(f)) { return w }
    if f.pointee.isFree != 0, let end = rotateFreely(index) {
      f.pointee.precession = .done
      return F4(end, w.w)
    }
    if squared * step * step < Self.maxImplicitTurn { return precessedImplicitly(f, b, w) }
    if f.pointee.jointWarmStart == 0 {
      f.pointee.precession = .late
    } else if let middle = precessedToMiddle(index, w) {
      f.pointee.precession = .half
      return middle
    }
    return w
  }

  /// Sets the velocities of a body without impulses, and adds the impulses of the previous substep.
  @inline(__always)
  func setVelocities(
    _ b: UnsafeMutablePointer<SolverBody>, _ f: UnsafeMutablePointer<SolverForce>, _ v: F4, _ w: F4,
    isFirst: Bool
  ) {
    var warm = F4()
    var angularWarm = F4()
    if !isFirst && f.pointee.jointWarmStart != 1 {
      warm = b.pointee.velocity - f.pointee.freeVelocity
      angularWarm = b.pointee.angularVelocity - f.pointee.freeAngularVelocity
      // The fourth lanes hold constants.
      warm.w = 0
      angularWarm.w = 0
    }
    f.pointee.freeVelocity = v
    f.pointee.freeAngularVelocity = w
    b.pointee.velocity = v + warm
    b.pointee.angularVelocity = w + angularWarm
  }

  /// The velocities without their components along locked axes.
  private func withoutLockedAxes(_ index: Int, _ v: F4, _ w: F4) -> (F4, F4) {
    let r = records + Int(awake[index - 1])
    let factor = r.pointee.velocityFactor
    let turns = r.pointee.angularVelocityFactor
    return (
      v * F4(factor.x == 0 ? 0 : 1, factor.y == 0 ? 0 : 1, factor.z == 0 ? 0 : 1, 1),
      w * F4(turns.x == 0 ? 0 : 1, turns.y == 0 ? 0 : 1, turns.z == 0 ? 0 : 1, 1)
    )
  }

  /// Advances positions by a substep.
  ///
  /// A body whose acceleration nothing resists moves with the mean of the velocities before and
  /// after the substep, so that it follows its parabola exactly; others move with the solved
  /// velocity.
  ///
  /// A rotation by more than 45° in one substep, beyond which first-order integration is
  /// meaningless, is computed exactly, and limited; see ``maxRate(_:)``.
  func integratePositions(_ range: Range<Int>) {
    let slowRate: Float = Self.slowAngle / step
    var index = range.lowerBound
    while index &+ 4 <= range.upperBound {
      for number in index..<index &+ 4 { displace(number) }
      if !rotateFour(index, slowRate) {
        for number in index..<index &+ 4 { rotate(number, slowRate) }
      }
      index &+= 4
    }
    while index < range.upperBound {
      displace(index)
      rotate(index, slowRate)
      index &+= 1
    }
  }

  /// Advances the position of a body by a substep.
  @inline(__always)
  private func displace(_ index: Int) {
    let b = bodies + index
    let f = forces + index
    var moved: F4 = b.pointee.deltaPosition + b.pointee.velocity * step
    if isBallistic(b, f) { moved = moved - f.pointee.acceleration * (0.5 * step * step) }
    moved.w = 0
    b.pointee.deltaPosition = moved
  }

  /// The angle in a substep up to which rotation is integrated by a method of first order.
  private static var slowAngle: Float { 0.25 * Float.pi }

  /// The maximum angular speed of a body: 32 radians in a step, as far as rotation is swept, or
  /// half a turn for a dynamic body that contacts or joints hold, except a ball without joints.
  ///
  /// Constraints take the lever arms of the beginning of the step. Beyond half a turn these have
  /// nothing to do with those of its end: a rod would gain a hundred times its energy at a floor.
  private func maxRate(_ index: Int) -> Float {
    let r = records + Int(awake[index - 1])
    let isRound = bodies[index].angularVelocity.w > 0 && !r.pointee.has(BodyRecord.Flag.jointed)
    let isHeld = r.pointee.isDynamic && forces[index].isFree == 0 && !isRound
    return (isHeld ? Float.pi : SweepLimits.maxAngle) / (step * Float(substeps))
  }

  /// Advances the rotation of a body by a substep.
  private func rotate(_ index: Int, _ slowRate: Float) {
    let b = bodies + index
    let f = forces + index
    if f.pointee.precession == .done { return }
    var w = b.pointee.angular
    let squared: Float = w.lengthSquared
    if squared == 0 { return }
    if squared > slowRate * slowRate {
      let (rate, maxRate) = (squared.squareRoot(), maxRate(index))
      if rate > maxRate {
        w = w * (maxRate / rate)
        f.pointee.freeAngularVelocity += F4(w - b.pointee.angular)
        b.pointee.angular = w
      }
      let turn = Quaternion(axis: w.normalized(or: .unitY), angle: min(rate, maxRate) * step)
      b.pointee.deltaRotation = F4((turn * b.pointee.turned).normalized)
    } else {
      b.pointee.deltaRotation = F4(b.pointee.turned.advanced(by: w, for: step))
    }
    if f.pointee.precession == .half { precessToEnd(index) }
  }

  /// Advances the rotations of four bodies at once, with the same bits as ``rotate(_:_:)``.
  ///
  /// Returns false, and changes nothing, if one of them precesses or rotates too fast.
  @inline(__always)
  private func rotateFour(_ index: Int, _ slowRate: Float) -> Bool {
    let (b, f) = (bodies + index, forces + index)
    let isSteady =
      f[0].precession == .none && f[1].precession == .none && f[2].precession == .none
      && f[3].precession == .none
    return isSteady
      && CaromPhysics.rotateFour(b, halfStep: 0.5 * step, maxSquared: slowRate * slowRate)
  }

  /// Whether no constraint resisted the acceleration of a body in the substep.
  ///
  /// A body may have a contact that it does not touch yet, that it has just left, or that acts
  /// across its acceleration only, such as friction. With the velocity of the end of the substep it
  /// would fall by ½·h²·g too far: a ball would lose 0.1 mm of its height in each substep around a
  /// bounce.
  @inline(__always)
  private func isBallistic(
    _ b: UnsafeMutablePointer<SolverBody>, _ f: UnsafeMutablePointer<SolverForce>
  ) -> Bool {
    if f.pointee.isFree != 0 { return true }
    if f.pointee.jointWarmStart != 0 { return false }
    let acceleration = f.pointee.acceleration
    let resisted: F4 = (b.pointee.velocity - f.pointee.freeVelocity) * acceleration
    let whole: F4 = acceleration * acceleration
    let sum: Float = resisted.x + resisted.y + resisted.z
    return abs(sum) <= 1e-3 * step * (whole.x + whole.y + whole.z)
  }
}

// MARK: Precession

extension IntegrateContext {
  /// The squared angular speed below which precession is not computed.
  ///
  /// Precession changes the angular velocity by at most ω², here 0.02 rad/s², for a body with
  /// contacts. For a body in flight it is skipped only below one rotation per day.
  @inline(__always)
  private func precessionThreshold(_ f: UnsafeMutablePointer<SolverForce>) -> Float {
    f.pointee.isFree != 0 ? 5e-9 : Self.contactThreshold
  }

  /// The same for a body with contacts or joints.
  static var contactThreshold: Float { 0.02 }

  /// The square of the angle in radians below which such a body precesses implicitly.
  static var maxImplicitTurn: Float { 0.0025 }
}

extension IntegrateContext {
  /// Rotates a body in flight by its motion in the whole step; returns the angular velocity at the
  /// end, or nil if the inertia is singular.
  private func rotateFreely(_ index: Int) -> Vector3? {
    let b = bodies + index
    let f = forces + index
    let r = records + Int(f.pointee.gyroscopic)
    var w = b.pointee.angular
    let maxRate = maxRate(index)
    if w.lengthSquared > maxRate * maxRate { w = w * (maxRate / w.length) }
    guard
      let (turned, velocity) = r.pointee.rotationInFlight(
        from: w, damping: f.pointee.angularDamping.x, substeps: substeps, of: step)
    else { return nil }
    b.pointee.deltaRotation = F4(turned)
    return velocity
  }
}

/// The angular velocity of a body after its inertia has rotated, with the same angular momentum.
///
///     ω′ = I(q′)⁻¹ · I(q) · ω        I(q) = R(q)·I₀·R(q)ᵀ
///
/// Called before positions advance, for the middle of the substep, and again afterwards, from the
/// middle to its end. The momentum is conserved to rounding. The energy is conserved nearly, since
/// the midpoint rule is of second order; it stays between the energies of rotation about the
/// longest and the shortest axis.
///
/// - Source: the discrete Euler equations in world momentum form; S. Buss, "Accurate and efficient
///   simulation of rigid-body rotations", J. Comput. Phys. 164, 2000.
@inline(__always)
func precess(
  _ w: Vector3, from q: Quaternion, to end: Quaternion, _ inertia: Matrix3, _ inverse: Matrix3
) -> Vector3 {
  // Only the difference is transformed: transforming ω itself back and forth would accumulate a
  // rounding error of one in ten million in every substep, always with the same sign.
  let momentum = q.rotate(inertia * q.unrotate(w))
  let missing = momentum - end.rotate(inertia * end.unrotate(w))
  return w + end.rotate(inverse * end.unrotate(missing))
}

extension IntegrateContext {
  /// The angular velocity at the middle of the substep of a body with joints, or nil if it differs
  /// by more than a tenth.
  ///
  /// Contacts act on the inertia of the beginning of the step. While a thin rod spins about its
  /// long axis and tumbles, that is up to hundreds of times the true one, and each impulse would
  /// add energy. Such a body keeps its angular velocity for the step, in which contacts and inertia
  /// then agree, and its energy is limited at the end of the step. A body without joints always
  /// does so; see ``Precession/late``.
  private func precessedToMiddle(_ index: Int, _ row: F4) -> F4? {
    let w = Vector3(row)
    let r = records + Int(forces[index].gyroscopic)
    let q = bodies[index].turned * r.pointee.orientation
    // One fixed-point iteration for ω at the middle is enough for a body with contacts.
    let middle = q.advanced(by: w, for: 0.5 * step)
    let end = precess(w, from: q, to: middle, r.pointee.inertia, r.pointee.inverseInertia)
    guard (end - w).lengthSquared < 0.01 * w.lengthSquared else { return nil }
    forces[index].middle = F4(middle)
    return F4(end, row.w)
  }

  /// The angular velocity after the precession of a substep, for a body with contacts that rotates
  /// by less than a twentieth of a radian.
  ///
  ///     I·(ω′ − ω) + h·ω′×I·ω′ = 0, by one Newton step from ω, in the body's axes
  ///
  /// It is of first order, at a third of the cost, and can lose energy but never adds any.
  ///
  /// - Source: E. Catto, "Numerical Methods", GDC 2015.
  @inline(__always)
  private func precessedImplicitly(
    _ f: UnsafeMutablePointer<SolverForce>, _ b: UnsafeMutablePointer<SolverBody>, _ row: F4
  ) -> F4 {
    let r = records + Int(f.pointee.gyroscopic)
    let q = b.pointee.turned * r.pointee.orientation
    let (inertia, inverse) = (r.pointee.inertia, r.pointee.inverseInertia)
    let w = q.unrotate(Vector3(row))
    let (x, y, z, missing): (Vector3, Vector3, Vector3, Vector3)
    // The columns of 1 + h·I⁻¹·([ω]·I − [I·ω]), which has no units; I is symmetric.
    if inertia.y.x == 0 && inertia.z.x == 0 && inertia.z.y == 0 {
      // The same without the terms that are zero.
      let m = Vector3(inertia.x.x, inertia.y.y, inertia.z.z)
      let l = Vector3(m.x * w.x, m.y * w.y, m.z * w.z)
      let (u, v, t) = (inverse.x.x, inverse.y.y, inverse.z.z)
      let torque = w.cross(l) * step
      missing = Vector3(u * torque.x, v * torque.y, t * torque.z)
      x = Vector3(1, v * ((w.z * m.x - l.z) * step), t * ((l.y - w.y * m.x) * step))
      y = Vector3(u * ((l.z - w.z * m.y) * step), 1, t * ((w.x * m.y - l.x) * step))
      z = Vector3(u * ((w.y * m.z - l.y) * step), v * ((l.x - w.x * m.z) * step), 1)
    } else {
      let momentum = inertia * w
      missing = inverse * (w.cross(momentum) * step)
      x = inverse * ((w.cross(inertia.x) - momentum.cross(.unitX)) * step) + .unitX
      y = inverse * ((w.cross(inertia.y) - momentum.cross(.unitY)) * step) + .unitY
      z = inverse * ((w.cross(inertia.z) - momentum.cross(.unitZ)) * step) + .unitZ
    }
    let yz = y.cross(z)
    let scale: Float = 1 / x.dot(yz)
    let change = Vector3(missing.dot(yz), x.dot(missing.cross(z)), x.dot(y.cross(missing)))
    return F4(q.rotate(w - change * scale), row.w)
  }

  /// Advances the angular velocity from the middle of the substep to its end, after positions have
  /// advanced.
  private func precessToEnd(_ index: Int) {
    let b = bodies + index
    let f = forces + index
    let r = records + Int(f.pointee.gyroscopic)
    let (inertia, inverse) = (r.pointee.inertia, r.pointee.inverseInertia)
    let end = b.pointee.turned * r.pointee.orientation
    let middle = Quaternion(f.pointee.middle)
    var w = b.pointee.angular
    if f.pointee.jointWarmStart == 1 {
      // Joints acted on the inertia of the start of the substep. A wheel that precesses turns into
      // the direction of the torque, so that a part of it would spin the wheel.
      let start = middle * end.inverse * middle
      let change: Vector3 = w - Vector3(f.pointee.freeAngularVelocity)
      w += precess(change, from: start, to: middle, inertia, inverse) - change
    }
    let after = precess(w, from: middle, to: end, inertia, inverse)
    b.pointee.angular = after
    f.pointee.freeAngularVelocity += F4(after - w)
  }
}
