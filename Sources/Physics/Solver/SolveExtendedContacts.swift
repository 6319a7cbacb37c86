import CaromMaths

extension SolveContext {
  /// Solves rolling friction; returns the change of the torque on B, in the contact's axes.
  @inline(__always)
  func roll(_ p: ContactRowPointers, _ total: F4, _ spin: Vector3W) -> Vector3W {
    let extra = p.extra
    let old = extra.pointee.roll
    var new = old - extra.pointee.rollingMass * spin
    let limit: F4 = extra.pointee.rollingArm * total
    let squared: F4 = new.dot(new)
    let isOver = squared .> limit * limit
    let scale: F4 = select(isOver, limit / vsqrt(squared), F4(repeating: 1))
    new = new * scale
    extra.pointee.roll = new
    return new - old
  }

  /// Adds the motion of the surfaces to the velocities that sliding and twist friction resist.
  ///
  /// The twist that the motion alone demands is added to the impulse and to the torque in advance,
  /// so that the solution for the bodies' own rotation ends at the sum of both.
  func addSurfaceMotion(
    _ p: ContactRowPointers, _ apart: inout Vector3W, _ torque: inout Vector3W
  ) {
    let (row, extra) = (p.row, p.extra)
    apart.x = apart.x + extra.pointee.surface1
    apart.y = apart.y + extra.pointee.surface2
    let demanded: F4 = F4() - row.pointee.twistMass * extra.pointee.surfaceSpin
    row.pointee.twist = row.pointee.twist + demanded
    torque.z = torque.z + demanded
  }

  /// Returns the restitution impulse since the previous relax pass, and clears it.
  @inline(__always)
  func consumeBounceImpulse(_ p: ContactRowPointers) -> F4 {
    let bounced = p.extra.pointee.bounced
    p.extra.pointee.bounced = F4()
    return bounced
  }

  /// Whether a point approaches so fast that it will bounce in the next substep.
  ///
  /// If it were slowed down before, the energy of the bounce would be lost.
  @inline(__always)
  func isAboutToBounce(
    _ p: ContactRowPointers, _ q: UnsafeMutablePointer<PointRow>, _ speed: F4
  ) -> SIMDMask<I4> {
    let extra = p.extra
    return (speed .< F4() - extra.pointee.bounceSpeed) .& (extra.pointee.restitution .> F4())
      .& (q.pointee.separation .> F4(repeating: -1e-4))
  }

  /// Applies restitution to points that would touch within the coming substep and approach fast
  /// enough.
  ///
  ///     v′ = √(e²·v² − (1 − e²)·2·a·s)
  ///
  /// with the current speed v, the gap s and the acceleration a that drives the bodies together:
  /// the speed at the current height after falling through the gap, bouncing with e times the speed
  /// and rising again. It is never more than e·v, so energy never grows, and equals v for e = 1.
  /// The points of a contact are iterated several times, so that a box that falls flat bounces
  /// flat. Returns whether any point bounced, since bodies that are hit may bounce in turn.
  func bounce(_ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool) -> Bool {
    let layout = ContactLayout(points: 4, isExtended: true)
    let step = F4(repeating: 1 / inverseStep)
    var isAny = false
    for i in 0..<count {
      let p = ContactRowPointers(start + i * layout.stride, layout)
      let extra = p.extra
      if !any(extra.pointee.restitution .> F4()) { continue }
      let speeds = ContactPointSpeeds(bodies, p.row)
      let q = p.points
      var b0 = BouncingPoint(q, speeds, extra, step)
      var b1 = BouncingPoint(q + 1, speeds, extra, step)
      var b2 = BouncingPoint(q + 2, speeds, extra, step)
      var b3 = BouncingPoint(q + 3, speeds, extra, step)
      let hits = b0.hits .| b1.hits .| b2.hits .| b3.hits
      if !any(hits) { continue }
      isAny = true
      b0.bounces = b0.bounces .& hits
      b1.bounces = b1.bounces .& hits
      b2.bounces = b2.bounces .& hits
      b3.bounces = b3.bounces .& hits
      let k = p.coupling.pointee
      for _ in 0..<8 {
        let d0 = b0.solve()
        (b1.speed, b2.speed, b3.speed) = (
          b1.speed + k.k01 * d0, b2.speed + k.k02 * d0, b3.speed + k.k03 * d0
        )
        let d1 = b1.solve()
        (b0.speed, b2.speed, b3.speed) = (
          b0.speed + k.k01 * d1, b2.speed + k.k12 * d1, b3.speed + k.k13 * d1
        )
        let d2 = b2.solve()
        (b0.speed, b1.speed, b3.speed) = (
          b0.speed + k.k02 * d2, b1.speed + k.k12 * d2, b3.speed + k.k23 * d2
        )
        let d3 = b3.solve()
        (b0.speed, b1.speed, b2.speed) = (
          b0.speed + k.k03 * d3, b1.speed + k.k13 * d3, b2.speed + k.k23 * d3
        )
      }
      excludeFromWarmStart(p.row, sign: -1)
      applyNormals(p, b0.impulse, b1.impulse, b2.impulse, b3.impulse, isAnchored: isAnchored)
      excludeFromWarmStart(p.row, sign: 1)
      let added: F4 = b0.impulse + b1.impulse + b2.impulse + b3.impulse
      extra.pointee.bounced = extra.pointee.bounced + added
    }
    return isAny
  }

