import CaromMaths

#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse
#endif

/// The passes over a chain of ball sockets; see ``JointChain``.
struct ChainPass {
  let half: Int
  let packCount: Int
  let packs: UnsafeMutablePointer<ChainPack>
  let blocks: UnsafeMutablePointer<ChainBlock>
  let bodies: UnsafeMutablePointer<SolverBody>
  let forces: UnsafeMutablePointer<SolverForce>
  let masses: UnsafeMutablePointer<SolverMass>
  let step: Float
  /// The share of a gap that is corrected in a second, and the maximum correction speed.
  let rate: Float
  let maxSpeed: Float
  /// Whether the velocities of chords are held; see ``HalfTurnW``.
  let holdsChords: Bool
  /// Whether chords are those of the solved velocities.
  let isRefined: Bool

  /// Whether a link turns fast; see ``HalfTurnW/isFast``.
  var isFast: Bool {
    for index in 0..<packCount {
      let turn = HalfTurnW(
        bodies, packs[index].bodies, step: step, where: Mask4(repeating: true))
      if laneBits(turn.isFast) != 0 { return true }
    }
    return false
  }

  // MARK: Neighbors

  /// The values of the nodes inside of those in `outer`, each from its outer side: those of the
  /// next pairs, the last of which is the middle one, whose nodes are inside of each other.
  @inline(__always)
  private func shift(_ own: Vector3W, _ next: Vector3W) -> Vector3W {
    Vector3W(halves(own.x, next.x), halves(own.y, next.y), halves(own.z, next.z))
  }

  /// Lanes 2 and 3 of `a`, then 0 and 1 of `b`.
  @inline(__always)
  private func halves(_ a: F4, _ b: F4) -> F4 {
    #if arch(x86_64)
      _mm_movelh_ps(_mm_movehl_ps(a, a), b)
    #else
      F4(a.z, a.w, b.x, b.y)
    #endif
  }

  /// For the pack of the middle pair, the value that is inside of it: its own, exchanged.
  ///
  /// Returns the pack's values from the outer side with the middle ones after those of the pair
  /// when it is the first of the pack, and what follows the pack otherwise.
  @inline(never)
  private func middle(_ outer: Vector3W, _ inner: Vector3W) -> (own: Vector3W, next: Vector3W) {
    let isFirst = half & 1 == 0
    let x = middle(outer.x, inner.x, isFirst)
    let y = middle(outer.y, inner.y, isFirst)
    let z = middle(outer.z, inner.z, isFirst)
    return (Vector3W(x.0, y.0, z.0), Vector3W(x.1, y.1, z.1))
  }

  @inline(__always)
  private func middle(_ outer: F4, _ inner: F4, _ isFirst: Bool) -> (F4, F4) {
    isFirst
      ? (F4(outer.x, outer.y, inner.y, inner.x), F4())
      : (outer, F4(inner.w, inner.z, 0, 0))
  }

  // MARK: Factors

  /// Updates arms and gaps for the current poses, and factors the response of the joints.
  func factor() {
    var next = Vector3W.zero
    var index = packCount &- 1
    while index >= 0 {
      let p = packs + index
      let motion = BodyMotionsW(bodies, &p.pointee.bodies)
      let rotation = QuaternionW(motion.rotation)
      let outerArm = rotation.rotate(p.pointee.outerAnchor)
      let innerArm = rotation.rotate(p.pointee.innerAnchor)
      p.pointee.outerArm = outerArm
      p.pointee.innerArm = innerArm
      p.pointee.inertia = gatherInertia(p.pointee.bodies, masses)
      var outer = motion.displacement + outerArm
      let inner = motion.displacement + innerArm
      if index == packCount &- 1 { (outer, next) = middle(outer, inner) }
      p.pointee.gap = p.pointee.centers + (shift(outer, next) - inner)
      next = outer
      index &-= 1
    }
    eliminate()
  }

  /// Factors the block tridiagonal response.
  private func eliminate() {
    // Apart from the elimination, whose steps wait for each other.
    for index in 0..<packCount {
      let (p, block) = (packs + index, blocks + index * 2)
      respond(ChainNode(low: p), block)
      respond(ChainNode(high: p), block + 1)
    }
    var left = blocks[0].inner
    var index = 1
    while index <= half {
      let block = blocks + index
      let between = block.pointee.transfer
      let (adjugate, scale) = (left + block.pointee.outer).adjugate
      let product = between * adjugate
      left = block.pointee.inner - product.symmetricTimesTransposed(between) * scale
      block.pointee.transfer = product * scale
      (block - 1).pointee.inverse = adjugate * scale
      index &+= 1
    }
    blocks[half].inverse = left
    meet()
  }

  /// Computes the responses of a node of each half to impulses at its joints.
  @inline(__always)
  private func respond(_ node: ChainNode, _ block: UnsafeMutablePointer<ChainBlock>) {
    let inner = turns(node.inertia, node.innerArm)
    block.pointee.inner = ownResponse(inner, node.mass, at: node.innerArm)
    let outer = turns(node.inertia, node.outerArm)
    block.pointee.outer = ownResponse(outer, node.mass, at: node.outerArm)
    block.pointee.transfer = response(outer, node.mass, at: node.innerArm)
  }

  /// Factors what both halves leave at the middle joint.
  ///
  /// Out of line, as ``addUp()``: exchanged lanes in a loop would make it scalar.
  @inline(never)
  private func meet() {
    let left = blocks[half].inverse
    let (adjugate, scale) = (left + left.swapped).adjugate
    blocks[half].inverse = adjugate * scale
  }

  // MARK: Velocities

  /// Changes the velocities of all nodes so that every joint is satisfied, after ``factor()``.
  func solve(_ impulses: ChainImpulses) {
    readMissing()
    substitute()
    apply(impulses)
  }

