import CaromCollision
import CaromMaths

// Ghost contacts at the seams between colliders. A sphere that rolls over boxes laid side by side
// touches the face below it and also the edge of the next box, whose normal points against the
// motion. The sphere cannot hit that edge while it is above the plane of the face, so the contact
// with the edge is removed.
//
// The rule: let E and F be contacts of one collider with two neighbors. E is removed if the
// neighbor of E lies below the contact plane of F, and the neighbor of F does not lie below the
// contact plane of E.
//
// The rule uses no adjacency, so it works for any static or kinematic neighbors. For a mesh or a
// height field, only the triangles near the body are compared, so patches of terrain can be laid
// side by side as well.
//
// The inner edges of a single mesh or height field are another case, handled while its contacts are
// computed: by `ConvexTriangle.swift` and `SphereTriangles.swift` in Collision/Mesh.

/// The stage that removes ghost contacts at the seams between flush neighbors.
///
/// Input: manifolds and the static contacts of the narrow phase. Output:
/// ``ContactRecord/Flag/ghost`` of the removed contacts, and their constraint class, which is set
/// to 0 so that the solver skips them.
final class GhostContactFilter {
  private let bodies: BodyStore
  private let contacts: ContactStore
  private let flush: FlushNeighborTest

  // Scratch
  /// The number of static contacts of each awake body, by its slot in the awake list.
  @exclusivity(unchecked) private var counts = Buffer<Int32>()
  /// The candidate contacts of one body, with the body's collider in the upper half of the key.
  @exclusivity(unchecked) private var candidates = Buffer<UInt64>()

  init(_ bodies: BodyStore, _ contacts: ContactStore, _ flush: FlushNeighborTest) {
    self.bodies = bodies
    self.contacts = contacts
    self.flush = flush
  }

  /// Removes the ghost contacts of this step.
  ///
  /// `staticContactBodies` lists the dynamic bodies that touch an immovable body, once for each
  /// contact. Only a body with two such contacts can have a ghost contact, so the contacts of most
  /// bodies are not visited.
  func run(_ staticContactBodies: borrowing Buffer<Int32>) {
    let count = bodies.awake.count
    counts.resize(count)
    for slot in 0..<count { counts.base[slot] = 0 }
    for entry in 0..<staticContactBodies.count {
      let slot = Int(bodies.base[Int(staticContactBodies.base[entry])].awakeIndex)
      if slot >= 0 { counts.base[slot] += 1 }
    }
    for slot in 0..<count where counts.base[slot] > 1 {
      removeGhostContacts(of: Int(bodies.awake.base[slot]))
    }
  }

  /// Removes the ghost contacts of one body.
  ///
  /// Only contacts of the same collider can cover each other, so the candidates are sorted by
  /// collider and each is compared with few others.
  private func removeGhostContacts(of index: Int) {
    candidates.removeAll()
    var key = bodies.base[index].firstContact
    while key >= 0 {
      let c = contacts.base + Int(key >> 1)
      let isA = key & 1 == 0
      if flush.isCandidate(c, isA) {
        let own = isA ? c.pointee.colliderA : c.pointee.colliderB
        candidates.append(PairMap.key(own, key))
      }
      key = isA ? c.pointee.nextA : c.pointee.nextB
    }
    if candidates.count < 2 { return }
    var keys = candidates.elements
    keys.sort()
    var first = 0
    while first < keys.count {
      var end = first + 1
      while end < keys.count && keys[end] >> 32 == keys[first] >> 32 { end += 1 }
      for slot in first..<end where isCovered(slot, first..<end) {
        remove(Int(UInt32(truncatingIfNeeded: keys[slot])) >> 1)
      }
      first = end
    }
  }

  /// Excludes a contact from this step.
  private func remove(_ contact: Int) {
    let c = contacts.base + contact
    c.pointee.set(ContactRecord.Flag.ghost, true)
    c.pointee.set(ContactRecord.Flag.solved, false)
    contacts.manifolds.base[Int(c.pointee.manifold)].impulse = 0
    contacts.classes.base[Int(c.pointee.activeIndex)] = 0
  }

  /// Whether another candidate of the same collider covers the candidate in a slot.
  private func isCovered(_ slot: Int, _ slots: Range<Int>) -> Bool {
    let (contact, isA) = candidate(slot)
    let c = contacts.base + contact
    for otherSlot in slots where otherSlot != slot {
      let (other, isOtherA) = candidate(otherSlot)
      let f = contacts.base + other
      // Towards this body.
      let (normalF, normalC) = (contacts.normal(of: other), contacts.normal(of: contact))
      let n = isOtherA ? -normalF : normalF
      let m = isA ? -normalC : normalC
      if (n - m).lengthSquared < 1e-10 || !flush.covers(other, n, contact, isA) { continue }
      if !flush.covers(contact, m, other, isOtherA) { return true }
      // The planes are nearly the same: a face takes precedence over an edge.
      if c.pointee.has(ContactRecord.Flag.edge) && !f.pointee.has(ContactRecord.Flag.edge) {
        return true
      }
    }
    return false
  }

  private func candidate(_ slot: Int) -> (contact: Int, isA: Bool) {
    let key = UInt32(truncatingIfNeeded: candidates.base[slot])
    return (Int(key >> 1), key & 1 == 0)
  }
}
