import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Soft limits and maximum forces of the springs of joint axes")
struct SoftAxisTests {
  /// A body of 2 kg that a joint lets move along the world's Y axis only.
  private struct Rail {
    let t: TestWorld
    let body: Body
    let joint: Joint

    init(gravity: Vector3 = .zero, _ axis: JointLinearAxis) throws {
      t = TestWorld(gravity: gravity)
      body = try t.add(.dynamic, .ball(0.2)) { $0.mass = 2 }
      var kind = SixDegreesOfFreedomJoint()
      kind.linearX = axis
      joint = try t.join(.sixDegreesOfFreedom(kind), body, at: .zero, axis: .unitY)
    }

    /// The position of the body along the axis of the joint.
    var height: Float { body.position.y }
  }

  private func limited(_ hertz: Float, _ dampingRatio: Float = 1) -> JointLinearAxis {
    var axis = JointLinearAxis(limits: -0.5...0.25)
    (axis.limitFrequency, axis.limitDampingRatio) = (hertz, dampingRatio)
    return axis
  }

  @Test("A body at rest on a soft limit passes it by g / ω²", arguments: [1, 4] as [Float])
  func sinks(_ hertz: Float) throws {
    let rail = try Rail(gravity: Vector3(0, -9.8, 0), limited(hertz))
    rail.t.run(300)
    let omega = 2 * Float.pi * hertz
    // The joint measures the world from the body, so that the upper limit is below.
    let expected: Float = -0.25 - 9.8 / (omega * omega)
    #expect(abs(rail.height - expected) < 2e-3, "it is at \(rail.height)")
    #expect(rail.body.velocity.length < 1e-2)
  }

  @Test("Within its range a soft limit neither pulls nor damps, and a hard one stays hard")
  func isFree() throws {
    let rail = try Rail(limited(2))
    rail.body.velocity = Vector3(0, 0.2, 0)
    rail.t.run(60)
    #expect(abs(rail.height - 0.2) < 1e-3 && abs(rail.body.velocity.y - 0.2) < 1e-4)
    let hard = try Rail(limited(0))
    hard.body.velocity = Vector3(0, 3, 0)
    hard.t.run(120)
    #expect(abs(hard.height) < 0.51)
  }

  @Test("An undamped soft limit returns the speed of what hits it, after half a period")
  func bounces() throws {
    let rail = try Rail(limited(2, 0))
    rail.body.velocity = Vector3(0, 1, 0)
    var speeds: [Float] = []
    rail.t.run(240) { _ in speeds.append(abs(rail.body.velocity.y)) }
    #expect(speeds.allSatisfy { $0 < 1.02 })
    #expect(speeds.contains { $0 < 0.2 } && (speeds.last ?? 0) <= 1.02)
    #expect(speeds.suffix(120).contains { $0 > 0.97 })
    #expect(abs(rail.height) < 0.7)
  }

  @Test("A spring with a maximum force holds a smaller load and yields to a greater one")
  func maximumForce() throws {
    for (load, holds) in [(9, true), (11, false)] as [(Float, Bool)] {
      var axis = JointLinearAxis(spring: JointSpring(hertz: 5))
      axis.springMaximumForce = 10
      let rail = try Rail(axis)
      var speeds: [Float] = []
      for _ in 0..<120 {
        rail.body.apply(force: Vector3(0, load, 0))
        rail.t.run(1)
        speeds.append(rail.body.velocity.y)
      }
      let stiffness = 2 * (2 * Float.pi * 5) * (2 * Float.pi * 5)
      if holds {
        #expect(abs(abs(rail.height) - load / stiffness) < 1e-4)
      } else {
        // (11 N − 10 N) / 2 kg for a second.
        #expect(abs(speeds[119] - speeds[59] - 0.5) < 0.01, "\(speeds[119] - speeds[59])")
      }
    }
  }

  @Test("Descriptions return what was set, and two springs on one axis are rejected")
  func describes() throws {
    var kind = SixDegreesOfFreedomJoint()
    kind.linearY = limited(3, 0.5)
    kind.angularX = JointAngularAxis(spring: JointSpring(hertz: 2))
    kind.angularX.springMaximumTorque = 7
    let t = TestWorld()
    let body = try t.add(.dynamic, .ball(0.5))
    let joint = try t.join(.sixDegreesOfFreedom(kind), body, at: .zero)
    #expect(joint.kind.sixDegreesOfFreedom == kind)
    kind.linearY.springFrequency = 1
    #expect(kind.linearY.problem?.contains("one of them is accepted") == true)
    #expect(throws: PhysicsError.self) {
      try t.join(.sixDegreesOfFreedom(kind), body, at: .zero)
    }
  }

  @Test("A world with soft limits that is restored continues bit-identically")
  func snapshots() throws {
    let rail = try Rail(gravity: Vector3(0, -9.8, 0), limited(1, 0.2))
    rail.t.run(20)
    let buffer = StateBuffer()
    buffer.fill { rail.t.world.save(into: &$0) }
    let restored = World()
    var source = StateSource(buffer.bytes)
    try restored.load(from: &source)
    for _ in 0..<60 {
      rail.t.run(1)
      restored.step(1 / 60)
      #expect(restored.stateHash == rail.t.world.stateHash)
    }
  }
}
