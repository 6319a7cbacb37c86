import CaromMaths

// One function for each pass, which calls the loop that was compiled for the class of the group.

extension SolveContext {
  @inline(__always)
  private func rows(_ group: ContactGroup, _ range: Range<Int>, _ stride: Int)
    -> UnsafeMutableRawPointer
  {
    rows + (Int(group.start) * 16 + range.lowerBound * stride)
  }

  /// Applies the impulses of the step before, for some rows of a group.
  func warmStart(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let start = rows(group, range, layout.stride)
    let isAnchored = group.kind & 1 != 0
    switch UInt8(group.kind) & ~1 {
    case ContactClass.balls: warmStartBalls(start, range.count, isAnchored: isAnchored)
    case ContactClass.one: warmStartOne(start, range.count, isAnchored)
    case ContactClass.two: warmStartTwo(start, range.count, isAnchored)
    case ContactClass.four: warmStartFour(start, range.count, isAnchored)
    default: warmStartSpecial(start, range.count, isAnchored)
    }
  }

  /// Solves the normals softly, removing overlap, for some rows of a group.
  func push(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let start = rows(group, range, layout.stride)
    let count = range.count
    switch UInt8(group.kind) {
    case ContactClass.balls: pushBalls(start, count, isAnchored: false)
    case ContactClass.balls + 1: pushBalls(start, count, isAnchored: true)
    case ContactClass.one: pushOne(start, count)
    case ContactClass.one + 1: pushOneAnchored(start, count)
    case ContactClass.two: pushTwo(start, count)
    case ContactClass.two + 1: pushTwoAnchored(start, count)
    case ContactClass.four: pushFour(start, count)
    case ContactClass.four + 1: pushFourAnchored(start, count)
    case ContactClass.special: pushSpecial(start, count)
    default: pushSpecialAnchored(start, count)
    }
  }

  /// Solves friction and the normals without removing overlap, for some rows of a group.
  func relax(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let start = rows(group, range, layout.stride)
    let count = range.count
    switch UInt8(group.kind) {
    case ContactClass.balls: relaxBalls(start, count, isAnchored: false)
    case ContactClass.balls + 1: relaxBalls(start, count, isAnchored: true)
    case ContactClass.one: relaxOne(start, count)
    case ContactClass.one + 1: relaxOneAnchored(start, count)
    case ContactClass.two: relaxTwo(start, count)
    case ContactClass.two + 1: relaxTwoAnchored(start, count)
    case ContactClass.four: relaxFour(start, count)
    case ContactClass.four + 1: relaxFourAnchored(start, count)
    case ContactClass.special: relaxSpecial(start, count)
    default: relaxSpecialAnchored(start, count)
    }
  }

  /// Makes the contacts of a group bounce that come together fast; gives back whether any did.
  func bounce(_ group: ContactGroup) -> Bool {
    guard UInt8(group.kind) & ~1 == ContactClass.special else { return false }
    return bounce(rows + Int(group.start) * 16, Int(group.count), isAnchored: group.kind & 1 != 0)
  }

  /// Writes the impulses back, for warm starting, snapshots and events.
  func store(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    for i in 0..<range.count {
      let raw = rows(group, range, layout.stride) + i * layout.stride
      if layout.points == 0 {
        store(raw.assumingMemoryBound(to: BallRow.self))
      } else {
        store(ContactRowPointers(raw, layout), layout)
      }
    }
  }

  private func store(_ c: UnsafeMutablePointer<BallRow>) {
    let n = c.pointee.normal
    var rub = c.pointee.rub
    let isFinite = Self.isFinite(rub, c.pointee.total + c.pointee.impulse)
    if !all(isFinite) {
      rub = rub.kept(where: isFinite)
      c.pointee.total = keep(c.pointee.total, where: isFinite)
      c.pointee.impulse = keep(c.pointee.impulse, where: isFinite)
    }
    for lane in 0..<4 {
      let index = Int(c.pointee.manifold[lane])
      if index < 0 { continue }
      let m = manifolds + index
      // The sides have changed places where the normals look the other way.
      let sign: Float = flip(m, n.x[lane], n.y[lane], n.z[lane])
      m.pointee.rub = F4(rub.x[lane] * sign, rub.y[lane] * sign, rub.z[lane] * sign, 0)
      m.pointee.impulse = c.pointee.total[lane]
      points[index * 4].impulse = c.pointee.impulse[lane]
    }
  }

