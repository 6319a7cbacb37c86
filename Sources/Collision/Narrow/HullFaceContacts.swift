import CaromMaths

// Contacts of the face of a hull with the support face of another solid.

/// The first features of a hull's vertices and of the edges of its faces.
let hullCornerFeature: UInt16 = 0x8000
let hullEdgeFeature: UInt16 = 320

/// The contact of a face of the hull `solid` with `other`.
///
/// The normal is the face's. `flag` is combined with the features; the caller sets the kind.
func hullFaceContacts(
  _ solid: PlacedCore, face index: Int, _ other: PlacedCore, margin: Float, flag: UInt32
) -> Manifold {
  let hull = solid.core.polyhedron
  let found: HullFace = hull.pointee.faces[index]
  let first: UnsafeMutablePointer<HalfEdge> = hull.pointee.halfEdges + Int(found.first)
  let count = Int(found.count)
  let normal: Vector3 = solid.axes * hull.pointee.normal(index)
  let from: Vector3 = hull.pointee.point(Int(first[0].origin))
  let to: Vector3 = hull.pointee.point(Int(first[1].origin))
  let u: Vector3 = (solid.axes * (to - from)).normalized(or: normal.perpendicular)
  let frame = FaceFrame(
    middle: solid.center + solid.axes * from, u: u, v: normal.cross(u), normal: normal)
  var m = Manifold(normal: normal, kind: .faceA)
  let supportDirection: Vector3 = normal * -1
  let capacity: Int = clipCapacity + count + other.supportFaceCapacity(supportDirection)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 * capacity) { scratch in
    guard var points = scratch.baseAddress else { return }
    var spare: UnsafeMutablePointer<ClipVertex> = points + capacity
    var remaining: Int = other.writeSupportFace(supportDirection, frame, points)
    let isLine: Bool = remaining <= 2
    var size: Float = 0
    var before: ClipVertex = frame.vertex(
      solid.center + solid.axes * hull.pointee.point(Int(first[count - 1].origin)), 0)
    for i in 0..<count {
      let corner: ClipVertex = frame.vertex(
        solid.center + solid.axes * hull.pointee.point(Int(first[i].origin)), 0)
      let (dx, dy) = (corner.x - before.x, corner.y - before.y)
      let length: Float = (dx * dx + dy * dy).squareRoot()
      size = max(size, length)
      let (nx, ny) = (dy / length, -dx / length)
      let limit: Float = nx * before.x + ny * before.y
      let plane = UInt16(truncatingIfNeeded: i)
      if isLine {
        remaining = cutLine(points, remaining, nx, ny, limit, plane)
      } else {
        remaining = clip(points, remaining, spare, nx, ny, limit, plane, capacity: capacity)
        (points, spare) = (spare, points)
      }
      before = corner
    }
    remaining = keepNear(points, remaining, margin)
    remaining = reduceToFour(points, remaining, slack: min(0.01 * size, 1e-3))
    for k in 0..<remaining {
      let vertex: ClipVertex = points[k]
      let position: Vector3 =
        frame.middle + frame.u * vertex.x + frame.v * vertex.y + normal * (0.5 * vertex.height)
      m.append(
        ManifoldPoint(
          position: position, separation: vertex.height, feature: flag ^ UInt32(vertex.feature)))
    }
  }
  return m
}
