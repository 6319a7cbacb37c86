import CaromMaths

/// Writes the rows of one pack for where its bodies are now.
struct JointRowBuilder {
  let pack: UnsafeMutablePointer<JointPack>
  let pose: JointPose
  let step: Float
  /// Leaves the bias of springs as it is.
  var keepsSprings = false
  private var next: UnsafeMutablePointer<JointRow>

  @inline(__always)
  init(
    _ pack: UnsafeMutablePointer<JointPack>, _ rows: UnsafeMutablePointer<JointRow>,
    _ pose: JointPose, step: Float
  ) {
    self.pack = pack
    self.pose = pose
    self.step = step
    next = rows + Int(pack.pointee.firstRow)
  }

  /// How many rows a joint has: those of its block, and all.
  static func count(
    _ kind: JointKindNumber, _ features: UInt32
  ) -> (block: Int32, rows: Int32) {
    func has(_ feature: UInt32) -> Bool { features & feature != 0 }
    let limits: Int32 = has(JointFeature.limits) ? 2 : 0
    let motor: Int32 = has(JointFeature.motor) ? 1 : 0
    let spring: Int32 = has(JointFeature.spring) ? 1 : 0
    let friction: Int32 = has(JointFeature.friction) ? 3 : 0
    switch kind {
    case .ballSocket: return (3, 3 + friction)
    case .hinge, .slider: return (5, 5 + limits + motor + spring)
    case .fixed:
      let rigid: Int32 =
        (has(JointFeature.spring) ? 0 : 3) + (has(JointFeature.secondSpring) ? 0 : 3)
      return (rigid, 6)
    case .distance:
      let rod: Int32 = has(JointFeature.rod) ? 1 : 0
      return (rod, rod + limits + spring)
    case .coneTwist:
      return (3, 3 + friction + limits + (has(JointFeature.swing) ? 1 : 0))
    case .wheel:
      let held: Int32 = has(JointFeature.secondSpring) ? 3 : 4
      return (held, 4 + limits + motor + spring)
    }
  }

  /// Writes all rows, in the order in which ``count(_:_:)`` counts them.
  mutating func build() {
    switch pack.pointee.kind {
    case .ballSocket: buildBallSocket()
    case .hinge: buildHinge()
    case .slider: buildSlider()
    case .fixed: buildFixed()
    case .distance: buildDistance()
    case .coneTwist: buildConeTwist()
    case .wheel: buildWheel()
    }
  }

  // MARK: Kinds

  private mutating func buildBallSocket() {
    point()
    if has(JointFeature.friction) { friction(frameA) }
  }

  private mutating func buildHinge() {
    let (a, b) = (frameA, frameB)
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    point()
    let lean = x.cross(b.axisX)
    turn(3, y, lean.dot(y))
    turn(4, z, lean.dot(z))
    guard pack.pointee.features != 0 else { return }
    var angle = F4()
    if has(JointFeature.limits | JointFeature.spring) {
      let up = b.axisY
      angle = atan2W(up.dot(z), up.dot(y))
    }
    if has(JointFeature.spring) {
      turn(JointSlot.spring, x, angle - pack.pointee.target)
      spring(pack.pointee.spring)
    }
    if has(JointFeature.motor) {
      turn(JointSlot.motor, x, F4())
      motor()
    }
    if has(JointFeature.limits) {
      turn(JointSlot.lower, x, angle - pack.pointee.lower)
      limit()
      turn(JointSlot.upper, -x, pack.pointee.upper - angle)
      limit()
    }
  }

  private mutating func buildSlider() {
    let (a, b) = (frameA, frameB)
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    line(0, y, pose.gap.dot(y))
    line(1, z, pose.gap.dot(z))
    hold(a, b, from: 2)
    guard pack.pointee.features != 0 else { return }
    let position = pose.gap.dot(x)
    if has(JointFeature.spring) {
      line(JointSlot.spring, x, position - pack.pointee.target)
      spring(pack.pointee.spring)
    }
    if has(JointFeature.motor) {
      line(JointSlot.motor, x, F4())
      motor()
    }
    if has(JointFeature.limits) {
      line(JointSlot.lower, x, position - pack.pointee.lower)
      limit()
      line(JointSlot.upper, -x, pack.pointee.upper - position)
      limit()
    }
  }

  private mutating func buildFixed() {
    let isSoft = has(JointFeature.spring)
    let isSoftTurn = has(JointFeature.secondSpring)
    // Rigid rows are a block, which comes first.
    if !isSoft { point() }
    if !isSoftTurn { hold(frameA, frameB, from: 3) }
    if isSoft {
      let first = next
      point()
      for number in 0..<3 { spring(pack.pointee.spring, of: first + number) }
    }
    if isSoftTurn {
      let first = next
      hold(frameA, frameB, from: 3)
      for number in 0..<3 { spring(pack.pointee.second, of: first + number) }
    }
  }

