import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A kinematic body is a static one that moves: what is in its way is struck, however thin it is.
@Suite("Fast kinematic bodies against slow dynamic ones")
struct SweptKinematicTests {
  static let shapes: [Shape] = [
    .ball(0.1), .box(0.2, 0.1, 0.3), .capsule(CapsuleShape(radius: 0.05, halfLength: 0.1)),
    .cylinder(CylinderShape(radius: 0.2, halfHeight: 0.02)),
    .compound(
      CompoundShape([
        ShapeLeaf(shape: .ball(0.1), placement: Transform(position: Vector3(0.1, 0, 0))),
        ShapeLeaf(shape: .box(0.1, 0.1, 0.1)),
      ])),
  ]

  @Test(
    "A 2 cm plate at up to 200 m/s hits floating bodies in its path, awake or asleep",
    arguments: [30, 60, 200] as [Float], [false, true])
  func plate(speed: Float, sleeps: Bool) throws {
    for (number, shape) in Self.shapes.enumerated() {
      for phase in 0..<12 {
        let t = TestWorld(gravity: .zero)
        let body = try t.add(.dynamic, shape, at: Vector3(8, 0, 0)) {
          $0.transform.orientation = Quaternion(axis: Vector3(1, 1, 0), angle: Float(number))
          $0.restitution = phase % 2 == 0 ? 0 : 0.8
        }
        if sleeps { t.run(60) }
        let start = Vector3(-0.37 * Float(phase), 0, 0)
        let plate = try t.add(.kinematic, .box(0.02, 4, 4), at: start) {
          $0.velocity = Vector3(speed, 0, 0)
        }
        t.run(40)
        #expect(
          body.position.x > plate.position.x,
          "\(shape) at \(body.position.x), the plate at \(plate.position.x), phase \(phase)")
        #expect(body.velocity.x > 0.9 * speed)
      }
    }
  }

  @Test("A plate moved to targets hits bodies like a plate with a velocity")
  func targets() throws {
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.dynamic, .ball(0.1), at: Vector3(5, 0, 0))
    let plate = try t.add(.kinematic, .box(0.02, 4, 4))
    for step in 1...12 {
      plate.moveKinematic(to: Transform(position: Vector3(Float(step), 0, 0)))
      t.run(1)
      #expect(body.position.x > plate.position.x)
    }
    #expect(body.velocity.x > 50)
  }

  @Test("A blade that rotates by half a radian a step does not pass through a box")
  func blade() throws {
    for phase in 0..<16 {
      let t = TestWorld(gravity: .zero)
      try t.add(.kinematic, .box(6, 0.4, 0.04)) {
        $0.angularVelocity = Vector3(0, 30, 0)
        $0.transform.orientation = Quaternion(axis: .unitY, angle: 0.03 * Float(phase))
      }
      // The blade comes from +x over −z.
      let box = try t.add(.dynamic, .box(0.2, 0.2, 0.2), at: Vector3(0, 0, -2))
      var greatest: Float = 0
      t.run(6) { _ in greatest = max(greatest, -box.velocity.x) }
      // 2 m out it goes 60 m/s, towards −x.
      #expect(greatest > 40, "\(greatest) m/s in phase \(phase)")
    }
  }

  @Test("A propeller that turns by more than half a turn a step strikes a ball that floats in it")
  func propeller() throws {
    for phase in 0..<16 {
      let t = TestWorld(gravity: .zero)
      // Turned by 4.2 rad a step, the shorter way round would be backwards.
      try t.add(.kinematic, .box(4, 0.2, 0.02)) {
        $0.angularVelocity = Vector3(0, 250, 0)
        $0.transform.orientation = Quaternion(axis: .unitY, angle: 0.1 + 0.2 * Float(phase))
      }
      let ball = try t.add(.dynamic, .ball(0.05), at: Vector3(0, 0, -1.5))
      t.run(2)
      // Each half of the blade passes the ball once or twice in two steps.
      #expect(ball.velocity.length > 100, "\(ball.velocity) in phase \(phase)")
    }
  }

  @Test("A ball in a pocket of a fast carousel stays in the pocket and rests there")
  func carousel() throws {
    // 4 m from the axis at 12 m/s, in a pocket of 1 m that is open at the top.
    let t = TestWorld()
    let walls: [(Shape, Vector3)] = [
      (.box(10, 0.2, 10), Vector3(0, -0.1, 0)), (.box(0.1, 1, 1.2), Vector3(4.55, 0.5, 0)),
      (.box(0.1, 1, 1.2), Vector3(3.45, 0.5, 0)), (.box(1.2, 1, 0.1), Vector3(4, 0.5, 0.55)),
      (.box(1.2, 1, 0.1), Vector3(4, 0.5, -0.55)),
    ]
    let leaves = walls.map { ShapeLeaf(shape: $0.0, placement: Transform(position: $0.1)) }
    let carousel = try t.add(.kinematic, .compound(CompoundShape(leaves))) {
      $0.angularVelocity = Vector3(0, 3, 0)
    }
    let ball = try t.add(.dynamic, .ball(0.1), at: Vector3(4, 0.1, 0)) {
      $0.velocity = Vector3(0, 0, -12)
    }
    var last = Vector3.zero
    t.run(600) { _ in
      let local = carousel.orientation.inverse.rotate(ball.position)
      #expect(abs(local.x - 4) < 0.43 && abs(local.y - 0.1) < 0.02 && abs(local.z) < 0.41)
      last = local
    }
    t.run(1)
    let local = carousel.orientation.inverse.rotate(ball.position)
    // In a corner of the outer wall, which gives way by 2 cm at this speed.
    #expect(abs(local.x - 4.4) < 0.03 && local.distance(to: last) < 0.001, "\(local), \(last)")
  }

  @Test("A body between a plate and a wall is not pushed through the wall")
  func againstWall() throws {
    for (number, shape) in Self.shapes.enumerated() {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, .box(0.1, 20, 20), at: Vector3(2, 0, 0))
      let body = try t.add(.dynamic, shape, at: Vector3(1.5, 0, 0))
      let plate = try t.add(.kinematic, .box(0.02, 4, 4), at: Vector3(-0.3 * Float(number), 0, 0)) {
        $0.velocity = Vector3(80, 0, 0)
      }
      for _ in 0..<3 {
        t.run(1)
        #expect(body.position.x < 2)
        if plate.position.x > 1 { plate.velocity = .zero }
      }
    }
  }

  @Test("A slow platform carries the bodies on it")
  func platform() throws {
    let t = TestWorld()
    let platform = try t.add(.kinematic, .box(4, 0.1, 4)) { $0.velocity = Vector3(0, 4, 0) }
    let box = try t.add(.dynamic, .box(0.4, 0.4, 0.4), at: Vector3(0, 0.25, 0)) {
      $0.restitution = 0
    }
    t.run(60)
    let height = box.position.y - platform.position.y
    #expect(abs(height - 0.25) < 2e-3, "\(height)")
    #expect(abs(box.velocity.y - 4) < 0.01)
  }

  @Test("Sensors are not swept: they report the bodies in them at the beginning of a step")
  func sensors() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(0.1, 4, 4), at: Vector3(5, 0, 0)) {
      $0.isSensor = true
      $0.filter.contactTest = .max
    }
    let slow = try t.add(.dynamic, .ball(0.1)) { $0.velocity = Vector3(6, 0, 0) }
    var begins = 0
    t.run(90) { _ in
      begins += t.world.contactEvents.filter { $0.kind == .begin }.count
    }
    #expect(begins == 1 && slow.velocity.x == 6)
    let fast = try t.add(.dynamic, .ball(0.1), at: Vector3(1.5, 1, 0)) {
      $0.velocity = Vector3(300, 0, 0)
    }
    t.run(5)
    #expect(fast.velocity.x == 300 && fast.position.x > 20)
  }
}
