import CaromMaths

/// A wheel on the ground as the solver sees it.
struct WheelRow: BitwiseCopyable {
  /// 0 in the air.
  var isActive: UInt32 = 0
  /// The place of dynamic ground among the slots, or -1.
  var slot: Int32 = -1
  var normal = Vector3.zero
  var forward = Vector3.zero
  var side = Vector3.zero
  /// From the chassis's centre of mass to the contact, and to where sideways friction acts.
  var arm = Vector3.zero
  var sideArm = Vector3.zero
  var groundArm = Vector3.zero
  /// The velocity of ground that no impulse changes.
  var groundVelocity = Vector3.zero
  /// How much of the suspension's force the ground gives: the normal's part along the suspension.
  var lean: Float = 1
  // The soft row of the suspension
  var softness: Float = 0
  var bias: Float = 0
  var normalMass: Float = 0
  var forwardMass: Float = 0
  var sideMass: Float = 0
  /// How fast the wheel rolls, either way.
  var rolling: Float = 0
  // Impulses so far
  var spring: Float = 0
  var push: Float = 0
  var slide: Float = 0
  var wantsPush: Float = 0
  var brake: Float = 0
}

/// A dynamic body that wheels stand on.
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
/// All rows are velocity constraints on the chassis as it would move in this step by gravity and
/// forces alone, so friction holds a braked vehicle on a slope without creep. The suspension of length
/// L, rest length L₀ and the chassis's mass m is a soft row with the implicit force
///
///     F = m·(k·(L₀ − L) − (c + k·Δt)·L̇′)        L̇′ at the end of the step
///
/// stable for any stiffness and damping. Rows are relaxed in a fixed order a fixed number of times,
/// starting from the forces of the last step.
///
/// Sideways a rolling tyre gives way by an angle in proportion to its force, while a standing one does
/// not at all. That way wheels that cannot all roll freely, such as both front wheels steered by the
/// same angle, share the conflict instead of leaving the last word to the last wheel.
///
/// - Source: E. Catto, "Soft Constraints: Reinventing the Spring", GDC 2011; cornering stiffness:
///   H. Pacejka, "Tire and Vehicle Dynamics", 2012, chapter 1.
struct DriveSolver {
  /// Sideways force for each newton of load and radian of slip; car tyres have 10 to 20, sport more.
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

  /// Makes the row of a wheel and applies the impulses of the last step to it.
  mutating func prepare(
    _ wheel: UnsafeMutablePointer<WheelRecord>, _ number: Int,
    _ bodies: UnsafeMutablePointer<BodyRecord>
  ) {
    let w = wheel.pointee
    rows[number] = WheelRow()
    guard w.hasContact != 0 else { return }
    let q = chassis.pointee.orientation
    let up = -q.rotate(w.down)
    let axle = q.rotate(w.steeredAxle)
    var row = WheelRow()
    row.isActive = 1
    row.normal = w.normal
    row.side = (axle - w.normal * axle.dot(w.normal)).normalized(or: .zero)
    row.forward = w.normal.cross(row.side)
    row.arm = w.point - chassis.pointee.center
    row.sideArm = row.arm - up * (row.arm.dot(up) * (1 - w.rollInfluence))
    // On ground along the suspension a wheel would slide for ever; a tenth is steep enough.
    row.lean = max(0.1, w.normal.dot(up))
    let ground = bodies + Int(w.ground)
    row.groundArm = w.point - ground.pointee.center
    if ground.pointee.isDynamic {
      row.slot = Int32(slot(Int(w.ground), ground))
    } else {
      row.groundVelocity =
        ground.pointee.velocity + ground.pointee.angularVelocity.cross(row.groundArm)
    }
    prepareSuspension(&row, w)
    row.forwardMass = 1 / max(1e-12, inverseMass(row, row.forward, row.arm))
    row.sideMass = 1 / max(1e-12, inverseMass(row, row.side, row.sideArm))
    let point = chassis.pointee.velocity + chassis.pointee.angularVelocity.cross(row.arm)
    row.rolling = abs((point - groundVelocity(row, row.groundArm)).dot(row.forward))
    row.wantsPush = w.engineForce * step
    row.brake = w.brakingForce * step
    (row.push, row.slide) = (w.forward * step, w.sideways * step)
    rows[number] = row
    apply(row, row.normal * (row.spring / row.lean), row.arm)
    apply(row, row.forward * row.push, row.arm)
    apply(row, row.side * row.slide, row.sideArm)
  }

  private func prepareSuspension(_ row: inout WheelRow, _ w: WheelRecord) {
    let mass = chassis.pointee.mass
    let point = chassis.pointee.velocity + chassis.pointee.angularVelocity.cross(row.arm)
    let isCompressing = (point - groundVelocity(row, row.groundArm)).dot(row.normal) < 0
    let damper: Float = (isCompressing ? w.compression : w.damping) + w.stiffness * step
    // Neither spring nor damper: nothing carries.
    guard damper > 0 else { return }
    row.softness = 1 / (mass * damper * step)
    row.bias = w.stiffness * (w.restLength - w.length) / damper
    let k: Float = inverseMass(row, row.normal, row.arm) / (row.lean * row.lean)
    row.normalMass = 1 / (k + row.softness)
    row.spring = w.load * row.lean * step
  }

