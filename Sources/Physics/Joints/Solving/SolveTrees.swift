import CaromMaths

/// The pass that solves trees of joints exactly; see ``JointTrees``.
struct TreePass {
  let links: UnsafeMutablePointer<JointLink>
  let count: Int
  let numbers: UnsafeMutablePointer<Double>
  let packs: UnsafeMutablePointer<JointPack>
  let rows: UnsafeMutablePointer<JointRow>
  let bodies: UnsafeMutablePointer<SolverBody>
  let masses: UnsafeMutablePointer<SolverMass>
  let records: UnsafeMutablePointer<BodyRecord>
  /// The share of a gap that is corrected in a second; 0 for none.
  let rate: Double
  /// The same for pendulums: the whole gap in a substep.
  let fullRate: Double

  private func part(_ link: Int, _ part: Int) -> UnsafeMutablePointer<Double> {
    numbers + (link * LinkPart.size + part)
  }

  /// Changes the velocities of all links so that every block row is satisfied.
  func solve() {
    for link in 0..<count { initialize(link) }
    var link = count - 1
    while link >= 0 {
      eliminate(link)
      link -= 1
    }
    for link in 0..<count { substituteBack(link) }
  }

  /// Initializes the articulated inertia of a link with its own, and its impulse with 0.
  private func initialize(_ link: Int) {
    let m = masses + Int(records[Int(links[link].body)].awakeIndex + 1)
    let inertia = part(link, LinkPart.inertia)
    for number in 0..<36 { inertia[number] = 0 }
    for axis in 0..<3 {
      let inverse = Double(m.pointee.inverseMass[axis])
      inertia[axis * 7] = inverse > 1e-12 ? 1 / inverse : 1e12
    }
    invertInertia(m.pointee.inverseInertia, inertia)
    let load = part(link, LinkPart.load)
    for number in 0..<6 { load[number] = 0 }
  }

  /// Writes the inertia from its inverse; about locked axes it is practically infinite.
  private func invertInertia(_ i: Matrix3, _ inertia: UnsafeMutablePointer<Double>) {
    let minimum = 1e-9 * Double(max(i.x.x, i.y.y, i.z.z)) + 1e-15
    let (xx, yy, zz) = (Double(i.x.x) + minimum, Double(i.y.y) + minimum, Double(i.z.z) + minimum)
    let (xy, xz, yz) = (Double(i.x.y), Double(i.x.z), Double(i.y.z))
    let cxx = yy * zz - yz * yz
    let cxy = xz * yz - xy * zz
    let cxz = xy * yz - xz * yy
    let scale = 1 / (xx * cxx + xy * cxy + xz * cxz)
    inertia[21] = cxx * scale
    inertia[28] = (xx * zz - xz * xz) * scale
    inertia[35] = (xx * yy - xy * xy) * scale
    (inertia[22], inertia[27]) = (cxy * scale, cxy * scale)
    (inertia[23], inertia[33]) = (cxz * scale, cxz * scale)
    inertia[29] = (xy * xz - xx * yz) * scale
    inertia[34] = inertia[29]
  }

  /// Factors the articulated inertia of a link whose children are done, and adds the part that its
  /// joint transmits to that of the parent.
  private func eliminate(_ link: Int) {
    let l = links[link]
    let inertia = part(link, LinkPart.inertia)
    let load = part(link, LinkPart.load)
    factor(inertia, 6)
    guard l.pack >= 0 else { return }
    let pack = packs + Int(l.pack)
    let rowCount = Int(pack.pointee.blockCount)
    let own = part(link, LinkPart.rows)
    let other = part(link, LinkPart.parentRows)
    let solvedRows = part(link, LinkPart.solvedRows)
    let response = part(link, LinkPart.response)
    let residual = part(link, LinkPart.residual)
    readRows(pack, l, own, other, residual)
    for i in 0..<rowCount {
      for k in 0..<6 { solvedRows[i * 6 + k] = own[i * 6 + k] }
      substitute(inertia, 6, solvedRows + i * 6)
    }
    for i in 0..<rowCount {
      for j in 0...i {
        var value = 0.0
        for k in 0..<6 { value += own[i * 6 + k] * solvedRows[j * 6 + k] }
        response[i * 6 + j] = value
      }
      response[i * 7] *= 1 + 1e-9
      for k in 0..<6 { residual[i] -= solvedRows[i * 6 + k] * load[k] }
    }
    factor(response, rowCount)
    guard l.parent >= 0 else { return }
    // The parent receives the inertia Jᵀ·D⁻¹·J and the impulse Jᵀ·D⁻¹·g.
    let parent = part(Int(l.parent), LinkPart.inertia)
    let parentLoad = part(Int(l.parent), LinkPart.load)
    let column = part(link, LinkPart.impulse)
    for k in 0..<6 {
      for i in 0..<rowCount { column[i] = other[i * 6 + k] }
      substitute(response, rowCount, column)
      var impulseSum = 0.0
      for i in 0..<rowCount { impulseSum += column[i] * residual[i] }
      parentLoad[k] += impulseSum
      for m in 0...k {
        var value = 0.0
        for i in 0..<rowCount { value += column[i] * other[i * 6 + m] }
        parent[k * 6 + m] += value
      }
    }
  }

