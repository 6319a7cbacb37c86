import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Collision groups")
struct CollisionGroupTests {
  /// A ball above another, which has another group and masks; returns whether it rests on it.
  private func rests(
    _ upper: (group: Int, mask: UInt32), _ lower: (group: Int, mask: UInt32)
  ) throws -> Bool {
    let t = TestWorld()
    try t.add(.static, .box(1, 1, 1)) {
      ($0.collisionGroup, $0.collisionBitMask) = lower
    }
    let ball = try t.add(.dynamic, .ball(0.3), at: Vector3(0, 1, 0)) {
      ($0.collisionGroup, $0.collisionBitMask) = upper
      $0.restitution = 0
    }
    t.run(60)
    return ball.position.y > 0.75
  }

  @Test("Bodies of one negative group never collide, those of a positive one always do")
  func groups() throws {
    #expect(try rests((0, .max), (0, .max)))
    #expect(try !rests((-3, .max), (-3, .max)))
    #expect(try rests((-3, .max), (-4, .max)))
    #expect(try rests((-3, .max), (0, .max)))
    #expect(try !rests((0, 0), (0, .max)))
    #expect(try rests((7, 0), (7, .max)))
    #expect(try !rests((7, 0), (8, .max)))
  }

  @Test("A change of the group ends and begins contacts")
  func changes() throws {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.collisionGroup = -1 }
    let box = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0))
    t.run(90)
    #expect(box.isAsleep && abs(box.position.y - 0.5) < 0.01)
    box.collisionGroup = -1
    t.run(30)
    #expect(box.position.y < 0)
    #expect(box.collisionGroup == -1)
    box.collisionGroup = 0
    box.position = Vector3(0, 0.5, 0)
    box.velocity = .zero
    t.run(60)
    #expect(abs(box.position.y - 0.5) < 0.01)
  }

  @Test("The parts of a ragdoll, jointed or not, do not push each other apart")
  func ragdoll() throws {
    let t = TestWorld(gravity: .zero)
    let parts = try (0..<4).map { i in
      try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0.3 * Float(i), 0, 0)) {
        $0.collisionGroup = -5
      }
    }
    _ = try t.world.createJoint(
      JointDefinition(.ballSocket(), parts[0], parts[1], anchor: Vector3(0.15, 0, 0)))
    t.run(60)
    for part in parts { #expect(part.velocity.length < 1e-4) }
  }
}
