import CaromMaths

/// The arrays and coefficients of the passes over the contact rows.
struct SolveContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<SolverBody>
  let forces: UnsafeMutablePointer<SolverForce>
  let rows: UnsafeMutableRawPointer
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  /// The inverse of the substep length, in 1/s.
  let inverseStep: Float
  /// The impulses in the step above which the load of a body is measured, by solver index.
  let loadLimits: UnsafeMutablePointer<Float>
  let soft: Softness
  /// The softness of contacts with an immovable side.
  let anchored: Softness
  let pushSpeed: Float
}

/// The bias coefficients of one pass, the same for all lanes.
struct BiasCoefficients {
  let inverseStep: F4
  let rate: F4
  let minBias: F4
  let massScale: F4
  let impulseScale: F4

  @inline(__always)
  init(_ context: SolveContext, isAnchored: Bool) {
    let soft = isAnchored ? context.anchored : context.soft
    inverseStep = F4(repeating: context.inverseStep)
    rate = F4(repeating: soft.rate)
    minBias = F4(repeating: -context.pushSpeed)
    massScale = F4(repeating: soft.massScale)
    impulseScale = F4(repeating: soft.impulseScale)
  }

  /// The impulse of a point after a pass with bias; `speed` is the normal velocity.
  ///
  /// A point with a gap may close it within the substep, so that fast bodies stop at the surface;
  /// an overlap is resolved softly.
  @inline(__always)
  func biasedImpulse(_ old: F4, _ speed: F4, _ separation: F4, _ mass: F4) -> F4 {
    let isApart = separation .> F4()
    let ahead: F4 = separation * inverseStep
    let back: F4 = vmax(separation * rate, minBias)
    let bias: F4 = select(isApart, ahead, back)
    let scale: F4 = select(isApart, F4(repeating: 1), massScale)
    let softened: F4 = old * keep(impulseScale, where: separation .<= F4())
    let wanted: F4 = old - mass * scale * (speed + bias) - softened
    return vmax(wanted, F4())
  }

  /// The impulse of a point after a relax pass, which does not resolve overlaps.
  @inline(__always)
  func relaxedImpulse(_ old: F4, _ speed: F4, _ separation: F4, _ mass: F4) -> F4 {
    let bias: F4 = vmax(separation, F4()) * inverseStep
    let wanted: F4 = old - mass * (speed + bias)
    return vmax(wanted, F4())
  }
}

extension SolveContext {
  /// Applies the impulses of the previous step to spheres.
  func warmStartSpheres(_ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool) {
    let rows = start.assumingMemoryBound(to: SphereContactRow.self)
    var i = 0
    while i < count {
      let c = rows + i
      let (bodyA, bodyB) = bodyIndices(c)
      let n = c.pointee.normal
      let frictionImpulse = c.pointee.frictionImpulse
      let push = n * c.pointee.impulse + frictionImpulse
      let twist = n.cross(frictionImpulse)
      if !isAnchored {
        var a = BodyVelocitiesW(bodies, bodyA)
        a.linear = a.linear - push * a.mass
        a.angular = a.angular - twist * (c.pointee.armA * a.inverseInertia)
        a.store(bodies, bodyA)
      }
      var b = BodyVelocitiesW(bodies, bodyB)
      b.linear = b.linear + push * b.mass
      b.angular = b.angular + twist * (c.pointee.armB * b.inverseInertia)
      b.store(bodies, bodyB)
      i &+= 1
    }
  }

