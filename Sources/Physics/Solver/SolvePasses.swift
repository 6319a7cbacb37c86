import CaromMaths

// One function for each pass, which dispatches to the loop compiled for the class of the group.

extension SolveContext {
  @inline(__always)
  private func rows(_ group: ContactGroup, _ range: Range<Int>, _ stride: Int)
    -> UnsafeMutableRawPointer
  {
    rows + (Int(group.start) * 16 + range.lowerBound * stride)
  }

  /// Applies the impulses of the previous step, for some rows of a group.
  func warmStart(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let start = rows(group, range, layout.stride)
    let isAnchored = group.kind & 1 != 0
    switch UInt8(group.kind) & ~1 {
    case ContactClass.spheres: warmStartSpheres(start, range.count, isAnchored: isAnchored)
    case ContactClass.one: warmStartOne(start, range.count, isAnchored)
    case ContactClass.two: warmStartTwo(start, range.count, isAnchored)
    case ContactClass.four: warmStartFour(start, range.count, isAnchored)
    default: warmStartExtended(start, range.count, isAnchored)
    }
  }

  /// Solves the normal constraints with bias, for some rows of a group.
  func solveNormals(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let start = rows(group, range, layout.stride)
    let count = range.count
    switch UInt8(group.kind) {
    case ContactClass.spheres: solveSphereNormals(start, count, isAnchored: false)
    case ContactClass.spheres + 1: solveSphereNormals(start, count, isAnchored: true)
    case ContactClass.one: solveNormalsOne(start, count)
    case ContactClass.one + 1: solveNormalsOneAnchored(start, count)
    case ContactClass.two: solveNormalsTwo(start, count)
    case ContactClass.two + 1: solveNormalsTwoAnchored(start, count)
    case ContactClass.four: solveNormalsFour(start, count)
    case ContactClass.four + 1: solveNormalsFourAnchored(start, count)
    case ContactClass.extended: solveNormalsExtended(start, count)
    default: solveNormalsExtendedAnchored(start, count)
    }
  }

  /// Solves the normal constraints without bias, and friction, for some rows of a group.
  func relax(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let start = rows(group, range, layout.stride)
    let count = range.count
    switch UInt8(group.kind) {
    case ContactClass.spheres: relaxSpheres(start, count, isAnchored: false)
    case ContactClass.spheres + 1: relaxSpheres(start, count, isAnchored: true)
    case ContactClass.one: relaxOne(start, count)
    case ContactClass.one + 1: relaxOneAnchored(start, count)
    case ContactClass.two: relaxTwo(start, count)
    case ContactClass.two + 1: relaxTwoAnchored(start, count)
    case ContactClass.four: relaxFour(start, count)
    case ContactClass.four + 1: relaxFourAnchored(start, count)
    case ContactClass.extended: relaxExtended(start, count)
    default: relaxExtendedAnchored(start, count)
    }
  }

  /// Applies restitution to the contacts of a group; returns whether any bounced.
  func bounce(_ group: ContactGroup) -> Bool {
    guard UInt8(group.kind) & ~1 == ContactClass.extended else { return false }
    return bounce(rows + Int(group.start) * 16, Int(group.count), isAnchored: group.kind & 1 != 0)
  }

  /// Stores the impulses in the manifolds, for warm starting, snapshots and events.
  ///
  /// Returns whether any contact presses strongly on a body for its mass.
  func store(_ group: ContactGroup, _ range: Range<Int>) -> Bool {
    let layout = ContactLayout.of(Int(group.kind))
    var isLoaded = false
    for i in 0..<range.count {
      let raw = rows(group, range, layout.stride) + i * layout.stride
      prefetch(raw + min(2, range.count &- 1 &- i) * layout.stride, layout)
      if layout.points == 0 {
        let c = raw.assumingMemoryBound(to: SphereContactRow.self)
        store(c)
        if pressesStrongly(loadLimits, c.pointee.bodyA, c.pointee.bodyB, c.pointee.total) {
          isLoaded = true
        }
      } else {
        let p = ContactRowPointers(raw, layout)
        let c = p.row
        store(p, layout)
        if pressesStrongly(loadLimits, c.pointee.bodyA, c.pointee.bodyB, c.pointee.total) {
          isLoaded = true
        }
      }
    }
    return isLoaded
  }

