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

  /// Notes which points an impulse acts on.
  @inline(__always)
  func noteHits(_ p: ContactRowPointers) {
    let extra = p.extra
    extra.pointee.hit0 = noted(p.points[0].impulse, extra.pointee.hit0)
    extra.pointee.hit1 = noted(p.points[1].impulse, extra.pointee.hit1)
    extra.pointee.hit2 = noted(p.points[2].impulse, extra.pointee.hit2)
    extra.pointee.hit3 = noted(p.points[3].impulse, extra.pointee.hit3)
  }

  @inline(__always)
  private func noted(_ impulse: F4, _ hit: F4) -> F4 {
    select(impulse .> F4(), F4(repeating: 1), hit)
  }

  /// Makes points that were hit fast enough fly apart at the approach speed times the restitution.
  ///
  /// The points of a contact go several rounds, so that a box that falls flat bounces flat. The
  /// impulse counts for events only: warm starting with it would push again in the next step.
  func bounce(_ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool) {
    let layout = ContactLayout(points: 4, isSpecial: true)
    for i in 0..<count {
      let p = ContactRowPointers(start + i * layout.stride, layout)
      let extra = p.extra
      if !any(extra.pointee.restitution .> F4()) { continue }
      let speeds = SpecialSpeeds(bodies, p.row)
      let q = p.points
      var b0 = BouncingPoint(q, speeds, extra, extra.pointee.approach0, extra.pointee.hit0)
      var b1 = BouncingPoint(q + 1, speeds, extra, extra.pointee.approach1, extra.pointee.hit1)
      var b2 = BouncingPoint(q + 2, speeds, extra, extra.pointee.approach2, extra.pointee.hit2)
      var b3 = BouncingPoint(q + 3, speeds, extra, extra.pointee.approach3, extra.pointee.hit3)
      let bounces = b0.bounces .| b1.bounces .| b2.bounces .| b3.bounces
      if !any(bounces) { continue }
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
      applyNormals(p, b0.impulse, b1.impulse, b2.impulse, b3.impulse, isAnchored: isAnchored)
      let added: F4 = b0.impulse + b1.impulse + b2.impulse + b3.impulse
      p.row.pointee.total = p.row.pointee.total + added
    }
  }
}

/// One point of four contacts while it bounces.
private struct BouncingPoint {
  /// The lanes that bounce.
  let bounces: SIMDMask<I4>
  let mass: F4
  /// How an impulse of one changes the speed.
  let response: F4
  /// The speed to come to.
  let goal: F4
  var speed: F4
  /// What made it bounce so far.
  var impulse = F4()

  init(
    _ q: UnsafeMutablePointer<PointRow>, _ speeds: SpecialSpeeds,
    _ extra: UnsafeMutablePointer<SpecialRow>, _ approach: F4, _ hit: F4
  ) {
    let isFast = approach .< (F4() - extra.pointee.bounceSpeed)
    bounces = isFast .& (hit .> F4()) .& (extra.pointee.restitution .> F4())
    mass = q.pointee.mass
    response = keep(1 / mass, where: mass .> F4())
    goal = F4() - extra.pointee.restitution * approach
    speed = speeds.at(q.pointee.along1, q.pointee.along2)
    q.pointee.impulse = select(bounces, F4(), q.pointee.impulse)
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
