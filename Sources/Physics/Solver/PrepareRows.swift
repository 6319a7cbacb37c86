import CaromMaths

/// The contact axes of four contacts, in the axes of one of their bodies.
private struct FrameW {
  var tangent1: Vector3W
  var tangent2: Vector3W
  var normal: Vector3W

  /// `q` are the four lanes of the orientations of the bodies.
  @inline(__always)
  init(_ q: (F4, F4, F4, F4), _ t1: Vector3W, _ t2: Vector3W, _ n: Vector3W) {
    let (x2, y2, z2) = (q.0 + q.0, q.1 + q.1, q.2 + q.2)
    let (xx, yy, zz) = (q.0 * x2, q.1 * y2, q.2 * z2)
    let (xy, xz, yz) = (q.0 * y2, q.0 * z2, q.1 * z2)
    let (wx, wy, wz) = (q.3 * x2, q.3 * y2, q.3 * z2)
    let one = F4(repeating: 1)
    let x = Vector3W(one - (yy + zz), xy + wz, xz - wy)
    let y = Vector3W(xy - wz, one - (xx + zz), yz + wx)
    let z = Vector3W(xz + wy, yz - wx, one - (xx + yy))
    tangent1 = Vector3W(x.dot(t1), y.dot(t1), z.dot(t1))
    tangent2 = Vector3W(x.dot(t2), y.dot(t2), z.dot(t2))
    normal = Vector3W(x.dot(n), y.dot(n), z.dot(n))
  }
}

/// The contact axes of a row in the world, and the data of its bodies in these axes.
private struct RowAxes {
  let bodyA: I4
  let bodyB: I4
  /// -1 in lanes whose sides are swapped.
  let sign: F4
  let n: Vector3W
  let t1: Vector3W
  let t2: Vector3W
  /// The offset from A's center of mass to B's, along the tangents and the normal.
  let offset1: F4
  let offset2: F4
  let offsetN: F4
  /// False in lanes with two spheres.
  let isFlat: SIMDMask<I4>
  let inertiaA: SymmetricW
  let inertiaB: SymmetricW
}

/// The center of a row's points.
private struct RowCentroid {
  /// The number of points of each contact.
  let counts: F4
  let arm1: F4
  let arm2: F4
  let armA: F4
  let armB: F4
}

/// A symmetric tensor, given in the world's axes, in the axes of four contacts.
@inline(__always)
private func rotated(
  _ d: Vector3W, _ s: Vector3W, _ t1: Vector3W, _ t2: Vector3W, _ n: Vector3W
) -> SymmetricW {
  let m = SymmetricW(xx: d.x, yy: d.y, zz: d.z, xy: s.x, xz: s.y, yz: s.z)
  let (m1, m2, mn) = (m * t1, m * t2, m * n)
  return SymmetricW(
    xx: t1.dot(m1), yy: t2.dot(m2), zz: n.dot(mn), xy: t1.dot(m2), xz: t1.dot(mn),
    yz: t2.dot(mn))
}

@inline(__always)
private func inverse(_ k: F4) -> F4 { keep(1 / k, where: k .> F4(repeating: 1e-20)) }

extension PrepareContext {
  /// Fills a row of contacts with a capacity of `k` points; `k` and `isExtended` are constants.
  @inline(__always)
  func prepareRow(
    _ k: Int, isExtended: Bool, _ raw: UnsafeMutableRawPointer, _ four: PrepareLanes,
    _ isAnchored: Bool
  ) {
    let row = raw.assumingMemoryBound(to: ContactRow.self)
    let points = (raw + ContactLayout.pointsOffset).assumingMemoryBound(to: PointRow.self)
    let axes = prepareAxes(k, row, four)
    let centroid = preparePoints(k, row, points, four, axes, isAnchored)
    prepareNormals(k, isExtended: isExtended, raw, row, points, axes, centroid)
    prepareFriction(isExtended: isExtended, row, axes, centroid)
  }

