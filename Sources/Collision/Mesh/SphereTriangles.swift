import CaromMaths

// A sphere against the triangles of a surface. A contact is a local minimum of the distance from
// the sphere's center to the surface as a whole: the closest point of a triangle is used only if no
// neighbor that shares its edge or vertex has a closer point. A sphere therefore rolls over flat
// and concave edges as over a plane, and over ridges as over a round edge; internal edges cause no
// contact.
//
// Sources: P. Terdiman, "Contact generation for meshes", 2002 (features voided by their neighbors'
// contacts); C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5 (Voronoi regions).

/// The closest point of a triangle within the range of a sphere.
private struct SphereHit {
  /// Relative to the sphere's center.
  var point: Vector3
  var squared: Float
  var region: TriangleRegion
  var triangle: SurfaceTriangle
}

/// Normals less than about one degree apart are treated as equal.
private let sameCosine: Float = 0.99985

/// The contacts of a surface, shape A, with a sphere, shape B, in the surface's space.
///
/// `ids` are triangles in ascending order and must include all within the sphere's bounds. Writes
/// at most `capacity` manifolds of one point each and returns their count.
func surfaceSphere<Surface: TriangleSurface>(
  _ surface: Surface, _ ids: UnsafePointer<Int32>, _ count: Int, center: Vector3, radius: Float,
  margin: Float, _ out: UnsafeMutablePointer<Manifold>, _ capacity: Int
) -> Int {
  let maxDistance: Float = radius + margin
  return withUnsafeTemporaryAllocation(of: SphereHit.self, capacity: max(count, 1)) { hits in
    guard let hits = hits.baseAddress else { return 0 }
    var found: Int = 0
    var k: Int = 0
    while k < count {
      var t: SurfaceTriangle = surface.triangle(ids[k])
      t.a -= center
      t.b -= center
      t.c -= center
      let nearest: NearestPoint = nearestToOrigin(t.a, t.b, t.c)
      let squared: Float = nearest.point.lengthSquared
      if squared <= maxDistance * maxDistance {
        hits[found] = SphereHit(
          point: nearest.point, squared: squared, region: nearest.region, triangle: t)
        found &+= 1
      }
      k &+= 1
    }
    var written: Int = 0
    k = 0
    while k < found {
      if !isVoided(hits, found, k), let m = contact(hits[k], center, radius, margin) {
        written = keep(m, out, written, capacity)
      }
      k &+= 1
    }
    return written
  }
}

/// True when a neighbor has a point closer than the edge or vertex where this triangle's point
/// lies.
@inline(__always)
private func isVoided(_ hits: UnsafeMutablePointer<SphereHit>, _ count: Int, _ index: Int) -> Bool {
  let region: TriangleRegion = hits[index].region
  if region == .face || count == 1 { return false }
  let (first, second) = corners(hits[index].triangle, region)
  // Rounding must not make two neighbors each void the other.
  let limit: Float = hits[index].squared * 1.00001
  var k: Int = 0
  while k < count {
    if k != index && hits[k].squared <= limit && hits[k].triangle.has(first)
      && hits[k].triangle.has(second)
    {
      let (p, q) = corners(hits[k].triangle, hits[k].region)
      // On the same edge, one of its ends, or the same vertex, both triangles share the point.
      let isSame: Bool =
        hits[k].region != .face && (p == first || p == second)
        && (q == first || q == second)
      if !isSame { return true }
    }
    k &+= 1
  }
  return false
}

/// The vertex numbers of an edge, or that of a vertex twice; for a face, its first two.
@inline(__always)
private func corners(_ t: SurfaceTriangle, _ region: TriangleRegion) -> (Int32, Int32) {
  switch region {
  case .face, .edgeAB: (t.cornerA, t.cornerB)
  case .edgeBC: (t.cornerB, t.cornerC)
  case .edgeCA: (t.cornerC, t.cornerA)
  case .cornerA: (t.cornerA, t.cornerA)
  case .cornerB: (t.cornerB, t.cornerB)
  case .cornerC: (t.cornerC, t.cornerC)
  }
}

/// The contact at the closest point of a triangle, if the sphere is in front of it.
@inline(__always)
private func contact(
  _ hit: SphereHit, _ center: Vector3, _ radius: Float, _ margin: Float
) -> Manifold? {
  let cross: Vector3 = hit.triangle.cross
  let side: Float = -cross.dot(hit.triangle.a)
  var normal: Vector3
  var separation: Float
  var kind: Manifold.Kind = .edge
  if hit.region == .face {
    let length: Float = cross.length
    normal = cross / length
    let height: Float = side / length
    // The contact ends when the sphere's center is behind the triangle by half of the radius.
    if height < -0.5 * radius { return nil }
    separation = height - radius
    kind = .faceA
  } else {
    if side < 0 { return nil }
    let distance: Float = hit.squared.squareRoot()
    normal = distance > 1e-12 ? hit.point / -distance : cross.normalized(or: Vector3(0, 1, 0))
    separation = distance - radius
  }
  if separation > margin { return nil }
  let position: Vector3 = center + hit.point + normal * (0.5 * separation)
  return Manifold(
    normal: normal, kind: kind,
    point: ManifoldPoint(
      position: position, separation: separation,
      feature: UInt32(truncatingIfNeeded: hit.triangle.id) &+ 1))
}

/// Adds a contact unless a deeper one has nearly the same normal; when all slots are in use, the
/// shallowest is replaced.
private func keep(
  _ m: Manifold, _ out: UnsafeMutablePointer<Manifold>, _ count: Int, _ capacity: Int
) -> Int {
  let separation: Float = m[0].separation
  var last: Int = 0
  for k in 0..<count {
    if out[k].normal.dot(m.normal) > sameCosine {
      if separation < out[k][0].separation { out[k] = m }
      return count
    }
    if out[k][0].separation > out[last][0].separation { last = k }
  }
  if count < capacity {
    out[count] = m
    return count + 1
  }
  if separation < out[last][0].separation { out[last] = m }
  return count
}
