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
  /// Whether only joints of bodies that turn fast have residuals; the others are satisfied.
  let isRefined: Bool

  @inline(__always)
  private func part(_ link: Int, _ part: Int) -> UnsafeMutablePointer<Double> {
    numbers + (link &* LinkPart.size &+ part)
  }

  /// The number of block rows of the joint of a link; 0 for a root that is joined to nothing.
  @inline(__always)
  private func rowCount(_ link: Int) -> Int {
    let pack = Int(links[link].pack)
    return pack < 0 ? 0 : Int(packs[pack].blockCount)
  }

  /// Computes the articulated inertia of all links and what their joints transmit.
  ///
  /// It is needed again when bodies have moved, not when only velocities have changed.
  func factor() {
    for link in 0..<count { initialize(link) }
    var link = count - 1
    while link >= 0 {
      eliminate(link)
      link -= 1
    }
  }

  /// Changes the velocities of all links so that every block row is satisfied, after ``factor()``.
  func solve() {
    for link in 0..<count {
      let load = part(link, LinkPart.load)
      for number in 0..<6 { load[number] = 0 }
    }
    var link = count - 1
    while link >= 0 {
      transmitLoad(link)
      link -= 1
    }
    for link in 0..<count { substituteBack(link) }
  }

  /// Initializes the articulated inertia of a link with its own.
  private func initialize(_ link: Int) {
    let m = masses + Int(records[Int(links[link].body)].awakeIndex + 1)
    let inertia = part(link, LinkPart.inertia)
    for number in 0..<36 { inertia[number] = 0 }
    for axis in 0..<3 {
      let inverse = Double(m.pointee.inverseMass[axis])
      inertia[axis * 7] = inverse > 1e-12 ? 1 / inverse : 1e12
    }
    invertInertia(m.pointee.inverseInertia, inertia)
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
    SpatialMatrix(part(link, LinkPart.inertia)).factor()
    guard links[link].pack >= 0 else { return }
    let rowCount = rowCount(link)
    // As a constant for ball sockets and hinges, so that their rows are in registers.
    if rowCount == 3 {
      eliminate(link, rowCount: 3)
    } else if rowCount == 5 {
      eliminate(link, rowCount: 5)
    } else {
      eliminate(link, rowCount: rowCount)
    }
  }

  @inline(__always)
  private func eliminate(_ link: Int, rowCount: Int) {
    let l = links[link]
    let inertia = SpatialMatrix(part(link, LinkPart.inertia))
    let pack = packs + Int(l.pack)
    let own = part(link, LinkPart.rows)
    let response = part(link, LinkPart.response)
    readRows(pack, link, rowCount)
    // The rows are the lanes of two groups of four, of which most joints use one.
    for group in 0..<(rowCount > 4 ? 2 : 1) {
      let solved = quadruples(part(link, LinkPart.solvedRows)) + group
      inertia.solve(solved, stride: 2)
      for i in 0..<rowCount {
        var values = SIMD4<Double>()
        for k in 0..<6 { values += solved[k * 2] * own[i * 6 + k] }
        quadruples(response + i * 8)[group] = values
      }
    }
    for i in 0..<rowCount { response[i * 9] *= 1 + 1e-9 }
    factorResponse(response, rowCount)
    guard l.parent >= 0 else { return }
    // The parent receives the inertia Jᵀ·D⁻¹·J.
    let other = part(link, LinkPart.parentRows)
    let columns = spatialVectors(part(link, LinkPart.columns))
    for i in 0..<rowCount { columns[i] = spatialVectors(other)[i] }
    for i in 0..<rowCount {
      for k in 0..<i { columns[i] -= columns[k] * response[i * 8 + k] }
    }
    var i = rowCount &- 1
    while i >= 0 {
      var column = columns[i] * response[i &* 9]
      var k = i &+ 1
      while k < rowCount {
        column -= columns[k] * response[k &* 8 &+ i]
        k &+= 1
      }
      columns[i] = column
      i &-= 1
    }
    let parent = SpatialMatrix(part(Int(l.parent), LinkPart.inertia))
    for m in 0..<6 {
      var column = SpatialVector()
      for i in 0..<rowCount { column += columns[i] * other[i * 6 + m] }
      parent.columns[m] += column
    }
  }

  /// Computes the residual of a joint under the load of its link, whose children are done, and adds
  /// the impulse Jᵀ·D⁻¹·g that it transmits to the parent.
  private func transmitLoad(_ link: Int) {
    guard links[link].pack >= 0 else { return }
    let rowCount = rowCount(link)
    if rowCount == 3 {
      transmitLoad(link, rowCount: 3)
    } else if rowCount == 5 {
      transmitLoad(link, rowCount: 5)
    } else {
      transmitLoad(link, rowCount: rowCount)
    }
  }

  @inline(__always)
  private func transmitLoad(_ link: Int, rowCount: Int) {
    let l = links[link]
    let pack = packs + Int(l.pack)
    let load = part(link, LinkPart.load)
    let residual = part(link, LinkPart.residual)
    readResiduals(pack, l, residual, rowCount)
    for group in 0..<(rowCount > 4 ? 2 : 1) {
      let solved = quadruples(part(link, LinkPart.solvedRows)) + group
      var values = quadruples(residual)[group]
      for k in 0..<6 { values -= solved[k * 2] * load[k] }
      quadruples(residual)[group] = values
    }
    guard l.parent >= 0 else { return }
    let columns = spatialVectors(part(link, LinkPart.columns))
    var sum = SpatialVector()
    for i in 0..<rowCount { sum += columns[i] * residual[i] }
    spatialVectors(part(Int(l.parent), LinkPart.load))[0] += sum
  }

  /// Computes the velocity change of a link from that of its parent, and applies the joint's
  /// impulse.
  private func substituteBack(_ link: Int) {
    let rowCount = rowCount(link)
    if rowCount == 3 {
      substituteBack(link, rowCount: 3)
    } else if rowCount == 5 {
      substituteBack(link, rowCount: 5)
    } else {
      substituteBack(link, rowCount: rowCount)
    }
  }

  @inline(__always)
  private func substituteBack(_ link: Int, rowCount: Int) {
    let l = links[link]
    let change = part(link, LinkPart.velocityChange)
    var force = spatialVectors(part(link, LinkPart.load))[0]
    if l.pack >= 0 {
      let pack = packs + Int(l.pack)
      let impulse = part(link, LinkPart.impulse)
      let residual = part(link, LinkPart.residual)
      for i in 0..<rowCount { impulse[i] = residual[i] }
      if l.parent >= 0 {
        let other = part(link, LinkPart.parentRows)
        let parent = part(Int(l.parent), LinkPart.velocityChange)
        for i in 0..<rowCount {
          var value = impulse[i]
          for k in 0..<6 { value -= other[i &* 6 &+ k] * parent[k] }
          impulse[i] = value
        }
      }
      solveResponse(part(link, LinkPart.response), rowCount, impulse)
      let own = spatialVectors(part(link, LinkPart.rows))
      let first = rows + Int(pack.pointee.firstRow)
      for i in 0..<rowCount {
        force += own[i] * impulse[i]
        first[i].impulse[Int(l.lane)] += Float(impulse[i])
      }
    }
    spatialVectors(change)[0] = force
    SpatialMatrix(part(link, LinkPart.inertia)).solve(change)
    let b = bodies + Int(records[Int(l.body)].awakeIndex + 1)
    let v = Vector3(Float(change[0]), Float(change[1]), Float(change[2]))
    let w = Vector3(Float(change[3]), Float(change[4]), Float(change[5]))
    b.pointee.linear = b.pointee.linear + v
    b.pointee.angular = b.pointee.angular + w
  }

  // MARK: Rows

  /// Reads the rows of a joint for both of its bodies.
  @inline(__always)
  private func readRows(
    _ pack: UnsafeMutablePointer<JointPack>, _ link: Int, _ rowCount: Int
  ) {
    let first = rows + Int(pack.pointee.firstRow)
    let (lane, isA) = (Int(links[link].lane), links[link].isA != 0)
    let own = part(link, LinkPart.rows)
    let other = part(link, LinkPart.parentRows)
    let unsolved = part(link, LinkPart.solvedRows)
    for i in 0..<rowCount {
      let r = first + i
      for k in 0..<6 {
        let number = component(r, lane, isA, k)
        own[i * 6 + k] = number
        unsolved[k * 8 + i] = number
        other[i * 6 + k] = component(r, lane, !isA, k)
      }
    }
  }

  /// Reads the residuals of the rows of a joint.
  @inline(__always)
  private func readResiduals(
    _ pack: UnsafeMutablePointer<JointPack>, _ link: JointLink,
    _ residual: UnsafeMutablePointer<Double>, _ rowCount: Int
  ) {
    let first = rows + Int(pack.pointee.firstRow)
    if isRefined && !pack.pointee.fastLanes[Int(link.lane)] {
      for i in 0..<rowCount { residual[i] = 0 }
      return
    }
    let rate = link.isPendulum != 0 ? fullRate : self.rate
    for i in 0..<rowCount {
      residual[i] = rowResidual(pack, first + i, Int(link.lane), rate)
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

  /// The residual of a row: −(J·v + rate·error + bias), with the correction speed limited.
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
    let bias = rate > 0 ? Double(r.pointee.bias[lane]) : 0
    return -(Double(along + angularA + angularB) + speed + bias)
  }

  // MARK: Responses

  /// Factors the lower half of the response of a joint in place: L below, 1/D on the diagonal.
  @inline(__always)
  private func factorResponse(_ m: UnsafeMutablePointer<Double>, _ size: Int) {
    for i in 0..<size {
      for j in 0..<i {
        var value = m[i &* 8 &+ j]
        for k in 0..<j { value -= m[i &* 8 &+ k] * m[j &* 8 &+ k] }
        // L·D so far; divided below, when the row is complete.
        m[i &* 8 &+ j] = value
      }
      var d = m[i &* 9]
      for k in 0..<i {
        let l = m[i &* 8 &+ k] * m[k &* 9]
        d -= m[i &* 8 &+ k] * l
        m[i &* 8 &+ k] = l
      }
      m[i &* 9] = d > 1e-30 ? 1 / d : 0
    }
  }

  /// Solves for the impulses of a joint in place.
  @inline(__always)
  private func solveResponse(
    _ m: UnsafeMutablePointer<Double>, _ size: Int, _ x: UnsafeMutablePointer<Double>
  ) {
    for i in 0..<size {
      var value = x[i]
      for k in 0..<i { value -= m[i &* 8 &+ k] * x[k] }
      x[i] = value
    }
    var i = size &- 1
    while i >= 0 {
      var value = x[i] * m[i &* 9]
      var k = i &+ 1
      while k < size {
        value -= m[k &* 8 &+ i] * x[k]
        k &+= 1
      }
      x[i] = value
      i &-= 1
    }
  }
}
