import CaromCollision
import CaromMaths

// A fast body must not tunnel through an obstacle within a step. After the solver, each body is
// swept with its own shape, including rotation, from its pose before the step to its pose after it,
// and is moved back to the first time of impact. It keeps its velocity, and the contact of the next
// step applies restitution.
//
// An obstacle may move as well: the sweep follows the motion of the body relative to the obstacle,
// whose final pose is known. So a body that is carried along does not sweep at all, a body that is
// run over is an ordinary case, and a body that is stopped ends where the obstacle takes it.
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

/// The bodies that a sweep is tested against.
struct Obstacles: OptionSet {
  let rawValue: UInt8
  static let statics = Obstacles(rawValue: 1)
  static let kinematics = Obstacles(rawValue: 2)
  static let dynamics = Obstacles(rawValue: 4)
}

/// Sweeps fast bodies and stops them at their first impact.
///
/// Input: transforms before (poses) and after the solver, trees, contacts. Output: transforms and
/// velocities of swept bodies. Several threads may call ``stopAtImpact(_:_:_:)`` for different
/// bodies, unless the obstacles are dynamic.
final class ContinuousCollision {
  let bodies: BodyStore
  let colliders: ColliderStore
  let broadPhase: BroadPhase
  let contacts: ContactStore
  let rules: CollisionRules
  private let flush: FlushNeighborTest

