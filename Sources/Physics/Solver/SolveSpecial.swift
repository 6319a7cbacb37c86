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

  /// Notes which points an impulse acted on for the first time, and how fast they came together.
  @inline(__always)
  func noteHits(_ p: ContactRowPointers, _ elapsed: Float) {
    let extra = p.extra
    let more: F4 = extra.pointee.pull * elapsed
    noteHit(p.points[0].impulse, more, &extra.pointee.approach0, &extra.pointee.hit0)
    noteHit(p.points[1].impulse, more, &extra.pointee.approach1, &extra.pointee.hit1)
    noteHit(p.points[2].impulse, more, &extra.pointee.approach2, &extra.pointee.hit2)
    noteHit(p.points[3].impulse, more, &extra.pointee.approach3, &extra.pointee.hit3)
  }

  @inline(__always)
  private func noteHit(_ impulse: F4, _ more: F4, _ approach: inout F4, _ hit: inout F4) {
    let isNew = (impulse .> F4()) .& (hit .== F4())
    approach = approach + keep(more, where: isNew)
    hit = select(isNew, F4(repeating: 1), hit)
  }

  /// Makes points that were hit fast enough fly apart at the approach speed times the restitution.
  ///
  /// The impulse counts for events only: warm starting with it would push again in the next step.
  func bounce(_ start: UnsafeMutableRawPointer, _ count: Int, isAnchored: Bool) {
    let layout = ContactLayout(points: 4, isSpecial: true)
    for i in 0..<count {
      let p = ContactRowPointers(start + i * layout.stride, layout)
      let c = p.row
      let extra = p.extra
      let k = p.coupling
      if !any(extra.pointee.restitution .> F4()) { continue }
      let speeds = SpecialSpeeds(bodies, c)
      let d0 = bounce(p, 0, speeds, F4(), extra.pointee.approach0, extra.pointee.hit0)
      let more1: F4 = k.pointee.k01 * d0
      let d1 = bounce(p, 1, speeds, more1, extra.pointee.approach1, extra.pointee.hit1)
      let more2: F4 = k.pointee.k02 * d0 + k.pointee.k12 * d1
      let d2 = bounce(p, 2, speeds, more2, extra.pointee.approach2, extra.pointee.hit2)
      let more3: F4 = k.pointee.k03 * d0 + k.pointee.k13 * d1 + k.pointee.k23 * d2
      let d3 = bounce(p, 3, speeds, more3, extra.pointee.approach3, extra.pointee.hit3)
      applyNormals(p, d0, d1, d2, d3, isAnchored: isAnchored)
      let added: F4 = d0 + d1 + d2 + d3
      c.pointee.total = c.pointee.total + added
    }
  }

  /// The impulse that makes one point bounce.
  private func bounce(
    _ p: ContactRowPointers, _ slot: Int, _ speeds: SpecialSpeeds, _ more: F4, _ approach: F4,
    _ hit: F4
  ) -> F4 {
    let extra = p.extra
    let q = p.points + slot
    let isFast = approach .< (F4() - extra.pointee.bounceSpeed)
    let bounces = isFast .& (hit .> F4()) .& (extra.pointee.restitution .> F4())
    let speed: F4 = speeds.at(q.pointee.along1, q.pointee.along2) + more
    let wanted: F4 =
      F4() - q.pointee.mass * (speed + extra.pointee.restitution * approach)
    q.pointee.impulse = select(bounces, F4(), q.pointee.impulse)
    return keep(vmax(wanted, F4()), where: bounces)
  }
}
