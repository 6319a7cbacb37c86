import CPrefetch
import CaromMaths

/// The stage that decides which contacts touch and reports contact and hit events.
///
/// Input: manifolds with the impulses of the step, and the velocities before it. Output: touching
/// flags, pair records, events.
final class ContactReporter {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let contacts: ContactStore
  private let rules: CollisionRules
  private let activation: BodyActivator
  private let report: StepReport
  private let threads: StepThreads

  // Scratch
  /// The velocities of awake bodies before the solver, by body index.
  @exclusivity(unchecked) private var velocities = Buffer<PreSolveVelocity>()
  /// The pairs with an active contact in this step.
  @exclusivity(unchecked) private var activePairs = Buffer<Int32>()
  /// The hardest impact of each active pair, by pair index.
  @exclusivity(unchecked) private var peakImpacts = Buffer<PeakImpact>()
  /// The deepest contact of each pair that touches, by pair index; -1 without points.
  @exclusivity(unchecked) private var deepestContacts = Buffer<Int32>()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ contacts: ContactStore,
    _ rules: CollisionRules, _ activation: BodyActivator, _ report: StepReport,
    _ threads: StepThreads
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.contacts = contacts
    self.rules = rules
    self.activation = activation
    self.report = report
    self.threads = threads
  }

  /// Records the velocities of awake bodies before the solver changes them, if any pair reports
  /// events.
  func recordVelocities() {
    guard contacts.pairMap.count > 0 else { return }
    if velocities.count < bodies.count { velocities.resize(bodies.count) }
    let (records, recorded) = (bodies.base, velocities.base)
    for slot in 0..<bodies.awake.count {
      let index = Int(bodies.awake.base[slot])
      let b = records + index
      recorded[index] = PreSolveVelocity(
        center: b.pointee.center, velocity: b.pointee.velocity,
        angularVelocity: b.pointee.angularVelocity)
    }
  }

  /// Decides which contacts touch after the solver ran, and reports the events of the step.
  ///
  /// Colliding bodies touch when they are within half a millimeter of each other, or when an
  /// impulse passed between them, which is the only trace of a bounce within the step. Bodies that
  /// touch continue to touch up to a distance of one millimeter, so that resting contacts do not
  /// flicker. A sensed pair touches when it overlaps. Impacts above `hitSpeed`, in meters per
  /// second, are reported.
  func run(hitSpeed: Float) {
    activePairs.removeAll()
    peakImpacts.resize(contacts.pairs.count)
    deepestContacts.resize(contacts.pairs.count)
    contacts.outcomes.resize(contacts.active.count)
    let context = TouchContext(
      contacts: contacts.base, manifolds: contacts.manifolds.base, active: contacts.active.base,
      outcomes: contacts.outcomes.base)
    threads.parallelFor(contacts.active.count, chunkSize: 512, minimumCount: 2048) { range in
      context.update(range)
    }
    var hasOnce = false
    forEachMarked(context.outcomes, 0..<contacts.active.count, 0xff) { slot in
      let outcome = context.outcomes[slot]
      if outcome & TouchContext.updateOnce != 0 { hasOnce = true }
      if outcome & TouchContext.reports != 0 {
        let isTouching = outcome & TouchContext.touches != 0
        addToPair(Int(context.active[slot]), isTouching: isTouching, hitSpeed)
      }
    }
    reportHits()
    reportContacts()
    if hasOnce { activation.clearUpdateOnce() }
  }

  /// Adds the result of a contact to its pair.
  private func addToPair(_ contact: Int, isTouching: Bool, _ hitSpeed: Float) {
    let c = contacts.base + contact
    let pair = Int(c.pointee.pair)
    let p = contacts.pairs.base + pair
    if p.pointee.touchCount < 0 {
      p.pointee.touchCount = 0
      peakImpacts.base[pair] = PeakImpact()
      activePairs.append(Int32(pair))
    }
    guard isTouching else { return }
    let manifold = Int(c.pointee.manifold)
    let separation =
      manifold < 0 ? Float.infinity : contacts.manifolds.base[manifold].minSeparation
    if p.pointee.touchCount == 0 {
      (p.pointee.impulse, p.pointee.penetration) = (0, -.infinity)
      p.pointee.flags &= ~PairRecord.Flag.collides
      deepestContacts.base[pair] = -1
    }
    if c.pointee.has(ContactRecord.Flag.collides),
      rules.hasOwnSurfaces(Int(c.pointee.bodyA), Int(c.pointee.bodyB))
    {
      p.pointee.flags |= PairRecord.Flag.collides
    }
    p.pointee.touchCount += 1
    recordPeakImpact(contact, pair, hitSpeed)
    p.pointee.impulse += manifold < 0 ? 0 : contacts.manifolds.base[manifold].impulse
    if -separation > p.pointee.penetration {
      deepestContacts.base[pair] = Int32(contact)
      p.pointee.penetration = -separation
      p.pointee.point = deepestPoint(of: manifold)
      p.pointee.normal = Vector3(contacts.manifolds.base[manifold].normal)
    }
  }

  private func deepestPoint(of manifold: Int) -> Vector3 {
    var deepest = 0
    for slot in 1..<max(1, Int(contacts.manifolds.base[manifold].pointCount))
    where contacts.points.base[manifold * 4 + slot].separation
      < contacts.points.base[manifold * 4 + deepest].separation
    { deepest = slot }
    return contacts.position(of: deepest, in: manifold, bodies.poses.base)
  }

  private func reportContacts() {
    report.contactEvents.removeAll(keepingCapacity: true)
    swap(&report.contactEvents, &report.pendingEnds)
    for slot in 0..<activePairs.count {
      let pair = Int(activePairs.base[slot])
      let p = contacts.pairs.base + pair
      let isTouching = p.pointee.touchCount > 0
      p.pointee.touchCount = -1
      if isTouching {
        let isOpen = p.pointee.isOpen
        let speed: Float =
          isOpen
          ? 0
          : approachSpeed(
            p.pointee.bodyA, p.pointee.bodyB, at: p.pointee.point, along: p.pointee.normal)
        var event = ContactEvent(
          isOpen ? .update : .begin, p.pointee, approachSpeed: speed, bodies, rules)
        let deepest = Int(deepestContacts.base[pair])
        if deepest >= 0 {
          event.leafA = leafNumber(of: contacts.base[deepest].colliderA)
          event.leafB = leafNumber(of: contacts.base[deepest].colliderB)
        }
        report.contactEvents.append(event)
      } else if p.pointee.isOpen {
        report.contactEvents.append(ContactEvent(.end, p.pointee, bodies, rules))
      }
      p.pointee.flags =
        isTouching
        ? p.pointee.flags | PairRecord.Flag.open : p.pointee.flags & ~PairRecord.Flag.open
    }
    guard report.contactEvents.count > 1 else { return }
    report.contactEvents.sort { a, b in
      a.order != b.order ? a.order < b.order : a.kind.rawValue < b.kind.rawValue
    }
  }

  /// The index of a collider among the leaves of its body.
  private func leafNumber(of collider: Int32) -> Int {
    var current = bodies.base[Int(colliders.base[Int(collider)].body)].firstCollider
    var number = 0
    while current != collider && current >= 0 {
      current = colliders.base[Int(current)].next
      number += 1
    }
    return number
  }

  // MARK: Impacts

  /// The speed at which two bodies approached each other at a point, along a normal, before the
  /// step.
  private func approachSpeed(
    _ bodyA: Int32, _ bodyB: Int32, at point: Vector3, along normal: Vector3
  ) -> Float {
    func velocity(_ body: Int32) -> Vector3 {
      // Sleeping and static bodies did not move.
      guard bodies.base[Int(body)].isAwake else { return .zero }
      let v = velocities.base[Int(body)]
      return v.velocity + v.angularVelocity.cross(point - v.center)
    }
    return (velocity(bodyA) - velocity(bodyB)).dot(normal)
  }

  /// Records the hardest impact of a touching contact for its pair.
  private func recordPeakImpact(_ contact: Int, _ pair: Int, _ hitSpeed: Float) {
    let c = contacts.base + contact
    let manifold = Int(c.pointee.manifold)
    guard c.pointee.has(ContactRecord.Flag.collides), manifold >= 0,
      contacts.manifolds.base[manifold].impulse > 0
    else { return }
    let normal = Vector3(contacts.manifolds.base[manifold].normal)
    for slot in 0..<Int(contacts.manifolds.base[manifold].pointCount) {
      let point = contacts.position(of: slot, in: manifold, bodies.poses.base)
      let speed = approachSpeed(c.pointee.bodyA, c.pointee.bodyB, at: point, along: normal)
      if speed > max(hitSpeed, peakImpacts.base[pair].speed) {
        peakImpacts.base[pair] = PeakImpact(speed: speed, point: point, normal: normal)
      }
    }
  }

  private func reportHits() {
    report.hitEvents.removeAll(keepingCapacity: true)
    for slot in 0..<activePairs.count {
      let pair = Int(activePairs.base[slot])
      let impact = peakImpacts.base[pair]
      guard impact.speed > 0 else { continue }
      let p = contacts.pairs.base[pair]
      let (a, b) = (bodies.base + Int(p.bodyA), bodies.base + Int(p.bodyB))
      report.hitEvents.append(
        HitEvent(
          bodyA: bodies.handle(Int(p.bodyA)), bodyB: bodies.handle(Int(p.bodyB)),
          tagA: a.pointee.tag, tagB: b.pointee.tag, point: impact.point, normal: impact.normal,
          approachSpeed: impact.speed, impulse: p.impulse,
          order: UInt64(a.pointee.serial) << 32 | UInt64(b.pointee.serial)))
    }
    if report.hitEvents.count > 1 { report.hitEvents.sort { $0.order < $1.order } }
  }
}

