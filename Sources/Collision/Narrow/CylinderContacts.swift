import CaromMaths

// Contacts of cylinders with boxes, capsules and cylinders.
//
// The gap along a unit direction n is n·center − extentA(n) − extentB(−n). The direction with the
// greatest gap is the contact normal, for overlapping shapes too (separating axis theorem). The
// candidates are the normals of flat faces, whose gap is exact; the direction of the closest
// points, by GJK, of the solids while they are apart and of inset solids while they overlap; and
// cross products of lines. A flat face is preferred when it is nearly the best: it has more points,
// and its normal is stable.

/// Box A against cylinder B, whose placement in A's space is `frame`.
func boxCylinder(
  _ a: BoxShape, _ b: CylinderShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(a.core, b.core, frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFace(1, Vector3(1, 0, 0))
  search.testFace(2, Vector3(0, 1, 0))
  search.testFace(3, Vector3(0, 0, 1))
  search.testFace(5, search.b.axes.y)
  if search.face.gap > margin { return search.separated(&cache) }
  if let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() {
    let axis: Vector3 = search.b.axes.y
    search.testDirection(Vector3(1, 0, 0).cross(axis))
    search.testDirection(Vector3(0, 1, 0).cross(axis))
    search.testDirection(Vector3(0, 0, 1).cross(axis))
    search.testRadial(axis)
    search.testInner(search.a.core, search.b.core.spine)
    search.testInset()
  }
  return search.contacts(&cache)
}

/// Cylinder A against capsule B, whose placement in A's space is `frame`.
func cylinderCapsule(
  _ a: CylinderShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(a.core, b.core, frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFace(2, Vector3(0, 1, 0))
  if search.face.gap > margin { return search.separated(&cache) }
  if let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() {
    search.testDirection(Vector3(0, 1, 0).cross(search.b.axes.y))
    search.testRadial(Vector3(0, 1, 0))
    search.testInner(search.a.core.spine, search.b.core)
    search.testInset()
  }
  return search.contacts(&cache)
}

/// Cylinder A against cylinder B, whose placement in A's space is `frame`.
func cylinderCylinder(
  _ a: CylinderShape, _ b: CylinderShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(a.core, b.core, frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFace(2, Vector3(0, 1, 0))
  search.testFace(5, search.b.axes.y)
  if search.face.gap > margin { return search.separated(&cache) }
  if let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() {
    search.testDirection(Vector3(0, 1, 0).cross(search.b.axes.y))
    search.testRadial(Vector3(0, 1, 0))
    search.testRadial(search.b.axes.y)
    search.testInner(search.a.core.spine, search.b.core.spine)
    search.testInner(search.a.core, search.b.core.spine)
    search.testInner(search.a.core.spine, search.b.core)
    search.testInset()
  }
  return search.contacts(&cache)
}

extension ConvexCore {
  /// The axis of a cylinder as a segment, with its radius as the core's; other solids are
  /// unchanged.
  var spine: ConvexCore {
    if form != .cylinder { return self }
    return ConvexCore(form: .segment, half: Vector3(0, half.y, 0), radius: half.x + radius)
  }
}