  private mutating func buildDistance() {
    let squared = pose.gap.dot(pose.gap)
    let isLong = squared .> F4(repeating: 1e-12)
    let length = vsqrt(squared)
    let scale = F4(repeating: 1) / select(isLong, length, F4(repeating: 1))
    let way = pose.gap * scale
    let axis = frameA.axisX
    let n = Vector3W(
      select(isLong, way.x, axis.x), select(isLong, way.y, axis.y), select(isLong, way.z, axis.z))
    if has(JointFeature.rod) { pull(0, n, length - pack.pointee.target) }
    if has(JointFeature.spring) {
      pull(JointSlot.spring, n, length - pack.pointee.target)
      spring(pack.pointee.spring)
    }
    if has(JointFeature.limits) {
      pull(JointSlot.lower, n, length - pack.pointee.lower)
      limit()
      pull(JointSlot.upper, -n, pack.pointee.upper - length)
      limit()
    }
  }

  private mutating func buildConeTwist() {
    let (a, b) = (frameA, frameB)
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    let other = b.axisX
    point()
    if has(JointFeature.friction) { friction(a) }
    if has(JointFeature.swing) {
      // The lean as a vector in the plane of Y and Z: direction of its axis, length of its angle.
      let (alongY, alongZ) = (other.dot(y), other.dot(z))
      let sine = vsqrt(alongY * alongY + alongZ * alongZ)
      let angle = atan2W(sine, other.dot(x))
      let isBent = sine .> F4(repeating: 1e-6)
      let scale = select(isBent, angle / select(isBent, sine, F4(repeating: 1)), F4(repeating: 1))
      let (leanY, leanZ) = (F4() - alongZ * scale, alongY * scale)
      // How near the ellipse is: f = |lean / limits|, which is 1 on it, over the length of its slope.
      let (partY, partZ) = (leanY / pack.pointee.swingY, leanZ / pack.pointee.swingZ)
      let f = vsqrt(partY * partY + partZ * partZ)
      let slopeY = partY / pack.pointee.swingY
      let slopeZ = partZ / pack.pointee.swingZ
      let steep = vsqrt(slopeY * slopeY + slopeZ * slopeZ)
      let isSloped = steep .> F4(repeating: 1e-6)
      let inverse = F4(repeating: 1) / select(isSloped, steep, F4(repeating: 1))
      let least = vmin(pack.pointee.swingY, pack.pointee.swingZ)
      let room = select(isSloped, (F4(repeating: 1) - f) * f * inverse, least)
      let axis = y * (slopeY * inverse) + z * (slopeZ * inverse)
      let outward = Vector3W(
        select(isSloped, axis.x, y.x), select(isSloped, axis.y, y.y), select(isSloped, axis.z, y.z))
      turn(JointSlot.swing, -outward, room)
      limit()
    }
    if has(JointFeature.limits) {
      let q = a.inverse * b
      let isTurned = q.w .< F4()
      let angle = atan2W(select(isTurned, F4() - q.x, q.x), select(isTurned, F4() - q.w, q.w))
      let twist = angle + angle
      // The rate of the twist is ω·(x + x′) / (1 + x·x′).
      let bend = vmax(F4(repeating: 1) + x.dot(other), F4(repeating: 0.1))
      let axis = (x + other) * (F4(repeating: 1) / bend)
      turn(JointSlot.lower, axis, twist - pack.pointee.lower)
      limit()
      turn(JointSlot.upper, -axis, pack.pointee.upper - twist)
      limit()
    }
  }

  private mutating func buildWheel() {
    let (a, b) = (frameA, frameB)
    let (y, z) = (a.axisY, a.axisZ)
    let x = a.axisX
    let axle = b.axisX
    let (s, c) = (pack.pointee.steerSine, pack.pointee.steerCosine)
    // Where the axle and the wheel's forward point when steered.
    let ahead = x * c - z * s
    let side = x * s + z * c
    line(0, x, pose.gap.dot(x))
    line(1, z, pose.gap.dot(z))
    let lean = ahead.cross(axle)
    turn(2, side, lean.dot(side))
    turn(has(JointFeature.secondSpring) ? JointSlot.steering : 3, y, lean.dot(y))
    if has(JointFeature.secondSpring) {
      let greatest = pack.pointee.steeringImpulse
      spring(pack.pointee.second)
      (next - 1).pointee.least = F4() - greatest
      (next - 1).pointee.greatest = greatest
    }
    guard pack.pointee.features & ~JointFeature.secondSpring != 0 else { return }
    let position = pose.gap.dot(y)
    if has(JointFeature.spring) {
      line(JointSlot.spring, y, position - pack.pointee.target)
      spring(pack.pointee.spring)
    }
    if has(JointFeature.motor) {
      turn(JointSlot.motor, axle, F4())
      motor()
    }
    if has(JointFeature.limits) {
      line(JointSlot.lower, y, position - pack.pointee.lower)
      limit()
      line(JointSlot.upper, -y, pack.pointee.upper - position)
      limit()
    }
  }

