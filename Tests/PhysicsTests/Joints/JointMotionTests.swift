import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Motion, motors and springs of joints")
struct JointMotionTests {
  @Test("A hinge turns only about its axis, within its limits, and measures its angle")
  func hinge() throws {
    let t = TestWorld(gravity: .zero)
    let door = try t.add(.dynamic, .box(1, 2, 0.1), at: Vector3(0.5, 0, 0))
    let joint = try t.join(.hinge(HingeJoint(limits: -0.5...1)), door, at: .zero, axis: .unitY)
    door.angularVelocity = Vector3(0, -2, 0)
    var range: (least: Float, greatest: Float) = (0, 0)
    t.run(240) { step in
      // Frame A is on the door and frame B on the world: the door turns by minus the angle.
      if step == 60 { door.apply(angularImpulse: Vector3(0.3, 3, 0.3)) }
      range = (min(range.least, joint.angle), max(range.greatest, joint.angle))
      let up = door.orientation.rotate(.unitY)
      #expect(up.y > 0.9999)
    }
    #expect(abs(range.least + 0.5) < 0.01 || abs(range.greatest - 1) < 0.01)
    #expect(range.least > -0.51 && range.greatest < 1.01)
  }

  @Test("A hinge's motor reaches its speed with at most its maximum torque")
  func hingeMotor() throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -2, 0))
    let wheel = try t.add(.dynamic, .cylinder(CylinderShape(radius: 0.5, halfHeight: 0.1))) {
      $0.mass = 4
    }
    let joint = try t.join(
      .hinge(HingeJoint(motor: JointMotor(speed: 10, maxForce: 2))), base, wheel, at: .zero,
      axis: .unitY)
    // I = m·r²/2 = 0.5 kg·m²; 2 N·m for half a second give 2 rad/s.
    t.run(30)
    #expect(abs(wheel.angularVelocity.y - 2) < 0.02)
    #expect(abs(joint.torque.y - 2) < 0.01 && abs(joint.speed - 2) < 0.02)
    t.run(150)
    #expect(abs(wheel.angularVelocity.y - 10) < 0.01 && abs(joint.torque.y) < 0.02)
    joint.motor = nil
    joint.kind = .hinge(HingeJoint(motor: JointMotor(speed: 0, maxForce: 1)))
    t.run(60)
    #expect(abs(wheel.angularVelocity.y - 8) < 0.03)
  }

  @Test("A hinge holds the gyroscopic torque of a spinning body")
  func gyroscope() throws {
    // The hinge of a fast top turns about another axis and must hold the gyroscopic torque I·Ω×ω.
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.kinematic, .box(0.2, 0.2, 0.2)) {
      $0.angularVelocity = Vector3(0, 0.5, 0)
    }
    let top = try t.add(.dynamic, .cylinder(CylinderShape(radius: 0.5, halfHeight: 0.05))) {
      $0.orientation(about: .unitZ, Float.pi / 2)
      $0.mass = 2
      $0.angularVelocity = Vector3(20, 0.5, 0)
    }
    let joint = try t.join(.hinge(), base, top, at: .zero, axis: .unitX)
    var sum: Float = 0
    t.run(300) { step in if step >= 180 { sum += joint.torque.length / 120 } }
    // I about the spin axis is 0.25 kg·m²: 0.25 · 20 · 0.5 = 2.5 N·m.
    #expect(abs(sum - 2.5) < 0.05, "\(sum)")
    #expect(abs(joint.speed - 20) < 0.3 && joint.swing < 0.01)
  }

  @Test("A slider moves only along its axis, within its limits, driven by its motor")
  func slider() throws {
    let t = TestWorld()
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -2, 0))
    let drawer = try t.add(.dynamic, .box(0.5, 0.3, 0.5)) { $0.mass = 2 }
    let joint = try t.join(
      .slider(SliderJoint(limits: -0.2...0.8, motor: JointMotor(speed: 1, maxForce: 4))),
      base, drawer, at: Vector3(0.1, 0.2, 0))
    t.run(15)
    // 4 N on 2 kg for a quarter of a second.
    #expect(abs(joint.speed - 0.5) < 0.01 && abs(joint.force.x - 4) < 0.05)
    t.run(120)
    #expect(abs(joint.position - 0.8) < 0.002 && abs(drawer.position.x - 0.8) < 0.002)
    #expect(abs(drawer.position.y) < 0.002 && abs(drawer.orientation.w) > 0.9999)
    joint.motor = JointMotor(speed: -1, maxForce: 4)
    t.run(180)
    #expect(abs(joint.position + 0.2) < 0.002)
  }

  @Test(
    "A spring swings at its frequency and dies away by its damping ratio",
    arguments: [0, 0.1, 0.3], 0..<3)
  func spring(_ damping: Float, _ kind: Int) throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -3, 0))
    let body = try t.add(.dynamic, .ball(0.2), at: Vector3(1.1, 0, 0)) {
      $0.mass = 2
      $0.allowsResting = false
    }
    let spring = JointSpring(hertz: 1.5, dampingRatio: damping)
    let kinds: [JointKind] = [
      .slider(SliderJoint(spring: spring)), .distance(DistanceJoint(length: 1, spring: spring)),
      .hinge(HingeJoint(spring: spring)),
    ]
    let joint = try t.join(
      kinds[kind], base, body, at: .zero, axis: kind == 2 ? .unitZ : .unitX)
    if kind == 0 {
      joint.frameB = Transform(position: Vector3(-1, 0, 0))
    } else if kind == 1 {
      joint.frameB = .identity
    } else {
      // The hinge starts at 0.1 rad.
      body.transform = Transform(
        position: Quaternion(axis: .unitZ, angle: 0.1).rotate(Vector3(1.1, 0, 0)),
        orientation: Quaternion(axis: .unitZ, angle: 0.1))
    }
    func value() -> Float {
      switch kind {
      case 0: joint.position
      case 1: joint.position - 1
      default: joint.angle
      }
    }
    // x(t) = e^(−ζωt)·(cos ω′t + ζω/ω′ · sin ω′t) / 10
    let omega: Double = 2 * Double.pi * 1.5
    let zeta = Double(damping)
    let free = omega * (1 - zeta * zeta).squareRoot()
    var worst: Double = 0
    t.run(120) { step in
      let time = Double(step + 1) / 60
      let (sine, cosine) = Portable.sincos(Float(free * time))
      let decay = Double(Portable.exp(Float(-zeta * omega * time)))
      let expected = 0.1 * decay * (Double(cosine) + zeta * omega / free * Double(sine))
      worst = max(worst, abs(expected - Double(value())))
    }
    // Half a substep of phase, and a frequency that is low by ζωh/2.
    #expect(worst < 0.1 * omega / 240, "\(worst)")
  }

  @Test("A cone twist swings and twists within its limits")
  func coneTwist() throws {
    for seed in 0..<8 {
      let t = TestWorld(gravity: .zero)
      var random = RandomStream(seed: UInt64(seed))
      let base = try t.add(.static, .box(0.2, 0.2, 0.2))
      let arm = try t.add(.dynamic, .box(0.8, 0.2, 0.2), at: Vector3(0.5, 0, 0))
      let joint = try t.join(
        .coneTwist(ConeTwistJoint(swingY: 0.4, swingZ: 0.8, twist: -0.3...0.6)), base, arm,
        at: Vector3(0.1, 0, 0))
      var (swing, twist): (Float, Float) = (0, 0)
      t.run(300) { step in
        if step % 60 == 0 {
          arm.apply(
            angularImpulse: Vector3(
              random.float(in: -0.02..<0.02), random.float(in: -0.5..<0.5),
              random.float(in: -0.5..<0.5)))
        }
        swing = max(swing, joint.swing)
        twist = max(twist, max(-0.3 - joint.angle, joint.angle - 0.6))
        #expect(joint.gap < 0.005)
      }
      #expect(swing > 0.35 && swing < 0.87, "\(swing)")
      #expect(twist < 0.06, "\(twist)")
    }
  }

  @Test("A wheel's suspension is compressed by m·g/k")
  func suspension() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let chassis = try t.add(.dynamic, .box(1, 0.4, 1), at: Vector3(0, 1, 0)) {
      $0.mass = 200
      $0.angularVelocityFactor = .zero
      $0.allowsResting = false
    }
    let wheel = try t.add(.dynamic, .ball(0.3), at: Vector3(0, 0.3, 0)) { $0.mass = 20 }
    let joint = try t.join(
      .wheel(WheelJoint(suspension: JointSpring(hertz: 5, dampingRatio: 0.5))), chassis, wheel,
      at: Vector3(0, 0.3, 0), axis: .unitZ, up: .unitY)
    t.run(300)
    let omega: Float = 10 * Float.pi
    let stiffness: Float = omega * omega / (1 / 200 + 1 / 20)
    #expect(abs(joint.position - 200 * 9.8 / stiffness) < 0.001, "\(joint.position)")
    #expect(abs(joint.force.y + 200 * 9.8) < 1)
  }

  @Test("A car rolls on four wheels, driven and steered")
  func wheel() throws {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.friction = 1 }
    let car = try t.add(.dynamic, .box(2, 0.4, 1), at: Vector3(0, 0.9, 0)) {
      $0.mass = 800
      $0.allowsResting = false
    }
    var wheels: [Joint] = []
    for (x, z) in [(-0.8, -0.6), (-0.8, 0.6), (0.8, -0.6), (0.8, 0.6)] as [(Float, Float)] {
      let place = Vector3(x, 0.3, z)
      let wheel = try t.add(.dynamic, .ball(0.3), at: place) {
        $0.mass = 20
        $0.friction = 1
      }
      // The axle is across the car, the suspension upright.
      wheels.append(
        try t.join(
          .wheel(
            WheelJoint(
              suspension: JointSpring(hertz: 2, dampingRatio: 0.7),
              motor: JointMotor(speed: 0, maxForce: 0))),
          car, wheel, at: place, axis: .unitZ, up: .unitY))
    }
    t.run(300)
    #expect(wheels.allSatisfy { abs($0.position - wheels[0].position) < 0.001 })
    for wheel in wheels { wheel.motor = JointMotor(speed: -10, maxForce: 200) }
    t.run(240)
    #expect(abs(car.velocity.x - 3) < 0.1 && abs(car.velocity.z) < 0.05, "\(car.velocity)")
    for wheel in wheels.suffix(2) { wheel.steeringAngle = 0.3 }
    t.run(60)
    #expect(abs(car.angularVelocity.y) > 0.2)
  }
}
