import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Random jointed worlds")
struct RandomJointsTests {
  @Test("Random joints and changes keep all invariants", arguments: 0..<12)
  func survives(_ seed: UInt64) throws {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    func place(_ reach: Float = 3) -> Vector3 {
      Vector3(
        random.float(in: -reach..<reach), random.float(in: 0..<6), random.float(in: -reach..<reach))
    }
    func kind() -> JointKind {
      let sample = JointSample.allCases[random.int(below: JointSample.allCases.count)]
      // Without motors no energy is added.
      if var hinge = sample.kind.hinge {
        hinge.motor = nil
        return .hinge(hinge)
      }
      return sample.kind
    }
    if seed % 2 == 0 { try t.add(.static, .floor) }
    for number in 0..<30 {
      let isMoving = number % 10 != 0
      try t.add(
        isMoving ? .dynamic : .static, number % 3 == 0 ? .ball(0.3) : .box(0.5, 0.3, 0.4),
        at: place()
      ) {
        $0.restitution = 0
        $0.mass = random.float(in: 0.2..<10)
        if number % 7 == 1 { $0.angularVelocityFactor = Vector3(0, 1, 0) }
        if number % 7 == 2 { $0.velocityFactor = Vector3(1, 0, 1) }
      }
    }
    func join() throws {
      let handles = t.world.handles
      guard let a = t.world.body(handles[random.int(below: handles.count)]),
        let b = t.world.body(handles[random.int(below: handles.count)]), a.handle != b.handle,
        a.kind == .dynamic || b.kind == .dynamic
      else { return }
      let axis = place() - Vector3(0, 3, 0)
      let anchor = (a.position + b.position) * 0.5
      try t.join(
        kind(), a, random.int(below: 4) == 0 && a.kind == .dynamic ? nil : b, at: anchor, axis: axis
      ) {
        $0.collideConnected = random.int(below: 2) == 0
        if random.int(below: 4) == 0 { $0.breakingForce = random.float(in: 50..<5000) }
      }
    }
    for _ in 0..<25 { try join() }
    for _ in 0..<300 {
      let joints = t.world.jointHandles
      if let joint = t.world.joint(joints[random.int(below: joints.count)]) {
        switch random.int(below: 60) {
        case 0: t.world.destroyJoint(joint.handle)
        case 1: joint.isEnabled.toggle()
        case 2: joint.collideConnected.toggle()
        case 3: t.world.body(joint.bodyA)?.isEnabled.toggle()
        case 4: t.world.body(joint.bodyA)?.apply(impulse: place())
        case 5: t.world.destroyBody(joint.bodyA)
        case 6, 7: try join()
        case 8: t.world.body(joint.bodyA)?.kind = .kinematic
        case 9:
          // Not the floor, which has no volume.
          if let body = t.world.body(joint.bodyA), body.shape.isBounded { body.kind = .dynamic }
        default: break
        }
      }
      while t.world.jointCount < 15 { try join() }
      t.run(1)
    }
  }

  @Test("The energy of a jointed chain does not grow", arguments: 0..<8)
  func energy(_ seed: UInt64) throws {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    var bodies: [Body] = []
    for number in 0..<12 {
      let place = Vector3(0.8 * Float(number), random.float(in: 0..<0.5), 0)
      bodies.append(
        try t.add(.dynamic, .box(0.6, 0.3, 0.4), at: place) {
          $0.mass = random.float(in: 0.5..<5)
          $0.filter.collision = 0
        })
    }
    try t.join(.ballSocket(), bodies[0], at: Vector3(-0.4, 0, 0))
    for number in 1..<12 {
      let kinds: [JointKind] = [
        .ballSocket(), .hinge(), .slider(SliderJoint(limits: -0.2...0.2)), .fixed(),
        .coneTwist(ConeTwistJoint(swing: 0.7, twist: -0.5...0.5)),
      ]
      try t.join(
        kinds[random.int(below: 5)], bodies[number - 1], bodies[number],
        at: Vector3(0.8 * Float(number) - 0.4, 0.2, 0),
        axis: Vector3(random.float(), random.float(), 1))
    }
    let start = t.energy
    var most: Float = start
    t.run(300) { _ in most = max(most, t.energy) }
    // Gap correction can lift a little.
    #expect(most - start < 0.03 * start.magnitude + 20, "\(start) \(most)")
  }
}
