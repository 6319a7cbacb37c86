import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Joints of every kind")
struct JointConformanceTests {
  /// Two bodies and a joint between them.
  func pair(
    _ sample: JointSample, _ t: TestWorld, _ change: (inout JointDefinition) -> Void = { _ in }
  ) throws -> (a: Body, b: Body, joint: Joint) {
    let a = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(0, 0, 0))
    let b = try t.add(.dynamic, .box(0.4, 0.5, 0.3), at: Vector3(0.5, 0, 0))
    let joint = try t.join(
      sample.kind, a, b, at: Vector3(0.25, 0, 0), axis: sample.axis, change)
    return (a, b, joint)
  }

  @Test("Holds its bodies together under any motion", arguments: JointSample.allCases)
  func holds(_ sample: JointSample) throws {
    let t = TestWorld()
    let (a, b, joint) = try pair(sample, t)
    _ = try t.join(.ballSocket(), a, at: Vector3(-0.25, 0, 0))
    b.angularVelocity = Vector3(3, 2, -4)
    b.velocity = Vector3(0, 2, 1)
    var worst: Float = 0
    t.run(300) { _ in
      if sample.holdsPoint { worst = max(worst, joint.gap) }
      if let limits = joint.limits, sample != .coneTwist {
        let value = sample == .hinge ? joint.angle : joint.position
        worst = max(worst, max(limits.lowerBound - value, value - limits.upperBound))
      }
    }
    #expect(worst < 0.01, "\(sample)")
  }

  @Test("Its force equals the weight of the body that hangs on it", arguments: JointSample.allCases)
  func weight(_ sample: JointSample) throws {
    let t = TestWorld()
    let ceiling = try t.add(.static, .box(1, 0.2, 1), at: Vector3(0, 2, 0))
    let body = try t.add(.dynamic, .ball(0.2), at: Vector3(0, 1, 0)) {
      $0.mass = 3
      $0.damping = 0.9
      $0.angularDamping = 0.9
      $0.allowsResting = false
    }
    let joint = try t.join(sample.kind, ceiling, body, at: Vector3(0, 1.2, 0), axis: -.unitY)
    t.run(1200)
    // Damping reduces the velocity that gravity adds in a substep before joints are solved.
    (body.damping, body.angularDamping) = (0, 0)
    t.run(10)
    #expect(abs(joint.force.y - 3 * 9.8) < 0.2, "\(sample) \(joint.force)")
    #expect(abs(joint.force.x) + abs(joint.force.z) < 0.1, "\(sample)")
  }

  @Test("Joined bodies collide only if the definition says so", arguments: [false, true])
  func collides(_ collides: Bool) throws {
    let t = TestWorld(gravity: .zero)
    let a = try t.add(.dynamic, .ball(0.5)) { $0.filter.contactTest = .max }
    let b = try t.add(.dynamic, .ball(0.5), at: Vector3(0.6, 0, 0)) { $0.filter.contactTest = .max }
    let joint = try t.join(.distance(.rope(3)), a, b, at: .zero) {
      $0.frameB = .identity
      $0.collideConnected = collides
    }
    t.run(1)
    // The contact is reported nevertheless, like that of a masked pair.
    #expect(t.world.contactEvents.count == 1)
    t.run(60)
    let apart = a.position.distance(to: b.position)
    #expect(collides ? apart > 0.95 : apart < 0.61)
    joint.collideConnected = true
    t.run(60)
    #expect(a.position.distance(to: b.position) > 0.95)
  }

  @Test("Bodies collide again after it is disabled or destroyed", arguments: [false, true])
  func letsGo(_ destroyed: Bool) throws {
    let t = TestWorld(gravity: .zero)
    let a = try t.add(.dynamic, .ball(0.5))
    let b = try t.add(.dynamic, .ball(0.5), at: Vector3(0.6, 0, 0))
    let joint = try t.join(.fixed(), a, b, at: .zero)
    t.run(60)
    #expect(a.position.distance(to: b.position) < 0.61)
    if destroyed { t.world.destroyJoint(joint.handle) } else { joint.isEnabled = false }
    t.run(60)
    #expect(a.position.distance(to: b.position) > 0.95)
    #expect(t.world.joint(joint.handle) == nil || !destroyed)
  }

  @Test("Joined bodies sleep and wake together", arguments: JointSample.allCases)
  func sleeps(_ sample: JointSample) throws {
    let t = TestWorld()
    let ceiling = try t.add(.static, .box(1, 0.2, 1), at: Vector3(0, 2, 0))
    let bodies = try (0..<3).map { number in
      try t.add(.dynamic, .ball(0.2), at: Vector3(0, 1 - 0.5 * Float(number), 0)) {
        $0.damping = 0.99
        $0.angularDamping = 0.99
        $0.linearRestingThreshold = 0.3
      }
    }
    var last = ceiling
    for (number, body) in bodies.enumerated() {
      let kind: JointKind = sample == .hinge ? .hinge() : sample.kind
      try t.join(
        kind, last, body, at: Vector3(0, 1.2 - 0.5 * Float(number), 0), axis: -.unitY)
      last = body
    }
    t.run(1500)
    #expect(bodies.allSatisfy { $0.isAsleep }, "\(sample)")
    bodies[2].apply(impulse: Vector3(0.1, 0, 0))
    #expect(bodies.allSatisfy { !$0.isAsleep })
    t.run(1500)
    #expect(bodies.allSatisfy { $0.isAsleep }, "\(sample)")
    ceiling.position.x += 0.1
    #expect(bodies.allSatisfy { !$0.isAsleep })
    t.run(10)
    let before = bodies[0].position.y
    ceiling.isEnabled = false
    t.run(60)
    #expect(bodies[0].position.y < before - 0.5)
  }

  @Test("A world that is restored into a new one after every step has the same hash")
  func heavyMode() throws {
    func make() throws -> World {
      let t = TestWorld()
      try t.add(.static, .floor)
      let kinematic = try t.add(.kinematic, .box(1, 0.2, 1), at: Vector3(0, 4, 0)) {
        $0.angularVelocity = Vector3(0, 1, 0)
      }
      for (number, sample) in JointSample.allCases.enumerated() {
        let x = Float(number) * 1.5 - 7
        let a = try t.add(.dynamic, .box(0.4, 0.3, 0.5), at: Vector3(x, 2, 0))
        let b = try t.add(.dynamic, .ball(0.3), at: Vector3(x + 0.5, 2, 0.1))
        try t.join(sample.kind, a, b, at: Vector3(x + 0.25, 2, 0), axis: sample.axis)
        if number % 3 == 0 { try t.join(sample.kind, kinematic, a, at: Vector3(x, 3, 0)) }
        if number % 3 == 1 { try t.join(.ballSocket(), a, at: Vector3(x, 3, 0)) }
      }
      return t.world
    }
    func disturb(_ world: World, _ step: Int) {
      let joints = world.jointHandles
      if step == 100 { world.joint(joints[3])?.isEnabled = false }
      if step == 150 { world.joint(joints[3])?.isEnabled = true }
      if step == 200 { world.destroyJoint(joints[5]) }
      if step == 220 { world.destroyBody(world.handles[7]) }
      if step == 240 { world.joint(joints[1])?.breakingForce = 1 }
    }
    let straight = try make()
    var restored = try make()
    let buffer = StateBuffer()
    for step in 0..<400 {
      disturb(straight, step)
      disturb(restored, step)
      straight.step(1 / 60)
      restored.step(1 / 60)
      #expect(straight.jointEvents == restored.jointEvents)
      buffer.fill { restored.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      try source.finish()
      fresh.checkInvariants()
      restored = fresh
      if step % 20 == 0 || step == 399 { #expect(straight.stateHash == restored.stateHash) }
    }
  }

  @Test("A joint is destroyed with its body, and its handle becomes invalid")
  func goesWithBody() throws {
    let t = TestWorld()
    let (a, b, joint) = try pair(.hinge, t)
    #expect(t.world.joints(of: a.handle) == [joint.handle] && t.world.jointCount == 1)
    t.world.destroyBody(b.handle)
    t.world.checkInvariants()
    #expect(t.world.joint(joint.handle) == nil && t.world.joints(of: a.handle).isEmpty)
    let c = try t.add(.dynamic, .ball(0.3))
    let again = try t.join(.ballSocket(), a, c, at: .zero)
    #expect(again.handle.index == joint.handle.index && again.handle != joint.handle)
    t.run(10)
  }
}
