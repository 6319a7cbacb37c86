import CaromMaths

extension SolveContext {
  /// Computes the separations from the motion of the bodies since the beginning of the step.
  ///
  /// A body that rotates by θ moves its point p along the normal by the chord n·(2·sin ½θ × p′),
  /// with the point p′ at the middle of the arc, near which the arms are taken; see
  /// ``PrepareContext/lead(substeps:)``. In the contact's axes n is (0, 0, 1), and with the
  /// rotation as the quaternion (x, y, z, w), this is e·p′ with
  ///
  ///     e = (−2y, 2x, 0)
  @inline(__always)
  func updateSeparations(_ p: ContactRowPointers, _ layout: ContactLayout, isAnchored: Bool) {
    let c = p.row
    let a = BodyMotionsW(bodies, p.bodyA)
    let b = BodyMotionsW(bodies, p.bodyB)
    let moved = b.displacement - a.displacement
    let (t1, t2, n) = (c.pointee.tangent1, c.pointee.tangent2, c.pointee.normal)
    let (b1, b2) = chord(b.rotation, t1, t2)
    var (a1, a2, swing) = (F4(), F4(), F4())
    if isAnchored {
      let e = tilt(a.rotation, t1, t2, n)
      (a1, a2, swing) = (e.x, e.y, e.z * c.pointee.coreA)
    } else {
      (a1, a2) = chord(a.rotation, t1, t2)
    }
    let (offset1, offset2) = (c.pointee.offset1, c.pointee.offset2)
    let whole: F4 = n.dot(moved) - swing
    var slot = 0
    while slot < layout.points {
      let q = p.points + slot
      let (along1, along2) = (q.pointee.along1, q.pointee.along2)
      // A ball, whose points are in line with its center, gets exactly 0 from its rotation.
      let onB: F4 = b1 * (along1 - offset1) + b2 * (along2 - offset2)
      let onA: F4 = a1 * along1 + a2 * along2
      q.pointee.separation = q.pointee.base + (whole + (onB - onA))
      slot &+= 1
    }
  }

  @inline(__always)
  private func chord(_ q: (F4, F4, F4, F4), _ t1: Vector3W, _ t2: Vector3W) -> (F4, F4) {
    let u = Vector3W(q.0, q.1, q.2)
    let (x, y) = (t1.dot(u), t2.dot(u))
    return (F4() - (y + y), x + x)
  }

  /// The same for a kinematic body, with its points at the beginning of the step.
  ///
  /// A rotation R moves a point p along the normal by e·p with
  ///
  ///     e = Rᵀ·n − n = (2(x·z − w·y), 2(y·z + w·x), −2(x² + y²))
  @inline(__always)
  private func tilt(
    _ q: (F4, F4, F4, F4), _ t1: Vector3W, _ t2: Vector3W, _ n: Vector3W
  ) -> Vector3W {
    let u = Vector3W(q.0, q.1, q.2)
    let (x, y, z) = (t1.dot(u), t2.dot(u), n.dot(u))
    let (x2, y2) = (x + x, y + y)
    let w = q.3
    return Vector3W(x2 * z - y2 * w, y2 * z + x2 * w, F4() - (x2 * x + y2 * y))
  }
}