  private mutating func slot(_ body: Int, _ ground: UnsafeMutablePointer<BodyRecord>) -> Int {
    for place in 0..<slotCount where Int(slots[place].body) == body { return place }
    let b = ground.pointee
    slots[slotCount] = GroundSlot(
      body: Int32(body), velocity: b.velocity, angularVelocity: b.angularVelocity,
      inverseMass: b.inverseMass, inverseInertia: b.worldInverseInertia(b.orientation))
    slotCount += 1
    return slotCount - 1
  }

  private func groundVelocity(_ row: WheelRow, _ arm: Vector3) -> Vector3 {
    if row.slot < 0 { return row.groundVelocity }
    let s = slots[Int(row.slot)]
    return s.velocity + s.angularVelocity.cross(arm)
  }

  /// How much an impulse along a direction changes the relative speed along it.
  private func inverseMass(_ row: WheelRow, _ direction: Vector3, _ arm: Vector3) -> Float {
    let turn = arm.cross(direction)
    var sum: Float = (direction * inverseMass).dot(direction) + turn.dot(inverseInertia * turn)
    if row.slot >= 0 {
      let s = slots[Int(row.slot)]
      let other = row.groundArm.cross(direction)
      sum += s.inverseMass * direction.lengthSquared + other.dot(s.inverseInertia * other)
    }
    return sum
  }

  @inline(__always)
  private func speed(_ row: WheelRow, _ direction: Vector3, _ arm: Vector3) -> Float {
    let point = velocity + angularVelocity.cross(arm)
    return (point - groundVelocity(row, row.groundArm)).dot(direction)
  }

  private mutating func apply(_ row: WheelRow, _ p: Vector3, _ arm: Vector3) {
    let turn = arm.cross(p)
    velocity += p * inverseMass
    angularVelocity += inverseInertia * turn
    impulse += p
    angularImpulse += turn
    guard row.slot >= 0 else { return }
    let s = slots + Int(row.slot)
    let other = row.groundArm.cross(p)
    s.pointee.velocity -= p * s.pointee.inverseMass
    s.pointee.angularVelocity -= s.pointee.inverseInertia * other
    s.pointee.impulse -= p
    s.pointee.angularImpulse -= other
  }

  /// Relaxes all rows; sixteen times brings four wheels within a thousandth.
  mutating func solve(_ wheels: UnsafeMutablePointer<WheelRecord>, _ count: Int) {
    for _ in 0..<16 {
      for number in 0..<count where rows[number].isActive != 0 {
        let w = wheels + number
        var row = rows[number]
        // The length grows with the speed along the normal, over its lean.
        let rate: Float = speed(row, row.normal, row.arm) / row.lean
        let wanted: Float =
          row.spring - (rate - row.bias + row.softness * row.spring) * row.normalMass
        let spring: Float = max(0, min(wanted, w.pointee.greatestForce * step))
        apply(row, row.normal * ((spring - row.spring) / row.lean), row.arm)
        row.spring = spring
        let push: Float = row.push - speed(row, row.forward, row.arm) * row.forwardMass
        var along: Float = max(
          row.wantsPush - row.brake, min(push, row.wantsPush + row.brake))
        let load: Float = row.spring / row.lean
        var across: Float = 0
        if load > 0 {
          let give: Float = row.rolling / (Self.grip * load)
          let drift: Float = speed(row, row.side, row.sideArm) + give * row.slide
          across = row.slide - drift / (1 / row.sideMass + give)
        }
        let limit: Float = w.pointee.frictionSlip * load
        let length: Float = (along * along + across * across).squareRoot()
        if length > limit {
          let share: Float = limit / length
          (along, across) = (along * share, across * share)
        }
        apply(row, row.forward * (along - row.push), row.arm)
        apply(row, row.side * (across - row.slide), row.sideArm)
        (row.push, row.slide) = (along, across)
        rows[number] = row
      }
    }
  }

  /// Writes forces to the bodies, and to the wheels how they turn.
  func store(
    _ wheels: UnsafeMutablePointer<WheelRecord>, _ count: Int,
    _ bodies: UnsafeMutablePointer<BodyRecord>
  ) {
    if impulse.isFinite && angularImpulse.isFinite {
      chassis.pointee.force += impulse / step
      chassis.pointee.torque += angularImpulse / step
    }
    for place in 0..<slotCount {
      let s = slots[place]
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
        let rolling: Float = speed(row, row.forward, row.arm)
        // What brakes with all the grip there is slides without turning.
        let grip: Float = w.pointee.frictionSlip * row.spring / row.lean
        let isLocked =
          row.brake > 0 && row.brake >= abs(row.push) && abs(row.push) >= 0.999 * grip
          && abs(rolling) > 0.01
        w.pointee.spin = isLocked ? 0 : rolling / w.pointee.radius
      } else if w.pointee.brakingForce > 0 {
        w.pointee.spin = 0
      } else {
        // In the air only the bearing slows a wheel: by half in a second, or about so.
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