  private func store(_ p: ContactRowPointers, _ layout: ContactLayout) {
    let c = p.row
    let (u, v, n) = (c.pointee.tangent1, c.pointee.tangent2, c.pointee.normal)
    var rub = u * c.pointee.rub1 + v * c.pointee.rub2
    var roll = Vector3W.zero
    var sum: F4 = c.pointee.total + c.pointee.twist
    if layout.isSpecial {
      let r = p.extra.pointee.roll
      roll = u * r.x + v * r.y + n * r.z
      sum = sum + roll.x + roll.y + roll.z
    }
    for slot in 0..<layout.points { sum = sum + p.points[slot].impulse }
    let isFinite = Self.isFinite(rub, sum)
    if !all(isFinite) {
      rub = rub.kept(where: isFinite)
      roll = roll.kept(where: isFinite)
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
      m.pointee.rub = F4(
        rub.x[lane] * sign, rub.y[lane] * sign, rub.z[lane] * sign, c.pointee.twist[lane])
      m.pointee.impulse = c.pointee.total[lane]
      m.pointee.roll = F4(
        roll.x[lane] * sign, roll.y[lane] * sign, roll.z[lane] * sign, m.pointee.roll.w)
      for slot in 0..<min(layout.points, Int(m.pointee.pointCount)) {
        points[index * 4 + slot].impulse = p.points[slot].impulse[lane]
      }
    }
  }

  /// The lanes whose impulses are numbers: what overflowed, as for a mass of a million tons on a
  /// pebble, says nothing about the next step and must not stay in a record for ever.
  @inline(__always)
  private static func isFinite(_ rub: Vector3W, _ sum: F4) -> SIMDMask<I4> {
    let all: F4 = sum + rub.x + rub.y + rub.z
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
    @inline(__always) get { ContactLayout(points: 1, isSpecial: false) }
  }
  private static var two: ContactLayout {
    @inline(__always) get { ContactLayout(points: 2, isSpecial: false) }
  }
  private static var four: ContactLayout {
    @inline(__always) get { ContactLayout(points: 4, isSpecial: false) }
  }
  private static var special: ContactLayout {
    @inline(__always) get { ContactLayout(points: 4, isSpecial: true) }
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
  private func warmStartSpecial(_ r: Rows, _ n: Int, _ isAnchored: Bool) {
    warmStartRows(Self.special, r, n, isAnchored: isAnchored)
  }

  @inline(never)
  private func pushOne(_ r: Rows, _ n: Int) { pushRows(Self.one, r, n, isAnchored: false) }
  @inline(never)
  private func pushOneAnchored(_ r: Rows, _ n: Int) {
    pushRows(Self.one, r, n, isAnchored: true)
  }
  @inline(never)
  private func pushTwo(_ r: Rows, _ n: Int) { pushRows(Self.two, r, n, isAnchored: false) }
  @inline(never)
  private func pushTwoAnchored(_ r: Rows, _ n: Int) {
    pushRows(Self.two, r, n, isAnchored: true)
  }
  @inline(never)
  private func pushFour(_ r: Rows, _ n: Int) { pushRows(Self.four, r, n, isAnchored: false) }
  @inline(never)
  private func pushFourAnchored(_ r: Rows, _ n: Int) {
    pushRows(Self.four, r, n, isAnchored: true)
  }
  @inline(never)
  private func pushSpecial(_ r: Rows, _ n: Int) {
    pushRows(Self.special, r, n, isAnchored: false)
  }
  @inline(never)
  private func pushSpecialAnchored(_ r: Rows, _ n: Int) {
    pushRows(Self.special, r, n, isAnchored: true)
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
  private func relaxSpecial(_ r: Rows, _ n: Int) {
    relaxRows(Self.special, r, n, isAnchored: false)
  }
  @inline(never)
  private func relaxSpecialAnchored(_ r: Rows, _ n: Int) {
    relaxRows(Self.special, r, n, isAnchored: true)
  }
}