  /// The trees and the leaf shapes, to be read without reference counts; see ``refreshTrees()``.
  @exclusivity(unchecked) private(set) var trees: BroadPhaseTrees
  @exclusivity(unchecked) private(set) var shapes = UnsafeBufferPointer<Shape>(start: nil, count: 0)
  /// The setting of the world, in meters; valid during a step.
  private var speculativeDistance: Float = 0
  /// The length of the step in seconds.
  private var dt: Float = 0
  /// The sweeps of the kinematic bodies that move, and for each awake body its index there, or -1;
  /// without such bodies empty.
  @exclusivity(unchecked) private var kinematicSweeps = Buffer<BodySweep>()
  @exclusivity(unchecked) private var sweepIndices = Buffer<Int32>()

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
    trees = broadPhase.trees
  }

  /// Prepares the sweeps of a step of `dt` seconds.
  func begin(_ dt: Float, speculativeDistance: Float) {
    self.dt = dt
    self.speculativeDistance = speculativeDistance
    kinematicSweeps.removeAll()
    sweepIndices.removeAll()
    // A step does not change shapes, so the pointer stays valid beyond the call.
    shapes = colliders.shapes.withUnsafeBufferPointer { $0 }
    refreshTrees()
  }

  /// Reads the trees again, after a change.
  func refreshTrees() { trees = broadPhase.trees }

  /// Prepares the sweeps against a kinematic body, one of `count` awake bodies, after it has moved.
  func addKinematic(_ index: Int, awakeCount count: Int) {
    if sweepIndices.isEmpty {
      sweepIndices.resize(count)
      for slot in 0..<count { sweepIndices.base[slot] = -1 }
    }
    sweepIndices.base[Int(bodies.base[index].awakeIndex)] = Int32(kinematicSweeps.count)
    kinematicSweeps.append(sweep(of: index))
  }

  /// The sweep of a kinematic body; nil for other bodies, and for one that is asleep.
  func kinematicSweep(_ index: Int) -> UnsafeMutablePointer<BodySweep>? {
    let slot = Int(bodies.base[index].awakeIndex)
    guard slot >= 0 && slot < sweepIndices.count else { return nil }
    let number = Int(sweepIndices.base[slot])
    return number >= 0 ? kinematicSweeps.base + number : nil
  }

  /// The sweep of an obstacle.
  private func obstacleSweep(_ index: Int) -> BodySweep {
    kinematicSweep(index)?.pointee ?? sweep(of: index)
  }

  // MARK: Sweeping one body

  /// Moves a body back to its first impact in this step, and on with the obstacle that it hit;
  /// returns the fraction of the motion before the impact, or nil without one.
  func stopAtImpact(_ index: Int, _ motion: BodySweep, _ obstacles: Obstacles) -> Float? {
    let b = bodies.base + index
    var collider = b.pointee.firstCollider
    guard collider >= 0, !b.pointee.has(BodyRecord.Flag.sensor) else { return nil }
    if meetsNothing(
      index, from: motion.startCenter, to: motion.endCenter, outerRadius: motion.outerRadius,
      angle: motion.angle, obstacles)
    {
      return nil
    }
    var search = ImpactSearch(
      index, motion, innerRadius: b.pointee.innerRadius, collider,
      colliders.base[Int(collider)], shapes[Int(collider)],
      isAlone: obstacles.contains(.statics))
    while true {
      sweep(&search, obstacles)
      collider = colliders.base[Int(collider)].next
      if collider < 0 { break }
      search.begin(collider, colliders.base[Int(collider)], shapes[Int(collider)])
    }
    guard search.fraction < 1 else { return nil }
    let (end, obstacle) = (search.transform, search.carrier)
    // The velocity is that of the end of the step.
    if b.pointee.has(BodyRecord.Flag.gyroscopic) {
      b.pointee.angularVelocity = b.pointee.precessed(
        b.pointee.angularVelocity, from: b.pointee.orientation, to: end.orientation)
    }
    setTransform(index, end)
    if let sinking = search.sinking { removeSinkingVelocity(index, sinking, obstacle) }
    guard obstacle >= 0 else { return search.fraction }
    // The obstacle must not push the body through a static one.
    let other = obstacleSweep(obstacle)
    let met = other.placement(at: search.fraction) * other.after.relative(end)
    let rest = BodySweep(
      from: met, to: end, localCenter: b.pointee.localCenter, outerRadius: b.pointee.outerRadius,
      isBall: bodies.poses.base[index].center.w > 0)
    _ = stopAtImpact(index, rest, .statics)
    return search.fraction
  }

  /// The sweep of a body from the beginning of the step to its current transform.
  func sweep(of index: Int) -> BodySweep {
    let b = bodies.base + index
    // A kinematic body keeps its velocity during the step. That of a dynamic body may have changed,
    // so it counts only where the transforms do not tell the rotation.
    var turn: Vector3 = b.pointee.angularVelocity * dt
    if b.pointee.isDynamic && turn.length < .pi { turn = .zero }
    return BodySweep(
      from: initialTransform(index), to: b.pointee.transform, localCenter: b.pointee.localCenter,
      outerRadius: b.pointee.outerRadius, turn: turn,
      isBall: b.pointee.isAwake && bodies.poses.base[index].center.w > 0)
  }

  /// The transform of a body at the beginning of the step.
  func initialTransform(_ index: Int) -> Transform {
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

  /// Sweeps the collider of a search against all obstacles near its path.
  private func sweep(_ search: inout ImpactSearch, _ obstacles: Obstacles) {
    let box = search.bounds(
      colliders.base[Int(search.collider)], shapes[Int(search.collider)])
    if search.countAlone > 0 {
      visitStatics(near: search.collider, within: box) { other in
        sweep(&search, other, box)
        return true
      }
    }
    if obstacles.contains(.kinematics) {
      trees.kinematics.query(box) { other in
        sweep(&search, Int32(bitPattern: other), box)
        return true
      }
    }
    if obstacles.contains(.dynamics) {
      trees.dynamics.query(box) { other in
        sweep(&search, Int32(bitPattern: other), box)
        return true
      }
    }
  }

  /// Calls `visit` with the static colliders whose boxes overlap a box around the path of a
  /// collider, and perhaps with others, until it returns false; those that the collider does not
  /// collide with may be left out.
  ///
  /// The box of a moving collider in its tree covers its motion of two steps. Where it contains the
  /// whole path, the pair search of this step found every collider there, and each has a contact.
  @inline(__always)
  func visitStatics(near collider: Int32, within box: AABB, _ visit: (Int32) -> Bool) {
    let c = colliders.base + Int(collider)
    let body = bodies.base + Int(c.pointee.body)
    guard body.pointee.isDynamic, c.pointee.next < 0, body.pointee.firstCollider == collider,
      c.pointee.isMoved == 0, c.pointee.proxy >= 0,
      trees.dynamics.box(of: c.pointee.proxy).contains(box)
    else {
      trees.statics.query(box) { visit(Int32(bitPattern: $0)) }
      return
    }
    var key = body.pointee.firstContact
    while key >= 0 {
      let contact = contacts.base + Int(key >> 1)
      let isA = key & 1 == 0
      key = isA ? contact.pointee.nextA : contact.pointee.nextB
      let pose = bodies.poses.base + Int(isA ? contact.pointee.bodyB : contact.pointee.bodyA)
      guard contact.pointee.parent < 0, !pose.pointee.has(BodyPose.Flag.dynamic),
        pose.pointee.solverIndex == 0
      else { continue }
      if !visit(isA ? contact.pointee.colliderB : contact.pointee.colliderA) { return }
    }
  }

  /// Sweeps the collider of a search against another one, up to the first impact found so far.
  private func sweep(_ search: inout ImpactSearch, _ other: Int32, _ box: AABB) {
    let obstacle = Int(colliders.base[Int(other)].body)
    if obstacle == search.body { return }
    let placed = colliders.base[Int(other)].transform(in: bodies.base[obstacle].transform)
    let isMoving = bodies.base[obstacle].isAwake
    if isMoving
      && staysApart(
        from: obstacle, search.motion.outerRadius, search.motion.startCenter,
        search.motion.endCenter)
    {
      return
    }
    if isMoving && search.obstacle != obstacle { search.meet(obstacle, obstacleSweep(obstacle)) }
    let count = isMoving ? search.relativeCount : search.countAlone
    if count == 0 { return }
    let shape = shapes[Int(other)]
    if !isMoving && count == 1 && search.path.misses(shape, placed) { return }
    guard rules.relation(search.body, search.collider, obstacle, other).collides else { return }
    let collider = Int(search.collider)
    for number in 0..<count {
      if Float(number) / Float(count) >= search.fraction { return }
      guard let part = search.subSweep(number, isMoving: isMoving) else { return }
      let path = ColliderPath(colliders.base[collider], shapes[collider], part)
      if path.misses(shape, placed) { continue }
      let swept = SweptCollider(
        search.collider, colliders.base[collider], shapes[collider], part)
      guard let impact = impact(swept, other, obstacle, placed, box) else { continue }
      let fraction: Float = (Float(number) + impact.fraction) / Float(count)
      if fraction >= search.fraction { return }
      search.fraction = fraction
      search.transform = part.sweep.placement(at: impact.fraction)
      search.carrier = isMoving ? obstacle : -1
      search.sinking = impact.sinking
      return
    }
  }

  /// The impact of a swept collider with another, if the sweep must stop at it.
  private func impact(
    _ swept: SweptCollider, _ other: Int32, _ obstacle: Int, _ placed: Transform, _ box: AABB
  ) -> SweepImpact? {
    let shape = shapes[Int(other)]
    let contact = contacts.map[
      PairMap.key(min(swept.collider, other), max(swept.collider, other))]
    guard contact >= 0 && wasSolved(Int(contact)) else {
      guard contact < 0 || !contacts.base[Int(contact)].has(Self.passes),
        let impact = swept.impact(with: shape, placed),
        isSolid(colliders.base[Int(swept.collider)].body, obstacle, impact.normal),
        !flush.isFlushNeighbor(other, initialTransform(obstacle), for: swept.collider, near: box)
      else { return nil }
      return SweepImpact(fraction: impact.fraction)
    }
    let n = normal(of: Int(contact), from: obstacle, towards: swept.collider)
    if swept.isShallow(shape, placed, n) { return nil }
    guard let impact = swept.sinking(into: shape, placed, n) else { return nil }
    // Such as the far end of a plank that stands on its other end: it had no contact, so this is a
    // new impact.
    if let met = swept.meeting(impact, beyond: speculativeDistance) {
      return SweepImpact(fraction: met)
    }
    return SweepImpact(fraction: impact.fraction, sinking: impact)
  }

  // MARK: Contacts of the step

  /// The bits of contacts that let a body pass.
  private static let passes = ContactRecord.Flag.passing | ContactRecord.Flag.disabled

  /// Whether an impact with a normal from a body to an obstacle is on the solid sides of both.
  private func isSolid(_ body: Int32, _ obstacle: Int, _ normal: Vector3) -> Bool {
    func isSolid(_ index: Int, _ outward: Vector3) -> Bool {
      guard bodies.base[index].has(BodyRecord.Flag.oneWay) else { return true }
      return bodies.extras.base[index].isSolid(bodies.base[index].orientation, outward)
    }
    return isSolid(Int(body), normal) && isSolid(obstacle, -normal)
  }

  /// The normal of a contact from an obstacle towards a collider, after the step; zero without
  /// points.
  func normal(of contact: Int, from obstacle: Int, towards collider: Int32) -> Vector3 {
    // It turns with the obstacle.
    let turn = bodies.base[obstacle].orientation * initialTransform(obstacle).orientation.inverse
    return turn.rotate(deepestNormal(of: contact, towards: collider))
  }

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
  func wasSolved(_ contact: Int) -> Bool {
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
  private func removeSinkingVelocity(_ index: Int, _ impact: TimeOfImpact, _ obstacle: Int) {
    let b = bodies.base + index
    let n: Vector3 = impact.normal
    let own = response(index, impact.point, n)
    var (speed, inverseMass): (Float, Float) = (own.speed, own.inverseMass)
    let other = obstacle >= 0 ? response(obstacle, impact.point, n) : nil
    if let other {
      speed -= other.speed
      inverseMass += other.inverseMass
    }
    guard speed > 0, inverseMass > 0 else { return }
    let impulse: Float = speed / inverseMass
    b.pointee.velocity -= own.linear * impulse
    b.pointee.angularVelocity -= own.angular * impulse
    // Other threads read kinematic bodies, but only one thread sweeps against dynamic ones.
    if let other, bodies.base[obstacle].isDynamic {
      bodies.base[obstacle].velocity += other.linear * impulse
      bodies.base[obstacle].angularVelocity += other.angular * impulse
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
}
