import CaromMaths

// The time at which a moving shape first hits the front of a triangle.
//
// Each triangle near the path is swept separately: a shape that slides along a floor is always
// close to its triangles, and an advancement limited by the nearest of all triangles would not end.
// A sphere that moves along a line is swept in closed form, any other motion by conservative
// advancement.

/// The first time at which a moving solid comes within `target` of a surface from the front.
///
/// `sweepA` is the surface's motion, `sweepB` the solid's. Triangles that the solid's center is
/// behind at the start, and those within the target at the start, are ignored. So are hits after
/// which the rest of the motion would enter the triangle's plane by less than `minimumDepth`.
func surfaceImpact(
  _ a: SurfaceView, _ sweepA: Sweep, _ b: Shape, _ sweepB: Sweep, target: Float,
  allowedPenetration: Float = 0, tolerance: Float, minimumDepth: Float
) -> TimeOfImpact {
  let sweep = SurfaceSweep(b, sweepA, sweepB, target, allowedPenetration, tolerance, minimumDepth)
  return switch a {
  case .mesh(let view): surfaceImpact(view, sweep)
  case .heights(let view): surfaceImpact(view, sweep)
  }
}

private func surfaceImpact<Surface: TriangleSurface>(
  _ surface: Surface, _ sweep: SurfaceSweep
) -> TimeOfImpact {
  var first: Float = 1
  var found: TimeOfImpact?
  var isClose: Bool = false
  surface.sweep(
    origin: sweep.origin, translation: sweep.translation, half: sweep.half, limit: 1
  ) { id, limit in
    switch sweep.impact(surface, surface.triangle(id), before: first) {
    case .apart, .candidate: break
    case .close: isClose = true
    case .hit(let impact):
      // A hit replaces the first one only if its fraction is smaller, so the order of triangles has
      // no effect.
      if found == nil || impact.fraction < first { found = impact }
      first = min(first, impact.fraction)
    }
    return first > 0 ? first : -1
  }
  if let found { return found }
  let end: Transform = sweep.b.placement(at: 1)
  return TimeOfImpact(
    outcome: isClose ? .closeFromStart : .apart, fraction: isClose ? 0 : 1, normal: Vector3(),
    point: end.position)
}

/// The motion of a solid relative to a surface, prepared for many triangles.
private struct SurfaceSweep {
  let shape: Shape
  let a: Sweep
  let b: Sweep
  let target: Float
  let allowedPenetration: Float
  let tolerance: Float
  let minimumDepth: Float
  /// The start and the displacement of the solid's center, in the surface's space.
  let origin: Vector3
  let translation: Vector3
  /// The half extents of a box around the solid that moves with its center.
  let half: Vector3
  /// True for a sphere that moves along a line in the surface's space.
  private let isStraight: Bool
  private let radius: Float
  private let turn: Float
  private let startA: Transform
  /// The solid's inner center at the start, in the surface's space.
  private let start: Vector3

  init(
    _ shape: Shape, _ a: Sweep, _ b: Sweep, _ target: Float, _ allowedPenetration: Float,
    _ tolerance: Float, _ minimumDepth: Float
  ) {
    self.shape = shape
    self.a = a
    self.b = b
    self.target = target
    self.allowedPenetration = allowedPenetration
    self.tolerance = tolerance
    self.minimumDepth = minimumDepth
    startA = a.placement(at: 0)
    start = startA.unapply(b.placement(at: 0).apply(shape.innerCenter))
    origin = startA.unapply(b.startCenter)
    let end: Vector3 = a.placement(at: 1).unapply(b.endCenter)
    translation = end - origin
    let shapeRadius: Float = shape.outerRadius + b.localCenter.length
    // Rotation of the surface bends the path by at most its rotation at the path's farthest point.
    let far: Float = max(origin.length, end.length)
    let bend: Float = a.maxRotationRate * far
    half = Vector3(repeating: shapeRadius + max(target, 0) + tolerance + bend)
    var ball: Float = -1
    if case .sphere(let s) = shape { ball = s.radius }
    radius = ball
    let isOwnCenter: Bool =
      b.localCenter == Vector3() || b.startOrientation == b.endOrientation
    isStraight = ball > 0 && isOwnCenter && a.startOrientation == a.endOrientation
    turn =
      b.maxRotationRate * (b.localCenter.length + (ball > 0 ? 0 : shape.outerRadius)) + bend
      + a.maxRotationRate * shapeRadius
  }

