import CaromMaths

/// The constraint row of a wheel.
struct WheelRow: BitwiseCopyable {
  /// 0 in the air.
  var isActive: UInt32 = 0
  /// The index of dynamic ground among the slots, or -1.
  var slot: Int32 = -1
  var normal = Vector3.zero
  var forward = Vector3.zero
  var side = Vector3.zero
  /// From the chassis's center of mass to the contact, and to the point where sideways friction
  /// acts.
  var arm = Vector3.zero
  var sideArm = Vector3.zero
  var groundArm = Vector3.zero
  /// The velocity of ground that is not dynamic.
  var groundVelocity = Vector3.zero
  /// The component of the ground's normal along the suspension.
  var lean: Float = 1
  // The soft constraint of the suspension
  var softness: Float = 0
  var bias: Float = 0
  var normalMass: Float = 0
  var forwardMass: Float = 0
  var sideMass: Float = 0
  /// The rolling speed, as a magnitude.
  var rolling: Float = 0
  // Accumulated impulses
  var spring: Float = 0
  var push: Float = 0
  var slide: Float = 0
  var wantsPush: Float = 0
  var brake: Float = 0
}

/// A dynamic body under wheels.
struct GroundSlot: BitwiseCopyable {
  var body: Int32 = -1
  var velocity = Vector3.zero
  var angularVelocity = Vector3.zero
  var inverseMass: Float = 0
  var inverseInertia = Matrix3.zero
  var impulse = Vector3.zero
  var angularImpulse = Vector3.zero
}

/// Solves suspension and friction of one vehicle's wheels for one step.
///
/// All rows are velocity constraints. They start from the velocity that the chassis would have
/// after this step under only gravity and forces, so friction holds a braked vehicle on a slope
/// without creep. A suspension of length L and rest length L₀ under a chassis of mass m is a soft
/// constraint with the implicit force
///
///     F = m·(k·(L₀ − L) − (c + k·Δt)·L̇′)        L̇′ at the end of the step
///
/// which is stable for any stiffness and damping. Rows are warm started with the forces of the last
/// step and relaxed in a fixed order, for a limited number of iterations.
///
/// The slip angle of a rolling tire is proportional to its sideways force; a tire at rest does not
/// slip. Wheels that cannot all roll without slip, such as two front wheels steered by the same
/// angle, then share the error. Without slip angles, only the row that is solved last would be
/// satisfied.
///
/// - Source: E. Catto, "Soft Constraints: Reinventing the Spring", GDC 2011; cornering stiffness:
///   H. Pacejka, "Tire and Vehicle Dynamics", 2012, chapter 1.
struct WheelSolver {
  /// The cornering stiffness: sideways force per newton of load and radian of slip; car tires have
  /// 10 to 20, sport tires more.
  static let grip: Float = 30

  let chassis: UnsafeMutablePointer<BodyRecord>
  let step: Float
  let rows: UnsafeMutablePointer<WheelRow>
  let slots: UnsafeMutablePointer<GroundSlot>
  var slotCount = 0
  let inverseMass: Vector3
  let inverseInertia: Matrix3
  var velocity: Vector3
  var angularVelocity: Vector3
  var impulse = Vector3.zero
  var angularImpulse = Vector3.zero

  init(
    chassis: UnsafeMutablePointer<BodyRecord>, gravity: Vector3, step: Float,
    rows: UnsafeMutablePointer<WheelRow>, slots: UnsafeMutablePointer<GroundSlot>
  ) {
    let b = chassis.pointee
    self.chassis = chassis
    self.step = step
    self.rows = rows
    self.slots = slots
    inverseMass = b.velocityFactor * b.inverseMass
    inverseInertia = b.worldInverseInertia(b.orientation)
    var acceleration = b.force * inverseMass
    if b.has(BodyRecord.Flag.gravity) { acceleration += gravity * b.velocityFactor }
    velocity = b.velocity + acceleration * step
    angularVelocity = b.angularVelocity + inverseInertia * b.torque * step
  }

