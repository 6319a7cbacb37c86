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
// a/g = 10. What carries less than ten times its weight is not affected. What the stack gains in
// inertia is a tenth of its load at most.
//
// For a body with a radius r of less than a third of a meter, 6 mm are much, so it has less:
//
//     a = 100 m/s²·(r / 35 cm)², at least 15 m/s²
//
// Towers of 12 cubes of 10 cm, or of 4 of 1 cm, would buckle otherwise: without the mass, a cube
// sinks by 0.6 mm for each one that it carries, whatever its size is, and the impulses, which pass
// one contact in each pass, come late, because small bodies fall by their size in few steps. Balls
// have no faces to stand on, and keep 100 m/s².
//
// The load follows the measured force with a delay, fast when it grows, slowly when it falls. If m′
// followed at once, the force of a contact would depend on m′ alone, no longer on the overlap, and
// nothing would stop a swing. A body that comes free of all contacts has its own mass at once.
//
// Source: mass scaling as in explicit dynamics, of the elements that limit the step: L. Olovsson,
// K. Simonsson, M. Unosson, "Selective mass scaling for explicit finite element analyses", Int. J.
// Numer. Meth. Engng 63, 2005; the load as its measure is ours.

extension BodyRecord {
  /// The acceleration that the load of the body may cause it, in m/s²; more load adds inertia.
  func loadAcceleration(isBall: Bool) -> Float {
    isBall ? 100 : min(max(15, 820 * outerRadius * outerRadius), 100)
  }

  /// Updates the load by the force measured in the previous step, and returns the share of the mass
  /// in the mass with which the body takes part in the solver.
  ///
  /// `dt` is the length of a step in seconds, `acceleration` the one that the load may cause;
  /// `isFree` is true without contacts and joints.
  mutating func massShare(_ dt: Float, _ acceleration: Float, isFree: Bool) -> Float {
    if isFree { (load, squeeze) = (0, 0) }
    let delay: Float = squeeze > load ? 0.04 : 0.5
    load += (squeeze - load) * (dt / (dt + delay))
    squeeze = 0
    let loaded: Float = load * (1 / acceleration)
    // A tenth of the limit is left to the filter, so that the load does not decay for hours.
    if !(loaded > 0.1 * mass) {
      load = 0
      return 1
    }
    return loaded > mass ? mass / loaded : 1
  }
}

/// Measures the forces that bodies pass on from one contact to an opposite one.
///
/// Of forces fᵢ on a body along the normals of its contacts, half of Σ|fᵢ| − |Σfᵢ| is passed on;
/// the rest carries or accelerates the body itself. The sums of all bodies are added in one pass
/// over the rows.
struct LoadContext {
  let rows: UnsafeMutableRawPointer
  let records: UnsafeMutablePointer<BodyRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  let awake: UnsafeMutablePointer<Int32>
  let joints: JointStore
  // By solver index
  let bodies: UnsafeMutablePointer<SolverBody>
  /// The impulse in the step above which a contact presses strongly on the body; infinite for
  /// bodies without a load, and for those whose load is measured already.
  let limits: UnsafeMutablePointer<Float>
  /// The sum of the normal impulses of the step; the fourth lane is the sum of their sizes.
  let sums: UnsafeMutablePointer<F4>
  /// The length of the step in seconds.
  let dt: Float

  /// The part of a row of any class that loads depend on.
  private struct Row {
    let bodyA: I4
    let bodyB: I4
    let manifold: I4
    let normal: Vector3W
    /// The sums of the normal impulses of the step.
    let total: F4
  }

  @inline(__always)
  private func row(_ group: ContactGroup, _ number: Int) -> Row {
    let layout = ContactLayout.of(Int(group.kind))
    let raw = rows + (Int(group.start) * 16 + number * layout.stride)
    if layout.points == 0 {
      let c = raw.assumingMemoryBound(to: SphereContactRow.self)
      return Row(
        bodyA: c.pointee.bodyA, bodyB: c.pointee.bodyB, manifold: c.pointee.manifold,
        normal: c.pointee.normal, total: c.pointee.total)
    }
    let c = raw.assumingMemoryBound(to: ContactRow.self)
    return Row(
      bodyA: c.pointee.bodyA, bodyB: c.pointee.bodyB, manifold: c.pointee.manifold,
      normal: c.pointee.normal, total: c.pointee.total)
  }

