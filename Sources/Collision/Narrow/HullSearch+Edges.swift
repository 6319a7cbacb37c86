import CaromMaths

/// Those of four edges in a row of ``Polyhedron/edgeRows`` that may be the closest.
private struct EdgeGroup: BitwiseCopyable {
  let first: Int
  /// The edges as bits, the first lowest.
  let lanes: Int
}

/// An edge of B in A's space, with the normals of its two faces.
private struct PlacedEdge {
  let left: Vector3
  let right: Vector3
  let tail: Vector3
  let along: Vector3
  let squared: Float

  @inline(__always)
  init(_ search: HullSearch, _ index: Int) {
    let b = search.b
    let e: HullEdge = b.pointee.edges[index]
    left = search.r * b.pointee.normal(Int(e.left))
    right = search.r * b.pointee.normal(Int(e.right))
    tail = search.r * b.pointee.point(Int(e.tail)) + search.p
    along = search.r * (b.pointee.point(Int(e.head)) - b.pointee.point(Int(e.tail)))
    squared = along.lengthSquared
  }
}

extension HullSearch {
  /// Tests the pairs of edges that can be sufficiently better than the best face.
  ///
  /// An edge pair must be better by a tenth and a small length, since faces have more points. The
  /// pair of the last step needs less, and other pairs must beat it by as much as a face. Without
  /// this hysteresis the contact normal of deeply overlapping solids, as in a jammed heap, would
  /// alternate between pairs forever, and each change would push the bodies into each other.
  mutating func testEdges() -> Bool {
    // A pair with a gap above the margin is used regardless of the best face.
    let needed: Float = min(separation + 0.1 * abs(separation) + slack, margin)
    let floor: Float = separation + 0.3 * (0.1 * abs(separation) + slack)
    return testEdges(above: needed, previousAbove: floor)
  }

  /// Searches for a pair with a gap above `needed`, or `floor` for the last step's pair.
  private mutating func testEdges(above needed: Float, previousAbove floor: Float) -> Bool {
    guard let old = previousPair, old.gap > floor, old.gap <= margin else {
      return testEdges(above: needed)
    }
    let better: Float = old.gap + 0.1 * abs(old.gap) + slack
    if !testEdges(above: min(max(needed, better), margin)) { return false }
    if !isEdge {
      (edge, edgeGap, edgeNormal, isEdge) = (previousFeature, old.gap, old.normal, true)
    }
    return true
  }

  /// The gap and the normal of the last step's pair of edges, while it forms a face of A − B.
  private var previousPair: (gap: Float, normal: Vector3)? {
    let (indexA, indexB) = (Int(previousFeature >> 12 & 0xfff), Int(previousFeature & 0xfff))
    guard previousFeature >= Self.edges, indexA < a.pointee.edgeCount, indexB < b.pointee.edgeCount
    else {
      return nil
    }
    return pair(indexA, PlacedEdge(self, indexB))
  }

  private mutating func testEdges(above needed: Float) -> Bool {
    edgeGap = needed
    let capacity: Int = (a.pointee.edgeCount &+ b.pointee.edgeCount) / 4 &+ 2
    let isTogether: Bool = withUnsafeTemporaryAllocation(of: EdgeGroup.self, capacity: capacity) {
      scratch -> Bool in
      guard let ofA = scratch.baseAddress else { return true }
      let countA: Int = facing(a, centerOffset, edgeGap + depth, ofA)
      if countA == 0 { return true }
      let ofB: UnsafeMutablePointer<EdgeGroup> = ofA + countA
      let countB: Int = facing(b, unrotate(centerOffset) * -1, edgeGap + depth, ofB)
      for slot in 0..<countB {
        var left: Int = ofB[slot].lanes
        while left != 0 {
          let edge: Int = ofB[slot].first &+ left.trailingZeroBitCount
          left &= left &- 1
          if !testEdge(edge, ofA, countA) { return false }
        }
      }
      return true
    }
    isEdge = edge != 0
    return isTogether
  }

