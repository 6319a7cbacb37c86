import CaromCollision
import CaromMaths

/// Where the threads that look for pairs write what they find: a list for each part of the colliders.
struct PairSearch: ~Copyable {
  /// A collider that moved, and one that its box came to overlap.
  struct Pair: BitwiseCopyable {
    var own: Int32
    var other: Int32
  }

  /// What was found for some of the colliders, in their order.
  struct Lists: ~Copyable {
    var found = Buffer<Pair>()
    /// Contacts whose colliders have parted.
    var separated = Buffer<Int32>()
  }

  static var listCount: Int { 64 }
  let lists: UnsafeMutablePointer<Lists>

  init() {
    lists = .allocate(capacity: Self.listCount)
    for number in 0..<Self.listCount { (lists + number).initialize(to: Lists()) }
  }

  deinit {
    lists.deinitialize(count: Self.listCount)
    lists.deallocate()
  }

  /// How many colliders a list is for; it depends on their number alone, so order does too.
  func chunkSize(_ count: Int) -> Int {
    max(32, (count + Self.listCount - 1) / Self.listCount)
  }
}

/// What looking for pairs reads.
struct PairContext: @unchecked Sendable {
  /// Only asked which bodies collide.
  let world: World
  let table: PairMap.View
  let trees: BroadPhase
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let moved: UnsafeMutablePointer<Int32>
  let lists: UnsafeMutablePointer<PairSearch.Lists>
  let chunkSize: Int

  /// Looks for the pairs of some of the colliders that moved, all of one list.
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

  /// Notes the colliders whose boxes overlap and that are not watched yet, ascending.
  private func findOverlapping(
    _ collider: Int32, _ c: UnsafeMutablePointer<ColliderRecord>, _ kind: UInt32, _ box: AABB,
    _ list: UnsafeMutablePointer<PairSearch.Lists>
  ) {
    let first = list.pointee.found.count
    trees.dynamics.query(box) { _, other in consider(collider, c, other, list) }
    trees.kinematics.query(box) { _, other in consider(collider, c, other, list) }
    if kind != BodyKind.static.code {
      trees.statics.query(box) { _, other in consider(collider, c, other, list) }
    }
    // By insertion: there are few.
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

  /// Notes a pair that is not watched yet; when both moved, only the lower collider notes it.
  @inline(__always)
  private func consider(
    _ collider: Int32, _ c: UnsafeMutablePointer<ColliderRecord>, _ data: UInt32,
    _ list: UnsafeMutablePointer<PairSearch.Lists>
  ) -> Bool {
    let other = Int32(bitPattern: data)
    if other < collider && colliders[Int(other)].isMoved != 0 { return true }
    let (body, otherBody) = (c.pointee.body, colliders[Int(other)].body)
    if otherBody == body { return true }
    if table[PairMap.key(min(collider, other), max(collider, other))] >= 0 {
      return true
    }
    let (collides, reports) = world.relation(Int(body), Int(otherBody))
    if collides || reports {
      list.pointee.found.append(PairSearch.Pair(own: collider, other: other))
    }
    return true
  }

  /// Notes the contacts of a body whose boxes do not overlap any more.
  ///
  /// All of them are walked once, for the first of its colliders that moved.
  private func findSeparated(
    _ collider: Int32, _ c: UnsafeMutablePointer<ColliderRecord>, _ kind: UInt32,
    _ list: UnsafeMutablePointer<PairSearch.Lists>
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
      // The further directions of a contact go with it.
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
