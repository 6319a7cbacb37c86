import CaromMaths

// Contacts of cylinders with boxes, capsules and cylinders.
//
// The gap along a unit direction n is n·center − reachA(n) − reachB(−n). The direction with the
// greatest gap is the contact normal, overlapping or not (separating axis theorem). Candidates are
// the flat faces, whose gap is exact; the direction of the closest points, by GJK, of the solids
// while they are apart, and of what is left after shaving them while they overlap; and the lines
// that cross. A flat face is preferred when it is nearly the best: it gives more points, and its
// normal does not tremble.

/// Box A against cylinder B, whose placement in A's space is `frame`.
func boxCylinder(
  _ a: BoxShape, _ b: CylinderShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(ConvexCore(a), ConvexCore(b), frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFace(1, Vector3(1, 0, 0))
  search.testFace(2, Vector3(0, 1, 0))
  search.testFace(3, Vector3(0, 0, 1))
  search.testFace(5, search.b.axes.y)
  if search.face.gap > margin { return search.separated(&cache) }
  if let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() {
    let axis: Vector3 = search.b.axes.y
    search.testDirection(Vector3(1, 0, 0).cross(axis))
    search.testDirection(Vector3(0, 1, 0).cross(axis))
    search.testDirection(Vector3(0, 0, 1).cross(axis))
    search.testRadial(axis)
    search.testInner(search.a.core, search.b.core.spine)
    search.testInset()
  }
  return search.contacts(&cache)
}

/// Cylinder A against capsule B, whose placement in A's space is `frame`.
func cylinderCapsule(
  _ a: CylinderShape, _ b: CapsuleShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(ConvexCore(a), ConvexCore(b), frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFace(2, Vector3(0, 1, 0))
  if search.face.gap > margin { return search.separated(&cache) }
  if let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() {
    search.testDirection(Vector3(0, 1, 0).cross(search.b.axes.y))
    search.testRadial(Vector3(0, 1, 0))
    search.testInner(search.a.core.spine, search.b.core)
    search.testInset()
  }
  return search.contacts(&cache)
}

/// Cylinder A against cylinder B, whose placement in A's space is `frame`.
func cylinderCylinder(
  _ a: CylinderShape, _ b: CylinderShape, _ frame: Transform, _ margin: Float,
  _ cache: inout ManifoldCache
) -> Manifold {
  var search = NormalSearch(ConvexCore(a), ConvexCore(b), frame, margin, cache)
  if search.isApart(along: cache.direction) { return Manifold() }
  search.testFace(2, Vector3(0, 1, 0))
  search.testFace(5, search.b.axes.y)
  if search.face.gap > margin { return search.separated(&cache) }
  if let m = search.shallowFace(&cache) { return m }
  if !search.testClosestPoints() {
    search.testDirection(Vector3(0, 1, 0).cross(search.b.axes.y))
    search.testRadial(Vector3(0, 1, 0))
    search.testRadial(search.b.axes.y)
    search.testInner(search.a.core.spine, search.b.core.spine)
    search.testInner(search.a.core, search.b.core.spine)
    search.testInner(search.a.core.spine, search.b.core)
    search.testInset()
  }
  return search.contacts(&cache)
}

extension ConvexCore {
  /// The axis of a cylinder as a segment, its radius taken off; other solids as they are.
  var spine: ConvexCore {
    switch form {
    case .point, .segment, .box, .cone, .hull: self
    case .cylinder:
      ConvexCore(form: .segment, half: Vector3(0, half.y, 0), radius: half.x + radius)
    }
  }
}

/// The search for the direction along which two solids have the greatest gap.
struct NormalSearch {
  /// A direction from A to B, the gap along it, and for a face its number.
  struct Candidate {
    var normal = Vector3(0, 1, 0)
    var gap: Float = -.infinity
    var number: UInt32 = 0
  }

  var a: PlacedCore
  var b: PlacedCore
  var frame: CoreFrame
  var margin: Float
  /// The face that carried the contact in the last step, or zero.
  var previousFace: UInt32
  /// The best flat face; 1–3 are A's axes, 4–6 B's, and faces of a hull count from
  /// ``hullFaceA`` and ``hullFaceB``.
  var face = Candidate()
  /// The best direction that is no face.
  var other = Candidate()
  /// The closest points on the surfaces while the solids are apart, or the deepest ones.
  var closest: (Vector3, Vector3)?
  /// The middle between the closest points of the inset solids, while those are apart.
  var inner: Vector3?
  /// True when the least overlap is known, so that there is no need to look for a better direction.
  var isExact: Bool = false

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
    self.margin = margin
    self.previousFace = previousFace
  }

  /// The gap along a unit direction from A to B.
  @inline(__always) func gap(_ n: Vector3) -> Float {
    n.dot(b.center) - a.core.supportExtent(n) - b.supportExtent(n * -1)
  }

  /// True when the direction of the last step still keeps the solids farther apart than the margin.
  func isApart(along direction: Vector3) -> Bool {
    direction != Vector3() && gap(direction) > margin
  }

  /// Tries both directions of a face's axis, of unit length.
  ///
  /// Of faces that are nearly as good, that of the last step stays, and A's go before B's.
  mutating func testFace(_ number: UInt32, _ axis: Vector3) {
    let n: Vector3 = axis.dot(b.center) < 0 ? -axis : axis
    considerFace(number, n, gap(n))
  }

  /// Takes a face whose outward normal from A to B has this gap, if it is better.
  mutating func considerFace(_ number: UInt32, _ n: Vector3, _ gap: Float) {
    var lead: Float = 0
    if face.number == previousFace { lead = slack }
    if number == previousFace { lead = -slack }
    if previousFace == 0 && Self.isOfB(number) && !Self.isOfB(face.number) { lead = 0.5 * slack }
    if gap > face.gap + lead { face = Candidate(normal: n, gap: gap, number: number) }
  }

  /// The numbers of a hull's faces start here.
  static let hullFaceA: UInt32 = 0x200
  static let hullFaceB: UInt32 = 0x400

  /// True for the numbers of B's faces.
  static func isOfB(_ number: UInt32) -> Bool {
    number >= hullFaceB || (number > 3 && number < hullFaceA)
  }

  /// Tries both directions of an axis of any length; a very short one has no direction.
  mutating func testDirection(_ axis: Vector3) {
    if axis.lengthSquared < 1e-4 { return }
    guard var n = axis.normalized else { return }
    if n.dot(b.center) < 0 { n = -n }
    let gap: Float = gap(n)
    if gap > other.gap { other = Candidate(normal: n, gap: gap, number: 0) }
  }

  /// Tries the way from one solid's centre to the other's, across a cylinder's axis.
  mutating func testRadial(_ axis: Vector3) {
    testDirection(b.center - axis * axis.dot(b.center))
  }

  /// Tries the direction of the closest points, and returns true when the solids are apart.
  ///
  /// A gap too small to have a reliable direction counts as overlap.
  mutating func testClosestPoints() -> Bool {
    let found: CoreDistance = coreDistance(a.core, b.core, frame, start: Double3(other.normal))
    let size: Float = min(a.core.height, b.core.height) + a.core.radius + b.core.radius
    guard found.distance > Double(1e-3 * size) else { return false }
    let n: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
    let gap: Float = Float(found.distance) - a.core.radius - b.core.radius
    other = Candidate(normal: n, gap: gap, number: 0)
    closest = (
      found.pointA.single + n * a.core.radius, found.pointB.single - n * b.core.radius
    )
    return true
  }

  /// Tries the direction of the closest points of solids that lie inside these.
  @discardableResult
  mutating func testInner(_ innerA: ConvexCore, _ innerB: ConvexCore) -> CoreDistance? {
    let found: CoreDistance = coreDistance(innerA, innerB, frame, start: Double3())
    if found.distance <= 1e-9 { return nil }
    let n: Vector3 = ((found.pointB - found.pointA) * (1 / found.distance)).single
    let gap: Float = gap(n)
    if gap > other.gap { other = Candidate(normal: n, gap: gap, number: 0) }
    return found
  }

  /// Tries the solids with a part of every face inset off, which leaves rounded edges.
  mutating func testInset() {
    let least: Float = min(shortest(a.core), shortest(b.core))
    let found: CoreDistance? = testInner(
      a.core.inset(by: 0.25 * least), b.core.inset(by: 0.25 * least))
    if let found { inner = ((found.pointA + found.pointB) * 0.5).single }
  }

  /// Half the least size that shaving would take from.
  private func shortest(_ core: ConvexCore) -> Float { core.thickness }

  /// Remembers the direction that keeps the solids apart.
  func separated(_ cache: inout ManifoldCache) -> Manifold {
    cache = ManifoldCache(direction: face.normal, feature: 0)
    return Manifold()
  }

  /// The contact on the best face, when that is certain to be the one without looking further.
  ///
  /// While the deepest point of the other solid lies over the face and not below it, the gap there is
  /// the distance, and no direction can show a greater one. A slight overlap is taken alike.
  func shallowFace(_ cache: inout ManifoldCache) -> Manifold? {
    if face.gap < -2 * slack { return nil }
    let m: Manifold = faceManifold()
    if m.count == 0 || m.leastSeparation > face.gap + 0.25 * slack { return nil }
    cache = ManifoldCache(direction: face.normal, feature: face.number)
    return m
  }

  /// A length that is small for both solids: 2.5 mm, or a fiftieth of the least size.
  private var slack: Float { min(2.5e-3, 0.02 * min(shortest(a.core), shortest(b.core))) }

  /// The contact along the best direction.
  mutating func contacts(_ cache: inout ManifoldCache) -> Manifold {
    if other.gap > margin {
      cache = ManifoldCache(direction: other.normal, feature: 0)
      return Manifold()
    }
    let size: Float = min(shortest(a.core), shortest(b.core))
    let slack: Float = slack
    let bonus: Float = cache.feature != 0 ? slack : 0
    if !isExact && max(face.gap, other.gap) < -0.1 * size { refine() }
    if other.gap <= face.gap + 0.1 * abs(face.gap) + slack + bonus {
      let m: Manifold = faceManifold()
      // The deepest part may lie beside the face; then it is no contact of the face.
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

  /// Improves the best direction that is no face by climbing on the gap, in steps down to 0.1°.
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

  /// Takes a direction of any length when its gap is greater.
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