/// The velocity of a body before the solver, for events.
private struct PreSolveVelocity: BitwiseCopyable {
  var center = Vector3.zero
  var velocity = Vector3.zero
  var angularVelocity = Vector3.zero
}

/// The hardest impact of a pair in a step.
private struct PeakImpact: BitwiseCopyable {
  var speed: Float = 0
  var point = Vector3.zero
  var normal = Vector3.zero
}

/// The arrays that decide which contacts touch, as pointers for the threads.
private struct TouchContext: @unchecked Sendable {
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let active: UnsafeMutablePointer<Int32>
  /// The result for each active contact, as bits.
  let outcomes: UnsafeMutablePointer<UInt8>

  /// The bodies report events.
  static let reports: UInt8 = 1
  /// The contact was scheduled for a single update.
  static let updateOnce: UInt8 = 2
  /// The contact touches; set if the bodies report events.
  static let touches: UInt8 = 4

  /// Updates the touching flags of the contacts in slots of the active list; loads what the next
  /// ones read in advance, as the narrow phase does.
  func update(_ slots: Range<Int>) {
    let last = slots.upperBound &- 1
    for slot in slots {
      carom_prefetch(contacts + Int(active[min(slot &+ 16, last)]))
      let next = contacts + Int(active[min(slot &+ 8, last)])
      manifolds.prefetchSums(next.pointee.manifold)
      update(slot)
    }
  }

  /// Updates the touching flag of the contact in a slot of the active list.
  func update(_ slot: Int) {
    let c = contacts + Int(active[slot])
    let manifold = Int(c.pointee.manifold)
    var isTouching = false
    if manifold >= 0 {
      let m = manifolds + manifold
      if c.pointee.has(ContactRecord.Flag.collides) {
        let maxSeparation: Float = c.pointee.has(ContactRecord.Flag.touching) ? 0.001 : 0.0005
        isTouching = m.pointee.impulse > 0 || m.pointee.minSeparation <= maxSeparation
      } else {
        isTouching = m.pointee.minSeparation <= 0
      }
    }
    c.pointee.set(ContactRecord.Flag.touching, isTouching)
    var outcome: UInt8 = c.pointee.has(ContactRecord.Flag.updateOnce) ? Self.updateOnce : 0
    if c.pointee.pair >= 0 { outcome |= isTouching ? Self.reports | Self.touches : Self.reports }
    outcomes[slot] = outcome
  }
}
