import CaromMaths

// Contacts of a capsule's segment with boxes and other capsules, in closed form.

/// Segments are parallel below this sine of the angle between them: about three degrees.
private let parallelSine: Float = 0.05

/// Capsule A against capsule B, whose placement in A's space is `frame`.
///
/// One point between the closest points of the segments. Parallel segments have a point at each end
/// of their overlap, so that a capsule rests on another without tipping.
func capsuleCapsule(_ a: CapsuleShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float)
  -> Manifold
{
  let direction: Vector3 = frame.orientation.rotate(Vector3(0, 1, 0))
  let center: Vector3 = frame.position
  let (ha, hb) = (a.halfLength, b.halfLength)
  let radii: Float = a.radius + b.radius
  // Points are s along y, and center + t·direction; c is the cosine between the two.
  let c: Float = direction.y
  let sine2: Float = direction.x * direction.x + direction.z * direction.z
  let along: Float = direction.dot(center)
  var s: Float = 0
  if sine2 > 1e-7 { s = (center.y - c * along) / sine2 }
  s = min(max(s, -ha), ha)
  var t: Float = min(max(c * s - along, -hb), hb)
  s = min(max(center.y + c * t, -ha), ha)
  t = min(max(c * s - along, -hb), hb)
  let gap: Vector3 = center + direction * t - Vector3(0, s, 0)
  let distance: Float = gap.length
  if distance - radii > margin { return Manifold() }
  var normal: Vector3 = Vector3(1, 0, 0)
  if distance > 1e-6 * (ha + hb) {
    normal = gap / distance
  } else {
    // The segments cross: separate across both, towards B's center.
    normal = Vector3(-direction.z, 0, direction.x).normalized(or: Vector3(1, 0, 0))
    if normal.dot(center) < 0 { normal = -normal }
  }
  var m = Manifold(normal: normal, kind: .round)
  if sine2 < parallelSine * parallelSine {
    // The overlap along y, and the points of both segments at its ends.
    let halfSpan: Float = hb * abs(c)
    let low: Float = max(-ha, center.y - halfSpan)
    let high: Float = min(ha, center.y + halfSpan)
    if high - low > 0.01 * min(ha, hb) {
      let slope: Vector3 = direction / c
      let lowB: Vector3 = center + slope * (low - center.y)
      let highB: Vector3 = center + slope * (high - center.y)
      let origin = Vector3(0, 0, 0)
      // Only where the ends are side by side along the normal, not end to end.
      if abs(normal.y) < 0.5 {
        appendPair(&m, origin + Vector3(0, low, 0), lowB, a.radius, b.radius, margin, 1)
        appendPair(&m, origin + Vector3(0, high, 0), highB, a.radius, b.radius, margin, 2)
        if m.count > 0 { return m }
      }
    }
  }
  let onA: Vector3 = Vector3(0, s, 0) + normal * a.radius
  let separation: Float = distance - radii
  m.append(
    ManifoldPoint(
      position: onA + normal * (0.5 * separation), separation: separation, feature: 0))
  return m
}

/// Appends the point between two points of segments, with the gap along the manifold's normal.
private func appendPair(
  _ m: inout Manifold, _ onA: Vector3, _ onB: Vector3, _ radiusA: Float, _ radiusB: Float,
  _ margin: Float, _ feature: UInt32
) {
  let separation: Float = (onB - onA).dot(m.normal) - radiusA - radiusB
  if separation > margin { return }
  let surfaceA: Vector3 = onA + m.normal * radiusA
  let surfaceB: Vector3 = onB - m.normal * radiusB
  m.append(
    ManifoldPoint(
      position: (surfaceA + surfaceB) * 0.5, separation: separation, feature: feature))
}

/// Box A against capsule B, whose placement in A's space is `frame`.
///
/// The squared distance from the box to the point at t along the segment is the sum of three convex
/// parabolas with flat minima. Its derivative is piecewise linear with at most six breaks, so the
/// minimum is found exactly. Where the segment enters the box, six axes are tested: the faces, and
/// the cross products of the box's edges with the segment.
///
/// A capsule that lay flat on a face in the last step stays flat up to a larger angle (hysteresis).
func boxCapsule(
  _ a: BoxShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  let rule = FlatContactThresholds(wasFlat: cache.feature == 1)
  let m: Manifold = boxCapsule(a, b, frame, margin, rule)
  cache.feature = m.count == 2 ? 1 : 0
  return m
}

