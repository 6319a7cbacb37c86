import CaromMaths

// Two convex polyhedra: separating axes, then clipping of the two faces that meet, or the crossing of
// two edges.
//
// The gap along a direction n is at most n·c − rA − rB, where c is the way between the middles of two
// balls inside. Once one axis is known, only faces and edges that look along c closely enough to beat
// it are worth a look: of two round hulls a tenth of the faces and one pair of edges in fifty.
//
// Sources: D. Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013 (two edges make
// a face of A − B only if their arcs on the Gauss map cross).

/// Polyhedron A against polyhedron B, in the world.
func hullHull(
  _ a: UnsafePointer<Polyhedron>, _ placementA: Transform, _ b: UnsafePointer<Polyhedron>,
  _ placementB: Transform, _ margin: Float, _ cache: inout ManifoldCache
) -> Manifold {
  let frame: Transform = placementA.relative(placementB)
  var search = HullSearch(a, b, Matrix3(frame.orientation), frame.position, margin, cache.feature)
  if cache.direction != Vector3() {
    if search.gap(cache.direction) > margin { return Manifold() }
    cache.direction = Vector3()
  }
  if !search.tryHeld() || !search.tryFacesOfA() || !search.tryFacesOfB() || !search.tryEdges() {
    cache = ManifoldCache(direction: search.apart, feature: 0)
    return Manifold()
  }
  let slack: Float = search.slack
  var m: Manifold
  if search.isEdge {
    m = search.crossing()
    cache.feature = search.edge
    if m.count > 0 { return m.placed(at: placementA) }
  } else {
    let best = search.best
    cache.feature = best
    if best < HullSearch.facesOfB {
      m = polyhedronFace(
        a, Int(best &- HullSearch.facesOfA), b, search.r, search.p, margin,
        flag: best << 16)
      if !isBeside(m, search.separation, slack) { return m.placed(at: placementA) }
      if search.separation <= 0, let cross = search.otherwise(m, &cache) {
        return cross.placed(at: placementA)
      }
    } else {
      let back: Matrix3 = search.r.transpose
      m = polyhedronFace(
        b, Int(best &- HullSearch.facesOfB), a, back, Vector3() - back * search.p, margin,
        flag: best << 16)
      if !isBeside(m, search.separation, slack) { return m.placed(at: placementB).flipped }
      if search.separation <= 0 {
        if let cross = search.otherwise(m, &cache) { return cross.placed(at: placementA) }
        if m.count > 0 { return m.placed(at: placementB).flipped }
      }
    }
  }
  // Apart, and closest with a corner, or past the ends of edges: no axis tells the distance then.
  m = hullCorners(search, margin, &cache)
  return m.placed(at: placementA)
}

/// True when solids are closest, or deepest in each other, beside the face and not above it.
@inline(__always)
private func isBeside(_ m: Manifold, _ separation: Float, _ slack: Float) -> Bool {
  m.count == 0 || m.leastSeparation > separation + 0.25 * slack
}

/// The closest points of two polyhedra, or the least way out, by GJK and EPA.
private func hullCorners(
  _ search: HullSearch, _ margin: Float, _ cache: inout ManifoldCache
) -> Manifold {
  let (r, p) = (search.r, search.p)
  let (coreA, coreB) = (ConvexCore(search.a), ConvexCore(search.b))
  let found: CoreDistance = coreDistance(
    coreA, coreB, CoreFrame(r, p), start: Double3(search.bestNormal))
  if found.distance <= 1e-9 {
    // Faces and edges missed each other by rounding alone.
    var search = NormalSearch(coreA, coreB, r, p, margin, held: 0)
    search.tryPenetration(Vector3())
    return search.contacts(&cache)
  }
  let normal: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
  if found.distance > Double(margin) {
    cache = ManifoldCache(direction: normal, feature: 0)
    return Manifold()
  }
  let middle: Vector3 = ((found.pointA + found.pointB) * 0.5).single
  return Manifold(
    normal: normal, kind: .edge,
    point: ManifoldPoint(
      position: middle, separation: Float(found.distance), feature: 0x2000_0000))
}

/// The search for the axis along which two polyhedra have the greatest gap.
private struct HullSearch {
  /// The numbers of faces start here; pairs of edges have the highest bit.
  static let facesOfA: UInt32 = 1
  static let facesOfB: UInt32 = 0x400
  static let edges: UInt32 = 0x8000_0000

