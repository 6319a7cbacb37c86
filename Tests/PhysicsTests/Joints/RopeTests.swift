import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Ropes")
struct RopeTests {
  @Test("A slack rope between two points hangs in a catenary")
  func catenary() throws {
    let t = TestWorld { $0.allowsSleep = false }
    var d = RopeDefinition(from: Vector3(-2, 10, 0), to: Vector3(2, 10, 0))
    (d.length, d.segmentCount, d.radius, d.endHolder) = (5, 40, 0.03, .world)
    (d.properties.damping, d.properties.angularDamping) = (0.8, 0.8)
    d.properties.collisionGroup = -1
    let rope = try t.world.createRope(d)
    #expect(rope.bodies.count == 40 && rope.joints.count == 41)
    t.run(900)
    // L = 2·a·sinh(d/2a): a = 1.691009 for d = 4 and L = 5, by bisection; sag = a·(cosh(d/2a) − 1).
    let lowest = rope.bodies.compactMap { t.world.body($0)?.position.y }.min() ?? 0
    let (a, half): (Float, Float) = (1.691009, 2 / 1.691009)
    let (up, down) = (Portable.exp(half), Portable.exp(-half))
    #expect(abs(a * (up - down) - 5) < 1e-3, "the parameter solves the equation")
    let sag: Float = a * (0.5 * (up + down) - 1)
    // Its 41 joints give way by up to 3 mm each, so the rope is 2 % longer.
    #expect(abs(10 - lowest - sag) < 0.08)
    for handle in rope.joints {
      #expect((t.world.joint(handle)?.gap ?? 1) < 4e-3)
    }
  }

  @Test("A rope carries a load a hundred times its mass, and its tension is the weight below")
  func load() throws {
    let t = TestWorld { $0.allowsSleep = false }
    let load = try t.add(.dynamic, .ball(0.4), at: Vector3(0, 4, 0)) {
      $0.mass = 100
      $0.damping = 0.5
    }
    var d = RopeDefinition(from: Vector3(0, 10, 0), to: Vector3(0, 4.4, 0))
    d.endHolder = .body(load.handle)
    let rope = try t.world.createRope(d)
    t.run(600)
    #expect(abs(load.position.y - 4) < 0.01)
    let top = try #require(rope.joints.first.flatMap { t.world.joint($0) })
    // Damping reduces the velocity that gravity adds in a substep before joints are solved.
    #expect(abs(top.force.length - 101 * 9.8) < 4)
    load.damping = 0
    t.world.destroyJoint(try #require(rope.joints.last))
    t.run(60)
    #expect(abs(load.velocity.y + 9.8) < 0.2)
  }

  @Test("A rope lies over a beam, and one that cannot be made leaves nothing behind")
  func collides() throws {
    let t = TestWorld()
    try t.add(.static, .box(0.4, 0.4, 4), at: Vector3(0, 5, 0))
    var d = RopeDefinition(from: Vector3(-1.5, 5.4, 0), to: Vector3(1.5, 5.4, 0))
    (d.startHolder, d.segmentCount, d.radius) = (.free, 20, 0.05)
    d.properties.friction = 2
    let rope = try t.world.createRope(d)
    t.run(240)
    let heights = rope.bodies.compactMap { t.world.body($0)?.position.y }
    #expect((heights.max() ?? 0) > 5.2 && (heights.min() ?? 9) < 4.6)
    let count = t.world.bodyCount
    d.radius = 4
    #expect(throws: PhysicsError.self) { try t.world.createRope(d) }
    (d.radius, d.length) = (0.05, 1)
    #expect(throws: PhysicsError.self) { try t.world.createRope(d) }
    (d.length, d.properties.friction) = (nil, -1)
    #expect(throws: PhysicsError.self) { try t.world.createRope(d) }
    #expect(t.world.bodyCount == count)
  }
}
