import CaromMaths

// The passes over contacts. In a soft step, velocities are solved with a soft bias that resolves
// overlaps, positions advance, then velocities are solved again without bias (relaxed), so that
// resolving overlaps adds no energy.
//
// The points of a contact are solved one after the other, but without updating velocities in
// between: the coupling, by which an impulse at one point changes the velocity at the next, is
// precomputed. So bodies are gathered and scattered once, and a point costs a dozen operations.
//
// Source: E. Catto, "Solver2D", 2024; M. Macklin et al., "Small Steps in Physics Simulation", 2019;
// friction as one block at the centroid: E. Catto, "Solving friction", Box2D blog, and Box3D's
// notes.

/// Pointers to the row of four contacts of one class.
struct ContactRowPointers {
  let row: UnsafeMutablePointer<ContactRow>
  let points: UnsafeMutablePointer<PointRow>
  let coupling: UnsafeMutablePointer<CouplingRow>
  let extra: UnsafeMutablePointer<ExtendedContactRow>
  /// The indices of the bodies.
  let bodyA: UnsafePointer<I4>
  let bodyB: UnsafePointer<I4>

  @inline(__always)
  init(_ raw: UnsafeMutableRawPointer, _ layout: ContactLayout) {
    row = raw.assumingMemoryBound(to: ContactRow.self)
    (bodyA, bodyB) = bodyIndices(raw)
    points = (raw + ContactLayout.pointsOffset).assumingMemoryBound(to: PointRow.self)
    coupling = (raw + layout.couplingOffset).assumingMemoryBound(to: CouplingRow.self)
    extra = (raw + layout.extendedOffset).assumingMemoryBound(to: ExtendedContactRow.self)
  }
}

/// The sum of normal impulses, and of their moments about the tangents.
private struct ImpulseSum {
  /// The sum of the impulses.
  var total = F4()
  /// The sums of the impulses times their positions along the two tangents.
  var moment1 = F4()
  var moment2 = F4()

  @inline(__always) init() {}

  @inline(__always)
  mutating func add(_ impulse: F4, _ p: UnsafeMutablePointer<PointRow>) {
    total = total + impulse
    moment1 = moment1 + p.pointee.along1 * impulse
    moment2 = moment2 + p.pointee.along2 * impulse
  }
}

extension SolveContext {
  /// Applies the impulses of the previous step.
  ///
  /// The impulses were carried over to the points of this step by
  /// `CollideContext.transferImpulses`, and copied into the rows by `PrepareContacts`.
  @inline(__always)
  func warmStartRows(
    _ layout: ContactLayout, _ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool
  ) {
    var i = 0
    while i < count {
      let p = ContactRowPointers(start + i &* layout.stride, layout)
      let c = p.row
      var sum = ImpulseSum()
      sum.add(p.points[0].impulse, p.points)
      if layout.points > 1 { sum.add(p.points[1].impulse, p.points + 1) }
      if layout.points > 2 {
        sum.add(p.points[2].impulse, p.points + 2)
        sum.add(p.points[3].impulse, p.points + 3)
      }
      var torque = Vector3W(F4(), F4(), c.pointee.twist)
      if layout.isExtended { torque = torque + p.extra.pointee.roll }
      let impulse = Vector3W(c.pointee.frictionImpulse1, c.pointee.frictionImpulse2, sum.total)
      apply(p, layout, impulse, torque, sum, isAnchored)
      i &+= 1
    }
  }

