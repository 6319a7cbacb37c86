import CaromMaths

/// Four joined bodies whose inertia differs between axes.
struct TurningPack: BitwiseCopyable {
  /// The solver indices; 0 in empty lanes.
  var bodies = I4()
  /// The orientations when the step began.
  var orientation = QuaternionW(F4(), F4(), F4(), F4(repeating: 1))
  /// The inverse moments of inertia about the axes of the bodies.
  var inertia = Vector3W.zero
  /// 1 when a body has other products of inertia than zero, so that the pack is not used.
  var isSkewed: UInt32 = 0
}

extension JointSolver {
  /// Fills the packs of joined bodies whose inertia differs between axes.
  func prepareTurning() {
    let count = storage.turning.count
    storage.turningPacks.resize((count + 3) / 4)
    for index in 0..<storage.turningPacks.count {
      let p = storage.turningPacks.base + index
      p.pointee = TurningPack()
      for lane in 0..<min(count - index * 4, 4) {
        let body = storage.turning.base[index * 4 + lane]
        let m = localInverseInertia(Int(body))
        p.pointee.bodies[lane] = body
        p.pointee.orientation.set(lane, record(Int(body)).pointee.orientation)
        p.pointee.inertia.set(lane, Vector3(m.x.x, m.y.y, m.z.z))
        if !m.isDiagonal { p.pointee.isSkewed = 1 }
      }
    }
  }

  /// Rotates the inertia of joined bodies to their orientation within the step.
  ///
  /// With the inertia of the start of the step, a fast spin on a long lever would gain energy.
  func rotateInertias() {
    let (bodies, masses) = (solver.bodies.base, solver.masses.base)
    for index in 0..<storage.turningPacks.count {
      let p = storage.turningPacks.base + index
      let indices = p.pointee.bodies
      if p.pointee.isSkewed != 0 {
        for lane in 0..<4 where indices[lane] > 0 { rotateInertia(Int(indices[lane])) }
        continue
      }
      let q = QuaternionW(gatherDeltaRotations(bodies, indices)) * p.pointee.orientation
      let m = SymmetricW(diagonal: p.pointee.inertia, q.axisX, q.axisY, q.axisZ)
      let diagonals = transpose4(m.xx, m.yy, m.zz, F4())
      let sides = transpose4(m.xy, m.xz, m.yz, F4())
      store(diagonals.0, sides.0, masses + Int(indices[0]))
      store(diagonals.1, sides.1, masses + Int(indices[1]))
      store(diagonals.2, sides.2, masses + Int(indices[2]))
      store(diagonals.3, sides.3, masses + Int(indices[3]))
    }
  }

  /// Rotates the inertia of one body; the same as four at a time.
  private func rotateInertia(_ index: Int) {
    let q = solver.bodies.base[index].turned * record(index).pointee.orientation
    solver.masses.base[index].inverseInertia = localInverseInertia(index).rotated(by: q)
  }

  /// Stores an inverse inertia; that of an empty lane is zero, as that of body 0.
  @inline(__always)
  private func store(_ diagonal: F4, _ sides: F4, _ mass: UnsafeMutablePointer<SolverMass>) {
    (mass.pointee.diagonal, mass.pointee.sides) = (diagonal, sides)
  }

  private func record(_ index: Int) -> UnsafeMutablePointer<BodyRecord> {
    bodies.base + Int(solver.forces.base[index].gyroscopic)
  }

  /// The inverse inertia in the body's own axes, with what geometric stiffness adds.
  private func localInverseInertia(_ index: Int) -> Matrix3 {
    let r = record(index)
    let added = index < storage.addedInertia.count ? storage.addedInertia.base[index] : 0
    return added > 0 ? r.pointee.inertia(adding: added).inverse : r.pointee.inverseInertia
  }
}

extension SymmetricW {
  /// The tensor with the moments `d` about the axes `x`, `y` and `z`.
  @inline(__always)
  init(diagonal d: Vector3W, _ x: Vector3W, _ y: Vector3W, _ z: Vector3W) {
    let (a, b, c) = (x * d.x, y * d.y, z * d.z)
    self.init(
      xx: a.x * x.x + b.x * y.x + c.x * z.x, yy: a.y * x.y + b.y * y.y + c.y * z.y,
      zz: a.z * x.z + b.z * y.z + c.z * z.z, xy: a.x * x.y + b.x * y.y + c.x * z.y,
      xz: a.x * x.z + b.x * y.z + c.x * z.z, yz: a.y * x.z + b.y * y.z + c.y * z.z)
  }
}
