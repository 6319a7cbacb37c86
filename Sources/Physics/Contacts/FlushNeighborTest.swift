import CaromCollision
import CaromMaths

/// Tests whether colliders lie flush with the plane of a contact.
final class FlushNeighborTest {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let contacts: ContactStore

  /// How far a flush neighbor may rise above the plane, in meters.
  private static var above: Float { 0.001 }
  /// How far below the plane a flush neighbor may end, in meters.
  private static var below: Float { 0.005 }

  init(_ bodies: BodyStore, _ colliders: ColliderStore, _ contacts: ContactStore) {
    self.bodies = bodies
    self.colliders = colliders
    self.contacts = contacts
  }

  /// Whether a contact pushes its body, A or B, away from a static or kinematic body.
  func isCandidate(_ c: UnsafeMutablePointer<ContactRecord>, _ isA: Bool) -> Bool {
    guard c.pointee.manifold >= 0, c.pointee.has(ContactRecord.Flag.collides) else { return false }
    let other = Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
    return !bodies.poses.base[other].has(BodyPose.Flag.dynamic)
  }

  /// Whether the neighbor of contact `e` lies under the plane of contact `f` with normal `n`, flush
  /// with it.
  func covers(_ f: Int, _ n: Vector3, _ e: Int, _ isA: Bool) -> Bool {
    let height = planeHeight(f, n)
    let c = contacts.base + e
    let neighbor = Int(isA ? c.pointee.colliderB : c.pointee.colliderA)
    let body = bodies.base + Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
    let placed = colliders.base[neighbor].transform(in: body.pointee.transform)
    let isSurface = c.pointee.has(ContactRecord.Flag.surface)
    if isSurface && !contacts.base[f].has(ContactRecord.Flag.edge)
      && isBoundaryEdge(e, n, height, isA)
    {
      return true
    }
    let box = isSurface ? contactBox(e, isA) : .empty
    return isFlush(extent(of: neighbor, along: n, at: placed, near: box), height)
  }

  /// Whether a collider in the path of a fast body is flush with the surface on which the body
  /// rests.
  ///
  /// A sweep calls this for colliders that have no contact yet: contacts are created within a
  /// margin that is smaller than the displacement of a fast body in a step. `transform` is that of
  /// the collider's body at the beginning of the step, when the contacts were found.
  func isFlushNeighbor(
    _ other: Int32, _ transform: Transform, for own: Int32, near box: AABB
  ) -> Bool {
    let otherBody = bodies.base + Int(colliders.base[Int(other)].body)
    if otherBody.pointee.isDynamic { return false }
    let placed = colliders.base[Int(other)].transform(in: transform)
    var key = bodies.base[Int(colliders.base[Int(own)].body)].firstContact
    while key >= 0 {
      let contact = Int(key >> 1)
      let f = contacts.base + contact
      let isA = key & 1 == 0
      key = isA ? f.pointee.nextA : f.pointee.nextB
      guard f.pointee.has(ContactRecord.Flag.solved), isCandidate(f, isA),
        (isA ? f.pointee.colliderA : f.pointee.colliderB) == own
      else { continue }
      let n = isA ? -contacts.normal(of: contact) : contacts.normal(of: contact)
      let top = extent(of: Int(other), along: n, at: placed, near: box)
      if isFlush(top, planeHeight(contact, n)) { return true }
    }
    return false
  }

  private func isFlush(_ top: Float, _ height: Float) -> Bool {
    top >= height - Self.below && top <= height + Self.above
  }

  /// The support extent of a collider along `n`; of a surface, that of the part in a box.
  private func extent(
    of collider: Int, along n: Vector3, at placed: Transform, near box: AABB
  ) -> Float {
    colliders.shapes[collider].isSurface
      ? colliders.shapes[collider].surfaceExtent(along: n, near: box, at: placed)
      : colliders.shapes[collider].supportExtent(along: n, at: placed)
  }

  /// Whether a contact lies on the boundary edge of a surface, in the plane of an adjacent face.
  ///
  /// The surface may rise from the edge: the body hits the slope, but never the line where it
  /// begins.
  private func isBoundaryEdge(_ e: Int, _ n: Vector3, _ height: Float, _ isA: Bool) -> Bool {
    guard contacts.base[e].has(ContactRecord.Flag.edge) else { return false }
    let manifold = Int(contacts.base[e].manifold)
    let rise: Float = (isA ? -0.5 : 0.5) * contacts.normal(of: e).dot(n)
    for slot in 0..<Int(contacts.manifolds.base[manifold].pointCount) {
      // The position is the midpoint of the gap.
      let middle = contacts.position(of: slot, in: manifold, bodies.poses.base).dot(n)
      let over =
        middle - rise * contacts.points.base[manifold * 4 + slot].separation - height
      if over > Self.above || over < -Self.below { return false }
    }
    return true
  }

  /// A box around the points of a contact with a surface and the collider that touches it.
  private func contactBox(_ contact: Int, _ isA: Bool) -> AABB {
    let c = contacts.base[contact]
    let own = Int(isA ? c.colliderA : c.colliderB)
    let body = bodies.base[Int(isA ? c.bodyA : c.bodyB)]
    var box = colliders.shapes[own].bounds(at: colliders.base[own].transform(in: body.transform))
    let direction: Vector3 = contacts.normal(of: contact) * (isA ? 0.5 : -0.5)
    let manifold = Int(c.manifold)
    for slot in 0..<Int(contacts.manifolds.base[manifold].pointCount) {
      // On the surface, which the collider may not have reached yet.
      let gap = contacts.points.base[manifold * 4 + slot].separation
      box = box.union(
        contacts.position(of: slot, in: manifold, bodies.poses.base) + direction * gap)
    }
    return box.expanded(by: Self.above)
  }

  /// The height along `n` of the lowest point of the other body's surface in a contact with normal
  /// `n`.
  private func planeHeight(_ contact: Int, _ n: Vector3) -> Float {
    var height: Float = .infinity
    let manifold = Int(contacts.base[contact].manifold)
    for slot in 0..<Int(contacts.manifolds.base[manifold].pointCount) {
      // The position is the midpoint of the gap, so the surface is half the separation away.
      let middle = contacts.position(of: slot, in: manifold, bodies.poses.base).dot(n)
      height = min(height, middle - 0.5 * contacts.points.base[manifold * 4 + slot].separation)
    }
    return height
  }
}
