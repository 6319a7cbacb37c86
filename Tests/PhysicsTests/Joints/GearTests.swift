import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Gears, racks and pulleys")
struct GearTests {
  /// A wheel on a hinge about an axis of the world, with a moment of inertia about it.
  private func wheel(
    _ t: TestWorld, at place: Vector3, inertia: Float, axis: Vector3 = .unitZ
  ) throws -> (body: Body, hinge: Joint) {
    let body = try t.add(
      .dynamic, .cylinder(CylinderShape(radius: 0.5, halfHeight: 0.1)), at: place
    ) {
      $0.momentOfInertia = Vector3(repeating: inertia)
      $0.allowsResting = false
    }
    let handle = try t.world.createJoint(
      JointDefinition(.hinge(HingeJoint()), body, anchor: place, axis: axis))
    return (body, try #require(t.world.joint(handle)))
  }

  private func gear(_ t: TestWorld, _ a: Body, _ b: Body, ratio: Float) throws -> Joint {
    let handle = try t.world.createJoint(
      JointDefinition(.gear(GearJoint(ratio: ratio)), a, b, anchor: a.position, axis: .unitZ))
    return try #require(t.world.joint(handle))
  }

  @Test("Two wheels that engage share their momentum as their ratio demands")
  func engaging() throws {
    let t = TestWorld(gravity: .zero)
    let a = try wheel(t, at: .zero, inertia: 2).body
    let b = try wheel(t, at: Vector3(2, 0, 0), inertia: 3).body
    a.angularVelocity = Vector3(0, 0, 6)
    _ = try gear(t, a, b, ratio: 2)
    t.run(60)
    // λ = −ωA / (1/IA + r²/IB)
    let impulse: Float = -6 / (1 / 2 + 4 / 3)
    #expect(abs(a.angularVelocity.z - (6 + impulse / 2)) < 0.02)
    #expect(abs(b.angularVelocity.z - 2 * impulse / 3) < 0.02)
    #expect(abs(a.angularVelocity.z + 2 * b.angularVelocity.z) < 1e-3)
  }

  @Test("Geared wheels accelerate as τ / (IA + IB/r²), and do not drift in 40 turns")
  func accelerating() throws {
    let t = TestWorld(gravity: .zero)
    let a = try wheel(t, at: .zero, inertia: 2)
    let b = try wheel(t, at: Vector3(2, 0, 0), inertia: 3)
    let ratio: Float = -3
    _ = try gear(t, a.body, b.body, ratio: ratio)
    var (turnA, turnB): (Float, Float) = (0, 0)
    t.run(600) { _ in
      a.body.apply(torque: Vector3(0, 0, 10))
      b.body.apply(torque: Vector3(0, 0, -3))
      turnA += a.body.angularVelocity.z / 60
      turnB += b.body.angularVelocity.z / 60
    }
    // The torque on B acts on A divided by the ratio: ωB = −ωA / ratio.
    let rate: Float = (10 + 3 / ratio) / (2 + 3 / 9)
    #expect(abs(a.body.angularVelocity.z / (rate * 10) - 1) < 2e-3)
    #expect(turnA > 40)
    #expect(abs(turnA + ratio * turnB) < 0.02)
    // The hinges measure the same: their angles wrap.
    let miss = a.hinge.angle + ratio * b.hinge.angle
    let turns = (miss / (2 * .pi)).rounded()
    #expect(abs(miss - turns * 2 * .pi) < 0.01)
  }

  @Test("A pinion accelerates its rack as τ / (I + m·R²), and the rack keeps its place")
  func rack() throws {
    let t = TestWorld(gravity: .zero)
    let pinion = try wheel(t, at: .zero, inertia: 0.5)
    let rack = try t.add(.dynamic, .box(4, 0.1, 0.1), at: Vector3(0, -0.5, 0)) {
      $0.mass = 3
      $0.allowsResting = false
    }
    _ = try t.world.createJoint(
      JointDefinition(.slider(SliderJoint()), rack, anchor: rack.position, axis: .unitX))
    _ = try t.world.createJoint(
      JointDefinition(
        .rackAndPinion(RackAndPinionJoint(radius: 0.4)), bodyA: pinion.body.handle,
        bodyB: rack.handle,
        frameA: Transform(orientation: Quaternion(axis: .unitY, angle: -.pi / 2))))
    var turned: Float = 0
    t.run(120) { _ in
      pinion.body.apply(torque: Vector3(0, 0, 1))
      turned += pinion.body.angularVelocity.z / 60
    }
    let rate: Float = 1 / (0.5 + 3 * 0.16)
    #expect(abs(pinion.body.angularVelocity.z / (2 * rate) - 1) < 0.01)
    #expect(abs(rack.velocity.x - 0.4 * pinion.body.angularVelocity.z) < 2e-3)
    #expect(abs(rack.position.x - 0.4 * turned) < 8e-3)
    // Pushed back, the rack turns the pinion.
    rack.velocity = .zero
    t.run(120) { _ in rack.apply(force: Vector3(-6, 0, 0)) }
    #expect(pinion.body.angularVelocity.z < 0)
    #expect(abs(rack.velocity.x - 0.4 * pinion.body.angularVelocity.z) < 5e-3)
  }

  /// Two weights on a rope over two points 6 m up; returns the speeds after a second.
  private func atwood(_ massA: Float, _ massB: Float, ratio: Float) throws -> (Float, Float) {
    let t = TestWorld()
    let a = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(-2, 0, 0)) { $0.mass = massA }
    let b = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(2, 0, 0)) { $0.mass = massB }
    let pulley = PulleyJoint(
      groundA: Vector3(-2, 20, 0), groundB: Vector3(2, 20, 0), ratio: ratio)
    let handle = try t.world.createJoint(
      JointDefinition(.pulley(pulley), bodyA: a.handle, bodyB: b.handle))
    #expect(t.world.joint(handle)?.kind.pulley?.length == 20 + ratio * 20)
    t.run(60)
    #expect(abs(a.position.y + ratio * b.position.y) < 2e-3)
    #expect(abs(a.position.x + 2) < 1e-4 && abs(b.position.x - 2) < 1e-4)
    return (a.velocity.y, b.velocity.y)
  }

  @Test("Atwood's machine accelerates by g·(mA − mB)/(mA + mB), and block and tackle by its ratio")
  func pulley() throws {
    let (a, b) = try atwood(3, 1, ratio: 1)
    #expect(abs(a + 9.8 * 2 / 4) < 5e-3 && abs(a + b) < 1e-3)
    let (c, d) = try atwood(2, 2, ratio: 2)
    // aA = g·(mA − mB/r)/(mA + mB/r²)
    #expect(abs(c + 9.8 * (2 - 1) / (2 + 0.5)) < 5e-3 && abs(c + 2 * d) < 2e-3)
    let (e, f) = try atwood(1, 1, ratio: 1)
    #expect(abs(e) < 1e-4 && abs(f) < 1e-4)
  }

  @Test("The rope of a pulley pulls, but does not push, and its force is the tension")
  func slack() throws {
    let t = TestWorld()
    try t.add(.static, .floor, at: Vector3(0, -0.2, 0))
    let a = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(-2, 0, 0)) { $0.mass = 5 }
    let b = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(2, 1, 0)) { $0.mass = 2 }
    let pulley = PulleyJoint(groundA: Vector3(-2, 6, 0), groundB: Vector3(2, 6, 0), length: 11.5)
    let handle = try t.world.createJoint(
      JointDefinition(.pulley(pulley), bodyA: a.handle, bodyB: b.handle))
    t.run(15)
    // Half a meter of slack: B falls freely.
    #expect(abs(b.velocity.y + 9.8 / 4) < 0.01)
    t.run(185)
    #expect(abs(b.position.y - 0.5) < 0.01 && abs(a.position.y) < 0.01)
    #expect(abs((t.world.joint(handle)?.force.y ?? 0) - 2 * 9.8) < 0.2)
  }

  @Test("Machines of gears, racks and pulleys restore bit by bit")
  func state() throws {
    let t = TestWorld()
    let a = try wheel(t, at: .zero, inertia: 2).body
    let b = try wheel(t, at: Vector3(2, 0, 0), inertia: 3).body
    let rack = try t.add(.dynamic, .box(4, 0.1, 0.1), at: Vector3(0, -0.5, 0))
    let weight = try t.add(.dynamic, .ball(0.3), at: Vector3(4, -1, 0)) { $0.mass = 4 }
    _ = try t.world.createJoint(
      JointDefinition(.slider(SliderJoint()), rack, anchor: rack.position, axis: .unitX))
    let engaged = try gear(t, a, b, ratio: 1.5)
    _ = try t.world.createJoint(
      JointDefinition(
        .rackAndPinion(RackAndPinionJoint()), bodyA: b.handle, bodyB: rack.handle,
        frameA: Transform(orientation: Quaternion(axis: .unitY, angle: -.pi / 2))))
    _ = try t.world.createJoint(
      JointDefinition(
        .pulley(PulleyJoint(groundA: Vector3(0, 3, 0), groundB: Vector3(4, 3, 0))),
        bodyA: a.handle, bodyB: weight.handle,
        frameA: Transform(position: Vector3(0.4, 0, 0))))
    var restored = try t.world.restored()
    for step in 0..<240 {
      if step == 100 {
        engaged.kind.gear?.ratio = -2
        restored.joint(engaged.handle)?.kind.gear?.ratio = -2
      }
      t.run(1)
      restored.step(1 / 60)
      restored = try restored.restored()
      restored.checkInvariants()
      #expect(restored.stateHash == t.world.stateHash)
    }
    #expect(restored.joint(engaged.handle)?.kind == .gear(GearJoint(ratio: -2)))
  }

  @Test("A filter joint lets two bodies pass through each other and changes nothing else")
  func filter() throws {
    func run(_ joined: Bool, apart: Float) throws -> (Vector3, Vector3, Bool) {
      let t = TestWorld()
      try t.add(.static, .floor)
      let a = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0))
      let b = try t.add(.dynamic, .ball(0.3), at: Vector3(apart, 3, 0)) {
        $0.velocity = Vector3(0.3, 0, 0.1)
        $0.restitution = 0.4
      }
      if joined {
        _ = try t.world.createJoint(
          JointDefinition(.filter(), bodyA: a.handle, bodyB: b.handle))
      }
      t.run(60)
      let during = b.position
      t.run(180)
      return (during, b.position, a.isAsleep && b.velocity.length > 0.1)
    }
    // Far apart, both worlds have the same bits, and the box sleeps while the ball rolls.
    let (free, joined) = (try run(false, apart: 3), try run(true, apart: 3))
    #expect(free.0 == joined.0 && free.1 == joined.1 && free.2 && joined.2)
    #expect(try run(false, apart: 0).0.y > 1.2)
    #expect(try run(true, apart: 0).0.y < 0.6)
  }

  @Test("Parameters that cannot be simulated are rejected")
  func refusals() {
    func problem(_ kind: JointKind) -> String? {
      var d = JointDefinition(kind, bodyA: BodyHandle(index: 0, generation: 1))
      d.bodyB = BodyHandle(index: 1, generation: 1)
      return d.error.map { "\($0)" }
    }
    #expect(problem(.gear(GearJoint(ratio: .infinity))) != nil)
    #expect(problem(.rackAndPinion(RackAndPinionJoint(radius: 1e9))) != nil)
    #expect(problem(.pulley(PulleyJoint(groundA: .zero, groundB: .zero, ratio: 0))) != nil)
    #expect(problem(.gear(GearJoint(ratio: -2))) == nil)
  }
}
