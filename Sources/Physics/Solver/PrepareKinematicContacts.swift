import CaromMaths

extension PrepareContext {
  /// Moves the lever arms on kinematic bodies to where the contacts are at the middle of the step.
  ///
  /// A body that is carried around moves along the chord of its circle, which is parallel to the
  /// velocity u = ω × r of the carrier at the middle of the step. With that of the beginning, it
  /// would leave the circle along the tangent, by r·ω²·dt/2 per second. The contact moves with the
  /// body B that is carried, by d = dt/2·(vB − vA) relative to A's center. Of the change c = ω × d
  /// of u, only the part along the surface is taken, since the surface itself rotates: with the
  /// tangents and the normal, and c₃ = 0,
  ///
  ///     d′ = −(ω × c)/ω²        ω × d′ ≈ (c₁, c₂, 0)
  ///
  /// The offset between the centers changes as much, so the arms of B remain.
  func moveToMiddle(_ row: UnsafeMutablePointer<ContactRow>, _ points: Int) {
    let (bodyA, bodyB) = bodyIndices(row)
    if bodyA.pointee == I4() { return }
    let a = BodyVelocitiesW(solverBodies, bodyA)
    let squared = a.angular.dot(a.angular)
    let turns = squared .> F4(repeating: 1e-12)
    if !any(turns) { return }
    let b = BodyVelocitiesW(solverBodies, bodyB)
    let (t1, t2, n) = (row.pointee.tangent1, row.pointee.tangent2, row.pointee.normal)
    let w = Vector3W(t1.dot(a.angular), t2.dot(a.angular), n.dot(a.angular))
    let v = b.linear - a.linear
    let half = F4(repeating: 0.5 * step)
    let d = Vector3W(t1.dot(v) * half, t2.dot(v) * half, n.dot(v) * half)
    let c = w.cross(d)
    let scale: F4 = keep(1 / squared, where: turns)
    let d1: F4 = w.z * c.y * scale
    let d2: F4 = F4() - w.z * c.x * scale
    row.pointee.arm1 = row.pointee.arm1 + d1
    row.pointee.arm2 = row.pointee.arm2 + d2
    row.pointee.armA = row.pointee.armA + (w.y * c.x - w.x * c.y) * scale
    row.pointee.offset1 = row.pointee.offset1 + d1
    row.pointee.offset2 = row.pointee.offset2 + d2
    let raw = UnsafeMutableRawPointer(row) + ContactLayout.pointsOffset
    let p = raw.assumingMemoryBound(to: PointRow.self)
    for slot in 0..<points {
      p[slot].along1 = p[slot].along1 + d1
      p[slot].along2 = p[slot].along2 + d2
    }
  }
}
