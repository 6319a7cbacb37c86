import CaromMaths

/// The distance of a surface, shape A, from a leaf shape, shape B.
///
/// Both sides of a triangle are considered. The distance of an overlapping sphere is negative; that
/// of other overlapping solids is minus infinity.
func surfaceGap(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform
) -> SignedGap {
  guard let surface = a.surface else { notLeaf() }
  let frame: Transform = placementA.relative(placementB)
  let bounds: AABB = a.surfaceBounds
  let local: SignedGap
  switch surface {
  case .mesh(let view): local = surfaceGap(view, bounds, b, frame)
  case .heights(let view): local = surfaceGap(view, bounds, b, frame)
  }
  return SignedGap(
    distance: local.distance, pointA: placementA.apply(local.pointA),
    pointB: placementA.apply(local.pointB), normal: placementA.orientation.rotate(local.normal))
}

/// Searches in boxes around the solid that grow until nothing outside can be closer.
private func surfaceGap<Surface: TriangleSurface>(
  _ surface: Surface, _ bounds: AABB, _ b: Shape, _ frame: Transform
) -> SignedGap {
  let box: AABB = b.bounds(at: frame)
  let away: Vector3 =
    (bounds.min - box.max).maximum(box.min - bounds.max).maximum(Vector3())
  var searchDistance: Float = away.length + 0.5 * box.size.greatest + 1e-3
  let whole: Float = searchDistance + bounds.size.length + box.size.length
  var best = SignedGap(
    distance: .infinity, pointA: frame.position, pointB: frame.position, normal: Vector3())
  while true {
    surface.visit(box.expanded(by: searchDistance)) { id in
      let gap: SignedGap = triangleGap(surface.triangle(id), b, frame)
      if gap.distance < best.distance { best = gap }
      return best.distance > -.infinity
    }
    if best.distance <= searchDistance || searchDistance > whole { return best }
    searchDistance *= 2
  }
}

/// The gap between a triangle and a solid that is placed in the triangle's space.
///
/// The gap has a sign while the solid penetrates the triangle by less than `allowedPenetration`.
func triangleGap(
  _ triangle: SurfaceTriangle, _ b: Shape, _ frame: Transform, allowedPenetration: Float = 0
) -> SignedGap {
  let center: Vector3 = frame.position
  if case .sphere(let s) = b {
    let (p, q, r) = (triangle.a - center, triangle.b - center, triangle.c - center)
    let nearest: Vector3 = nearestToOrigin(p, q, r).point
    let distance: Float = nearest.length
    let normal: Vector3 =
      distance > 1e-12
      ? nearest / -distance : triangle.cross.normalized(or: Vector3(0, 1, 0))
    return SignedGap(
      distance: distance - s.radius, pointA: center + nearest,
      pointB: center - normal * s.radius, normal: normal)
  }
  guard let core = b.core?.insetIfNeeded(by: allowedPenetration) else {
    // Planes and other surfaces have no useful distance.
    return SignedGap(
      distance: -.infinity, pointA: center, pointB: center, normal: Vector3())
  }
  let (p, q, r) = (frame.unapply(triangle.a), frame.unapply(triangle.b), frame.unapply(triangle.c))
  let found: CoreDistance = coreDistance(
    core, TriangleCore(p, q, r), CoreFrame(Matrix3.identity, Vector3()),
    start: Double3((p + q + r) * (1 / 3)))
  if found.distance <= 0 {
    return SignedGap(
      distance: -.infinity, pointA: frame.apply(found.pointB.single),
      pointB: frame.apply(found.pointA.single), normal: Vector3())
  }
  let n: Double3 = (found.pointA - found.pointB) * (1 / found.distance)
  let onSolid: Double3 = found.pointA - n * Double(core.radius)
  return SignedGap(
    distance: Float(found.distance - Double(core.radius)),
    pointA: frame.apply(found.pointB.single), pointB: frame.apply(onSolid.single),
    normal: frame.orientation.rotate(n.single))
}
