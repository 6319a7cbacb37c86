import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Kinematic bodies")
struct KinematicTests {
  @Test("A paddle moved to a target arrives exactly and hits with its velocity")
  func strikes() throws {
    let t = TestWorld(gravity: .zero)
    let paddle = try t.add(.kinematic, .box(0.5, 2, 2)) { $0.restitution = 1 }
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(0.8, 0, 0)) { $0.restitution = 1 }
    let turn = Quaternion(axis: .unitX, angle: 0.3)
    for step in 1...12 {
      let target = Transform(
        position: Vector3(0.05 * Float(step), 0, 0), orientation: step > 6 ? turn : .identity)
      paddle.moveKinematic(to: target)
      t.run(1)
      #expect(paddle.transform == target)
    }
    // 0.05 m a step is 3 m/s; an elastic collision doubles it.
    #expect(abs(ball.velocity.x - 6) < 1e-3)
    t.run(1)
    #expect(paddle.velocity == .zero && paddle.position.x == Float(0.05) * 12)
    #expect(t.world.movedBodies == [ball.handle])
  }

  @Test("The kind can change: a former kinematic body falls, a former dynamic body stays")
  func kinds() throws {
    let t = TestWorld()
    let a = try t.add(.kinematic, .ball(0.5), at: Vector3(0, 5, 0))
    let b = try t.add(.dynamic, .ball(0.5), at: Vector3(5, 5, 0))
    t.run(5)
    #expect(a.position.y == 5 && b.position.y < 5)
    a.kind = .dynamic
    b.kind = .static
    let stayed = b.position
    t.run(30)
    #expect(a.position.y < 4.5 && b.position == stayed)
    b.shape = .box(1, 2, 1)
    #expect(b.shape == .box(1, 2, 1))
  }

  @Test("Invalid definitions are rejected with a reason")
  func refusals() throws {
    let world = World()
    func refuse(_ d: BodyDefinition) {
      #expect(throws: PhysicsError.self) { try world.createBody(d) }
    }
    refuse(BodyDefinition(.dynamic, shape: .floor))
    refuse(BodyDefinition(.dynamic, shape: .ball(-1)))
    refuse(BodyDefinition(.dynamic, shape: .ball(.nan)))
    var d = BodyDefinition(.dynamic, shape: .ball(1))
    d.mass = 0
    refuse(d)
    d.mass = 1
    d.velocity.x = .infinity
    refuse(d)
    d.velocity.x = 0
    d.restitution = 1.5
    refuse(d)
    #expect(world.bodyCount == 0)
  }
}