  /// Computes the velocity change of a link from that of its parent, and applies the joint's
  /// impulse.
  private func substituteBack(_ link: Int) {
    let l = links[link]
    let change = part(link, LinkPart.velocityChange)
    let load = part(link, LinkPart.load)
    for k in 0..<6 { change[k] = load[k] }
    if l.pack >= 0 {
      let pack = packs + Int(l.pack)
      let rowCount = Int(pack.pointee.blockCount)
      let own = part(link, LinkPart.rows)
      let other = part(link, LinkPart.parentRows)
      let impulse = part(link, LinkPart.impulse)
      let residual = part(link, LinkPart.residual)
      for i in 0..<rowCount {
        var value = residual[i]
        if l.parent >= 0 {
          let parent = part(Int(l.parent), LinkPart.velocityChange)
          for k in 0..<6 { value -= other[i * 6 + k] * parent[k] }
        }
        impulse[i] = value
      }
      substitute(part(link, LinkPart.response), rowCount, impulse)
      let first = rows + Int(pack.pointee.firstRow)
      for i in 0..<rowCount {
        for k in 0..<6 { change[k] += own[i * 6 + k] * impulse[i] }
        first[i].impulse[Int(l.lane)] += Float(impulse[i])
      }
    }
    substitute(part(link, LinkPart.inertia), 6, change)
    let b = bodies + Int(records[Int(l.body)].awakeIndex + 1)
    let v = Vector3(Float(change[0]), Float(change[1]), Float(change[2]))
    let w = Vector3(Float(change[3]), Float(change[4]), Float(change[5]))
    b.pointee.linear = b.pointee.linear + v
    b.pointee.angular = b.pointee.angular + w
  }

  // MARK: Rows

  /// Reads the rows of a joint for both of its bodies, and their residuals.
  private func readRows(
    _ pack: UnsafeMutablePointer<JointPack>, _ link: JointLink,
    _ own: UnsafeMutablePointer<Double>, _ other: UnsafeMutablePointer<Double>,
    _ residual: UnsafeMutablePointer<Double>
  ) {
    let first = rows + Int(pack.pointee.firstRow)
    let (lane, isA) = (Int(link.lane), link.isA != 0)
    let rate = link.isPendulum != 0 ? fullRate : self.rate
    for i in 0..<Int(pack.pointee.blockCount) {
      let r = first + i
      for k in 0..<6 {
        own[i * 6 + k] = component(r, lane, isA, k)
        other[i * 6 + k] = component(r, lane, !isA, k)
      }
      residual[i] = rowResidual(pack, r, lane, rate)
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

  /// The residual of a row: −(J·v + rate·error), with the correction speed limited.
  private func rowResidual(
    _ pack: UnsafeMutablePointer<JointPack>, _ r: UnsafeMutablePointer<JointRow>, _ lane: Int,
    _ rate: Double
  ) -> Double {
    let a = bodies + Int(pack.pointee.bodyA[lane])
    let b = bodies + Int(pack.pointee.bodyB[lane])
    let n = r.pointee.n.lane(lane)
    let along = n.dot(b.pointee.linear - a.pointee.linear)
    let angularA = r.pointee.armA.lane(lane).dot(a.pointee.angular)
    let angularB = r.pointee.armB.lane(lane).dot(b.pointee.angular)
    let maxSpeed = self.rate * Double(maxGap)
    let speed = max(min(rate * Double(r.pointee.error[lane]), maxSpeed), -maxSpeed)
    return -(Double(along + angularA + angularB) + speed)
  }

  // MARK: Small matrices

  /// Factors the lower half of a symmetric matrix in place: L below, 1/D on the diagonal.
  @inline(__always)
  private func factor(_ m: UnsafeMutablePointer<Double>, _ size: Int) {
    for i in 0..<size {
      for j in 0..<i {
        var value = m[i * 6 + j]
        for k in 0..<j { value -= m[i * 6 + k] * m[j * 6 + k] }
        // L·D so far; divided below, when the row is complete.
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
