import CaromMaths

/// The triangles of a polygon in space, three numbers of corners each, wound as the polygon is.
///
/// The polygon need not be convex nor quite flat; one whose sides cross gets triangles, but not well
/// chosen ones. Always two triangles less than corners.
///
/// - Source: G. H. Meisters, "Polygons Have Ears", American Mathematical Monthly 82, 1975; the plane
///   by M. E. Newell's sums (I. Sutherland, R. Sproull, R. Schumacker, 1974).
/// - Complexity: O(n) for convex polygons; up to O(n³) for others.
func triangulated(_ corners: [Vector3]) -> [Int] {
  var normal = Vector3.zero
  for (i, p) in corners.enumerated() {
    let q = corners[(i + 1) % corners.count]
    normal +=
      Vector3((p.y - q.y) * (p.z + q.z), (p.z - q.z) * (p.x + q.x), (p.x - q.x) * (p.y + q.y))
  }
  // Seen along the axis that the plane is most square to, turned so that it runs counterclockwise.
  let size = normal.magnitudes
  if size.z >= size.x, size.z >= size.y {
    return triangulated(corners.map { Vector2(normal.z < 0 ? -$0.x : $0.x, $0.y) })
  }
  if size.x >= size.y {
    return triangulated(corners.map { Vector2(normal.x < 0 ? -$0.y : $0.y, $0.z) })
  }
  return triangulated(corners.map { Vector2(normal.y < 0 ? -$0.z : $0.z, $0.x) })
}

/// The triangles of a polygon in a plane whose corners run counterclockwise.
func triangulated(_ corners: [Vector2]) -> [Int] {
  guard corners.count > 2 else { return [] }
  var triangles: [Int] = []
  triangles.reserveCapacity((corners.count - 2) * 3)
  let isConvex = corners.indices.allSatisfy { i in
    let (b, c) = (corners[(i + 1) % corners.count], corners[(i + 2) % corners.count])
    return turn(corners[i], b, c) >= 0
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
    // Without an ear the sides cross; any corner will do then.
    if ear < 0 { ear = at % left.count }
    let count = left.count
    triangles.append(contentsOf: [
      left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count],
    ])
    left.remove(at: ear)
    // Going on behind the ear keeps triangles from piling up at one corner.
    at = (ear + 1) % left.count
  }
  triangles.append(contentsOf: left)
  return triangles
}

/// Twice the area of a triangle; above zero where it runs counterclockwise.
private func turn(_ a: Vector2, _ b: Vector2, _ c: Vector2) -> Float {
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// True when the corner at a position of the list can be cut off.
private func isEar(_ i: Int, _ left: [Int], _ corners: [Vector2]) -> Bool {
  let count = left.count
  let (before, after) = ((i + count - 1) % count, (i + 1) % count)
  let (a, b, c) = (corners[left[before]], corners[left[i]], corners[left[after]])
  guard turn(a, b, c) > 0 else { return false }
  for k in 0..<count where k != i && k != before && k != after {
    let p = corners[left[k]]
    if p == a || p == b || p == c { continue }
    if turn(a, b, p) >= 0, turn(b, c, p) >= 0, turn(c, a, p) >= 0 { return false }
  }
  return true
}
