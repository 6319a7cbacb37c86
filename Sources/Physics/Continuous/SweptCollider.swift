import CaromCollision
import CaromMaths

/// The path of a collider in a sub-sweep: what is near a line.
struct ColliderPath {
  /// The position of the collider at both ends.
  private var start = Vector3.zero
  private var end = Vector3.zero
  /// The distance that the collider reaches from the line between them.
  private var reach: Float = 0
  /// The distance from the line at which an obstacle is clear of it.
  private var clearance: Float = 0

  init() {}

  /// The path of a ball during a whole step.
  init(ball radius: Float, from start: Vector3, to end: Vector3) {
    (self.start, self.end) = (start, end)
    reach = radius + 0.001
    clearance = radius * (1 - SweptCollider.grazingDepth)
  }

  init(_ record: ColliderRecord, _ shape: Shape, _ part: SubSweep) {
    let start: Vector3 = record.transform(in: part.start).position
    let end: Vector3 = record.transform(in: part.end).position
    if record.isBall & record.isCentered != 0 && part.count == 1 && part.bulge == 0 {
      self.init(ball: record.roundRadius, from: start, to: end)
    } else {
      self.init()
      (self.start, self.end) = (start, end)
      let radius: Float = record.isBall != 0 ? record.roundRadius : shape.outerRadius
      reach = radius + part.bulge + 0.001
      clearance = reach
    }
  }

  /// A box around the path.
  var bounds: AABB { AABB(min: start, max: start).union(end).expanded(by: reach) }

  /// Whether the path is clearly outside the box of an obstacle, in the obstacle's own axes, or
  /// that of a ball only grazes it.
  func misses(_ obstacle: Shape, _ placed: Transform) -> Bool {
    let (start, end) = (placed.unapply(start), placed.unapply(end))
    let path = AABB(min: start, max: start).union(end).expanded(by: clearance)
    if case .box(let box) = obstacle {
      return !AABB(center: .zero, halfExtents: box.halfExtents).overlaps(path)
    }
    return !obstacle.bounds(at: .identity).overlaps(path)
  }
}

/// A collider of a body in a sub-sweep, as an obstacle at rest sees it.
struct SweptCollider {
  let collider: Int32
  let shape: Shape
  let sweep: Sweep
  /// The maximum distance by which the arc of a point leaves the hull of its start and end points.
  let bulge: Float
  /// The maximum distance by which rotation moves a point of the body.
  let turning: Float
  /// Whether it is the last sub-sweep, and the only one.
  let isLast: Bool
  let isWhole: Bool

  init(_ collider: Int32, _ record: ColliderRecord, _ shape: Shape, _ part: SubSweep) {
    self.collider = collider
    self.shape = shape
    sweep = part.sweep(of: record)
    bulge = part.bulge
    turning = part.turning
    isLast = part.number + 1 == part.count
    isWhole = part.count == 1
  }

  /// The maximum distance by which rotation moves the surface of the collider.
  private var ownTurning: Float {
    if case .sphere = shape, sweep.localCenter == .zero { return 0 }
    return turning
  }

  /// The depth up to which a grazing collider may end inside an obstacle, such as the next tile of
  /// a floor, as a fraction of its inner radius; the contact of the next step resolves it.
  static let grazingDepth: Float = 0.1

  /// The impact of the collider with an obstacle, or nil if there is none that the sweep must stop
  /// at.
  func impact(with obstacle: Shape, _ placed: Transform) -> TimeOfImpact? {
    let maxDepth: Float = Self.grazingDepth * shape.innerRadius
    // A point that rotates far may enter and leave again, and the next sub-sweep begins where this
    // one ends.
    let isTurning: Bool = ownTurning > shape.innerRadius || !isLast
    let isSurface: Bool = obstacle.isSurface
    let impact = timeOfImpact(
      shape, sweep, obstacle, Sweep(resting: placed), target: 0.5 * 0.0005,
      minimumDepth: isSurface && !isTurning ? maxDepth - ownTurning : -.infinity)
    guard impact.outcome == .hit else { return nil }
    if isTurning { return impact }
    var depth: Float =
      (sweep.endCenter - sweep.startCenter).dot(impact.normal) * (1 - impact.fraction)
    if depth < maxDepth && ownTurning > 0 && !isSurface {
      let n: Vector3 = impact.normal
      let (met, end) = (sweep.placement(at: impact.fraction), sweep.placement(at: 1))
      depth = shape.supportExtent(along: n, at: end) - shape.supportExtent(along: n, at: met)
    } else if isSurface {
      depth += ownTurning
    }
    return depth < maxDepth ? nil : impact
  }

