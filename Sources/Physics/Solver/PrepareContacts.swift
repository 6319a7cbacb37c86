import CPrefetch
import CaromMaths

/// The arrays that preparing contact rows reads and writes, as pointers for the threads.
struct PrepareContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let contacts: UnsafeMutablePointer<ContactRecord>
  let manifolds: UnsafeMutablePointer<ManifoldRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  let poses: UnsafeMutablePointer<BodyPose>
  let solverBodies: UnsafeMutablePointer<SolverBody>
  let masses: UnsafeMutablePointer<SolverMass>
  let forces: UnsafeMutablePointer<SolverForce>
  /// The contact that unused lanes refer to.
  let empty: PrepareLane
  /// The manifold of each lane, -1 for an unused lane.
  let lanes: UnsafeMutablePointer<Int32>
  let rows: UnsafeMutableRawPointer
  let surfaces: UnsafePointer<SurfaceMotions>
  let gravity: Vector3
  let step: Float
  /// The fraction of the step after which lever arms are taken; see ``lead(substeps:)``.
  let lead: Float

  /// Fills the rows `range` of a group.
  func prepare(_ group: ContactGroup, _ range: Range<Int>) {
    let layout = ContactLayout.of(Int(group.kind))
    let last = range.upperBound &- 1
    for index in range {
      let row = rows + Int(group.start) * 16 + index * layout.stride
      let first = lanes + Int(group.firstLane) + index * 4
      prefetch(
        lanes + Int(group.firstLane) + min(index &+ 2, last) * 4,
        lanes + Int(group.firstLane) + min(index &+ 1, last) * 4)
      let isAnchored = group.kind & 1 != 0
      let four = PrepareLanes(
        l0: lane(first[0], isAnchored), l1: lane(first[1], isAnchored),
        l2: lane(first[2], isAnchored), l3: lane(first[3], isAnchored),
        manifold: I4(first[0], first[1], first[2], first[3]))
      switch UInt8(group.kind) & ~1 {
      case ContactClass.spheres: prepareSpheres(row, four)
      case ContactClass.one: prepareOne(row, four, isAnchored)
      case ContactClass.two: prepareTwo(row, four, isAnchored)
      case ContactClass.four: prepareFour(row, four, isAnchored)
      default: prepareExtended(row, four, isAnchored)
      }
      if isAnchored && layout.points > 0 {
        moveToMiddle(row.assumingMemoryBound(to: ContactRow.self), layout.points)
      }
    }
  }

  /// Begins to load the manifolds of a row that comes later, and the contacts of the next one.
  @inline(__always)
  private func prefetch(
    _ later: UnsafeMutablePointer<Int32>, _ next: UnsafeMutablePointer<Int32>
  ) {
    for lane in 0..<4 {
      manifolds.prefetch(later[lane], points)
      carom_prefetch(contacts + max(Int(manifolds[max(Int(next[lane]), 0)].contact), 0))
    }
  }

  private func lane(_ manifold: Int32, _ isAnchored: Bool) -> PrepareLane {
    if manifold < 0 { return empty }
    let m = manifolds + Int(manifold)
    let c = contacts + Int(m.pointee.contact)
    let a = poses + Int(c.pointee.bodyA)
    let b = poses + Int(c.pointee.bodyB)
    // An immovable body is always side A, which is then never written.
    let isFlipped = isAnchored && !b.pointee.isMovable
    return PrepareLane(
      manifold: m, points: points + Int(manifold) * 4, a: a, b: b, isFlipped: isFlipped)
  }
}

/// The contact of one lane.
///
/// Where A and B are swapped, the sides are read from each other's places: without branches, since
/// lanes of a row differ.
struct PrepareLane {
  let manifold: UnsafeMutablePointer<ManifoldRecord>
  let points: UnsafeMutablePointer<ContactPoint>
  let a: UnsafeMutablePointer<BodyPose>
  let b: UnsafeMutablePointer<BodyPose>
  /// The distance in bytes from a vector of A to that of the row's A: 16 if A and B are swapped,
  /// else 0.
  private let swap: Int

