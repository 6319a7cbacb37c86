import CaromCollision
import CaromMaths

// No fast body ends a step on the far side of something that it could not have passed. Each is swept in
// its real shape, turning, along the way that the solver gave it, and put back to where it first met
// something; it keeps its velocity, and the contact of the next step makes it bounce.
//
// What already had a contact in this step was kept out by the solver, as far as a contact that is
// worked out once a step can. There the body may sink in by half of its inner radius before it is
// stopped, so that what rolls and slides fast is not held up; a body that was pushed in so deep already
// may go no deeper than the next of a few layers, and its middle never passes. What stops it there also
// takes the speed away with which it sank, or the same would happen step after step.
//
// Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3
// (conservative advancement); stopping at the core, as in E. Catto, "Continuous Collision", GDC 2013.

/// Where a body is stopped on its way.
struct SweepEnd {
  /// The share of the piece of the way that is free, 1 for all.
  var fraction: Float = 1
  /// The moving body that stops it and takes it along for the rest of the step, or -1.
  var carrier: Int = -1
  /// Where it sank too deep into what a contact should have kept it out of, if it did.
  var sinking: TimeOfImpact?
}

/// Which trees a body is swept against.
enum Obstacles {
  case statics
  case staticsAndKinematics
  case all
  /// One kinematic body alone.
  case only(Int)
}

extension World {
  /// Takes a body back to where it first met something on its way in this step, and along with what it
  /// met from there on.
  func stopAtImpact(_ index: Int, _ sweep: BodySweep, _ obstacles: Obstacles) -> Bool {
    let b = bodies.base + index
    guard !b.pointee.has(BodyRecord.Flag.sensor) else { return false }
    for number in 0..<sweep.subSweepCount {
      let subSweep = sweep.subSweep(number, of: sweep.subSweepCount)
      let end = firstImpact(index, subSweep, (number, sweep.subSweepCount), obstacles)
      guard end.fraction < 1 else { continue }
      let met = subSweep.sweep.placement(at: end.fraction)
      put(index, at: met)
      if let sinking = end.sinking { removeSinkingVelocity(index, sinking, end.carrier) }
      guard end.carrier >= 0 else { return true }
      let other = self.sweep(of: end.carrier).subSweep(number, of: sweep.subSweepCount)
      let then = other.sweep.placement(at: end.fraction)
      let carried = bodies.base[end.carrier].transform * then.relative(met)
      put(index, at: carried)
      // Nothing is carried through what stands.
      let rest = BodySweep(
        from: met, to: b.pointee.transform, localCenter: b.pointee.localCenter,
        outerRadius: b.pointee.outerRadius)
      _ = stopAtImpact(index, rest, .statics)
      return true
    }
    return false
  }

  /// The way that a body has come since the step began.
  func sweep(of index: Int, turn: Vector3 = .zero) -> BodySweep {
    let b = bodies.base + index
    return BodySweep(
      from: initialTransform(index), to: b.pointee.transform, localCenter: b.pointee.localCenter,
      outerRadius: b.pointee.outerRadius, turn: turn)
  }

  /// Where a body was when the step began.
  private func initialTransform(_ index: Int) -> Transform {
    let b = bodies.base + index
    guard b.pointee.isAwake else { return b.pointee.transform }
    let pose = poses.base + index
    let orientation = Quaternion(pose.pointee.orientation)
    let offset = orientation.rotate(b.pointee.localCenter)
    return Transform(position: Vector3(pose.pointee.center) - offset, orientation: orientation)
  }

  private func put(_ index: Int, at slot: Transform) {
    let b = bodies.base + index
    b.pointee.position = slot.position
    b.pointee.orientation = slot.orientation
    b.pointee.updateCenter()
  }