  let a: UnsafePointer<Polyhedron>
  let b: UnsafePointer<Polyhedron>
  /// The axes and the origin of B in A's space.
  let r: Matrix3
  let p: Vector3
  let margin: Float
  let held: UInt32
  /// From the middle of A's ball to that of B's, and the sum of their radii.
  let way: Vector3
  let depth: Float
  /// A length that is small for both.
  let slack: Float
  /// The best face, its gap, and that gap with what counts in its favour.
  var best: UInt32 = 0
  var separation: Float = -.infinity
  var score: Float = -.infinity
  /// The best pair of edges, its gap, normal and edges.
  var edge: UInt32 = 0
  var edgeGap: Float = -.infinity
  var edgeNormal = Vector3()
  var isEdge = false
  /// The direction that was found to keep them apart.
  var apart = Vector3()

  init(
    _ a: UnsafePointer<Polyhedron>, _ b: UnsafePointer<Polyhedron>, _ r: Matrix3, _ p: Vector3,
    _ margin: Float, _ held: UInt32
  ) {
    (self.a, self.b, self.r, self.p) = (a, b, r, p)
    (self.margin, self.held) = (margin, held)
    way = r * b.pointee.center + p - a.pointee.center
    depth = a.pointee.innerRadius + b.pointee.innerRadius
    slack = min(2.5e-3, 0.02 * min(a.pointee.innerRadius, b.pointee.innerRadius))
  }

  @inline(__always) func turnedBack(_ v: Vector3) -> Vector3 {
    Vector3(v.dot(r.x), v.dot(r.y), v.dot(r.z))
  }

  /// The gap along a unit direction from A to B.
  @inline(__always) func gap(_ n: Vector3) -> Float {
    n.dot(p) - a.pointee.reach(n) - b.pointee.reach(turnedBack(n) * -1)
  }

  /// Tests the face of the last step first; false, like the others, when it shows that they are apart.
  ///
  /// It is likely to be the best still, and the better the first, the more of the others need no test.
  mutating func tryHeld() -> Bool {
    if held >= Self.edges || held == 0 { return tryFaceOfA(a.pointee.face(along: way)) }
    if held >= Self.facesOfB {
      let face = Int(held &- Self.facesOfB)
      return face >= b.pointee.faceCount || tryFaceOfB(face)
    }
    let face = Int(held &- Self.facesOfA)
    return face >= a.pointee.faceCount || tryFaceOfA(face)
  }

  @inline(__always) private mutating func tryFaceOfA(_ face: Int) -> Bool {
    let plane: Lanes = a.pointee.planes[face]
    let n = Vector3(plane.x, plane.y, plane.z)
    let gap: Float = n.dot(p) - b.pointee.reach(turnedBack(n) * -1) - plane.w
    let number: UInt32 = Self.facesOfA &+ UInt32(truncatingIfNeeded: face)
    if gap > margin {
      apart = n
      return false
    }
    take(number, gap)
    return true
  }

  @inline(__always) private mutating func tryFaceOfB(_ face: Int) -> Bool {
    let plane: Lanes = b.pointee.planes[face]
    let n: Vector3 = r * Vector3(plane.x, plane.y, plane.z)
    let gap: Float = -n.dot(p) - a.pointee.reach(n * -1) - plane.w
    let number: UInt32 = Self.facesOfB &+ UInt32(truncatingIfNeeded: face)
    if gap > margin {
      apart = n * -1
      return false
    }
    take(number, gap)
    return true
  }

  /// A face counts as better by a little when it was the best in the last step, and A's by half.
  @inline(__always) private mutating func take(_ number: UInt32, _ gap: Float) {
    var own: Float = gap
    if number == held {
      own += slack
    } else if number < Self.facesOfB {
      own += 0.5 * slack
    }
    if own > score { (best, separation, score) = (number, gap, own) }
  }

  mutating func tryFacesOfA() -> Bool {
    let (x, y, z) = (Lanes(repeating: way.x), Lanes(repeating: way.y), Lanes(repeating: way.z))
    var face: Int = 0
    var rows: UnsafeMutablePointer<Lanes> = a.pointee.faceRows
    let count: Int = a.pointee.faceCount
    while face < count {
      let along: Lanes = rows[0] * x + rows[1] * y + rows[2] * z
      let limit = Lanes(repeating: score + depth - slack)
      var hits: Int = laneBits(along .> limit)
      while hits != 0 {
        let lane: Int = hits.trailingZeroBitCount
        hits &= hits &- 1
        if face &+ lane < count && Self.facesOfA &+ UInt32(face &+ lane) != held {
          if !tryFaceOfA(face &+ lane) { return false }
        }
      }
      rows += 4
      face &+= 4
    }
    return true
  }

