import CaromMaths

// Contacts of a polyhedron with a capsule, in closed form and in the polyhedron's space.

/// The thresholds below which a capsule lies flat on a face, with a point at each end of the
/// overlap.
///
/// A capsule that lay flat in the last step has wider thresholds (hysteresis).
struct FlatContactThresholds {
  /// The greatest sine of the angle between the capsule and the face: about three degrees.
  var sine: Float
  /// The least cosine of the angle between the face's normal and that of the closest points.
  var cosine: Float
  /// The greatest height of the points above the lowest end.
  var rise: Float

  init(wasFlat: Bool) {
    sine = wasFlat ? 0.06 : 0.05
    cosine = wasFlat ? 0.975 : 0.98
    rise = wasFlat ? 3e-3 : 1e-3
  }
}

/// Polyhedron A against capsule B, whose placement in A's space is `frame`.
///
/// The closest points of a segment and a polyhedron are an end and a point of the surface, or
/// points inside the segment and an edge. Where the segment enters the polyhedron, the faces and
/// the cross products of its edges with the segment are tested.
func hullCapsule(
  _ a: UnsafePointer<Polyhedron>, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  let rule = FlatContactThresholds(wasFlat: cache.feature == 1)
  cache.feature = 0
  let m: Manifold = hullCapsule(a, b, frame, margin, rule, &cache)
  if m.count == 2 { cache.feature = 1 }
  return m
}

private func hullCapsule(
  _ a: UnsafePointer<Polyhedron>, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ rule: FlatContactThresholds, _ cache: inout ManifoldCache
) -> Manifold {
  let half: Vector3 = frame.orientation.rotate(Vector3(0, b.halfLength, 0))
  let (p, q) = (frame.position - half, frame.position + half)
  let maxDistance: Float = b.radius + margin
  if cache.direction != Vector3() {
    let d: Vector3 = cache.direction
    if min(d.dot(p), d.dot(q)) - a.pointee.supportExtent(d) > maxDistance { return Manifold() }
    cache.direction = Vector3()
  }
  let (face, height) = highestPlane(a, p, q)
  let n: Vector3 = a.pointee.normal(face)
  if height > maxDistance {
    cache = ManifoldCache(direction: n, feature: 0)
    return Manifold()
  }
  let plane: Float = a.pointee.planes[face].w
  let (overP, overQ) = (n.dot(p) - plane, n.dot(q) - plane)
  let isFlat: Bool = abs(overP - overQ) < rule.sine * 2 * b.halfLength
  if height > 0 && isOver(a, face, overP <= overQ ? p : q) {
    // The lower end is above the face: no axis has a greater gap. The other end has a point as
    // well if it is within the margin: a capsule that falls onto one end swings around it, and the
    // other end would sink in before it is noticed.
    if isFlat || max(overP, overQ) <= maxDistance {
      let m: Manifold = capsuleOnHull(a, face, p, q, b.radius, margin)
      if m.count > 0 { return m }
    }
    let end: Vector3 = overP <= overQ ? p : q
    return sphereManifold(
      surface: end - n * height, normal: n, separation: height - b.radius, kind: .faceA)
  }
  let edge = CapsuleEdge(a, p, q, above: height)
  if height <= 0 {
    // The segment enters the polyhedron, or nearly does.
    let enough: Float = height + 0.1 * abs(height) + 0.01 * a.pointee.innerRadius
    if edge.gap <= enough {
      let m: Manifold = capsuleOnHull(a, face, p, q, b.radius, margin)
      // Except when it is deepest beside the face.
      let deepest: Float = height - b.radius + 0.01 * a.pointee.innerRadius
      if m.count > 0 && m.leastSeparation <= deepest { return m }
      if edge.gap > -.infinity && edge.gap <= 0 { return edge.manifold(b.radius) }
      let end: Vector3 = overP <= overQ ? p : q
      return sphereManifold(
        surface: end - n * height, normal: n, separation: height - b.radius, kind: .faceA)
    }
    if edge.gap <= 0 || edge.isInside {
      return edge.gap > maxDistance ? Manifold() : edge.manifold(b.radius)
    }
  }
  return capsuleBeside(a, b, p, q, face, edge, margin, rule, &cache)
}

