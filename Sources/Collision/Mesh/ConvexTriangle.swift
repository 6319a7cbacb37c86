import CaromMaths

// Boxes, capsules, cylinders and other convex solids against the triangles of a surface.
//
// For each triangle the direction of the contact is found first: the triangle's normal when the
// deepest part of the solid lies above it, otherwise the direction of the closest points or of
// least overlap. A direction other than the normal must point out of the surface at the edge or
// vertex that it belongs to. Where a neighbor extends farther along it (an internal edge), the
// contact belongs to the neighbor and is dropped.
//
// Sources: P. Terdiman, "Contact generation for meshes", 2002 (features voided by their
// neighbors'); D. Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.

/// The contacts of a surface, shape A, with a convex solid, shape B, in the surface's space.
///
/// The solid's center must be zero and its axes those in the surface's space; `center` is its
/// position. `ids` are triangles in ascending order and must include all within the solid's bounds.
/// Writes at most `capacity` manifolds and returns their count.
func surfaceConvex<Surface: TriangleSurface>(
  _ surface: Surface, _ ids: UnsafePointer<Int32>, _ count: Int, _ solid: PlacedCore,
  center: Vector3, margin: Float, isLanding: Bool, _ out: UnsafeMutablePointer<Manifold>,
  _ capacity: Int
) -> Int {
  let size: Float = solid.core.size
  return withUnsafeTemporaryAllocation(of: SurfaceTriangle.self, capacity: max(count, 1)) { row in
    guard let row = row.baseAddress else { return 0 }
    for k in 0..<count {
      var t: SurfaceTriangle = surface.triangle(ids[k])
      t.a -= center
      t.b -= center
      t.c -= center
      row[k] = t
    }
    return ManifoldClusters.withClusters(size: size) { clusters in
      var pair = ConvexTriangle(
        solid: solid, margin: margin, isLanding: isLanding, size: size, row: row, count: count)
      for k in 0..<count { pair.collide(row[k], &clusters) }
      return clusters.write(out, capacity, center: center)
    }
  }
}

/// A convex solid that is collided with one triangle after the other.
struct ConvexTriangle {
  let solid: PlacedCore
  let margin: Float
  /// Whether each triangle has all points over it, not only where the solid is deepest.
  let isLanding: Bool
  let size: Float
  /// All triangles within the solid's bounds, in which neighbors are found.
  let row: UnsafePointer<SurfaceTriangle>
  let count: Int
  /// A length that is small for the solid: 2.5 mm, or a fiftieth of its least size.
  let slack: Float
  /// A point inside the solid.
  let middle: Vector3

  init(
    solid: PlacedCore, margin: Float, isLanding: Bool, size: Float,
    row: UnsafePointer<SurfaceTriangle>, count: Int
  ) {
    self.solid = solid
    self.margin = margin
    self.isLanding = isLanding
    self.size = size
    self.row = row
    self.count = count
    slack = min(2.5e-3, 0.02 * size)
    middle = solid.axes * solid.core.center
  }

  mutating func collide(_ t: SurfaceTriangle, _ clusters: inout ManifoldClusters) {
    guard let normal = t.cross.normalized else { return }
    let gap: Float = -normal.dot(t.a) - solid.supportExtent(-normal)
    let height: Float = normal.dot(middle - t.a)
    // The contact ends when the solid's middle is behind the triangle by half of its support
    // extent.
    if gap > margin || height < 0.5 * (gap - height) || isOutside(t) { return }
    let capacity: Int = clipCapacity + solid.supportFaceCapacity(-normal)
    withUnsafeTemporaryAllocation(of: SurfaceContactPoint.self, capacity: capacity) { points in
      guard let points = points.baseAddress else { return }
      var over: Int = facePoints(t, normal, points)
      if over > 0 && gap >= -2 * slack && least(points, over) <= gap + 0.25 * slack {
        clusters.add(normal, .faceA, points, over)
        return
      }
      guard let found = separation(t, normal, gap) else { return }
      if found.gap > margin { return }
      let cosine: Float = found.normal.dot(normal)
      if cosine > 0.9996 {
        // Keeps the points with the maximum depth above this triangle; the others are contacts of a
        // neighbor.
        if over > 0 { return clusters.add(normal, .faceA, points, over) }
        let feature = TriangleFeature(t, normal, found.normal)
        over = featurePoints(t, feature, found, points)
        clusters.add(found.normal, .edge, points, over, areProvisional: true)
        return
      }
      let feature = TriangleFeature(t, normal, found.normal)
      switch featureState(feature, gap) {
      case .active:
        if height < 0 { return }
        let written: Int = featurePoints(t, feature, found, points)
        clusters.add(found.normal, .edge, points, written)
      case .inactive:
        // A neighbor continues the surface at the edge, so the contact uses the face's normal.
        if over > 0 && (isLanding || least(points, over) <= gap + 0.25 * slack) {
          clusters.add(normal, .faceA, points, over)
        }
      case .ownedByNeighbor: break
      }
    }
  }