  /// Excludes the velocity change between two calls, with sign -1 and then 1, from the warm start.
  private func excludeFromWarmStart(_ row: UnsafeMutablePointer<ContactRow>, sign: Float) {
    for lane in 0..<4 {
      for index in [row.pointee.bodyA[lane], row.pointee.bodyB[lane]] where index != 0 {
        let (b, f) = (bodies + Int(index), forces + Int(index))
        f.pointee.freeVelocity += b.pointee.velocity * sign
        f.pointee.freeAngularVelocity += b.pointee.angularVelocity * sign
      }
    }
  }
}

/// The restitution of one point of four contacts.
private struct BouncingPoint {
  /// The lanes in which the point touches within this substep.
  let hits: SIMDMask<I4>
  /// The lanes in which the point bounces if any point of the contact hits.
  ///
  /// A point that arrives up to half a substep later bounces as well, so that a box that falls flat
  /// does not tumble because of rounding.
  var bounces: SIMDMask<I4>
  let mass: F4
  /// The change of speed by a unit impulse.
  let response: F4
  /// The speed after the bounce.
  let target: F4
  var speed: F4
  /// The restitution impulse so far.
  var impulse = F4()

  init(
    _ q: UnsafeMutablePointer<PointRow>, _ speeds: ContactPointSpeeds,
    _ extra: UnsafeMutablePointer<ExtendedContactRow>, _ step: F4
  ) {
    mass = q.pointee.mass
    speed = speeds.at(q.pointee.along1, q.pointee.along2)
    let e = extra.pointee.restitution
    let gap = q.pointee.separation
    let pull = extra.pointee.pull
    let isFast = (speed .< (F4() - extra.pointee.bounceSpeed)) .& (mass .> F4()) .& (e .> F4())
    // The change of the gap in the substep.
    let approach: F4 = speed * step - pull * step * step
    hits = isFast .& (gap + approach .< F4())
    bounces = isFast .& (gap + approach * 1.5 .< F4())
    response = keep(1 / mass, where: mass .> F4())
    let climb: F4 = (1 - e * e) * (pull + pull) * vmax(gap, F4())
    target = vsqrt(vmax(e * e * speed * speed - climb, F4()))
  }

  /// Solves for the target speed; returns the change of the impulse.
  mutating func solve() -> F4 {
    let wanted: F4 = vmax(impulse + mass * (target - speed), F4())
    let change: F4 = keep(wanted - impulse, where: bounces)
    impulse = impulse + change
    speed = speed + response * change
    return change
  }
}
