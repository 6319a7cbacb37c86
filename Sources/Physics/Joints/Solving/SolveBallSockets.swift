import CaromMaths

// Ball sockets between bodies that answer alike in all directions, such as spheres and cubes: the most
// of all joints in chains, nets and cloth. The same passes as for other kinds, with one block of three
// rows written out.

/// Four ball sockets of one colour, a lane each.
struct BallSocketPack: BitwiseCopyable {
  var joints = I4(repeating: -1)
  var bodyA = I4()
  var bodyB = I4()
  /// Where velocities are written; 0 for bodies that nothing may write.
  var writeA = I4()
  var writeB = I4()
  var massA = F4()
  var massB = F4()
  /// Inverse moments of inertia about any axis.
  var inertiaA = F4()
  var inertiaB = F4()
  /// From the centres of mass to the anchors when the step began.
  var anchorA = Vector3W.zero
  var anchorB = Vector3W.zero
  /// From the centre of A to that of B when the step began.
  var centers = Vector3W.zero
  /// The same arms now.
  var armA = Vector3W.zero
  var armB = Vector3W.zero
  /// From the anchor on A to that on B.
  var gap = Vector3W.zero
  /// The inverse of the matrix that maps impulses to velocities.
  var response = SymmetricW.zero
  var impulse = Vector3W.zero
  /// As in ``JointPack/trust`` and ``JointPack/reach``.
  var warmStartScale = F4(repeating: 1)
  var maxCorrection = F4(repeating: greatestGap)
  var total = Vector3W.zero
}

extension BallSocketPack {
  /// The two bodies' answer to an impulse, inverted.
  ///
  ///     K = (mA + mB)·1 + iA·(rA²·1 − rA·rAᵀ) + iB·(rB²·1 − rB·rBᵀ)
  @inline(__always)
  static func invert(
    _ mass: F4, _ iA: F4, _ iB: F4, _ rA: Vector3W, _ rB: Vector3W
  ) -> SymmetricW {
    let (ax, ay, az) = (rA * iA).lanes
    let (bx, by, bz) = (rB * iB).lanes
    let xxA = ax * rA.x
    let yyA = ay * rA.y
    let zzA = az * rA.z
    let xxB = bx * rB.x
    let yyB = by * rB.y
    let zzB = bz * rB.z
    let kxx = mass + (yyA + zzA) + (yyB + zzB)
    let kyy = mass + (xxA + zzA) + (xxB + zzB)
    let kzz = mass + (xxA + yyA) + (xxB + yyB)
    let kxy = F4() - (ax * rA.y + bx * rB.y)
    let kxz = F4() - (ax * rA.z + bx * rB.z)
    let kyz = F4() - (ay * rA.z + by * rB.z)
    let cxx = kyy * kzz - kyz * kyz
    let cxy = kxz * kyz - kxy * kzz
    let cxz = kxy * kyz - kxz * kyy
    let determinant = kxx * cxx + kxy * cxy + kxz * cxz
    let isFirm = determinant .> F4(repeating: 1e-30)
    let scale = keep(
      F4(repeating: 1) / select(isFirm, determinant, F4(repeating: 1)), where: isFirm)
    return SymmetricW(
      xx: cxx * scale, yy: (kxx * kzz - kxz * kxz) * scale, zz: (kxx * kyy - kxy * kxy) * scale,
      xy: cxy * scale, xz: cxz * scale, yz: (kxy * kxz - kxx * kyz) * scale)
  }
}

extension Vector3W {
  @inline(__always)
  var lanes: (F4, F4, F4) { (x, y, z) }
}

/// The passes over packs of ball sockets.
struct BallSocketPasses: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<SolverBody>
  let soft: Softness

  /// Finds arms and gaps, and applies the impulses of the substep before.
  func warmStart(_ p: UnsafeMutablePointer<BallSocketPack>) {
    let pose = JointPose(
      p.pointee.bodyA, p.pointee.bodyB, p.pointee.anchorA, p.pointee.anchorB, p.pointee.centers,
      bodies)
    p.pointee.armA = pose.armA
    p.pointee.armB = pose.armB
    p.pointee.gap = pose.gap
    p.pointee.response = BallSocketPack.invert(
      p.pointee.massA + p.pointee.massB, p.pointee.inertiaA, p.pointee.inertiaB, pose.armA,
      pose.armB)
    var v = JointVelocities(p.pointee.bodyA, p.pointee.bodyB, bodies)
    p.pointee.impulse = p.pointee.impulse * p.pointee.warmStartScale
    apply(p, p.pointee.impulse, &v)
    v.store(p.pointee.writeA, p.pointee.writeB, bodies)
  }

  /// Solves with a bias that closes the gap.
  func push(_ p: UnsafeMutablePointer<BallSocketPack>) {
    var v = JointVelocities(p.pointee.bodyA, p.pointee.bodyB, bodies)
    let greatest = p.pointee.maxCorrection
    let gap = p.pointee.gap
    let near = Vector3W(
      vmax(vmin(gap.x, greatest), F4() - greatest), vmax(vmin(gap.y, greatest), F4() - greatest),
      vmax(vmin(gap.z, greatest), F4() - greatest))
    let speed = relative(p, v) + near * F4(repeating: soft.rate)
    let wanted = p.pointee.response * speed
    let old = p.pointee.impulse
    let massScale = F4(repeating: soft.massScale)
    let impulseScale = F4(repeating: soft.impulseScale)
    let change = Vector3W.zero - wanted * massScale - old * impulseScale
    p.pointee.impulse = old + change
    apply(p, change, &v)
    v.store(p.pointee.writeA, p.pointee.writeB, bodies)
  }

  /// Solves again without the bias, for where the bodies are now.
  func relax(_ p: UnsafeMutablePointer<BallSocketPack>) {
    let (armA, armB) = turnedArms(p)
    p.pointee.armA = armA
    p.pointee.armB = armB
    p.pointee.response = BallSocketPack.invert(
      p.pointee.massA + p.pointee.massB, p.pointee.inertiaA, p.pointee.inertiaB, armA, armB)
    var v = JointVelocities(p.pointee.bodyA, p.pointee.bodyB, bodies)
    let change = Vector3W.zero - p.pointee.response * relative(p, v)
    let impulse = p.pointee.impulse + change
    p.pointee.impulse = impulse
    p.pointee.total = p.pointee.total + impulse
    apply(p, change, &v)
    v.store(p.pointee.writeA, p.pointee.writeB, bodies)
  }

  @inline(__always)
  private func relative(_ p: UnsafeMutablePointer<BallSocketPack>, _ v: JointVelocities) -> Vector3W
  {
    (v.b - v.a) + v.turnB.cross(p.pointee.armB) - v.turnA.cross(p.pointee.armA)
  }

  @inline(__always)
  private func apply(
    _ p: UnsafeMutablePointer<BallSocketPack>, _ push: Vector3W, _ v: inout JointVelocities
  ) {
    v.a = v.a - push * p.pointee.massA
    v.b = v.b + push * p.pointee.massB
    v.turnA = v.turnA - p.pointee.armA.cross(push) * p.pointee.inertiaA
    v.turnB = v.turnB + p.pointee.armB.cross(push) * p.pointee.inertiaB
  }

  @inline(__always)
  private func turnedArms(_ p: UnsafeMutablePointer<BallSocketPack>) -> (Vector3W, Vector3W) {
    let a = gatherTurns(p.pointee.bodyA, bodies)
    let b = gatherTurns(p.pointee.bodyB, bodies)
    return (a.rotate(p.pointee.anchorA), b.rotate(p.pointee.anchorB))
  }
}