  /// Solves the normal constraints of spheres with bias; only their linear velocities matter.
  func solveSphereNormals(_ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool) {
    let rows = start.assumingMemoryBound(to: SphereContactRow.self)
    let bias = BiasCoefficients(self, isAnchored: isAnchored)
    var i = 0
    while i < count {
      let c = rows + i
      let ia = c.pointee.bodyA
      let ib = c.pointee.bodyB
      let a = transpose4(
        bodies[Int(ia[0])].velocity, bodies[Int(ia[1])].velocity, bodies[Int(ia[2])].velocity,
        bodies[Int(ia[3])].velocity)
      let b = transpose4(
        bodies[Int(ib[0])].velocity, bodies[Int(ib[1])].velocity, bodies[Int(ib[2])].velocity,
        bodies[Int(ib[3])].velocity)
      let n = c.pointee.normal
      let va = Vector3W(a.0, a.1, a.2)
      let vb = Vector3W(b.0, b.1, b.2)
      let speed: F4 = n.dot(vb - va)
      let old = c.pointee.impulse
      let new = bias.biasedImpulse(old, speed, c.pointee.separation, c.pointee.normalMass)
      c.pointee.impulse = new
      let change: F4 = new - old
      if !isAnchored {
        let v = va - n * (change * a.3)
        let rows = transpose4(v.x, v.y, v.z, a.3)
        if ia[0] != 0 { bodies[Int(ia[0])].velocity = rows.0 }
        if ia[1] != 0 { bodies[Int(ia[1])].velocity = rows.1 }
        if ia[2] != 0 { bodies[Int(ia[2])].velocity = rows.2 }
        if ia[3] != 0 { bodies[Int(ia[3])].velocity = rows.3 }
      }
      let v = vb + n * (change * b.3)
      let rows = transpose4(v.x, v.y, v.z, b.3)
      if ib[0] != 0 { bodies[Int(ib[0])].velocity = rows.0 }
      if ib[1] != 0 { bodies[Int(ib[1])].velocity = rows.1 }
      if ib[2] != 0 { bodies[Int(ib[2])].velocity = rows.2 }
      if ib[3] != 0 { bodies[Int(ib[3])].velocity = rows.3 }
      i &+= 1
    }
  }

  /// Solves the normal constraints of spheres without bias, then their friction.
  ///
  /// The relative velocity of the surfaces is Δv − n × (cB·ωB − cA·ωA), less its component along n.
  func relaxSpheres(_ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool) {
    let rows = start.assumingMemoryBound(to: SphereContactRow.self)
    let bias = BiasCoefficients(self, isAnchored: isAnchored)
    var i = 0
    while i < count {
      let c = rows + i
      let (bodyA, bodyB) = bodyIndices(c)
      var a = BodyVelocitiesW(bodies, bodyA)
      var b = BodyVelocitiesW(bodies, bodyB)
      let n = c.pointee.normal
      let moved =
        gatherDeltaPositions(bodies, bodyB.pointee) - gatherDeltaPositions(bodies, bodyA.pointee)
      let separation: F4 = c.pointee.base + n.dot(moved)
      c.pointee.separation = separation
      let (armA, armB) = (c.pointee.armA, c.pointee.armB)
      let apart = b.linear - a.linear
      let speed: F4 = n.dot(apart)
      let slide = apart - n.cross(b.angular * armB - a.angular * armA) - n * speed
      let oldFrictionImpulse = c.pointee.frictionImpulse
      let old = c.pointee.impulse
      let new = bias.relaxedImpulse(old, speed, separation, c.pointee.normalMass)
      c.pointee.impulse = new
      c.pointee.total = c.pointee.total + new
      var frictionImpulse = oldFrictionImpulse - slide * c.pointee.frictionMass
      let limit: F4 = c.pointee.friction * new
      let squared: F4 = frictionImpulse.dot(frictionImpulse)
      let isOver = squared .> limit * limit
      let scale: F4 = select(isOver, limit / vsqrt(squared), F4(repeating: 1))
      frictionImpulse = frictionImpulse * scale
      c.pointee.frictionImpulse = frictionImpulse
      let change = frictionImpulse - oldFrictionImpulse
      let whole = change + n * (new - old)
      let twist = n.cross(change)
      if !isAnchored {
        a.linear = a.linear - whole * a.mass
        a.angular = a.angular - twist * (armA * a.inverseInertia)
        a.store(bodies, bodyA)
      }
      b.linear = b.linear + whole * b.mass
      b.angular = b.angular + twist * (armB * b.inverseInertia)
      b.store(bodies, bodyB)
      i &+= 1
    }
  }
}
