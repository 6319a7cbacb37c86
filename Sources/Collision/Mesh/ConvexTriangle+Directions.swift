import CaromMaths

// The direction of the contact between a convex solid and a triangle.

extension ConvexTriangle {
  /// The direction from a triangle to the solid along which the gap is largest.
  struct Separation {
    var normal: Vector3
    var gap: Float
    var onTriangle: Vector3
  }

  /// The direction of the closest points, or of the least overlap when the shapes overlap.
  func separation(_ t: SurfaceTriangle, _ face: Vector3, _ faceGap: Float) -> Separation? {
    let a: Vector3 = local(t.a)
    let b: Vector3 = local(t.b)
    let c: Vector3 = local(t.c)
    let core: ConvexCore = solid.core
    if let found = closest(core, a, b, c) { return found }
    var best = Separation(normal: face, gap: faceGap, onTriangle: t.a)
    // The triangle's normal is used unless another direction is clearly better.
    let goal: Float = faceGap + 0.1 * abs(faceGap) + slack
    switch core.geometry.triangleAxes {
    case .none: break
    case .edgesAcrossY: improve(&best, goal, edgeAxes(a, b, c, only: 1))
    case .box:
      improve(&best, goal, boxAxes(a, b, c))
      improve(&best, goal, edgeAxes(a, b, c, only: nil))
    case .inset: improveByInset(&best, goal, t, a, b, c)
    case .hullFaces:
      improve(&best, goal, hullAxes(a, b, c))
      improveByInset(&best, goal, t, a, b, c)
    }
    if best.normal == face { best.onTriangle = deepest(t, face) }
    return best
  }

  /// Uses the direction of the closest points of the inset solid where that is better.
  private func improveByInset(
    _ best: inout Separation, _ goal: Float, _ t: SurfaceTriangle, _ a: Vector3, _ b: Vector3,
    _ c: Vector3
  ) {
    let inset: ConvexCore = solid.core.inset(by: 0.25 * size)
    guard let found = closest(inset, a, b, c) else { return }
    let gap: Float =
      -max(found.normal.dot(t.a), max(found.normal.dot(t.b), found.normal.dot(t.c)))
      - solid.supportExtent(-found.normal)
    if gap > max(goal, best.gap) {
      best = Separation(normal: found.normal, gap: gap, onTriangle: found.onTriangle)
    }
  }

  @inline(__always) private func local(_ p: Vector3) -> Vector3 { solid.local(p) }

  /// The closest points of a solid and a triangle in its space, or nil when they overlap.
  private func closest(_ core: ConvexCore, _ a: Vector3, _ b: Vector3, _ c: Vector3) -> Separation?
  {
    let toward = Double3((a + b + c) * (1 / 3))
    let found: CoreDistance = coreDistance(
      core, TriangleCore(a, b, c), CoreFrame(Matrix3.identity, Vector3()), start: toward)
    if found.distance <= Double(1e-5 * size) { return nil }
    let n: Double3 = (found.pointA - found.pointB) * (1 / found.distance)
    return Separation(
      normal: solid.axes * n.single, gap: Float(found.distance) - core.radius,
      onTriangle: solid.axes * found.pointB.single)
  }

  /// The point of the triangle below the deepest point of the solid.
  private func deepest(_ t: SurfaceTriangle, _ normal: Vector3) -> Vector3 {
    let down: Vector3 = local(-normal)
    let local: Vector3 = solid.core.support(Double3(down)).single
    let p: Vector3 = solid.axes * local
    return p + nearestToOrigin(t.a - p, t.b - p, t.c - p).point
  }

  private typealias Axis = (normal: Vector3, gap: Float)

  private func improve(_ best: inout Separation, _ goal: Float, _ axis: Axis) {
    guard axis.gap > max(goal, best.gap) else { return }
    let n: Vector3 = solid.axes * axis.normal
    best = Separation(normal: n, gap: axis.gap, onTriangle: Vector3())
    best.onTriangle = -n * (solid.supportExtent(-n) + axis.gap)
  }

  /// The best face normal of the box, in its space.
  private func boxAxes(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Axis {
    var best: Axis = (Vector3(), -.infinity)
    let low: Vector3 = a.minimum(b.minimum(c))
    let high: Vector3 = a.maximum(b.maximum(c))
    for k in 0..<3 {
      var n = Vector3()
      n[k] = -1
      let over: Float = low[k] - solid.core.half[k] - solid.core.radius
      if over > best.gap { best = (n, over) }
      let under: Float = -high[k] - solid.core.half[k] - solid.core.radius
      if under > best.gap { best = (-n, under) }
    }
    return best
  }

  /// The best face normal of the hull, in its space.
  private func hullAxes(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Axis {
    let hull: UnsafePointer<Polyhedron> = solid.core.polyhedron
    var best: Axis = (Vector3(), -.infinity)
    for face in 0..<hull.pointee.faceCount {
      let n: Vector3 = hull.pointee.normal(face)
      let over: Float = min(n.dot(a), min(n.dot(b), n.dot(c))) - hull.pointee.planes[face].w
      if over > best.gap { best = (-n, over) }
    }
    return best
  }

  /// The best cross product of a triangle's edge with an axis of the solid, in its space.
  private func edgeAxes(_ a: Vector3, _ b: Vector3, _ c: Vector3, only axis: Int?) -> Axis {
    var best: Axis = (Vector3(), -.infinity)
    for k in 0..<3 {
      let edge: Vector3 = k == 0 ? b - a : (k == 1 ? c - b : a - c)
      for j in 0..<3 where axis == nil || axis == j {
        var unit = Vector3()
        unit[j] = 1
        let cross: Vector3 = edge.cross(unit)
        if cross.lengthSquared < 1e-4 * edge.lengthSquared { continue }
        guard let n = cross.normalized else { continue }
        let extent: Float = solid.core.supportExtent(n)
        let (pa, pb, pc) = (n.dot(a), n.dot(b), n.dot(c))
        let over: Float = min(pa, min(pb, pc)) - extent
        if over > best.gap { best = (-n, over) }
        let under: Float = -max(pa, max(pb, pc)) - extent
        if under > best.gap { best = (n, under) }
      }
    }
    return best
  }
}