private func boxCapsule(
  _ a: BoxShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ rule: FlatContactThresholds
) -> Manifold {
  let h: Vector3 = a.halfExtents
  let c: Vector3 = frame.position
  let u: Vector3 = frame.orientation.rotate(Vector3(0, 1, 0))
  let length: Float = b.halfLength
  let t: Float = closestToBox(c, u, length, h)
  let center: Vector3 = c + u * t
  let onBox: Vector3 = center.maximum(-h).minimum(h)
  let gap: Vector3 = center - onBox
  let squared: Float = gap.lengthSquared
  let maxDistance: Float = b.radius + margin
  if squared > maxDistance * maxDistance { return Manifold() }
  let tiny: Float = 1e-5 * (h.least + b.radius)
  if squared <= tiny * tiny { return boxCapsuleDeep(h, b, c, u, margin) }

  let distance: Float = squared.squareRoot()
  let normal: Vector3 = gap / distance
  let outside: Int = (gap.x != 0 ? 1 : 0) + (gap.y != 0 ? 1 : 0) + (gap.z != 0 ? 1 : 0)
  // Nearly flat on a face: a point at each end of the overlap with the face. Also when the higher
  // end is within the margin: a capsule that falls onto one end swings around it, and the other end
  // would sink in before it is noticed.
  let axis: Int = dominantAxis(normal)
  let higher: Float = abs(c[axis]) - h[axis] + abs(u[axis]) * length
  let isNearFace: Bool = abs(u[axis]) < rule.sine || (outside == 1 && higher <= maxDistance)
  if abs(normal[axis]) > rule.cosine && isNearFace {
    let side: Float = normal[axis] < 0 ? -1 : 1
    let m: Manifold = capsuleOnFace(h, b, c, u, axis, side, margin)
    // Except when the closest point lies beside the face.
    if m.count > 0 && m.leastSeparation <= distance - b.radius + 4 * rule.rise { return m }
  }
  var m = Manifold(normal: normal, kind: outside == 1 ? .faceA : .edge)
  // Along an edge of the box: a point at each end of the overlap.
  let run: Int = dominantAxis(u)
  let across: Float = 1 - u[run] * u[run]
  if outside == 2 && gap[run] == 0 && across < parallelSine * parallelSine {
    let inverse: Float = 1 / u[run]
    let (from, to) = ((-h[run] - c[run]) * inverse, (h[run] - c[run]) * inverse)
    let low: Float = max(-length, min(from, to))
    let high: Float = min(length, max(from, to))
    if high - low > 0.01 * min(length, h[run]) {
      var corner: Vector3 = onBox
      for (feature, end) in [(UInt32(1), low), (UInt32(2), high)].lazy {
        let point: Vector3 = c + u * end
        corner[run] = point[run]
        let separation: Float = (point - corner).dot(normal) - b.radius
        if separation > margin { continue }
        let surface: Vector3 = point - normal * b.radius
        m.append(
          ManifoldPoint(
            position: surface - normal * (0.5 * separation), separation: separation,
            feature: feature))
      }
      if m.count > 0 { return m }
    }
  }
  let separation: Float = distance - b.radius
  m.append(
    ManifoldPoint(
      position: onBox + normal * (0.5 * separation), separation: separation, feature: 0))
  return m
}

/// The axis of the component with the greatest magnitude; x before y before z in a tie.
@inline(__always)
func dominantAxis(_ v: Vector3) -> Int {
  let m: Vector3 = v.magnitudes
  return m.x >= m.y && m.x >= m.z ? 0 : (m.y >= m.z ? 1 : 2)
}

/// The derivative along t of half the squared distance from the box to c + t·u.
@inline(__always)
private func slope(_ c: Vector3, _ u: Vector3, _ h: Vector3, _ t: Float) -> Float {
  let p: Vector3 = c + u * t
  let over: Vector3 = p - p.maximum(-h).minimum(h)
  return over.dot(u)
}

/// The parameter of the point closest to the box on the segment c + t·u, |t| ≤ length.
///
/// When a whole range is equally close, as for a segment parallel to a face, the middle of the
/// range.
private func closestToBox(_ c: Vector3, _ u: Vector3, _ length: Float, _ h: Vector3) -> Float {
  var low: Float = -length
  var high: Float = length
  var slopeLow: Float = slope(c, u, h, low)
  var slopeHigh: Float = slope(c, u, h, high)
  if slopeLow > 0 { return low }
  if slopeHigh < 0 { return high }
  // Narrow the bracket at each break; within the last one the derivative is linear.
  for axis in 0..<3 {
    let d: Float = u[axis]
    if d == 0 { continue }
    for side in 0..<2 {
      let face: Float = side == 0 ? -h[axis] : h[axis]
      let t: Float = (face - c[axis]) / d
      if t > low && t < high {
        let here: Float = slope(c, u, h, t)
        if here < 0 || (here == 0 && slopeLow < 0) {
          low = t
          slopeLow = here
        } else if here > 0 {
          high = t
          slopeHigh = here
        }
      }
    }
  }
  let rise: Float = slopeHigh - slopeLow
  if rise <= 0 { return 0.5 * (low + high) }
  return low + (high - low) * (-slopeLow / rise)
}

