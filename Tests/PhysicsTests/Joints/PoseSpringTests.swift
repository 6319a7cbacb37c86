import CaromCollision
import CaromMaths
import CaromPhysics
import CaromWorkers
import Testing

@Suite("Springs towards a pose")
struct PoseSpringTests {
  /// Both kinds with a pose, without other effects.
  private static func kinds(_ pose: PoseSpring) -> [JointKind] {
    var cone = ConeTwistJoint()
    cone.pose = pose
    return [.ballSocket(BallSocketJoint(pose: pose)), .coneTwist(cone)]
  }

  /// A body that turns about its center, held by a joint to the world.
  private func turner(_ kind: JointKind) throws -> (TestWorld, Body, Joint) {
    let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
    let body = try t.add(.dynamic, .ball(0.5)) { $0.momentOfInertia = Vector3(repeating: 2) }
    let handle = try t.world.createJoint(JointDefinition(kind, body, anchor: .zero))
    return (t, body, try #require(t.world.joint(handle)))
  }

  /// The angle of a rotation about Z.
  private func angle(_ body: Body) -> Float {
    let x = body.orientation.rotate(.unitX)
    return Portable.atan2(x.y, x.x)
  }

  @Test("An undamped spring oscillates with its frequency")
  func frequency() throws {
    for kind in Self.kinds(PoseSpring(frequency: 2, dampingRatio: 0)) {
      let (t, body, _) = try turner(kind)
      body.orientation = Quaternion(axis: .unitZ, angle: 0.3)
      var crossings: [Float] = []
      var last: Float = 0.3
      t.run(600, checked: false) { step in
        let a = angle(body)
        if last < 0 && a >= 0 { crossings.append(Float(step) + last / (last - a)) }
        last = a
      }
      let period = (crossings[15] - crossings[0]) / 15 / 60
      #expect(abs(period - 0.5) < 0.005)
    }
  }

  @Test("A critically damped spring returns as (1 + ω·t)·e^(−ω·t)")
  func critical() throws {
    for kind in Self.kinds(PoseSpring(frequency: 1)) {
      let (t, body, _) = try turner(kind)
      body.orientation = Quaternion(axis: .unitZ, angle: 1)
      t.run(60) { step in
        let turn = 2 * .pi * Float(step + 1) / 60
        #expect(abs(angle(body) - (1 + turn) * Portable.exp(-turn)) < 0.012)
      }
    }
  }

  @Test("A target with any axis and angle is reached, on the ways of frames that are turned")
  func targets() throws {
    for axis in [Vector3(1, 1, 1), Vector3(0, 0, 1), Vector3(-2, 1, 0.5)] {
      let target = Quaternion(axis: axis.normalized ?? .unitX, angle: 2)
      for kind in Self.kinds(PoseSpring(frequency: 3, target: target)) {
        let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
        let a = try t.add(.kinematic, .ball(0.1), at: Vector3(0, 2, 0)) {
          $0.transform.orientation = Quaternion(axis: .unitY, angle: 0.8)
        }
        let b = try t.add(.dynamic, .box(0.2, 0.6, 0.3), at: Vector3(0, 1.7, 0))
        let handle = try t.world.createJoint(
          JointDefinition(kind, a, b, anchor: Vector3(0, 2, 0), axis: Vector3(0, -1, 0)))
        let joint = try #require(t.world.joint(handle))
        t.run(240)
        let found =
          (a.orientation * joint.frameA.orientation).inverse
          * (b.orientation * joint.frameB.orientation)
        let miss = (found * target.inverse)
        #expect(miss.vector.length < 2e-3)
        #expect(joint.gap < 1e-3)
      }
    }
  }

  @Test("An arm sags by the torque divided by the stiffness, and falls beyond the maximum torque")
  func holds() throws {
    func arm(_ maximum: Float?) throws -> (angle: Float, torque: Float) {
      let t = TestWorld { $0.allowsSleep = false }
      let body = try t.add(.dynamic, .box(1, 0.1, 0.1), at: Vector3(0.5, 0, 0)) { $0.mass = 3 }
      let spring = PoseSpring(frequency: 4, maximumTorque: maximum)
      let handle = try t.world.createJoint(
        JointDefinition(.ballSocket(BallSocketJoint(pose: spring)), body, anchor: .zero))
      t.run(300)
      return (angle(body), t.world.joint(handle)?.torque.length ?? 0)
    }
    // I = m·(l² + h²)/12 + m·l²/4, k = I·(2π·4)², and m·g·l/2·cos θ = k·θ.
    let inertia: Float = 3 * (1 + 0.01) / 12 + 0.75
    let stiffness: Float = inertia * 64 * .pi * .pi
    let sag: Float = 3 * 9.8 * 0.5 / stiffness
    let (held, torque) = try arm(nil)
    #expect(abs(held + sag) < 0.02 * sag)
    #expect(abs(torque - 3 * 9.8 * 0.5) < 0.05)
    #expect(abs(try arm(16).angle + sag) < 0.02 * sag)
    #expect(try arm(10).angle < -0.5)
  }

  @Test("The spring is live: a moving target is followed, and nil removes the spring")
  func live() throws {
    let (t, body, joint) = try turner(.ballSocket(BallSocketJoint(pose: PoseSpring(frequency: 8))))
    t.run(240) { step in
      let wanted = 0.5 * Portable.sin(Float(step) / 60)
      // The world is body B, so the body turns the other way.
      joint.kind.ballSocket?.pose?.target = Quaternion(axis: .unitZ, angle: -wanted)
      if step > 60 { #expect(abs(angle(body) - wanted) < 0.03) }
    }
    #expect(joint.kind.ballSocket?.pose?.frequency == 8)
    joint.kind.ballSocket?.pose = nil
    #expect(joint.kind == .ballSocket())
    body.angularVelocity = Vector3(0, 0, 1)
    t.run(60)
    #expect(abs(body.angularVelocity.z - 1) < 1e-4)
  }

  @Test("A ragdoll that holds its pose restores bit by bit and is the same for 1 to 4 threads")
  func state() throws {
    func world(_ threads: Int) throws -> World {
      let t = TestWorld()
      try t.add(.static, .floor)
      for number in 0..<8 {
        var last: Body?
        for link in 0..<6 {
          let place = Vector3(Float(number), 3 - 0.45 * Float(link), 0.1 * Float(link))
          let body = try t.add(
            .dynamic, .capsule(CapsuleShape(radius: 0.1, halfLength: 0.12)), at: place
          ) { $0.collisionGroup = -1 - number }
          if let last {
            let spring = PoseSpring(
              frequency: 3, dampingRatio: 0.7, maximumTorque: link % 2 == 0 ? 30 : nil,
              target: Quaternion(axis: .unitX, angle: 0.3 * Float(link)))
            var cone = ConeTwistJoint(swing: 1, twist: -0.5...0.5)
            cone.pose = spring
            let kind: JointKind =
              link % 3 == 0 ? .ballSocket(BallSocketJoint(pose: spring)) : .coneTwist(cone)
            _ = try t.world.createJoint(
              JointDefinition(
                kind, last, body, anchor: place + Vector3(0, 0.22, 0), axis: -.unitY))
          }
          last = body
        }
      }
      if threads > 1 { t.world.workers = WorkerPool(threads: threads) }
      t.run(90)
      return t.world
    }
    let one = try world(1)
    for threads in 2...4 { #expect(try world(threads).stateHash == one.stateHash) }
    var restored = try one.restored()
    for _ in 0..<60 {
      one.step(1 / 60)
      restored.step(1 / 60)
      restored = try restored.restored()
      #expect(restored.stateHash == one.stateHash)
    }
  }
}