  /// Prepares the row of a wheel and applies its impulses of the last step.
  mutating func prepare(
    _ wheel: UnsafeMutablePointer<WheelRecord>, _ number: Int,
    _ bodies: UnsafeMutablePointer<BodyRecord>
  ) {
    let w = wheel.pointee
    let row = rows + number
    row.initialize(to: WheelRow())
    guard w.hasContact != 0 else { return }
    let q = chassis.pointee.orientation
    let up = -q.rotate(w.down)
    let axle = q.rotate(w.steeredAxle)
    let side = (axle - w.normal * axle.dot(w.normal)).normalized(or: .zero)
    let forward = w.normal.cross(side)
    let arm = w.point - chassis.pointee.center
    let sideArm = arm - up * (arm.dot(up) * (1 - w.rollInfluence))
    row.pointee.isActive = 1
    (row.pointee.normal, row.pointee.side, row.pointee.forward) = (w.normal, side, forward)
    (row.pointee.arm, row.pointee.sideArm) = (arm, sideArm)
    // The component is 0 on ground parallel to the suspension; a minimum of 0.1 keeps the row
    // finite.
    row.pointee.lean = max(0.1, w.normal.dot(up))
    let ground = bodies + Int(w.ground)
    let groundArm = w.point - ground.pointee.center
    row.pointee.groundArm = groundArm
    if ground.pointee.isDynamic {
      row.pointee.slot = Int32(slot(Int(w.ground), ground))
    } else {
      row.pointee.groundVelocity =
        ground.pointee.velocity + ground.pointee.angularVelocity.cross(groundArm)
    }
    let point = chassis.pointee.velocity + chassis.pointee.angularVelocity.cross(arm)
    let moving = point - groundVelocity(row)
    prepareSuspension(row, w, isCompressing: moving.dot(w.normal) < 0)
    row.pointee.forwardMass = 1 / max(1e-12, inverseMass(row, forward, arm))
    row.pointee.sideMass = 1 / max(1e-12, inverseMass(row, side, sideArm))
    row.pointee.rolling = abs(moving.dot(forward))
    row.pointee.wantsPush = w.engineForce * step
    row.pointee.brake = w.brakingForce * step
    (row.pointee.push, row.pointee.slide) = (w.forward * step, w.sideways * step)
    apply(row, w.normal * (row.pointee.spring / row.pointee.lean), arm)
    apply(row, forward * row.pointee.push, arm)
    apply(row, side * row.pointee.slide, sideArm)
  }

  private func prepareSuspension(
    _ row: UnsafeMutablePointer<WheelRow>, _ w: WheelRecord, isCompressing: Bool
  ) {
    let damper: Float = (isCompressing ? w.compression : w.damping) + w.stiffness * step
    // Without a spring and a damper, there is no suspension force.
    guard damper > 0 else { return }
    let lean: Float = row.pointee.lean
    row.pointee.softness = 1 / (chassis.pointee.mass * damper * step)
    row.pointee.bias = w.stiffness * (w.restLength - w.length) / damper
    let k: Float = inverseMass(row, w.normal, row.pointee.arm) / (lean * lean)
    row.pointee.normalMass = 1 / (k + row.pointee.softness)
    row.pointee.spring = w.load * lean * step
  }

  private mutating func slot(_ body: Int, _ ground: UnsafeMutablePointer<BodyRecord>) -> Int {
    for slot in 0..<slotCount where Int(slots[slot].body) == body { return slot }
    let b = ground.pointee
    slots[slotCount] = GroundSlot(
      body: Int32(body), velocity: b.velocity, angularVelocity: b.angularVelocity,
      inverseMass: b.inverseMass, inverseInertia: b.worldInverseInertia(b.orientation))
    slotCount += 1
    return slotCount - 1
  }

  @inline(__always)
  private func groundVelocity(_ row: UnsafeMutablePointer<WheelRow>) -> Vector3 {
    if row.pointee.slot < 0 { return row.pointee.groundVelocity }
    let s = slots + Int(row.pointee.slot)
    return s.pointee.velocity + s.pointee.angularVelocity.cross(row.pointee.groundArm)
  }

  /// The inverse effective mass of an impulse along a direction.
  private func inverseMass(
    _ row: UnsafeMutablePointer<WheelRow>, _ direction: Vector3, _ arm: Vector3
  ) -> Float {
    let turn = arm.cross(direction)
    var sum: Float = (direction * inverseMass).dot(direction) + turn.dot(inverseInertia * turn)
    if row.pointee.slot >= 0 {
      let s = slots[Int(row.pointee.slot)]
      let other = row.pointee.groundArm.cross(direction)
      sum += s.inverseMass * direction.lengthSquared + other.dot(s.inverseInertia * other)
    }
    return sum
  }

  @inline(__always)
  private func speed(
    _ row: UnsafeMutablePointer<WheelRow>, _ direction: Vector3, _ arm: Vector3
  ) -> Float {
    let point = velocity + angularVelocity.cross(arm)
    return (point - groundVelocity(row)).dot(direction)
  }

  @inline(__always)
  private mutating func apply(
    _ row: UnsafeMutablePointer<WheelRow>, _ p: Vector3, _ arm: Vector3
  ) {
    let turn = arm.cross(p)
    velocity += p * inverseMass
    angularVelocity += inverseInertia * turn
    impulse += p
    angularImpulse += turn
    guard row.pointee.slot >= 0 else { return }
    let s = slots + Int(row.pointee.slot)
    let other = row.pointee.groundArm.cross(p)
    s.pointee.velocity -= p * s.pointee.inverseMass
    s.pointee.angularVelocity -= s.pointee.inverseInertia * other
    s.pointee.impulse -= p
    s.pointee.angularImpulse -= other
  }

