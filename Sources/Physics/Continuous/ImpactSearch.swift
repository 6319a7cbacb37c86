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
  /// The motion relative to obstacles that rest, its first sub-sweep and the number of sub-sweeps;
  /// 0 for a body that cannot tunnel through them.
  private var alone: RelativeSweep?
  private var partAlone: SubSweep?
  private(set) var countAlone = 0
  /// The collider that is being swept, and its path in that sub-sweep.
  private(set) var collider: Int32
  private(set) var path = ColliderPath()
  /// The moving obstacle that was met last, the motion relative to it and its number of sub-sweeps;
  /// 0 if the body cannot tunnel through it.
  private(set) var obstacle: Int = -1
  private var relative: RelativeSweep?
  private(set) var relativeCount = 0

  // The first impact found
  /// The free fraction of the step, 1 if nothing is hit.
  var fraction: Float = 1
  /// The transform of the body after the step.
  var transform = Transform.identity
  /// The moving body that is hit and carries the swept body for the rest of the step, or -1.
  var carrier: Int = -1
  var sinking: TimeOfImpact?

  /// Starts with a collider of the body.
  init(
    _ body: Int, _ motion: BodySweep, innerRadius: Float, _ number: Int32,
    _ record: ColliderRecord, _ shape: Shape, isAlone: Bool
  ) {
    self.body = body
    self.motion = motion
    self.innerRadius = innerRadius
    collider = number
    guard isAlone else { return }
    let motion = RelativeSweep(motion, relativeTo: nil, innerRadius: innerRadius)
    if !motion.isFast { return }
    let part = motion.subSweep(0)
    (alone, partAlone, countAlone) = (motion, part, motion.count)
    path = ColliderPath(record, shape, part)
  }

  /// Goes on to the next collider of the body.
  mutating func begin(_ number: Int32, _ record: ColliderRecord, _ shape: Shape) {
    collider = number
    if let partAlone { path = ColliderPath(record, shape, partAlone) }
  }

  /// Begins with an obstacle that moves.
  mutating func meet(_ obstacle: Int, _ sweep: BodySweep) {
    self.obstacle = obstacle
    let motion = RelativeSweep(motion, relativeTo: sweep, innerRadius: innerRadius)
    relativeCount = motion.isFast ? motion.count : 0
    relative = motion.isFast ? motion : nil
  }

  /// A part of the motion relative to obstacles that rest, or to the moving one that was met last.
  func subSweep(_ number: Int, isMoving: Bool) -> SubSweep? {
    if isMoving { return relative?.subSweep(number) }
    return number == 0 ? partAlone : alone?.subSweep(number)
  }

  /// A box around the whole motion of the collider.
  func bounds(_ record: ColliderRecord, _ shape: Shape) -> AABB {
    // A slow body is only swept against obstacles that move, of which there are few.
    guard let partAlone, countAlone == 1 else { return motion.bounds }
    if record.isBall != 0 { return path.bounds }
    return shape.bounds(at: record.transform(in: partAlone.start))
      .union(shape.bounds(at: record.transform(in: partAlone.end))).expanded(by: partAlone.bulge)
  }
}
