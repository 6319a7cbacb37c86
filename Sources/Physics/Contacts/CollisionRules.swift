/// Decides which bodies collide and which report contacts.
final class CollisionRules {
  private let bodies: BodyStore
  private let joints: JointStore

  init(_ bodies: BodyStore, _ joints: JointStore) {
    self.bodies = bodies
    self.joints = joints
  }

  /// Whether two bodies collide with each other, and whether they report contact events.
  func relation(_ a: Int, _ b: Int) -> (collides: Bool, reports: Bool) {
    let p = bodies.base + a
    let q = bodies.base + b
    if p.pointee.isStatic && q.pointee.isStatic { return (false, false) }
    let isMovable = p.pointee.isDynamic || q.pointee.isDynamic
    let isSensed = (p.pointee.flags | q.pointee.flags) & BodyRecord.Flag.sensor != 0
    let collides =
      isMovable && !isSensed && p.pointee.filter.collides(with: q.pointee.filter)
      && !joints.areSeparated(a, b)
    return (collides, p.pointee.filter.reports(with: q.pointee.filter))
  }
}
