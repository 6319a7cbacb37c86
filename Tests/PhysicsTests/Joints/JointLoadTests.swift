import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Joints under load")
struct JointLoadTests {
  @Test("Breaks at the stated force within 2 %", arguments: [50.0, 400.0])
  func breakingForce(_ strength: Float) throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.2)) { $0.mass = 3 }
    let joint = try t.join(.fixed(), body, at: .zero) { $0.breakingForce = strength }
    var load: Float = 0
    // The load grows by 0.5 % in every step.
    while t.world.joint(joint.handle) != nil && load < 2 * strength {
      load += 0.005 * strength
      body.apply(force: Vector3(load, 0, 0))
      t.run(1)
    }
    #expect(abs(load / strength - 1) < 0.02, "\(load)")
  }

  @Test("Limits of a hinge and a slider hold a load")
  func limits() throws {
    let t = TestWorld()
    let bar = try t.add(.dynamic, .box(2, 0.1, 0.1), at: Vector3(1, 0, 0)) { $0.mass = 10 }
    let hinge = try t.join(.hinge(HingeJoint(limits: 0...1)), bar, at: .zero, axis: .unitZ)
    let load = try t.add(.dynamic, .ball(0.3), at: Vector3(5, 0, 0)) { $0.mass = 100 }
    let slider = try t.join(
      .slider(SliderJoint(limits: -0.5...0.5)), load, at: load.position, axis: .unitY)
    t.run(300)
    // Frame A is on the body: it falls to the upper limit.
    #expect(hinge.angle > -0.01 && hinge.angle < 1.01, "\(hinge.angle)")
    #expect(abs(abs(slider.position) - 0.5) < 0.002, "\(slider.position)")
    #expect(abs(slider.force.y.magnitude - 980) < 10, "\(slider.force)")
  }

  @Test("A broken joint can be replaced in the loop that reads its event")
  func reaction() throws {
    let t = TestWorld()
    let lamp = try t.add(.dynamic, .ball(0.2)) {
      $0.mass = 3
      $0.allowsResting = false
    }
    try t.join(.fixed(), lamp, at: .zero) {
      $0.breakingForce = 20
      $0.userTag = 1
    }
    var broken: [UInt64] = []
    for _ in 0..<120 {
      t.run(1)
      for event in t.world.jointEvents {
        broken.append(event.tag)
        let body = try #require(t.world.body(event.bodyA))
        // A rope catches the lamp and a spark is created; the second time the body is destroyed.
        if event.tag == 1 {
          try t.join(.distance(.rope(0.5)), body, at: body.position) {
            $0.breakingForce = 500
            $0.userTag = 2
          }
          try t.add(.dynamic, .ball(0.05), at: Vector3(0.3, 0, 0))
        }
      }
    }
    #expect(broken == [1])
    #expect(lamp.position.y > -0.55 && lamp.position.y < -0.1, "\(lamp.position)")
    t.world.joint(t.world.jointHandles[0])?.breakingForce = 5
    t.run(1)
    #expect(t.world.jointEvents.map(\.tag) == [2])
    for event in t.world.jointEvents { t.world.destroyBody(event.bodyA) }
    t.run(10)
    #expect(t.world.jointCount == 0)
  }
}
