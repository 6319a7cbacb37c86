import CaromMaths

extension PrepareContext {
  /// Fills the additional data of a row of extended contacts; the rest of the row is filled
  /// already.
  func prepareExtendedRow(_ raw: UnsafeMutableRawPointer, _ four: PrepareLanes) {
    let layout = ContactLayout(points: 4, isExtended: true)
    let row = raw.assumingMemoryBound(to: ContactRow.self)
    let extra = (raw + layout.extendedOffset).assumingMemoryBound(to: ExtendedContactRow.self)
    let ia = row.pointee.bodyA
    let ib = row.pointee.bodyB
    extra.pointee = ExtendedContactRow()
    extra.pointee.massA = massInFrame(row, ia)
    extra.pointee.massB = massInFrame(row, ib)
    let sum = row.pointee.inertiaA + row.pointee.inertiaB
    extra.pointee.rollingMass = sum.inverse
    let (l0, l1, l2, l3) = (four.l0, four.l1, four.l2, four.l3)
    let roll = transpose4(
      l0.manifold.pointee.roll, l1.manifold.pointee.roll, l2.manifold.pointee.roll,
      l3.manifold.pointee.roll)
    let old = Vector3W(roll.0, roll.1, roll.2) * four.sign
    extra.pointee.rollingArm = roll.3
    extra.pointee.roll = Vector3W(
      row.pointee.tangent1.dot(old), row.pointee.tangent2.dot(old), row.pointee.normal.dot(old))
    extra.pointee.restitution = F4(
      l0.manifold.pointee.localNormal.w, l1.manifold.pointee.localNormal.w,
      l2.manifold.pointee.localNormal.w, l3.manifold.pointee.localNormal.w)
    let n = row.pointee.normal
    for lane in 0..<4 {
      let source = lane < 2 ? (lane == 0 ? l0 : l1) : (lane == 2 ? l2 : l3)
      let normal = Vector3(n.x[lane], n.y[lane], n.z[lane])
      extra.pointee.bounceSpeed[lane] = bounceSpeed(source, normal)
      extra.pointee.pull[lane] = max(0, -pull(Int(ia[lane]), Int(ib[lane]), normal))
      if (source.a.pointee.flags | source.b.pointee.flags) & BodyPose.Flag.hasSurfaceMotion != 0 {
        setSurfaceMotion(lane, source, row, extra)
      }
    }
  }

  /// Sets the relative velocity of the surfaces of a lane at the centroid of its points.
  private func setSurfaceMotion(
    _ lane: Int, _ source: PrepareLane, _ row: UnsafeMutablePointer<ContactRow>,
    _ extra: UnsafeMutablePointer<ExtendedContactRow>
  ) {
    guard source.manifold.pointee.contact >= 0 else { return }
    let c = contacts + Int(source.manifold.pointee.contact)
    let (t1, t2) = (row.pointee.tangent1.lane(lane), row.pointee.tangent2.lane(lane))
    let n = row.pointee.normal.lane(lane)
    let arm: Vector3 =
      t1 * row.pointee.arm1[lane] + t2 * row.pointee.arm2[lane] + n * row.pointee.armA[lane]
    let point: Vector3 = Vector3(source.a.pointee.center) + arm
    let a = surfaces.pointee.velocity(c.pointee.bodyA, c.pointee.colliderA, at: point)
    let b = surfaces.pointee.velocity(c.pointee.bodyB, c.pointee.colliderB, at: point)
    let linear: Vector3 = (b.linear - a.linear) * source.sign
    let angular: Vector3 = (b.angular - a.angular) * source.sign
    extra.pointee.surface1[lane] = t1.dot(linear)
    extra.pointee.surface2[lane] = t2.dot(linear)
    extra.pointee.surfaceSpin[lane] = n.dot(angular)
    extra.pointee.hasSurfaceMotion = 1
  }

