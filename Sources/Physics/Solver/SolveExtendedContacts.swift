import CaromMaths

extension SolveContext {
  /// Solves rolling friction; gives back how the torque on B changed, in the contact's axes.
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

  /// Takes out the impulse that made a contact bounce since the relaxing pass before.
  @inline(__always)
  func consumeBounceImpulse(_ p: ContactRowPointers) -> F4 {
    let bounced = p.extra.pointee.bounced
    p.extra.pointee.bounced = F4()
    return bounced
  }

  /// True where a point comes so fast that it will bounce in the substep after this one.
  ///
  /// Braking it before would take the energy that it shall come back with.
  @inline(__always)
  func isAboutToBounce(
    _ p: ContactRowPointers, _ q: UnsafeMutablePointer<PointRow>, _ speed: F4
  ) -> SIMDMask<I4> {
    let extra = p.extra
    return (speed .< F4() - extra.pointee.bounceSpeed) .& (extra.pointee.restitution .> F4())
      .& (q.pointee.separation .> F4(repeating: -1e-4))
  }

  /// Makes points bounce that would touch within the substep that begins, if they come fast enough.
  ///
  ///     v′ = √(e²·v² − (1 − e²)·2·a·s)
  ///
  /// with v the speed now, s the gap and a what drives the bodies together: the speed that one has
  /// here who falls through the gap, comes back with e times the speed and climbs again. It is never
  /// more than e·v, so energy never grows, and just as much where e is 1, whatever else holds or
  /// pushes the bodies. The points of a contact go several rounds, so that a box that falls flat
  /// bounces flat. Gives back whether any did: what they hit in turn may bounce then.
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
        let d0 = b0.push()
        (b1.speed, b2.speed, b3.speed) = (
          b1.speed + k.k01 * d0, b2.speed + k.k02 * d0, b3.speed + k.k03 * d0
        )
        let d1 = b1.push()
        (b0.speed, b2.speed, b3.speed) = (
          b0.speed + k.k01 * d1, b2.speed + k.k12 * d1, b3.speed + k.k13 * d1
        )
        let d2 = b2.push()
        (b0.speed, b1.speed, b3.speed) = (
          b0.speed + k.k02 * d2, b1.speed + k.k12 * d2, b3.speed + k.k23 * d2
        )
        let d3 = b3.push()
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

  /// Takes the change between two calls out of what the next substep is warm started with.
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

/// One point of four contacts while it bounces.
private struct BouncingPoint {
  /// The lanes whose point touches within this substep.
  let hits: SIMDMask<I4>
  /// The lanes that bounce, if another point of the contact hits: what comes half a substep later
  /// than another bounces with it, so that a box that falls flat does not tumble by rounding.
  var bounces: SIMDMask<I4>
  let mass: F4
  /// How an impulse of one changes the speed.
  let response: F4
  /// The speed to come to.
  let goal: F4
  var speed: F4
  /// What made it bounce so far.
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
    // How much nearer it is at the end of the substep.
    let displacement: F4 = speed * step - pull * step * step
    hits = isFast .& (gap + displacement .< F4())
    bounces = isFast .& (gap + displacement * 1.5 .< F4())
    response = keep(1 / mass, where: mass .> F4())
    let climb: F4 = (1 - e * e) * (pull + pull) * vmax(gap, F4())
    goal = vsqrt(vmax(e * e * speed * speed - climb, F4()))
  }

  /// Brings the speed to its goal; gives back how the impulse changed.
  mutating func push() -> F4 {
    let wanted: F4 = vmax(impulse + mass * (goal - speed), F4())
    let change: F4 = keep(wanted - impulse, where: bounces)
    impulse = impulse + change
    speed = speed + response * change
    return change
  }
}
