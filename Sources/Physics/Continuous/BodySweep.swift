import CaromCollision
import CaromMaths

/// The motion of a body through one step: its center of mass along a line, rotating about an axis.
struct BodySweep: BitwiseCopyable {
  let before: Transform
  let after: Transform
  let localCenter: Vector3
  /// The maximum distance of a point of the body from its center of mass.
  let outerRadius: Float
  /// An upper bound of the angle of the whole rotation, in radians.
  let angle: Float
  /// The whole rotation, for one that is too long to be interpolated between two orientations.
  private let turn: Vector3?
  private let sweep: Sweep

  /// The position of the center of mass before and after the step.
  var startCenter: Vector3 { sweep.startCenter }
  var endCenter: Vector3 { sweep.endCenter }

  /// A box around the whole motion, by the radius.
  var bounds: AABB {
    AABB(min: sweep.startCenter, max: sweep.startCenter).union(sweep.endCenter)
      .expanded(by: outerRadius)
  }

  /// Creates the sweep between two transforms; `turn` is the angular velocity times the step
  /// length, which tells a rotation of more than half a turn from its shorter counterpart.
  ///
  /// The rotation of a ball does not move its surface, so it is left out: a ball has its final
  /// orientation during the whole step.
  init(
    from start: Transform, to after: Transform, localCenter: Vector3, outerRadius: Float,
    turn: Vector3 = .zero, isBall: Bool = false
  ) {
    var before = start
    if isBall { before.orientation = after.orientation }
    self.before = before
    self.after = after
    self.localCenter = localCenter
    self.outerRadius = outerRadius
    sweep = Sweep(from: before, to: after, localCenter: localCenter)
    let rotation: Vector3 = isBall ? .zero : turn
    angle = Self.angle(from: before.orientation, to: after.orientation, turn: rotation)
    self.turn = Self.isLong(rotation) ? turn : nil
  }

  /// An upper bound of the angle between two orientations, in radians; `turn` is the angular
  /// velocity times the step length.
  @inline(__always)
  static func angle(
    from start: Quaternion, to end: Quaternion, turn: Vector3
  ) -> Float {
    if isLong(turn) { return turn.length }
    // Half the angle is at most π/2 times its sine.
    return Float.pi * (end * start.inverse).vector.length
  }

  /// Whether the orientations do not tell a rotation.
  @inline(__always)
  private static func isLong(_ turn: Vector3) -> Bool { turn.length > 2 }

  /// The transform of the body after a fraction of the step.
  func placement(at fraction: Float) -> Transform {
    if fraction <= 0 { return before }
    if fraction >= 1 { return after }
    guard let turn else { return sweep.placement(at: fraction) }
    let orientation =
      Quaternion(axis: turn.normalized(or: .unitY), angle: turn.length * fraction)
      * before.orientation
    let center: Vector3 = sweep.startCenter + (sweep.endCenter - sweep.startCenter) * fraction
    return Transform(
      position: center - orientation.rotate(localCenter), orientation: orientation)
  }
}

/// The motion of a body through one step as an obstacle sees it: as if the obstacle rested at its
/// transform after the step.
///
/// With the transforms B of the body and K of the obstacle, it is the path
///
///     K(1)·K(t)⁻¹·B(t)        0 ≤ t ≤ 1
///
/// which ends where the body ends. It is cut into sub-sweeps, along each of which the center moves
/// along a line. At most 16 are used, which covers rotations of 1,900 radians per second at 60
/// steps per second.
struct RelativeSweep {
  private let body: BodySweep
  /// The motion of the obstacle, or nil if it rests.
  private let obstacle: BodySweep?
  /// Whether the motion is so large that contacts do not prevent tunneling.
  let isFast: Bool
  /// The number of sub-sweeps, 1 to 16.
  let count: Int

  /// Creates the motion of a body relative to an obstacle.
  init(_ body: BodySweep, relativeTo obstacle: BodySweep?, innerRadius: Float) {
    self.body = body
    self.obstacle = obstacle
    var start = body.before
    if let obstacle { start = obstacle.after * obstacle.before.relative(body.before) }
    let center: Vector3 = start.apply(body.localCenter)
    let moved: Vector3 = body.after.apply(body.localCenter) - center
    let angle: Float = body.angle + (obstacle?.angle ?? 0)
    var isFast: Bool = angle > 2 || SweepLimits.isFast(moved, innerRadius)
    if !isFast {
      let turned = (body.after.orientation * start.orientation.inverse).vector
      isFast = SweepLimits.isSpinning(turned)
    }
    self.isFast = isFast
    var count: Float = 1
    // Seen from a rotating obstacle, a line is an arc. This is eight times its height, and that of
    // the arcs of the body's points where both rotate.
    var bend: Float = 0
    if let obstacle, isFast {
      let distance = (center - obstacle.after.apply(obstacle.localCenter)).length
      bend = obstacle.angle * (distance * obstacle.angle + body.outerRadius * body.angle)
    }
    while count < 16 && (angle > 2 * count || bend > 0.8 * innerRadius * count * count) {
      count += 1
    }
    self.count = Int(count)
  }

  private func boundary(_ number: Int) -> Transform {
    let fraction: Float = Float(number) / Float(count)
    let placed = body.placement(at: fraction)
    guard let obstacle, number < count else { return placed }
    return obstacle.after * obstacle.placement(at: fraction).relative(placed)
  }

  /// One of the sub-sweeps, of equal duration.
  func subSweep(_ number: Int) -> SubSweep {
    SubSweep(
      from: boundary(number), to: boundary(number + 1), body.localCenter, body.outerRadius, number,
      of: count)
  }
}

/// How far a body moves in a step at most without being swept, because contacts stop it, and at
/// most in any case.
enum SweepLimits {
  /// The maximum angle in radians that a body turns in a step, which the sub-sweeps cover.
  static let maxAngle: Float = 32

  /// Whether a displacement exceeds a quarter of the radius of the largest sphere inside the body.
  @inline(__always)
  static func isFast(_ displacement: Vector3, _ innerRadius: Float) -> Bool {
    displacement.lengthSquared > 0.0625 * innerRadius * innerRadius
  }

  /// Whether the vector part of a rotation is that of more than half a radian: sin² ¼ is 0.0612.
  @inline(__always)
  static func isSpinning(_ vector: Vector3) -> Bool { vector.lengthSquared > 0.0612 }
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
  /// Its number, and how many there are.
  let number: Int
  let count: Int

  init(
    from start: Transform, to end: Transform, _ localCenter: Vector3, _ outerRadius: Float,
    _ number: Int, of count: Int
  ) {
    sweep = Sweep(from: start, to: end, localCenter: localCenter)
    (self.start, self.end) = (start, end)
    (self.number, self.count) = (number, count)
    // The cosine of half the angle.
    let cosine: Float = min(abs(sweep.startOrientation.dot(sweep.endOrientation)), 1)
    bulge = outerRadius * (1 - cosine)
    turning = 2 * outerRadius * (1 - cosine * cosine).squareRoot()
  }

  /// The sweep of one of the body's colliders.
  func sweep(of collider: ColliderRecord) -> Sweep {
    if collider.isCentered != 0 { return sweep }
    let placed = collider.transform(in: start)
    return Sweep(
      from: placed, to: collider.transform(in: end),
      localCenter: placed.unapply(sweep.startCenter))
  }
}
