import CaromMaths

/// The pass over trees of joints.
struct TreePass {
  let links: UnsafeMutablePointer<JointLink>
  let count: Int
  let numbers: UnsafeMutablePointer<Double>
  let packs: UnsafeMutablePointer<JointPack>
  let rows: UnsafeMutablePointer<JointRow>
  let bodies: UnsafeMutablePointer<SolverBody>
  let masses: UnsafeMutablePointer<SolverMass>
  let records: UnsafeMutablePointer<BodyRecord>
  /// How much of a gap a second closes; 0 to leave gaps alone.
  let rate: Double

  private func part(_ link: Int, _ part: Int) -> UnsafeMutablePointer<Double> {
    numbers + (link * LinkPart.size + part)
  }

  /// Brings the velocities of all links to where every row that holds is content.
  func solve() {
    for link in 0..<count { start(link) }
    var link = count - 1
    while link >= 0 {
      gather(link)
      link -= 1
    }
    for link in 0..<count { spread(link) }
  }

  /// Writes a link's own mass and inertia, and that nothing pushes it.
  private func start(_ link: Int) {
    let m = masses + Int(records[Int(links[link].body)].awakeIndex + 1)
    let answer = part(link, LinkPart.answer)
    for number in 0..<36 { answer[number] = 0 }
    for axis in 0..<3 {
      let inverse = Double(m.pointee.inverseMass[axis])
      answer[axis * 7] = inverse > 1e-12 ? 1 / inverse : 1e12
    }
    invertInertia(m.pointee.inverseInertia, answer)
    let push = part(link, LinkPart.push)
    for number in 0..<6 { push[number] = 0 }
  }

  /// The inertia from its inverse; along locked axes as good as infinite.
  private func invertInertia(_ i: Matrix3, _ answer: UnsafeMutablePointer<Double>) {
    let minimum = 1e-9 * Double(max(i.x.x, i.y.y, i.z.z)) + 1e-15
    let (xx, yy, zz) = (Double(i.x.x) + minimum, Double(i.y.y) + minimum, Double(i.z.z) + minimum)
    let (xy, xz, yz) = (Double(i.x.y), Double(i.x.z), Double(i.y.z))
    let cxx = yy * zz - yz * yz
    let cxy = xz * yz - xy * zz
    let cxz = xy * yz - xz * yy
    let scale = 1 / (xx * cxx + xy * cxy + xz * cxz)
    answer[21] = cxx * scale
    answer[28] = (xx * zz - xz * xz) * scale
    answer[35] = (xx * yy - xy * xy) * scale
    (answer[22], answer[27]) = (cxy * scale, cxy * scale)
    (answer[23], answer[33]) = (cxz * scale, cxz * scale)
    answer[29] = (xy * xz - xx * yz) * scale
    answer[34] = answer[29]
  }

  /// Factors a link's answer, whose children are done, and adds what its joint lets through of it to
  /// the parent's.
  private func gather(_ link: Int) {
    let l = links[link]
    let answer = part(link, LinkPart.answer)
    let push = part(link, LinkPart.push)
    factor(answer, 6)
    guard l.pack >= 0 else { return }
    let pack = packs + Int(l.pack)
    let rowCount = Int(pack.pointee.blockCount)
    let own = part(link, LinkPart.own)
    let other = part(link, LinkPart.other)
    let spread = part(link, LinkPart.spread)
    let joint = part(link, LinkPart.joint)
    let ask = part(link, LinkPart.ask)
    readRows(pack, Int(l.lane), l.isA != 0, own, other, ask)
    for i in 0..<rowCount {
      for k in 0..<6 { spread[i * 6 + k] = own[i * 6 + k] }
      substitute(answer, 6, spread + i * 6)
    }
    for i in 0..<rowCount {
      for j in 0...i {
        var value = 0.0
        for k in 0..<6 { value += own[i * 6 + k] * spread[j * 6 + k] }
        joint[i * 6 + j] = value
      }
      joint[i * 7] *= 1 + 1e-9
      for k in 0..<6 { ask[i] -= spread[i * 6 + k] * push[k] }
    }
    factor(joint, rowCount)
    guard l.parent >= 0 else { return }
    // The parent meets Jᵀ·D⁻¹·J, and is pushed by Jᵀ·D⁻¹·g.
    let above = part(Int(l.parent), LinkPart.answer)
    let pushAbove = part(Int(l.parent), LinkPart.push)
    let column = part(link, LinkPart.impulse)
    for k in 0..<6 {
      for i in 0..<rowCount { column[i] = other[i * 6 + k] }
      substitute(joint, rowCount, column)
      var impulseSum = 0.0
      for i in 0..<rowCount { impulseSum += column[i] * ask[i] }
      pushAbove[k] += impulseSum
      for m in 0...k {
        var value = 0.0
        for i in 0..<rowCount { value += column[i] * other[i * 6 + m] }
        above[k * 6 + m] += value
      }
    }
  }