  /// Fills the axes, the friction impulses and the inertias of a row.
  @inline(__always)
  private func prepareAxes(
    _ k: Int, _ row: UnsafeMutablePointer<ContactRow>, _ four: PrepareLanes
  ) -> RowAxes {
    let (l0, l1, l2, l3) = (four.l0, four.l1, four.l2, four.l3)
    let ia = four.bodyA
    let ib = four.bodyB
    let sign = four.sign
    row.pointee.bodyA = ia
    row.pointee.bodyB = ib
    row.pointee.manifold = four.manifold
    let normal = transpose4(
      l0.manifold.pointee.normal, l1.manifold.pointee.normal, l2.manifold.pointee.normal,
      l3.manifold.pointee.normal)
    row.pointee.friction = normal.3
    let n = Vector3W(normal.0, normal.1, normal.2) * sign
    // T. Duff et al., "Building an Orthonormal Basis, Revisited", JCGT 6 (1), 2017.
    let one = F4(repeating: 1)
    let up = select(n.z .>= F4(), one, F4(repeating: -1))
    let r: F4 = F4(repeating: -1) / (up + n.z)
    let s: F4 = n.x * n.y * r
    let t1 = Vector3W(one + up * n.x * n.x * r, up * s, F4() - up * n.x)
    let t2 = Vector3W(s, up + n.y * n.y * r, F4() - n.y)
    row.pointee.normal = n
    row.pointee.tangent1 = t1
    row.pointee.tangent2 = t2
    let friction = transpose4(
      l0.manifold.pointee.frictionImpulse, l1.manifold.pointee.frictionImpulse,
      l2.manifold.pointee.frictionImpulse, l3.manifold.pointee.frictionImpulse)
    let old = Vector3W(friction.0, friction.1, friction.2) * sign
    row.pointee.frictionImpulse1 = t1.dot(old)
    row.pointee.frictionImpulse2 = t2.dot(old)
    // A single point has no twist friction, so the twist impulse of a manifold that had several is
    // cleared.
    row.pointee.twist = k == 1 ? F4() : friction.3
    row.pointee.total = F4()
    let offset = transpose4(
      l0.manifold.pointee.offset, l1.manifold.pointee.offset, l2.manifold.pointee.offset,
      l3.manifold.pointee.offset)
    let delta = Vector3W(offset.0, offset.1, offset.2) * sign
    // Impulses between spheres pass through their centers, also if the normal changes during the
    // step.
    let isFlat = offset.3 .== F4()
    let offset1 = keep(t1.dot(delta), where: isFlat)
    let offset2 = keep(t2.dot(delta), where: isFlat)
    row.pointee.offset1 = offset1
    row.pointee.offset2 = offset2
    let inertiaA = inverseInertia(ia, t1, t2, n)
    let inertiaB = inverseInertia(ib, t1, t2, n)
    row.pointee.inertiaA = inertiaA
    row.pointee.inertiaB = inertiaB
    return RowAxes(
      bodyA: ia, bodyB: ib, sign: sign, n: n, t1: t1, t2: t2, offset1: offset1,
      offset2: offset2, offsetN: n.dot(delta), isFlat: isFlat, inertiaA: inertiaA,
      inertiaB: inertiaB)
  }

  /// The inverse inertias of four bodies in the axes of their contacts.
  @inline(__always)
  private func inverseInertia(
    _ i: I4, _ t1: Vector3W, _ t2: Vector3W, _ n: Vector3W
  ) -> SymmetricW {
    let b0 = masses + Int(i[0])
    let b1 = masses + Int(i[1])
    let b2 = masses + Int(i[2])
    let b3 = masses + Int(i[3])
    return rotated(
      transpose3(
        b0.pointee.diagonal, b1.pointee.diagonal, b2.pointee.diagonal, b3.pointee.diagonal),
      transpose3(b0.pointee.sides, b1.pointee.sides, b2.pointee.sides, b3.pointee.sides), t1, t2,
      n)
  }

