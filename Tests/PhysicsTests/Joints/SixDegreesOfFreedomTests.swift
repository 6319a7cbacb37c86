import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Joints with six degrees of freedom")
struct SixDegreesOfFreedomTests {
  /// A joint whose linear or angular axis of a number, 0 to 2, is given; the other axes are locked.
  func kind(linear: JointLinearAxis, _ axis: Int) -> JointKind {
    var joint = SixDegreesOfFreedomJoint()
    switch axis {
    case 0: joint.linearX = linear
    case 1: joint.linearY = linear
    default: joint.linearZ = linear
    }
    return .sixDegreesOfFreedom(joint)
  }

  func kind(angular: JointAngularAxis, _ axis: Int) -> JointKind {
    var joint = SixDegreesOfFreedomJoint()
    switch axis {
    case 0: joint.angularX = angular
    case 1: joint.angularY = angular
    default: joint.angularZ = angular
    }
    return .sixDegreesOfFreedom(joint)
  }

  /// Joins two bodies with an axis of the joint along the world's Y axis.
  func join(_ t: TestWorld, _ kind: JointKind, _ axis: Int, _ a: Body, _ b: Body) throws -> Joint {
    switch axis {
    case 0: try t.join(kind, a, b, at: .zero, axis: .unitY)
    case 1: try t.join(kind, a, b, at: .zero, axis: .unitX, up: .unitY)
    default: try t.join(kind, a, b, at: .zero, axis: .unitX, up: -.unitZ)
    }
  }

  @Test("With all axes locked it moves exactly as a fixed joint")
  func locked() throws {
    func run(_ kind: JointKind) throws -> [Transform] {
      let t = TestWorld()
      let a = try t.add(.dynamic, .box(0.4, 0.4, 0.4))
      let b = try t.add(.dynamic, .box(0.4, 0.5, 0.3), at: Vector3(0.5, 0, 0))
      try t.join(.ballSocket(), a, at: Vector3(-0.25, 0, 0))
      try t.join(kind, a, b, at: Vector3(0.25, 0, 0), axis: Vector3(1, 0.3, -0.2))
      b.angularVelocity = Vector3(3, 2, -4)
      t.run(120)
      return [a.transform, b.transform]
    }
    #expect(try run(.sixDegreesOfFreedom()) == run(.fixed()))
  }

