import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Smoke") struct SmokeTests {
  @Test("A ball falls and bounces, boxes stack") func falls() throws {
    let world = World()
    var d = BodyDefinition(
      .dynamic, shape: .sphere(SphereShape(radius: 0.5)), position: Vector3(0, 5, 0))
    d.damping = 0
    d.filter.contactTest = .max
    let h = try world.createBody(d)
    _ = try world.createBody(BodyDefinition(.static, shape: .plane(PlaneShape())))
    var boxes: [BodyHandle] = []
    for i in 0..<10 {
      boxes.append(
        try world.createBody(
          BodyDefinition(
            .dynamic, shape: .box(BoxShape(size: .one)), position: Vector3(5, 0.5 + Float(i), 0))))
    }
    for i in 0..<240 {
      world.step(1 / 60)
      if i % 20 == 0 { print(i, world.body(h)!.position, world.body(h)!.velocity, world.awakeCount) }
      for e in world.contactEvents { print(i, e.kind, e.point, e.normal, e.impulse, e.penetration) }
    }
    for b in boxes { print(world.body(b)!.position, world.body(b)!.velocity) }
  }
}
