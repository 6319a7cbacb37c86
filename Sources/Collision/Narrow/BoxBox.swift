import CaromMaths

// Two boxes: separating axes, then clipping of the two facing sides, or the closest points of two
// edges.
//
// Sources: S. Gottschalk, "Separating Axis Theorem for Oriented Bounding Boxes", 1996; D.
// Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013 (preference for faces).

/// A pair of boxes in the space of box A.
struct BoxPair {
  /// Half the size of A along each of its axes.
  var halfA: Vector3
  /// Half the size of B along each of its axes.
  var halfB: Vector3
  /// The axes of B in A's space, as columns.
  var axes: Matrix3
  /// The center of B in A's space.
  var center: Vector3

  /// The same pair in the space of box B.
  var swapped: BoxPair {
    let back: Matrix3 = axes.transpose
    return BoxPair(halfA: halfB, halfB: halfA, axes: back, center: Vector3() - back * center)
  }
}

/// The best separating axis among the face normals, by its number and gap.
private struct BestFaceAxis {
  var number: UInt32
  var separation: Float
}

/// Box A against box B, in A's space.
///
/// An edge pair must be better than the best face by a tenth, and B's faces better than A's or than
/// the axis of the last step by a small length: faces have more points, and a resting box keeps its
/// features.
func boxBox(_ pair: BoxPair, _ margin: Float, _ cache: inout ManifoldCache) -> Manifold {
  let axes = BoxAxes(pair)
  let faceA: F4 = axes.gapsOfFacesA
  let limit = F4(repeating: margin)
  if any(faceA .> limit) {
    cache.feature = 0
    return Manifold()
  }
  let faceB: F4 = axes.gapsOfFacesB
  if any(faceB .> limit) {
    cache.feature = 0
    return Manifold()
  }

  let slack: Float = min(2.5e-3, 0.02 * min(pair.halfA.least, pair.halfB.least))
  let previous: UInt32 = cache.feature
  var best = BestFaceAxis(number: 1, separation: faceA.x)
  var score: Float = faceA.x + (previous == 1 ? slack + 0.1 * max(-faceA.x, 0) : 0)
  considerFace(&best, &score, 2, faceA.y, previous, slack)
  considerFace(&best, &score, 3, faceA.z, previous, slack)
  // A's faces have half the preference of the last step's axis.
  score += best.number == previous ? 0 : 0.5 * slack
  considerFace(&best, &score, 4, faceB.x, previous, slack)
  considerFace(&best, &score, 5, faceB.y, previous, slack)
  considerFace(&best, &score, 6, faceB.z, previous, slack)

  let edges = BoxEdgeGaps(axes)
  if edges.greatest > margin {
    cache.feature = 0
    return Manifold()
  }
  let lead: Float = 0.1 * abs(best.separation) + slack
  // No pair of edges leads by more than the one with the greatest gap, so most searches end here.
  if edges.greatest > best.separation + 0.3 * lead {
    let edge = edges.best(previous: previous, slack: slack)
    let needed: Float = lead * (previous == edge.number ? 0.3 : 1)
    if edge.number != 0 && edge.separation > best.separation + needed {
      cache.feature = edge.number
      let m: Manifold = boxEdges(pair, Int(edge.number - 7), margin)
      return m.count > 0 ? m : boxCorners(pair, margin)
    }
  }
  cache.feature = best.number
  if best.number <= 3 {
    let m: Manifold = boxFace(pair, Int(best.number - 1), margin, flip: false)
    return isOffFace(m, best.separation, slack) ? boxCorners(pair, margin) : m
  }
  // B's face: the same computation in B's space, transformed back to A's.
  var m: Manifold = boxFace(pair.swapped, Int(best.number - 4), margin, flip: true)
  var i: Int = 0
  m.normal = Vector3() - pair.axes * m.normal
  m.kind = .faceB
  while i < m.count {
    m[i].position = pair.axes * m[i].position + pair.center
    i &+= 1
  }
  return isOffFace(m, best.separation, slack) ? boxCorners(pair, margin) : m
}

/// True when separate boxes are closest beside the face, not above it.
@inline(__always)
private func isOffFace(_ m: Manifold, _ separation: Float, _ slack: Float) -> Bool {
  m.count == 0 || (separation > 0 && m.leastSeparation > separation + 0.25 * slack)
}