  /// Applies impulses in the contact's axes to both bodies: friction and the sum of the normal
  /// impulses, a torque, and the moments of the normal impulses.
  @inline(__always)
  private func apply(
    _ p: ContactRowPointers, _ layout: ContactLayout, _ impulse: Vector3W, _ torque: Vector3W,
    _ sum: ImpulseSum, _ isAnchored: Bool
  ) {
    let c = p.row
    let (arm1, arm2) = (c.pointee.arm1, c.pointee.arm2)
    if !isAnchored {
      var a = BodyVelocitiesW(bodies, p.bodyA)
      let moment =
        torque + frictionTorque(impulse, arm1, arm2, c.pointee.armA)
        + Vector3W(sum.moment2, F4() - sum.moment1, F4())
      if layout.isExtended {
        a.linear = a.linear - world(c, p.extra.pointee.massA * impulse)
      } else {
        a.linear = a.linear - world(c, impulse) * a.mass
      }
      a.angular = a.angular - world(c, c.pointee.inertiaA * moment)
      a.store(bodies, p.bodyA)
    }
    var b = BodyVelocitiesW(bodies, p.bodyB)
    let (offset1, offset2) = (c.pointee.offset1, c.pointee.offset2)
    let moment1: F4 = sum.moment1 - offset1 * sum.total
    let moment2: F4 = sum.moment2 - offset2 * sum.total
    let moment =
      torque + frictionTorque(impulse, arm1 - offset1, arm2 - offset2, c.pointee.armB)
      + Vector3W(moment2, F4() - moment1, F4())
    if layout.isExtended {
      b.linear = b.linear + world(c, p.extra.pointee.massB * impulse)
    } else {
      b.linear = b.linear + world(c, impulse) * b.mass
    }
    b.angular = b.angular + world(c, c.pointee.inertiaB * moment)
    b.store(bodies, p.bodyB)
  }

  /// Applies normal impulses at the four points of an extended row to both bodies.
  @inline(__always)
  func applyNormals(
    _ p: ContactRowPointers, _ d0: F4, _ d1: F4, _ d2: F4, _ d3: F4, isAnchored: Bool
  ) {
    var sum = ImpulseSum()
    sum.add(d0, p.points)
    sum.add(d1, p.points + 1)
    sum.add(d2, p.points + 2)
    sum.add(d3, p.points + 3)
    let layout = ContactLayout(points: 4, isExtended: true)
    apply(p, layout, Vector3W(F4(), F4(), sum.total), .zero, sum, isAnchored)
  }

  /// The torque of a friction impulse with a lever arm: r × (f₁, f₂, 0).
  @inline(__always)
  private func frictionTorque(_ frictionImpulse: Vector3W, _ a: F4, _ b: F4, _ c: F4) -> Vector3W {
    Vector3W(
      F4() - c * frictionImpulse.y, c * frictionImpulse.x,
      a * frictionImpulse.y - b * frictionImpulse.x)
  }

  /// Transforms a vector from the contact's axes to the world.
  @inline(__always)
  private func world(_ c: UnsafeMutablePointer<ContactRow>, _ v: Vector3W) -> Vector3W {
    c.pointee.tangent1 * v.x + c.pointee.tangent2 * v.y + c.pointee.normal * v.z
  }

  /// Solves the normal constraints once, with bias.
  @inline(__always)
  func solveNormalRows(
    _ layout: ContactLayout, _ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool
  ) {
    let bias = BiasCoefficients(self, isAnchored: isAnchored)
    var i = 0
    while i < count {
      let p = ContactRowPointers(start + i &* layout.stride, layout)
      let c = p.row
      var a = BodyVelocitiesW(bodies, p.bodyA)
      var b = BodyVelocitiesW(bodies, p.bodyB)
      let (t1, t2, n) = (c.pointee.tangent1, c.pointee.tangent2, c.pointee.normal)
      let (offset1, offset2) = (c.pointee.offset1, c.pointee.offset2)
      let (wa1, wa2) = (t1.dot(a.angular), t2.dot(a.angular))
      let (wb1, wb2) = (t1.dot(b.angular), t2.dot(b.angular))
      let apart: F4 = n.dot(b.linear - a.linear)
      let middle: F4 = apart - wb1 * offset2 + wb2 * offset1
      let (turn1, turn2) = (wb1 - wa1, wb2 - wa2)
      let sum = solvePoints(p, layout, bias, middle, turn1, turn2, useBias: true)
      if !isAnchored {
        if layout.isExtended {
          let m = p.extra.pointee.massA
          a.linear = a.linear - world(c, Vector3W(m.xz, m.yz, m.zz) * sum.total)
        } else {
          a.linear = a.linear - n * (sum.total * a.mass)
        }
        a.angular = a.angular - world(c, turned(c.pointee.inertiaA, sum.moment2, sum.moment1))
        a.store(bodies, p.bodyA)
      }
      if layout.isExtended {
        let m = p.extra.pointee.massB
        b.linear = b.linear + world(c, Vector3W(m.xz, m.yz, m.zz) * sum.total)
      } else {
        b.linear = b.linear + n * (sum.total * b.mass)
      }
      let moment1: F4 = sum.moment1 - offset1 * sum.total
      let moment2: F4 = sum.moment2 - offset2 * sum.total
      b.angular = b.angular + world(c, turned(c.pointee.inertiaB, moment2, moment1))
      b.store(bodies, p.bodyB)
      i &+= 1
    }
  }