  /// Fills the positions, separations and impulses of the points of a row.
  ///
  /// A point lies midway between its anchors on the two bodies. If only one of the surfaces is
  /// round, the point lies at the anchor on it, because the point moves with that surface when it
  /// rolls.
  @inline(__always)
  private func preparePoints(
    _ k: Int, _ row: UnsafeMutablePointer<ContactRow>, _ points: UnsafeMutablePointer<PointRow>,
    _ four: PrepareLanes, _ axes: RowAxes, _ isAnchored: Bool
  ) -> RowCentroid {
    let (l0, l1, l2, l3) = (four.l0, four.l1, four.l2, four.l3)
    let frameA = FrameW(
      ahead(
        transpose4(l0.orientationA, l1.orientationA, l2.orientationA, l3.orientationA),
        isAnchored ? I4() : axes.bodyA), axes.t1, axes.t2, axes.n)
    let frameB = FrameW(
      ahead(
        transpose4(l0.orientationB, l1.orientationB, l2.orientationB, l3.orientationB),
        axes.bodyB), axes.t1, axes.t2, axes.n)
    let one = F4(repeating: 1)
    let half = F4(repeating: 0.5)
    let isRoundA = four.roundA .> F4()
    let isRoundB = four.roundB .> F4()
    let shareB: F4 = half + keep(half, where: isRoundB) - keep(half, where: isRoundA)
    let shareA: F4 = one - shareB
    let counts = F4(
      Float(l0.manifold.pointee.pointCount), Float(l1.manifold.pointee.pointCount),
      Float(l2.manifold.pointee.pointCount), Float(l3.manifold.pointee.pointCount))
    let isFlipped = axes.sign .< F4()
    var (coreA, coreB) = (F4(), F4())
    var slot = 0
    while slot < k {
      let onA = transpose4(l0.onA(slot), l1.onA(slot), l2.onA(slot), l3.onA(slot))
      let onB = transpose4(l0.onB(slot), l1.onB(slot), l2.onB(slot), l3.onB(slot))
      let pA = Vector3W(onA.0, onA.1, onA.2)
      let pB = Vector3W(onB.0, onB.1, onB.2)
      let isUsed = counts .> F4(repeating: Float(slot))
      let (a1, a2) = (frameA.tangent1.dot(pA), frameA.tangent2.dot(pA))
      let (b1, b2) = (
        frameB.tangent1.dot(pB) + axes.offset1, frameB.tangent2.dot(pB) + axes.offset2
      )
      let along1 = keep(a1 * shareA + b1 * shareB, where: isUsed .& axes.isFlat)
      let along2 = keep(a2 * shareA + b2 * shareB, where: isUsed .& axes.isFlat)
      let separation = select(isFlipped, onB.3, onA.3)
      let impulse = select(isFlipped, onA.3, onB.3)
      let base = select(isUsed, separation, one)
      points[slot].along1 = along1
      points[slot].along2 = along2
      points[slot].base = base
      points[slot].separation = base
      points[slot].impulse = impulse
      coreA = coreA + keep(frameA.normal.dot(pA), where: isUsed)
      coreB = coreB + keep(frameB.normal.dot(pB), where: isUsed)
      slot &+= 1
    }
    let count: F4 = 1 / vmax(counts, one)
    coreA = coreA * count
    coreB = coreB * count
    let center = FrictionCenter(points, count: k)
    let armA: F4 = (coreA + four.roundA + coreB - four.roundB + axes.offsetN) * 0.5
    let armB: F4 = armA - axes.offsetN
    row.pointee.coreA = coreA
    row.pointee.arm1 = center.arm1
    row.pointee.arm2 = center.arm2
    row.pointee.armA = armA
    row.pointee.armB = armB
    row.pointee.lever = center.lever
    row.pointee.twistShare = keep(center.lever, where: center.isFace)
    return RowCentroid(
      counts: counts, arm1: center.arm1, arm2: center.arm2, armA: armA, armB: armB)
  }

  /// Fills the effective masses of the points, their coupling, and twist friction.
  @inline(__always)
  private func prepareNormals(
    _ k: Int, isExtended: Bool, _ raw: UnsafeMutableRawPointer,
    _ row: UnsafeMutablePointer<ContactRow>, _ points: UnsafeMutablePointer<PointRow>,
    _ axes: RowAxes, _ centroid: RowCentroid
  ) {
    var mass: F4 = linearMass(axes.bodyA, axes.bodyB)
    if isExtended { mass = mass + lockedAxisMass(axes.n, axes.n, axes.bodyA, axes.bodyB) }
    var slot = 0
    while slot < k {
      let isUsed = centroid.counts .> F4(repeating: Float(slot))
      points[slot].mass = keep(inverse(coupling(points, slot, slot, axes, mass)), where: isUsed)
      slot &+= 1
    }
    if k == 2 {
      let c = (raw + ContactLayout(points: 2, isExtended: false).couplingOffset)
        .assumingMemoryBound(to: F4.self)
      c.pointee = coupling(points, 0, 1, axes, mass)
    }
    if k == 4 {
      let c = (raw + ContactLayout(points: 4, isExtended: false).couplingOffset)
        .assumingMemoryBound(to: CouplingRow.self)
      c.pointee.k01 = coupling(points, 0, 1, axes, mass)
      c.pointee.k02 = coupling(points, 0, 2, axes, mass)
      c.pointee.k03 = coupling(points, 0, 3, axes, mass)
      c.pointee.k12 = coupling(points, 1, 2, axes, mass)
      c.pointee.k13 = coupling(points, 1, 3, axes, mass)
      c.pointee.k23 = coupling(points, 2, 3, axes, mass)
    }
    row.pointee.twistMass =
      k == 1
      ? F4()
      : keep(
        inverse(axes.inertiaA.zz + axes.inertiaB.zz),
        where: centroid.counts .> F4(repeating: 1))
  }