  @inline(__always)
  init(
    manifold: UnsafeMutablePointer<ManifoldRecord>, points: UnsafeMutablePointer<ContactPoint>,
    a: UnsafeMutablePointer<BodyPose>, b: UnsafeMutablePointer<BodyPose>, isFlipped: Bool
  ) {
    (self.manifold, self.points) = (manifold, points)
    (self.a, self.b) = isFlipped ? (b, a) : (a, b)
    swap = isFlipped ? 16 : 0
  }

  @inline(__always) var sign: Float { swap == 0 ? 1 : -1 }
  /// The orientations of both sides in the reference pose.
  @inline(__always)
  var orientationA: F4 {
    raw.load(fromByteOffset: ManifoldRecord.orientations &+ swap, as: F4.self)
  }
  @inline(__always)
  var orientationB: F4 {
    raw.load(fromByteOffset: ManifoldRecord.orientations &+ (16 &- swap), as: F4.self)
  }
  /// The rolling radii of both sides.
  @inline(__always)
  var roundA: Float {
    raw.load(fromByteOffset: ManifoldRecord.rollingRadii &+ swap &>> 2, as: Float.self)
  }
  @inline(__always)
  var roundB: Float {
    raw.load(fromByteOffset: ManifoldRecord.rollingRadii &+ (16 &- swap) &>> 2, as: Float.self)
  }
  /// The anchors of a point on both sides; see ``ContactPoint`` for their fourth lanes, of which
  /// that of the point's A is on the side B of a swapped row.
  @inline(__always)
  func onA(_ slot: Int) -> F4 {
    UnsafeRawPointer(points + slot).load(fromByteOffset: swap, as: F4.self)
  }
  @inline(__always)
  func onB(_ slot: Int) -> F4 {
    UnsafeRawPointer(points + slot).load(fromByteOffset: 16 &- swap, as: F4.self)
  }

  @inline(__always) private var raw: UnsafeRawPointer { UnsafeRawPointer(manifold) }
}

extension ManifoldRecord {
  /// The offset in bytes of `orientationA`, which `orientationB` follows.
  fileprivate static var orientations: Int { 80 }
  /// The offset in bytes of `roundA`, which `roundB`, `impulse` and `minSeparation` follow.
  static var rollingRadii: Int { 112 }

  /// Whether the offsets are those of the fields.
  static var hasExpectedLayout: Bool {
    MemoryLayout<Self>.offset(of: \.orientationA) == orientations
      && MemoryLayout<Self>.offset(of: \.orientationB) == orientations + 16
      && MemoryLayout<Self>.offset(of: \.roundA) == rollingRadii
      && MemoryLayout<Self>.offset(of: \.roundB) == rollingRadii + 4
      && MemoryLayout<Self>.offset(of: \.impulse) == rollingRadii + 8
      && MemoryLayout<ContactPoint>.offset(of: \.onB) == 16
  }
}

/// The contacts of four lanes, of the same color and class.
struct PrepareLanes {
  let l0: PrepareLane
  let l1: PrepareLane
  let l2: PrepareLane
  let l3: PrepareLane
  let manifold: I4

  @inline(__always)
  var bodyA: I4 {
    I4(
      l0.a.pointee.solverIndex, l1.a.pointee.solverIndex, l2.a.pointee.solverIndex,
      l3.a.pointee.solverIndex)
  }
  @inline(__always)
  var bodyB: I4 {
    I4(
      l0.b.pointee.solverIndex, l1.b.pointee.solverIndex, l2.b.pointee.solverIndex,
      l3.b.pointee.solverIndex)
  }
  @inline(__always) var sign: F4 { F4(l0.sign, l1.sign, l2.sign, l3.sign) }
  @inline(__always)
  var roundA: F4 { F4(l0.roundA, l1.roundA, l2.roundA, l3.roundA) }
  @inline(__always)
  var roundB: F4 { F4(l0.roundB, l1.roundB, l2.roundB, l3.roundB) }
}

