import CaromMaths

extension SolveContext {
  /// Computes the separations from the motion of the bodies since the beginning of the step.
  ///
  /// A body's rotation R moves its point p along the normal by e·p with e = Rᵀ·n − n. In the
  /// contact's axes n is (0, 0, 1), and with R from the quaternion (x, y, z, w)
  ///
  ///     e = (2(x·z − w·y), 2(y·z + w·x), −2(x² + y²))
  @inline(__always)
  func updateSeparations(_ p: ContactRowPointers, _ layout: ContactLayout) {
    let c = p.row
    let a = BodyMotionsW(bodies, p.bodyA)
    let b = BodyMotionsW(bodies, p.bodyB)
    let moved = b.displacement - a.displacement
    let (t1, t2, n) = (c.pointee.tangent1, c.pointee.tangent2, c.pointee.normal)
    let eA = tilt(a.rotation, t1, t2, n)
    let eB = tilt(b.rotation, t1, t2, n)
    let (offset1, offset2) = (c.pointee.offset1, c.pointee.offset2)
    let swing: F4 = eB.z * c.pointee.coreB - eA.z * c.pointee.coreA
    let shift: F4 = eB.x * offset1 + eB.y * offset2
    let whole: F4 = n.dot(moved) + swing - shift
    let (e1, e2) = (eB.x - eA.x, eB.y - eA.y)
    var slot = 0
    while slot < layout.points {
      let q = p.points + slot
      q.pointee.separation =
        q.pointee.base + (whole + (e1 * q.pointee.along1 + e2 * q.pointee.along2))
      slot &+= 1
    }
  }

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