  enum Outcome {
    case apart
    case close
    /// A hit, before it is determined whether the hit is used.
    case candidate
    case hit(TimeOfImpact)
  }

  /// The hit on a triangle, if it occurs before `limit`.
  ///
  /// A hit on an internal edge is ignored: the solid hits the neighbor there, at the same time or
  /// earlier.
  func impact<Surface: TriangleSurface>(
    _ surface: Surface, _ t: SurfaceTriangle, before limit: Float
  ) -> Outcome {
    let cross: Vector3 = t.cross
    guard let face = cross.normalized else { return .apart }
    if face.dot(start - t.a) < 0 { return .apart }
    var hit = Hit(normal: face)
    let outcome: Outcome =
      isStraight ? straightImpact(t, face, start, limit, &hit) : advance(t, face, limit, &hit)
    guard case .candidate = outcome else { return outcome }
    if !isDeepEnough(face, hit.fraction) || !isDeepEnough(hit.normal, hit.fraction) {
      return .apart
    }
    if hit.normal.dot(face) < 0.9998 && isInner(surface, t, face, hit) { return .apart }
    let placement: Transform = a.placement(at: hit.fraction)
    return .hit(
      TimeOfImpact(
        outcome: .hit, fraction: hit.fraction,
        normal: placement.orientation.rotate(hit.normal), point: placement.apply(hit.point)))
  }

  /// True when the rest of the motion goes deep enough for a hit to be used.
  private func isDeepEnough(_ normal: Vector3, _ fraction: Float) -> Bool {
    -translation.dot(normal) * (1 - fraction) >= minimumDepth
  }

  /// True when a neighbor at the point of a hit extends farther along its normal.
  private func isInner<Surface: TriangleSurface>(
    _ surface: Surface, _ t: SurfaceTriangle, _ face: Vector3, _ hit: Hit
  ) -> Bool {
    let feature = TriangleFeature(t, face, hit.normal)
    let size: Float = hit.point.magnitudes.greatest * 1e-5 + 1e-4
    let box = AABB(center: hit.point, halfExtents: Vector3(repeating: size))
    var isInner: Bool = false
    surface.visit(box) { id in
      isInner = feature.neighbor(surface.triangle(id))?.isAhead ?? false
      return !isInner
    }
    return isInner
  }

  /// The hit on a triangle, in the surface's space.
  private struct Hit {
    var fraction: Float = 0
    var normal: Vector3
    var point = Vector3()
  }

  // MARK: A sphere along a line

  /// The hit of a sphere on a triangle, as a ray cast of its center against the triangle inflated
  /// by the radius: the front face, three cylinders and three spheres.
  private func straightImpact(
    _ t: SurfaceTriangle, _ normal: Vector3, _ from: Vector3, _ limit: Float, _ hit: inout Hit
  ) -> Outcome {
    let inflatedRadius: Float = radius + target
    if inflatedRadius <= 0 { return .apart }
    let (p, q, r) = (t.a - from, t.b - from, t.c - from)
    let closest: Vector3 = nearestToOrigin(p, q, r).point
    if closest.length <= inflatedRadius + tolerance {
      return closest.dot(translation) > 0 || closest.length <= inflatedRadius ? .close : .apart
    }
    let d: Vector3 = translation
    var first: Float = limit
    let approach: Float = -normal.dot(d)
    if approach > 0 {
      let fraction: Float = (-normal.dot(p) - inflatedRadius) / approach
      if fraction >= 0 && fraction <= limit {
        let foot: Vector3 = d * fraction - normal * inflatedRadius
        let nearest: NearestPoint = nearestToOrigin(p - foot, q - foot, r - foot)
        if nearest.point.lengthSquared <= 1e-12 * (1 + foot.lengthSquared) {
          hit = Hit(
            fraction: max(0, fraction - retreat(approach)), normal: normal, point: from + foot)
          return .candidate
        }
      }
    }
    var isFound: Bool = false
    isFound = hitEdge(p, q, d, inflatedRadius, &first) || isFound
    isFound = hitEdge(q, r, d, inflatedRadius, &first) || isFound
    isFound = hitEdge(r, p, d, inflatedRadius, &first) || isFound
    if !isFound { return .apart }
    let middle: Vector3 = d * first
    let onTriangle: Vector3 =
      middle + nearestToOrigin(p - middle, q - middle, r - middle).point
    let n: Vector3 = (middle - onTriangle).normalized(or: normal)
    hit = Hit(
      fraction: max(0, first - retreat(-n.dot(d))), normal: n, point: from + onTriangle)
    return .candidate
  }