  /// Finds how a link moves once its parent is known, and applies the impulse of its joint.
  private func spread(_ link: Int) {
    let l = links[link]
    let move = part(link, LinkPart.move)
    let push = part(link, LinkPart.push)
    for k in 0..<6 { move[k] = push[k] }
    if l.pack >= 0 {
      let pack = packs + Int(l.pack)
      let rowCount = Int(pack.pointee.blockCount)
      let own = part(link, LinkPart.own)
      let other = part(link, LinkPart.other)
      let impulse = part(link, LinkPart.impulse)
      let ask = part(link, LinkPart.ask)
      for i in 0..<rowCount {
        var value = ask[i]
        if l.parent >= 0 {
          let above = part(Int(l.parent), LinkPart.move)
          for k in 0..<6 { value -= other[i * 6 + k] * above[k] }
        }
        impulse[i] = value
      }
      substitute(part(link, LinkPart.joint), rowCount, impulse)
      let first = rows + Int(pack.pointee.firstRow)
      for i in 0..<rowCount {
        for k in 0..<6 { move[k] += own[i * 6 + k] * impulse[i] }
        first[i].impulse[Int(l.lane)] += Float(impulse[i])
      }
    }
    substitute(part(link, LinkPart.answer), 6, move)
    let b = bodies + Int(records[Int(l.body)].awakeIndex + 1)
    let v = Vector3(Float(move[0]), Float(move[1]), Float(move[2]))
    let w = Vector3(Float(move[3]), Float(move[4]), Float(move[5]))
    b.pointee.linear = b.pointee.linear + v
    b.pointee.angular = b.pointee.angular + w
  }

  // MARK: Rows

  /// Reads the rows of a joint for both of its sides, and what they ask for.
  private func readRows(
    _ pack: UnsafeMutablePointer<JointPack>, _ lane: Int, _ isA: Bool,
    _ own: UnsafeMutablePointer<Double>, _ other: UnsafeMutablePointer<Double>,
    _ ask: UnsafeMutablePointer<Double>
  ) {
    let first = rows + Int(pack.pointee.firstRow)
    for i in 0..<Int(pack.pointee.blockCount) {
      let r = first + i
      for k in 0..<6 {
        own[i * 6 + k] = component(r, lane, isA, k)
        other[i * 6 + k] = component(r, lane, !isA, k)
      }
      ask[i] = asked(pack, r, lane)
    }
  }

  @inline(__always)
  private func component(
    _ r: UnsafeMutablePointer<JointRow>, _ lane: Int, _ isA: Bool, _ k: Int
  ) -> Double {
    switch k {
    case 0: Double(isA ? -r.pointee.n.x[lane] : r.pointee.n.x[lane])
    case 1: Double(isA ? -r.pointee.n.y[lane] : r.pointee.n.y[lane])
    case 2: Double(isA ? -r.pointee.n.z[lane] : r.pointee.n.z[lane])
    case 3: Double(isA ? r.pointee.armA.x[lane] : r.pointee.armB.x[lane])
    case 4: Double(isA ? r.pointee.armA.y[lane] : r.pointee.armB.y[lane])
    default: Double(isA ? r.pointee.armA.z[lane] : r.pointee.armB.z[lane])
    }
  }

  /// What a row asks of the velocities: −(J·v + rate·error).
  private func asked(
    _ pack: UnsafeMutablePointer<JointPack>, _ r: UnsafeMutablePointer<JointRow>, _ lane: Int
  ) -> Double {
    let a = bodies + Int(pack.pointee.bodyA[lane])
    let b = bodies + Int(pack.pointee.bodyB[lane])
    let n = r.pointee.n.lane(lane)
    let along = n.dot(b.pointee.linear - a.pointee.linear)
    let turnA = r.pointee.armA.lane(lane).dot(a.pointee.angular)
    let turnB = r.pointee.armB.lane(lane).dot(b.pointee.angular)
    let greatest =
      pack.pointee.maxCorrection[lane] > 0 ? pack.pointee.maxCorrection[lane] : greatestGap
    let error = max(min(r.pointee.error[lane], greatest), -greatest)
    return -(Double(along + turnA + turnB) + rate * Double(error))
  }

  // MARK: Small matrices

  /// Factors a symmetric matrix in place, of which the lower half is read: L below, 1/D on the diagonal.
  @inline(__always)
  private func factor(_ m: UnsafeMutablePointer<Double>, _ size: Int) {
    for i in 0..<size {
      for j in 0..<i {
        var value = m[i * 6 + j]
        for k in 0..<j { value -= m[i * 6 + k] * m[j * 6 + k] }
        // Still L·D; divided below, when the row is done.
        m[i * 6 + j] = value
      }
      var d = m[i * 7]
      for k in 0..<i {
        let l = m[i * 6 + k] * m[k * 7]
        d -= m[i * 6 + k] * l
        m[i * 6 + k] = l
      }
      m[i * 7] = d > 1e-30 ? 1 / d : 0
    }
  }

  /// Solves for one column in place.
  @inline(__always)
  private func substitute(
    _ m: UnsafeMutablePointer<Double>, _ size: Int, _ x: UnsafeMutablePointer<Double>
  ) {
    for i in 0..<size {
      for k in 0..<i { x[i] -= m[i * 6 + k] * x[k] }
    }
    var i = size - 1
    while i >= 0 {
      x[i] *= m[i * 7]
      for k in (i + 1)..<max(size, i + 1) { x[i] -= m[k * 6 + i] * x[k] }
      i -= 1
    }
  }
}
