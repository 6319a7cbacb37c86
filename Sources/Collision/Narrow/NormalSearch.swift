import CaromMaths

/// The search for the direction along which two convex solids have the greatest gap.
struct NormalSearch {
  /// A direction from A to B, the gap along it, and the number of a face.
  struct Candidate {
    var normal = Vector3(0, 1, 0)
    var gap: Float = -.infinity
    var number: UInt32 = 0
  }

  var a: PlacedCore
  var b: PlacedCore
  var frame: CoreFrame
  var margin: Float
  /// The face that was the contact in the last step, or zero.
  var previousFace: UInt32
  /// The best flat face; 1–3 are A's axes, 4–6 B's, and faces of a hull start at ``hullFaceA`` and
  /// ``hullFaceB``.
  var face = Candidate()
  /// The best direction that is not a face normal.
  var other = Candidate()
  /// The closest points on the surfaces while the solids are apart, otherwise the deepest points.
  var closest: (Vector3, Vector3)?
  /// The middle between the closest points of the inset solids, while those are apart.
  var inner: Vector3?
  /// True when the least overlap is known, so that no better direction exists.
  var isExact: Bool = false

  /// The radius of the smaller sphere inside the solids with flat faces; infinite without such
  /// solids.
  let flatSize: Float
  /// A length that is small for both solids: 2.5 mm, or a fiftieth of ``flatSize``.
  let slack: Float

  init(
    _ a: ConvexCore, _ b: ConvexCore, _ placement: Transform, _ margin: Float,
    _ cache: ManifoldCache
  ) {
    self.init(
      a, b, Matrix3(placement.orientation), placement.position, margin, previousFace: cache.feature)
  }

  init(
    _ a: ConvexCore, _ b: ConvexCore, _ axes: Matrix3, _ center: Vector3, _ margin: Float,
    previousFace: UInt32
  ) {
    self.a = PlacedCore(core: a, axes: Matrix3.identity, center: Vector3())
    self.b = PlacedCore(core: b, axes: axes, center: center)
    self.frame = CoreFrame(axes, center)
    flatSize = min(Self.flatSize(a), Self.flatSize(b))
    slack = min(2.5e-3, 0.02 * flatSize)
    self.margin = margin
    self.previousFace = previousFace
  }

  /// The gap along a unit direction from A to B.
  @inline(__always) func gap(_ n: Vector3) -> Float {
    n.dot(b.center) - a.core.supportExtent(n) - b.supportExtent(n * -1)
  }

  /// True when the direction of the last step still separates the solids by more than the margin.
  func isApart(along direction: Vector3) -> Bool {
    direction != Vector3() && gap(direction) > margin
  }

  /// Tests both directions of a face's axis, of unit length.
  ///
  /// If faces are nearly equal, the face of the last step is preferred, then A's.
  mutating func testFace(_ number: UInt32, _ axis: Vector3) {
    let n: Vector3 = axis.dot(b.center) < 0 ? -axis : axis
    considerFace(number, n, gap(n))
  }

  /// Uses a face with the outward normal `n` from A to B if it is better than the best one.
  mutating func considerFace(_ number: UInt32, _ n: Vector3, _ gap: Float) {
    var lead: Float = 0
    if face.number == previousFace { lead = slack }
    if number == previousFace { lead = -slack }
    if previousFace == 0 && Self.isOfB(number) && !Self.isOfB(face.number) { lead = 0.5 * slack }
    if gap > face.gap + lead { face = Candidate(normal: n, gap: gap, number: number) }
  }

  /// The first numbers of the faces of hulls.
  static let hullFaceA: UInt32 = 0x200
  static let hullFaceB: UInt32 = 0x400

  /// True for the numbers of B's faces.
  static func isOfB(_ number: UInt32) -> Bool {
    number >= hullFaceB || (number > 3 && number < hullFaceA)
  }

