public import CaromMaths

/// Where a moving shape meets a resting one.
public struct ShapeCastHit: Hashable, Sendable, BitwiseCopyable {
  /// The free share of the way, from 0 to 1.
  public var fraction: Float
  /// Where the shapes touch then, in world space.
  public var point: Vector3
  /// The outward normal of the resting shape, unit length; zero when a deep overlap leaves none.
  public var normal: Vector3
  /// How deep the shapes overlapped at the start, in metres; zero when they did not.
  public var depth: Float

  /// Makes a hit from its parts.
  public init(fraction: Float, point: Vector3, normal: Vector3, depth: Float = 0) {
    self.fraction = fraction
    self.point = point
    self.normal = normal
    self.depth = depth
  }
}

/// How close a cast shape comes to what it hits, in metres: 0.1 mm.
///
/// Motion that comes nearer by less than this is no hit, so that a shape may slide along what it
/// touches.
public let shapeCastTolerance: Float = 1e-4

/// Where a leaf shape that moves from `start` by `translation` first meets another that rests.
///
/// It stops at most ``shapeCastTolerance`` before the other and never goes into it. Shapes that
/// touch or overlap at the start hit at once, at fraction zero, if the motion would bring them
/// closer together; motion that parts them, or slides, goes on. Standing still, shapes hit
/// when they overlap.
///
/// - Precondition: Neither shape is a compound.
/// - Source: B. Mirtich, 1996, section 2.3 (conservative advancement). Without turning the gap of
///   convex shapes is a convex function of time, on which each round is a Newton step.
public func shapeCast(
  _ shape: Shape, from start: Transform, by translation: Vector3, _ other: Shape,
  at placement: Transform
) -> ShapeCastHit? {
  let end = Transform(position: start.position + translation, orientation: start.orientation)
  let impact: TimeOfImpact = timeOfImpact(
    shape, Sweep(from: start, to: end), other, Sweep(resting: placement), target: 0,
    tolerance: shapeCastTolerance)
  if impact.outcome == .apart { return nil }
  // What a surface touches at the start does not keep it from meeting another of its triangles.
  let isSurface: Bool = shape.surface != nil || other.surface != nil
  if impact.outcome == .closeFromStart || isSurface,
    let hit = touchAtStart(shape, start, translation, other, placement)
  {
    return hit
  }
  if impact.outcome == .closeFromStart { return nil }
  return ShapeCastHit(fraction: impact.fraction, point: impact.point, normal: -impact.normal)
}

/// The deepest touch at the start of a cast that the motion would make deeper, if there is one.
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
