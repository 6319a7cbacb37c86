public import CaromMaths

/// The first contact of a moving shape with a resting one.
public struct ShapeCastHit: Hashable, Sendable, BitwiseCopyable {
  /// The fraction of the motion before the hit, from 0 to 1.
  public var fraction: Float
  /// The point of contact in world space.
  public var point: Vector3
  /// The outward unit normal of the resting shape; zero for a deep overlap without a direction.
  public var normal: Vector3
  /// The penetration depth at the start, in meters; zero without overlap.
  public var depth: Float

  /// Creates a hit from its parts.
  public init(fraction: Float, point: Vector3, normal: Vector3, depth: Float = 0) {
    self.fraction = fraction
    self.point = point
    self.normal = normal
    self.depth = depth
  }
}

/// The distance from a hit shape at which a shape cast ends, in meters: 0.1 mm.
///
/// Motion that reduces the distance by less than this causes no hit, so that a shape can slide
/// along another.
public let shapeCastTolerance: Float = 1e-4

/// Returns where a leaf shape that moves from `start` by `translation` first hits a resting shape.
///
/// The shape stops at most ``shapeCastTolerance`` before the other and never overlaps it. Shapes
/// that touch or overlap at the start hit at fraction zero if the motion would reduce their
/// distance; separating and sliding motion continues. Without motion, shapes hit when they overlap.
///
/// - Precondition: Neither shape is a compound.
/// - Source: B. Mirtich, 1996, section 2.3 (conservative advancement). Without rotation the gap of
///   convex shapes is a convex function of time, and each iteration is a Newton step.
public func shapeCast(
  _ shape: Shape, from start: Transform, by translation: Vector3, _ other: Shape,
  at placement: Transform
) -> ShapeCastHit? {
  let end = Transform(position: start.position + translation, orientation: start.orientation)
  let impact: TimeOfImpact = timeOfImpact(
    shape, Sweep(from: start, to: end), other, Sweep(resting: placement), target: 0,
    tolerance: shapeCastTolerance)
  if impact.outcome == .apart { return nil }
  // A triangle that is touched at the start does not prevent a hit on another one.
  let isSurface: Bool = shape.surface != nil || other.surface != nil
  if impact.outcome == .closeFromStart || isSurface,
    let hit = touchAtStart(shape, start, translation, other, placement)
  {
    return hit
  }
  if impact.outcome == .closeFromStart { return nil }
  return ShapeCastHit(fraction: impact.fraction, point: impact.point, normal: -impact.normal)
}

/// The deepest contact at the start of a cast that the motion would deepen, if there is one.
private func touchAtStart(
  _ shape: Shape, _ start: Transform, _ translation: Vector3, _ other: Shape,
  _ placement: Transform
) -> ShapeCastHit? {
  withUnsafeTemporaryAllocation(of: Manifold.self, capacity: maxManifoldCount) { all in
    guard let touches = all.baseAddress else { return nil }
    var cache = ManifoldCache()
    let count: Int = collide(
      shape, start, other, placement, margin: 2 * shapeCastTolerance, cache: &cache, into: touches)
    var deepest: ManifoldPoint?
    var normal = Vector3()
    for number in 0..<count {
      let touch: Manifold = touches[number]
      let approach: Float = translation.dot(touch.normal)
      guard translation == .zero || approach > shapeCastTolerance else { continue }
      for index in 0..<touch.count {
        let point: ManifoldPoint = touch[index]
        if translation == .zero && point.separation > 0 { continue }
        if let current = deepest, current.separation <= point.separation { continue }
        (deepest, normal) = (point, touch.normal)
      }
    }
    guard let deepest else { return nil }
    return ShapeCastHit(
      fraction: 0, point: deepest.position, normal: -normal, depth: max(0, -deepest.separation))
  }
}
