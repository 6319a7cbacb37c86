import CaromCollision
import CaromMaths

// A fast body must not tunnel through an obstacle within a step. Each fast body is swept with its
// own shape, including rotation, from its pose before the solver to its pose after it, and is moved
// back to the first time of impact. It keeps its velocity, and the contact of the next step applies
// restitution.
//
// An obstacle that already has a contact with the body is an exception, because the solver has
// limited the penetration. Stopping at its surface would end fast rolling and sliding, so the body
// may penetrate it by half of its inner radius before the sweep stops it. If a body is already
// deeper, the limits are 0.75 and 0.95 of its inner radius, and then a quarter of that radius in
// one step; its center never passes the surface. This stop also removes the velocity into the
// obstacle; otherwise the body would be stopped again in every step.
//
// Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3
// (conservative advancement); stopping at the core, as in E. Catto, "Continuous Collision", GDC
// 2013.

/// The end of a sweep.
struct SweepEnd {
  /// The free fraction of the sub-sweep, 1 if nothing is hit.
  var fraction: Float = 1
  /// The moving body that is hit and carries the swept body for the rest of the step, or -1.
  var carrier: Int = -1
  /// The impact at which the penetration of an obstacle with an existing contact becomes too deep,
  /// if any.
  var sinking: TimeOfImpact?
}

/// The bodies that a sweep is tested against.
enum Obstacles {
  case statics
  case staticsAndKinematics
  case all
  /// One kinematic body.
  case only(Int)
}

/// A kinematic body that moves far in a step, and a box around its whole motion.
private struct FastKinematic: BitwiseCopyable {
  var body: Int32
  var box: AABB
}

/// Sweeps fast bodies and stops them at their first impact.
///
/// Input: transforms before (poses) and after the solver, trees, contacts. Output: transforms and
/// velocities of swept bodies. Several threads may call ``stopAtImpact(_:_:_:)`` for different
/// bodies and `.statics`.
final class ContinuousCollision {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let broadPhase: BroadPhase
  private let contacts: ContactStore
  private let rules: CollisionRules
  private let flush: FlushNeighborTest

