import CaromMaths

/// Triangulates a polygon in space; returns three corner indices per triangle, with the same
/// winding.
///
/// The polygon need not be convex or exactly planar. A self-intersecting polygon gets an arbitrary
/// triangulation. There are always two triangles fewer than corners.
///
/// - Source: G. H. Meisters, "Polygons Have Ears", American Mathematical Monthly 82, 1975; the
///   plane by M. E. Newell's sums (I. Sutherland, R. Sproull, R. Schumacker, 1974).
/// - Complexity: O(n) for convex polygons; up to O(n³) for others.
func triangulated(_ corners: [Vector3]) -> [Int] {
  var normal = Vector3.zero
  for (i, p) in corners.enumerated() {
    let q = corners[(i + 1) % corners.count]
    normal +=
      Vector3((p.y - q.y) * (p.z + q.z), (p.z - q.z) * (p.x + q.x), (p.x - q.x) * (p.y + q.y))
  }
  // Projected along the dominant axis of the normal, oriented counterclockwise.
  let size = normal.magnitudes
  if size.z >= size.x, size.z >= size.y {
    return triangulated(corners.map { Vector2(normal.z < 0 ? -$0.x : $0.x, $0.y) })
  }
  if size.x >= size.y {
    return triangulated(corners.map { Vector2(normal.x < 0 ? -$0.y : $0.y, $0.z) })
  }
  return triangulated(corners.map { Vector2(normal.y < 0 ? -$0.z : $0.z, $0.x) })
}

/// Triangulates a counterclockwise polygon in a plane.
func triangulated(_ corners: [Vector2]) -> [Int] {
  guard corners.count > 2 else { return [] }
  var triangles: [Int] = []
  triangles.reserveCapacity((corners.count - 2) * 3)
  let isConvex = corners.indices.allSatisfy { i in
    let (b, c) = (corners[(i + 1) % corners.count], corners[(i + 2) % corners.count])
    return signedArea(corners[i], b, c) >= 0
  }
  if isConvex, corners.count > 2 {
    for i in 1..<(corners.count - 1) { triangles.append(contentsOf: [0, i, i + 1]) }
    return triangles
  }
  var left = Array(corners.indices)
  var at = 0
  while left.count > 3 {
    var ear = -1
    for step in 0..<left.count where isEar((at + step) % left.count, left, corners) {
      ear = (at + step) % left.count
      break
    }
    // Without an ear the polygon intersects itself; any corner is clipped.
    if ear < 0 { ear = at % left.count }
    let count = left.count
    triangles.append(contentsOf: [
      left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count],
    ])
    left.remove(at: ear)
    // Continuing after the ear avoids slivers at a single corner.
    at = (ear + 1) % left.count
  }
  triangles.append(contentsOf: left)
  return triangles
}

/// Returns twice the signed area of a triangle; positive if counterclockwise.
private func signedArea(_ a: Vector2, _ b: Vector2, _ c: Vector2) -> Float {
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Returns whether the corner at an index of the list is an ear.
private func isEar(_ i: Int, _ left: [Int], _ corners: [Vector2]) -> Bool {
  let count = left.count
  let (before, after) = ((i + count - 1) % count, (i + 1) % count)
  let (a, b, c) = (corners[left[before]], corners[left[i]], corners[left[after]])
  guard signedArea(a, b, c) > 0 else { return false }
  for k in 0..<count where k != i && k != before && k != after {
    let p = corners[left[k]]
    if p == a || p == b || p == c { continue }
    if signedArea(a, b, p) >= 0, signedArea(b, c, p) >= 0, signedArea(c, a, p) >= 0 { return false }
  }
  return true
}