  /// Lists the edges whose arcs on the Gauss map extend farther than `limit` along `c`, by fours.
  private func facing(
    _ hull: UnsafePointer<Polyhedron>, _ c: Vector3, _ limit: Float,
    _ out: UnsafeMutablePointer<EdgeGroup>
  ) -> Int {
    let (x, y, z) = (F4(repeating: c.x), F4(repeating: c.y), F4(repeating: c.z))
    let squared = F4(repeating: c.lengthSquared)
    let top = F4(repeating: limit)
    let topSquared = F4(repeating: limit > 0 ? limit * limit : -1)
    var rows: UnsafeMutablePointer<F4> = hull.pointee.edgeRows
    let count: Int = hull.pointee.edgeCount
    var written: Int = 0
    var index: Int = 0
    while index < count {
      let left: F4 = rows[0] * x + rows[1] * y + rows[2] * z
      let right: F4 = rows[3] * x + rows[4] * y + rows[5] * z
      let along: F4 = rows[6] * x + rows[7] * y + rows[8] * z
      let cosine: F4 = rows[13]
      let ends: SIMD4<Int32> = bits(vmax(left, right) .> top)
      // Where c lies above the arc, the arc extends as far as c without its component along the
      // edge.
      let over: SIMD4<Int32> =
        bits(right .> cosine * left) & bits(left .> cosine * right)
        & bits(squared - along * along .> topSquared)
      var hits: Int = laneBits((ends | over) .!= SIMD4<Int32>(repeating: 0))
      if index &+ 4 > count { hits &= (1 &<< (count &- index)) &- 1 }
      if hits != 0 {
        out[written] = EdgeGroup(first: index, lanes: hits)
        written &+= 1
      }
      rows += Polyhedron.EdgeRow.count
      index &+= 4
    }
    return written
  }

  /// Tests one edge of B against listed edges of A; returns false when one separates the solids.
  private mutating func testEdge(
    _ indexB: Int, _ ofA: UnsafeMutablePointer<EdgeGroup>, _ countA: Int
  ) -> Bool {
    let e = PlacedEdge(self, indexB)
    for slot in 0..<countA {
      var left: Int = crossings(of: ofA[slot], e)
      while left != 0 {
        let indexA: Int = ofA[slot].first &+ left.trailingZeroBitCount
        left &= left &- 1
        guard let (gap, normal) = pair(indexA, e), gap > edgeGap else { continue }
        if gap > margin {
          separatingAxis = normal
          return false
        }
        edgeGap = gap
        edgeNormal = normal
        edge =
          Self.edges | UInt32(truncatingIfNeeded: indexA) << 12
          | UInt32(truncatingIfNeeded: indexB)
      }
    }
    return true
  }

  /// The lanes of a group of A's edges whose arcs on the Gauss map cross that of an edge of B.
  @inline(__always)
  private func crossings(of group: EdgeGroup, _ e: PlacedEdge) -> Int {
    let rows = a.pointee.edgeRows + group.first / 4 * Polyhedron.EdgeRow.count
    @inline(__always) func dot(_ row: Int, _ v: Vector3) -> F4 {
      rows[row] * v.x + rows[row + 1] * v.y + rows[row + 2] * v.z
    }
    let zero = F4(repeating: 0)
    let (ce, de) = (dot(6, e.left), dot(6, e.right))
    let (ae, be) = (dot(0, e.along), dot(3, e.along))
    let isCrossing = (ce * de .< zero) .& (ae * be .< zero) .& (ce * be .< zero)
    return laneBits(isCrossing) & group.lanes
  }