/// The closest points, by GJK, of boxes that are closest at a vertex or past the ends of edges.
///
/// None of the fifteen axes measures the distance then, and the faces do not overlap.
private func boxCorners(_ pair: BoxPair, _ margin: Float) -> Manifold {
  let a = ConvexCore(form: .box, half: pair.halfA, radius: 0)
  let b = ConvexCore(form: .box, half: pair.halfB, radius: 0)
  let frame = CoreFrame(pair.axes, pair.center)
  let found: CoreDistance = coreDistance(a, b, frame, start: Double3())
  if found.distance > Double(margin) || found.distance <= 1e-9 { return Manifold() }
  let normal: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
  let middle: Vector3 = ((found.pointA + found.pointB) * 0.5).single
  return Manifold(
    normal: normal, kind: .edge,
    point: ManifoldPoint(
      position: middle, separation: Float(found.distance), feature: 0x2000_0000))
}

/// Uses a face as the best so far if it exceeds the score.
@inline(__always)
private func considerFace(
  _ best: inout BestFaceAxis, _ score: inout Float, _ number: UInt32, _ separation: Float,
  _ previous: UInt32, _ slack: Float
) {
  let own: Float = separation + (previous == number ? slack + 0.1 * max(-separation, 0) : 0)
  if own > score {
    best = BestFaceAxis(number: number, separation: separation)
    score = own
  }
}

/// The contact of edge i of A and edge j of B, with `edges` = 3·i + j.
private func boxEdges(_ pair: BoxPair, _ edges: Int, _ margin: Float) -> Manifold {
  let (i, j) = (edges / 3, edges % 3)
  let along: Vector3 = i == 0 ? Vector3(1, 0, 0) : (i == 1 ? Vector3(0, 1, 0) : Vector3(0, 0, 1))
  let r: Matrix3 = pair.axes
  let other: Vector3 = j == 0 ? r.x : (j == 1 ? r.y : r.z)
  var normal: Vector3 = along.cross(other).normalized(or: Vector3(0, 1, 0))
  if normal.dot(pair.center) < 0 { normal = -normal }
  // The edge of A farthest along the normal, and the edge of B farthest against it.
  var onA = Vector3(
    normal.x < 0 ? -pair.halfA.x : pair.halfA.x, normal.y < 0 ? -pair.halfA.y : pair.halfA.y,
    normal.z < 0 ? -pair.halfA.z : pair.halfA.z)
  onA[i] = 0
  let sx: Float = normal.dot(r.x) > 0 ? -pair.halfB.x : pair.halfB.x
  let sy: Float = normal.dot(r.y) > 0 ? -pair.halfB.y : pair.halfB.y
  let sz: Float = normal.dot(r.z) > 0 ? -pair.halfB.z : pair.halfB.z
  var onB: Vector3 = pair.center
  if j != 0 { onB += r.x * sx }
  if j != 1 { onB += r.y * sy }
  if j != 2 { onB += r.z * sz }
  // Closest points of two lines with unit directions d, e and offset w: solve
  //     s − t·(d·e) = d·w        s·(d·e) − t = e·w
  let w: Vector3 = onB - onA
  let cosine: Float = along.dot(other)
  let denominator: Float = max(1 - cosine * cosine, 1e-6)
  let s: Float = (along.dot(w) - cosine * other.dot(w)) / denominator
  let t: Float = (cosine * along.dot(w) - other.dot(w)) / denominator
  let halfB: Float = pair.halfB[j]
  let past: Bool = abs(s) > pair.halfA[i] || abs(t) > halfB
  let pointA: Vector3 = onA + along * s
  let pointB: Vector3 = onB + other * t
  let separation: Float = (pointB - pointA).dot(normal)
  // Separate edges that are closest past their ends do not touch, but overlapping edges do.
  if separation > margin || (past && separation > 0) { return Manifold() }
  // Along the two edges the normal is zero except for rounding, which must not change the feature.
  let ofA: UInt32 = (normal.x < 0 ? 1 : 0) | (normal.y < 0 ? 2 : 0) | (normal.z < 0 ? 4 : 0)
  let ofB: UInt32 = (sx < 0 ? 1 : 0) | (sy < 0 ? 2 : 0) | (sz < 0 ? 4 : 0)
  let signs: UInt32 = ofA & ~(1 << UInt32(i)) | (ofB & ~(1 << UInt32(j))) << 3
  let feature: UInt32 = 0x4000_0000 | UInt32(edges) << 8 | signs
  return Manifold(
    normal: normal, kind: .edge,
    point: ManifoldPoint(
      position: (pointA + pointB) * 0.5, separation: separation, feature: feature))
}

/// The components of `v` along the two axes after `axis`, and then along it.
@inline(__always)
private func permuted(_ v: Vector3, _ axis: Int) -> Vector3 {
  if axis == 0 { return Vector3(v.y, v.z, v.x) }
  if axis == 1 { return Vector3(v.z, v.x, v.y) }
  return v
}

