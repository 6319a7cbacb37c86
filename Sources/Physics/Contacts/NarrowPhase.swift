import CaromCollision
import CaromMaths

/// The stage that collides the active contacts and assigns the colors of their constraints.
///
/// Input: poses, bodies, colliders, active contacts. Output: manifolds, ``ContactStore/classes``,
/// colors, the dynamic bodies in contact with immovable ones. Bodies that are hit wake.
final class NarrowPhase {
  let bodies: BodyStore
  let colliders: ColliderStore
  private let broadPhase: BroadPhase
  let contacts: ContactStore
  private let solver: SolverStore
  private let lifecycle: ContactLifecycle
  private let activation: BodyActivator
  private let threads: StepThreads
  private let profiler: StepProfiler

  /// See ``World/contactModifier``.
  var modifier: ((inout ContactModification) -> Void)?

  // Scratch
  /// Active slots of contacts that begin in this pass.
  @exclusivity(unchecked) private var begun = Buffer<Int32>()
  /// The manifolds of contacts that begin, `maxManifoldCount` for each active slot of a round.
  private var begunManifolds = ScratchMemory<Manifold>()
  /// The contacts of spheres that begin, one for each active slot of a round.
  private var begunSpheres = ScratchMemory<SphereContact>()
  /// The maximum number of contacts of a round, which bounds the memory for those that begin.
  private static let roundSize = 65_536
  @exclusivity(unchecked) private var ordering = Buffer<Int32>()
  /// Dynamic bodies that touch an immovable body, once for each such contact; output for the ghost
  /// filter.
  @exclusivity(unchecked) var staticContactBodies = Buffer<Int32>()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ broadPhase: BroadPhase,
    _ contacts: ContactStore, _ solver: SolverStore, _ lifecycle: ContactLifecycle,
    _ activation: BodyActivator, _ threads: StepThreads, _ profiler: StepProfiler
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.broadPhase = broadPhase
    self.contacts = contacts
    self.solver = solver
    self.lifecycle = lifecycle
    self.activation = activation
    self.threads = threads
    self.profiler = profiler
  }

  /// Collides the active contacts for a step of `dt` seconds.
  ///
  /// Each thread writes only to the records of the contacts that it collides. Work with shared data
  /// (allocation, waking, colors) is recorded as ``CollideOutcome`` bits and done afterwards on one
  /// thread, in list order. A body that wakes appends its contacts, which are collided in a later
  /// round. The trees, which no stage reads before the bodies move, are rebuilt concurrently when
  /// needed.
  func run(_ dt: Float, _ settings: WorldSettings) {
    staticContactBodies.removeAll()
    var job: (@Sendable () -> Void)?
    if broadPhase.needsRebuild {
      if broadPhase.dynamics.needsRebuild { sortActiveContacts() }
      let trees = UncheckedReference(broadPhase)
      job = { trees.object.rebuildIfNeeded() }
    }
    var start = 0
    var hasWoken = false
    repeat {
      let end = min(contacts.active.count, start + Self.roundSize)
      contacts.outcomes.resize(end)
      contacts.classes.resize(end)
      begunManifolds.reserve((end - start) * maxManifoldCount)
      begunSpheres.reserve(end - start)
      let context = collideContext(dt, settings, from: start)
      threads.parallelFor(end - start, chunkSize: 64, minimumCount: 192, beside: job) {
        [start] range in
        context.update((start + range.lowerBound)..<(start + range.upperBound))
      }
      job = nil
      profiler.end(.contacts)
      beginAndEndContacts(start..<end, dt, settings)
      let found = contacts.outcomes.base
      forEachMarked(found, start..<end, CollideOutcome.wakes | CollideOutcome.touchesStatic) {
        slot in
        let c = contacts.base + Int(contacts.active.base[slot])
        let (a, b) = (c.pointee.bodyA, c.pointee.bodyB)
        if found[slot] & CollideOutcome.wakes != 0 {
          activation.wake(Int(a))
          activation.wake(Int(b))
          hasWoken = true
        }
        if found[slot] & CollideOutcome.touchesStatic != 0 {
          staticContactBodies.append(bodies.base[Int(a)].isDynamic ? a : b)
        }
      }
      start = end
    } while start < contacts.active.count
    if hasWoken {
      let context = collideContext(dt, settings, from: 0)
      for slot in 0..<contacts.active.count { context.classify(slot) }
    }
    if let modifier { modifyContacts(modifier, collideContext(dt, settings, from: 0)) }
    recolor()
    profiler.end(.colors)
  }

  /// Frees the manifolds of contacts that ended; allocates and writes those of contacts that begin.
  private func beginAndEndContacts(_ slots: Range<Int>, _ dt: Float, _ settings: WorldSettings) {
    begun.removeAll()
    let found = contacts.outcomes.base
    forEachMarked(found, slots, CollideOutcome.begins | CollideOutcome.ends) { slot in
      if found[slot] & CollideOutcome.ends != 0 {
        lifecycle.freeEmptyManifolds(Int(contacts.active.base[slot]))
      }
      if found[slot] & CollideOutcome.begins != 0 { begun.append(Int32(slot)) }
    }
    if begun.isEmpty { return }
    for number in 0..<begun.count {
      let slot = Int(begun.base[number])
      let contact = Int(contacts.active.base[slot])
      if contacts.base[contact].has(ContactRecord.Flag.surface) {
        let count = CollideOutcome.directions(contacts.outcomes.base[slot])
        lifecycle.allocateManifolds(contact, count: count)
      } else {
        lifecycle.allocateManifold(contact)
      }
    }
    contacts.outcomes.resize(contacts.active.count)
    contacts.classes.resize(contacts.active.count)
    let context = collideContext(dt, settings, from: slots.lowerBound)
    let list = IndexList(begun.base)
    threads.parallelFor(begun.count, chunkSize: 16, minimumCount: 48) { range in
      for number in range { context.begin(Int(list[number])) }
    }
    for number in 0..<begun.count {
      let slot = Int(begun.base[number])
      if contacts.outcomes.base[slot] & CollideOutcome.ends != 0 {
        lifecycle.freeEmptyManifolds(Int(contacts.active.base[slot]))
      }
    }
  }

  /// The context of a round that starts at an active slot.
  func collideContext(
    _ dt: Float, _ settings: WorldSettings, from start: Int
  ) -> CollideContext {
    colliders.shapes.withUnsafeBufferPointer { shapes in
      // The stage does not change shapes, so the pointer stays valid beyond this scope.
      CollideContext(
        bodies: bodies.base, colliders: colliders.base, surfaces: colliders.surfaces.base,
        extras: bodies.extras.base, contacts: contacts.base, manifolds: contacts.manifolds.base,
        points: contacts.points.base,
        caches: contacts.caches.base,
        triangleSetIndices: contacts.triangleCache.indices.base,
        triangleSets: contacts.triangleCache.sets.base, poses: bodies.poses.base,
        active: contacts.active.base, outcomes: contacts.outcomes.base,
        begun: begunManifolds.base - start * maxManifoldCount,
        begunSpheres: begunSpheres.base - start,
        classes: contacts.classes.base, shapes: shapes,
        speculativeDistance: settings.speculativeDistance, gravity: settings.gravity, dt: dt,
        hasContactRules: !bodies.extras.isEmpty || contacts.hasDisabled)
    }
  }

  /// Assigns colors to contacts whose movable sides have changed.
  private func recolor() {
    solver.graph.reserve(bodies: bodies.count)
    let found = contacts.outcomes.base
    let all = 0..<contacts.active.count
    forEachMarked(found, all, CollideOutcome.recolors) { slot in
      activation.releaseColor(Int(contacts.active.base[slot]))
    }
    forEachMarked(found, all, CollideOutcome.recolors) { slot in
      guard contacts.classes.base[slot] != 0 else { return }
      let c = contacts.base + Int(contacts.active.base[slot])
      let isMovableA = bodies.poses.base[Int(c.pointee.bodyA)].isMovable
      let isMovableB = bodies.poses.base[Int(c.pointee.bodyB)].isMovable
      c.pointee.set(ContactRecord.Flag.holdsA, isMovableA)
      c.pointee.set(ContactRecord.Flag.holdsB, isMovableB)
      c.pointee.color = solver.graph.assign(c.pointee.held.a, c.pointee.held.b)
    }
  }

  /// Sorts the active contacts by their bodies, for the processor caches.
  ///
  /// Threads start with the same part of every list. If the contacts in a part belong to the bodies
  /// in the same part, a thread mostly reads data that it has written itself. Because contacts are
  /// created and destroyed, the sort is repeated from time to time, at steps that depend only on
  /// the state, never on the number of threads.
  private func sortActiveContacts() {
    let count = contacts.active.count
    let parts = 1024
    if count < 512 { return }
    let (bodyRecords, contactRecords) = (bodies.base, contacts.base)
    let awakeCount = bodies.awake.count
    let list = contacts.active.base
    // A contact belongs to the part of its first awake body.
    func part(_ contact: Int32) -> Int {
      let c = contactRecords + Int(contact)
      let (a, b) = (
        bodyRecords[Int(c.pointee.bodyA)].awakeIndex, bodyRecords[Int(c.pointee.bodyB)].awakeIndex
      )
      let first = a < 0 || (b >= 0 && b < a) ? b : a
      return first < 0 ? 0 : Int(first) * parts / awakeCount
    }
    ordering.resize(parts + 2 * count)
    let next = ordering.base
    let keys = next + parts
    let ordered = keys + count
    next.update(repeating: 0, count: parts)
    for slot in 0..<count {
      let key = part(list[slot])
      keys[slot] = Int32(key)
      next[key] += 1
    }
    var sum: Int32 = 0
    for key in 0..<parts {
      let partCount = next[key]
      next[key] = sum
      sum += partCount
    }
    for slot in 0..<count {
      let key = Int(keys[slot])
      ordered[Int(next[key])] = list[slot]
      next[key] += 1
    }
    for slot in 0..<count {
      list[slot] = ordered[slot]
      contactRecords[Int(ordered[slot])].activeIndex = Int32(slot)
    }
  }
}

/// A reference that threads share under the caller's promise that their accesses do not conflict.
struct UncheckedReference<Object: AnyObject>: @unchecked Sendable {
  let object: Object
  init(_ object: Object) { self.object = object }
}