  /// Adds the impulses of a group to the sums of its bodies.
  func add(_ group: ContactGroup) {
    for number in 0..<Int(group.count) {
      let r = row(group, number)
      if any(r.total .> F4()) { add(r) }
    }
  }

  @inline(__always)
  private func add(_ r: Row) {
    let push = r.normal * r.total
    let f = transposed4(push.x, push.y, push.z, r.total)
    add(f.0, r.bodyA[0], r.bodyB[0])
    add(f.1, r.bodyA[1], r.bodyB[1])
    add(f.2, r.bodyA[2], r.bodyB[2])
    add(f.3, r.bodyA[3], r.bodyB[3])
  }

  @inline(__always)
  private func add(_ impulse: F4, _ a: Int32, _ b: Int32) {
    sums[Int(a)] = sums[Int(a)] + impulse * F4(-1, -1, -1, 1)
    sums[Int(b)] = sums[Int(b)] + impulse
  }

  /// Measures the loads of the bodies on which contacts of some rows press strongly.
  func measure(_ group: ContactGroup, _ range: Range<Int>) {
    for number in range {
      let r = row(group, number)
      guard pressesStrongly(limits, r.bodyA, r.bodyB, r.total) else { continue }
      for lane in 0..<4 {
        measure(Int(r.bodyA[lane]), Int(r.bodyB[lane]), r.manifold[lane], r.total[lane])
        measure(Int(r.bodyB[lane]), Int(r.bodyA[lane]), r.manifold[lane], r.total[lane])
      }
    }
  }

  /// Measures the load of a body if a contact with another one presses strongly on it.
  @inline(__always)
  private func measure(_ body: Int, _ other: Int, _ manifold: Int32, _ impulse: Float) {
    guard impulse > limits[body] else { return }
    let r = records + Int(awake[body - 1])
    if isFast(body, other, manifold, r.pointee.outerRadius) { return }
    limits[body] = .infinity
    if joints.jointCount(of: Int(awake[body - 1])) > 0 { return }
    let sum = sums[body]
    let passed: Float = 0.5 * (sum.w - Vector3(sum).length) / dt
    if passed > 0 && passed < .greatestFiniteMagnitude { r.pointee.squeeze = passed }
  }

  /// Whether two bodies in contact move relative to each other faster than 1 m/s.
  ///
  /// What is hit is not loaded: it will fly off with the mass that it has. `radius` is that of one
  /// of them; the smaller one counts.
  @inline(__always)
  private func isFast(_ a: Int, _ b: Int, _ manifold: Int32, _ radius: Float) -> Bool {
    let (p, q) = (bodies + a, bodies + b)
    let relative: Float = (q.pointee.linear - p.pointee.linear).length
    let spin: Float = (q.pointee.angular - p.pointee.angular).length
    if relative + spin * radius < 1 { return false }
    let c = contacts + Int(manifolds[Int(manifold)].contact)
    let (r, s) = (poses + Int(c.pointee.bodyA), poses + Int(c.pointee.bodyB))
    return !(relative + spin * min(r.pointee.outerRadius, s.pointee.outerRadius) < 1)
  }
}

/// Whether the impulse of a contact in a step is large for one of its bodies, whose limits are
/// given by solver index.
@inline(__always)
func pressesStrongly(
  _ limits: UnsafeMutablePointer<Float>, _ ia: I4, _ ib: I4, _ impulse: F4
) -> Bool {
  let a = F4(limits[Int(ia[0])], limits[Int(ia[1])], limits[Int(ia[2])], limits[Int(ia[3])])
  let b = F4(limits[Int(ib[0])], limits[Int(ib[1])], limits[Int(ib[2])], limits[Int(ib[3])])
  return any(impulse .> vmin(a, b))
}
