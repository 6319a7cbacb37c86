import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Joined bodies that kinematic bodies and moving surfaces drive.
@Suite("Driven joined bodies", .enabled(if: Tier.isRelease))
struct DrivenGroupTests {
  // Symptom: light bodies reached 10 km/s. Cause: groups that a kinematic body touched were exempt
  // from the energy limiter, so that the errors of inconsistent joints could grow.
  @Test(
    "A paddle that turns through a jointed world throws nothing faster than a few times its speed",
    arguments: [0, 5, 6, 9, 10, 15] as [UInt64])
  func paddle(_ seed: UInt64) throws {
    let w = try JointedWorld(seed)
    let blade = ShapeLeaf(
      shape: .box(3, 1.5, 0.3), placement: Transform(position: Vector3(1.5, 0, 0)))
    var d = BodyDefinition(
      .kinematic, shape: .compound(CompoundShape([blade])), position: Vector3(0, 1.2, 0))
    d.angularVelocity = Vector3(0, 3, 0)
    _ = try w.world.createBody(d)
    var top: Float = 0
    for step in 0..<600 {
      w.world.step(1 / 60)
      if step % 30 == 0 { w.world.checkInvariants() }
      top = max(top, w.maxSpeed)
    }
    print("A paddle with a tip of 9 m/s in jointed world \(seed): at most \(top) m/s")
    // Measured: 77 m/s, of a light body in world 6; 82 m/s in the same world without the paddle.
    #expect(top < 120)
  }

  @Test("A kinematic crank drives a rod and a slider, which the limiter never slows")
  func crank() throws {
    let t = TestWorld()
    let crank = try t.add(.kinematic, .box(1, 0.1, 0.1)) {
      $0.angularVelocity = Vector3(0, 0, 10)
    }
    let rod = try t.add(.dynamic, .box(1.5, 0.1, 0.1), at: Vector3(1.25, 0, 0)) { $0.mass = 1 }
    let slider = try t.add(.dynamic, .box(0.3, 0.3, 0.3), at: Vector3(2, 0, 0)) { $0.mass = 2 }
    let pin = Vector3(0.5, 0, 0)
    try t.join(.hinge(), crank, rod, at: pin, axis: .unitZ) { $0.collideConnected = false }
    try t.join(.hinge(), rod, slider, at: Vector3(2, 0, 0), axis: .unitZ) {
      $0.collideConnected = false
    }
    try t.join(.slider(), slider, at: Vector3(2, 0, 0), axis: .unitX)
    var worst: Float = 0
    t.run(600, checked: false) { _ in
      let p = crank.orientation.rotate(pin)
      let exact: Float = p.x + (2.25 - p.y * p.y).squareRoot()
      worst = max(worst, abs(slider.position.x - exact))
    }
    #expect(worst < 0.01)
    #expect(t.world.energyTaken.count == 0)
  }

  // Two balls joined rigidly, hit by an elastic paddle of 3 m/s, leave with twice its speed: their
  // energy grows from 0 within one step.
  @Test("An elastic paddle launches joined balls with twice its speed")
  func launch() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.kinematic, .box(0.5, 4, 4)) {
      $0.restitution = 1
      $0.velocity = Vector3(3, 0, 0)
    }
    let a = try t.add(.dynamic, .ball(0.25), at: Vector3(1, 0.5, 0)) { $0.restitution = 1 }
    let b = try t.add(.dynamic, .ball(0.25), at: Vector3(1, -0.5, 0)) { $0.restitution = 1 }
    try t.join(.fixed(), a, b, at: Vector3(1, 0, 0))
    t.run(30)
    #expect(abs(a.velocity.x - 6) < 0.05 && abs(b.velocity.x - 6) < 0.05)
  }

  @Test("A belt takes joined boxes up to its speed, which the limiter never slows")
  func belt() throws {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.surfaceVelocity = Vector3(2, 0, 0) }
    var boxes: [Body] = []
    for number in 0..<4 {
      let place = Vector3(Float(number), 0.25, 0)
      boxes.append(try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: place))
      guard number > 0 else { continue }
      try t.join(.ballSocket(), boxes[number - 1], boxes[number], at: place - Vector3(0.5, 0, 0))
    }
    t.run(180)
    for box in boxes { #expect(abs(box.velocity.x - 2) < 0.01) }
    #expect(t.world.energyTaken.count == 0)
  }
}
