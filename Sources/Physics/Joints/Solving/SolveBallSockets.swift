import CaromMaths

// Ball sockets between bodies of isotropic mass and inertia, such as spheres and cubes, which are
// most joints of chains, nets and cloth. The passes are those of other kinds, specialized for one
// block of three rows.

/// Four ball sockets of one color, one lane each.
struct BallSocketPack: BitwiseCopyable {
  var joints = I4(repeating: -1)
  var bodyA = I4()
  var bodyB = I4()
  /// The solver indices to which velocities are written; 0 for bodies that are not written.
  var writeA = I4()
  var writeB = I4()
  var massA = F4()
  var massB = F4()
  /// Inverse moments of inertia about any axis.
  var inertiaA = F4()
  var inertiaB = F4()
  /// From the centers of mass to the anchors when the step began.
  var anchorA = Vector3W.zero
  var anchorB = Vector3W.zero
  /// From the center of A to that of B when the step began.
  var centers = Vector3W.zero
  /// The current arms.
  var armA = Vector3W.zero
  var armB = Vector3W.zero
  /// From the anchor on A to that on B.
  var gap = Vector3W.zero
  /// The effective mass matrix.
  var effectiveMass = SymmetricW.zero
  var impulse = Vector3W.zero
  var total = Vector3W.zero
}

extension BallSocketPack {
  /// The effective mass matrix: the inverse of the response K of both bodies to an impulse.
  ///
  ///     K = (mA + mB)·1 + iA·(rA²·1 − rA·rAᵀ) + iB·(rB²·1 − rB·rBᵀ)
  @inline(__always)
  static func effectiveMass(
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

  /// Updates arms and gaps, and applies the impulses of the previous substep.
  func warmStart(_ p: UnsafeMutablePointer<BallSocketPack>) {
    let pose = JointPose(
      BodyMotionsW(bodies, &p.pointee.bodyA), BodyMotionsW(bodies, &p.pointee.bodyB),
      p.pointee.anchorA, p.pointee.anchorB, p.pointee.centers)
    p.pointee.armA = pose.armA
    p.pointee.armB = pose.armB
    p.pointee.gap = pose.gap
    p.pointee.effectiveMass = BallSocketPack.effectiveMass(
      p.pointee.massA + p.pointee.massB, p.pointee.inertiaA, p.pointee.inertiaB, pose.armA,
      pose.armB)
    var v = JointVelocities(&p.pointee.bodyA, &p.pointee.bodyB, bodies)
    apply(p, p.pointee.impulse, &v)
    v.store(&p.pointee.writeA, &p.pointee.writeB, bodies)
  }

  /// Solves with a bias that corrects the gap.
  func solve(_ p: UnsafeMutablePointer<BallSocketPack>) {
    var v = JointVelocities(&p.pointee.bodyA, &p.pointee.bodyB, bodies)
    let gap = p.pointee.gap
    let near = Vector3W(clampedGap(gap.x), clampedGap(gap.y), clampedGap(gap.z))
    let speed = relativeVelocity(p, v) + near * F4(repeating: soft.rate)
    let wanted = p.pointee.effectiveMass * speed
    let old = p.pointee.impulse
    let massScale = F4(repeating: soft.massScale)
    let impulseScale = F4(repeating: soft.impulseScale)
    let change = Vector3W.zero - wanted * massScale - old * impulseScale
    p.pointee.impulse = old + change
    apply(p, change, &v)
    v.store(&p.pointee.writeA, &p.pointee.writeB, bodies)
  }

  /// Solves again without the bias, for the current poses.
  func relax(_ p: UnsafeMutablePointer<BallSocketPack>) {
    let (armA, armB) = rotatedArms(p)
    p.pointee.armA = armA
    p.pointee.armB = armB
    p.pointee.effectiveMass = BallSocketPack.effectiveMass(
      p.pointee.massA + p.pointee.massB, p.pointee.inertiaA, p.pointee.inertiaB, armA, armB)
    var v = JointVelocities(&p.pointee.bodyA, &p.pointee.bodyB, bodies)
    let change = Vector3W.zero - p.pointee.effectiveMass * relativeVelocity(p, v)
    let impulse = p.pointee.impulse + change
    p.pointee.impulse = impulse
    p.pointee.total = p.pointee.total + impulse
    apply(p, change, &v)
    v.store(&p.pointee.writeA, &p.pointee.writeB, bodies)
  }

  @inline(__always)
  private func relativeVelocity(_ p: UnsafeMutablePointer<BallSocketPack>, _ v: JointVelocities)
    -> Vector3W
  {
    (v.linearB - v.linearA) + v.angularB.cross(p.pointee.armB) - v.angularA.cross(p.pointee.armA)
  }

  @inline(__always)
  private func apply(
    _ p: UnsafeMutablePointer<BallSocketPack>, _ impulse: Vector3W, _ v: inout JointVelocities
  ) {
    v.linearA = v.linearA - impulse * p.pointee.massA
    v.linearB = v.linearB + impulse * p.pointee.massB
    v.angularA = v.angularA - p.pointee.armA.cross(impulse) * p.pointee.inertiaA
    v.angularB = v.angularB + p.pointee.armB.cross(impulse) * p.pointee.inertiaB
  }

  @inline(__always)
  private func rotatedArms(_ p: UnsafeMutablePointer<BallSocketPack>) -> (Vector3W, Vector3W) {
    let a = QuaternionW(gatherDeltaRotations(bodies, p.pointee.bodyA))
    let b = QuaternionW(gatherDeltaRotations(bodies, p.pointee.bodyB))
    return (a.rotate(p.pointee.anchorA), b.rotate(p.pointee.anchorB))
  }
}