/// Both ends of the part of the capsule's segment that lies above a face of the box.
private func capsuleOnFace(
  _ h: Vector3, _ b: CapsuleShape, _ c: Vector3, _ u: Vector3, _ axis: Int, _ side: Float,
  _ margin: Float
) -> Manifold {
  var low: Float = -b.halfLength
  var high: Float = b.halfLength
  for offset in 1...2 {
    let k: Int = (axis + offset) % 3
    let (ck, uk, hk) = (c[k], u[k], h[k])
    if abs(uk) < 1e-6 {
      if abs(ck) > hk { return Manifold() }
      continue
    }
    let (from, to) = ((-hk - ck) / uk, (hk - ck) / uk)
    low = max(low, min(from, to))
    high = min(high, max(from, to))
  }
  var normal = Vector3()
  normal[axis] = side
  var m = Manifold(normal: normal, kind: .faceA)
  if low > high { return m }
  appendFaceEnd(&m, c + u * low, axis, side, h[axis], b.radius, margin, 1)
  // A part too short for a second point has only the first.
  if high - low > 0.01 * b.halfLength {
    appendFaceEnd(&m, c + u * high, axis, side, h[axis], b.radius, margin, 2)
  }
  return m
}

private func appendFaceEnd(
  _ m: inout Manifold, _ end: Vector3, _ axis: Int, _ side: Float, _ top: Float, _ radius: Float,
  _ margin: Float, _ feature: UInt32
) {
  let separation: Float = side * end[axis] - top - radius
  if separation > margin { return }
  var position: Vector3 = end
  position[axis] = side * (top + 0.5 * separation)
  m.append(ManifoldPoint(position: position, separation: separation, feature: feature))
}

/// The contact of a capsule whose segment enters the box, along the axis of least overlap.
private func boxCapsuleDeep(
  _ h: Vector3, _ b: CapsuleShape, _ c: Vector3, _ u: Vector3, _ margin: Float
) -> Manifold {
  let gaps: Vector3 = c.magnitudes - h - u.magnitudes * b.halfLength
  let axis: Int =
    gaps.x >= gaps.y && gaps.x >= gaps.z ? 0 : (gaps.y >= gaps.z ? 1 : 2)
  let face: Float = gaps[axis]
  var edgeNormal = Vector3()
  var edge: Float = -.infinity
  for k in 0..<3 {
    var along = Vector3()
    along[k] = 1
    guard let cross = along.cross(u).normalized else { continue }
    if 1 - u[k] * u[k] < 1e-3 { continue }
    let n: Vector3 = cross.dot(c) < 0 ? -cross : cross
    let gap: Float = n.dot(c) - n.magnitudes.dot(h)
    if gap > edge {
      edge = gap
      edgeNormal = n
    }
  }
  let side: Float = c[axis] < 0 ? -1 : 1
  if edge <= face + 0.1 * abs(face) + 0.01 * h.least {
    let m: Manifold = capsuleOnFace(h, b, c, u, axis, side, margin)
    if m.count > 0 { return m }
    // No part lies above the face: the deepest end is the contact.
    let end: Vector3 = c - u * (u[axis] * side > 0 ? b.halfLength : -b.halfLength)
    var normal = Vector3()
    normal[axis] = side
    var single = Manifold(normal: normal, kind: .faceA)
    appendFaceEnd(&single, end, axis, side, h[axis], b.radius, margin, 3)
    return single
  }
  // The edge of the box along the normal, and the point where the segment crosses it.
  let onEdge = Vector3(
    edgeNormal.x < 0 ? -h.x : h.x, edgeNormal.y < 0 ? -h.y : h.y, edgeNormal.z < 0 ? -h.z : h.z)
  let k: Int = smallestAxis(edgeNormal)
  let w: Vector3 = c - onEdge
  let cosine: Float = u[k]
  let t: Float = (cosine * w[k] - u.dot(w)) / max(1 - cosine * cosine, 1e-6)
  let point: Vector3 = c + u * min(max(t, -b.halfLength), b.halfLength)
  let separation: Float = edge - b.radius
  let surface: Vector3 = point - edgeNormal * b.radius
  return Manifold(
    normal: edgeNormal, kind: .edge,
    point: ManifoldPoint(
      position: surface - edgeNormal * (0.5 * separation), separation: separation, feature: 4))
}

/// The axis of the component with the least magnitude; x before y before z in a tie.
@inline(__always)
private func smallestAxis(_ v: Vector3) -> Int {
  let m: Vector3 = v.magnitudes
  return m.x <= m.y && m.x <= m.z ? 0 : (m.y <= m.z ? 1 : 2)
}