  /// The change of angular velocity by the moment (x, −y, 0).
  @inline(__always)
  private func turned(_ m: SymmetricW, _ x: F4, _ y: F4) -> Vector3W {
    Vector3W(m.xx * x - m.xy * y, m.xy * x - m.yy * y, m.xz * x - m.yz * y)
  }

  /// Solves the points one after the other; returns the sum of the changes of their impulses.
  ///
  /// The normal velocity at a point is `middle + turn1·b − turn2·a`, plus the changes by the points
  /// before it. The two passes visit the points in opposite order; with the same order, tall stacks
  /// would slowly lean to the side of the first point.
  @inline(__always)
  private func solvePoints(
    _ p: ContactRowPointers, _ layout: ContactLayout, _ bias: BiasCoefficients, _ middle: F4,
    _ turn1: F4,
    _ turn2: F4, useBias: Bool
  ) -> ImpulseSum {
    var sum = ImpulseSum()
    let p0 = p.points + (useBias ? 0 : layout.points - 1)
    let s0: F4 = middle + turn1 * p0.pointee.along2 - turn2 * p0.pointee.along1
    let d0 = solve(p, p0, layout, bias, s0, useBias)
    sum.add(d0, p0)
    if layout.points == 2 {
      let p1 = p.points + (useBias ? 1 : 0)
      let k01 = UnsafeRawPointer(p.coupling).assumingMemoryBound(to: F4.self).pointee
      let s1: F4 = middle + turn1 * p1.pointee.along2 - turn2 * p1.pointee.along1
      let d1 = solve(p, p1, layout, bias, s1 + k01 * d0, useBias)
      sum.add(d1, p1)
    }
    if layout.points == 4 {
      // In reverse order, points 0 1 2 3 become 3 2 1 0, and their couplings likewise.
      let k = p.coupling
      let p1 = p.points + (useBias ? 1 : 2)
      let p2 = p.points + (useBias ? 2 : 1)
      let p3 = p.points + (useBias ? 3 : 0)
      let k01 = useBias ? k.pointee.k01 : k.pointee.k23
      let k02 = useBias ? k.pointee.k02 : k.pointee.k13
      let k13 = useBias ? k.pointee.k13 : k.pointee.k02
      let k23 = useBias ? k.pointee.k23 : k.pointee.k01
      let s1: F4 = middle + turn1 * p1.pointee.along2 - turn2 * p1.pointee.along1
      let d1 = solve(p, p1, layout, bias, s1 + k01 * d0, useBias)
      sum.add(d1, p1)
      let s2: F4 = middle + turn1 * p2.pointee.along2 - turn2 * p2.pointee.along1
      let more2: F4 = k02 * d0 + k.pointee.k12 * d1
      let d2 = solve(p, p2, layout, bias, s2 + more2, useBias)
      sum.add(d2, p2)
      let s3: F4 = middle + turn1 * p3.pointee.along2 - turn2 * p3.pointee.along1
      let more3: F4 = k.pointee.k03 * d0 + k13 * d1 + k23 * d2
      let d3 = solve(p, p3, layout, bias, s3 + more3, useBias)
      sum.add(d3, p3)
    }
    return sum
  }

