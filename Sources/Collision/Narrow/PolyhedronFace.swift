import CaromMaths

/// The face of `other` that faces a face of `own`, clipped to that face, in `own`'s space.
///
/// `r` and `p` place `other` there. The normal is the face's; `flag` is combined with the features.
func polyhedronFace(
  _ own: UnsafePointer<Polyhedron>, _ face: Int, _ other: UnsafePointer<Polyhedron>, _ r: Matrix3,
  _ p: Vector3, _ margin: Float, flag: UInt32
) -> Manifold {
  let plane: F4 = own.pointee.planes[face]
  let n = Vector3(plane.x, plane.y, plane.z)
  let outline: HullFace = own.pointee.faces[face]
  let own0: UnsafeMutablePointer<HalfEdge> = own.pointee.halfEdges + Int(outline.first)
  let count = Int(outline.count)
  let origin: Vector3 = own.pointee.point(Int(own0[0].origin))
  let u: Vector3 = (own.pointee.point(Int(own0[1].origin)) - origin)
    .normalized(or: n.perpendicular)
  let v: Vector3 = n.cross(u)
  // The same directions and origin in the space of `other`.
  let away: Vector3 = p - origin
  let (nx, ux, vx) = (
    Vector3(n.dot(r.x), n.dot(r.y), n.dot(r.z)), Vector3(u.dot(r.x), u.dot(r.y), u.dot(r.z)),
    Vector3(v.dot(r.x), v.dot(r.y), v.dot(r.z))
  )
  let (n0, u0, v0) = (n.dot(p) - plane.w, u.dot(away), v.dot(away))
  let incident: Int = other.pointee.face(along: nx * -1)
  let polygon: HullFace = other.pointee.faces[incident]
  let other0: UnsafeMutablePointer<HalfEdge> = other.pointee.halfEdges + Int(polygon.first)
  let corners = Int(polygon.count)
  let extra: Int = polygon.isFacet ? other.pointee.vertexCount : 0
  var m = Manifold(normal: n, kind: .faceA)
  let capacity: Int = corners &+ count &+ extra &+ 4
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 &* capacity) { scratch in
    guard var points = scratch.baseAddress else { return }
    var spare: UnsafeMutablePointer<ClipVertex> = points + capacity
    var k: Int = 0
    while k < corners {
      let q: Vector3 = other.pointee.point(Int(other0[k].origin))
      points[k] = ClipVertex(
        x: q.dot(ux) + u0, y: q.dot(vx) + v0, height: q.dot(nx) + n0,
        feature: hullCornerFeature &+ other0[k].origin,
        edge: hullEdgeFeature &+ other0[k].edge)
      k &+= 1
    }
    var remaining: Int = corners
    var size: Float = 0
    let last: Vector3 = own.pointee.point(Int(own0[count &- 1].origin)) - origin
    var (fromX, fromY) = (last.dot(u), last.dot(v))
    k = 0
    while k < count {
      let corner: Vector3 = own.pointee.point(Int(own0[k].origin)) - origin
      let (x, y) = (corner.dot(u), corner.dot(v))
      let (dx, dy) = (x - fromX, y - fromY)
      let length: Float = (dx * dx + dy * dy).squareRoot()
      size = max(size, length)
      let (sx, sy) = (dy / length, -dx / length)
      remaining = clip(
        points, remaining, spare, sx, sy, sx * fromX + sy * fromY, UInt16(truncatingIfNeeded: k),
        capacity: capacity)
      let swapped: UnsafeMutablePointer<ClipVertex> = points
      points = spare
      spare = swapped
      (fromX, fromY) = (x, y)
      k &+= 1
    }
    var near: Int = keepNear(points, remaining, margin)
    if polygon.isFacet && near > 0 {
      var highest: Float = 0
      for k in 0..<near { highest = max(highest, points[k].height) }
      let face = FaceSpace(x: ux, y: vx, height: nx, origin: Vector3(u0, v0, n0))
      near = addVertices(
        of: other, besides: polygon, near, points,
        upTo: min(margin, highest + min(0.01 * size, 1e-3)), face
      ) { x, y in
        (0..<count).allSatisfy {
          let a: Vector3 = own.pointee.point(Int(own0[$0].origin)) - origin
          let b: Vector3 = own.pointee.point(Int(own0[$0 + 1 < count ? $0 + 1 : 0].origin)) - origin
          return u.dot(b - a) * (y - v.dot(a)) >= v.dot(b - a) * (x - u.dot(a))
        }
      }
    }
    near = reduceToFour(points, near, slack: min(0.01 * size, 1e-3))
    let middle: Vector3 = origin + n * (plane.w - n.dot(origin))
    k = 0
    while k < near {
      let c: ClipVertex = points[k]
      let position: Vector3 = middle + u * c.x + v * c.y + n * (0.5 * c.height)
      m.append(
        ManifoldPoint(
          position: position, separation: c.height,
          feature: flag ^ UInt32(c.feature)))
      k &+= 1
    }
  }
  return m
}

/// The plane of a face, in the space of another polyhedron.
private struct FaceSpace {
  var x: Vector3
  var y: Vector3
  var height: Vector3
  /// The coordinates of the other's origin.
  var origin: Vector3
}

/// Adds the vertices of `solid` outside one of its faces that are not higher than `limit`, where
/// `isAbove` tells whether the other's face lies below them; returns the new count of points.
///
/// An almost flat side may consist of several faces, and the center of mass may be above none of
/// those that touch. With the vertices of one face, such a solid tips from face to face for ever,
/// and may sink.
private func addVertices(
  of solid: UnsafePointer<Polyhedron>, besides face: HullFace, _ count: Int,
  _ points: UnsafeMutablePointer<ClipVertex>, upTo limit: Float, _ space: FaceSpace,
  _ isAbove: (Float, Float) -> Bool
) -> Int {
  let corners = UnsafeBufferPointer(
    start: solid.pointee.halfEdges + Int(face.first), count: Int(face.count))
  var count = count
  for index in 0..<solid.pointee.vertexCount {
    let q: Vector3 = solid.pointee.point(index)
    let height: Float = q.dot(space.height) + space.origin.z
    if height > limit || corners.contains(where: { Int($0.origin) == index }) { continue }
    let (x, y) = (q.dot(space.x) + space.origin.x, q.dot(space.y) + space.origin.y)
    guard isAbove(x, y) else { continue }
    points[count] = ClipVertex(
      x: x, y: y, height: height,
      feature: hullCornerFeature &+ UInt16(truncatingIfNeeded: index), edge: 0)
    count &+= 1
  }
  return count
}
