import CaromMaths

extension CollideContext {
  /// Stores the constraint class of a contact for this step, 0 for none; see ``ContactClass``.
  func classify(_ slot: Int) {
    let c = contacts + Int(active[slot])
    if hasContactRules { updateSolidity(c) }
    var flags = c.pointee.flags & ~ContactRecord.Flag.solved
    var kind: UInt8 = 0
    var fits: Bool = c.pointee.color < 0
    if c.pointee.manifold >= 0 {
      let (a, b) = (poses + Int(c.pointee.bodyA), poses + Int(c.pointee.bodyB))
      kind = constraintClass(manifolds + Int(c.pointee.manifold), flags, a, b)
      if kind != 0 {
        flags |= ContactRecord.Flag.solved
        let holds = ContactRecord.Flag.holds(a.pointee.flags, b.pointee.flags)
        let held = flags & (ContactRecord.Flag.holdsA | ContactRecord.Flag.holdsB)
        fits = !fits && held == holds
      }
    }
    c.pointee.flags = flags
    classes[slot] = kind
    let outcome = outcomes[slot] & ~CollideOutcome.recolors
    outcomes[slot] = fits ? outcome : outcome | CollideOutcome.recolors
  }

  /// The constraint class of a contact with a manifold.
  @inline(__always)
  private func constraintClass(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ flags: UInt32, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) -> UInt8 {
    let count = m.pointee.pointCount
    let either = a.pointee.flags | b.pointee.flags
    guard count > 0, flags & ContactRecord.Flag.collides != 0, either & BodyPose.Flag.movable != 0
    else {
      m.pointee.impulse = 0
      return 0
    }
    let base: UInt8
    if m.pointee.roll.w > 0 || m.pointee.localNormal.w > 0 || either & BodyPose.Flag.extends != 0 {
      base = ContactClass.extended
    } else if count > 1 {
      base = count == 2 ? ContactClass.two : ContactClass.four
    } else {
      let isRoundA = a.pointee.center.w > 0 || a.pointee.solverIndex == 0
      let isRoundB = b.pointee.center.w > 0 || b.pointee.solverIndex == 0
      base = isRoundA && isRoundB ? ContactClass.spheres : ContactClass.one
    }
    return a.pointee.flags & b.pointee.flags & BodyPose.Flag.movable != 0 ? base : base + 1
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
