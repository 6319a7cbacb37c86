import CaromCollision
import CaromMaths

/// An impact of a collider, at a fraction of its sub-sweep.
struct SweepImpact {
  var fraction: Float
  /// The impact at which the penetration of an obstacle with an existing contact becomes too deep,
  /// if it is one.
  var sinking: TimeOfImpact?
}

/// The search for the first impact of a body in a step.
struct ImpactSearch {
  let body: Int
  let motion: BodySweep
  let innerRadius: Float
  /// The motion relative to obstacles that rest; nil if the body cannot tunnel through them.
  let motionAlone: RelativeSweep?

  /// The collider that is being swept.
  var collider: Int32 = -1
  /// The moving obstacle that was met last, and the motion relative to it; nil if the body cannot
  /// tunnel through it.
  var lastObstacle: Int = -1
  var lastMotion: RelativeSweep?

  // The first impact found
  /// The free fraction of the step, 1 if nothing is hit.
  var fraction: Float = 1
  /// The transform of the body after the step.
  var transform = Transform.identity
  /// The moving body that is hit and carries the swept body for the rest of the step, or -1.
  var movingObstacle: Int = -1
  var sinking: TimeOfImpact?

  init(_ body: Int, _ motion: BodySweep, innerRadius: Float) {
    self.body = body
    self.motion = motion
    self.innerRadius = innerRadius
    motionAlone = RelativeSweep(motion, relativeTo: nil, innerRadius: innerRadius)
  }

  /// A box around the whole motion of a collider of the body.
  func bounds(_ shape: Shape, _ collider: ColliderRecord) -> AABB {
    // A slow body is only swept against obstacles that move, of which there are few.
    guard let motionAlone, motionAlone.count == 1 else {
      let (start, end) = (
        motion.before.apply(motion.localCenter), motion.after.apply(motion.localCenter)
      )
      return AABB(min: start, max: start).union(end).expanded(by: motion.outerRadius)
    }
    let sub = SubSweep(
      Sweep(from: motion.before, to: motion.after, localCenter: motion.localCenter),
      motion.outerRadius, 0, of: 1)
    return shape.bounds(at: collider.transform(in: motion.before))
      .union(shape.bounds(at: collider.transform(in: motion.after))).expanded(by: sub.bulge)
  }
}