  @inline(__always)
  private func solve(
    _ row: ContactRowPointers, _ p: UnsafeMutablePointer<PointRow>, _ layout: ContactLayout,
    _ bias: BiasCoefficients, _ speed: F4, _ useBias: Bool
  ) -> F4 {
    let old = p.pointee.impulse
    var new =
      useBias
      ? bias.biasedImpulse(old, speed, p.pointee.separation, p.pointee.mass)
      : bias.relaxedImpulse(old, speed, p.pointee.separation, p.pointee.mass)
    if layout.isExtended && !useBias {
      new = keep(new, where: .!isAboutToBounce(row, p, speed))
    }
    p.pointee.impulse = new
    return new - old
  }

  /// Solves the normal constraints without bias, then rolling, twist and sliding friction.
  ///
  /// Friction is limited by the normal impulses of the substep: the sliding impulse s lies within a
  /// circle of radius μ·N, and with the twist impulse τ of a face with the lever l within an
  /// ellipsoid,
  ///
  ///     |s|² + (τ/l)² ≤ (μ·N)²
  ///
  /// and where they reach it, they are opposed to the velocities of sliding v and twisting ω, as
  /// s : τ/l = v : l·ω. So what spins fast slides easily. Where only one or two points carry the
  /// load, as under a wheel or a leaning coin, the limits are independent, since what spins there
  /// rolls. Friction is not solved in the biased pass, whose softness weakens the normal impulses;
  /// with that limit, heavily loaded contacts would slip.
  ///
  /// - Source: R. Howe, M. Cutkosky, "Practical Force-Motion Models for Sliding Manipulation",
  ///   Int. J. Robotics Research 15, 1996 (the ellipsoid).
  @inline(__always)
  func relaxRows(
    _ layout: ContactLayout, _ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool
  ) {
    let bias = BiasCoefficients(self, isAnchored: isAnchored)
    var i = 0
    while i < count {
      let p = ContactRowPointers(start + i &* layout.stride, layout)
      let c = p.row
      updateSeparations(p, layout, isAnchored: isAnchored)
      var a = BodyVelocitiesW(bodies, p.bodyA)
      var b = BodyVelocitiesW(bodies, p.bodyB)
      let (t1, t2, n) = (c.pointee.tangent1, c.pointee.tangent2, c.pointee.normal)
      let (offset1, offset2) = (c.pointee.offset1, c.pointee.offset2)
      var wa = Vector3W(t1.dot(a.angular), t2.dot(a.angular), n.dot(a.angular))
      var wb = Vector3W(t1.dot(b.angular), t2.dot(b.angular), n.dot(b.angular))
      let relative = b.linear - a.linear
      var apart = Vector3W(t1.dot(relative), t2.dot(relative), n.dot(relative))
      let middle: F4 = apart.z - wb.x * offset2 + wb.y * offset1
      let sum = solvePoints(
        p, layout, bias, middle, wb.x - wa.x, wb.y - wa.y, useBias: false)
      let moment1: F4 = sum.moment1 - offset1 * sum.total
      let moment2: F4 = sum.moment2 - offset2 * sum.total
      wa = wa - turned(c.pointee.inertiaA, sum.moment2, sum.moment1)
      wb = wb + turned(c.pointee.inertiaB, moment2, moment1)
      var total = p.points[0].impulse
      if layout.points > 1 { total = total + p.points[1].impulse }
      if layout.points > 2 { total = total + p.points[2].impulse + p.points[3].impulse }
      // The restitution impulse of this substep adds to the friction limit.
      if layout.isExtended { total = total + consumeBounceImpulse(p) }
      c.pointee.total = c.pointee.total + total
      // The sum of all friction torques on B.
      var torque = Vector3W.zero
      if layout.isExtended {
        let push = Vector3W(F4(), F4(), sum.total)
        apart = apart + (p.extra.pointee.massA + p.extra.pointee.massB) * push
        torque = roll(p, total, wb - wa)
        wa = wa - c.pointee.inertiaA * torque
        wb = wb + c.pointee.inertiaB * torque
        // Not part of these velocities: solving twist friction subtracts their effect again.
        if p.extra.pointee.hasSurfaceMotion != 0 { addSurfaceMotion(p, &apart, &torque) }
      }
      var wantedTwist = F4()
      if layout.points > 1 {
        wantedTwist = c.pointee.twist - c.pointee.twistMass * (wb.z - wa.z)
        let most: F4 = c.pointee.friction * c.pointee.lever * total
        let change: F4 = vmin(vmax(wantedTwist, F4() - most), most) - c.pointee.twist
        let (ma, mb) = (c.pointee.inertiaA, c.pointee.inertiaB)
        wa = wa - Vector3W(ma.xz, ma.yz, ma.zz) * change
        wb = wb + Vector3W(mb.xz, mb.yz, mb.zz) * change
      }
      let (arm1, arm2) = (c.pointee.arm1, c.pointee.arm2)
      let (armA, armB) = (c.pointee.armA, c.pointee.armB)
      let (b1, b2) = (arm1 - offset1, arm2 - offset2)
      let slide1: F4 = apart.x + (armB * wb.y - b2 * wb.z) - (armA * wa.y - arm2 * wa.z)
      let slide2: F4 = apart.y + (b1 * wb.z - armB * wb.x) - (arm1 * wa.z - armA * wa.x)
      let (change1, change2, twistChange) = solveFriction(
        c, total, slide1, slide2, wantedTwist, points: layout.points)
      if layout.points > 1 { torque.z = torque.z + twistChange }
      let impulse = Vector3W(change1, change2, sum.total)
      let momentA = frictionTorque(impulse, arm1, arm2, armA)
      let momentB = frictionTorque(impulse, b1, b2, armB)
      if !isAnchored {
        let moment =
          torque + momentA + Vector3W(sum.moment2, F4() - sum.moment1, F4())
        if layout.isExtended {
          a.linear = a.linear - world(c, p.extra.pointee.massA * impulse)
        } else {
          a.linear = a.linear - world(c, impulse) * a.mass
        }
        a.angular = a.angular - world(c, c.pointee.inertiaA * moment)
        a.store(bodies, p.bodyA)
      }
      let moment = torque + momentB + Vector3W(moment2, F4() - moment1, F4())
      if layout.isExtended {
        b.linear = b.linear + world(c, p.extra.pointee.massB * impulse)
      } else {
        b.linear = b.linear + world(c, impulse) * b.mass
      }
      b.angular = b.angular + world(c, c.pointee.inertiaB * moment)
      b.store(bodies, p.bodyB)
      i &+= 1
    }
  }

