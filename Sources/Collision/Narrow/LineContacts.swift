import CaromMaths

/// The edge or vertex of a solid that is farthest along a direction.
struct SupportFeature {
  /// One end, or the vertex.
  var from: Vector3
  /// The other end; equal to ``from`` for a vertex.
  var to: Vector3
  /// True when the surface is smooth there, as for a capsule or the side of a cylinder.
  var isRound: Bool

  @inline(__always) var isPoint: Bool { from == to }
}

/// The contact of two solids along a normal that is not that of a flat face.
///
/// Edges that run along each other touch in two points, all other features in one. `gap` is that of
/// the solids along the normal, and `closest` their closest points when they are apart. `inner` is
/// a point near the contact when they overlap, if one is known.
func lineContacts(
  _ a: PlacedCore, _ b: PlacedCore, _ normal: Vector3, gap: Float, closest: (Vector3, Vector3)?,
  inner: Vector3?, margin: Float
) -> Manifold {
  let la: SupportFeature = a.supportFeature(normal)
  let lb: SupportFeature = b.supportFeature(normal * -1)
  let kind: Manifold.Kind = la.isRound && lb.isRound ? .round : .edge
  var m = Manifold(normal: normal, kind: kind)
  if !la.isPoint && !lb.isPoint {
    let (da, db) = (la.to - la.from, lb.to - lb.from)
    let (lengthA, lengthB) = (da.length, db.length)
    let u: Vector3 = da / lengthA
    let sine: Float = u.cross(db / lengthB).length
    if sine < 0.05 {
      // The overlap, measured along A's edge.
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
    // Where a whole face faces along the normal, its edge is arbitrary: the other feature sets the
    // point.
    if a.isFaceNormal(normal) {
      onB = nearest(lb, a.center)
      onA = a.clamp(onB)
    } else if b.isFaceNormal(normal) {
      onA = nearest(la, b.center)
      onB = b.clamp(onA)
    } else if let inner {
      // Edges that are far from each other across the normal are not the features that touch.
      let across: Vector3 = (onB - onA) - normal * (onB - onA).dot(normal)
      let size: Float = a.core.span + b.core.span
      if across.lengthSquared > 1e-4 * size * size { (onA, onB) = (inner, inner) }
    }
  }
  // The gap is exact; the features only set the position across the normal.
  let height: Float = a.supportExtent(normal) + 0.5 * gap
  let middle: Vector3 = (onA + onB) * 0.5
  let position: Vector3 = middle + normal * (height - (middle - a.center).dot(normal))
  m.append(ManifoldPoint(position: position, separation: gap, feature: 0))
  return m
}

/// The point of the edge closest to `p`.
private func nearest(_ line: SupportFeature, _ p: Vector3) -> Vector3 {
  let d: Vector3 = line.to - line.from
  let squared: Float = d.lengthSquared
  return squared == 0 ? line.from : line.from + d * unit(d.dot(p - line.from) / squared)
}

/// Appends the point between `onA` and `onB` when their gap along the normal is within the margin.
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

/// The value clamped to 0…1.
@inline(__always)
private func unit(_ value: Float) -> Float { min(max(value, 0), 1) }