  /// Begins to load the manifolds of a row that comes later.
  @inline(__always)
  private func prefetch(_ raw: UnsafeMutableRawPointer, _ layout: ContactLayout) {
    let lanes: I4 =
      layout.points == 0
      ? raw.assumingMemoryBound(to: SphereContactRow.self).pointee.manifold
      : raw.assumingMemoryBound(to: ContactRow.self).pointee.manifold
    for lane in 0..<4 { manifolds.prefetch(lanes[lane], points) }
  }

  private func store(_ c: UnsafeMutablePointer<SphereContactRow>) {
    let n = c.pointee.normal
    var frictionImpulse = c.pointee.frictionImpulse
    let isFinite = Self.isFinite(frictionImpulse, c.pointee.total + c.pointee.impulse)
    if !all(isFinite) {
      frictionImpulse = frictionImpulse.masked(where: isFinite)
      c.pointee.total = keep(c.pointee.total, where: isFinite)
      c.pointee.impulse = keep(c.pointee.impulse, where: isFinite)
    }
    for lane in 0..<4 {
      let index = Int(c.pointee.manifold[lane])
      if index < 0 { continue }
      let m = manifolds + index
      // The sides are swapped where the normals have opposite directions.
      let sign: Float = flip(m, n.x[lane], n.y[lane], n.z[lane])
      m.pointee.frictionImpulse = F4(
        frictionImpulse.x[lane] * sign, frictionImpulse.y[lane] * sign,
        frictionImpulse.z[lane] * sign, 0)
      m.pointee.impulse = c.pointee.total[lane]
      points[index * 4].impulse = c.pointee.impulse[lane]
    }
  }

  private func store(_ p: ContactRowPointers, _ layout: ContactLayout) {
    let c = p.row
    let (u, v, n) = (c.pointee.tangent1, c.pointee.tangent2, c.pointee.normal)
    var frictionImpulse = u * c.pointee.frictionImpulse1 + v * c.pointee.frictionImpulse2
    var roll = Vector3W.zero
    var sum: F4 = c.pointee.total + c.pointee.twist
    if layout.isExtended {
      let r = p.extra.pointee.roll
      roll = u * r.x + v * r.y + n * r.z
      sum = sum + roll.x + roll.y + roll.z
    }
    for slot in 0..<layout.points { sum = sum + p.points[slot].impulse }
    let isFinite = Self.isFinite(frictionImpulse, sum)
    if !all(isFinite) {
      frictionImpulse = frictionImpulse.masked(where: isFinite)
      roll = roll.masked(where: isFinite)
      c.pointee.twist = keep(c.pointee.twist, where: isFinite)
      c.pointee.total = keep(c.pointee.total, where: isFinite)
      for slot in 0..<layout.points {
        p.points[slot].impulse = keep(p.points[slot].impulse, where: isFinite)
      }
    }
    for lane in 0..<4 {
      let index = Int(c.pointee.manifold[lane])
      if index < 0 { continue }
      let m = manifolds + index
      let sign: Float = flip(m, n.x[lane], n.y[lane], n.z[lane])
      m.pointee.frictionImpulse = F4(
        frictionImpulse.x[lane] * sign, frictionImpulse.y[lane] * sign,
        frictionImpulse.z[lane] * sign, c.pointee.twist[lane])
      m.pointee.impulse = c.pointee.total[lane]
      m.pointee.roll = F4(
        roll.x[lane] * sign, roll.y[lane] * sign, roll.z[lane] * sign, m.pointee.roll.w)
      for slot in 0..<min(layout.points, Int(m.pointee.pointCount)) {
        points[index * 4 + slot].impulse = p.points[slot].impulse[lane]
      }
    }
  }

