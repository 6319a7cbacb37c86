import CaromCollision
import CaromMaths

extension CollideContext {
  /// The overlap in meters up to which a body that passes a one-way surface counts as outside.
  private static var maxOverlap: Float { 0.005 }

  /// Decides whether a contact of a one-way surface is solid, before it is classified, and ends the
  /// effect of the contact modifier of the last step.
  ///
  /// A contact that begins is solid if its normal is on the solid side and the bodies do not
  /// overlap yet. From then on it stays solid, and one that is not stays passable, until the bodies
  /// are apart: then the next approach decides again.
  @inline(never)
  func updateSolidity(_ c: UnsafeMutablePointer<ContactRecord>) {
    if !c.pointee.has(ContactRecord.Flag.oneWay | ContactRecord.Flag.disabled) { return }
    let wasSolid = c.pointee.has(ContactRecord.Flag.solved)
    c.pointee.set(ContactRecord.Flag.disabled, false)
    guard c.pointee.has(ContactRecord.Flag.oneWay) else { return }
    let wasPassing = c.pointee.has(ContactRecord.Flag.passing)
    var isPassing = false
    if c.pointee.manifold >= 0 && manifolds[Int(c.pointee.manifold)].pointCount > 0 && !wasSolid {
      let m = manifolds + Int(c.pointee.manifold)
      let most: Float = wasPassing ? Self.maxOverlap : Self.maxOverlap + grazingDepth(c)
      isPassing = m.pointee.minSeparation < -most || !isSolid(c, Vector3(m.pointee.normal))
    }
    c.pointee.set(ContactRecord.Flag.passing, isPassing)
    c.pointee.set(ContactRecord.Flag.collides, !isPassing)
  }

  /// The depth in meters that a sweep leaves to the first contact of two bodies.
  private func grazingDepth(_ c: UnsafeMutablePointer<ContactRecord>) -> Float {
    var radius: Float = .infinity
    for body in [c.pointee.bodyA, c.pointee.bodyB] where bodies[Int(body)].isDynamic {
      radius = min(radius, bodies[Int(body)].innerRadius)
    }
    return radius < .infinity ? SweptCollider.grazingDepth * radius : 0
  }

  /// Whether a contact with a normal from A to B is on the solid sides of both bodies.
  private func isSolid(_ c: UnsafeMutablePointer<ContactRecord>, _ normal: Vector3) -> Bool {
    isSolid(c.pointee.bodyA, normal) && isSolid(c.pointee.bodyB, -normal)
  }

  private func isSolid(_ body: Int32, _ outward: Vector3) -> Bool {
    let b = bodies + Int(body)
    guard b.pointee.has(BodyRecord.Flag.oneWay) else { return true }
    return extras[Int(body)].isSolid(b.pointee.orientation, outward)
  }

  /// Removes a contact from the constraints of this step.
  func disable(_ slot: Int) {
    let c = contacts + Int(active[slot])
    c.pointee.flags |= ContactRecord.Flag.disabled
    c.pointee.set(ContactRecord.Flag.solved, false)
    classes[slot] = 0
    let outcome = outcomes[slot] & ~CollideOutcome.recolors
    outcomes[slot] = c.pointee.color < 0 ? outcome : outcome | CollideOutcome.recolors
    guard c.pointee.manifold >= 0 else { return }
    let m = manifolds + Int(c.pointee.manifold)
    m.pointee.impulse = 0
    m.pointee.frictionImpulse = F4()
    m.pointee.roll = F4(0, 0, 0, m.pointee.roll.w)
    for number in 0..<4 { points[Int(c.pointee.manifold) * 4 + number].impulse = 0 }
  }
}
