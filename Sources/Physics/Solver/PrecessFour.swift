import CaromMaths

// Four consecutive bodies at a time, with the same bits as one at a time; such as the links of
// chains and the pieces of a heap.

extension IntegrateContext {
  /// Advances the velocities of those of four bodies that precess implicitly.
  ///
  /// Returns the bodies that it advanced, as bits; none if there is only one.
  func integrateFour(_ index: Int, isFirst: Bool) -> Int {
    let (b, f) = (bodies + index, forces + index)
    var precessing = 0
    for number in 0..<4 {
      let g = f + number
      let isHeld = g.pointee.gyroscopic >= 0 && g.pointee.isFree | g.pointee.isLocked == 0
      if isHeld && (isFirst || g.pointee.precession == .none) { precessing |= 1 << number }
    }
    if precessing & (precessing - 1) == 0 { return 0 }
    let rows = transpose4(
      angular(b, f), angular(b + 1, f + 1), angular(b + 2, f + 2), angular(b + 3, f + 3))
    let w = Vector3W(rows.0, rows.1, rows.2)
    let squared = w.dot(w)
    let small: F4 = squared * step * step
    let isImplicit =
      (squared .> F4(repeating: Self.contactThreshold))
      .& (small .< F4(repeating: Self.maxImplicitTurn))
    let r = (record(f), record(f + 1), record(f + 2), record(f + 3))
    if !(isImplicit[0] && isDiagonal(r.0)) { precessing &= ~1 }
    if !(isImplicit[1] && isDiagonal(r.1)) { precessing &= ~2 }
    if !(isImplicit[2] && isDiagonal(r.2)) { precessing &= ~4 }
    if !(isImplicit[3] && isDiagonal(r.3)) { precessing &= ~8 }
    if precessing & (precessing - 1) == 0 { return 0 }
    let inertia = Vector3W(
      lanes(r) { $0.pointee.inertia.x.x }, lanes(r) { $0.pointee.inertia.y.y },
      lanes(r) { $0.pointee.inertia.z.z })
    let inverse = Vector3W(
      lanes(r) { $0.pointee.inverseInertia.x.x }, lanes(r) { $0.pointee.inverseInertia.y.y },
      lanes(r) { $0.pointee.inverseInertia.z.z })
    let orientation = QuaternionW(
      transpose4(
        F4(r.0.pointee.orientation), F4(r.1.pointee.orientation), F4(r.2.pointee.orientation),
        F4(r.3.pointee.orientation)))
    let turned = QuaternionW(
      transpose4(b[0].deltaRotation, b[1].deltaRotation, b[2].deltaRotation, b[3].deltaRotation))
    let end = precessedImplicitly(w, turned * orientation, inertia, inverse)
    let ends = transpose4(end.x, end.y, end.z, rows.3)
    if precessing & 1 != 0 { finish(b, f, ends.0, isFirst) }
    if precessing & 2 != 0 { finish(b + 1, f + 1, ends.1, isFirst) }
    if precessing & 4 != 0 { finish(b + 2, f + 2, ends.2, isFirst) }
    if precessing & 8 != 0 { finish(b + 3, f + 3, ends.3, isFirst) }
    return precessing
  }

  /// The record of a body, or any if it does not precess.
  @inline(__always)
  private func record(_ f: UnsafeMutablePointer<SolverForce>) -> Record {
    records + Int(max(f.pointee.gyroscopic, 0))
  }

  /// The angular velocity of a body after forces and damping.
  @inline(__always)
  private func angular(
    _ b: UnsafeMutablePointer<SolverBody>, _ f: UnsafeMutablePointer<SolverForce>
  ) -> F4 {
    (b.pointee.angularVelocity + f.pointee.angularAcceleration * step) * f.pointee.angularDamping
  }

  private typealias Record = UnsafeMutablePointer<BodyRecord>

  /// A number of each of four bodies.
  @inline(__always)
  private func lanes(_ r: (Record, Record, Record, Record), _ number: (Record) -> Float) -> F4 {
    F4(number(r.0), number(r.1), number(r.2), number(r.3))
  }

  /// Whether the axes of a body are those of its inertia.
  @inline(__always)
  private func isDiagonal(_ r: Record) -> Bool {
    let m = r.pointee.inertia
    return m.y.x == 0 && m.z.x == 0 && m.z.y == 0
  }

  /// Advances the velocities of a body to an angular velocity that has precessed.
  @inline(__always)
  private func finish(
    _ b: UnsafeMutablePointer<SolverBody>, _ f: UnsafeMutablePointer<SolverForce>, _ w: F4,
    _ isFirst: Bool
  ) {
    let v: F4 = (b.pointee.velocity + f.pointee.acceleration * step) * f.pointee.damping
    f.pointee.precession = .none
    setVelocities(b, f, v, w, isFirst: isFirst)
  }

  /// The angular velocities of four bodies after the precession of a substep, for moments of
  /// inertia about their own axes; see the one for a single body.
  @inline(__always)
  private func precessedImplicitly(
    _ row: Vector3W, _ q: QuaternionW, _ m: Vector3W, _ inverse: Vector3W
  ) -> Vector3W {
    let w = q.unrotate(row)
    let l = Vector3W(m.x * w.x, m.y * w.y, m.z * w.z)
    let (u, v, t) = (inverse.x, inverse.y, inverse.z)
    let torque = w.cross(l) * F4(repeating: step)
    let missing = Vector3W(u * torque.x, v * torque.y, t * torque.z)
    let one = F4(repeating: 1)
    let x = Vector3W(one, v * ((w.z * m.x - l.z) * step), t * ((l.y - w.y * m.x) * step))
    let y = Vector3W(u * ((l.z - w.z * m.y) * step), one, t * ((w.x * m.y - l.x) * step))
    let z = Vector3W(u * ((w.y * m.z - l.y) * step), v * ((l.x - w.x * m.z) * step), one)
    let yz = y.cross(z)
    let scale = one / x.dot(yz)
    let change = Vector3W(missing.dot(yz), x.dot(missing.cross(z)), x.dot(y.cross(missing)))
    return q.rotate(w - change * scale)
  }
}