  /// Tests the direction of an axis of any length towards B; a very short axis has no direction.
  mutating func testDirection(_ axis: Vector3) {
    if axis.lengthSquared < 1e-4 { return }
    guard var n = axis.normalized else { return }
    if n.dot(b.center) < 0 { n = -n }
    let gap: Float = gap(n)
    if gap > other.gap { other = Candidate(normal: n, gap: gap, number: 0) }
  }

  /// Tests the direction between the solids' centers, perpendicular to a cylinder's axis.
  mutating func testRadial(_ axis: Vector3) {
    testDirection(b.center - axis * axis.dot(b.center))
  }

  /// Tests the direction of the closest points, and returns true when the solids are apart.
  ///
  /// A gap too small for a reliable direction is treated as an overlap.
  mutating func testClosestPoints() -> Bool {
    let found: CoreDistance = coreDistance(a.core, b.core, frame, start: Double3(other.normal))
    let size: Float = min(a.core.halfHeight, b.core.halfHeight) + a.core.radius + b.core.radius
    guard found.distance > Double(1e-3 * size) else { return false }
    let n: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
    let gap: Float = Float(found.distance) - a.core.radius - b.core.radius
    other = Candidate(normal: n, gap: gap, number: 0)
    closest = (
      found.pointA.single + n * a.core.radius, found.pointB.single - n * b.core.radius
    )
    return true
  }

  /// Tests the direction of the closest points of solids inside these.
  @discardableResult
  mutating func testInner(_ innerA: ConvexCore, _ innerB: ConvexCore) -> CoreDistance? {
    let found: CoreDistance = coreDistance(innerA, innerB, frame, start: Double3())
    if found.distance <= 1e-9 { return nil }
    let n: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
    let gap: Float = gap(n)
    if gap > other.gap { other = Candidate(normal: n, gap: gap, number: 0) }
    return found
  }

  /// Tests the direction of the closest points of the inset solids.
  mutating func testInset() {
    let least: Float = flatSize
    let found: CoreDistance? = testInner(
      a.core.inset(by: 0.25 * least), b.core.inset(by: 0.25 * least))
    if let found { inner = ((found.pointA + found.pointB) * 0.5).single }
  }

  /// The radius of a sphere inside a solid with flat faces; infinite for others.
  private static func flatSize(_ core: ConvexCore) -> Float { core.thickness + core.radius }

  /// Caches the direction that separates the solids.
  func separated(_ cache: inout ManifoldCache) -> Manifold {
    cache = ManifoldCache(direction: face.normal, feature: 0)
    return Manifold()
  }

  /// The contact on the best face, if no further tests are necessary.
  ///
  /// While the deepest point of the other solid lies above the face and not below its plane, the
  /// gap along the normal is the distance, and no direction has a greater gap. A slight overlap is
  /// treated in the same way.
  func shallowFace(_ cache: inout ManifoldCache) -> Manifold? {
    if face.gap < -2 * slack { return nil }
    let m: Manifold = faceManifold()
    if m.count == 0 || m.leastSeparation > face.gap + 0.25 * slack { return nil }
    cache = ManifoldCache(direction: face.normal, feature: face.number)
    return m
  }

  /// The contact along the best direction.
  mutating func contacts(_ cache: inout ManifoldCache) -> Manifold {
    if other.gap > margin {
      cache = ManifoldCache(direction: other.normal, feature: 0)
      return Manifold()
    }
    let size: Float = flatSize
    let bonus: Float = cache.feature != 0 ? slack : 0
    if !isExact && max(face.gap, other.gap) < -0.1 * size { refine() }
    if other.gap <= face.gap + 0.1 * abs(face.gap) + slack + bonus {
      let m: Manifold = faceManifold()
      // The deepest part may lie beside the face; it is then no contact of the face.
      if m.count > 0 && m.leastSeparation <= face.gap + 0.5 * slack {
        cache = ManifoldCache(direction: face.normal, feature: face.number)
        return m
      }
    }
    if closest == nil {
      if !isExact { refine() }
      if face.gap > other.gap { other = face }
    }
    cache = ManifoldCache(direction: other.normal, feature: 0)
    return lineContacts(
      a, b, other.normal, gap: other.gap, closest: closest, inner: inner, margin: margin)
  }

