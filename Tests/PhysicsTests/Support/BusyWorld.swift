import CaromCollision
import CaromMaths
import CaromPhysics

/// A crowded world in which much happens, for tests of snapshots and determinism.
enum BusyWorld {
  /// A world of all shapes and kinds that fall on each other.
  static func make(_ seed: UInt64) throws -> World {
    let t = TestWorld()
    var random = RandomStream(seed: seed)
    try t.add(.static, .floor) { $0.filter.contactTest = 1 }
    for i in 0..<6 {
      try t.add(.static, .box(1, 1, 1), at: Vector3(Float(i) - 2.5, 0.5, -1))
    }
    try t.add(.kinematic, .box(2, 0.5, 2), at: Vector3(0, 0.25, 2)) {
      $0.angularVelocity = Vector3(0, 1, 0)
    }
    for i in 0..<40 {
      let shapes: [Shape] = [
        .ball(0.3), .box(0.6, 0.4, 0.5), .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)),
        .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.3)),
        .compound(
          CompoundShape([
            ShapeLeaf(shape: .ball(0.2), placement: Transform(position: Vector3(0.3, 0, 0))),
            ShapeLeaf(shape: .box(0.3, 0.3, 0.3)),
          ])),
      ]
      let place = Vector3(random.float(in: -2..<2), 1 + Float(i) * 0.3, random.float(in: -2..<2))
      try t.add(.dynamic, shapes[i % 5], at: place) {
        $0.damping = 0.1
        $0.rollingFriction = 0.01
        if i % 3 == 0 { $0.filter.contactTest = .max }
      }
    }
    return t.world
  }

  /// What a player might do between steps, the same for the same step.
  static func disturb(_ world: World, _ step: Int) throws {
    let handles = world.handles
    if step % 37 == 5 {
      world.body(handles[step % handles.count])?.apply(impulse: Vector3(1, 3, -1))
    }
    if step % 101 == 50 { world.destroyBody(handles[handles.count - 1]) }
    if step % 83 == 20 {
      let d = BodyDefinition(.dynamic, shape: .ball(0.2), position: Vector3(0, 5, 0))
      _ = try world.createBody(d)
    }
    if step % 59 == 7, let body = world.body(handles[8]) { body.isEnabled.toggle() }
  }
}
