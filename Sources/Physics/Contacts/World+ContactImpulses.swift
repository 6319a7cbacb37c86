public import CaromMaths

/// What pushed two bodies apart at a point in the last step.
public struct ContactImpulse: Hashable, Sendable, BitwiseCopyable {
  /// One of the bodies.
  public let bodyA: BodyHandle
  /// The other body.
  public let bodyB: BodyHandle
  /// Where, in the world, in metres.
  public let point: Vector3
  /// The unit direction from A to B in which B was pushed.
  public let normal: Vector3
  /// How hard, in newton-seconds, above 0; divided by the length of the step, the mean force.
  public let impulse: Float
}

extension World {
  /// Where the last step pushed bodies apart, and how hard, point by point.
  ///
  /// For pictures and measures of how a world works; bodies that sleep keep what held them up last.
  ///
  /// - Complexity: O(n) in the pairs of colliders that are near each other.
  public func contactImpulses() -> [ContactImpulse] {
    var found: [ContactImpulse] = []
    for index in 0..<contacts.count {
      let c = contacts.base[index]
      let manifold = Int(c.manifold)
      guard c.has(ContactRecord.Flag.alive), c.has(ContactRecord.Flag.collides), manifold >= 0
      else { continue }
      let m = manifolds.base[manifold]
      let count = Int(m.pointCount)
      guard m.impulse > 0, count > 0 else { continue }
      // The points know only what the last part of the step gave them: their shares of the whole.
      var sum: Float = 0
      for slot in 0..<count { sum += max(points.base[manifold * 4 + slot].impulse, 0) }
      for slot in 0..<count {
        let own = max(points.base[manifold * 4 + slot].impulse, 0)
        let impulse = m.impulse * (sum > 0 ? own / sum : 1 / Float(count))
        guard impulse > 0 else { continue }
        found.append(
          ContactImpulse(
            bodyA: handle(Int(c.bodyA)), bodyB: handle(Int(c.bodyB)),
            point: position(of: slot, in: manifold), normal: Vector3(m.normal), impulse: impulse))
      }
    }
    return found
  }
}
