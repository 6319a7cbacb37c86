import CaromMaths

// The three passes over contacts. Soft step: velocities are solved with a soft push that also
// removes overlap, positions advance, then the same velocities are solved again without the push, so
// that removing overlap leaves no energy behind.
//
// Source: E. Catto, "Solver2D", 2024; M. Macklin et al., "Small Steps in Physics Simulation", 2019;
// friction as one block in the middle: E. Catto, "Solving friction", Box2D blog, and Box3D's notes.

/// Applies the impulses of the substep before.
func warmStartContacts(
  _ constraints: UnsafeMutablePointer<ContactConstraint>, _ count: Int,
  _ points: UnsafeMutablePointer<ConstraintPoint>, _ bodies: UnsafeMutablePointer<SolverBody>,
  _ masses: UnsafeMutablePointer<SolverMass>
) {
  for index in 0..<count {
    let c = constraints + index
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let ma = masses + Int(c.pointee.bodyA)
    let mb = masses + Int(c.pointee.bodyB)
    let n = c.pointee.normal
    var linear = Vector3.zero
    var angularA = c.pointee.rollingImpulse + n * c.pointee.twistImpulse
    var angularB = angularA
    for number in 0..<Int(c.pointee.pointCount) {
      let p = points + (Int(c.pointee.firstPoint) &+ number)
      let push = n * p.pointee.impulse
      linear += push
      angularA += p.pointee.anchorA.cross(push)
      angularB += p.pointee.anchorB.cross(push)
    }
    let rub = c.pointee.tangent1 * c.pointee.impulse1 + c.pointee.tangent2 * c.pointee.impulse2
    linear += rub
    angularA += c.pointee.anchorA.cross(rub)
    angularB += c.pointee.anchorB.cross(rub)
    a.pointee.linear -= linear * ma.pointee.inverseMass
    a.pointee.angular -= ma.pointee.inverseInertia * angularA
    b.pointee.linear += linear * mb.pointee.inverseMass
    b.pointee.angular += mb.pointee.inverseInertia * angularB
  }
}

/// Solves the normals of all contacts once; with `isPushing` softly and removing overlap.
///
/// A point that is still apart may close its gap within the substep but no more, so fast bodies stop
/// at the surface. `elapsed` is the time since the step began, for the speed of impacts.
func solveNormals(
  _ constraints: UnsafeMutablePointer<ContactConstraint>, _ count: Int,
  _ points: UnsafeMutablePointer<ConstraintPoint>, _ bodies: UnsafeMutablePointer<SolverBody>,
  _ masses: UnsafeMutablePointer<SolverMass>, inverseStep: Float, soft: Softness,
  anchored: Softness, pushSpeed: Float, elapsed: Float, isPushing: Bool
) {
  for index in 0..<count {
    let c = constraints + index
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let ma = masses + Int(c.pointee.bodyA)
    let mb = masses + Int(c.pointee.bodyB)
    var va = a.pointee.linear
    var wa = a.pointee.angular
    var vb = b.pointee.linear
    var wb = b.pointee.angular
    if !isPushing { solveFriction(c, points, &va, &wa, &vb, &wb, ma, mb) }
    let n = c.pointee.normal
    let softness = c.pointee.isAnchored != 0 ? anchored : soft
    let drift = (b.pointee.moved - a.pointee.moved).dot(n)
    let qa = a.pointee.turned
    let qb = b.pointee.turned
    for number in 0..<Int(c.pointee.pointCount) {
      let p = points + (Int(c.pointee.firstPoint) &+ number)
      let swing = qb.rotate(p.pointee.coreB) - qa.rotate(p.pointee.coreA)
      let separation: Float = p.pointee.baseSeparation + drift + swing.dot(n)
      let rA = p.pointee.anchorA
      let rB = p.pointee.anchorB
      let relative = vb + wb.cross(rB) - va - wa.cross(rA)
      let speed: Float = relative.dot(n)
      var bias: Float = 0
      var massScale: Float = 1
      var impulseScale: Float = 0
      if separation > 0 {
        bias = separation * inverseStep
      } else if isPushing {
        bias = max(softness.rate * separation, -pushSpeed)
        massScale = softness.massScale
        impulseScale = softness.impulseScale
      }
      let old: Float = p.pointee.impulse
      let wanted: Float = -p.pointee.normalMass * massScale * (speed + bias) - impulseScale * old
      let impulse: Float = max(old + wanted, 0)
      let change: Float = impulse - old
      p.pointee.impulse = impulse
      if !isPushing { p.pointee.totalImpulse += impulse }
      if impulse > 0 && p.pointee.isHit == 0 {
        p.pointee.isHit = 1
        p.pointee.approach += c.pointee.pull * elapsed
      }
      let push = n * change
      va -= push * ma.pointee.inverseMass
      wa -= ma.pointee.inverseInertia * rA.cross(push)
      vb += push * mb.pointee.inverseMass
      wb += mb.pointee.inverseInertia * rB.cross(push)
    }
    if c.pointee.bodyA > 0 {
      a.pointee.linear = va
      a.pointee.angular = wa
    }
    if c.pointee.bodyB > 0 {
      b.pointee.linear = vb
      b.pointee.angular = wb
    }
  }
}