  /// Fills the effective mass of sliding friction, which acts at the center of the points.
  ///
  /// r × t₁ = (0, c, −b), r × t₂ = (−c, 0, a).
  @inline(__always)
  private func prepareFriction(
    isExtended: Bool, _ row: UnsafeMutablePointer<ContactRow>, _ axes: RowAxes,
    _ centroid: RowCentroid
  ) {
    let (ia, ib) = (axes.bodyA, axes.bodyB)
    let a = block(axes.inertiaA, centroid.arm1, centroid.arm2, centroid.armA)
    let b = block(
      axes.inertiaB, centroid.arm1 - axes.offset1, centroid.arm2 - axes.offset2, centroid.armB)
    let mass: F4 = linearMass(ia, ib)
    var k11: F4 = mass + a.0 + b.0
    var k12: F4 = a.1 + b.1
    var k22: F4 = mass + a.2 + b.2
    if isExtended {
      k11 = k11 + lockedAxisMass(axes.t1, axes.t1, ia, ib)
      k12 = k12 + lockedAxisMass(axes.t1, axes.t2, ia, ib)
      k22 = k22 + lockedAxisMass(axes.t2, axes.t2, ia, ib)
    }
    let determinant: F4 = k11 * k22 - k12 * k12
    let isRegular = determinant .> k11 * k22 * 1e-6
    let scale: F4 = 1 / determinant
    // If an axis is locked, each direction is solved separately.
    row.pointee.mass11 = select(isRegular, k22 * scale, inverse(k11))
    row.pointee.mass12 = keep(F4() - k12 * scale, where: isRegular)
    row.pointee.mass22 = select(isRegular, k11 * scale, inverse(k22))
    row.pointee.twistShare =
      row.pointee.twistShare * row.pointee.mass11 * (axes.inertiaA.zz + axes.inertiaB.zz)
  }

  /// The response of one body to friction at a lever arm: the elements 11, 12 and 22 of a symmetric
  /// matrix.
  @inline(__always)
  private func block(_ m: SymmetricW, _ a: F4, _ b: F4, _ c: F4) -> (F4, F4, F4) {
    let u1: F4 = m.xy * c - m.xz * b
    let u2: F4 = m.yy * c - m.yz * b
    let u3: F4 = m.yz * c - m.zz * b
    let w1: F4 = m.xz * a - m.xx * c
    let w3: F4 = m.zz * a - m.xz * c
    return (c * u2 - b * u3, a * u3 - c * u1, a * w3 - c * w1)
  }

  /// The change of normal velocity at point `i` by a unit impulse at point `j`.
  ///
  /// With r × n = (b, −a, 0):  m + (rᵢ × n)ᵀ·I⁻¹·(rⱼ × n) for both bodies.
  @inline(__always)
  private func coupling(
    _ p: UnsafeMutablePointer<PointRow>, _ i: Int, _ j: Int, _ axes: RowAxes, _ mass: F4
  ) -> F4 {
    let (inertiaA, inertiaB) = (axes.inertiaA, axes.inertiaB)
    let (a0, b0, a1, b1) = (p[i].along1, p[i].along2, p[j].along1, p[j].along2)
    let u1: F4 = inertiaA.xx * b0 - inertiaA.xy * a0
    let u2: F4 = inertiaA.yy * a0 - inertiaA.xy * b0
    let (c0, d0) = (a0 - axes.offset1, b0 - axes.offset2)
    let (c1, d1) = (a1 - axes.offset1, b1 - axes.offset2)
    let w1: F4 = inertiaB.xx * d0 - inertiaB.xy * c0
    let w2: F4 = inertiaB.yy * c0 - inertiaB.xy * d0
    return mass + (b1 * u1 + a1 * u2) + (d1 * w1 + c1 * w2)
  }

  /// The sum of the inverse masses of both sides; 0 for bodies with axis factors.
  @inline(__always)
  private func linearMass(_ ia: I4, _ ib: I4) -> F4 {
    let a = F4(
      solverBodies[Int(ia[0])].velocity.w, solverBodies[Int(ia[1])].velocity.w,
      solverBodies[Int(ia[2])].velocity.w, solverBodies[Int(ia[3])].velocity.w)
    let b = F4(
      solverBodies[Int(ib[0])].velocity.w, solverBodies[Int(ib[1])].velocity.w,
      solverBodies[Int(ib[2])].velocity.w, solverBodies[Int(ib[3])].velocity.w)
    return a + b
  }

  /// The sum u·M⁻¹·v over both sides for bodies with axis factors; 0 for other bodies.
  @inline(__always)
  private func lockedAxisMass(_ u: Vector3W, _ v: Vector3W, _ ia: I4, _ ib: I4) -> F4 {
    let m = lockedAxisMasses(ia) + lockedAxisMasses(ib)
    return u.x * v.x * m.x + u.y * v.y * m.y + u.z * v.z * m.z
  }

  /// The inverse masses along the world's axes of bodies with axis factors; 0 for other bodies.
  @inline(__always)
  func lockedAxisMasses(_ i: I4) -> Vector3W {
    let m = transpose4(
      masses[Int(i[0])].masses, masses[Int(i[1])].masses, masses[Int(i[2])].masses,
      masses[Int(i[3])].masses)
    let hasAxisFactors = m.3 .> F4()
    return Vector3W(
      keep(m.0, where: hasAxisFactors), keep(m.1, where: hasAxisFactors),
      keep(m.2, where: hasAxisFactors))
  }
}
