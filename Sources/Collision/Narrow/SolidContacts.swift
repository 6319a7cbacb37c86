import CaromMaths

// Contacts of cones, pyramids and hulls with everything that has a finite size.

/// Cone, pyramid or hull A against any finite leaf B.
///
/// Two different ones are worked out in the space of the hull, or of the pyramid, so that both orders
/// give the same contact.
func solidContacts(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  switch a {
  case .hull(let a):
    return hullContacts(a.storage.view, placementA, b, placementB, margin, &cache)
  case .pyramid(let a):
    if case .hull(let b) = b {
      return hullHull(b.storage.view, placementB, a.storage.view, placementA, margin, &cache)
        .flipped
    }
    return hullContacts(a.storage.view, placementA, b, placementB, margin, &cache)
  case .cone(let cone):
    switch b {
    case .pyramid, .hull:
      return solidContacts(b, placementB, a, placementA, margin, &cache).flipped
    case .sphere, .box, .capsule, .cylinder, .cone, .plane, .mesh, .heightField, .compound:
      guard let coreB = ConvexCore(b) else { notLeaf() }
      let frame: Transform = placementA.relative(placementB)
      return coreContacts(ConvexCore(cone), coreB, frame, margin, &cache).placed(at: placementA)
    }
  case .sphere, .box, .capsule, .cylinder, .plane, .mesh, .heightField, .compound: notLeaf()
  }
}

/// Polyhedron A against any finite leaf B.
private func hullContacts(
  _ a: UnsafePointer<Polyhedron>, _ placementA: Transform, _ b: Shape, _ placementB: Transform,
  _ margin: Float, _ cache: inout ManifoldCache
) -> Manifold {
  switch b {
  case .sphere(let b):
    return hullSphere(a, b, placementA.unapply(placementB.position), margin)
      .placed(at: placementA)
  case .box(let b):
    return withPolyhedron(of: b) { hullHull(a, placementA, $0, placementB, margin, &cache) }
  case .capsule(let b):
    return hullCapsule(a, b, placementA.relative(placementB), margin, &cache)
      .placed(at: placementA)
  case .pyramid(let b):
    return hullHull(a, placementA, b.storage.view, placementB, margin, &cache)
  case .hull(let b):
    return hullHull(a, placementA, b.storage.view, placementB, margin, &cache)
  case .cylinder, .cone:
    guard let coreB = ConvexCore(b) else { notLeaf() }
    let frame: Transform = placementA.relative(placementB)
    return coreContacts(ConvexCore(a), coreB, frame, margin, &cache).placed(at: placementA)
  case .plane, .mesh, .heightField, .compound: notLeaf()
  }
}

/// Solid A against solid B, whose placement in A's space is `frame`: for all forms.
func coreContacts(
  _ a: ConvexCore, _ b: ConvexCore, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(a, b, frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFaces()
  if search.face.gap > margin { return search.separated(&cache) }
  if search.face.number != 0, let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() { search.testPenetration(cache.direction) }
  return search.contacts(&cache)
}

extension NormalSearch {
  /// Tries the direction of the least overlap.
  mutating func testPenetration(_ start: Vector3) {
    guard let found = penetration(a.core, b.core, frame, start: Double3(start)) else { return }
    let n: Vector3 = found.normal.single
    other = Candidate(normal: n, gap: gap(n), number: 0)
    closest = (
      found.pointA.single + n * a.core.radius, found.pointB.single - n * b.core.radius
    )
    isExact = true
  }

  /// Tries every flat face of both solids.
  mutating func testFaces() {
    testFaces(of: a, isB: false)
    if face.gap > margin { return }
    testFaces(of: b, isB: true)
  }

  private mutating func testFaces(of solid: PlacedCore, isB: Bool) {
    let first: UInt32 = isB ? 4 : 1
    switch solid.core.form {
    case .point, .segment: break
    case .box:
      for axis in 0..<3 { testBothDirections(first + UInt32(axis), solid.axis(axis)) }
    case .cylinder: testBothDirections(first + 1, solid.axes.y)
    case .cone:
      let sign: Float = isB ? -1 : 1
      if solid.core.half.z > 0 { testNormal(first + 1, solid.axes.y * sign) }
      if solid.core.half.x > 0 { testNormal(first + 1, solid.axes.y * -sign) }
    case .hull:
      let hull = solid.core.polyhedron
      let number: UInt32 = isB ? Self.hullFaceB : Self.hullFaceA
      // No face that looks away from the middle of the other can have the greatest gap: a gap is at
      // most that of the balls inside.
      let middleA: Vector3 = a.center + a.axes * a.core.middle
      let middleB: Vector3 = b.center + b.axes * b.core.middle
      let centerOffset: Vector3 = middleB - middleA
      let depth: Float = inside(a.core) + inside(b.core)
      for index in 0..<hull.pointee.faceCount {
        let outward: Vector3 = solid.axes * hull.pointee.normal(index)
        let n: Vector3 = isB ? outward * -1 : outward
        if n.dot(centerOffset) - depth < face.gap { continue }
        testNormal(number + UInt32(index), n)
      }
    }
  }

  private func inside(_ core: ConvexCore) -> Float {
    let thickness: Float = core.thickness
    return (thickness.isFinite ? thickness : 0) + core.radius
  }

  /// Tries the direction of a face and the opposite one.
  private mutating func testBothDirections(_ number: UInt32, _ axis: Vector3) {
    let (p, q) = (gap(axis), gap(axis * -1))
    if p >= q { considerFace(number, axis, p) } else { considerFace(number, axis * -1, q) }
  }

  private mutating func testNormal(_ number: UInt32, _ n: Vector3) {
    considerFace(number, n, gap(n))
  }
}

/// Plane A against hull B, whose placement in A's space is `frame`: its lowest corners.
func planeHull(_ hull: UnsafePointer<Polyhedron>, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let p = hull.pointee
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: p.vertexCount) { scratch in
    guard let points = scratch.baseAddress else { return }
    var count: Int = 0
    var index: Int = 0
    while index < p.vertexCount {
      let corner: Vector3 = r * p.point(index) + frame.position
      if corner.y <= margin {
        points[count] = ClipVertex(
          x: corner.x, y: corner.z, height: corner.y,
          feature: UInt16(truncatingIfNeeded: index &+ 1), edge: 0)
        count &+= 1
      }
      index &+= 1
    }
    count = reduceToFour(points, count, slack: min(0.01 * p.innerRadius, 1e-3))
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
    appendPlanePoint(&m, lower + across * radius, margin, base + 1)
    appendPlanePoint(&m, lower - across * radius, margin, base + 2)
    appendPlanePoint(&m, lower - fall * radius, margin, base + 3)
  }
  return m
}
