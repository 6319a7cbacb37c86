import CaromMaths

// The general path: contacts of any two convex solids, by their support features.

/// Convex shape A against convex shape B.
func convexContacts(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  guard let coreA = a.core, let coreB = b.core else { notLeaf() }
  return coreContacts(coreA, coreB, placementA.relative(placementB), margin, &cache)
    .placed(at: placementA)
}

/// Solid A against solid B, whose placement in A's space is `frame`: for all forms.
func coreContacts(
  _ a: ConvexCore, _ b: ConvexCore, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(a, b, frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFaces()
  if search.face.gap > margin { return search.separated(&cache) }
  if search.face.number != 0, let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() { search.testPenetration(cache.direction) }
  return search.contacts(&cache)
}