  /// Improves the best direction that is not a face normal by hill climbing, in steps down to 0.1°.
  private mutating func refine() {
    if face.gap > other.gap { other = face }
    var step: Float = 0.2
    while step > 2e-3 {
      let n: Vector3 = other.normal
      let u: Vector3 = n.perpendicular
      let v: Vector3 = n.cross(u)
      let before: Float = other.gap
      ascend(n + u * step)
      ascend(n - u * step)
      ascend(n + v * step)
      ascend(n - v * step)
      if other.gap <= before { step *= 0.5 }
    }
  }

  /// Uses a direction of any length if its gap is greater.
  private mutating func ascend(_ direction: Vector3) {
    let n: Vector3 = direction.normalized(or: other.normal)
    let gap: Float = gap(n)
    if gap > other.gap { other = Candidate(normal: n, gap: gap, number: 0) }
  }

  /// The contact on the best flat face.
  private func faceManifold() -> Manifold {
    if face.number >= Self.hullFaceB {
      var m: Manifold = hullFaceContacts(
        b, face: Int(face.number - Self.hullFaceB), a, margin: margin, flag: face.number << 16)
      m.normal = -m.normal
      m.kind = .faceB
      return m
    }
    if face.number >= Self.hullFaceA {
      return hullFaceContacts(
        a, face: Int(face.number - Self.hullFaceA), b, margin: margin, flag: face.number << 16)
    }
    if face.number <= 3 {
      let axis: Int = Int(face.number) - 1
      let side: Float = face.normal.dot(a.axis(axis)) < 0 ? -1 : 1
      return faceContacts(
        a, axis: axis, side: side, b, margin: margin, flag: face.number << 16 | 0x1000_0000)
    }
    let axis: Int = Int(face.number) - 4
    let side: Float = face.normal.dot(b.axis(axis)) < 0 ? 1 : -1
    var m: Manifold = faceContacts(
      b, axis: axis, side: side, a, margin: margin, flag: face.number << 16 | 0x1000_0000)
    m.normal = -m.normal
    m.kind = .faceB
    return m
  }
}

extension NormalSearch {
  /// Tests the direction of the least overlap.
  mutating func testPenetration(_ start: Vector3) {
    guard let found = penetration(a.core, b.core, frame, start: Double3(start)) else { return }
    let n: Vector3 = found.normal.single
    other = Candidate(normal: n, gap: gap(n), number: 0)
    closest = (
      found.pointA.single + n * a.core.radius, found.pointB.single - n * b.core.radius
    )
    isExact = true
  }

  /// Tests every flat face of both solids.
  mutating func testFaces() {
    a.core.geometry.testFaces(a, isB: false, &self)
    if face.gap > margin { return }
    b.core.geometry.testFaces(b, isB: true, &self)
  }

  /// The vector from the center of a sphere inside A to that of one inside B, and the sum of their
  /// radii.
  var innerBalls: (offset: Vector3, radii: Float) {
    let centerA: Vector3 = a.center + a.axes * a.core.center
    let centerB: Vector3 = b.center + b.axes * b.core.center
    return (centerB - centerA, a.core.size + b.core.size)
  }

  /// Tests the direction of a face and the opposite one.
  mutating func testBothDirections(_ number: UInt32, _ axis: Vector3) {
    let (p, q) = (gap(axis), gap(axis * -1))
    if p >= q { considerFace(number, axis, p) } else { considerFace(number, axis * -1, q) }
  }

  mutating func testNormal(_ number: UInt32, _ n: Vector3) {
    considerFace(number, n, gap(n))
  }
}
