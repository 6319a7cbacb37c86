import CaromCollision
import CaromMaths

/// The stage that creates contacts for colliders whose fat boxes overlap, and destroys those of
/// separated ones.
///
/// Input: the trees and ``BroadPhase/moved``. Output: contacts.
///
/// The box of a collider in its tree is larger than its shape, so that the collider can move for a
/// while before the box has to change; a contact exists as long as two boxes overlap. Only
/// colliders with new boxes search. The search changes nothing, so all threads search, each for
/// some colliders; the results are applied on one thread, ordered by the moved colliders and then
/// by their neighbors.
final class PairFinder {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let broadPhase: BroadPhase
  private let contacts: ContactStore
  private let rules: CollisionRules
  private let lifecycle: ContactLifecycle
  private let threads: StepThreads
  private let profiler: StepProfiler

  private let lists = PairLists()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ broadPhase: BroadPhase,
    _ contacts: ContactStore, _ rules: CollisionRules, _ lifecycle: ContactLifecycle,
    _ threads: StepThreads, _ profiler: StepProfiler
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.broadPhase = broadPhase
    self.contacts = contacts
    self.rules = rules
    self.lifecycle = lifecycle
    self.threads = threads
    self.profiler = profiler
  }

  func run() {
    let count = broadPhase.moved.count
    guard count > 0 else { return }
    let size = PairLists.chunkSize(count)
    let context = PairContext(
      rules: Unmanaged.passUnretained(rules), map: contacts.map.view, trees: broadPhase.trees,
      bodies: bodies.base, colliders: colliders.base, contacts: contacts.base,
      moved: broadPhase.moved.base, lists: lists.base, chunkSize: size)
    threads.parallelFor(count, chunkSize: size, minimumCount: 64) { range in
      // Without threads there is one range, but the lists are filled chunk by chunk as with
      // threads.
      var start = range.lowerBound
      while start < range.upperBound {
        context.search(start..<min(start + size, range.upperBound))
        start += size
      }
    }
    profiler.end(.search)
    for slot in 0..<count { colliders.base[Int(broadPhase.moved.base[slot])].isMoved = 0 }
    broadPhase.moved.removeAll()
    let listCount = (count + size - 1) / size
    for list in 0..<listCount {
      for slot in 0..<lists.base[list].separated.count {
        lifecycle.destroyContact(Int(lists.base[list].separated.base[slot]))
      }
    }
    for list in 0..<listCount {
      for slot in 0..<lists.base[list].found.count {
        let pair = lists.base[list].found.base[slot]
        lifecycle.createContact(min(pair.own, pair.other), max(pair.own, pair.other))
      }
    }
    profiler.end(.pairing)
  }
}

/// The results of a pair search: one list for each chunk of the moved colliders.
private final class PairLists {
  /// The results for one chunk, in the order of its colliders.
  struct List: ~Copyable {
    var found = Buffer<ColliderPair>()
    /// Contacts whose colliders are separated.
    var separated = Buffer<Int32>()
  }

  private static var count: Int { 64 }
  let base: UnsafeMutablePointer<List>

  init() {
    base = .allocate(capacity: Self.count)
    for number in 0..<Self.count { (base + number).initialize(to: List()) }
  }

  deinit {
    base.deinitialize(count: Self.count)
    base.deallocate()
  }

  /// The number of colliders of a chunk; depends only on their total number, and so does the order
  /// of the results.
  static func chunkSize(_ count: Int) -> Int { max(32, (count + Self.count - 1) / Self.count) }
}

/// A moved collider, and one whose box it overlaps now.
private struct ColliderPair: BitwiseCopyable {
  var own: Int32
  var other: Int32
}

/// The arrays that a pair search reads, as pointers for the threads.
///
/// It has no reference counts, because the closures of queries copy it.
private struct PairContext: BitwiseCopyable, @unchecked Sendable {
  let rules: Unmanaged<CollisionRules>
  let map: PairMap.View
  let trees: BroadPhaseTrees
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let moved: UnsafeMutablePointer<Int32>
  let lists: UnsafeMutablePointer<PairLists.List>
  let chunkSize: Int

