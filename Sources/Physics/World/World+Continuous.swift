import CaromCollision
import CaromMaths

extension World {
  /// Takes a fast body back to where it first met something on its way in this step.
  ///
  /// The body keeps its velocity, and the contact of the next step makes it bounce. Static bodies
  /// always stop it, moving ones only when it is a bullet. What already had a contact in this step was
  /// kept out by the solver, so there only the body's core is swept, in case the solver was overcome:
  /// a body that turns by more than half a radian in a step may work its way through a thin wall with
  /// contacts that are long out of date, so its core is swept however slowly it moves. `isSpinning`
  /// says that it does.
  func stopAtImpact(_ index: Int, _ before: Transform, _ center: Vector3, isSpinning: Bool) {
    let b = bodies.base + index
    guard !b.pointee.has(BodyRecord.Flag.sensor) else { return }
    var first: Float = 1
    var collider = b.pointee.firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let start = colliders.base[c].transform(in: before)
      let end = colliders.base[c].transform(in: b.pointee.transform)
      let local = start.unapply(center)
      let sweep = Sweep(from: start, to: end, localCenter: local)
      var box = shapes[c].bounds(at: start).union(shapes[c].bounds(at: end))
      if isSpinning {
        // On its way from the first to the last bounds a corner may reach beyond both.
        let reach = Vector3(repeating: b.pointee.outerRadius)
        box = box.union(AABB(min: center - reach, max: center + reach))
          .union(AABB(min: b.pointee.center - reach, max: b.pointee.center + reach))
      }
      broadPhase.statics.query(box) { _, other in
        first = impact(collider, sweep, Int32(bitPattern: other), first)
        return true
      }
      if b.pointee.has(BodyRecord.Flag.bullet) {
        broadPhase.kinematics.query(box) { _, other in
          first = impact(collider, sweep, Int32(bitPattern: other), first)
          return true
        }
        broadPhase.dynamics.query(box) { _, other in
          first = impact(collider, sweep, Int32(bitPattern: other), first)
          return true
        }
      }
      collider = colliders.base[c].next
    }
    guard first < 1 else { return }
    let whole = Sweep(
      from: before, to: b.pointee.transform, localCenter: b.pointee.localCenter)
    let stop = whole.placement(at: first)
    b.pointee.position = stop.position
    b.pointee.orientation = stop.orientation
    b.pointee.updateCenter()
  }

  /// The share of a collider's way that is free of another collider, at most `limit`.
  private func impact(_ collider: Int32, _ sweep: Sweep, _ other: Int32, _ limit: Float) -> Float {
    let body = Int(colliders.base[Int(collider)].body)
    let otherBody = Int(colliders.base[Int(other)].body)
    guard otherBody != body, relation(body, otherBody).collides else { return limit }
    let placed = colliders.base[Int(other)].transform(in: bodies.base[otherBody].transform)
    let rest = Sweep(resting: placed)
    let shape = shapes[Int(collider)]
    let obstacle = shapes[Int(other)]
    let radius = shape.innerRadius
    // What only grazes, such as the next stone of a floor, ends so little inside that the contact of
    // the next step is enough.
    var leastDepth = 0.1 * radius
    let contact = contactTable[PairTable.key(min(collider, other), max(collider, other))]
    var result: TimeOfImpact
    if contact >= 0 && wasKeptOut(Int(contact)) {
      // The core is deep inside, so it never grazes a solid; what crept in little by little is stopped.
      if !obstacle.isSurface { leastDepth = 0 }
      let core = Shape.sphere(SphereShape(radius: max(1e-4, 0.5 * radius)))
      let sweep = sweep.moved(to: shape.innerCenter)
      result = timeOfImpact(core, sweep, obstacle, rest, target: 0, leastDepth: leastDepth)
      if result.outcome == .closeFromStart || obstacle.isSurface {
        // Pushed in that deep already: at least its middle must not pass.
        let middle = Shape.sphere(SphereShape(radius: 1e-4))
        let last = timeOfImpact(middle, sweep, obstacle, rest, target: 0, leastDepth: 0)
        if obstacle.isSurface {
          // The part that it is pushed into may not be the part that its core meets, and behind a
          // surface it would be lost, however little.
          if last.outcome == .hit { return min(limit, min(last.fraction, stopped(result, 1))) }
        } else {
          result = last
        }
      }
    } else {
      result = timeOfImpact(
        shape, sweep, obstacle, rest, target: 0.5 * 0.0005, leastDepth: leastDepth)
    }
    let depth = (sweep.endCenter - sweep.startCenter).dot(result.normal) * (1 - result.fraction)
    return depth < leastDepth ? limit : stopped(result, limit)
  }

  /// The free share of the way, at most `limit`.
  private func stopped(_ impact: TimeOfImpact, _ limit: Float) -> Float {
    impact.outcome == .hit ? min(impact.fraction, limit) : limit
  }

  /// True when the solver had a say about a contact in this step.
  private func wasKeptOut(_ contact: Int) -> Bool {
    var member = contact
    while member >= 0 {
      let c = contacts.base + member
      if c.pointee.has(ContactRecord.Flag.solved | ContactRecord.Flag.seam) { return true }
      member = Int(c.pointee.nextChild)
    }
    return false
  }
}
