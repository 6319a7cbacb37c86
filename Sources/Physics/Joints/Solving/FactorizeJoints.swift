import CaromMaths

// The factorization of the rigid rows of a joint as one block, L·D·Lᵀ = J·M⁻¹·Jᵀ, and the effective
// masses of its other rows in the motion that the block leaves free.

extension JointPasses {
  /// Factors the block of a pack, and computes the effective masses of the other rows, except those
  /// of limits without an impulse.
  ///
  /// Rows that are redundant, or that act on locked axes only, are disabled.
  @inline(__always)
  func factorize(_ pack: UnsafeMutablePointer<JointPack>) {
    switch pack.pointee.ownBlock {
    case 3: factorize(pack, 3)
    case 5: factorize(pack, 5)
    case let block: factorize(pack, block)
    }
  }

  @inline(__always)
  private func factorize(_ pack: UnsafeMutablePointer<JointPack>, _ block: Int) {
    let first = rows + Int(pack.pointee.firstRow)
    let factors = self.factors + Int(pack.pointee.firstRow) * 6
    let masses = pack.pointee.massA + pack.pointee.massB
    for i in 0..<block {
      let r = first + i
      for j in 0...i {
        let other = first + j
        var value = Self.response(r, other, masses)
        let whole = value
        // L and D so far: row i holds L below the diagonal and 1/D on it.
        for k in 0..<j {
          let l = factors[i &* 6 &+ k]
          value = value - l * factors[j &* 6 &+ k] * (first + k).pointee.mass
        }
        if j < i {
          factors[i &* 6 &+ j] = value * factors[j &* 7]
        } else {
          let isFirm = value .> whole * F4(repeating: 1e-5)
          let d = select(isFirm, value, F4(repeating: 1))
          factors[i &* 7] = keep(F4(repeating: 1) / d, where: isFirm)
          r.pointee.mass = keep(d, where: isFirm)
        }
      }
    }
    for number in Int(pack.pointee.blockCount)..<Int(pack.pointee.rowCount) {
      let r = first + number
      // A limit is reduced when it is reached.
      let isIdle = r.pointee.isLimit != 0 && laneBits(r.pointee.impulse .== F4()) == 15
      r.pointee.isReduced = 0
      if !isIdle { reduce(pack, number, block) }
    }
  }

  /// Computes the effective mass of a row outside the block, and the impulses of the block that
  /// cancel its effect on the block.
  @inline(__always)
  func reduce(_ pack: UnsafeMutablePointer<JointPack>, _ number: Int, _ block: Int) {
    let first = rows + Int(pack.pointee.firstRow)
    let factors = self.factors + Int(pack.pointee.firstRow) * 6
    let masses = pack.pointee.massA + pack.pointee.massB
    let r = first + number
    r.pointee.isReduced = 1
    let whole =
      r.pointee.isSplit == 0 ? Self.response(r, r, masses) : Self.splitResponse(r, pack)
    // The impulses of the block for a unit impulse of the row, and its remaining response.
    let shares = self.factors + (Int(pack.pointee.firstRow) + number) * 6
    for j in 0..<block {
      var value = Self.response(r, first + j, masses)
      for k in 0..<j { value = value - factors[j &* 6 &+ k] * shares[k] }
      shares[j] = value
    }
    var value = whole
    for j in 0..<block {
      value = value - shares[j] * shares[j] * factors[j &* 7]
      shares[j] = shares[j] * factors[j &* 7]
    }
    var j = block &- 1
    while j >= 0 {
      var k = j &+ 1
      while k < block {
        shares[j] = shares[j] - factors[k &* 6 &+ j] * shares[k]
        k &+= 1
      }
      j &-= 1
    }
    let isFirm = value .> whole * F4(repeating: 1e-4) + F4(repeating: 1e-20)
    r.pointee.mass = keep(
      F4(repeating: 1) / select(isFirm, value, F4(repeating: 1)), where: isFirm)
  }

  /// The change of velocity along a split row by its own unit impulse.
  private static func splitResponse(
    _ r: UnsafeMutablePointer<JointRow>, _ pack: UnsafeMutablePointer<JointPack>
  ) -> F4 {
    let alongA = (r.pointee.nA * pack.pointee.massA).dot(r.pointee.nA)
    let alongB = (r.pointee.n * pack.pointee.massB).dot(r.pointee.n)
    let around =
      r.pointee.armA.dot(r.pointee.responseA) + r.pointee.armB.dot(r.pointee.responseB)
    return alongA + alongB + around
  }

  /// The change of velocity along one row by a unit impulse of the other.
  @inline(__always)
  private static func response(
    _ r: UnsafeMutablePointer<JointRow>, _ other: UnsafeMutablePointer<JointRow>,
    _ masses: Vector3W
  ) -> F4 {
    let along = (r.pointee.n * masses).dot(other.pointee.n)
    let around =
      r.pointee.armA.dot(other.pointee.responseA) + r.pointee.armB.dot(other.pointee.responseB)
    return along + around
  }
}