  /// Relaxes all rows until they converge: two iterations at rest, up to sixteen in a crash.
  mutating func solve(_ wheels: UnsafeMutablePointer<WheelRecord>, _ count: Int) {
    // An impulse that changes the chassis's velocity by a hundredth of a millimeter per second.
    let minimum: Float = 1e-5 * chassis.pointee.mass
    for _ in 0..<16 {
      var change: Float = 0
      for number in 0..<count where rows[number].isActive != 0 {
        change = max(change, relax(rows + number, wheels + number))
      }
      if change < minimum { break }
    }
  }

  /// Relaxes the rows of one wheel and returns the maximum change of an impulse.
  @inline(__always)
  private mutating func relax(
    _ row: UnsafeMutablePointer<WheelRow>, _ wheel: UnsafeMutablePointer<WheelRecord>
  ) -> Float {
    let normal = row.pointee.normal
    let lean: Float = row.pointee.lean
    let old: Float = row.pointee.spring
    // The suspension's length changes with the speed along the normal, divided by its lean.
    let rate: Float = speed(row, normal, row.pointee.arm) / lean
    let missing: Float = rate - row.pointee.bias + row.pointee.softness * old
    let wanted: Float = old - missing * row.pointee.normalMass
    let spring: Float = max(0, min(wanted, wheel.pointee.maxForce * step))
    apply(row, normal * ((spring - old) / lean), row.pointee.arm)
    row.pointee.spring = spring
    let load: Float = spring / lean
    let (push, slide) = (row.pointee.push, row.pointee.slide)
    let coasting: Float =
      push - speed(row, row.pointee.forward, row.pointee.arm) * row.pointee.forwardMass
    let (engine, brake) = (row.pointee.wantsPush, row.pointee.brake)
    var along: Float = max(engine - brake, min(coasting, engine + brake))
    var across: Float = 0
    if load > 0 {
      let give: Float = row.pointee.rolling / (Self.grip * load)
      let drift: Float = speed(row, row.pointee.side, row.pointee.sideArm) + give * slide
      across = slide - drift / (1 / row.pointee.sideMass + give)
    }
    let limit: Float = wheel.pointee.frictionSlip * load
    let length: Float = (along * along + across * across).squareRoot()
    if length > limit {
      let share: Float = limit / length
      along *= share
      across *= share
    }
    apply(row, row.pointee.forward * (along - push), row.pointee.arm)
    apply(row, row.pointee.side * (across - slide), row.pointee.sideArm)
    row.pointee.push = along
    row.pointee.slide = across
    return max(abs(spring - old), max(abs(along - push), abs(across - slide)))
  }

  /// Writes the forces to the bodies, and rotation and forces to the wheels.
  func store(
    _ wheels: UnsafeMutablePointer<WheelRecord>, _ count: Int,
    _ bodies: UnsafeMutablePointer<BodyRecord>
  ) {
    if impulse.isFinite && angularImpulse.isFinite {
      chassis.pointee.force += impulse / step
      chassis.pointee.torque += angularImpulse / step
    }
    for slot in 0..<slotCount {
      let s = slots[slot]
      guard s.impulse.isFinite && s.angularImpulse.isFinite else { continue }
      bodies[Int(s.body)].force += s.impulse / step
      bodies[Int(s.body)].torque += s.angularImpulse / step
    }
    for number in 0..<count {
      let w = wheels + number
      let row = rows[number]
      if row.isActive != 0 {
        w.pointee.load = row.spring / row.lean / step
        w.pointee.forward = row.push / step
        w.pointee.sideways = row.slide / step
        let rolling: Float = speed(rows + number, row.forward, row.arm)
        // A wheel whose brake exceeds its grip is locked and slides.
        let grip: Float = w.pointee.frictionSlip * row.spring / row.lean
        let isLocked =
          row.brake > 0 && row.brake >= abs(row.push) && abs(row.push) >= 0.999 * grip
          && abs(rolling) > 0.01
        w.pointee.spin = isLocked ? 0 : rolling / w.pointee.radius
      } else if w.pointee.brakingForce > 0 {
        w.pointee.spin = 0
      } else {
        // In the air only the bearing slows a wheel, by about half in a second.
        w.pointee.spin *= max(0, 1 - 0.7 * step)
      }
      if !w.pointee.spin.isFinite { w.pointee.spin = 0 }
      let turned: Float = w.pointee.rotation + w.pointee.spin * step
      let whole: Float = (turned / (2 * .pi)).rounded(.down)
      let rest: Float = turned - whole * (2 * .pi)
      w.pointee.rotation = rest.isFinite ? rest : 0
    }
  }
}