  /// Reads the velocity that is missing at each joint: −(J·v + rate·gap), with the correction speed
  /// limited, and with the velocities of chords while gaps are corrected.
  private func readMissing() {
    let (rate, maxSpeed) = (F4(repeating: rate), F4(repeating: maxSpeed))
    let minSpeed = F4() - maxSpeed
    var next = Vector3W.zero
    var index = packCount &- 1
    while index >= 0 {
      let p = packs + index
      let v = BodyVelocitiesW(bodies, &p.pointee.bodies)
      var outer = v.linear + v.angular.cross(p.pointee.outerArm)
      var inner = v.linear + v.angular.cross(p.pointee.innerArm)
      if holdsChords {
        let turn =
          isRefined
          ? HalfTurnW(v.angular, step: step)
          : HalfTurnW(forces, p.pointee.bodies, step: step, where: Mask4(repeating: true))
        outer = outer + turn.chord(p.pointee.outerArm)
        inner = inner + turn.chord(p.pointee.innerArm)
      }
      if index == packCount &- 1 { (outer, next) = middle(outer, inner) }
      let speed = p.pointee.gap * rate
      let limited = Vector3W(
        vmax(vmin(speed.x, maxSpeed), minSpeed), vmax(vmin(speed.y, maxSpeed), minSpeed),
        vmax(vmin(speed.z, maxSpeed), minSpeed))
      let missing = (inner - shift(outer, next)) - limited
      let block = blocks + (index &* 2)
      block[0].value = Vector3D2(low: missing)
      block[1].value = Vector3D2(high: missing)
      next = outer
      index &-= 1
    }
  }

  /// Computes the impulses from what is missing.
  private func substitute() {
    blocks[half].value = blocks[half].value * D2(repeating: 0.5)
    var value = blocks[0].value
    for index in 0..<half {
      let own = blocks[index + 1].value
      blocks[index].value = blocks[index].inverse * value
      value = own + blocks[index + 1].transfer * value
    }
    blocks[half].value = value
    addUp()
    value = blocks[half].value
    var index = half &- 1
    while index >= 0 {
      value = blocks[index].value + blocks[index &+ 1].transfer.transposedTimes(value)
      blocks[index].value = value
      index &-= 1
    }
  }

  /// Computes the impulse of the middle joint, of which both halves leave a part.
  ///
  /// The lanes are opposite: of what is missing at the joint itself, each is the half.
  @inline(never)
  private func addUp() {
    let value = blocks[half].value
    blocks[half].value = blocks[half].inverse * (value - value.swapped)
  }

  /// Applies the impulses to the nodes, and adds them to those of the joints.
  private func apply(_ impulses: ChainImpulses) {
    var last = Vector3W.zero
    for index in 0..<packCount {
      let p = packs + index
      let (a, b) = (blocks[index * 2].value, blocks[index * 2 + 1].value)
      let change = Vector3W(quadruple(a.x, b.x), quadruple(a.y, b.y), quadruple(a.z, b.z))
      apply(p, change, shift(last, change))
      last = change
      switch impulses {
      case .added: p.pointee.impulse = p.pointee.impulse + change
      case .last:
        p.pointee.impulse = p.pointee.impulse + change
        p.pointee.total = p.pointee.total + p.pointee.impulse
      case .replaced:
        p.pointee.impulse = change
        p.pointee.total = p.pointee.total + change
      case .final:
        p.pointee.impulse = p.pointee.impulse + change
        p.pointee.total = p.pointee.total + change
      }
    }
  }

  /// Applies the impulses of the previous substep, for the current arms.
  func warmStart() {
    var last = Vector3W.zero
    for index in 0..<packCount {
      let p = packs + index
      let impulse = p.pointee.impulse
      apply(p, impulse, shift(last, impulse))
      last = impulse
    }
  }

  /// Applies the impulses of the inner and the outer joints to the nodes of a pack.
  @inline(__always)
  private func apply(
    _ p: UnsafeMutablePointer<ChainPack>, _ inner: Vector3W, _ outer: Vector3W
  ) {
    var v = BodyVelocitiesW(bodies, &p.pointee.bodies)
    v.linear = v.linear + (outer - inner) * p.pointee.mass
    let torque = p.pointee.outerArm.cross(outer) - p.pointee.innerArm.cross(inner)
    v.angular = v.angular + p.pointee.inertia * torque
    v.store(bodies, &p.pointee.writes)
  }
}

/// How the impulses of a solve are accumulated.
enum ChainImpulses {
  /// On those of the substep, which it continues.
  case added
  /// The same at the end of the substep.
  case last
  /// They are those of the whole substep.
  case replaced
  /// On those of the whole substep, at the end of the step.
  case final
}

/// A node of each half.
struct ChainNode {
  let mass: D2
  let inertia: SymmetricD2
  let outerArm: Vector3D2
  let innerArm: Vector3D2

  /// The first pair of a pack.
  @inline(__always)
  init(low p: UnsafeMutablePointer<ChainPack>) {
    mass = lowPair(p.pointee.mass)
    inertia = SymmetricD2(low: p.pointee.inertia)
    outerArm = Vector3D2(low: p.pointee.outerArm)
    innerArm = Vector3D2(low: p.pointee.innerArm)
  }

  /// The second pair of a pack.
  @inline(__always)
  init(high p: UnsafeMutablePointer<ChainPack>) {
    mass = highPair(p.pointee.mass)
    inertia = SymmetricD2(high: p.pointee.inertia)
    outerArm = Vector3D2(high: p.pointee.outerArm)
    innerArm = Vector3D2(high: p.pointee.innerArm)
  }
}