  private func least(_ points: UnsafePointer<SurfaceContactPoint>, _ count: Int) -> Float {
    var least: Float = .infinity
    for k in 0..<count { least = min(least, points[k].separation) }
    return least
  }

  /// True when an axis of the solid's box separates it from the triangle by more than the margin.
  private func isOutside(_ t: SurfaceTriangle) -> Bool {
    guard let half = solid.core.geometry.boxHalfExtents(solid.core) else { return false }
    let outerMargin: Float = margin + solid.core.radius
    for k in 0..<3 {
      let axis: Vector3 = solid.axis(k)
      let limit: Float = half[k] + outerMargin
      let (a, b, c) = (axis.dot(t.a), axis.dot(t.b), axis.dot(t.c))
      if a > limit && b > limit && c > limit { return true }
      if a < -limit && b < -limit && c < -limit { return true }
    }
    return false
  }

  /// Which triangle the contact at an edge or vertex belongs to.
  private enum FeatureState {
    /// To this triangle: the edge or vertex is exposed.
    case active
    /// To none: a neighbor continues the surface, so the solid cannot leave across an internal
    /// edge.
    case inactive
    /// To a neighbor across a ridge, whose face has a greater gap.
    case ownedByNeighbor
  }

  private func featureState(_ feature: TriangleFeature, _ gap: Float) -> FeatureState {
    var state: FeatureState = .active
    for k in 0..<count {
      guard let neighbor = feature.neighbor(row[k]) else { continue }
      if neighbor.isBehind && faceGap(row[k]) > gap + slack { return .ownedByNeighbor }
      if neighbor.isAhead { state = .inactive }
    }
    return state
  }

  /// The gap along a triangle's normal.
  private func faceGap(_ t: SurfaceTriangle) -> Float {
    let normal: Vector3 = t.cross.normalized(or: Vector3())
    return -normal.dot(t.a) - solid.supportExtent(-normal)
  }

  // MARK: Points