  /// The lanes with finite impulses.
  ///
  /// Impulses overflow for extreme masses, such as a million tons on a pebble, and must not remain
  /// in a record.
  @inline(__always)
  private static func isFinite(_ frictionImpulse: Vector3W, _ sum: F4) -> SIMDMask<I4> {
    let all: F4 = sum + frictionImpulse.x + frictionImpulse.y + frictionImpulse.z
    return all - all .== F4()
  }

  @inline(__always)
  private func flip(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ x: Float, _ y: Float, _ z: Float
  ) -> Float {
    let n = m.pointee.normal
    return n.x * x + n.y * y + n.z * z < 0 ? -1 : 1
  }
}

// MARK: The loops, one for each class

extension SolveContext {
  private static var one: ContactLayout {
    @inline(__always) get { ContactLayout(points: 1, isExtended: false) }
  }
  private static var two: ContactLayout {
    @inline(__always) get { ContactLayout(points: 2, isExtended: false) }
  }
  private static var four: ContactLayout {
    @inline(__always) get { ContactLayout(points: 4, isExtended: false) }
  }
  private static var extended: ContactLayout {
    @inline(__always) get { ContactLayout(points: 4, isExtended: true) }
  }
  private typealias Rows = UnsafeMutableRawPointer

  @inline(never)
  private func warmStartOne(_ r: Rows, _ n: Int, _ isAnchored: Bool) {
    warmStartRows(Self.one, r, n, isAnchored: isAnchored)
  }
  @inline(never)
  private func warmStartTwo(_ r: Rows, _ n: Int, _ isAnchored: Bool) {
    warmStartRows(Self.two, r, n, isAnchored: isAnchored)
  }
  @inline(never)
  private func warmStartFour(_ r: Rows, _ n: Int, _ isAnchored: Bool) {
    warmStartRows(Self.four, r, n, isAnchored: isAnchored)
  }
  @inline(never)
  private func warmStartExtended(_ r: Rows, _ n: Int, _ isAnchored: Bool) {
    warmStartRows(Self.extended, r, n, isAnchored: isAnchored)
  }

  @inline(never)
  private func solveNormalsOne(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.one, r, n, isAnchored: false)
  }
  @inline(never)
  private func solveNormalsOneAnchored(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.one, r, n, isAnchored: true)
  }
  @inline(never)
  private func solveNormalsTwo(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.two, r, n, isAnchored: false)
  }
  @inline(never)
  private func solveNormalsTwoAnchored(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.two, r, n, isAnchored: true)
  }
  @inline(never)
  private func solveNormalsFour(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.four, r, n, isAnchored: false)
  }
  @inline(never)
  private func solveNormalsFourAnchored(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.four, r, n, isAnchored: true)
  }
  @inline(never)
  private func solveNormalsExtended(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.extended, r, n, isAnchored: false)
  }
  @inline(never)
  private func solveNormalsExtendedAnchored(_ r: Rows, _ n: Int) {
    solveNormalRows(Self.extended, r, n, isAnchored: true)
  }

  @inline(never)
  private func relaxOne(_ r: Rows, _ n: Int) { relaxRows(Self.one, r, n, isAnchored: false) }
  @inline(never)
  private func relaxOneAnchored(_ r: Rows, _ n: Int) {
    relaxRows(Self.one, r, n, isAnchored: true)
  }
  @inline(never)
  private func relaxTwo(_ r: Rows, _ n: Int) { relaxRows(Self.two, r, n, isAnchored: false) }
  @inline(never)
  private func relaxTwoAnchored(_ r: Rows, _ n: Int) {
    relaxRows(Self.two, r, n, isAnchored: true)
  }
  @inline(never)
  private func relaxFour(_ r: Rows, _ n: Int) {
    relaxRows(Self.four, r, n, isAnchored: false)
  }
  @inline(never)
  private func relaxFourAnchored(_ r: Rows, _ n: Int) {
    relaxRows(Self.four, r, n, isAnchored: true)
  }
  @inline(never)
  private func relaxExtended(_ r: Rows, _ n: Int) {
    relaxRows(Self.extended, r, n, isAnchored: false)
  }
  @inline(never)
  private func relaxExtendedAnchored(_ r: Rows, _ n: Int) {
    relaxRows(Self.extended, r, n, isAnchored: true)
  }
}