  /// The first of all things that a body meets in a piece of its way.
  private func firstImpact(
    _ index: Int, _ subSweep: SubSweep, _ number: (Int, Int), _ obstacles: Obstacles
  ) -> SweepEnd {
    var first = SweepEnd()
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let swept = SweptCollider(
        collider: collider, shape: shapes[c], sweep: subSweep.sweep(of: colliders.base[c]),
        bulge: subSweep.bulge, turning: subSweep.turning, part: number)
      let box = swept.bounds
      if case .only(let body) = obstacles {
        var other = bodies.base[body].firstCollider
        while other >= 0 {
          meet(swept, other, &first)
          other = colliders.base[Int(other)].next
        }
      } else {
        broadPhase.statics.query(box) { _, other in
          meet(swept, Int32(bitPattern: other), &first)
          return true
        }
      }
      switch obstacles {
      case .statics, .only: break
      case .staticsAndKinematics, .all:
        broadPhase.kinematics.query(box) { _, other in
          let other = Int32(bitPattern: other)
          if !isFastKinematic(Int(colliders.base[Int(other)].body)) { meet(swept, other, &first) }
          return true
        }
        // Those that move far are not where the tree says.
        for entry in 0..<fastKinematics.count {
          let far = fastKinematics.base[entry]
          guard far.box.overlaps(box) else { continue }
          var other = bodies.base[Int(far.body)].firstCollider
          while other >= 0 {
            meet(swept, other, &first)
            other = colliders.base[Int(other)].next
          }
        }
      }
      if case .all = obstacles {
        broadPhase.dynamics.query(box) { _, other in
          meet(swept, Int32(bitPattern: other), &first)
          return true
        }
      }
      collider = colliders.base[c].next
    }
    return first
  }

  /// Shortens the way of a collider to where it meets another, if that is earlier.
  private func meet(_ swept: SweptCollider, _ other: Int32, _ first: inout SweepEnd) {
    let body = Int(colliders.base[Int(swept.collider)].body)
    let otherBody = Int(colliders.base[Int(other)].body)
    guard otherBody != body, relation(body, otherBody).collides else { return }
    let isMoving = bodies.base[otherBody].isAwake
    let sweep: Sweep
    var turning: Float = 0
    if isMoving {
      let (number, count) = swept.part
      let subSweep = self.sweep(of: otherBody).subSweep(number, of: count)
      sweep = subSweep.sweep(of: colliders.base[Int(other)])
      turning = subSweep.turning
    } else {
      sweep = Sweep(
        resting: colliders.base[Int(other)].transform(in: bodies.base[otherBody].transform))
    }
    let obstacle = shapes[Int(other)]
    let contact = contactMap[
      PairMap.key(min(swept.collider, other), max(swept.collider, other))]
    let isTouched: Bool = contact >= 0 && wasSolved(Int(contact))
    var impact: TimeOfImpact?
    if isTouched {
      let n = normal(of: Int(contact), towards: swept.collider)
      if !isMoving && swept.isShallow(obstacle, sweep.placement(at: 1), n) { return }
      impact = swept.sinking(into: obstacle, sweep, n)
    } else {
      impact = swept.impact(with: obstacle, sweep, turning)
    }
    if let impact, impact.fraction < first.fraction {
      if !isTouched && isFlushNeighbor(other, for: swept.collider, near: swept.bounds) { return }
      first = SweepEnd(
        fraction: impact.fraction, carrier: isMoving ? otherBody : -1,
        sinking: isTouched ? impact : nil)
      // The other end of a plank that stands on its foot: no contact knew of it, so it strikes anew.
      if isTouched, let met = swept.meeting(impact, sweep, beyond: settings.speculativeDistance) {
        first.fraction = met
        first.sinking = nil
      }
    }
  }

  /// Takes from a body the speed with which a point of it sinks into another.
  ///
  /// A dynamic body gets what it is pushed by; only bullets meet some, which move on one thread.
  private func removeSinkingVelocity(_ index: Int, _ impact: TimeOfImpact, _ carrier: Int) {
    let b = bodies.base + index
    let n: Vector3 = impact.normal
    let own = answer(index, impact.point, n)
    var (speed, response): (Float, Float) = (own.speed, own.response)
    let other = carrier >= 0 ? answer(carrier, impact.point, n) : nil
    if let other {
      speed -= other.speed
      response += other.response
    }
    guard speed > 0, response > 0 else { return }
    let impulse: Float = speed / response
    b.pointee.velocity -= own.push * impulse
    b.pointee.angularVelocity -= own.turn * impulse
    if let other {
      bodies.base[carrier].velocity += other.push * impulse
      bodies.base[carrier].angularVelocity += other.turn * impulse
    }
  }

  /// How fast a point of a body moves along `n`, and what a unit impulse along it there does.
  private func answer(
    _ index: Int, _ point: Vector3, _ n: Vector3
  ) -> (speed: Float, response: Float, push: Vector3, turn: Vector3) {
    let b = bodies.base + index
    let arm: Vector3 = point - b.pointee.center
    let velocity: Vector3 = b.pointee.velocity + b.pointee.angularVelocity.cross(arm)
    guard b.pointee.isDynamic else { return (velocity.dot(n), 0, .zero, .zero) }
    let push: Vector3 = n * b.pointee.inverseMass * b.pointee.velocityFactor
    let turn: Vector3 = b.pointee.worldInverseInertia(b.pointee.orientation) * arm.cross(n)
    return (velocity.dot(n), n.dot(push) + arm.cross(n).dot(turn), push, turn)
  }

  /// The normal of a contact as the step found it, in its deepest direction; zero without points.
  private func normal(of contact: Int, towards collider: Int32) -> Vector3 {
    var normal = Vector3.zero
    var minimum: Float = .infinity
    var member = contact
    while member >= 0 {
      let slot = Int(contacts.base[member].manifold)
      if slot >= 0 && manifolds.base[slot].minSeparation < minimum {
        minimum = manifolds.base[slot].minSeparation
        normal = Vector3(manifolds.base[slot].normal)
      }
      member = Int(contacts.base[member].nextChild)
    }
    return contacts.base[contact].colliderB == collider ? normal : -normal
  }

  /// True when the solver had a say about a contact in this step.
  private func wasSolved(_ contact: Int) -> Bool {
    var member = contact
    while member >= 0 {
      let c = contacts.base + member
      if c.pointee.has(ContactRecord.Flag.solved | ContactRecord.Flag.ghost) { return true }
      member = Int(c.pointee.nextChild)
    }
    return false
  }
}
