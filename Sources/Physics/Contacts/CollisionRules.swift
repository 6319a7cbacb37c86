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
    let isMovable = p.pointee.isDynamic || q.pointee.isDynamic
    let special =
      BodyRecord.Flag.sensor | BodyRecord.Flag.colliderOverrides | BodyRecord.Flag.grouped
    if (p.pointee.flags | q.pointee.flags) & special != 0 {
      return specialRelation(a, colliderA, b, colliderB, isMovable)
    }
    let collides =
      isMovable && p.pointee.filter.collides(with: q.pointee.filter) && !joints.areSeparated(a, b)
    return (collides, p.pointee.filter.reports(with: q.pointee.filter))
  }

  /// The relation of two colliders of which one is of a sensor, has masks of its own or a group.
  @inline(never)
  private func specialRelation(
    _ a: Int, _ colliderA: Int32, _ b: Int, _ colliderB: Int32, _ isMovable: Bool
  ) -> (collides: Bool, reports: Bool) {
    let (p, q) = (bodies.base + a, bodies.base + b)
    let (f, g) = (colliders.filter(of: colliderA, p), colliders.filter(of: colliderB, q))
    let isSensed = (p.pointee.flags | q.pointee.flags) & BodyRecord.Flag.sensor != 0
    let isAccepted = bodies.commonGroup(a, b).map { $0 > 0 } ?? f.collides(with: g)
    let collides = isMovable && !isSensed && isAccepted && !joints.areSeparated(a, b)
    return (collides, f.reports(with: g))
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
    (bodies.base[a].flags | bodies.base[b].flags) & BodyRecord.Flag.colliderOverrides != 0
  }
}
