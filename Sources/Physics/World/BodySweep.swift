import CaromCollision
import CaromMaths

/// The way of a body through one step: its centre of mass along a line, turning about an axis.
///
/// What turns by more than two radians goes in pieces, since a ``Sweep`` does not tell a turn of more
/// than half a circle from its shorter counterpart. Sixteen pieces, 1,900 radians a second at 60
/// steps, are the most: what spins faster is swept along a shorter turn than it makes.
struct BodySweep {
  let before: Transform
  let after: Transform
  let localCenter: Vector3
  /// How many pieces it has, 1 to 16.
  let subSweepCount: Int
  /// The greatest distance from the centre of mass.
  private let outerRadius: Float
  /// The turn of the whole step, when there is more than one piece: axis and angle.
  private let axis: Vector3
  private let angle: Float

  /// The way between two placements; `turn` is the angular velocity times the length of the step.
  init(
    from before: Transform, to after: Transform, localCenter: Vector3, outerRadius: Float,
    turn: Vector3 = .zero
  ) {
    self.before = before
    self.after = after
    self.localCenter = localCenter
    self.outerRadius = outerRadius
    angle = turn.length
    axis = turn.normalized(or: .unitY)
    var subSweepCount: Int = 1
    while subSweepCount < 16 && angle > 2 * Float(subSweepCount) { subSweepCount += 1 }
    self.subSweepCount = subSweepCount
  }

  /// Where the body is at the beginning of a piece, or at the end of the one before.
  private func corner(_ number: Int, of count: Int) -> Transform {
    if number == 0 { return before }
    if number == count { return after }
    let share: Float = Float(number) / Float(count)
    if subSweepCount == 1 { return whole.placement(at: share) }
    let (start, end) = (before.apply(localCenter), after.apply(localCenter))
    let turned = Quaternion(axis: axis, angle: angle * share) * before.orientation
    let center: Vector3 = start + (end - start) * share
    return Transform(position: center - turned.rotate(localCenter), orientation: turned)
  }

  private var whole: Sweep { Sweep(from: before, to: after, localCenter: localCenter) }

  /// One of `count` pieces of the way.
  func subSweep(_ number: Int, of count: Int) -> SubSweep {
    SubSweep(
      Sweep(
        from: corner(number, of: count), to: corner(number + 1, of: count),
        localCenter: localCenter), outerRadius)
  }
}

/// A part of a body's way in which it turns by less than half a circle.
struct SubSweep {
  let sweep: Sweep
  let start: Transform
  let end: Transform
  /// How far a point of the body may be beyond where it starts and ends, because it goes along an arc.
  let bulge: Float
  /// How far turning moves a point of the body at most.
  let turning: Float

  init(_ sweep: Sweep, _ outerRadius: Float) {
    self.sweep = sweep
    start = sweep.placement(at: 0)
    end = sweep.placement(at: 1)
    // The cosine of half the turn.
    let cosine: Float = min(abs(sweep.startOrientation.dot(sweep.endOrientation)), 1)
    bulge = outerRadius * (1 - cosine)
    turning = 2 * outerRadius * (1 - cosine * cosine).squareRoot()
  }

  /// The motion of one of the body's colliders.
  func sweep(of collider: ColliderRecord) -> Sweep {
    let placed = collider.transform(in: start)
    return Sweep(
      from: placed, to: collider.transform(in: end),
      localCenter: placed.unapply(sweep.startCenter))
  }
}
