import CaromMaths

// Contacts of the face of a hull with whatever part of another solid looks at it.

/// Writes the face of a hull that looks along `n` the most.
func writeHullSupportFace(
  _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
) -> Int {
  let hull = solid.core.polyhedron
  let local = Vector3(n.dot(solid.axes.x), n.dot(solid.axes.y), n.dot(solid.axes.z))
  let index: Int = hull.pointee.face(along: local)
  let found: HullFace = hull.pointee.faces[index]
  let offset: Vector3 = solid.center + n * solid.core.radius
  let count = Int(found.count)
  for i in 0..<count {
    let vertex = Int(hull.pointee.halfEdges[Int(found.first) + i].origin)
    out[i] = face.vertex(offset + solid.axes * hull.pointee.point(vertex), 0)
    out[i].feature = hullCornerFeature &+ UInt16(truncatingIfNeeded: vertex)
    out[i].edge = hullEdgeFeature &+ UInt16(truncatingIfNeeded: i)
  }
  return count
}

/// The features of a hull's corners start here, and the edges of its faces here.
let hullCornerFeature: UInt16 = 0x8000
let hullEdgeFeature: UInt16 = 320

/// The most corners that the part of a solid that looks at a face may have.
@inline(__always)
func supportFaceCapacity(_ solid: PlacedCore, _ n: Vector3) -> Int {
  guard solid.core.form == .hull else { return 8 }
  let hull = solid.core.polyhedron
  let local = Vector3(n.dot(solid.axes.x), n.dot(solid.axes.y), n.dot(solid.axes.z))
  return Int(hull.pointee.faces[hull.pointee.face(along: local)].count)
}

/// The contact of a face of the hull `solid` with `other`.
///
/// The normal is the face's own. `flag` is added to the features; the kind is left to the caller.
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
  let capacity: Int = clipCapacity + count + supportFaceCapacity(other, supportDirection)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 * capacity) { scratch in
    guard var points = scratch.baseAddress else { return }
    var spare: UnsafeMutablePointer<ClipVertex> = points + capacity
    var remaining: Int = writeSupportFace(other, supportDirection, frame, points)
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
    let all: Int = remaining
    remaining = 0
    for k in 0..<all where points[k].height <= margin {
      points[remaining] = points[k]
      remaining += 1
    }
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
