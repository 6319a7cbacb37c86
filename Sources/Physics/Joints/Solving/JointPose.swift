import CaromMaths

/// The anchors of four joints and the rotations of their bodies, within a step.
struct JointPose {
  /// From the centers of mass to the anchors.
  let armA: Vector3W
  let armB: Vector3W
  /// From the anchor on A to that on B.
  let gap: Vector3W
  /// The displacements of the centers of mass since the step began.
  let movedA: Vector3W
  let movedB: Vector3W
  /// From the center of A to the anchor on B.
  var centerToAnchorB: Vector3W { armA + gap }

  // The rotations of both bodies since the step began.
  let rotationA: QuaternionW
  let rotationB: QuaternionW

  @inline(__always)
  init(_ pack: UnsafeMutablePointer<JointPack>, _ bodies: UnsafeMutablePointer<SolverBody>) {
    self.init(
      pack.pointee.bodyA, pack.pointee.bodyB, pack.pointee.anchorA, pack.pointee.anchorB,
      pack.pointee.centers, bodies)
  }

  @inline(__always)
  init(
    _ bodyA: I4, _ bodyB: I4, _ anchorA: Vector3W, _ anchorB: Vector3W, _ centers: Vector3W,
    _ bodies: UnsafeMutablePointer<SolverBody>
  ) {
    rotationA = QuaternionW(gatherDeltaRotations(bodies, bodyA))
    rotationB = QuaternionW(gatherDeltaRotations(bodies, bodyB))
    armA = rotationA.rotate(anchorA)
    armB = rotationB.rotate(anchorB)
    movedB = gatherDeltaPositions(bodies, bodyB)
    movedA = gatherDeltaPositions(bodies, bodyA)
    gap = centers + (movedB - movedA) + (armB - armA)
  }
}

/// The inverse inertia of four bodies in their current orientation.
@inline(__always)
func gatherInertia(_ i: I4, _ masses: UnsafeMutablePointer<SolverMass>) -> SymmetricW {
  let d = transpose3(
    masses[Int(i[0])].diagonal, masses[Int(i[1])].diagonal, masses[Int(i[2])].diagonal,
    masses[Int(i[3])].diagonal)
  let s = transpose3(
    masses[Int(i[0])].sides, masses[Int(i[1])].sides, masses[Int(i[2])].sides,
    masses[Int(i[3])].sides)
  return SymmetricW(xx: d.x, yy: d.y, zz: d.z, xy: s.x, xz: s.y, yz: s.z)
}

/// The velocities of both sides of four joints.
struct JointVelocities {
  var linearA: Vector3W
  var angularA: Vector3W
  var linearB: Vector3W
  var angularB: Vector3W
  /// The fourth components of the stored vectors, which are written back unchanged.
  let spareA: F4
  let spareB: F4
  let spareAngularA: F4
  let spareAngularB: F4

  @inline(__always)
  init(_ ia: I4, _ ib: I4, _ bodies: UnsafeMutablePointer<SolverBody>) {
    let va = transpose4(
      bodies[Int(ia[0])].velocity, bodies[Int(ia[1])].velocity, bodies[Int(ia[2])].velocity,
      bodies[Int(ia[3])].velocity)
    let wa = transpose4(
      bodies[Int(ia[0])].angularVelocity, bodies[Int(ia[1])].angularVelocity,
      bodies[Int(ia[2])].angularVelocity, bodies[Int(ia[3])].angularVelocity)
    let vb = transpose4(
      bodies[Int(ib[0])].velocity, bodies[Int(ib[1])].velocity, bodies[Int(ib[2])].velocity,
      bodies[Int(ib[3])].velocity)
    let wb = transpose4(
      bodies[Int(ib[0])].angularVelocity, bodies[Int(ib[1])].angularVelocity,
      bodies[Int(ib[2])].angularVelocity, bodies[Int(ib[3])].angularVelocity)
    (linearA, spareA) = (Vector3W(va.0, va.1, va.2), va.3)
    (angularA, spareAngularA) = (Vector3W(wa.0, wa.1, wa.2), wa.3)
    (linearB, spareB) = (Vector3W(vb.0, vb.1, vb.2), vb.3)
    (angularB, spareAngularB) = (Vector3W(wb.0, wb.1, wb.2), wb.3)
  }

  /// Writes the velocities of all bodies that are written.
  @inline(__always)
  func store(_ writeA: I4, _ writeB: I4, _ bodies: UnsafeMutablePointer<SolverBody>) {
    let va = transpose4(linearA.x, linearA.y, linearA.z, spareA)
    let wa = transpose4(angularA.x, angularA.y, angularA.z, spareAngularA)
    Self.write(writeA, va, wa, bodies)
    let vb = transpose4(linearB.x, linearB.y, linearB.z, spareB)
    let wb = transpose4(angularB.x, angularB.y, angularB.z, spareAngularB)
    Self.write(writeB, vb, wb, bodies)
  }

  @inline(__always)
  private static func write(
    _ slots: I4, _ v: (F4, F4, F4, F4), _ w: (F4, F4, F4, F4),
    _ bodies: UnsafeMutablePointer<SolverBody>
  ) {
    if slots[0] > 0 {
      let body = bodies + Int(slots[0])
      (body.pointee.velocity, body.pointee.angularVelocity) = (v.0, w.0)
    }
    if slots[1] > 0 {
      let body = bodies + Int(slots[1])
      (body.pointee.velocity, body.pointee.angularVelocity) = (v.1, w.1)
    }
    if slots[2] > 0 {
      let body = bodies + Int(slots[2])
      (body.pointee.velocity, body.pointee.angularVelocity) = (v.2, w.2)
    }
    if slots[3] > 0 {
      let body = bodies + Int(slots[3])
      (body.pointee.velocity, body.pointee.angularVelocity) = (v.3, w.3)
    }
  }
}
