import CaromMaths

// Light bodies under heavy ones.
//
// A pass over the contacts moves an impulse by one contact only, and a body takes the less of it
// the lighter it is: on one of mass m, a body of mass M is slowed by m/M of its speed in each pass.
// The impulses of the passes add up as in a spring of the frequency ω² = 2m/(M·h²), h the substep,
// and the heavy body sinks by g/ω² and swings, whatever the stiffness of the contacts. For M/m of a
// thousand and more it is never caught. The static sag grows likewise: n points, each with the
// effective mass m/2n of two equal bodies, sink by
//
//     s = F / (½·m·(2π·f)²)
//
// under a force F at f hertz, 0.56 m for a cube on one of a thousandth of its mass.
//
// So a body that others press from opposite sides with a force F that hardly changes takes part in
// the solver with the mass
//
//     m′ = max(m, F / a)        a = 100 m/s²
//
// and its inertia scaled likewise; its weight and all other forces stay, so that statics is exact.
// The lower a body of a high stack is, the more it carries. This also makes the impulses converge
// faster, like the masses that grow downwards in E. Guendelman et al., "Nonconvex rigid bodies with
// stacking", SIGGRAPH 2003, but without an order of the bodies, and momentum is conserved.
// The sag is then limited to 2a/(2πf)² = 6 mm at 30 Hz, and no mass ratio of a static load is above
// a/g = 10. What carries less than ten times its weight, as nearly everything does, is not
// affected. What the stack gains in inertia is a tenth of its load at most.
//
// The load follows the measured force with a delay, fast when it grows, slowly when it falls. If m′
// followed at once, the force of a contact would depend on m′ alone, no longer on the overlap, and
// nothing would stop a swing. A body that comes free of all contacts has its own mass at once.
//
// Source: mass scaling as in explicit dynamics, of the elements that limit the step: L. Olovsson,
// K. Simonsson, M. Unosson, "Selective mass scaling for explicit finite element analyses", Int. J.
// Numer. Meth. Engng 63, 2005; the load as its measure is ours.

extension BodyRecord {
  /// The acceleration that the load of a body may cause it, in m/s²; more load adds inertia.
  static var loadAcceleration: Float { 100 }

  /// Updates the load by the force measured in the previous step, and returns the share of the mass
  /// in the mass with which the body takes part in the solver.
  ///
  /// `dt` is the length of a step in seconds; `isFree` is true without contacts and joints.
  mutating func massShare(_ dt: Float, isFree: Bool) -> Float {
    if isFree { (load, squeeze) = (0, 0) }
    let delay: Float = squeeze > load ? 0.04 : 0.5
    load += (squeeze - load) * (dt / (dt + delay))
    squeeze = 0
    let loaded: Float = load * (1 / Self.loadAcceleration)
    // A tenth of the limit is left to the filter, so that the load does not decay for hours.
    if !(loaded > 0.1 * mass) {
      load = 0
      return 1
    }
    return loaded > mass ? mass / loaded : 1
  }
}

/// Measures the forces that bodies pass on from one contact to an opposite one.
struct LoadContext {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  let solverBodies: UnsafeMutablePointer<SolverBody>
  let joints: JointStore
  /// The length of the step in seconds.
  let dt: Float

  /// Measures the load of those bodies of a contact on which it presses strongly.
  func measure(_ manifold: Int32) {
    guard manifold >= 0 else { return }
    let m = manifolds + Int(manifold)
    guard m.pointee.contact >= 0 else { return }
    let c = contacts + Int(m.pointee.contact)
    let (a, b) = (Int(c.pointee.bodyA), Int(c.pointee.bodyB))
    let (isOnA, isOnB) = (presses(m.pointee.impulse, a), presses(m.pointee.impulse, b))
    if !(isOnA || isOnB) || isFast(a, b) { return }
    if isOnA { measure(a) }
    if isOnB { measure(b) }
  }

  /// Whether an impulse in the step is large for a body, and its load is not measured yet.
  @inline(__always)
  private func presses(_ impulse: Float, _ body: Int) -> Bool {
    let r = bodies + body
    return impulse > 0.5 * BodyRecord.loadAcceleration * dt * r.pointee.mass
      && r.pointee.isDynamic && r.pointee.squeeze == 0
  }

  /// Whether two bodies move relative to each other faster than 1 m/s.
  ///
  /// What is hit is not loaded: it will fly off with the mass that it has.
  private func isFast(_ a: Int, _ b: Int) -> Bool {
    let (p, q) = (solverBody(a), solverBody(b))
    let radius: Float = min(poses[a].outerRadius, poses[b].outerRadius)
    let relative: Float = (q.linear - p.linear).length
    return !(relative + (q.angular - p.angular).length * radius < 1)
  }

  private func solverBody(_ body: Int) -> SolverBody {
    if poses[body].solverIndex > 0 { return solverBodies[Int(poses[body].solverIndex)] }
    return SolverBody()
  }

  /// Measures the load of a body.
  ///
  /// Of forces fᵢ on the body along the normals, half of Σ|fᵢ| − |Σfᵢ| is passed on; the rest
  /// carries or accelerates the body itself.
  private func measure(_ body: Int) {
    let r = bodies + body
    guard joints.jointCount(of: body) == 0, !poses[body].has(BodyPose.Flag.hasAxisFactors)
    else { return }
    var (sum, whole): (Float, Vector3) = (0, .zero)
    var key = r.pointee.firstContact
    while key >= 0 {
      let c = contacts + Int(key >> 1)
      let isA = key & 1 == 0
      key = isA ? c.pointee.nextA : c.pointee.nextB
      guard c.pointee.manifold >= 0, c.pointee.has(ContactRecord.Flag.solved) else { continue }
      let m = manifolds + Int(c.pointee.manifold)
      sum += m.pointee.impulse
      let push = Vector3(m.pointee.normal) * m.pointee.impulse
      whole = isA ? whole - push : whole + push
    }
    let passed: Float = 0.5 * (sum - whole.length) / dt
    if passed > 0 && passed < .greatestFiniteMagnitude { r.pointee.squeeze = passed }
  }
}
