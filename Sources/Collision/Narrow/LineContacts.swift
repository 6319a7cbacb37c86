import CaromMaths

/// The line or point of a solid that reaches farthest along a direction.
struct SupportFeature {
  /// One end, or the point.
  var from: Vector3
  /// The other end; equal to ``from`` for a point.
  var to: Vector3
  /// True when the line is smooth: a capsule, or the side of a cylinder.
  var isRound: Bool

  @inline(__always) var isPoint: Bool { from == to }
}

/// The line of `solid` that reaches farthest along the unit direction `n`, to within ``flatSine``.
func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
  let h: Vector3 = solid.core.half
  let base: Vector3 = solid.center + n * solid.core.radius
  let axis: Vector3 = solid.axes.y
  let along: Float = n.dot(axis)
  switch solid.core.form {
  case .point: return SupportFeature(from: base, to: base, isRound: true)
  case .segment:
    let halfAxis: Vector3 = axis * h.y
    if abs(along) < flatSine {
      return SupportFeature(from: base - halfAxis, to: base + halfAxis, isRound: true)
    }
    let end: Vector3 = along < 0 ? base - halfAxis : base + halfAxis
    return SupportFeature(from: end, to: end, isRound: true)
  case .cylinder:
    let outward: Vector3 = (n - axis * along).normalized(or: solid.axes.x)
    let side: Vector3 = base + outward * h.x
    let halfAxis: Vector3 = axis * h.y
    if abs(along) < flatSine {
      return SupportFeature(from: side - halfAxis, to: side + halfAxis, isRound: true)
    }
    let rim: Vector3 = along < 0 ? side - halfAxis : side + halfAxis
    return SupportFeature(from: rim, to: rim, isRound: false)
  case .box:
    var corner: Vector3 = base
    var run: Int = -1
    for k in 0..<3 {
      let part: Float = n.dot(solid.axis(k))
      if abs(part) < flatSine && run < 0 {
        run = k
      } else {
        corner += solid.axis(k) * (part < 0 ? -h[k] : h[k])
      }
    }
    if run < 0 { return SupportFeature(from: corner, to: corner, isRound: false) }
    let halfAxis: Vector3 = solid.axis(run) * h[run]
    return SupportFeature(from: corner - halfAxis, to: corner + halfAxis, isRound: false)
  case .cone:
    let outward: Vector3 = (n - axis * along).normalized(or: solid.axes.x)
    let bottom: Vector3 = base + outward * h.x - axis * h.y
    let top: Vector3 = base + outward * h.z + axis * h.y
    let side: Vector3 = top - bottom
    // The normal stands square on the side line where it is its own.
    if abs(side.dot(n)) < flatSine * side.length {
      return SupportFeature(from: bottom, to: top, isRound: true)
    }
    let rim: Vector3 = top.dot(n) > bottom.dot(n) ? top : bottom
    return SupportFeature(from: rim, to: rim, isRound: false)
  case .hull:
    return hullSupportFeature(solid, n)
  }
}

/// The edge or corner of a hull that reaches farthest along `n`.
private func hullSupportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
  let hull = solid.core.polyhedron
  let local = Vector3(n.dot(solid.axes.x), n.dot(solid.axes.y), n.dot(solid.axes.z))
  let vertex: Int = hull.pointee.support(local)
  let corner: Vector3 = hull.pointee.point(vertex)
  var best: Float = -flatSine
  var other: Vector3 = corner
  for index in 0..<hull.pointee.edgeCount {
    let e: HullEdge = hull.pointee.edges[index]
    guard Int(e.tail) == vertex || Int(e.head) == vertex else { continue }
    let end: Vector3 = hull.pointee.point(Int(e.tail) == vertex ? Int(e.head) : Int(e.tail))
    let edge: Vector3 = end - corner
    let fall: Float = edge.dot(local) / edge.length
    if fall > best { (best, other) = (fall, end) }
  }
  let base: Vector3 = solid.center + n * solid.core.radius
  return SupportFeature(
    from: base + solid.axes * corner, to: base + solid.axes * other, isRound: false)
}

