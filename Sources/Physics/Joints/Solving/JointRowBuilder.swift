import CaromMaths

/// Builds the rows of one pack for the current poses of its bodies.
struct JointRowBuilder {
  let pack: UnsafeMutablePointer<JointPack>
  let axes: UnsafeMutablePointer<JointAxisW>
  let pose: JointPose
  let step: Float
  /// Whether rows hold the poses at the end of the substep; see ``HalfTurnW``.
  let looksAhead: Bool
  /// The row that is appended next.
  private(set) var next: UnsafeMutablePointer<JointRow>

  @inline(__always)
  init(
    _ pack: UnsafeMutablePointer<JointPack>, _ rows: UnsafeMutablePointer<JointRow>,
    _ axes: UnsafeMutablePointer<JointAxisW>, _ pose: JointPose, step: Float,
    looksAhead: Bool = false
  ) {
    self.pack = pack
    self.axes = axes
    self.pose = pose
    self.step = step
    self.looksAhead = looksAhead
    next = rows + Int(pack.pointee.firstRow)
  }

  /// Appends all rows of the kind of the pack.
  mutating func build() { JointKind.kindType(pack.pointee.kind).buildRows(&self) }

  // MARK: Input

  /// The orientations of the frames in the world.
  var frameA: QuaternionW { pose.rotationA * pack.pointee.orientationA }
  var frameB: QuaternionW { pose.rotationB * pack.pointee.orientationB }

  /// The ``JointFeature`` bits of the joints.
  var features: UInt32 { pack.pointee.features }

  /// Whether the joints have one of the features.
  func has(_ features: UInt32) -> Bool { pack.pointee.features & features != 0 }

  /// The parameters of one of the six axes, for kinds that use them.
  func axis(_ axis: Int) -> UnsafeMutablePointer<JointAxisW> {
    axes + (Int(pack.pointee.firstAxis) + axis)
  }

  // MARK: Rows

  /// Appends three rows that hold both anchors together.
  mutating func pointRows() {
    let one = F4(repeating: 1)
    let axes = (
      Vector3W(one, F4(), F4()), Vector3W(F4(), one, F4()), Vector3W(F4(), F4(), one)
    )
    row(0, axes.0, axes.0.cross(pose.armA), pose.armB.cross(axes.0), pose.gap.x)
    row(1, axes.1, axes.1.cross(pose.armA), pose.armB.cross(axes.1), pose.gap.y)
    row(2, axes.2, axes.2.cross(pose.armA), pose.armB.cross(axes.2), pose.gap.z)
    guard looksAhead else { return }
    let c = pack.pointee.turnB.chord(pose.armB) - pack.pointee.turnA.chord(pose.armA)
    let first = next - 3
    (first[0].bias, first[1].bias, first[2].bias) = (c.x, c.y, c.z)
  }

  /// Appends two rows, about the axes Y and Z of frame A, that hold the axes X of both frames
  /// together.
  mutating func axisRows(_ a: QuaternionW, _ b: QuaternionW) {
    let (x, y, z, other) = (a.axisX, a.axisY, a.axisZ, b.axisX)
    let lean = x.cross(other)
    angularRow(3, y, lean.dot(y))
    angularRow(4, z, lean.dot(z))
    guard looksAhead else { return }
    let c = x.cross(pack.pointee.turnB.chord(other) - pack.pointee.turnA.chord(x))
    let first = next - 2
    (first[0].bias, first[1].bias) = (c.dot(y), c.dot(z))
  }

  /// Appends three rows that hold the orientations of both frames together.
  ///
  /// The error of soft rows is the rotation vector, that of rigid rows twice the sine of half its
  /// angle.
  mutating func orientationRows(
    _ a: QuaternionW, _ b: QuaternionW, from slot: Int, isSoft: Bool = false
  ) {
    orientationRows(a, b, (slot, slot + 1, slot + 2), isSoft: isSoft)
  }

  private mutating func orientationRows(
    _ a: QuaternionW, _ b: QuaternionW, _ slots: (Int, Int, Int), isSoft: Bool
  ) {
    let q = a.inverse * b
    let isTurned = q.w .< F4()
    var scale = select(isTurned, F4(repeating: -2), F4(repeating: 2))
    if isSoft {
      let sine = vsqrt(q.x * q.x + q.y * q.y + q.z * q.z)
      let isBent = sine .> F4(repeating: 1e-4)
      let half = Portable.atan2(sine, select(isTurned, F4() - q.w, q.w))
      let one = F4(repeating: 1)
      scale = scale * select(isBent, half / select(isBent, sine, one), one)
    }
    angularRow(slots.0, a.axisX, q.x * scale)
    angularRow(slots.1, a.axisY, q.y * scale)
    angularRow(slots.2, a.axisZ, q.z * scale)
  }

  /// Appends the three rows of a ``PoseSpring``, if there is one.
  mutating func poseRows() {
    guard has(JointFeature.secondSpring) else { return }
    let first = next
    orientationRows(frameA * pack.pointee.pose, frameB, JointSlot.pose, isSoft: true)
    for number in 0..<3 {
      let r = first + number
      spring(2, UInt32(number), of: r)
      r.pointee.minImpulse = F4() - pack.pointee.steeringImpulse
      r.pointee.maxImpulse = pack.pointee.steeringImpulse
    }
  }

  /// An angle of at most ±2π wrapped to ±π.
  func wrapped(_ angle: F4) -> F4 {
    let (half, whole) = (F4(repeating: Float.pi), F4(repeating: 2 * Float.pi))
    let less = select(angle .> half, angle - whole, angle)
    return select(less .< F4() - half, less + whole, less)
  }