/// The contact of a capsule whose segment is outside, at its closest end or edge.
private func capsuleBeside(
  _ a: UnsafePointer<Polyhedron>, _ b: CapsuleShape, _ p: Vector3, _ q: Vector3, _ face: Int,
  _ edge: CapsuleEdge, _ margin: Float, _ rule: FlatContactThresholds, _ cache: inout ManifoldCache
) -> Manifold {
  let maxDistance: Float = b.radius + margin
  var found: ClosestPoint?
  var limit: Float = maxDistance
  if edge.isInside && edge.gap > 0 && edge.gap <= maxDistance { limit = edge.gap }
  if let end = closestPoint(a, p, within: limit) {
    found = end
    limit = min(limit, end.distance)
  }
  if let end = closestPoint(a, q, within: limit), end.distance < limit || found == nil {
    found = end
    limit = min(limit, end.distance)
  }
  if let corner = closestCorner(a, p, q, within: limit) { found = corner }
  let m: Manifold
  if let found {
    m = sphereManifold(
      surface: found.surface, normal: found.normal, separation: found.distance - b.radius,
      kind: found.isFace ? .faceA : .edge)
  } else if edge.isInside && edge.gap > 0 {
    if edge.gap > maxDistance {
      cache = ManifoldCache(direction: edge.normal, feature: 0)
      return Manifold()
    }
    m = edge.manifold(b.radius)
  } else {
    return Manifold()
  }
  // Nearly flat on a face with nearly the same normal: a point at each end of the overlap.
  let n: Vector3 = a.pointee.normal(face)
  if n.dot(m.normal) > rule.cosine && abs(n.dot(q - p)) < rule.sine * 2 * b.halfLength {
    let flat: Manifold = capsuleOnHull(a, face, p, q, b.radius, margin)
    let lowest: Float = min(n.dot(p), n.dot(q)) - a.pointee.planes[face].w - b.radius
    if flat.count > 0 && flat.leastSeparation <= lowest + rule.rise { return flat }
  }
  return m
}

/// The vertex of a polyhedron closest to a segment, if closer than `limit`.
private func closestCorner(
  _ a: UnsafePointer<Polyhedron>, _ p: Vector3, _ q: Vector3, within limit: Float
) -> ClosestPoint? {
  let u: Vector3 = q - p
  let scale: Float = 1 / u.lengthSquared
  let (ux, uy, uz) = (F4(repeating: u.x), F4(repeating: u.y), F4(repeating: u.z))
  let (px, py, pz) = (F4(repeating: p.x), F4(repeating: p.y), F4(repeating: p.z))
  let inverse = F4(repeating: scale)
  let (none, all) = (F4(repeating: 0), F4(repeating: 1))
  let blocks: Int = Polyhedron.blocks(a.pointee.vertexCount)
  var rows: UnsafeMutablePointer<F4> = a.pointee.vertexRows
  var nearest = F4(repeating: -limit * limit)
  var indices = SIMD4<Int32>(repeating: -1)
  var current = SIMD4<Int32>(0, 1, 2, 3)
  var block: Int = 0
  while block < blocks {
    let (x, y, z) = (rows[0] - px, rows[1] - py, rows[2] - pz)
    let share: F4 = vmin(vmax((x * ux + y * uy + z * uz) * inverse, none), all)
    let (dx, dy, dz) = (x - ux * share, y - uy * share, z - uz * share)
    let squared: F4 = none - (dx * dx + dy * dy + dz * dz)
    indices = select(bits(squared .> nearest), current, indices)
    nearest = vmax(squared, nearest)
    current = current &+ SIMD4<Int32>(repeating: 4)
    rows += 3
    block &+= 1
  }
  let index = Int(indexOfGreatest(nearest, indices))
  if index < 0 || index >= a.pointee.vertexCount { return nil }
  let v: Vector3 = a.pointee.point(index)
  let share: Float = min(max((v - p).dot(u) * scale, 0), 1)
  let offset: Vector3 = p + u * share - v
  let distance: Float = offset.length
  guard distance > 1e-18 else { return nil }
  return ClosestPoint(distance: distance, surface: v, normal: offset / distance, isFace: false)
}

