import CaromCollision
import CaromMaths

/// The motion of a body through one step: its center of mass along a line, rotating about an axis.
///
/// A rotation of more than two radians is split into sub-sweeps, since a ``Sweep`` cannot represent
/// a rotation of more than half a turn. At most 16 sub-sweeps are used, which covers 1,900 radians
/// per second at 60 steps per second; the sweep of a body that spins faster rotates less than the
/// body does.
struct BodySweep {
  let before: Transform
  let after: Transform
  let localCenter: Vector3
  /// The number of sub-sweeps, 1 to 16.
  let subSweepCount: Int
  /// The maximum distance of a point of the body from its center of mass.
  private let outerRadius: Float
  // Axis and angle of the whole rotation; used if there are several sub-sweeps.
  private let axis: Vector3
  private let angle: Float

  /// Creates the sweep between two transforms; `turn` is the angular velocity times the step
  /// length.
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
    var count: Int = 1
    while count < 16 && angle > 2 * Float(count) { count += 1 }
    subSweepCount = count
  }

  /// The transform of the body at the boundary between two of `count` sub-sweeps.
  private func boundary(_ number: Int, of count: Int) -> Transform {
    if number == 0 { return before }
    if number == count { return after }
    let fraction: Float = Float(number) / Float(count)
    if subSweepCount == 1 {
      return Sweep(from: before, to: after, localCenter: localCenter).placement(at: fraction)
    }
    let (start, end) = (before.apply(localCenter), after.apply(localCenter))
    let orientation = Quaternion(axis: axis, angle: angle * fraction) * before.orientation
    let center: Vector3 = start + (end - start) * fraction
    return Transform(
      position: center - orientation.rotate(localCenter), orientation: orientation)
  }

  /// One of `count` sub-sweeps of equal duration.
  func subSweep(_ number: Int, of count: Int) -> SubSweep {
    SubSweep(
      Sweep(
        from: boundary(number, of: count), to: boundary(number + 1, of: count),
        localCenter: localCenter), outerRadius)
  }
}

/// A part of a body's sweep that rotates by less than half a turn.
struct SubSweep {
  let sweep: Sweep
  let start: Transform
  let end: Transform
  /// The maximum distance by which the arc of a point leaves the hull of its start and end points.
  let bulge: Float
  /// The maximum distance by which the rotation moves a point of the body.
  let turning: Float

  init(_ sweep: Sweep, _ outerRadius: Float) {
    self.sweep = sweep
    start = sweep.placement(at: 0)
    end = sweep.placement(at: 1)
    // The cosine of half the angle.
    let cosine: Float = min(abs(sweep.startOrientation.dot(sweep.endOrientation)), 1)
    bulge = outerRadius * (1 - cosine)
    turning = 2 * outerRadius * (1 - cosine * cosine).squareRoot()
  }

  /// The sweep of one of the body's colliders.
  func sweep(of collider: ColliderRecord) -> Sweep {
    let placed = collider.transform(in: start)
    return Sweep(
      from: placed, to: collider.transform(in: end),
      localCenter: placed.unapply(sweep.startCenter))
  }
}
