import CaromMaths

// Contacts of a flat face (a box's side or a disc) with the support face of another convex solid: a
// polygon, a segment or a single point.

/// The plane of a flat face: its middle, two directions in it, and the outward normal, all unit
/// vectors.
struct FaceFrame {
  var middle: Vector3
  var u: Vector3
  var v: Vector3
  var normal: Vector3

  @inline(__always) func vertex(_ p: Vector3, _ index: Int) -> ClipVertex {
    let d: Vector3 = p - middle
    return ClipVertex(
      x: d.dot(u), y: d.dot(v), height: d.dot(normal),
      feature: UInt16(truncatingIfNeeded: index), edge: UInt16(truncatingIfNeeded: index))
  }
}

/// The contact of the face of `solid` on the axis `axis` and the side `side` with `other`.
///
/// The normal is the face's. `flag` is combined with the features; the caller sets the kind.
func faceContacts(
  _ solid: PlacedCore, axis: Int, side: Float, _ other: PlacedCore, margin: Float, flag: UInt32
) -> Manifold {
  let h: Vector3 = solid.core.half
  let normal: Vector3 = solid.axis(axis) * side
  let discRadius: Float? = solid.core.geometry.discRadius(solid.core, side: side)
  var frame = FaceFrame(
    middle: solid.center + normal * (h[axis] + solid.core.radius),
    u: solid.axis((axis + 1) % 3), v: solid.axis((axis + 2) % 3), normal: normal)
  var m = Manifold(normal: normal, kind: .faceA)
  let capacity: Int = clipCapacity + other.supportFaceCapacity(normal * -1)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 * capacity) { scratch in
    guard let first = scratch.baseAddress else { return }
    let second: UnsafeMutablePointer<ClipVertex> = first + capacity
    var count: Int
    if let discRadius {
      // Rotate the disc's own vertices to where the other solid is deepest.
      let supportDirection: Vector3 = normal * -1
      let tilted: Vector3 = other.supportFaceNormal(supportDirection)
      (frame.u, frame.v) = discDirections(solid, tilted)
      count = other.writeSupportFace(supportDirection, frame, second)
      count = cutToDisc(second, count, first, discRadius, capacity)
    } else {
      let (hu, hv) = (h[(axis + 1) % 3], h[(axis + 2) % 3])
      count = other.writeSupportFace(normal * -1, frame, first)
      count = cutToRectangle(first, count, second, hu, hv, capacity)
    }
    var remaining: Int = keepNear(first, count, margin)
    let size: Float = discRadius ?? min(h[(axis + 1) % 3], h[(axis + 2) % 3])
    remaining = reduceToFour(first, remaining, slack: min(0.01 * size, 1e-3))
    for k in 0..<remaining {
      let vertex: ClipVertex = first[k]
      let position: Vector3 =
        frame.middle + frame.u * vertex.x + frame.v * vertex.y + normal * (0.5 * vertex.height)
      m.append(
        ManifoldPoint(
          position: position, separation: vertex.height, feature: flag | UInt32(vertex.feature)))
    }
  }
  return m
}

/// Clips a polygon, a segment or a point to a rectangle around the origin, in place in `points`.
private func cutToRectangle(
  _ points: UnsafeMutablePointer<ClipVertex>, _ count: Int,
  _ spare: UnsafeMutablePointer<ClipVertex>, _ hu: Float, _ hv: Float, _ capacity: Int
) -> Int {
  if count <= 2 {
    var remaining: Int = cutLine(points, count, 1, 0, hu, 0)
    remaining = cutLine(points, remaining, -1, 0, hu, 1)
    remaining = cutLine(points, remaining, 0, 1, hv, 2)
    return cutLine(points, remaining, 0, -1, hv, 3)
  }
  var remaining: Int = clip(points, count, spare, 1, 0, hu, 0, capacity: capacity)
  remaining = clip(spare, remaining, points, -1, 0, hu, 1, capacity: capacity)
  remaining = clip(points, remaining, spare, 0, 1, hv, 2, capacity: capacity)
  return clip(spare, remaining, points, 0, -1, hv, 3, capacity: capacity)
}

