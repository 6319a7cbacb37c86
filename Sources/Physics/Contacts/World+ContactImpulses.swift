public import CaromMaths

/// The normal impulse at a contact point in the last step.
public struct ContactImpulse: Hashable, Sendable, BitwiseCopyable {
  /// One of the bodies.
  public let bodyA: BodyHandle
  /// The other body.
  public let bodyB: BodyHandle
  /// The point in the world, in meters.
  public let point: Vector3
  /// The unit normal from A to B, the direction of the impulse on B.
  public let normal: Vector3
  /// The impulse in newton-seconds, above 0; divided by the step length, the mean force.
  public let impulse: Float
}

extension World {
  /// The normal impulses of the last step at all contact points, for debug drawing and
  /// measurements.
  ///
  /// Sleeping bodies keep the impulses of their last step.
  ///
  /// - Complexity: O(n) in the pairs of colliders that are near each other.
  public func contactImpulses() -> [ContactImpulse] {
    var found: [ContactImpulse] = []
    for index in 0..<contacts.count {
      let c = contacts.base[index]
      let manifold = Int(c.manifold)
      guard c.has(ContactRecord.Flag.alive), c.has(ContactRecord.Flag.collides), manifold >= 0
      else { continue }
      let m = contacts.manifolds.base[manifold]
      let count = Int(m.pointCount)
      guard m.impulse > 0, count > 0 else { continue }
      // A point stores the impulse of the last substep: its share of the impulse of the step.
      var sum: Float = 0
      for slot in 0..<count { sum += max(contacts.points.base[manifold * 4 + slot].impulse, 0) }
      for slot in 0..<count {
        let own = max(contacts.points.base[manifold * 4 + slot].impulse, 0)
        let impulse = m.impulse * (sum > 0 ? own / sum : 1 / Float(count))
        guard impulse > 0 else { continue }
        found.append(
          ContactImpulse(
            bodyA: handle(Int(c.bodyA)), bodyB: handle(Int(c.bodyB)),
            point: contacts.position(of: slot, in: manifold, bodies.poses.base),
            normal: Vector3(m.normal), impulse: impulse))
      }
    }
    return found
  }
}
