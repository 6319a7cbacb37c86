import CaromMaths

// A ball against the triangles of a surface. A contact is where the distance from the ball's middle to
// the surface as a whole has a least value: the nearest point of one triangle counts only when no
// neighbour that shares the edge or corner where it lies has a nearer point of its own. So a ball rolls
// over flat and hollow edges as over the plane, and over ridges as over a round edge, without ever
// meeting an edge that the surface does not have.
//
// Sources: P. Terdiman, "Contact generation for meshes", 2002 (features voided by their neighbours'
// contacts); C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5 (Voronoi regions).

/// The nearest point of a triangle within maxDistance of a ball.
private struct SphereHit {
  /// From the ball's middle.
  var point: Vector3
  var squared: Float
  var region: TriangleRegion
  var triangle: SurfaceTriangle
}

/// Normals of less than this angle between them, about one degree, count as one.
private let sameCosine: Float = 0.99985

/// The contacts of the surface, which is A, with a ball, which is B, in the surface's space.
///
/// `ids` are triangles, ascending, among which must be all that the ball can maxDistance. Writes at most
/// `capacity` manifolds of one point each and returns their count.
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

/// True when a neighbour has a nearer point than the edge or corner where this one's nearest lies.
@inline(__always)
private func isVoided(_ hits: UnsafeMutablePointer<SphereHit>, _ count: Int, _ index: Int) -> Bool {
  let region: TriangleRegion = hits[index].region
  if region == .face || count == 1 { return false }
  let (first, second) = corners(hits[index].triangle, region)
  // Rounding must not let two neighbours each take the other for nearer.
  let limit: Float = hits[index].squared * 1.00001
  var k: Int = 0
  while k < count {
    if k != index && hits[k].squared <= limit && hits[k].triangle.has(first)
      && hits[k].triangle.has(second)
    {
      let (p, q) = corners(hits[k].triangle, hits[k].region)
      // On the same edge, on an end of it, or on the same corner it is the same point.
      let isSame: Bool =
        hits[k].region != .face && (p == first || p == second)
        && (q == first || q == second)
      if !isSame { return true }
    }
    k &+= 1
  }
  return false
}

/// The numbers of both ends of an edge, or that of a corner twice; of a face its first and second.
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

/// The contact at the nearest point of a triangle, if the ball is in front of it.
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
    // From behind only while it is clear that the ball came from the front.
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

/// Keeps a contact unless a deeper one has nearly the same normal; when there is no room the least deep
/// goes.
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