/// Solves rolling, twist and sliding friction of one contact, in this order.
///
/// Each is limited by the normal impulses of the substep: sliding within a circle of radius μ·N, so
/// that it acts straight against the motion.
@inline(__always)
func solveFriction(
  _ c: UnsafeMutablePointer<ContactConstraint>, _ points: UnsafeMutablePointer<ConstraintPoint>,
  _ va: inout Vector3, _ wa: inout Vector3, _ vb: inout Vector3, _ wb: inout Vector3,
  _ ma: UnsafeMutablePointer<SolverMass>, _ mb: UnsafeMutablePointer<SolverMass>
) {
  var total: Float = 0
  var twistReach: Float = 0
  for number in 0..<Int(c.pointee.pointCount) {
    let p = points + (Int(c.pointee.firstPoint) &+ number)
    total += p.pointee.impulse
    twistReach += p.pointee.impulse * p.pointee.leverArm
  }
  if c.pointee.rollingArm > 0 {
    let old = c.pointee.rollingImpulse
    var impulse = old - c.pointee.rollingMass * (wb - wa)
    let limit: Float = c.pointee.rollingArm * total
    let squared: Float = impulse.lengthSquared
    if squared > limit * limit { impulse = impulse * (limit / squared.squareRoot()) }
    c.pointee.rollingImpulse = impulse
    let change = impulse - old
    wa -= ma.pointee.inverseInertia * change
    wb += mb.pointee.inverseInertia * change
  }
  if c.pointee.friction <= 0 { return }
  let n = c.pointee.normal
  if c.pointee.pointCount > 1 {
    let old: Float = c.pointee.twistImpulse
    let limit: Float = c.pointee.friction * twistReach
    let wanted: Float = old - c.pointee.twistMass * (wb - wa).dot(n)
    let impulse: Float = min(max(wanted, -limit), limit)
    c.pointee.twistImpulse = impulse
    let change = n * (impulse - old)
    wa -= ma.pointee.inverseInertia * change
    wb += mb.pointee.inverseInertia * change
  }
  let rA = c.pointee.anchorA
  let rB = c.pointee.anchorB
  let relative = vb + wb.cross(rB) - va - wa.cross(rA)
  let speed1: Float = relative.dot(c.pointee.tangent1)
  let speed2: Float = relative.dot(c.pointee.tangent2)
  let old1: Float = c.pointee.impulse1
  let old2: Float = c.pointee.impulse2
  var new1: Float = old1 - (c.pointee.mass11 * speed1 + c.pointee.mass12 * speed2)
  var new2: Float = old2 - (c.pointee.mass12 * speed1 + c.pointee.mass22 * speed2)
  let limit: Float = c.pointee.friction * total
  let squared: Float = new1 * new1 + new2 * new2
  if squared > limit * limit {
    let scale: Float = limit / squared.squareRoot()
    new1 *= scale
    new2 *= scale
  }
  c.pointee.impulse1 = new1
  c.pointee.impulse2 = new2
  let rub = c.pointee.tangent1 * (new1 - old1) + c.pointee.tangent2 * (new2 - old2)
  va -= rub * ma.pointee.inverseMass
  wa -= ma.pointee.inverseInertia * rA.cross(rub)
  vb += rub * mb.pointee.inverseMass
  wb += mb.pointee.inverseInertia * rB.cross(rub)
}

/// Makes points that were hit fast enough fly apart at the approach speed times the restitution.
///
/// The impulse counts for events only: warm starting with it would push again in the next step.
func bounceContacts(
  _ constraints: UnsafeMutablePointer<ContactConstraint>, _ count: Int,
  _ points: UnsafeMutablePointer<ConstraintPoint>, _ bodies: UnsafeMutablePointer<SolverBody>,
  _ masses: UnsafeMutablePointer<SolverMass>
) {
  for index in 0..<count where constraints[index].restitution > 0 {
    let c = constraints + index
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let ma = masses + Int(c.pointee.bodyA)
    let mb = masses + Int(c.pointee.bodyB)
    let n = c.pointee.normal
    for number in 0..<Int(c.pointee.pointCount) {
      let p = points + (Int(c.pointee.firstPoint) &+ number)
      if p.pointee.isHit == 0 || p.pointee.approach >= -c.pointee.bounceSpeed { continue }
      let rA = p.pointee.anchorA
      let rB = p.pointee.anchorB
      let velocityA = a.pointee.linear + a.pointee.angular.cross(rA)
      let velocityB = b.pointee.linear + b.pointee.angular.cross(rB)
      let speed: Float = (velocityB - velocityA).dot(n)
      let wanted: Float =
        -p.pointee.normalMass
        * (speed + c.pointee.restitution * p.pointee.approach)
      let change: Float = max(wanted, 0)
      p.pointee.totalImpulse += change
      p.pointee.impulse = 0
      let push = n * change
      if c.pointee.bodyA > 0 {
        a.pointee.linear -= push * ma.pointee.inverseMass
        a.pointee.angular -= ma.pointee.inverseInertia * rA.cross(push)
      }
      if c.pointee.bodyB > 0 {
        b.pointee.linear += push * mb.pointee.inverseMass
        b.pointee.angular += mb.pointee.inverseInertia * rB.cross(push)
      }
    }
  }
}