/// Clips a segment of two points, or a point, to a half-plane, in place.
///
/// A clipped end keeps its feature: a segment has only two.
func cutLine(
  _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ nx: Float, _ ny: Float, _ limit: Float,
  _ plane: UInt16
) -> Int {
  if count == 0 { return 0 }
  let first: Float = p[0].x * nx + p[0].y * ny - limit
  if count == 1 { return first <= 0 ? 1 : 0 }
  let second: Float = p[1].x * nx + p[1].y * ny - limit
  if first > 0 && second > 0 { return 0 }
  if first > 0 {
    p[0] = between(p[0], p[1], first / (first - second), feature: p[0].feature)
  } else if second > 0 {
    p[1] = between(p[0], p[1], first / (first - second), feature: p[1].feature)
  }
  return 2
}

@inline(__always)
private func between(_ a: ClipVertex, _ b: ClipVertex, _ share: Float, feature: UInt16)
  -> ClipVertex
{
  ClipVertex(
    x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share,
    height: a.height + (b.height - a.height) * share, feature: feature, edge: a.edge)
}

/// Clips a polygon, a segment or a point to a disc around the origin; returns the count in `out`.
///
/// The result consists of the vertices inside the disc, the intersections of edges with its rim,
/// and those of eight points of the rim that lie inside the polygon.
private func cutToDisc(
  _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ out: UnsafeMutablePointer<ClipVertex>,
  _ radius: Float, _ capacity: Int
) -> Int {
  var written: Int = 0
  // A vertex on the rim is treated as inside, despite rounding.
  let r2: Float = radius * radius * 1.0001
  for i in 0..<count where p[i].x * p[i].x + p[i].y * p[i].y <= r2 {
    out[written] = p[i]
    written += 1
  }
  if count < 2 { return written }
  let edges: Int = count == 2 ? 1 : count
  for i in 0..<edges {
    let (a, b) = (p[i], p[(i + 1) % count])
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    // |a + t·d|² = r²
    let dd: Float = dx * dx + dy * dy
    let ad: Float = a.x * dx + a.y * dy
    let discriminant: Float = ad * ad - dd * (a.x * a.x + a.y * a.y - r2)
    if dd == 0 || discriminant <= 0 { continue }
    let root: Float = discriminant.squareRoot()
    for (index, t) in [(-ad - root) / dd, (-ad + root) / dd].enumerated().lazy
    where t > 0 && t < 1 && written < capacity {
      let feature = UInt16(truncatingIfNeeded: 64 + 2 * i + index)
      out[written] = between(a, b, t, feature: feature)
      written += 1
    }
  }
  if count < 3 { return written }
  for index in 0..<8 where written < capacity {
    let (cosine, sine) = octagon(index)
    let (x, y) = (cosine * radius, sine * radius)
    if let height = heightOver(p, count, x, y) {
      let feature = UInt16(truncatingIfNeeded: 128 + index)
      out[written] = ClipVertex(x: x, y: y, height: height, feature: feature, edge: 0)
      written += 1
    }
  }
  return written
}

/// The height of a polygon's plane above (x, y), or nil outside the polygon.
private func heightOver(
  _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ x: Float, _ y: Float
) -> Float? {
  var sign: Float = 0
  for i in 0..<count {
    let (a, b) = (p[i], p[(i + 1) % count])
    let cross: Float = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
    if cross == 0 { continue }
    if sign * cross < 0 { return nil }
    sign = cross
  }
  // The plane through three vertices that are far apart.
  let (a, b, c) = (p[0], p[count / 3], p[2 * count / 3])
  let area: Float = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  if area == 0 { return nil }
  let toB: Float = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area
  let toC: Float = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area
  return a.height + (b.height - a.height) * toB + (c.height - a.height) * toC
}
