import CaromMaths

/// Everything about a step that preparing its contacts needs.
struct PrepareContext {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  let masses: UnsafeMutablePointer<SolverMass>
  let forces: UnsafeMutablePointer<SolverForce>
  let gravity: Vector3
  let step: Float

  /// Fills a constraint and its points from a contact.
  func prepare(
    _ contact: Int, _ c: UnsafeMutablePointer<ContactConstraint>,
    _ out: UnsafeMutablePointer<ConstraintPoint>, firstPoint: Int
  ) {
    let record = contacts + contact
    let a = bodies + Int(record.pointee.bodyA)
    let b = bodies + Int(record.pointee.bodyB)
    let n = record.pointee.normal
    let indexA = Int32(a.pointee.awakeIndex + 1)
    let indexB = Int32(b.pointee.awakeIndex + 1)
    let ma = masses + Int(indexA)
    let mb = masses + Int(indexB)
    let count = Int(record.pointee.pointCount)
    forces[Int(indexA)].isFree = 0
    forces[Int(indexB)].isFree = 0
    var k = ContactConstraint()
    (k.bodyA, k.bodyB, k.contact) = (indexA, indexB, Int32(contact))
    (k.firstPoint, k.pointCount) = (Int32(firstPoint), Int32(count))
    k.isAnchored = ma.pointee.inverseMass == .zero || mb.pointee.inverseMass == .zero ? 1 : 0
    k.normal = n
    k.tangent1 = n.perpendicular
    k.tangent2 = n.cross(k.tangent1)
    k.friction = CombineMode.combine(
      a.pointee.friction, a.pointee.frictionCombine, b.pointee.friction,
      b.pointee.frictionCombine)
    k.restitution = CombineMode.combine(
      a.pointee.restitution, a.pointee.restitutionCombine, b.pointee.restitution,
      b.pointee.restitutionCombine)
    k.bounceSpeed = bounceSpeed(a, b, n)
    k.pull =
      (forces[Int(indexB)].acceleration - forces[Int(indexA)].acceleration).dot(n)
    let roundA = roundRadius(record.pointee.colliderA, a, n)
    let roundB = roundRadius(record.pointee.colliderB, b, n)
    let rolling = max(a.pointee.rollingFriction, b.pointee.rollingFriction)
    if rolling > 0 {
      k.rollingArm = rolling * max(roundA, roundB)
      k.rollingMass = (ma.pointee.inverseInertia + mb.pointee.inverseInertia).inverse
      k.rollingImpulse = record.pointee.rollingImpulse
    }
    var middle = Vector3.zero
    for number in 0..<count { middle += points[contact * 4 + number].position }
    middle = middle / Float(count)
    let centerA = indexA > 0 ? a.pointee.center : middle
    let centerB = indexB > 0 ? b.pointee.center : middle
    for number in 0..<count {
      let source = points + (contact * 4 + number)
      var p = ConstraintPoint()
      let separation: Float = source.pointee.separation
      p.anchorA = source.pointee.position - centerA
      p.anchorB = source.pointee.position - centerB
      let half = n * (0.5 * separation)
      if indexA > 0 { p.coreA = p.anchorA - half - n * roundA }
      if indexB > 0 { p.coreB = p.anchorB + half + n * roundB }
      p.baseSeparation = separation - (p.coreB - p.coreA).dot(n)
      p.normalMass = inverse(response(n, p.anchorA, p.anchorB, ma, mb))
      p.impulse = source.pointee.impulse
      p.isHit = p.impulse > 0 ? 1 : 0
      let velocityA = a.pointee.velocity + a.pointee.angularVelocity.cross(p.anchorA)
      let velocityB = b.pointee.velocity + b.pointee.angularVelocity.cross(p.anchorB)
      p.approach = (velocityB - velocityA).dot(n)
      p.leverArm = (source.pointee.position - middle).length
      out[firstPoint + number] = p
    }
    if k.friction > 0 { prepareFriction(&k, record, middle - centerA, middle - centerB, ma, mb) }
    c.pointee = k
  }