/// The inverse of ``permuted(_:_:)``.
@inline(__always)
private func unpermuted(_ v: Vector3, _ axis: Int) -> Vector3 {
  if axis == 0 { return Vector3(v.z, v.x, v.y) }
  if axis == 1 { return Vector3(v.y, v.z, v.x) }
  return v
}

/// The support face of B for A's face on `axis`, clipped to that face.
private func boxFace(_ pair: BoxPair, _ axis: Int, _ margin: Float, flip: Bool) -> Manifold {
  // Permute the axes so that the face's normal is along z; `side` is its sign.
  let h: Vector3 = permuted(pair.halfA, axis)
  let p: Vector3 = permuted(pair.center, axis)
  let bx: Vector3 = permuted(pair.axes.x, axis)
  let by: Vector3 = permuted(pair.axes.y, axis)
  let bz: Vector3 = permuted(pair.axes.z, axis)
  let side: Float = p.z < 0 ? -1 : 1

  // The incident face is the one most opposed to the normal.
  let (ax, ay, az) = (abs(bx.z), abs(by.z), abs(bz.z))
  let hb: Vector3 = pair.halfB
  let incident: UInt32
  let out: Vector3
  let u: Vector3
  let v: Vector3
  if ax >= ay && ax >= az {
    let negative: Bool = bx.z * side > 0
    incident = negative ? 1 : 0
    out = bx * (negative ? -hb.x : hb.x)
    u = by * hb.y
    v = bz * hb.z
  } else if ay >= az {
    let negative: Bool = by.z * side > 0
    incident = negative ? 3 : 2
    out = by * (negative ? -hb.y : hb.y)
    u = bz * hb.z
    v = bx * hb.x
  } else {
    let negative: Bool = bz.z * side > 0
    incident = negative ? 5 : 4
    out = bz * (negative ? -hb.z : hb.z)
    u = bx * hb.x
    v = by * hb.y
  }
  let middle: Vector3 = p + out
  let base: UInt32 =
    (flip ? 0x1000_0000 : 0) | UInt32(axis) << 20 | (side < 0 ? 0x80_0000 : 0) | incident << 16
  var normal = Vector3()
  normal[axis] = side
  var m = Manifold(normal: normal, kind: .faceA)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 * clipCapacity) { scratch in
    guard let first = scratch.baseAddress else { return }
    let second: UnsafeMutablePointer<ClipVertex> = first + clipCapacity
    writeVertex(first, 0, middle - u - v, h.z, side)
    writeVertex(first, 1, middle + u - v, h.z, side)
    writeVertex(first, 2, middle + u + v, h.z, side)
    writeVertex(first, 3, middle - u + v, h.z, side)
    // Clipping writes to the other half of the memory.
    var (from, to, count) = (first, second, 4)
    clip(&from, &to, &count, 1, 0, h.x, 0)
    clip(&from, &to, &count, -1, 0, h.x, 1)
    clip(&from, &to, &count, 0, 1, h.y, 2)
    clip(&from, &to, &count, 0, -1, h.y, 3)
    var remaining: Int = keepNear(from, count, margin)
    let slack: Float = 0.01 * min(h.x, h.y)
    remaining = reduceToFour(from, remaining, slack: min(slack, 1e-3))
    var k: Int = 0
    while k < remaining {
      let vertex: ClipVertex = from[k]
      let z: Float = side * (h.z + 0.5 * vertex.height)
      let position: Vector3 = unpermuted(Vector3(vertex.x, vertex.y, z), axis)
      m.append(
        ManifoldPoint(
          position: position, separation: vertex.height, feature: base | UInt32(vertex.feature)))
      k &+= 1
    }
  }
  return m
}

/// Clips a polygon to a half-plane, if it is not inside, and exchanges the two buffers then.
@inline(__always)
private func clip(
  _ from: inout UnsafeMutablePointer<ClipVertex>, _ to: inout UnsafeMutablePointer<ClipVertex>,
  _ count: inout Int, _ nx: Float, _ ny: Float, _ limit: Float, _ plane: UInt16
) {
  var isInside: Bool = true
  for index in 0..<count where !(from[index].x * nx + from[index].y * ny - limit <= 0) {
    isInside = false
    break
  }
  if isInside { return }
  count = clip(from, count, to, nx, ny, limit, plane)
  swap(&from, &to)
}

/// Writes one vertex of the incident face, with its height above the reference face.
@inline(__always)
private func writeVertex(
  _ out: UnsafeMutablePointer<ClipVertex>, _ index: Int, _ corner: Vector3, _ top: Float,
  _ side: Float
) {
  let height: Float = side * corner.z - top
  out[index] = ClipVertex(
    x: corner.x, y: corner.y, height: height, feature: UInt16(truncatingIfNeeded: index),
    edge: UInt16(truncatingIfNeeded: index))
}