/// Both ends of the part of a capsule's segment that lies above a face.
private func capsuleOnHull(
  _ a: UnsafePointer<Polyhedron>, _ face: Int, _ p: Vector3, _ q: Vector3, _ radius: Float,
  _ margin: Float
) -> Manifold {
  let n: Vector3 = a.pointee.normal(face)
  let outline: HullFace = a.pointee.faces[face]
  let first: UnsafeMutablePointer<HalfEdge> = a.pointee.halfEdges + Int(outline.first)
  let count = Int(outline.count)
  let d: Vector3 = q - p
  var (low, high): (Float, Float) = (0, 1)
  var m = Manifold(normal: n, kind: .faceA)
  var from: Vector3 = a.pointee.point(Int(first[count &- 1].origin))
  var k: Int = 0
  while k < count {
    let to: Vector3 = a.pointee.point(Int(first[k].origin))
    let side: Vector3 = (to - from).cross(n)
    // Positive outside the edge.
    let start: Float = side.dot(p - from)
    let rise: Float = side.dot(d)
    if rise > 0 {
      high = min(high, -start / rise)
    } else if rise < 0 {
      low = max(low, -start / rise)
    } else if start > 0 {
      return m
    }
    from = to
    k &+= 1
  }
  if low > high { return m }
  appendAbove(&m, p + d * low, a.pointee.planes[face].w, radius, margin, 1)
  // A part too short for a second point has only the first.
  if high - low > 0.005 {
    appendAbove(&m, p + d * high, a.pointee.planes[face].w, radius, margin, 2)
  }
  return m
}

@inline(__always)
private func appendAbove(
  _ m: inout Manifold, _ end: Vector3, _ plane: Float, _ radius: Float, _ margin: Float,
  _ feature: UInt32
) {
  let height: Float = end.dot(m.normal) - plane
  let separation: Float = height - radius
  if separation > margin { return }
  m.append(
    ManifoldPoint(
      position: end - m.normal * (height - 0.5 * separation), separation: separation,
      feature: feature))
}

/// The edge of a polyhedron whose cross product with a segment shows the greatest gap.
private struct CapsuleEdge {
  /// The gap between the edge and the segment, negative when they overlap; −∞ without an edge.
  var gap: Float = -.infinity
  var normal = Vector3(0, 1, 0)
  /// The closest points on the edge and on the segment.
  var onEdge = Vector3()
  var onSegment = Vector3()
  /// True when both closest points lie between the ends.
  var isInside = false
  var index: Int = 0

