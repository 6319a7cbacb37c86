import CaromCollision
import CaromMaths

/// A collider of a fast body on a piece of its way.
struct SweptCollider {
  let collider: Int32
  let shape: Shape
  let sweep: Sweep
  /// How far a point may be beyond where it starts and ends.
  let bulge: Float
  /// How far turning moves a point at most.
  let turning: Float
  /// Which of how many pieces of the way this is.
  let part: (Int, Int)

  /// A box that the collider does not leave.
  var bounds: AABB {
    shape.bounds(at: sweep.placement(at: 0)).union(shape.bounds(at: sweep.placement(at: 1)))
      .expanded(by: bulge)
  }

  /// How far turning moves a point of the collider's own surface.
  private var ownTurning: Float {
    if case .sphere = shape { return 0 }
    return turning
  }

  /// How deep what only grazes may end inside, for the contact of the next step to be enough: such as
  /// the next stone of a floor.
  private var minimumDepth: Float { 0.1 * shape.innerRadius }

  /// Where the collider meets another, or nil when its way is free.
  ///
  /// `otherTurning` says how far turning moves a point of the obstacle at most.
  func impact(with obstacle: Shape, _ obstacleSweep: Sweep, _ otherTurning: Float) -> TimeOfImpact?
  {
    let minimum: Float = minimumDepth
    // A point that turns far may go in and out again, and the next piece begins where this one ends.
    let turning: Float = ownTurning + otherTurning
    let isTurning: Bool = turning > shape.innerRadius || part.0 + 1 < part.1
    let isSurface: Bool = obstacle.isSurface
    let impact = timeOfImpact(
      shape, sweep, obstacle, obstacleSweep, target: 0.5 * 0.0005,
      minimumDepth: isSurface && !isTurning ? minimum - turning : -.infinity)
    guard impact.outcome == .hit else { return nil }
    if isTurning { return impact }
    let approach: Vector3 =
      (sweep.endCenter - sweep.startCenter) - (obstacleSweep.endCenter - obstacleSweep.startCenter)
    var depth: Float = approach.dot(impact.normal) * (1 - impact.fraction)
    if depth < minimum && ownTurning > 0 && !isSurface {
      let n: Vector3 = impact.normal
      let (met, end) = (sweep.placement(at: impact.fraction), sweep.placement(at: 1))
      depth = shape.supportExtent(along: n, at: end) - shape.supportExtent(along: n, at: met)
      depth -= (obstacleSweep.endCenter - obstacleSweep.startCenter).dot(n) * (1 - impact.fraction)
    } else if isSurface {
      depth += ownTurning
    }
    depth += otherTurning
    return depth < minimum ? nil : impact
  }

  /// True when the collider ends so little under the plane of a contact that it need not be swept.
  ///
  /// `n` is the contact's normal, towards the collider; the obstacle must rest.
  func isShallow(_ obstacle: Shape, _ placed: Transform, _ n: Vector3) -> Bool {
    if obstacle.isSurface || n == .zero { return false }
    let top: Float = obstacle.supportExtent(along: n, at: placed)
    let start: Float = shape.supportExtent(along: -n, at: sweep.placement(at: 0))
    let end: Float = shape.supportExtent(along: -n, at: sweep.placement(at: 1))
    return top + max(start, end) + bulge < 0.5 * shape.innerRadius
  }

  /// Whether an earlier step stopped the middle of a collider at the surface that it still goes into.
  ///
  /// A plate that turns under what slides over it comes up at it in every step.
  private func canRecycle(by obstacle: Shape, _ obstacleSweep: Sweep, _ n: Vector3) -> Bool {
    if obstacle.isSurface || n == .zero { return false }
    let (start, end) = (obstacleSweep.placement(at: 0), obstacleSweep.placement(at: 1))
    let turned = (end.orientation * start.orientation.inverse).rotate(n)
    let (before, after) = (
      sweep.placement(at: 0).apply(shape.innerCenter),
      sweep.placement(at: 1).apply(shape.innerCenter)
    )
    let height: Float = before.dot(n) - obstacle.supportExtent(along: n, at: start)
    let last: Float = after.dot(turned) - obstacle.supportExtent(along: turned, at: end)
    // What was put inside must be free to come out.
    return height > -0.001 && last < height
  }

