import CaromMaths

/// Writes the rows of one pack for where its bodies are now.
struct JointRowBuilder {
  let pack: UnsafeMutablePointer<JointPack>
  let pose: JointPose
  let step: Float
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
      turn(JointSlot.spring, x, shortWay(angle - pack.pointee.target))
      spring(1)
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
      spring(1)
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
      for number in 0..<3 { spring(1, UInt32(number), of: first + number) }
    }
    if isSoftTurn {
      let first = next
      hold(frameA, frameB, from: 3, isSoft: true)
      for number in 0..<3 { spring(2, UInt32(number), of: first + number) }
    }
  }

  private mutating func buildDistance() {
    let squared = pose.gap.dot(pose.gap)
    let isLong = squared .> F4(repeating: 1e-12)
    let length = vsqrt(squared)
    let scale = F4(repeating: 1) / select(isLong, length, F4(repeating: 1))
    let direction = pose.gap * scale
    let axis = frameA.axisX
    let n = Vector3W(
      select(isLong, direction.x, axis.x), select(isLong, direction.y, axis.y),
      select(isLong, direction.z, axis.z))
    if has(JointFeature.rod) { pull(0, n, length - pack.pointee.target) }
    if has(JointFeature.spring) {
      pull(JointSlot.spring, n, length - pack.pointee.target)
      spring(1)
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
      turnCone(a, leanY, leanZ, angle, sine, other.dot(x))
      limit()
    }
    if has(JointFeature.limits) {
      let q = a.inverse * b
      let isTurned = q.w .< F4()
      let angle = atan2W(select(isTurned, F4() - q.x, q.x), select(isTurned, F4() - q.w, q.w))
      let twist = angle + angle
      // The rate of the twist is ω·(x + x′) / (1 + x·x′).
      let bend = vmax(F4(repeating: 1) + x.dot(other), F4(repeating: 0.01))
      let axis = (x + other) * (F4(repeating: 1) / bend)
      turn(JointSlot.lower, axis, twist - pack.pointee.lower)
      limit()
      turn(JointSlot.upper, -axis, pack.pointee.upper - twist)
      limit()
    }
  }

  /// The row that keeps the lean of a cone-twist joint in its cone.
  ///
  /// How near the ellipse is: f = |lean / limits|, which is 1 on it, over the length of its slope g. The
  /// lean follows ω not quite as a vector would: with u its axis, θ its angle and w = x × u it changes by
  ///
  ///     (ω·u)·u + θ·(ω·(x + w·cot θ))·w
  ///
  /// so that ω changes f by the slope's part along u and θ times its part along w.
  private mutating func turnCone(
    _ a: QuaternionW, _ leanY: F4, _ leanZ: F4, _ angle: F4, _ sine: F4, _ cosine: F4
  ) {
    let one = F4(repeating: 1)
    let (x, y, z) = (a.axisX, a.axisY, a.axisZ)
    let (partY, partZ) = (leanY / pack.pointee.swingY, leanZ / pack.pointee.swingZ)
    let f = vsqrt(partY * partY + partZ * partZ)
    let slopeY = partY / pack.pointee.swingY
    let slopeZ = partZ / pack.pointee.swingZ
    let steep = vsqrt(slopeY * slopeY + slopeZ * slopeZ)
    let isBent = sine .> F4(repeating: 1e-6)
    let isSloped = (steep .> F4(repeating: 1e-6)) .& isBent
    let inverse = one / select(isSloped, steep, one)
    let minimum = vmin(pack.pointee.swingY, pack.pointee.swingZ)
    let margin = select(isSloped, (one - f) * f * inverse, minimum)
    let length = one / select(isBent, angle, one)
    let (uY, uZ) = (select(isBent, leanY * length, one), keep(leanZ * length, where: isBent))
    let gY = select(isSloped, slopeY * inverse, uY)
    let gZ = select(isSloped, slopeZ * inverse, uZ)
    let along = gY * uY + gZ * uZ
    let across = keep(gZ * uY - gY * uZ, where: isBent)
    // Opposite to X the lean has no direction, and nothing may turn infinitely fast.
    let cotangent = cosine / vmax(sine, F4(repeating: 1e-3))
    let turned = across * angle
    let outward = y * uY + z * uZ
    let sideways = z * uY - y * uZ
    let axis = outward * along + (x + sideways * cotangent) * turned
    turn(JointSlot.swing, -axis, margin)
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
    if !has(JointFeature.secondSpring) {
      turn(3, y, lean.dot(y))
    } else {
      turn(JointSlot.steering, y, atan2W(lean.dot(y), ahead.dot(axle)))
      let greatest = pack.pointee.steeringImpulse
      spring(2)
      (next - 1).pointee.minImpulse = F4() - greatest
      (next - 1).pointee.maxImpulse = greatest
    }
    guard pack.pointee.features & ~JointFeature.secondSpring != 0 else { return }
    let position = pose.gap.dot(y)
    if has(JointFeature.spring) {
      line(JointSlot.spring, y, position - pack.pointee.target)
      spring(1)
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
  ///
  /// Soft rows pull by the angle, which may be wide, rigid ones by twice the sine of its half.
  private mutating func hold(
    _ a: QuaternionW, _ b: QuaternionW, from slot: Int, isSoft: Bool = false
  ) {
    let q = a.inverse * b
    let isTurned = q.w .< F4()
    var scale = select(isTurned, F4(repeating: -2), F4(repeating: 2))
    if isSoft {
      let sine = vsqrt(q.x * q.x + q.y * q.y + q.z * q.z)
      let isBent = sine .> F4(repeating: 1e-4)
      let half = atan2W(sine, select(isTurned, F4() - q.w, q.w))
      let one = F4(repeating: 1)
      scale = scale * select(isBent, half / select(isBent, sine, one), one)
    }
    turn(slot, a.axisX, q.x * scale)
    turn(slot + 1, a.axisY, q.y * scale)
    turn(slot + 2, a.axisZ, q.z * scale)
  }

  /// An angle the short way round, within ±π.
  private func shortWay(_ angle: F4) -> F4 {
    let (half, whole) = (F4(repeating: Float.pi), F4(repeating: 2 * Float.pi))
    let less = select(angle .> half, angle - whole, angle)
    return select(less .< F4() - half, less + whole, less)
  }

  /// Three rows of friction about the axes of frame A.
  private mutating func friction(_ a: QuaternionW) {
    frictionRow(JointSlot.friction, a.axisX)
    frictionRow(JointSlot.friction + 1, a.axisY)
    frictionRow(JointSlot.friction + 2, a.axisZ)
  }

  private mutating func frictionRow(_ slot: Int, _ axis: Vector3W) {
    turn(slot, axis, F4())
    let r = next - 1
    r.pointee.minImpulse = F4() - pack.pointee.frictionImpulse
    r.pointee.maxImpulse = pack.pointee.frictionImpulse
  }

  /// A row along an axis that is fixed to A.
  private mutating func line(_ slot: Int, _ n: Vector3W, _ error: F4) {
    row(slot, n, n.cross(pose.centerToAnchorB), pose.armB.cross(n), error)
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

  /// Marks a row as one of the first or second spring; how it answers depends on what it moves.
  private func spring(
    _ which: UInt32, _ number: UInt32 = 0, of row: UnsafeMutablePointer<JointRow>? = nil
  ) {
    let r = row ?? next - 1
    (r.pointee.spring, r.pointee.springRow) = (which, number)
    r.pointee.minImpulse = F4(repeating: -.greatestFiniteMagnitude)
    r.pointee.maxImpulse = F4(repeating: .greatestFiniteMagnitude)
  }

  private func motor() {
    let r = next - 1
    r.pointee.bias = F4() - pack.pointee.motorSpeed
    r.pointee.minImpulse = F4() - pack.pointee.motorImpulse
    r.pointee.maxImpulse = pack.pointee.motorImpulse
  }

  private func limit() {
    let r = next - 1
    r.pointee.isLimit = 1
    r.pointee.minImpulse = F4()
    r.pointee.maxImpulse = F4(repeating: .greatestFiniteMagnitude)
  }
}
