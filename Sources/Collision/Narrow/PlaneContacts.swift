import CaromMaths

// Contacts of a half-space, shape A, with convex shapes. `frame` places B in the plane's space,
// where the surface is y = 0.

/// Appends the point below `corner` when it is within the margin.
@inline(__always)
func appendPlanePoint(_ m: inout Manifold, _ corner: Vector3, _ margin: Float, _ feature: UInt32) {
  if corner.y > margin || m.count == 4 { return }
  let middle = Vector3(corner.x, 0.5 * corner.y, corner.z)
  m.append(ManifoldPoint(position: middle, separation: corner.y, feature: feature))
}

/// Plane A against box B: the vertices of the face that faces down.
///
/// That face includes the lowest vertex, and the lowest edge of a box that stands on one.
func planeBox(_ b: BoxShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let h: Vector3 = b.halfExtents
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  let (ux, uy, uz) = (abs(r.x.y), abs(r.y.y), abs(r.z.y))
  let axis: Int = ux >= uy && ux >= uz ? 0 : (uy >= uz ? 1 : 2)
  let down: UInt32 = (axis == 0 ? r.x.y : (axis == 1 ? r.y.y : r.z.y)) > 0 ? 0 : 1
  let (u, v) = ((axis + 1) % 3, (axis + 2) % 3)
  for corner: UInt32 in 0..<4 {
    // Around the face; each vertex is identified by its three signs.
    let bitU: UInt32 = (corner ^ (corner >> 1)) & 1
    let bitV: UInt32 = corner >> 1
    let bits: UInt32 = down << UInt32(axis) | bitU << UInt32(u) | bitV << UInt32(v)
    let local = Vector3(
      bits & 1 == 0 ? -h.x : h.x, bits & 2 == 0 ? -h.y : h.y, bits & 4 == 0 ? -h.z : h.z)
    let world: Vector3 = r * local + frame.position
    appendPlanePoint(&m, world, margin, bits + 1)
  }
  return m
}

/// Plane A against capsule B: both ends.
func planeCapsule(_ b: CapsuleShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let halfAxis: Vector3 = frame.orientation.rotate(Vector3(0, b.halfLength, 0))
  let drop = Vector3(0, b.radius, 0)
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  appendPlanePoint(&m, frame.position - halfAxis - drop, margin, 1)
  appendPlanePoint(&m, frame.position + halfAxis - drop, margin, 2)
  return m
}

/// Plane A against cylinder B: four points of the lower rim, or both ends of the lowest side line.
///
/// The first point is the lowest of all, exactly, and the others are a quarter turn apart. For a
/// nearly upright cylinder the lowest point is not well defined, so the four points are fixed to
/// the cylinder and keep their features while it rests.
func planeCylinder(_ b: CylinderShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let axis: Vector3 = r.y
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  let low: Float = axis.y > 0 ? -1 : 1
  let base: UInt32 = axis.y > 0 ? 1 : 9
  let lower: Vector3 = frame.position + axis * (low * b.halfHeight)
  // The steepest direction in the cap: −up without its component along the axis.
  let tilt: Float = max(0, 1 - axis.y * axis.y).squareRoot()
  if tilt < 1e-3 {
    let (u, v) = (r.x * b.radius, r.z * b.radius)
    appendPlanePoint(&m, lower + u, margin, base)
    appendPlanePoint(&m, lower + v, margin, base + 1)
    appendPlanePoint(&m, lower - u, margin, base + 2)
    appendPlanePoint(&m, lower - v, margin, base + 3)
    return m
  }
  let fall: Vector3 = (axis * axis.y - Vector3(0, 1, 0)).normalized(or: Vector3(1, 0, 0))
  let down: Vector3 = fall * b.radius
  let across: Vector3 = axis.cross(fall) * b.radius
  let upper: Vector3 = frame.position - axis * (low * b.halfHeight)
  let upperBase: UInt32 = axis.y > 0 ? 9 : 1
  appendPlanePoint(&m, lower + down, margin, base + 4)
  appendPlanePoint(&m, upper + down, margin, upperBase + 4)
  let near: Float = rimMargin((lower + down).y, b.radius, margin)
  appendPlanePoint(&m, lower + across, near, base + 5)
  appendPlanePoint(&m, lower - across, near, base + 6)
  appendPlanePoint(&m, lower - down, near, base + 7)
  return m
}

/// The greatest height of points of a rim that is tilted; `lowest` is its least.
///
/// A wheel that rolls fast has points at the height of its axle within the margin. They move down,
/// but along the rim, and would stop it as if they hit the plane.
private func rimMargin(_ lowest: Float, _ radius: Float, _ margin: Float) -> Float {
  min(margin, lowest + 0.1 * radius)
}

