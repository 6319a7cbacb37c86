import CaromCollision
import CaromMaths

extension World {
  /// Gives a contact a place for its points.
  func allocateManifold(_ contact: Int) {
    guard contacts.base[contact].manifold < 0 else { return }
    var slot = freeManifold
    if slot >= 0 {
      freeManifold = manifolds.base[Int(slot)].nextFree
    } else {
      slot = Int32(manifolds.count)
      manifolds.append(ManifoldRecord())
      for _ in 0..<4 { points.append(ContactPoint()) }
    }
    var m = ManifoldRecord()
    m.contact = Int32(contact)
    manifolds.base[Int(slot)] = m
    for point in 0..<4 { points.base[Int(slot) * 4 + point] = ContactPoint() }
    contacts.base[contact].manifold = slot
  }

  /// Takes back the place of a contact's points, if it has one.
  func freeManifold(_ contact: Int) {
    let slot = contacts.base[contact].manifold
    guard slot >= 0 else { return }
    manifolds.base[Int(slot)] = ManifoldRecord()
    manifolds.base[Int(slot)].nextFree = freeManifold
    for point in 0..<4 { points.base[Int(slot) * 4 + point] = ContactPoint() }
    freeManifold = slot
    contacts.base[contact].manifold = -1
  }

  /// The middle of the gap at a point of a manifold, in the world as the step found it.
  func position(of slot: Int, in manifold: Int) -> Vector3 {
    let m = manifolds.base + manifold
    let p = points.base + (manifold * 4 + slot)
    let c = contacts.base + Int(m.pointee.contact)
    let a = poses.base + Int(c.pointee.bodyA)
    let b = poses.base + Int(c.pointee.bodyB)
    let n = Vector3(m.pointee.normal)
    let onA =
      Vector3(a.pointee.center)
      + Quaternion(a.pointee.orientation).rotate(Vector3(p.pointee.onA)) + n * m.pointee.roundA
    let onB =
      Vector3(b.pointee.center)
      + Quaternion(b.pointee.orientation).rotate(Vector3(p.pointee.onB)) - n * m.pointee.roundB
    return (onA + onB) * 0.5
  }

  /// Makes the next step look at the contacts of a body anew: it was put elsewhere or changed.
  func invalidateManifolds(of index: Int) {
    forEachContact(index) { contact, _ in contacts.base[contact].moved = .infinity }
  }
}
