import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Breaking joints and invalid definitions")
struct JointBreakingTests {
  @Test("Breaks above its breaking force, and is reported once", arguments: [29.0, 30.0])
  func breaks(_ strength: Float) throws {
    let t = TestWorld()
    let body = try t.add(.dynamic, .ball(0.2)) { $0.mass = 3 }
    let joint = try t.join(.fixed(), body, at: .zero) {
      $0.breakingForce = strength
      $0.userTag = 77
    }
    // 3 kg weigh 29.4 N.
    var events: [JointEvent] = []
    t.run(120) { _ in events += t.world.jointEvents }
    #expect(events.count == (strength < 29.4 ? 1 : 0))
    #expect((t.world.joint(joint.handle) == nil) == (strength < 29.4))
    #expect((body.position.y < -1) == (strength < 29.4))
    if let event = events.first {
      #expect(event.joint == joint.handle && event.bodyA == body.handle && event.bodyB == nil)
      #expect(event.tag == 77 && abs(event.force.length - 29.4) < 0.3)
    }
  }

  @Test("Breaks above its breaking torque", arguments: [9.7, 9.9])
  func breaksByTorque(_ strength: Float) throws {
    let t = TestWorld()
    let body = try t.add(.dynamic, .box(2, 0.1, 0.1), at: Vector3(1, 0, 0)) { $0.mass = 1 }
    let joint = try t.join(.fixed(), body, at: .zero) { $0.breakingTorque = strength }
    t.run(2)
    if strength > 9.8 { #expect(abs(joint.torque.length - 9.8) < 0.05) }
    t.run(60)
    #expect((t.world.joint(joint.handle) == nil) == (strength < 9.8))
  }

  @Test("Invalid definitions are refused with the name of the property")
  func refusals() throws {
    let t = TestWorld()
    let a = try t.add(.dynamic, .ball(1))
    let b = try t.add(.dynamic, .ball(1), at: Vector3(3, 0, 0))
    let wall = try t.add(.static, .box(1, 1, 1), at: Vector3(9, 0, 0))
    func refused(
      _ kind: JointKind = .ballSocket(), _ first: Body? = nil, _ second: Body? = nil,
      _ change: (inout JointDefinition) -> Void = { _ in }
    ) -> String? {
      var d = JointDefinition(kind, first ?? a, second ?? b, anchor: .zero)
      change(&d)
      do {
        _ = try t.world.createJoint(d)
        return nil
      } catch { return error.description }
    }
    #expect(refused() == nil)
    #expect(refused(.ballSocket(), a, a)?.contains("two different bodies") == true)
    #expect(refused(.ballSocket(), wall, wall)?.contains("bodyB") == true)
    #expect(refused { $0.bodyB = BodyHandle(index: 99, generation: 1) }?.contains("bodyB") == true)
    #expect(refused { $0.frameA.position.x = .nan }?.hasPrefix("frameA") == true)
    #expect(
      refused { $0.frameB.orientation = Quaternion(0, 0, 0, 0) }?.hasPrefix("frameB") == true)
    #expect(refused { $0.breakingForce = 0 }?.hasPrefix("breakingForce") == true)
    #expect(refused { $0.breakingTorque = .nan }?.hasPrefix("breakingTorque") == true)
    #expect(
      refused { $0.breakingForce = 1e13 }
        == "breakingForce: 1e+13 is out of range; 1e-06…1e+12 or infinity is accepted")
    #expect(refused { $0.breakingForce = .infinity } == nil)
    let kinds: [(JointKind, String)] = [
      (.ballSocket(BallSocketJoint(frictionTorque: -1)), "frictionTorque"),
      (.hinge(HingeJoint(limits: -4...1)), "minimumAngularLimit"),
      (
        .hinge(HingeJoint(motor: JointMotor(speed: .nan, maxForce: 1))),
        "motorTargetAngularVelocity"
      ),
      (.slider(SliderJoint(spring: JointSpring(hertz: -1))), "springFrequency"),
      (.slider(SliderJoint(limits: 0...Float.infinity)), "maximumLinearLimit"),
      (
        .fixed(FixedJoint(angularSpring: JointSpring(hertz: 1, dampingRatio: -1))),
        "angularDampingRatio"
      ),
      (.distance(DistanceJoint(length: -1)), "length"),
      (.distance(DistanceJoint(length: 0)), "length"),
      (.distance(.rope(.nan)), "length"),
      (.coneTwist(ConeTwistJoint(swing: 0)), "maximumAngularLimit1"),
      (.wheel(WheelJoint(steeringAngle: 2)), "steeringAngle"),
    ]
    for (kind, name) in kinds {
      #expect(refused(kind)?.hasPrefix(name) == true, "\(name): \(refused(kind) ?? "accepted")")
    }
    let still = try t.add(.static, .ball(1), at: Vector3(20, 0, 0))
    #expect(refused(.fixed(), wall, still)?.contains("neither body is dynamic") == true)
  }
}
