import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Random worlds")
struct RandomWorldTests {
  @Test("No sequence of API calls breaks the world", arguments: 0..<12)
  func survives(_ seed: UInt64) throws {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    func place() -> Vector3 {
      Vector3(random.float(in: -4..<4), random.float(in: 0..<8), random.float(in: -4..<4))
    }
    func shape(_ kind: BodyKind) -> Shape {
      let size = random.float(in: 0.1..<1)
      switch random.int(below: kind == .dynamic ? 5 : 6) {
      case 0: return .ball(size)
      case 1: return .box(size, random.float(in: 0.1..<2), size)
      case 2: return .capsule(CapsuleShape(radius: size * 0.5, halfLength: size))
      case 3: return .cylinder(CylinderShape(radius: size, halfHeight: 0.3))
      case 4:
        return .compound(
          CompoundShape([
            ShapeLeaf(shape: .ball(size), placement: Transform(position: Vector3(size, 0, 0))),
            ShapeLeaf(shape: .box(size, size, size)),
          ]))
      default: return .floor
      }
    }
    func make() throws {
      let kind = ([.static, .kinematic, .dynamic] as [BodyKind])[random.int(below: 3)]
      try t.add(kind, shape(kind), at: place()) {
        $0.velocity = place()
        $0.angularVelocity = place()
        $0.mass = random.float(in: 0.1..<20)
        $0.restitution = random.float()
        $0.friction = random.float()
        $0.filter.contactTest = random.int(below: 2) == 0 ? .max : 0
        $0.filter.category = UInt32(1 + random.int(below: 3))
        $0.filter.collision = UInt32(1 + random.int(below: 7))
        $0.isBullet = random.int(below: 4) == 0
        $0.isSensor = random.int(below: 8) == 0
      }
    }
    var open: Set<[BodyHandle]> = []
    for _ in 0..<30 { try make() }
    for _ in 0..<300 {
      let handles = t.world.handles
      let body = try #require(t.world.body(handles[random.int(below: handles.count)]))
      switch random.int(below: 30) {
      case 0: t.world.destroyBody(body.handle)
      case 1, 2: try make()
      case 3: body.isEnabled.toggle()
      case 4: body.filter.collision = UInt32(random.int(below: 8))
      case 5: body.filter.contactTest = UInt32(random.int(below: 8))
      case 6: body.shape = shape(.dynamic)
      case 7: body.kind = body.shape.isBounded ? .dynamic : .static
      case 8: body.position = place()
      case 9: body.apply(impulse: place() * 10, at: place())
      case 10: body.isSensor.toggle()
      case 11: if body.kind == .kinematic { body.moveKinematic(to: Transform(position: place())) }
      case 12: body.velocityFactor = Vector3(random.float(), Float(random.int(below: 2)), 1)
      case 13: body.angularVelocityFactor = Vector3(0, random.float(), 1)
      case 14: t.world.gravity = place() * 2 - Vector3(0, 12, 0)
      default: break
      }
      t.run(1)
      // Begins, updates and ends alternate as they must.
      for event in t.world.contactEvents {
        let pair = [event.bodyA, event.bodyB]
        switch event.kind {
        case .begin: #expect(open.insert(pair).inserted)
        case .update: #expect(open.contains(pair))
        case .end: #expect(open.remove(pair) != nil)
        }
      }
    }
  }
}
