import CaromMaths

// The motion that the solver computed for a step becomes that of the body, within limits.

extension MoveContext {
  /// The maximum displacement of a body in the step, in meters.
  private var maxDisplacement: Float { BodyLimits.maxSpeed * dt }

  /// Applies the motion of the step to a body.
  ///
  /// Linear speed, surface speed and displacement are limited to 10 km/s. A body whose state
  /// overflowed, or that would leave the world, stays where it is without velocity, so that an
  /// overflow by extreme masses and forces in a file does not affect other bodies.
  @inline(__always)
  func apply(
    _ b: UnsafeMutablePointer<BodyRecord>, _ s: SolverBody, _ f: UnsafeMutablePointer<SolverForce>
  ) {
    let (velocity, angularVelocity, turned) = (s.linear, s.angular, s.turned)
    // 0 times anything else than a number is not a number.
    let zeros: F4 =
      s.velocity * 0 + s.angularVelocity * 0 + s.deltaPosition * 0 + s.deltaRotation * 0
    let isFinite = all(zeros .== F4())
    let squared: Float = s.moved.lengthSquared
    let isLimited: Bool = squared > maxDisplacement * maxDisplacement
    // The square may overflow where the displacement does not.
    let moved: Vector3 = isLimited ? (s.moved * (1 / s.moved.magnitudes.greatest)) : s.moved
    let displacement: Vector3 =
      isLimited ? moved.normalized(or: .zero) * maxDisplacement : moved
    guard isFinite, BodyLimits.isInWorld(b.pointee.center + displacement) else {
      b.pointee.velocity = .zero
      b.pointee.angularVelocity = .zero
      return
    }
    b.pointee.velocity = velocity
    let maxSpeed: Float = BodyLimits.maxSpeed
    if velocity.lengthSquared > maxSpeed * maxSpeed {
      b.pointee.velocity = velocity * (maxSpeed / velocity.length)
    }
    let previous = b.pointee.angularVelocity
    b.pointee.angularVelocity = angularVelocity
    let surfaceSpeed: Float = angularVelocity.magnitudes.greatest * b.pointee.outerRadius
    if surfaceSpeed > maxSpeed {
      b.pointee.angularVelocity = angularVelocity * (maxSpeed / surfaceSpeed)
    }
    b.pointee.center += displacement
    if turned != .identity {
      var end = Quaternion(F4.product(s.deltaRotation, F4(b.pointee.orientation))).normalized
      if b.pointee.has(BodyRecord.Flag.gyroscopic) {
        if f.pointee.precession == .late, let free = rotationInFlight(b, s, f, previous) {
          end = (free.turned * b.pointee.orientation).normalized
          b.pointee.angularVelocity = free.velocity
        } else if f.pointee.precession == .late {
          b.pointee.angularVelocity = b.pointee.precessed(
            b.pointee.angularVelocity, from: b.pointee.orientation, to: end)
        } else if SweepLimits.isSpinning(turned.vector) {
          b.pointee.angularVelocity = clampRotationalEnergy(
            b, previous, b.pointee.angularVelocity, end)
        }
      }
      b.pointee.orientation = end
    }
    b.pointee.updatePosition()
  }

  /// The rotation of a body with contacts in a step in which none of them acted, and its angular
  /// velocity at the end; nil if one acted.
  ///
  /// The body may be near to others without touching them. Without impulses, damping and torque
  /// alone give the angular velocity of the solver, to the last bit.
  private func rotationInFlight(
    _ b: UnsafeMutablePointer<BodyRecord>, _ s: SolverBody, _ f: UnsafeMutablePointer<SolverForce>,
    _ previous: Vector3
  ) -> (turned: Quaternion, velocity: Vector3)? {
    let step: Float = dt / Float(substeps)
    var w = F4(previous)
    for _ in 0..<substeps {
      w = (w + f.pointee.angularAcceleration * step) * f.pointee.angularDamping
    }
    guard Vector3(w) == s.angular else { return nil }
    return b.pointee.rotationInFlight(
      from: previous, damping: f.pointee.angularDamping.x, substeps: substeps, of: step)
  }

  /// The angular velocity of a body that rotated far in a step, limited so that it gains no
  /// spurious energy.
  ///
  /// Contacts act on the inertia of the beginning of the step. After a plate or a rod has rotated,
  /// the same change of angular velocity corresponds to another change of energy, up to twenty
  /// times as much. So the energy is limited to the initial energy plus the work of the impulses,
  ///
  ///     ω₀·I₀·Δω + ½ Δω·I₀·Δω        Δω = ω₁ − I₁⁻¹·I₀·ω₀
  private func clampRotationalEnergy(
    _ b: UnsafeMutablePointer<BodyRecord>, _ before: Vector3, _ after: Vector3, _ end: Quaternion
  ) -> Vector3 {
    let start = b.pointee.orientation
    let (inertia, inverse) = (b.pointee.inertia, b.pointee.inverseInertia)
    let momentum: Vector3 = start.rotate(inertia * start.unrotate(before))
    let free: Vector3 = end.rotate(inverse * end.unrotate(momentum))
    let change: Vector3 = after - free
    let work: Float =
      momentum.dot(change) + 0.5 * change.dot(start.rotate(inertia * start.unrotate(change)))
    let allowed: Float = 0.5 * before.dot(momentum) + max(work, 0)
    let energy: Float = 0.5 * after.dot(end.rotate(inertia * end.unrotate(after)))
    if !(energy > 1.02 * allowed) { return after }
    return after * (allowed / energy).squareRoot()
  }
}
