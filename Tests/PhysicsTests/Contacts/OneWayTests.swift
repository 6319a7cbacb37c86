import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("One-way surfaces")
struct OneWayTests {
  /// A platform that is solid from above, with its top at 0.
  private func platform(
    _ t: TestWorld, _ kind: BodyKind = .static, thickness: Float = 0.2,
    _ change: (inout BodyDefinition) -> Void = { _ in }
  ) throws -> Body {
    try t.add(kind, .box(6, thickness, 6), at: Vector3(0, -thickness / 2, 0)) {
      $0.oneWay = OneWaySurface()
      $0.restitution = 0
      change(&$0)
    }
  }

  @Test(
    "A body rises through a platform on its parabola, and lands on it",
    arguments: [
      Shape.ball(0.25), .box(0.5, 0.5, 0.5), .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)),
    ]
  )
  func jump(_ shape: Shape) throws {
    let t = TestWorld()
    _ = try platform(t)
    let body = try t.add(.dynamic, shape, at: Vector3(0, -1.5, 0)) {
      $0.velocity = Vector3(0, 8, 0)
      $0.restitution = 0
    }
    t.run(40) { step in
      let time = Float(step + 1) / 60
      #expect(abs(body.position.y - (-1.5 + 8 * time - 4.9 * time * time)) < 0.01)
      #expect(abs(body.velocity.y - (8 - 9.8 * time)) < 1e-3)
    }
    t.run(180)
    let rest = -shape.bounds(at: .identity).min.y
    #expect(abs(body.position.y - rest) < 0.01 && body.isAsleep)
  }

  @Test("A body whose apex is within the platform falls back through it")
  func shortJump() throws {
    let t = TestWorld()
    _ = try platform(t, thickness: 1)
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(0, -2, 0)) {
      $0.velocity = Vector3(0, 5.5, 0)
    }
    t.run(120) { step in
      let time = Float(step + 1) / 60
      #expect(abs(ball.position.y - (-2 + 5.5 * time - 4.9 * time * time)) < 0.02)
    }
  }

  @Test(
    "A fast body is stopped from the solid side and passes from the other, at any speed",
    arguments: [20, 80, 300] as [Float])
  func fast(_ speed: Float) throws {
    let t = TestWorld(gravity: .zero)
    _ = try platform(t, thickness: 0.05)
    let down = try t.add(.dynamic, .ball(0.1), at: Vector3(-1, 4.05, 0)) {
      $0.velocity = Vector3(0, -speed, 0)
    }
    let up = try t.add(.dynamic, .ball(0.1), at: Vector3(1, -4.05, 0)) {
      $0.velocity = Vector3(0, speed, 0)
    }
    t.run(30)
    #expect(abs(down.position.y - 0.1) < 0.05)
    #expect(abs(up.velocity.y - speed) < 1e-2 && up.position.y > 4)
  }

  @Test("The angle separates a solid slope from one that lets pass")
  func angle() throws {
    for (tilt, isSolid) in [(30, true), (60, false)] as [(Float, Bool)] {
      let t = TestWorld(gravity: .zero)
      // A ball meets a box whose face leans by `tilt` from the direction.
      let turn = Quaternion(axis: .unitZ, angle: tilt * .pi / 180)
      try t.add(.static, .box(4, 0.4, 4)) {
        $0.transform.orientation = turn
        $0.oneWay = OneWaySurface(direction: turn.inverse.rotate(.unitY), angle: .pi / 4)
      }
      let normal = turn.rotate(.unitY)
      let ball = try t.add(.dynamic, .ball(0.2), at: normal * 2) {
        $0.velocity = normal * -4
        $0.restitution = 0
      }
      t.run(60)
      #expect((ball.position.dot(normal) > 0.35) == isSolid, "\(tilt)")
    }
  }

  @Test("A body that stands on a platform stays while others pass it, and rides with it")
  func carried() throws {
    let t = TestWorld()
    let lift = try platform(t, .kinematic) { $0.velocity = Vector3(0, 0.5, 0) }
    let rider = try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: Vector3(0, 0.25, 0)) {
      $0.restitution = 0
    }
    let jumper = try t.add(.dynamic, .ball(0.2), at: Vector3(1, -1, 0)) {
      $0.velocity = Vector3(0, 7, 0)
      $0.restitution = 0
    }
    t.run(180)
    #expect(abs(rider.position.y - 1.75) < 0.02)
    #expect(abs(jumper.position.y - 1.7) < 0.02)
    #expect(abs(lift.position.y - 1.4) < 1e-3)
  }

  @Test(
    "Removing the rule pushes out what is inside; a world restored meanwhile goes on bit by bit")
  func state() throws {
    let t = TestWorld()
    let floor = try platform(t, thickness: 2)
    let boxes = try (0..<6).map { i in
      try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(Float(i) * 0.9 - 2.5, -3, 0)) {
        $0.velocity = Vector3(0.1, 6 + Float(i), 0)
        $0.contactTestBitMask = i % 2 == 0 ? .max : 0
      }
    }
    for step in 0..<120 {
      if step % 7 == 3 {
        let restored = try t.world.restored()
        #expect(restored.stateHash == t.world.stateHash)
        for _ in 0..<10 { restored.step(1 / 60) }
        let again = try t.world.restored()
        for _ in 0..<10 { again.step(1 / 60) }
        #expect(restored.stateHash == again.stateHash)
      }
      t.run(1)
    }
    #expect(boxes[5].position.y > 0 && boxes[0].position.y < -1)
    #expect(floor.oneWay == OneWaySurface())
    floor.oneWay = nil
    #expect(floor.properties.oneWay == nil)
  }
}