  /// Searches for the edge with the greatest gap, if that is greater than `above`.
  ///
  /// An edge and a segment form a face of the difference only where the edge's arc on the Gauss map
  /// crosses the great circle perpendicular to the segment.
  init(_ a: UnsafePointer<Polyhedron>, _ p: Vector3, _ q: Vector3, above: Float) {
    let u: Vector3 = q - p
    let (ux, uy, uz) = (F4(repeating: u.x), F4(repeating: u.y), F4(repeating: u.z))
    let (px, py, pz) = (F4(repeating: p.x), F4(repeating: p.y), F4(repeating: p.z))
    let floor = F4(repeating: 1e-3 * u.lengthSquared)
    let count: Int = a.pointee.edgeCount
    var rows: UnsafeMutablePointer<F4> = a.pointee.edgeRows
    var best: Float = above
    var found: Int = -1
    var block: Int = 0
    while block < count {
      let left: F4 = rows[0] * ux + rows[1] * uy + rows[2] * uz
      let right: F4 = rows[3] * ux + rows[4] * uy + rows[5] * uz
      let crosses: SIMDMask<SIMD4<Int32>> = (left * right) .< F4(repeating: 0)
      if laneBits(crosses) != 0 {
        let (ex, ey, ez) = (rows[6], rows[7], rows[8])
        let nx: F4 = ey * uz - ez * uy
        let ny: F4 = ez * ux - ex * uz
        let nz: F4 = ex * uy - ey * ux
        // Outwards: along the edge's two face normals.
        let outward: F4 =
          nx * (rows[0] + rows[3]) + ny * (rows[1] + rows[4]) + nz * (rows[2] + rows[5])
        let squared: F4 = nx * nx + ny * ny + nz * nz
        let distance: F4 = nx * (px - rows[9]) + ny * (py - rows[10]) + nz * (pz - rows[11])
        let signed: F4 = select(
          bits(outward .< F4(repeating: 0)), F4() - distance, distance)
        let isWide: SIMD4<Int32> = bits(crosses) & bits(squared .> floor)
        // gap > best, without a square root: compare squares with their signs.
        let limit = F4(repeating: best * abs(best))
        let size: F4 = select(bits(signed .< F4(repeating: 0)), F4() - signed, signed)
        let isBetter: SIMD4<Int32> = isWide & bits(signed * size .> limit * squared)
        var hits: Int = laneBits(isBetter .!= SIMD4<Int32>(repeating: 0))
        while hits != 0 {
          let lane: Int = hits.trailingZeroBitCount
          hits &= hits &- 1
          if block &+ lane >= count { break }
          let (s, w) =
            lane < 2
            ? (lane == 0 ? (signed.x, squared.x) : (signed.y, squared.y))
            : (lane == 2 ? (signed.z, squared.z) : (signed.w, squared.w))
          let here: Float = s / w.squareRoot()
          if here > best {
            best = here
            found = block &+ lane
          }
        }
      }
      rows += Polyhedron.EdgeRow.count
      block &+= 4
    }
    if found < 0 { return }
    index = found
    let e: HullEdge = a.pointee.edges[found]
    let tail: Vector3 = a.pointee.point(Int(e.tail))
    let d: Vector3 = a.pointee.point(Int(e.head)) - tail
    normal = d.cross(u).normalized(or: normal)
    if normal.dot(a.pointee.normal(Int(e.left)) + a.pointee.normal(Int(e.right))) < 0 {
      normal = normal * -1
    }
    gap = best
    // The closest points of the lines tail + s·d and p + t·u.
    let w: Vector3 = p - tail
    let (dd, uu, du) = (d.lengthSquared, u.lengthSquared, d.dot(u))
    let (dw, uw) = (d.dot(w), u.dot(w))
    let denominator: Float = max(dd * uu - du * du, 1e-6 * dd * uu)
    let s: Float = (dw * uu - uw * du) / denominator
    let t: Float = (dw * du - uw * dd) / denominator
    isInside = s >= 0 && s <= 1 && t >= 0 && t <= 1
    onEdge = tail + d * min(max(s, 0), 1)
    onSegment = p + u * min(max(t, 0), 1)
  }

  /// The contact of the edge with a capsule of this radius around the segment.
  func manifold(_ radius: Float) -> Manifold {
    let separation: Float = gap - radius
    let surface: Vector3 = onSegment - normal * radius
    return Manifold(
      normal: normal, kind: .edge,
      point: ManifoldPoint(
        position: surface - normal * (0.5 * separation), separation: separation,
        feature: 0x100 + UInt32(truncatingIfNeeded: index)))
  }
}