  @Test("With one free angular axis it is a hinge, whichever axis it is", arguments: 0..<3)
  func hinge(_ axis: Int) throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -2, 0))
    let wheel = try t.add(.dynamic, .cylinder(CylinderShape(radius: 0.5, halfHeight: 0.1))) {
      $0.mass = 4
    }
    let motor = JointMotor(speed: 10, maxForce: 2)
    let joint = try join(t, kind(angular: JointAngularAxis(motor: motor), axis), axis, base, wheel)
    // I = m·r²/2 = 0.5 kg·m²; 2 N·m for half a second give 2 rad/s.
    t.run(30)
    #expect(abs(wheel.angularVelocity.y - 2) < 0.02)
    #expect(abs(joint.torque.y - 2) < 0.01)
    wheel.apply(angularImpulse: Vector3(0.3, 0, -0.2))
    t.run(150)
    // The wheel turned round several times.
    #expect(abs(wheel.angularVelocity.y - 10) < 0.01 && abs(joint.torque.y) < 0.02)
    #expect(joint.gap < 1e-3 && wheel.orientation.rotate(.unitY).y > 0.9999)
  }

  @Test(
    "A free linear axis with a spring oscillates as a mass on a spring", arguments: [0, 0.3],
    0..<3)
  func spring(_ damping: Float, _ axis: Int) throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -3, 0))
    let body = try t.add(.dynamic, .ball(0.2)) {
      $0.mass = 2
      $0.allowsResting = false
    }
    let spring = JointSpring(hertz: 1.5, dampingRatio: damping)
    let joint = try join(t, kind(linear: JointLinearAxis(spring: spring), axis), axis, base, body)
    body.position.y = 0.1
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
      worst = max(worst, abs(expected - Double(body.position.y)))
    }
    #expect(worst < 0.1 * omega / 240, "\(worst)")
    let position = joint.offset
    let along = [position.x, position.y, position.z][axis]
    #expect(abs(along - body.position.y) < 1e-4)
  }

  @Test("A linear motor reaches its speed, and a limit stops at its bound", arguments: 0..<3)
  func linearLimit(_ axis: Int) throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -2, 0))
    let drawer = try t.add(.dynamic, .box(0.5, 0.3, 0.5)) { $0.mass = 2 }
    let drive = JointLinearAxis(limits: -0.2...0.8, motor: JointMotor(speed: 1, maxForce: 4))
    let joint = try join(t, kind(linear: drive, axis), axis, base, drawer)
    t.run(15)
    // 4 N on 2 kg for a quarter of a second.
    #expect(abs(drawer.velocity.y - 0.5) < 0.01 && abs(joint.force.y - 4) < 0.05)
    t.run(120)
    #expect(abs(drawer.position.y - 0.8) < 0.002)
    var back = try #require(joint.kind.sixDegreesOfFreedom)
    back.linearX.motorTargetVelocity = -1
    back.linearY.motorTargetVelocity = -1
    back.linearZ.motorTargetVelocity = -1
    joint.kind = .sixDegreesOfFreedom(back)
    t.run(180)
    #expect(abs(drawer.position.y + 0.2) < 0.002)
    #expect(abs(drawer.position.x) + abs(drawer.position.z) < 0.002)
  }

  @Test(
    "An angular limit stops at its bound, also beyond a right angle",
    arguments: [0.5, Float.pi / 2, 2], 0..<3)
  func angularLimit(_ limit: Float, _ axis: Int) throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(1, 1, 1), at: Vector3(0, -2, 0))
    let arm = try t.add(.dynamic, .box(0.6, 0.1, 0.2)) { $0.allowsResting = false }
    let angular = JointAngularAxis(
      limits: -limit...limit, motor: JointMotor(speed: 2, maxForce: 1))
    let joint = try join(t, kind(angular: angular, axis), axis, base, arm)
    t.run(180)
    let angles = joint.twistAndSwing
    #expect(abs([angles.x, angles.y, angles.z][axis] - limit) < 0.01, "\(angles)")
    #expect(joint.swing < (axis == 0 ? 0.01 : limit + 0.01))
  }

  @Test("Twist and swing stay within their limits at once, up to a right angle", arguments: 0..<8)
  func twistAndSwing(_ seed: UInt64) throws {
    let t = TestWorld(gravity: .zero)
    var random = RandomStream(seed: seed)
    let base = try t.add(.static, .box(0.2, 0.2, 0.2))
    let arm = try t.add(.dynamic, .box(0.8, 0.2, 0.2), at: Vector3(0.5, 0, 0))
    var kind = SixDegreesOfFreedomJoint()
    kind.angularX = JointAngularAxis(limits: -0.5...0.5)
    kind.angularY = JointAngularAxis(limits: -1.5707...1.5707)
    kind.angularZ = JointAngularAxis(limits: -0.6...0.6)
    let joint = try t.join(.sixDegreesOfFreedom(kind), base, arm, at: Vector3(0.1, 0, 0))
    var most = Vector3.zero
    t.run(300) { step in
      if step % 60 == 0 {
        arm.apply(
          angularImpulse: Vector3(
            random.float(in: -0.02..<0.02), random.float(in: -0.6..<0.6),
            random.float(in: -0.4..<0.4)))
      }
      let angles = joint.twistAndSwing.magnitudes
      most = Vector3(max(most.x, angles.x), max(most.y, angles.y), max(most.z, angles.z))
      #expect(joint.gap < 0.005)
    }
    #expect(most.x < 0.56 && most.y < 1.63 && most.z < 0.66, "\(most)")
    #expect(most.y > 0.3, "\(most)")
  }

  @Test("An angular spring returns to its target about the middle axis")
  func angularSpring() throws {
    let t = TestWorld(gravity: .zero)
    let base = try t.add(.static, .box(0.2, 0.2, 0.2))
    let arm = try t.add(.dynamic, .box(0.8, 0.2, 0.2), at: Vector3(0.5, 0, 0))
    let spring = JointSpring(hertz: 2, dampingRatio: 1)
    var kind = SixDegreesOfFreedomJoint()
    kind.angularX = JointAngularAxis(spring: spring)
    kind.angularY = JointAngularAxis(spring: spring, target: 1.2)
    kind.angularZ = JointAngularAxis(spring: spring, target: -0.8)
    let joint = try t.join(.sixDegreesOfFreedom(kind), base, arm, at: Vector3(0.1, 0, 0))
    #expect(joint.storedEnergy > 0.01)
    t.run(300)
    let angles = joint.twistAndSwing
    #expect(abs(angles.x) < 0.01 && abs(angles.y - 1.2) < 0.01 && abs(angles.z + 0.8) < 0.01)
    #expect(joint.storedEnergy < 1e-3)
  }

  @Test("Breaks at the stated force", arguments: [29.0, 30.0])
  func breaks(_ strength: Float) throws {
    let t = TestWorld()
    let body = try t.add(.dynamic, .ball(0.2)) { $0.mass = 3 }
    let joint = try t.join(.sixDegreesOfFreedom(), body, at: .zero) { $0.breakingForce = strength }
    t.run(120)
    // 3 kg weigh 29.4 N.
    #expect((t.world.joint(joint.handle) == nil) == (strength < 29.4))
  }

  @Test("Parameters that no axis can have are refused by their names")
  func refusals() throws {
    let t = TestWorld()
    let body = try t.add(.dynamic, .ball(0.2))
    func refusal(_ change: (inout SixDegreesOfFreedomJoint) -> Void) -> String? {
      var joint = SixDegreesOfFreedomJoint()
      change(&joint)
      return JointDefinition(.sixDegreesOfFreedom(joint), body, anchor: .zero).error?.description
    }
    #expect(refusal { _ in } == nil)
    #expect(
      refusal { $0.linearY.springFrequency = -1 }?.hasPrefix("linearY.springFrequency") == true)
    #expect(refusal { $0.angularZ.minimum = .nan }?.hasPrefix("angularZ.minimum") == true)
    #expect(refusal { $0.angularX.maximum = 4 }?.hasPrefix("angularX.maximum") == true)
    let crossed = refusal {
      $0.linearX.motion = .limited
      ($0.linearX.minimum, $0.linearX.maximum) = (1, -1)
    }
    #expect(crossed?.contains("the lower limit is above the upper limit") == true)
    #expect(refusal { $0.linearX.motorMaximumForce = .infinity } == nil)
  }

  @Test("Parameters read back as they were set, and joints share none")
  func parameters() throws {
    let t = TestWorld()
    var joints: [(Joint, JointKind)] = []
    for number in 0..<4 {
      let body = try t.add(.dynamic, .ball(0.2), at: Vector3(Float(number), 0, 0))
      let limits: ClosedRange<Float> = -0.1 * Float(number)...0.2
      let drive = JointLinearAxis(limits: limits, spring: JointSpring(hertz: 2), target: 0.1)
      let kind = kind(linear: drive, number % 3)
      joints.append((try t.join(kind, body, at: body.position), kind))
    }
    t.run(5)
    let (removed, _) = joints.remove(at: 1)
    t.world.destroyJoint(removed.handle)
    for (joint, kind) in joints { #expect(joint.kind == kind) }
    t.world.checkInvariants()
  }
}