  /// The gap and the normal of an edge of A and an edge of B, or nil when their arcs on the Gauss
  /// map do not cross.
  @inline(__always)
  private func pair(_ indexA: Int, _ e: PlacedEdge) -> (gap: Float, normal: Vector3)? {
    let f: HullEdge = a.pointee.edges[indexA]
    let tailA: Vector3 = a.pointee.point(Int(f.tail))
    let alongA: Vector3 = a.pointee.point(Int(f.head)) - tailA
    let (ce, de) = (e.left.dot(alongA), e.right.dot(alongA))
    if ce * de >= 0 { return nil }
    let ae: Float = a.pointee.normal(Int(f.left)).dot(e.along)
    let be: Float = a.pointee.normal(Int(f.right)).dot(e.along)
    if ae * be >= 0 || ce * be >= 0 { return nil }
    var n: Vector3 = alongA.cross(e.along)
    let squared: Float = n.lengthSquared
    // Nearly parallel edges add nothing to the faces.
    if squared < 1e-3 * alongA.lengthSquared * e.squared { return nil }
    if n.dot(tailA - a.pointee.center) < 0 { n = n * -1 }
    let length: Float = squared.squareRoot()
    return (n.dot(e.tail - tailA) / length, n / length)
  }

  /// True when the solids are closest, or overlap most, beside the face and not above it.
  ///
  /// Two or more points above the face support a body even when a vertex beside it is deeper, as
  /// for an edge across a small face. This does not apply if they are less than half as deep.
  func isOffFace(_ m: Manifold) -> Bool {
    if m.count == 0 { return true }
    // Hysteresis: a contact that was beside the face stays so longer.
    let wasOffFace: Bool = previousFeature >= Self.edges
    if separation < 0 && m.count > 1
      && m.leastSeparation <= separation * (wasOffFace ? 0.6 : 0.5)
    {
      return false
    }
    return m.leastSeparation > separation + slack * (wasOffFace ? 0.1 : 0.4)
  }

  /// The best face, or the one that faces it if the best is one of several faces of an almost flat
  /// side and the other separates the solids as well: only the vertices of the other solid are
  /// clipped to a face.
  var flatFace: UInt32 {
    let isOfB = best >= Self.facesOfB
    let (one, other) = isOfB ? (b, a) : (a, b)
    let face = Int(best &- (isOfB ? Self.facesOfB : Self.facesOfA))
    guard one.pointee.faces[face].isFacet else { return best }
    let n: Vector3 = one.pointee.normal(face)
    let towards: Vector3 = (isOfB ? r * n : unrotate(n)) * -1
    let opposite = other.pointee.face(along: towards)
    let m: Vector3 = other.pointee.normal(opposite)
    let loss: Float = min(1e-3, 0.5 * min(a.pointee.innerRadius, b.pointee.innerRadius))
    guard !other.pointee.faces[opposite].isFacet, m.dot(towards) > 0.995,
      gap(isOfB ? m : r * m * -1) > separation - loss
    else { return best }
    return UInt32(truncatingIfNeeded: opposite) &+ (isOfB ? Self.facesOfA : Self.facesOfB)
  }

  /// The best direction from A to B.
  var bestNormal: Vector3 {
    if isEdge { return edgeNormal }
    if best >= Self.facesOfB { return r * b.pointee.normal(Int(best &- Self.facesOfB)) * -1 }
    return a.pointee.normal(Int(best &- Self.facesOfA))
  }

  /// The contact of the best pair of edges when overlapping solids are deepest beside the face,
  /// although the face's gap is greater.
  mutating func edgeContact(insteadOf beside: Manifold, _ cache: inout ManifoldCache) -> Manifold? {
    // At most as deep as the points above the face.
    let floor: Float = 2 * separation - slack
    _ = testEdges(above: floor, previousAbove: floor - slack)
    guard isEdge else { return beside.count > 0 && best < Self.facesOfB ? beside : nil }
    cache.feature = edge
    return crossing()
  }

  /// The contact of the two best edges, without points when they are closest past their ends.
  func crossing() -> Manifold {
    let f: HullEdge = a.pointee.edges[Int(edge >> 12 & 0xfff)]
    let e: HullEdge = b.pointee.edges[Int(edge & 0xfff)]
    let tailA: Vector3 = a.pointee.point(Int(f.tail))
    let d: Vector3 = a.pointee.point(Int(f.head)) - tailA
    let tailB: Vector3 = r * b.pointee.point(Int(e.tail)) + p
    let q: Vector3 = r * (b.pointee.point(Int(e.head)) - b.pointee.point(Int(e.tail)))
    // The closest points of two lines: tailA + s·d and tailB + t·q.
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
