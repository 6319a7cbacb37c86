import CaromMaths

// Two convex polyhedra: separating axes, then clipping of the two facing polygons, or the closest
// points of two edges.
//
// The gap along a direction n is at most n·c − rA − rB, where c is the vector between the centers
// of two spheres inside. Once one axis is known, only faces and edges close enough to c can be
// better and are tested: of two round hulls, a tenth of the faces and one pair of edges in fifty.
//
// Sources: D. Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013 (two edges
// form a face of A − B only if their arcs on the Gauss map cross).

/// Polyhedron A against polyhedron B, in world space.
func hullHull(
  _ a: UnsafePointer<Polyhedron>, _ placementA: Transform, _ b: UnsafePointer<Polyhedron>,
  _ placementB: Transform, _ margin: Float, _ cache: inout ManifoldCache
) -> Manifold {
  let frame: Transform = placementA.relative(placementB)
  var search = HullSearch(a, b, Matrix3(frame.orientation), frame.position, margin, cache.feature)
  if cache.direction != Vector3() {
    if search.gap(cache.direction) > margin { return Manifold() }
    cache.direction = Vector3()
  }
  if !search.testPreviousFace() || !search.testFacesOfA() || !search.testFacesOfB()
    || !search.testEdges()
  {
    cache = ManifoldCache(direction: search.separatingAxis, feature: 0)
    return Manifold()
  }
  var m: Manifold
  if search.isEdge {
    m = search.crossing()
    cache.feature = search.edge
    if m.count > 0 { return m.placed(at: placementA) }
  } else {
    cache.feature = search.best
    let best = search.flatFace
    if best < HullSearch.facesOfB {
      m = polyhedronFace(
        a, Int(best &- HullSearch.facesOfA), b, search.r, search.p, margin,
        flag: best << 16)
      if !search.isOffFace(m) { return m.placed(at: placementA) }
      if search.separation <= 0, let cross = search.edgeContact(insteadOf: m, &cache) {
        return cross.placed(at: placementA)
      }
    } else {
      let back: Matrix3 = search.r.transpose
      m = polyhedronFace(
        b, Int(best &- HullSearch.facesOfB), a, back, Vector3() - back * search.p, margin,
        flag: best << 16)
      if !search.isOffFace(m) { return m.placed(at: placementB).flipped }
      if search.separation <= 0 {
        if let cross = search.edgeContact(insteadOf: m, &cache) {
          return cross.placed(at: placementA)
        }
        if m.count > 0 { return m.placed(at: placementB).flipped }
      }
    }
  }
  // Apart, and closest at a vertex or past the ends of edges: no axis measures the distance then.
  m = hullCorners(search, margin, &cache)
  return m.placed(at: placementA)
}

/// The contact at the closest points of two polyhedra, or at the least overlap, by GJK and EPA.
private func hullCorners(
  _ search: HullSearch, _ margin: Float, _ cache: inout ManifoldCache
) -> Manifold {
  let (r, p) = (search.r, search.p)
  let (coreA, coreB) = (ConvexCore(search.a), ConvexCore(search.b))
  let found: CoreDistance = coreDistance(
    coreA, coreB, CoreFrame(r, p), start: Double3(search.bestNormal))
  if found.distance <= 1e-9 {
    // Faces and edges missed the overlap only because of rounding.
    var search = NormalSearch(coreA, coreB, r, p, margin, previousFace: 0)
    search.testPenetration(Vector3())
    return search.contacts(&cache)
  }
  let normal: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
  if found.distance > Double(margin) {
    cache = ManifoldCache(direction: normal, feature: 0)
    return Manifold()
  }
  let middle: Vector3 = ((found.pointA + found.pointB) * 0.5).single
  return Manifold(
    normal: normal, kind: .edge,
    point: ManifoldPoint(
      position: middle, separation: Float(found.distance), feature: 0x2000_0000))
}