  /// The inverse mass tensor in the contact's axes, for bodies with or without locked axes.
  private func massInFrame(_ row: UnsafeMutablePointer<ContactRow>, _ i: I4) -> SymmetricW {
    let hasAxisFactors = lockedAxisMasses(i)
    let free = F4(
      solverBodies[Int(i[0])].velocity.w, solverBodies[Int(i[1])].velocity.w,
      solverBodies[Int(i[2])].velocity.w, solverBodies[Int(i[3])].velocity.w)
    let m = Vector3W(hasAxisFactors.x + free, hasAxisFactors.y + free, hasAxisFactors.z + free)
    let (u, v, n) = (row.pointee.tangent1, row.pointee.tangent2, row.pointee.normal)
    return SymmetricW(
      xx: weighted(u, u, m), yy: weighted(v, v, m), zz: weighted(n, n, m), xy: weighted(u, v, m),
      xz: weighted(u, n, m), yz: weighted(v, n, m))
  }

  private func weighted(_ a: Vector3W, _ b: Vector3W, _ m: Vector3W) -> F4 {
    a.x * b.x * m.x + a.y * b.y * m.y + a.z * b.z * m.z
  }

  /// The relative acceleration by forces along the normal.
  private func pull(_ a: Int, _ b: Int, _ n: Vector3) -> Float {
    Vector3(forces[b].acceleration - forces[a].acceleration).dot(n)
  }

  /// The restitution threshold: the slowest approach that bounces, in meters per second.
  ///
  /// One and a half times the velocity change by gravity along the normal in a step, so that
  /// resting bodies do not hop; 0.1 mm/s without gravity, so that a slow ball keeps its speed.
  private func bounceSpeed(_ lane: PrepareLane, _ n: Vector3) -> Float {
    guard lane.manifold.pointee.contact >= 0 else { return 0 }
    let c = contacts + Int(lane.manifold.pointee.contact)
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let fallsA = a.pointee.isDynamic && a.pointee.has(BodyRecord.Flag.gravity)
    let fallsB = b.pointee.isDynamic && b.pointee.has(BodyRecord.Flag.gravity)
    var pull: Float = 0
    if fallsA { pull = abs((gravity * a.pointee.velocityFactor).dot(n)) }
    if fallsB { pull = max(pull, abs((gravity * b.pointee.velocityFactor).dot(n))) }
    if (a.pointee.flags | b.pointee.flags) & BodyRecord.Flag.ownGravity != 0 {
      // The force of the step contains the scaled gravity.
      let between = self.pull(
        Int(poses[Int(c.pointee.bodyA)].solverIndex), Int(poses[Int(c.pointee.bodyB)].solverIndex),
        n)
      pull = max(pull, abs(between))
    }
    return 1e-4 + 1.5 * step * pull
  }
}

/// The normal velocities at the points of four contacts, positive if they separate.
struct ContactPointSpeeds {
  private var middle: F4
  private var turn1: F4
  private var turn2: F4

  /// Evaluates the current velocities of the bodies.
  init(_ bodies: UnsafeMutablePointer<SolverBody>, _ row: UnsafeMutablePointer<ContactRow>) {
    let (bodyA, bodyB) = bodyIndices(row)
    let a = BodyVelocitiesW(bodies, bodyA)
    let b = BodyVelocitiesW(bodies, bodyB)
    let (t1, t2) = (row.pointee.tangent1, row.pointee.tangent2)
    let (wa1, wa2) = (t1.dot(a.angular), t2.dot(a.angular))
    let (wb1, wb2) = (t1.dot(b.angular), t2.dot(b.angular))
    let apart: F4 = row.pointee.normal.dot(b.linear - a.linear)
    middle = apart - wb1 * row.pointee.offset2 + wb2 * row.pointee.offset1
    turn1 = wb1 - wa1
    turn2 = wb2 - wa2
  }

  @inline(__always)
  func at(_ along1: F4, _ along2: F4) -> F4 { middle + turn1 * along2 - turn2 * along1 }
}