  /// A fraction before the exact one, so that rounding never lets the sphere end inside.
  private func retreat(_ approach: Float) -> Float {
    approach > 0 ? 0.5 * tolerance / approach : 0
  }

  /// Where the path along `d` from the origin first comes within `r` of the segment p–q, before
  /// `first`.
  ///
  /// Computed from the point of the path nearest to the line, where no digits cancel.
  private func hitEdge(
    _ p: Vector3, _ q: Vector3, _ d: Vector3, _ r: Float, _ first: inout Float
  ) -> Bool {
    var isFound: Bool = hitSphere(p, d, r, &first)
    isFound = hitSphere(q, d, r, &first) || isFound
    let e: Vector3 = q - p
    let (ee, de, dd) = (e.lengthSquared, d.dot(e), d.lengthSquared)
    let across: Float = dd - de * de / ee
    if across <= 1e-10 * dd { return isFound }
    // The components of d and −p perpendicular to the edge.
    let dAcross: Vector3 = d - e * (de / ee)
    let pAcross: Vector3 = p - e * (p.dot(e) / ee)
    let nearest: Float = pAcross.dot(dAcross) / across
    let miss: Float = (pAcross - dAcross * nearest).lengthSquared
    let halfChordSquared: Float = r * r - miss
    if halfChordSquared < 0 { return isFound }
    let fraction: Float = nearest - (halfChordSquared / across).squareRoot()
    guard fraction >= 0, fraction <= first else { return isFound }
    let along: Float = (d * fraction - p).dot(e)
    guard along >= 0, along <= ee else { return isFound }
    first = fraction
    return true
  }

  private func hitSphere(_ p: Vector3, _ d: Vector3, _ r: Float, _ first: inout Float) -> Bool {
    let dd: Float = d.lengthSquared
    if dd == 0 { return false }
    let nearest: Float = p.dot(d) / dd
    let halfChordSquared: Float = r * r - (p - d * nearest).lengthSquared
    if halfChordSquared < 0 { return false }
    let fraction: Float = nearest - (halfChordSquared / dd).squareRoot()
    guard fraction >= 0, fraction <= first else { return false }
    first = fraction
    return true
  }

  // MARK: Any other motion

  private func advance(
    _ t: SurfaceTriangle, _ face: Vector3, _ limit: Float, _ hit: inout Hit
  ) -> Outcome {
    var fraction: Float = 0
    var iterations: Int = 0
    while true {
      let frame: Transform = a.placement(at: fraction).relative(b.placement(at: fraction))
      let gap: SignedGap = triangleGap(t, shape, frame, allowedPenetration: allowedPenetration)
      let excess: Float = gap.distance - target
      if excess <= tolerance || iterations == 64 {
        if iterations == 0 { return .close }
        hit = Hit(
          fraction: fraction, normal: gap.normal == Vector3() ? face : gap.normal,
          point: gap.pointA)
        return .candidate
      }
      let bound: Float = -translation.dot(gap.normal) + turn
      let next: Float = fraction + excess / bound
      if bound <= 0 || next >= limit { return .apart }
      fraction = next
      iterations += 1
    }
  }
}
