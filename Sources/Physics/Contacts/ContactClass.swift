import CaromMaths

extension CollideContext {
  /// Stores the constraint class of a contact for this step, 0 for none; see ``ContactClass``.
  func classify(_ slot: Int) {
    let c = contacts + Int(active[slot])
    let a = poses + Int(c.pointee.bodyA)
    let b = poses + Int(c.pointee.bodyB)
    let isMovableA = a.pointee.isMovable
    let isMovableB = b.pointee.isMovable
    if hasContactRules { updateSolidity(c) }
    var kind: UInt8 = 0
    if c.pointee.manifold >= 0 {
      let m = manifolds + Int(c.pointee.manifold)
      let count = m.pointee.pointCount
      if count > 0 && c.pointee.has(ContactRecord.Flag.collides) && (isMovableA || isMovableB) {
        let base: UInt8
        if m.pointee.roll.w > 0 || m.pointee.localNormal.w > 0
          || (a.pointee.flags | b.pointee.flags) & BodyPose.Flag.extends != 0
        {
          base = ContactClass.extended
        } else if count > 1 {
          base = count == 2 ? ContactClass.two : ContactClass.four
        } else {
          let isRoundA = a.pointee.center.w > 0 || a.pointee.solverIndex == 0
          let isRoundB = b.pointee.center.w > 0 || b.pointee.solverIndex == 0
          base = isRoundA && isRoundB ? ContactClass.spheres : ContactClass.one
        }
        kind = base + (isMovableA && isMovableB ? 0 : 1)
      } else {
        m.pointee.impulse = 0
      }
    }
    classes[slot] = kind
    let holds: UInt32 =
      (isMovableA ? ContactRecord.Flag.holdsA : 0) | (isMovableB ? ContactRecord.Flag.holdsB : 0)
    let held = c.pointee.flags & (ContactRecord.Flag.holdsA | ContactRecord.Flag.holdsB)
    let fits = kind == 0 ? c.pointee.color < 0 : c.pointee.color >= 0 && held == holds
    let outcome = outcomes[slot] & ~CollideOutcome.recolors
    outcomes[slot] = fits ? outcome : outcome | CollideOutcome.recolors
    c.pointee.set(ContactRecord.Flag.solved, kind != 0)
  }
}

/// The classes of contact constraints.
///
/// Each value is even; one more denotes contacts with an immovable side.
enum ContactClass {
  /// One point between spheres, or between a sphere and an immovable body.
  static let spheres: UInt8 = 2
  static let one: UInt8 = 4
  static let two: UInt8 = 6
  /// Three or four points.
  static let four: UInt8 = 8
  /// Up to four points with restitution or rolling friction, or of bodies with locked axes or
  /// moving surfaces.
  static let extended: UInt8 = 10
  static let count = 12
}