  /// The setting of the world, in meters; valid during a step.
  private var speculativeDistance: Float = 0
  /// Scratch: the kinematic bodies that move far in this step.
  @exclusivity(unchecked) private var fastKinematics = Buffer<FastKinematic>()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ broadPhase: BroadPhase,
    _ contacts: ContactStore, _ rules: CollisionRules, _ flush: FlushNeighborTest
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.broadPhase = broadPhase
    self.contacts = contacts
    self.rules = rules
    self.flush = flush
  }

  /// Prepares the sweeps of a step.
  func begin(speculativeDistance: Float) {
    self.speculativeDistance = speculativeDistance
    fastKinematics.removeAll()
  }

  // MARK: Sweeping one body

  /// Moves a body back to its first impact in this step, and on with the body that it hit; returns
  /// whether anything was hit.
  func stopAtImpact(_ index: Int, _ sweep: BodySweep, _ obstacles: Obstacles) -> Bool {
    let b = bodies.base + index
    guard !b.pointee.has(BodyRecord.Flag.sensor) else { return false }
    for number in 0..<sweep.subSweepCount {
      let subSweep = sweep.subSweep(number, of: sweep.subSweepCount)
      let end = firstImpact(index, subSweep, (number, sweep.subSweepCount), obstacles)
      guard end.fraction < 1 else { continue }
      let met = subSweep.sweep.placement(at: end.fraction)
      setTransform(index, met)
      if let sinking = end.sinking { removeSinkingVelocity(index, sinking, end.carrier) }
      guard end.carrier >= 0 else { return true }
      let other = self.sweep(of: end.carrier).subSweep(number, of: sweep.subSweepCount)
      let then = other.sweep.placement(at: end.fraction)
      setTransform(index, bodies.base[end.carrier].transform * then.relative(met))
      // The carrier must not push the body through a static one.
      let rest = BodySweep(
        from: met, to: b.pointee.transform, localCenter: b.pointee.localCenter,
        outerRadius: b.pointee.outerRadius)
      _ = stopAtImpact(index, rest, .statics)
      return true
    }
    return false
  }

  /// The sweep of a body from the beginning of the step to its current transform.
  func sweep(of index: Int) -> BodySweep {
    let b = bodies.base + index
    return BodySweep(
      from: initialTransform(index), to: b.pointee.transform, localCenter: b.pointee.localCenter,
      outerRadius: b.pointee.outerRadius)
  }

  /// The transform of a body at the beginning of the step.
  private func initialTransform(_ index: Int) -> Transform {
    let b = bodies.base + index
    guard b.pointee.isAwake else { return b.pointee.transform }
    let pose = bodies.poses.base + index
    let orientation = Quaternion(pose.pointee.orientation)
    let offset = orientation.rotate(b.pointee.localCenter)
    return Transform(position: Vector3(pose.pointee.center) - offset, orientation: orientation)
  }

  private func setTransform(_ index: Int, _ transform: Transform) {
    let b = bodies.base + index
    b.pointee.position = transform.position
    b.pointee.orientation = transform.orientation
    b.pointee.updateCenter()
  }

  /// The first impact of a body in a sub-sweep, over all its colliders; `part` is its number and
  /// their count.
  private func firstImpact(
    _ index: Int, _ subSweep: SubSweep, _ part: (Int, Int), _ obstacles: Obstacles
  ) -> SweepEnd {
    var first = SweepEnd()
    var collider = bodies.base[index].firstCollider
    while collider >= 0 {
      let c = Int(collider)
      let swept = SweptCollider(
        collider: collider, shape: colliders.shapes[c],
        sweep: subSweep.sweep(of: colliders.base[c]), bulge: subSweep.bulge,
        turning: subSweep.turning, part: part)
      sweep(swept, obstacles, &first)
      collider = colliders.base[c].next
    }
    return first
  }

  private func sweep(_ swept: SweptCollider, _ obstacles: Obstacles, _ first: inout SweepEnd) {
    let box = swept.bounds
    if case .only(let body) = obstacles { return sweep(swept, against: body, &first) }
    broadPhase.statics.query(box) { _, other in
      sweep(swept, against: Int32(bitPattern: other), &first)
      return true
    }
    switch obstacles {
    case .statics, .only: return
    case .staticsAndKinematics, .all: break
    }
    broadPhase.kinematics.query(box) { _, other in
      let other = Int32(bitPattern: other)
      if !movesFar(Int(colliders.base[Int(other)].body)) { sweep(swept, against: other, &first) }
      return true
    }
    // The boxes in the tree do not cover the motion of kinematic bodies that move far.
    for entry in 0..<fastKinematics.count where fastKinematics.base[entry].box.overlaps(box) {
      sweep(swept, against: Int(fastKinematics.base[entry].body), &first)
    }
    guard case .all = obstacles else { return }
    broadPhase.dynamics.query(box) { _, other in
      sweep(swept, against: Int32(bitPattern: other), &first)
      return true
    }
  }

  private func sweep(_ swept: SweptCollider, against body: Int, _ first: inout SweepEnd) {
    var other = bodies.base[body].firstCollider
    while other >= 0 {
      sweep(swept, against: other, &first)
      other = colliders.base[Int(other)].next
    }
  }

  /// Shortens the sweep of a collider to its impact with another, if that is earlier.
  private func sweep(_ swept: SweptCollider, against other: Int32, _ first: inout SweepEnd) {
    let body = Int(colliders.base[Int(swept.collider)].body)
    let otherBody = Int(colliders.base[Int(other)].body)
    guard otherBody != body,
      rules.relation(body, swept.collider, otherBody, other).collides
    else { return }
    let isMoving = bodies.base[otherBody].isAwake
    let otherSweep: Sweep
    var turning: Float = 0
    if isMoving {
      let (number, count) = swept.part
      let subSweep = self.sweep(of: otherBody).subSweep(number, of: count)
      otherSweep = subSweep.sweep(of: colliders.base[Int(other)])
      turning = subSweep.turning
    } else {
      otherSweep = Sweep(
        resting: colliders.base[Int(other)].transform(in: bodies.base[otherBody].transform))
    }
    let obstacle = colliders.shapes[Int(other)]
    let contact = contacts.map[
      PairMap.key(min(swept.collider, other), max(swept.collider, other))]
    let isTouched: Bool = contact >= 0 && wasSolved(Int(contact))
    var impact: TimeOfImpact?
    if isTouched {
      let n = deepestNormal(of: Int(contact), towards: swept.collider)
      if !isMoving && swept.isShallow(obstacle, otherSweep.placement(at: 1), n) { return }
      impact = swept.sinking(into: obstacle, otherSweep, n)
    } else {
      impact = swept.impact(with: obstacle, otherSweep, turning)
    }
    guard let impact, impact.fraction < first.fraction else { return }
    if !isTouched && flush.isFlushNeighbor(other, for: swept.collider, near: swept.bounds) {
      return
    }
    first = SweepEnd(
      fraction: impact.fraction, carrier: isMoving ? otherBody : -1,
      sinking: isTouched ? impact : nil)
    // Such as the far end of a plank that stands on its other end: it had no contact, so this is a
    // new impact.
    if isTouched, let met = swept.meeting(impact, otherSweep, beyond: speculativeDistance) {
      first.fraction = met
      first.sinking = nil
    }
  }

  // MARK: Contacts of the step

  /// The normal of the deepest manifold of a contact and its children; zero without points.
  private func deepestNormal(of contact: Int, towards collider: Int32) -> Vector3 {
    var normal = Vector3.zero
    var minSeparation: Float = .infinity
    var member = contact
    while member >= 0 {
      let slot = Int(contacts.base[member].manifold)
      if slot >= 0 && contacts.manifolds.base[slot].minSeparation < minSeparation {
        minSeparation = contacts.manifolds.base[slot].minSeparation
        normal = Vector3(contacts.manifolds.base[slot].normal)
      }
      member = Int(contacts.base[member].nextChild)
    }
    return contacts.base[contact].colliderB == collider ? normal : -normal
  }

  /// Whether the solver handled a contact or one of its children in this step.
  private func wasSolved(_ contact: Int) -> Bool {
    var member = contact
    while member >= 0 {
      let c = contacts.base + member
      if c.pointee.has(ContactRecord.Flag.solved | ContactRecord.Flag.ghost) { return true }
      member = Int(c.pointee.nextChild)
    }
    return false
  }

  // MARK: Velocities

  /// Removes the velocity with which a point of a body sinks into another, by an impulse on both.
  ///
  /// Only bullets are swept against dynamic bodies, on one thread, so the other body can be
  /// changed.
  private func removeSinkingVelocity(_ index: Int, _ impact: TimeOfImpact, _ carrier: Int) {
    let b = bodies.base + index
    let n: Vector3 = impact.normal
    let own = response(index, impact.point, n)
    var (speed, inverseMass): (Float, Float) = (own.speed, own.inverseMass)
    let other = carrier >= 0 ? response(carrier, impact.point, n) : nil
    if let other {
      speed -= other.speed
      inverseMass += other.inverseMass
    }
    guard speed > 0, inverseMass > 0 else { return }
    let impulse: Float = speed / inverseMass
    b.pointee.velocity -= own.linear * impulse
    b.pointee.angularVelocity -= own.angular * impulse
    if let other {
      bodies.base[carrier].velocity += other.linear * impulse
      bodies.base[carrier].angularVelocity += other.angular * impulse
    }
  }

  /// The speed of a point of a body along `n`, and the change of motion by a unit impulse along `n`
  /// there.
  private func response(
    _ index: Int, _ point: Vector3, _ n: Vector3
  ) -> (speed: Float, inverseMass: Float, linear: Vector3, angular: Vector3) {
    let b = bodies.base + index
    let arm: Vector3 = point - b.pointee.center
    let velocity: Vector3 = b.pointee.velocity + b.pointee.angularVelocity.cross(arm)
    guard b.pointee.isDynamic else { return (velocity.dot(n), 0, .zero, .zero) }
    let linear: Vector3 = n * b.pointee.inverseMass * b.pointee.velocityFactor
    let angular: Vector3 = b.pointee.worldInverseInertia(b.pointee.orientation) * arm.cross(n)
    return (velocity.dot(n), n.dot(linear) + arm.cross(n).dot(angular), linear, angular)
  }

  // MARK: Kinematic bodies

  /// Whether a kinematic body may be outside its box in the tree during this step.
  private func movesFar(_ index: Int) -> Bool {
    let k = bodies.base + index
    guard k.pointee.isKinematic && k.pointee.isAwake else { return false }
    return k.pointee.motion.length + k.pointee.turn > speculativeDistance
  }

  /// Collects the kinematic bodies that moved far among the first `count` awake bodies.
  func findFastKinematics(_ count: Int) {
    guard broadPhase.kinematics.count > 0 else { return }
    for slot in 0..<count {
      let index = Int(bodies.awake.base[slot])
      guard movesFar(index), !bodies.base[index].has(BodyRecord.Flag.sensor) else { continue }
      let subSweep = sweep(of: index).subSweep(0, of: 1)
      var box = AABB.empty
      var collider = bodies.base[index].firstCollider
      while collider >= 0 {
        let c = Int(collider)
        let sweep = subSweep.sweep(of: colliders.base[c])
        box = box.union(colliders.shapes[c].bounds(at: sweep.placement(at: 0)))
          .union(colliders.shapes[c].bounds(at: sweep.placement(at: 1)))
        collider = colliders.base[c].next
      }
      fastKinematics.append(
        FastKinematic(body: Int32(index), box: box.expanded(by: subSweep.bulge)))
    }
  }

  /// Stops dynamic bodies in front of fast kinematic bodies that would pass them; calls `visit` for
  /// each one.
  ///
  /// A kinematic body is a static body that moves: a body that it hits, awake or asleep, ends the
  /// step in front of it and bounces off its contact in the next step. Fast dynamic bodies have
  /// already been swept against it. The others are tested only if it moved farther than a contact
  /// can resolve, given its own inner radius and theirs. `visit` gets the body, and its transform
  /// and center before the step.
  func sweepKinematics(_ visit: (_ body: Int, _ before: Transform, _ center: Vector3) -> Void) {
    for entry in 0..<fastKinematics.count {
      let kinematic = fastKinematics.base[entry]
      let k = bodies.base + Int(kinematic.body)
      let distance: Float = 4 * (k.pointee.motion.length + k.pointee.turn)
      guard distance > k.pointee.innerRadius else { continue }
      var found: [Int32] = []
      broadPhase.dynamics.query(kinematic.box) { _, other in
        let body = colliders.base[Int(other)].body
        if distance > bodies.base[Int(body)].innerRadius { found.append(body) }
        return true
      }
      found.sort()
      var last: Int32 = -1
      for body in found where body != last {
        last = body
        let sweep = self.sweep(of: Int(body))
        let center = sweep.before.apply(bodies.base[Int(body)].localCenter)
        if stopAtImpact(Int(body), sweep, .only(Int(kinematic.body))) {
          visit(Int(body), sweep.before, center)
        }
      }
    }
  }
}