  /// Whether the collider ends so little below the plane of a contact that it need not be swept.
  ///
  /// `n` is the normal of the contact, towards the collider.
  func isShallow(_ obstacle: Shape, _ placed: Transform, _ n: Vector3) -> Bool {
    if obstacle.isSurface || n == .zero { return false }
    if case .sphere(let ball) = shape, sweep.localCenter == .zero {
      return CaromPhysics.isShallow(
        ball.radius, sweep.startCenter, sweep.endCenter, below: n, of: obstacle, placed)
    }
    let top: Float = obstacle.supportExtent(along: n, at: placed)
    let start: Float = shape.supportExtent(along: -n, at: sweep.placement(at: 0))
    let end: Float = shape.supportExtent(along: -n, at: sweep.placement(at: 1))
    return top + max(start, end) + bulge < 0.5 * shape.innerRadius
  }

  /// Whether an earlier step stopped the center of the collider at the surface that it still moves
  /// into.
  ///
  /// A plate that rotates under a sliding body rises towards it in every step.
  private func wasStopped(by obstacle: Shape, _ placed: Transform, _ n: Vector3) -> Bool {
    if obstacle.isSurface || n == .zero { return false }
    let top: Float = obstacle.supportExtent(along: n, at: placed)
    let start: Float = sweep.placement(at: 0).apply(shape.innerCenter).dot(n) - top
    let end: Float = sweep.placement(at: 1).apply(shape.innerCenter).dot(n) - top
    // A body that was placed inside must be able to leave.
    return start > -0.001 && end < start
  }

  /// The time at which the penetration of an obstacle that was already touched becomes too deep; or
  /// nil.
  ///
  /// `n` is the normal of the contact, towards the collider.
  func sinking(into obstacle: Shape, _ placed: Transform, _ n: Vector3) -> TimeOfImpact? {
    let resting = Sweep(resting: placed)
    let radius: Float = shape.innerRadius
    var first: TimeOfImpact?
    var isSphere: Bool = false
    if case .sphere = shape { isSphere = true }
    for layer in 2...4 {
      let impact = timeOfImpact(
        shape, sweep, obstacle, resting, target: 0,
        allowedPenetration: min(0.25 * Float(layer), 0.95) * radius,
        minimumDepth: ownTurning > 0 ? -.infinity : 0)
      switch impact.outcome {
      case .apart: return first
      case .closeFromStart: break
      case .hit:
        if impact.fraction < first?.fraction ?? 1 { first = impact }
        // For a surface, the query skipped triangles that are already penetrated to this depth.
        if !obstacle.isSurface { return first }
      }
      if isSphere && obstacle.isSurface { break }
    }
    // If the penetration already exceeds all limits, it may increase by at most a quarter of the
    // inner radius.
    if n != .zero && !isSphere {
      let start = sweep.placement(at: 0)
      let low: Float = -shape.supportExtent(along: -n, at: start) - 0.25 * radius
      let floor = Transform(position: n * low, orientation: Quaternion(from: .unitY, to: n))
      let impact = timeOfImpact(
        shape, sweep, .plane(PlaneShape()), Sweep(resting: floor), target: 0)
      if impact.outcome == .hit && impact.fraction < first?.fraction ?? 1 { first = impact }
    }
    // The center must not pass in any case.
    let middle = Shape.sphere(SphereShape(radius: 1e-4))
    let last = timeOfImpact(
      middle, sweep.moved(to: shape.innerCenter), obstacle, resting, target: 0,
      minimumDepth: 0)
    if last.outcome == .closeFromStart, wasStopped(by: obstacle, placed, n) {
      var stop = last
      (stop.outcome, stop.fraction, stop.normal) = (.hit, 0, -n)
      return stop
    }
    return last.outcome == .hit && last.fraction < first?.fraction ?? 1 ? last : first
  }

  /// The time at which the sinking point met the surface, if it started farther than `distance`
  /// from it; or nil.
  ///
  /// Points that far away are not covered by the contact of bodies that touch elsewhere. `impact`
  /// is the impact at a penetration limit below the surface; until then all points are assumed to
  /// move equally. A body that moves or rotates by more than a tenth of its size in the step hits
  /// with one point after the other. It would pass through the surface if it kept its speed at each
  /// hit, so the result is nil for such a body.
  func meeting(_ impact: TimeOfImpact, beyond distance: Float) -> Float? {
    let size: Float = 0.1 * shape.outerRadius
    let whole: Vector3 = sweep.endCenter - sweep.startCenter
    guard impact.fraction > 0, isWhole, turning < size, whole.lengthSquared < size * size
    else { return nil }
    let n: Vector3 = impact.normal
    let placed = sweep.placement(at: impact.fraction)
    let start: Vector3 = sweep.placement(at: 0).apply(placed.unapply(impact.point))
    let sunk: Float = (impact.point - start).dot(n)
    let depth: Float = shape.supportExtent(along: n, at: placed) - impact.point.dot(n)
    let gap: Float = sunk - depth
    return gap > distance ? impact.fraction * (gap / sunk) : nil
  }
}