  /// Where the collider sinks too deep into another that it touched already, or nil when it does not.
  ///
  /// `n` is the contact's normal, towards the collider.
  func sinking(into obstacle: Shape, _ obstacleSweep: Sweep, _ n: Vector3) -> TimeOfImpact? {
    let radius: Float = shape.innerRadius
    var first: TimeOfImpact?
    var isBall: Bool = false
    if case .sphere = shape { isBall = true }
    for layer in 2...4 {
      let impact = timeOfImpact(
        shape, sweep, obstacle, obstacleSweep, target: 0,
        allowedPenetration: min(0.25 * Float(layer), 0.95) * radius,
        minimumDepth: ownTurning > 0 ? -.infinity : 0)
      switch impact.outcome {
      case .apart: return first
      case .closeFromStart: break
      case .hit:
        if impact.fraction < first?.fraction ?? 1 { first = impact }
        // The triangles of a surface that the layer is in already were passed over.
        if !obstacle.isSurface { return first }
      }
      if isBall && obstacle.isSurface { break }
    }
    // Pushed in as deep as that already: no layer can tell, but it may go down by no more than one.
    if n != .zero && !isBall {
      let start = sweep.placement(at: 0)
      let low: Float = -shape.supportExtent(along: -n, at: start) - 0.25 * radius
      let floor = Transform(position: n * low, orientation: Quaternion(from: .unitY, to: n))
      var end = floor
      end.position += obstacleSweep.endCenter - obstacleSweep.startCenter
      let impact = timeOfImpact(
        shape, sweep, .plane(PlaneShape()), Sweep(from: floor, to: end), target: 0)
      if impact.outcome == .hit && impact.fraction < first?.fraction ?? 1 { first = impact }
    }
    // And its middle must not pass whatever happens.
    let middle = Shape.sphere(SphereShape(radius: 1e-4))
    let last = timeOfImpact(
      middle, sweep.moved(to: shape.innerCenter), obstacle, obstacleSweep, target: 0, minimumDepth: 0)
    if last.outcome == .closeFromStart, canRecycle(by: obstacle, obstacleSweep, n) {
      var stop = last
      (stop.outcome, stop.fraction, stop.normal) = (.hit, 0, -n)
      return stop
    }
    return last.outcome == .hit && last.fraction < first?.fraction ?? 1 ? last : first
  }

  /// When the point that sank in met the surface, if it began farther than `distance` from it, where the
  /// contact of two that touch elsewhere does not look; nil when it began nearer.
  ///
  /// `impact` says when a layer below the surface arrived; points move alike for as long as that takes.
  /// What moves or turns by more than a tenth of its size in the step brings down one point after the
  /// other, and would pass if it kept its speed each time.
  func meeting(_ impact: TimeOfImpact, _ obstacleSweep: Sweep, beyond distance: Float) -> Float? {
    let size: Float = 0.1 * shape.outerRadius
    let whole: Vector3 = sweep.endCenter - sweep.startCenter
    guard impact.fraction > 0, part.1 == 1, turning < size, whole.lengthSquared < size * size
    else { return nil }
    let n: Vector3 = impact.normal
    let placed = sweep.placement(at: impact.fraction)
    let start: Vector3 = sweep.placement(at: 0).apply(placed.unapply(impact.point))
    let carried: Vector3 = (obstacleSweep.endCenter - obstacleSweep.startCenter) * impact.fraction
    let sunk: Float = (impact.point - start - carried).dot(n)
    let depth: Float = shape.supportExtent(along: n, at: placed) - impact.point.dot(n)
    let gap: Float = sunk - depth
    return gap > distance ? impact.fraction * (gap / sunk) : nil
  }
}