  /// Solves sliding friction for the relative velocities along the tangents, and limits it together
  /// with the twist that would end all rotation about the normal; returns the changes of the
  /// impulses.
  @inline(__always)
  private func solveFriction(
    _ c: UnsafeMutablePointer<ContactRow>, _ total: F4, _ slide1: F4, _ slide2: F4,
    _ wantedTwist: F4, points: Int
  ) -> (F4, F4, F4) {
    let (old1, old2) = (c.pointee.frictionImpulse1, c.pointee.frictionImpulse2)
    var new1: F4 = old1 - (c.pointee.mass11 * slide1 + c.pointee.mass12 * slide2)
    var new2: F4 = old2 - (c.pointee.mass12 * slide1 + c.pointee.mass22 * slide2)
    let limit: F4 = c.pointee.friction * total
    var squared: F4 = new1 * new1 + new2 * new2
    if points == 4 {
      // The impulse that would end a sliding of the speed l·ω.
      let turning: F4 = wantedTwist * c.pointee.twistShare
      squared = squared + turning * turning
    }
    let isOver = squared .> limit * limit
    let scale: F4 = select(isOver, limit / vsqrt(squared), F4(repeating: 1))
    new1 = new1 * scale
    new2 = new2 * scale
    c.pointee.frictionImpulse1 = new1
    c.pointee.frictionImpulse2 = new2
    guard points > 1 else { return (new1 - old1, new2 - old2, F4()) }
    var most: F4 = c.pointee.lever * limit
    if points == 4 {
      let left: F4 = vmax(limit * limit - (new1 * new1 + new2 * new2), F4())
      let isShared = c.pointee.twistShare .> F4()
      most = select(isShared, c.pointee.lever * vsqrt(left), most)
    }
    let old = c.pointee.twist
    c.pointee.twist = vmin(vmax(wantedTwist, F4() - most), most)
    return (new1 - old1, new2 - old2, c.pointee.twist - old)
  }
}