  mutating func tryFacesOfB() -> Bool {
    let back: Vector3 = turnedBack(way) * -1
    let (x, y, z) = (Lanes(repeating: back.x), Lanes(repeating: back.y), Lanes(repeating: back.z))
    var face: Int = 0
    var rows: UnsafeMutablePointer<Lanes> = b.pointee.faceRows
    let count: Int = b.pointee.faceCount
    while face < count {
      let along: Lanes = rows[0] * x + rows[1] * y + rows[2] * z
      let limit = Lanes(repeating: score + depth - slack)
      var hits: Int = laneBits(along .> limit)
      while hits != 0 {
        let lane: Int = hits.trailingZeroBitCount
        hits &= hits &- 1
        if face &+ lane < count && Self.facesOfB &+ UInt32(face &+ lane) != held {
          if !tryFaceOfB(face &+ lane) { return false }
        }
      }
      rows += 4
      face &+= 4
    }
    return true
  }

  // MARK: Edges

  /// Tests the pairs of edges that can beat the best face by enough to be preferred.
  ///
  /// An edge pair must beat it by a tenth and a little, as faces give more points.
  mutating func tryEdges() -> Bool {
    let bonus: Float = held >= Self.edges ? slack : 0
    // A pair with a gap above the margin matters however good the face is.
    return tryEdges(above: min(separation + 0.1 * abs(separation) + slack - bonus, margin))
  }

