import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

/// Tapered capsules and rounded boxes, whose contacts take the general path.
@Suite("Tapered capsules and rounded boxes")
struct RoundedShapesTests {
  static let skittle = Shape.taperedCapsule(
    TaperedCapsuleShape(topRadius: 0.15, bottomRadius: 0.3, height: 1.2))
  static let die = Shape.roundedBox(
    RoundedBoxShape(halfExtents: Vector3(0.4, 0.25, 0.3), cornerRadius: 0.1))
  static let shapes = [skittle, die]

  @Test("A rounded box lies still for ten seconds", arguments: RestingShapesTests.grounds)
  func dieLiesStill(ground: Shape) throws {
    let t = try RestingShapesTests.world(on: ground)
    let die = try t.add(.dynamic, Self.die, at: Vector3(0.2, 0.25, -0.1))
    t.run(600)
    #expect((die.position - Vector3(0.2, 0.25, -0.1)).length < 3e-3)
    #expect(die.velocity.length < 1e-3)
  }

  @Test("Five rounded boxes on each other stand for ten seconds")
  func stack() throws {
    let t = try RestingShapesTests.world(on: RestingShapesTests.grounds[1])
    let dice = try (0..<5).map {
      try t.add(.dynamic, Self.die, at: Vector3(0, 0.25 + 0.5 * Float($0), 0))
    }
    t.run(600)
    for (level, die) in dice.enumerated() {
      #expect(abs(die.position.x) < 0.01 && abs(die.position.z) < 0.01)
      #expect(abs(die.position.y - 0.25 - 0.5 * Float(level)) < 0.02)
    }
  }

  @Test(
    "A tapered capsule on its side comes to rest on both ends",
    arguments: RestingShapesTests.grounds)
  func skittleLiesDown(ground: Shape) throws {
    let t = try RestingShapesTests.world(on: ground)
    let skittle = try t.add(.dynamic, Self.skittle, at: Vector3(0, 0.35, 0)) {
      $0.transform.orientation = RestingShapesTests.lying
      $0.angularDamping = 0.3
    }
    t.run(900)
    // The side touches the ground: its angle to the axis has the sine Δr / distance of the centers.
    let axis = skittle.transform.orientation.rotate(.unitY)
    #expect(abs(axis.y + 0.15 / 0.75) < 0.01, "\(axis)")
    // Symptom: on a flat face it began to roll by itself and kept 0.16 m/s. Cause: the contact
    // point of the wide end was fixed to the body while the contact was recycled, so that it lagged
    // behind the rotation.
    #expect(skittle.velocity.length < 0.02)
  }

  @Test("A tapered capsule that rolls on a plane turns around its thin end")
  func skittleRollsInACircle() throws {
    let t = try RestingShapesTests.world(on: .plane(PlaneShape()))
    let skittle = try t.add(.dynamic, Self.skittle, at: Vector3(0, 0.25, 0)) {
      $0.transform.orientation = RestingShapesTests.lying
    }
    t.run(120)
    let before = skittle.transform.orientation.rotate(.unitY)
    for _ in 0..<120 {
      skittle.apply(force: Vector3(0, 0, 1))
      t.run(1)
    }
    let after = skittle.transform.orientation.rotate(.unitY)
    #expect(before.cross(after).length > 0.02, "\(before) \(after)")
    #expect(abs(after.y + 0.15 / 0.75) < 0.02)
  }

  @Test("Both come to rest on boxes, spheres, hulls, and on each other", arguments: shapes)
  func pile(shape: Shape) throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .box(20, 2, 20), at: Vector3(0, -1, 0))
    for side: Float in [-1, 1] {
      try t.add(.static, .box(1, 4, 6), at: Vector3(2.5 * side, 1, 0))
      try t.add(.static, .box(6, 4, 1), at: Vector3(0, 1, 2.5 * side))
    }
    let others: [Shape] = [
      .sphere(SphereShape(radius: 0.3)), .box(BoxShape(halfExtents: Vector3(0.3, 0.2, 0.4))),
      .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)), Self.skittle, Self.die,
      .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.2)),
    ]
    var bodies: [Body] = []
    for (index, other) in others.enumerated() {
      let x = Float(index % 3) - 1
      bodies.append(try t.add(.dynamic, other, at: Vector3(x, 0.7, Float(index / 3) - 0.5)))
      bodies.append(try t.add(.dynamic, shape, at: Vector3(x, 2, Float(index / 3) - 0.4)))
    }
    t.run(900)
    for body in bodies {
      #expect(body.position.isFinite && body.position.y > 0.1 && body.position.y < 3)
      #expect(body.velocity.length < 1)
    }
  }

  @Test("Snapshots store them")
  func snapshots() throws {
    let t = try RestingShapesTests.world(on: .plane(PlaneShape()))
    for (index, shape) in Self.shapes.enumerated() {
      try t.add(.dynamic, shape, at: Vector3(Float(index) * 2, 1, 0))
    }
    t.run(30)
    let buffer = StateBuffer()
    buffer.fill { t.world.save(into: &$0) }
    let restored = World()
    var source = StateSource(buffer.bytes)
    try restored.load(from: &source)
    try source.finish()
    for _ in 0..<30 {
      t.world.step(1 / 60)
      restored.step(1 / 60)
    }
    #expect(t.world.stateHash == restored.stateHash)
  }
}
