import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Moving surfaces")
struct SurfaceVelocityTests {
  /// A long floor of friction 1, so that the friction of a pair is that of the body.
  private func belt(_ t: TestWorld, _ change: (inout BodyDefinition) -> Void) throws -> Body {
    try t.add(.static, .box(60, 1, 60), at: Vector3(0, -0.5, 0)) {
      $0.friction = 1
      $0.restitution = 0
      change(&$0)
    }
  }

  @Test("A crate on a belt accelerates by μ·g up to the speed of the belt, then stays with it")
  func crate() throws {
    let t = TestWorld()
    _ = try belt(t) { $0.surfaceVelocity = Vector3(2, 0, 0) }
    let crate = try t.add(.dynamic, .box(1, 0.5, 1), at: Vector3(0, 0.25, 0)) { $0.friction = 0.5 }
    t.run(20)
    #expect(abs(crate.velocity.x - 0.5 * 9.8 / 3) < 0.03)
    t.run(100)
    #expect(abs(crate.velocity.x - 2) < 1e-3 && abs(crate.velocity.z) < 1e-4)
    // x = v·t − v²/(2·μ·g)
    #expect(abs(crate.position.x - (4 - 4 / 9.8)) < 0.03)
    #expect(abs(crate.position.y - 0.25) < 0.002)
  }

  @Test("The velocity is in the axes of the body, and only its part along the surface acts")
  func axes() throws {
    let t = TestWorld()
    _ = try belt(t) {
      $0.surfaceVelocity = Vector3(1, 5, 0)
      $0.transform.orientation = Quaternion(axis: .unitY, angle: .pi / 2)
    }
    let crate = try t.add(.dynamic, .box(1, 0.5, 1), at: Vector3(0, 0.25, 0))
    t.run(120)
    #expect(crate.velocity.distance(to: Vector3(0, 0, -1)) < 2e-3)
    #expect(abs(crate.position.y - 0.25) < 0.002)
  }

  @Test("A ball on a belt ends up rolling at 2/7 of the belt's speed")
  func ball() throws {
    let t = TestWorld()
    _ = try belt(t) { $0.surfaceVelocity = Vector3(0, 0, 3) }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 0.5, 0))
    t.run(240)
    #expect(abs(ball.velocity.z - 3 * 2 / 7) < 2e-3)
    // The bottom of the ball moves with the belt.
    #expect(abs(ball.velocity.z - 0.5 * ball.angularVelocity.x - 3) < 2e-3)
  }

  @Test("A ball that rolls on a turntable circles at 2/7 of its angular velocity")
  func turntable() throws {
    // W. Weckesser, "A ball rolling on a freely spinning turntable", Am. J. Phys. 65, 1997.
    let t = TestWorld { $0.substeps = 16 }
    let rate: Float = 1.4
    _ = try belt(t) { $0.surfaceAngularVelocity = Vector3(0, rate, 0) }
    let start = Vector3(2, 0.5, 0)
    let ball = try t.add(.dynamic, .ball(0.5), at: start) {
      $0.friction = 100
      // Rolling without slipping, with the center at rest relative to its circle about the middle.
      let turn: Float = 2 * rate / 7
      $0.velocity = Vector3(0, turn, 0).cross(Vector3(2, 0, 0))
      let surface = Vector3(0, rate, 0).cross(Vector3(2, 0, 0))
      // v + ω × (0, −r, 0) = surface
      let slip = surface - $0.velocity
      $0.angularVelocity = Vector3(0, -0.5, 0).cross(slip) * (1 / 0.25)
    }
    // A whole circle takes 7/2 turns of the table.
    let period = 7 / 2 * 2 * Float.pi / rate
    let steps = Int((period * 60).rounded())
    var radii: [Float] = []
    t.run(steps, checked: false) { _ in
      radii.append(Vector3(ball.position.x, 0, ball.position.z).length)
    }
    #expect(radii.allSatisfy { abs($0 - 2) < 0.05 })
    #expect(ball.position.distance(to: start) < 0.15)
  }

  @Test("A crate is carried round by a turntable, and does not sleep on a slow one")
  func carriedRound() throws {
    let t = TestWorld()
    _ = try belt(t) { $0.surfaceAngularVelocity = Vector3(0, 0.06, 0) }
    let crate = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(1, 0.2, 0))
    t.run(600)
    #expect(!crate.isAsleep)
    let angle = Portable.atan2(-crate.position.z, crate.position.x)
    #expect(abs(angle - 0.6) < 0.01)
    #expect(abs(Vector3(crate.position.x, 0, crate.position.z).length - 1) < 0.01)
    #expect(abs(crate.angularVelocity.y - 0.06) < 2e-3)
  }

  @Test("A belt that starts wakes what lies on it, and one that stops lets it sleep")
  func starts() throws {
    let t = TestWorld()
    let belt = try belt(t) { _ in }
    let crate = try t.add(.dynamic, .box(1, 0.5, 1), at: Vector3(0, 0.25, 0))
    t.run(120)
    #expect(crate.isAsleep)
    belt.surfaceVelocity = Vector3(1, 0, 0)
    t.run(60)
    #expect(!crate.isAsleep && abs(crate.velocity.x - 1) < 1e-2)
    belt.surfaceVelocity = .zero
    t.run(120)
    #expect(crate.isAsleep)
  }

  @Test("A part of a body has a moving surface of its own")
  func part() throws {
    let t = TestWorld()
    let floor = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: .box(20, 1, 2), placement: Transform(position: Vector3(0, -0.5, -1))),
        ShapeLeaf(shape: .box(20, 1, 2), placement: Transform(position: Vector3(0, -0.5, 1))),
      ]))
    var moving = ColliderProperties()
    moving.surfaceVelocity = Vector3(-1.5, 0, 0)
    let body = try t.add(.static, floor) { $0.colliderProperties = [ColliderProperties(), moving] }
    let still = try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: Vector3(0, 0.25, -1))
    let carried = try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: Vector3(0, 0.25, 1))
    t.run(120)
    #expect(still.velocity.length < 1e-3)
    #expect(abs(carried.velocity.x + 1.5) < 1e-2)
    #expect(body.colliderProperties[1].surfaceVelocity == Vector3(-1.5, 0, 0))
    body.colliderProperties = []
    t.run(120)
    #expect(carried.velocity.length < 1e-3)
  }

  @Test("A moving surface on a dynamic body drives the body: a tank on its tracks")
  func tank() throws {
    let t = TestWorld()
    _ = try belt(t) { _ in }
    let tank = try t.add(.dynamic, .box(2, 0.5, 1), at: Vector3(0, 0.25, 0)) {
      $0.surfaceVelocity = Vector3(-1, 0, 0)
    }
    t.run(120)
    #expect(abs(tank.velocity.x - 1) < 1e-2 && tank.velocity.y < 1e-3)
  }
}