  /// Searches for the pairs of one chunk of the moved colliders.
  func search(_ range: Range<Int>) {
    let list = lists + range.lowerBound / chunkSize
    list.pointee.found.removeAll()
    list.pointee.separated.removeAll()
    for slot in range {
      let collider = moved[slot]
      let c = colliders + Int(collider)
      guard c.pointee.body >= 0, c.pointee.proxy >= 0 else { continue }
      let kind = bodies[Int(c.pointee.body)].kind
      let box = trees.box(c.pointee.proxy, kind: kind)
      findOverlapping(collider, c, kind, box, list)
      findSeparated(collider, c, kind, list)
    }
  }

  /// Appends the colliders without a contact whose boxes overlap, in ascending order.
  private func findOverlapping(
    _ collider: Int32, _ c: UnsafeMutablePointer<ColliderRecord>, _ kind: UInt32, _ box: AABB,
    _ list: UnsafeMutablePointer<PairLists.List>
  ) {
    let first = list.pointee.found.count
    trees.dynamics.query(box) { consider(collider, c, $0, list) }
    trees.kinematics.query(box) { consider(collider, c, $0, list) }
    if kind != BodyKind.static.code {
      trees.statics.query(box) { consider(collider, c, $0, list) }
    }
    // Insertion sort: there are few.
    let found = list.pointee.found.base
    for slot in first..<list.pointee.found.count {
      let pair = found[slot]
      var hole = slot
      while hole > first && found[hole &- 1].other > pair.other {
        found[hole] = found[hole &- 1]
        hole &-= 1
      }
      found[hole] = pair
    }
  }

  /// Appends a pair without a contact; if both colliders moved, only the lower one appends it.
  @inline(__always)
  private func consider(
    _ collider: Int32, _ c: UnsafeMutablePointer<ColliderRecord>, _ data: UInt32,
    _ list: UnsafeMutablePointer<PairLists.List>
  ) -> Bool {
    let other = Int32(bitPattern: data)
    if other < collider && colliders[Int(other)].isMoved != 0 { return true }
    let (body, otherBody) = (c.pointee.body, colliders[Int(other)].body)
    if otherBody == body { return true }
    if map.contains(PairMap.key(min(collider, other), max(collider, other))) { return true }
    let (collides, reports) = rules._withUnsafeGuaranteedRef {
      $0.relation(Int(body), collider, Int(otherBody), other)
    }
    if collides || reports {
      list.pointee.found.append(ColliderPair(own: collider, other: other))
    }
    return true
  }

  /// Appends the contacts of a body whose boxes no longer overlap.
  ///
  /// The contacts of a body are visited once, for the first of its colliders that moved.
  private func findSeparated(
    _ collider: Int32, _ c: UnsafeMutablePointer<ColliderRecord>, _ kind: UInt32,
    _ list: UnsafeMutablePointer<PairLists.List>
  ) {
    var first = bodies[Int(c.pointee.body)].firstCollider
    while first >= 0 && colliders[Int(first)].isMoved == 0 { first = colliders[Int(first)].next }
    guard first == collider else { return }
    var key = bodies[Int(c.pointee.body)].firstContact
    while key >= 0 {
      let contact = contacts + Int(key >> 1)
      let index = key >> 1
      let isA = key & 1 == 0
      key = isA ? contact.pointee.nextA : contact.pointee.nextB
      let own = isA ? contact.pointee.colliderA : contact.pointee.colliderB
      let other = isA ? contact.pointee.colliderB : contact.pointee.colliderA
      let (m, o) = (colliders + Int(own), colliders + Int(other))
      // Children are destroyed with their parent.
      guard m.pointee.isMoved != 0, contact.pointee.parent < 0 else { continue }
      if other < own && o.pointee.isMoved != 0 { continue }
      let box = trees.box(m.pointee.proxy, kind: kind)
      let otherKind = bodies[Int(o.pointee.body)].kind
      if !box.overlaps(trees.box(o.pointee.proxy, kind: otherKind)) {
        list.pointee.separated.append(index)
      }
    }
  }
}