/// Plane A against hull B, whose placement in A's space is `frame`: the corners of the face that
/// lies on the plane, and those that are as low.
///
/// Corners that are higher lie farther apart if the solid is wider above. They would take the
/// places of those that carry it.
func planeHull(_ hull: UnsafePointer<Polyhedron>, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let p = hull.pointee
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  let lowest: Float = frame.position.y - p.supportExtent(Vector3(-r.x.y, -r.y.y, -r.z.y))
  if lowest > margin { return m }
  let slack: Float = min(0.01 * p.innerRadius, 1e-3)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: p.vertexCount) { scratch in
    guard let points = scratch.baseAddress else { return }
    // The height of the face that lies on the plane.
    var highest: Float = max(lowest, 0)
    let face: HullFace = p.faces[p.face(along: Vector3(-r.x.y, -r.y.y, -r.z.y))]
    for k in 0..<Int(face.count) {
      let corner: Vector3 = p.point(Int(p.halfEdges[Int(face.first) + k].origin))
      let height: Float = (r * corner).y + frame.position.y
      if height <= margin { highest = max(highest, height) }
    }
    var count: Int = 0
    var index: Int = 0
    while index < p.vertexCount {
      let corner: Vector3 = r * p.point(index) + frame.position
      if corner.y <= min(margin, highest + slack) {
        points[count] = ClipVertex(
          x: corner.x, y: corner.z, height: corner.y,
          feature: UInt16(truncatingIfNeeded: index &+ 1), edge: 0)
        count &+= 1
      }
      index &+= 1
    }
    count = reduceToFour(points, count, slack: slack)
    for k in 0..<count {
      let c: ClipVertex = points[k]
      appendPlanePoint(&m, Vector3(c.x, c.height, c.y), margin, UInt32(c.feature))
    }
  }
  return m
}

/// Plane A against cone B: four points on the lower rim, or the two ends of the lowest side line.
///
/// As for a cylinder, the points are fixed to a cone that stands nearly upright.
func planeCone(_ b: ConeShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let axis: Vector3 = r.y
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  // Across the axis and downwards: −up without its part along the axis.
  let tilt: Float = max(0, 1 - axis.y * axis.y).squareRoot()
  let isUpright: Bool = tilt < 1e-3
  let fall: Vector3 =
    isUpright ? r.x : (axis * axis.y - Vector3(0, 1, 0)).normalized(or: Vector3(1, 0, 0))
  let across: Vector3 = isUpright ? r.z : axis.cross(fall)
  let top: Vector3 = frame.position + axis * b.halfHeight
  let bottom: Vector3 = frame.position - axis * b.halfHeight
  let isTopLower: Bool = (top + fall * b.topRadius).y < (bottom + fall * b.bottomRadius).y
  let (lower, upper) = isTopLower ? (top, bottom) : (bottom, top)
  let (radius, other) =
    isTopLower ? (b.topRadius, b.bottomRadius) : (b.bottomRadius, b.topRadius)
  let base: UInt32 = (isTopLower ? 9 : 1) + (isUpright ? 0 : 4)
  appendPlanePoint(&m, lower + fall * radius, margin, base)
  if !isUpright { appendPlanePoint(&m, upper + fall * other, margin, isTopLower ? 5 : 13) }
  if radius > 0 {
    let near: Float =
      isUpright ? margin : rimMargin((lower + fall * radius).y, radius, margin)
    appendPlanePoint(&m, lower + across * radius, near, base + 1)
    appendPlanePoint(&m, lower - across * radius, near, base + 2)
    appendPlanePoint(&m, lower - fall * radius, near, base + 3)
  }
  return m
}

/// Plane A against any convex solid B: the vertices of the face, edge or vertex that faces down.
func planeConvex(_ core: ConvexCore, _ frame: Transform, _ margin: Float) -> Manifold {
  let solid = PlacedCore(core: core, axes: Matrix3(frame.orientation), center: frame.position)
  let down = Vector3(0, -1, 0)
  // In the order z, x, so that the face's normal is up.
  let face = FaceFrame(
    middle: Vector3(), u: Vector3(0, 0, 1), v: Vector3(1, 0, 0), normal: Vector3(0, 1, 0))
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  let capacity: Int = solid.supportFaceCapacity(down)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: capacity) { scratch in
    guard let points = scratch.baseAddress else { return }
    var near: Int = keepNear(points, solid.writeSupportFace(down, face, points), margin)
    near = reduceToFour(points, near, slack: min(0.01 * core.size, 1e-3))
    for k in 0..<near {
      let c: ClipVertex = points[k]
      appendPlanePoint(&m, Vector3(c.y, c.height, c.x), margin, UInt32(c.feature) + 1)
    }
  }
  return m
}