/// The contact of two solids along a normal that is no flat face's: lines that run along each other
/// touch in two points, everything else in one.
///
/// `gap` is that of the solids along the normal, and `closest` their closest points when they are
/// apart. `inner` is a point near the contact when they overlap, if one is known.
func lineContacts(
  _ a: PlacedCore, _ b: PlacedCore, _ normal: Vector3, gap: Float, closest: (Vector3, Vector3)?,
  inner: Vector3?, margin: Float
) -> Manifold {
  let la: SupportFeature = supportFeature(a, normal)
  let lb: SupportFeature = supportFeature(b, normal * -1)
  let kind: Manifold.Kind = la.isRound && lb.isRound ? .round : .edge
  var m = Manifold(normal: normal, kind: kind)
  if !la.isPoint && !lb.isPoint {
    let (da, db) = (la.to - la.from, lb.to - lb.from)
    let (lengthA, lengthB) = (da.length, db.length)
    let u: Vector3 = da / lengthA
    let sine: Float = u.cross(db / lengthB).length
    if sine < 0.05 {
      // The common stretch, measured along A's line.
      let (s, t) = ((lb.from - la.from).dot(u), (lb.to - la.from).dot(u))
      let low: Float = max(0, min(s, t))
      let high: Float = min(lengthA, max(s, t))
      if high - low > 0.01 * min(lengthA, lengthB) {
        appendLinePoint(&m, la.from + u * low, lb.from + db * ((low - s) / (t - s)), margin, 1)
        appendLinePoint(&m, la.from + u * high, lb.from + db * ((high - s) / (t - s)), margin, 2)
        if m.count > 0 { return m }
      }
    }
  }
  var (onA, onB) = closest ?? closestPointsOfSegments(la, lb)
  if closest == nil {
    // Where a whole face looks along the normal, its line is arbitrary: what meets it decides.
    if isFaceNormal(a, normal) {
      onB = nearest(lb, a.center)
      onA = clamped(onB, to: a)
    } else if isFaceNormal(b, normal) {
      onA = nearest(la, b.center)
      onB = clamped(onA, to: b)
    } else if let inner {
      // Lines that do not meet across the normal are not what touches.
      let across: Vector3 = (onB - onA) - normal * (onB - onA).dot(normal)
      let size: Float = a.core.span + b.core.span
      if across.lengthSquared > 1e-4 * size * size { (onA, onB) = (inner, inner) }
    }
  }
  // The gap is exact; the lines fix where across the normal it is.
  let height: Float = a.supportExtent(normal) + 0.5 * gap
  let middle: Vector3 = (onA + onB) * 0.5
  let position: Vector3 = middle + normal * (height - (middle - a.center).dot(normal))
  m.append(ManifoldPoint(position: position, separation: gap, feature: 0))
  return m
}

/// True when a flat face of the solid looks along `n`.
private func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool {
  switch solid.core.form {
  case .point, .segment: return false
  case .cylinder: return abs(n.dot(solid.axes.y)) > 1 - 0.5 * flatSine * flatSine
  case .box:
    let parts = Vector3(n.dot(solid.axes.x), n.dot(solid.axes.y), n.dot(solid.axes.z)).magnitudes
    return parts.greatest > 1 - 0.5 * flatSine * flatSine
  case .cone:
    let along: Float = n.dot(solid.axes.y)
    let radius: Float = along < 0 ? solid.core.half.x : solid.core.half.z
    return radius > 0 && abs(along) > 1 - 0.5 * flatSine * flatSine
  case .hull:
    let local = Vector3(n.dot(solid.axes.x), n.dot(solid.axes.y), n.dot(solid.axes.z))
    let hull = solid.core.polyhedron
    let face: Vector3 = hull.pointee.normal(hull.pointee.face(along: local))
    return face.dot(local) > 1 - 0.5 * flatSine * flatSine
  }
}

/// The point of the line that is nearest to `p`.
private func nearest(_ line: SupportFeature, _ p: Vector3) -> Vector3 {
  let d: Vector3 = line.to - line.from
  let squared: Float = d.lengthSquared
  return squared == 0 ? line.from : line.from + d * unit(d.dot(p - line.from) / squared)
}

/// The point of the solid that is nearest to `p`.
private func clamped(_ p: Vector3, to solid: PlacedCore) -> Vector3 {
  let d: Vector3 = p - solid.center
  var l = Vector3(d.dot(solid.axes.x), d.dot(solid.axes.y), d.dot(solid.axes.z))
  let h: Vector3 = solid.core.half
  switch solid.core.form {
  case .point, .segment, .box: l = l.maximum(-h).minimum(h)
  case .cylinder, .cone:
    l.y = min(max(l.y, -h.y), h.y)
    let across: Float = (l.x * l.x + l.z * l.z).squareRoot()
    var radius: Float = h.x
    if solid.core.form == .cone { radius += (h.z - h.x) * (l.y + h.y) / (2 * h.y) }
    if across > radius {
      l.x *= radius / across
      l.z *= radius / across
    }
  case .hull: l = solid.core.polyhedron.pointee.clamped(l)
  }
  return solid.center + solid.axes * l
}

/// Adds the point between `onA` and `onB` when their gap along the normal is within the margin.
@inline(__always)
private func appendLinePoint(
  _ m: inout Manifold, _ onA: Vector3, _ onB: Vector3, _ margin: Float, _ feature: UInt32
) {
  let separation: Float = (onB - onA).dot(m.normal)
  if separation > margin { return }
  m.append(
    ManifoldPoint(position: (onA + onB) * 0.5, separation: separation, feature: feature))
}

/// The closest points of two segments, either of which may be a point.
///
/// - Source: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
private func closestPointsOfSegments(_ a: SupportFeature, _ b: SupportFeature) -> (Vector3, Vector3)
{
  let (d, e) = (a.to - a.from, b.to - b.from)
  let w: Vector3 = a.from - b.from
  let (dd, ee, de) = (d.lengthSquared, e.lengthSquared, d.dot(e))
  let (dw, ew) = (d.dot(w), e.dot(w))
  if dd == 0 && ee == 0 { return (a.from, b.from) }
  if dd == 0 { return (a.from, b.from + e * unit(ew / ee)) }
  if ee == 0 { return (a.from + d * unit(-dw / dd), b.from) }
  let denominator: Float = dd * ee - de * de
  var s: Float = denominator > 0 ? unit((de * ew - dw * ee) / denominator) : 0.5
  let t: Float = unit((de * s + ew) / ee)
  s = unit((de * t - dw) / dd)
  return (a.from + d * s, b.from + e * t)
}

/// The value held within 0 and 1.
@inline(__always)
private func unit(_ value: Float) -> Float { min(max(value, 0), 1) }