  /// Appends three rows of friction about the axes of frame A.
  mutating func frictionRows(_ a: QuaternionW) {
    frictionRow(JointSlot.friction, a.axisX)
    frictionRow(JointSlot.friction + 1, a.axisY)
    frictionRow(JointSlot.friction + 2, a.axisZ)
  }

  private mutating func frictionRow(_ slot: Int, _ axis: Vector3W) {
    angularRow(slot, axis, F4())
    let r = next - 1
    r.pointee.minImpulse = F4() - pack.pointee.frictionImpulse
    r.pointee.maxImpulse = pack.pointee.frictionImpulse
  }

  /// Appends a row along an axis that is fixed to A.
  mutating func linearRow(_ slot: Int, _ n: Vector3W, _ error: F4) {
    row(slot, n, n.cross(pose.centerToAnchorB), pose.armB.cross(n), error)
  }

  /// Appends a row along the line between the anchors.
  mutating func distanceRow(_ slot: Int, _ n: Vector3W, _ error: F4) {
    row(slot, n, n.cross(pose.armA), pose.armB.cross(n), error)
  }

  /// Appends a row about an axis.
  mutating func angularRow(_ slot: Int, _ axis: Vector3W, _ error: F4) {
    row(slot, .zero, -axis, axis, error)
  }

  /// Appends a row with any directions: `n` on both bodies, and the arms about which they turn.
  mutating func driveRow(
    _ slot: Int, _ n: Vector3W, _ armA: Vector3W, _ armB: Vector3W, _ error: F4
  ) {
    row(slot, n, armA, armB, error)
  }

  /// Appends a row with the direction `a` on A and `b` on B.
  mutating func pullRow(
    _ slot: Int, _ a: Vector3W, _ b: Vector3W, _ armA: Vector3W, _ armB: Vector3W, _ error: F4
  ) {
    row(slot, b, armA, armB, error)
    let r = next - 1
    (r.pointee.nA, r.pointee.isSplit) = (a, 1)
  }

  @inline(__always)
  private mutating func row(
    _ slot: Int, _ n: Vector3W, _ armA: Vector3W, _ armB: Vector3W, _ error: F4
  ) {
    let r = next
    r.pointee.n = n
    r.pointee.armA = armA
    r.pointee.armB = armB
    r.pointee.responseA = pack.pointee.inertiaA * armA
    r.pointee.responseB = pack.pointee.inertiaB * armB
    r.pointee.error = error
    r.pointee.slot = Int32(slot)
    next += 1
  }

  /// Marks a row as one of the first or second spring; its coefficients depend on its effective
  /// mass.
  func spring(
    _ which: UInt32, _ number: UInt32 = 0, of row: UnsafeMutablePointer<JointRow>? = nil
  ) {
    let r = row ?? next - 1
    (r.pointee.spring, r.pointee.springRow) = (which, number)
    r.pointee.minImpulse = F4(repeating: -.greatestFiniteMagnitude)
    r.pointee.maxImpulse = F4(repeating: .greatestFiniteMagnitude)
  }

  /// Makes the last row the motor.
  func motor() {
    let r = next - 1
    r.pointee.bias = F4() - pack.pointee.motorSpeed
    r.pointee.minImpulse = F4() - pack.pointee.motorImpulse
    r.pointee.maxImpulse = pack.pointee.motorImpulse
  }

  /// Makes the last row the motor of one of the six axes.
  func motor(axis: Int) {
    let (a, r) = (self.axis(axis), next - 1)
    r.pointee.bias = F4() - a.pointee.motorSpeed
    let isDamped = a.pointee.motorDamping.max() > 0
    (r.pointee.spring, r.pointee.springRow) = isDamped ? (4, UInt32(axis)) : (0, 0)
    bound(a.pointee.motorImpulse)
  }

  /// Makes the last row the spring of one of the six axes.
  ///
  /// A soft limit does not act within its range.
  func spring(axis: Int) {
    spring(3, UInt32(axis))
    let (a, r) = (self.axis(axis), next - 1)
    let isIdle = (a.pointee.restLow .< a.pointee.restHigh) .& (r.pointee.error .== F4())
    bound(select(isIdle, F4(), a.pointee.springImpulse))
  }

  /// The distance of a position from the range in which the spring of an axis rests.
  func stretch(_ position: F4, axis: Int) -> F4 {
    let a = self.axis(axis)
    let (below, above) = (position - a.pointee.restLow, position - a.pointee.restHigh)
    return select(above .> F4(), above, select(below .< F4(), below, F4()))
  }

  /// Makes the last row a limit.
  func limit() {
    let r = next - 1
    r.pointee.isLimit = 1
    r.pointee.minImpulse = F4()
    r.pointee.maxImpulse = F4(repeating: .greatestFiniteMagnitude)
  }

  /// Bounds the impulse of the last row by ±`impulse`.
  func bound(_ impulse: F4) {
    let r = next - 1
    r.pointee.minImpulse = F4() - impulse
    r.pointee.maxImpulse = impulse
  }

  /// Appends the row of the first spring along an axis that is fixed to A, if there is one.
  mutating func linearSpring(_ axis: Vector3W, _ position: F4) {
    guard has(JointFeature.spring) else { return }
    linearRow(JointSlot.spring, axis, position - pack.pointee.target)
    spring(1)
  }

  /// Appends the rows of the limits along an axis that is fixed to A, if there are any.
  mutating func linearLimits(_ axis: Vector3W, _ position: F4) {
    guard has(JointFeature.limits) else { return }
    linearRow(JointSlot.lower, axis, position - pack.pointee.lower)
    limit()
    linearRow(JointSlot.upper, -axis, pack.pointee.upper - position)
    limit()
  }
}
