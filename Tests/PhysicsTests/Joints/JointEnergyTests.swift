import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A single joint adds no energy, whatever it connects.
@Suite("Energy of joints")
struct JointEnergyTests {
  @Test("A long plate on a ball socket far outside of it gains no energy", arguments: 0..<6)
  func plate(_ seed: UInt64) throws {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    func any() -> Float { random.float(in: -4..<4) }
    let plate = try t.add(.dynamic, .box(1, 0.05, 0.5), at: Vector3(1.2, 0, 0.3)) {
      $0.mass = 2
      $0.angularVelocity = Vector3(any(), any(), any())
    }
    try t.join(.ballSocket(), plate, at: .zero)
    // The first step removes the velocity that violates the joint.
    t.run(1)
    let start = t.energy
    var most = start
    t.run(600) { _ in most = max(most, t.energy) }
    // The potential energy of 2 kg over 2.5 m.
    #expect(most - start < 0.03 * 49, "\(most - start)")
  }

  @Test("An arm in a narrow elliptic cone keeps or loses its energy", arguments: 0..<6)
  func cone(_ seed: UInt64) throws {
    let t = TestWorld(gravity: .zero)
    var random = RandomStream(seed: seed)
    let arm = try t.add(.dynamic, .ball(0.3), at: Vector3(1, 0, 0)) {
      $0.mass = 3
      $0.angularVelocity = Vector3(
        random.float(in: -2..<2), random.float(in: -3..<3), random.float(in: -3..<3))
    }
    try t.join(.coneTwist(ConeTwistJoint(swingY: 2.5, swingZ: 0.3)), arm, at: .zero)
    t.run(1)
    let start = t.energy
    var most = start
    t.run(600) { _ in most = max(most, t.energy) }
    #expect(most < 1.02 * start + 0.01, "\(start) \(most)")
  }

  @Test("A spring on a rotating lever stores no more than was put into it", arguments: 0..<4)
  func lever(_ seed: UInt64) throws {
    // The effective mass is that of the rod along it, and a quarter of that across it.
    let t = TestWorld(gravity: .zero)
    var random = RandomStream(seed: seed)
    let rod = try t.add(.dynamic, .box(2, 0.1, 0.1)) {
      $0.mass = 3
      $0.angularVelocity = Vector3(0, random.float(in: -2..<2), random.float(in: -2..<2))
      $0.allowsResting = false
    }
    let spring = JointSpring(hertz: 0.5, dampingRatio: 0)
    let joint = try t.join(
      .distance(DistanceJoint(length: 1, spring: spring)), rod, at: .zero)
    joint.frameA = Transform(position: Vector3(1, 0, 0))
    joint.frameB = Transform(position: Vector3(seed < 2 ? 2.5 : 1, seed < 2 ? 0 : 1.5, 0))
    let start = t.energy + joint.storedEnergy
    #expect(joint.storedEnergy > 0.1)
    var (least, most) = (start, start)
    t.run(900) { _ in
      let energy = t.energy + joint.storedEnergy
      (least, most) = (min(least, energy), max(most, energy))
    }
    #expect(least > 0.93 * start && most < 1.04 * start, "\(start): \(least) to \(most)")
  }

  @Test("The sum of spring energy and kinetic energy is constant", arguments: 0..<3)
  func spring(_ kind: Int) throws {
    let t = TestWorld(gravity: .zero)
    let spring = JointSpring(hertz: 1, dampingRatio: 0)
    let kinds: [JointKind] = [
      .slider(SliderJoint(spring: spring, target: 0.5)),
      .distance(DistanceJoint(length: 1.5, spring: spring)),
      .hinge(HingeJoint(spring: spring, target: 2)),
    ]
    let body = try t.add(.dynamic, .ball(0.3), at: Vector3(1, 0, 0)) { $0.allowsResting = false }
    let joint = try t.join(kinds[kind], body, at: .zero, axis: kind == 2 ? .unitZ : .unitX)
    if kind == 1 { joint.frameA = .identity }
    let start = joint.storedEnergy
    #expect(start > 0.1)
    var (least, most) = (start, start)
    t.run(300) { _ in
      let energy = t.energy + joint.storedEnergy
      (least, most) = (min(least, energy), max(most, energy))
    }
    // Velocities are half a substep ahead of positions: ωh/2 = 1.3 %. The arm on the hinge, which
    // turns by 0.05 rad in a substep, loses 3 % more in five turns.
    #expect(least > 0.93 * start && most < 1.04 * start, "\(start) \(least) \(most)")
  }

  @Test("A hinge whose spring winds past half a turn gains no energy")
  func winding() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.3), at: Vector3(1, 0, 0)) { $0.allowsResting = false }
    let joint = try t.join(
      .hinge(HingeJoint(spring: JointSpring(hertz: 0.3, dampingRatio: 0), target: 1)), body,
      at: .zero, axis: .unitZ)
    body.angularVelocity = Vector3(0, 0, 9)
    body.velocity = Vector3(0, 9, 0)
    let start = t.energy + joint.storedEnergy
    var most = start
    t.run(600) { _ in most = max(most, t.energy + joint.storedEnergy) }
    #expect(most < 1.03 * start, "\(start) \(most)")
  }
}