  private mutating func tryEdges(above needed: Float) -> Bool {
    edgeGap = needed
    let capacity: Int = a.pointee.edgeCount &+ b.pointee.edgeCount &+ 8
    let isTogether: Bool = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) {
      scratch -> Bool in
      guard let ofA = scratch.baseAddress else { return true }
      let countA: Int = facing(a, way, edgeGap + depth, ofA)
      if countA == 0 { return true }
      let ofB: UnsafeMutablePointer<UInt16> = ofA + countA
      let countB: Int = facing(b, turnedBack(way) * -1, edgeGap + depth, ofB)
      var j: Int = 0
      while j < countB {
        if !tryEdge(Int(ofB[j]), ofA, countA) { return false }
        j &+= 1
      }
      return true
    }
    isEdge = edge != 0
    return isTogether
  }

  /// Lists the edges whose arc on the Gauss map reaches farther than `limit` along `c`.
  private func facing(
    _ hull: UnsafePointer<Polyhedron>, _ c: Vector3, _ limit: Float,
    _ out: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let (x, y, z) = (Lanes(repeating: c.x), Lanes(repeating: c.y), Lanes(repeating: c.z))
    let squared = Lanes(repeating: c.lengthSquared)
    let top = Lanes(repeating: limit)
    let topSquared = Lanes(repeating: limit > 0 ? limit * limit : -1)
    var rows: UnsafeMutablePointer<Lanes> = hull.pointee.edgeRows
    let count: Int = hull.pointee.edgeCount
    var written: Int = 0
    var index: Int = 0
    while index < count {
      let left: Lanes = rows[0] * x + rows[1] * y + rows[2] * z
      let right: Lanes = rows[3] * x + rows[4] * y + rows[5] * z
      let along: Lanes = rows[6] * x + rows[7] * y + rows[8] * z
      let cosine: Lanes = rows[13]
      let ends: SIMD4<Int32> = bits(greatest(left, right) .> top)
      // Where c lies over the arc, the arc reaches as far as c without its part along the edge.
      let over: SIMD4<Int32> =
        bits(right .> cosine * left) & bits(left .> cosine * right)
        & bits(squared - along * along .> topSquared)
      var hits: Int = laneBits((ends | over) .!= SIMD4<Int32>(repeating: 0))
      if index &+ 4 > count { hits &= (1 &<< (count &- index)) &- 1 }
      while hits != 0 {
        out[written] = UInt16(truncatingIfNeeded: index &+ hits.trailingZeroBitCount)
        written &+= 1
        hits &= hits &- 1
      }
      rows += Polyhedron.EdgeRow.count
      index &+= 4
    }
    return written
  }

  /// Tests one edge of B against listed edges of A; false when one shows that they are apart.
  private mutating func tryEdge(
    _ indexB: Int, _ ofA: UnsafeMutablePointer<UInt16>, _ countA: Int
  ) -> Bool {
    let e: HullEdge = b.pointee.edges[indexB]
    let c: Vector3 = r * b.pointee.normal(Int(e.left))
    let d: Vector3 = r * b.pointee.normal(Int(e.right))
    let tailB: Vector3 = r * b.pointee.point(Int(e.tail)) + p
    let along: Vector3 = r * (b.pointee.point(Int(e.head)) - b.pointee.point(Int(e.tail)))
    let lengthB: Float = along.lengthSquared
    var i: Int = 0
    while i < countA {
      let indexA = Int(ofA[i])
      i &+= 1
      let f: HullEdge = a.pointee.edges[indexA]
      let tailA: Vector3 = a.pointee.point(Int(f.tail))
      let alongA: Vector3 = a.pointee.point(Int(f.head)) - tailA
      let (ce, de) = (c.dot(alongA), d.dot(alongA))
      if ce * de >= 0 { continue }
      let ae: Float = a.pointee.normal(Int(f.left)).dot(along)
      let be: Float = a.pointee.normal(Int(f.right)).dot(along)
      if ae * be >= 0 || ce * be >= 0 { continue }
      var n: Vector3 = alongA.cross(along)
      let squared: Float = n.lengthSquared
      // Nearly parallel edges say nothing that faces do not.
      if squared < 1e-3 * alongA.lengthSquared * lengthB { continue }
      if n.dot(tailA - a.pointee.center) < 0 { n = n * -1 }
      let room: Float = n.dot(tailB - tailA)
      let gap: Float = room / squared.squareRoot()
      if gap <= edgeGap { continue }
      if gap > margin {
        apart = n / squared.squareRoot()
        return false
      }
      edgeGap = gap
      edgeNormal = n / squared.squareRoot()
      edge =
        Self.edges | UInt32(truncatingIfNeeded: indexA) << 12 | UInt32(truncatingIfNeeded: indexB)
    }
    return true
  }

  /// The best direction from A to B that was found.
  var bestNormal: Vector3 {
    if isEdge { return edgeNormal }
    if best >= Self.facesOfB { return r * b.pointee.normal(Int(best &- Self.facesOfB)) * -1 }
    return a.pointee.normal(Int(best &- Self.facesOfA))
  }

  /// The contact of the best pair of edges, though the face is better, when solids that overlap are
  /// deepest beside the face.
  mutating func otherwise(_ beside: Manifold, _ cache: inout ManifoldCache) -> Manifold? {
    // No deeper than the points above the face make it.
    _ = tryEdges(above: 2 * separation - slack)
    guard isEdge else { return beside.count > 0 && best < Self.facesOfB ? beside : nil }
    cache.feature = edge
    return crossing()
  }

  /// The contact where the two best edges cross; none when they are apart and cross past their ends.
  func crossing() -> Manifold {
    let f: HullEdge = a.pointee.edges[Int(edge >> 12 & 0xfff)]
    let e: HullEdge = b.pointee.edges[Int(edge & 0xfff)]
    let tailA: Vector3 = a.pointee.point(Int(f.tail))
    let d: Vector3 = a.pointee.point(Int(f.head)) - tailA
    let tailB: Vector3 = r * b.pointee.point(Int(e.tail)) + p
    let q: Vector3 = r * (b.pointee.point(Int(e.head)) - b.pointee.point(Int(e.tail)))
    // Closest points of two lines: tailA + s·d and tailB + t·q.
    let w: Vector3 = tailB - tailA
    let (dd, qq, dq) = (d.lengthSquared, q.lengthSquared, d.dot(q))
    let (dw, qw) = (d.dot(w), q.dot(w))
    let denominator: Float = max(dd * qq - dq * dq, 1e-6 * dd * qq)
    let s: Float = (dw * qq - qw * dq) / denominator
    let t: Float = (dw * dq - qw * dd) / denominator
    let isPast: Bool = s < 0 || s > 1 || t < 0 || t > 1
    if isPast && edgeGap > 0 { return Manifold(normal: edgeNormal, kind: .edge) }
    let pointA: Vector3 = tailA + d * min(max(s, 0), 1)
    let pointB: Vector3 = tailB + q * min(max(t, 0), 1)
    return Manifold(
      normal: edgeNormal, kind: .edge,
      point: ManifoldPoint(
        position: (pointA + pointB) * 0.5, separation: edgeGap, feature: edge))
  }
}