  /// Writes the solid's support face, clipped to the triangle; returns the count of points.
  private func facePoints(
    _ t: SurfaceTriangle, _ normal: Vector3, _ out: UnsafeMutablePointer<SurfaceContactPoint>
  ) -> Int {
    let u: Vector3 = (t.b - t.a).normalized(or: normal.perpendicular)
    let frame = FaceFrame(middle: t.a, u: u, v: normal.cross(u), normal: normal)
    let (bx, cx, cy) = ((t.b - t.a).dot(u), (t.c - t.a).dot(u), (t.c - t.a).dot(frame.v))
    let capacity: Int = clipCapacity + solid.supportFaceCapacity(-normal)
    return withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 * capacity) { memory in
      guard let first = memory.baseAddress else { return 0 }
      let second: UnsafeMutablePointer<ClipVertex> = first + capacity
      var left: Int = solid.writeSupportFace(-normal, frame, first)
      left = cut(first, left, second, 0, 0, bx, 0, 0, capacity)
      left = cut(second, left, first, bx, 0, cx, cy, 1, capacity)
      left = cut(first, left, second, cx, cy, 0, 0, 2, capacity)
      var written: Int = 0
      for k in 0..<left where second[k].height <= margin {
        let vertex: ClipVertex = second[k]
        let onPlane: Vector3 = t.a + u * vertex.x + frame.v * vertex.y
        out[written] = SurfaceContactPoint(
          position: onPlane + normal * (0.5 * vertex.height), separation: vertex.height,
          feature: Self.feature(t, vertex.feature))
        written += 1
      }
      return written
    }
  }

  /// Clips to the left side of the line from one vertex of a triangle to the next.
  private func cut(
    _ input: UnsafeMutablePointer<ClipVertex>, _ count: Int,
    _ output: UnsafeMutablePointer<ClipVertex>, _ px: Float, _ py: Float, _ qx: Float, _ qy: Float,
    _ plane: UInt16, _ capacity: Int
  ) -> Int {
    let (nx, ny) = (qy - py, px - qx)
    // With a tolerance, because rounding could exclude a point on a common edge from both
    // triangles.
    let limit: Float = nx * px + ny * py + 1e-5 * (nx * nx + ny * ny)
    if count > 2 { return clip(input, count, output, nx, ny, limit, plane, capacity: capacity) }
    let left: Int = cutLine(input, count, nx, ny, limit, plane)
    for k in 0..<left { output[k] = input[k] }
    return left
  }

  private static func feature(_ t: SurfaceTriangle, _ part: UInt16) -> UInt32 {
    (UInt32(truncatingIfNeeded: t.id) &+ 1) &* 0x9e37_79b1 ^ UInt32(part)
  }

  /// The single point of a contact, in the middle of the closest points.
  private func point(_ found: Separation, _ t: SurfaceTriangle) -> SurfaceContactPoint {
    SurfaceContactPoint(
      position: found.onTriangle + found.normal * (0.5 * found.gap), separation: found.gap,
      feature: Self.feature(t, 0xffff))
  }

  /// Writes the points of an edge or vertex against the solid's support face.
  private func featurePoints(
    _ t: SurfaceTriangle, _ feature: TriangleFeature, _ found: Separation,
    _ out: UnsafeMutablePointer<SurfaceContactPoint>
  ) -> Int {
    out[0] = point(found, t)
    if feature.isCorner { return 1 }
    let n: Vector3 = found.normal
    let along: Vector3 = (feature.to - feature.from).normalized(or: n.perpendicular)
    let frame = FaceFrame(middle: feature.from, u: along, v: n.cross(along), normal: n)
    let capacity: Int = clipCapacity + solid.supportFaceCapacity(-n)
    return withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: capacity) { memory in
      guard let vertices = memory.baseAddress else { return 1 }
      let count: Int = solid.writeSupportFace(-n, frame, vertices)
      guard let span = crossing(vertices, count) else { return 1 }
      let length: Float = (feature.to - feature.from).dot(along)
      let low = (x: max(0, span.low.x), span.low.height)
      let high = (x: min(length, span.high.x), span.high.height)
      if high.x - low.x < 0.01 * size { return 1 }
      let rise: Float =
        (span.high.height - span.low.height) / (span.high.x - span.low.x)
      var written: Int = 0
      for (number, x) in [low.x, high.x].enumerated().lazy {
        let over: Float = span.low.height + (x - span.low.x) * rise
        let onEdge: Vector3 = feature.from + along * x
        // The edge need not be perpendicular to the normal when the solid overlaps it.
        let gap: Float = over - (onEdge - feature.from).dot(n)
        if gap > margin || gap > found.gap + 0.1 * size { continue }
        out[written] = SurfaceContactPoint(
          position: onEdge + n * (0.5 * gap), separation: gap,
          feature: Self.feature(t, UInt16(truncatingIfNeeded: 0xfff0 + number)))
        written += 1
      }
      return max(1, written)
    }
  }

  /// The extent along x of a polygon where y = 0, or of a segment that runs along x.
  private func crossing(
    _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int
  ) -> (low: ClipVertex, high: ClipVertex)? {
    if count < 2 { return nil }
    if count == 2 {
      // A segment across the edge has one point in common with it.
      let (dx, dy) = (p[1].x - p[0].x, p[1].y - p[0].y)
      if abs(dy) > 0.05 * abs(dx) { return nil }
      return p[0].x < p[1].x ? (p[0], p[1]) : (p[1], p[0])
    }
    var low: ClipVertex?
    var high: ClipVertex?
    for k in 0..<count {
      let (a, b) = (p[k], p[(k + 1) % count])
      if (a.y > 0 && b.y > 0) || (a.y < 0 && b.y < 0) || a.y == b.y { continue }
      let share: Float = a.y / (a.y - b.y)
      let at = ClipVertex(
        x: a.x + (b.x - a.x) * share, y: 0, height: a.height + (b.height - a.height) * share,
        feature: 0, edge: 0)
      if low.map({ at.x < $0.x }) ?? true { low = at }
      if high.map({ at.x > $0.x }) ?? true { high = at }
    }
    guard let low, let high, high.x > low.x else { return nil }
    return (low, high)
  }
}