extension PrepareContext {
  /// Fills a row of contacts between spheres.
  private func prepareSpheres(_ raw: UnsafeMutableRawPointer, _ four: PrepareLanes) {
    let row = raw.assumingMemoryBound(to: SphereContactRow.self)
    let (l0, l1, l2, l3) = (four.l0, four.l1, four.l2, four.l3)
    let ia = four.bodyA
    let ib = four.bodyB
    let sign = four.sign
    let normal = transpose4(
      l0.manifold.pointee.normal, l1.manifold.pointee.normal, l2.manifold.pointee.normal,
      l3.manifold.pointee.normal)
    let frictionImpulse = transpose3(
      l0.manifold.pointee.frictionImpulse, l1.manifold.pointee.frictionImpulse,
      l2.manifold.pointee.frictionImpulse,
      l3.manifold.pointee.frictionImpulse)
    let n = Vector3W(normal.0, normal.1, normal.2) * sign
    let a0 = solverBodies + Int(ia[0])
    let a1 = solverBodies + Int(ia[1])
    let a2 = solverBodies + Int(ia[2])
    let a3 = solverBodies + Int(ia[3])
    let b0 = solverBodies + Int(ib[0])
    let b1 = solverBodies + Int(ib[1])
    let b2 = solverBodies + Int(ib[2])
    let b3 = solverBodies + Int(ib[3])
    let massA = F4(
      a0.pointee.velocity.w, a1.pointee.velocity.w, a2.pointee.velocity.w, a3.pointee.velocity.w)
    let massB = F4(
      b0.pointee.velocity.w, b1.pointee.velocity.w, b2.pointee.velocity.w, b3.pointee.velocity.w)
    let inverseInertiaA = F4(
      a0.pointee.angularVelocity.w, a1.pointee.angularVelocity.w, a2.pointee.angularVelocity.w,
      a3.pointee.angularVelocity.w)
    let inverseInertiaB = F4(
      b0.pointee.angularVelocity.w, b1.pointee.angularVelocity.w, b2.pointee.angularVelocity.w,
      b3.pointee.angularVelocity.w)
    let separation = F4(
      l0.points.pointee.onA.w, l1.points.pointee.onA.w, l2.points.pointee.onA.w,
      l3.points.pointee.onA.w)
    // The impulse of the warm start: `CollideContext.transferImpulses` carried it over from the
    // last step, and `SolveContext.warmStartRows` applies it.
    let impulse = F4(
      l0.points.pointee.onB.w, l1.points.pointee.onB.w, l2.points.pointee.onB.w,
      l3.points.pointee.onB.w)
    let half: F4 = separation * 0.5
    let armA: F4 = four.roundA + half
    let armB: F4 = F4() - four.roundB - half
    let mass: F4 = massA + massB
    let angular: F4 = inverseInertiaA * armA * armA + inverseInertiaB * armB * armB
    let isUsed = mass .> F4(repeating: 1e-20)
    row.pointee.bodyA = ia
    row.pointee.bodyB = ib
    row.pointee.manifold = four.manifold
    row.pointee.normal = n
    row.pointee.armA = armA
    row.pointee.armB = armB
    row.pointee.friction = normal.3
    row.pointee.normalMass = keep(1 / mass, where: isUsed)
    row.pointee.frictionMass = keep(1 / (mass + angular), where: isUsed)
    // Perpendicular to the current normal.
    let old = frictionImpulse * sign
    row.pointee.frictionImpulse = old - n * n.dot(old)
    row.pointee.impulse = impulse
    row.pointee.total = F4()
    row.pointee.base = separation
    row.pointee.separation = separation
  }

  private func prepareOne(
    _ row: UnsafeMutableRawPointer, _ four: PrepareLanes, _ isAnchored: Bool
  ) {
    prepareRow(1, isExtended: false, row, four, isAnchored)
  }

  private func prepareTwo(
    _ row: UnsafeMutableRawPointer, _ four: PrepareLanes, _ isAnchored: Bool
  ) {
    prepareRow(2, isExtended: false, row, four, isAnchored)
  }

  private func prepareFour(
    _ row: UnsafeMutableRawPointer, _ four: PrepareLanes, _ isAnchored: Bool
  ) {
    prepareRow(4, isExtended: false, row, four, isAnchored)
  }

  private func prepareExtended(
    _ row: UnsafeMutableRawPointer, _ four: PrepareLanes, _ isAnchored: Bool
  ) {
    prepareRow(4, isExtended: true, row, four, isAnchored)
    prepareExtendedRow(row, four)
  }
}