  private func prepareFriction(
    _ k: inout ContactConstraint, _ record: UnsafeMutablePointer<ContactRecord>, _ rA: Vector3,
    _ rB: Vector3, _ ma: UnsafeMutablePointer<SolverMass>, _ mb: UnsafeMutablePointer<SolverMass>
  ) {
    (k.anchorA, k.anchorB) = (rA, rB)
    let (t1, t2) = (k.tangent1, k.tangent2)
    let (a1, a2) = (rA.cross(t1), rA.cross(t2))
    let (b1, b2) = (rB.cross(t1), rB.cross(t2))
    let mass = ma.pointee.inverseMass + mb.pointee.inverseMass
    let (ia1, ib1) = (ma.pointee.inverseInertia * a1, mb.pointee.inverseInertia * b1)
    let k11: Float = (mass * t1).dot(t1) + a1.dot(ia1) + b1.dot(ib1)
    let k12: Float = (mass * t1).dot(t2) + a2.dot(ia1) + b2.dot(ib1)
    let k22: Float =
      (mass * t2).dot(t2) + a2.dot(ma.pointee.inverseInertia * a2)
      + b2.dot(mb.pointee.inverseInertia * b2)
    let determinant: Float = k11 * k22 - k12 * k12
    if determinant > 1e-6 * k11 * k22 {
      let scale: Float = 1 / determinant
      (k.mass11, k.mass12, k.mass22) = (k22 * scale, -k12 * scale, k11 * scale)
    } else {
      // An axis is locked: each direction on its own.
      (k.mass11, k.mass12, k.mass22) = (inverse(k11), 0, inverse(k22))
    }
    k.impulse1 = record.pointee.frictionImpulse.dot(t1)
    k.impulse2 = record.pointee.frictionImpulse.dot(t2)
    if k.pointCount > 1 {
      let n = k.normal
      let turn = (ma.pointee.inverseInertia * n + mb.pointee.inverseInertia * n).dot(n)
      k.twistMass = inverse(turn)
      k.twistImpulse = record.pointee.twistImpulse
    }
  }

  /// How much a unit impulse along `n` at the anchors changes the speed along `n`.
  @inline(__always)
  private func response(
    _ n: Vector3, _ rA: Vector3, _ rB: Vector3, _ ma: UnsafeMutablePointer<SolverMass>,
    _ mb: UnsafeMutablePointer<SolverMass>
  ) -> Float {
    let (a, b) = (rA.cross(n), rB.cross(n))
    let mass = ma.pointee.inverseMass + mb.pointee.inverseMass
    return (mass * n).dot(n) + a.dot(ma.pointee.inverseInertia * a)
      + b.dot(mb.pointee.inverseInertia * b)
  }

  @inline(__always)
  private func inverse(_ k: Float) -> Float { k > 1e-20 ? 1 / k : 0 }

  /// The slowest approach that bounces.
  ///
  /// One and a half times what gravity adds along the normal in a step, so that resting bodies do
  /// not hop; 0.1 mm/s where gravity has no part, so that a slow ball keeps its speed for ever.
  private func bounceSpeed(
    _ a: UnsafeMutablePointer<BodyRecord>, _ b: UnsafeMutablePointer<BodyRecord>, _ n: Vector3
  ) -> Float {
    let fallsA = a.pointee.isDynamic && a.pointee.has(BodyRecord.Flag.gravity)
    let fallsB = b.pointee.isDynamic && b.pointee.has(BodyRecord.Flag.gravity)
    var pull: Float = 0
    if fallsA { pull = abs((gravity * a.pointee.velocityFactor).dot(n)) }
    if fallsB { pull = max(pull, abs((gravity * b.pointee.velocityFactor).dot(n))) }
    return 1e-4 + 1.5 * step * pull
  }

  /// The radius of the surface at right angles to `n`, as far as the body may roll on it.
  private func roundRadius(
    _ collider: Int32, _ body: UnsafeMutablePointer<BodyRecord>, _ n: Vector3
  ) -> Float {
    let c = colliders + Int(collider)
    guard c.pointee.roundRadius > 0 else { return 0 }
    guard c.pointee.roundsAboutY != 0 else { return c.pointee.roundRadius }
    let axis = body.pointee.orientation.rotate(c.pointee.placement.orientation.rotate(.unitY))
    return abs(axis.dot(n)) < 0.02 ? c.pointee.roundRadius : 0
  }
}