  // MARK: Parts

  private var frameA: QuaternionW { pose.turnedA * pack.pointee.turnA }
  private var frameB: QuaternionW { pose.turnedB * pack.pointee.turnB }

  private func has(_ features: UInt32) -> Bool { pack.pointee.features & features != 0 }

  /// Three rows that keep both anchors together.
  private mutating func point() {
    let one = F4(repeating: 1)
    let axes = (
      Vector3W(one, F4(), F4()), Vector3W(F4(), one, F4()), Vector3W(F4(), F4(), one)
    )
    row(0, axes.0, axes.0.cross(pose.armA), pose.armB.cross(axes.0), pose.gap.x)
    row(1, axes.1, axes.1.cross(pose.armA), pose.armB.cross(axes.1), pose.gap.y)
    row(2, axes.2, axes.2.cross(pose.armA), pose.armB.cross(axes.2), pose.gap.z)
  }

  /// Three rows that keep both frames turned alike.
  private mutating func hold(_ a: QuaternionW, _ b: QuaternionW, from slot: Int) {
    let q = a.inverse * b
    let sign = select(q.w .< F4(), F4(repeating: -2), F4(repeating: 2))
    turn(slot, a.axisX, q.x * sign)
    turn(slot + 1, a.axisY, q.y * sign)
    turn(slot + 2, a.axisZ, q.z * sign)
  }

  /// Three rows of friction about the axes of frame A.
  private mutating func friction(_ a: QuaternionW) {
    rub(JointSlot.friction, a.axisX)
    rub(JointSlot.friction + 1, a.axisY)
    rub(JointSlot.friction + 2, a.axisZ)
  }

  private mutating func rub(_ slot: Int, _ axis: Vector3W) {
    turn(slot, axis, F4())
    let r = next - 1
    r.pointee.least = F4() - pack.pointee.frictionImpulse
    r.pointee.greatest = pack.pointee.frictionImpulse
  }

  /// A row along an axis that is fixed to A.
  private mutating func line(_ slot: Int, _ n: Vector3W, _ error: F4) {
    row(slot, n, n.cross(pose.reachA), pose.armB.cross(n), error)
  }

  /// A row along the way from anchor to anchor.
  private mutating func pull(_ slot: Int, _ n: Vector3W, _ error: F4) {
    row(slot, n, n.cross(pose.armA), pose.armB.cross(n), error)
  }

  /// A row about an axis.
  private mutating func turn(_ slot: Int, _ axis: Vector3W, _ error: F4) {
    row(slot, .zero, -axis, axis, error)
  }

  @inline(__always)
  private mutating func row(
    _ slot: Int, _ n: Vector3W, _ armA: Vector3W, _ armB: Vector3W, _ error: F4
  ) {
    let r = next
    r.pointee.n = n
    r.pointee.armA = armA
    r.pointee.armB = armB
    r.pointee.turnA = pack.pointee.inertiaA * armA
    r.pointee.turnB = pack.pointee.inertiaB * armB
    r.pointee.error = error
    r.pointee.slot = Int32(slot)
    next += 1
  }

  private func spring(_ s: SpringW) { spring(s, of: next - 1) }

  private func spring(_ s: SpringW, of r: UnsafeMutablePointer<JointRow>) {
    if keepsSprings { return }
    r.pointee.bias = s.pull * r.pointee.error
    r.pointee.massScale = s.massScale
    r.pointee.impulseScale = s.impulseScale
    r.pointee.least = F4(repeating: -.greatestFiniteMagnitude)
    r.pointee.greatest = F4(repeating: .greatestFiniteMagnitude)
  }

  private func motor() {
    let r = next - 1
    r.pointee.bias = F4() - pack.pointee.motorSpeed
    r.pointee.least = F4() - pack.pointee.motorImpulse
    r.pointee.greatest = pack.pointee.motorImpulse
  }

  private func limit() {
    let r = next - 1
    r.pointee.isLimit = 1
    r.pointee.least = F4()
    r.pointee.greatest = F4(repeating: .greatestFiniteMagnitude)
  }
}
