/// Decides which colliders collide and which report contacts.
final class CollisionRules {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let joints: JointStore

  init(_ bodies: BodyStore, _ colliders: ColliderStore, _ joints: JointStore) {
    self.bodies = bodies
    self.colliders = colliders
    self.joints = joints
  }

  /// Whether two colliders of two bodies collide with each other, and whether they report contact
  /// events.
  func relation(
    _ a: Int, _ colliderA: Int32, _ b: Int, _ colliderB: Int32
  ) -> (collides: Bool, reports: Bool) {
    let p = bodies.base + a
    let q = bodies.base + b
    if p.pointee.isStatic && q.pointee.isStatic { return (false, false) }
    let flags = p.pointee.flags | q.pointee.flags
    let canCollide =
      (p.pointee.isDynamic || q.pointee.isDynamic) && flags & BodyRecord.Flag.sensor == 0
    if flags & BodyRecord.Flag.ownSurfaces != 0 {
      let (f, g) = (colliders.filter(of: colliderA, p), colliders.filter(of: colliderB, q))
      return (canCollide && f.collides(with: g) && !joints.areSeparated(a, b), f.reports(with: g))
    }
    let collides =
      canCollide && p.pointee.filter.collides(with: q.pointee.filter) && !joints.areSeparated(a, b)
    return (collides, p.pointee.filter.reports(with: q.pointee.filter))
  }

  /// Whether any colliders of two bodies collide or report contact events.
  func areRelated(_ a: Int, _ b: Int) -> Bool {
    var first = bodies.base[a].firstCollider
    while first >= 0 {
      var second = bodies.base[b].firstCollider
      while second >= 0 {
        let (collides, reports) = relation(a, first, b, second)
        if collides || reports { return true }
        // Bodies whose colliders are alike need one test.
        if !hasOwnSurfaces(a, b) { return false }
        second = colliders.base[Int(second)].next
      }
      first = colliders.base[Int(first)].next
    }
    return false
  }

  /// Whether colliders of one of two bodies have filters or materials of their own.
  func hasOwnSurfaces(_ a: Int, _ b: Int) -> Bool {
    (bodies.base[a].flags | bodies.base[b].flags) & BodyRecord.Flag.ownSurfaces != 0
  }
}
