import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// What rolls and slides over surfaces does not notice their triangles.
@Suite("Bodies on meshes and height fields")
struct SurfaceRollingTests {
  static func flat(_ kind: Int) throws -> Shape {
    kind == 0
      ? .mesh(try TestSurface.mesh(80, size: 0.25) { _, _ in 0 })
      : .heightField(try TestSurface.field(80, size: 0.25) { _, _ in 0 })
  }

  @Test(
    "A marble rolls over a flat surface as over the plane, whichever way", arguments: [0, 1],
    [Vector3(3, 0, 0), Vector3(0, 0, -3), Vector3(2, 0, 2), Vector3(1.7, 0, 0.4)])
  func marble(kind: Int, velocity: Vector3) throws {
    let surface = try Self.flat(kind)
    var ways: [[Vector3]] = []
    for ground in [surface, Shape.floor] {
      let t = TestWorld()
      try t.add(.static, ground)
      let ball = try t.add(.dynamic, .ball(0.2), at: Vector3(-4, 0.2, 0.03)) {
        $0.velocity = velocity
        $0.restitution = 0
      }
      var way: [Vector3] = []
      t.run(120) { _ in
        #expect(abs(ball.velocity.y) < 1e-3, "up and down no faster than 1 mm/s")
        way.append(ball.position)
      }
      ways.append(way)
    }
    for (a, b) in zip(ways[0], ways[1]) { #expect((a - b).length < 1e-3) }
  }

  @Test("A box slides over a tessellated floor as over a plane", arguments: [0, 1])
  func slidingBox(kind: Int) throws {
    let surface = try Self.flat(kind)
    var ends: [Vector3] = []
    for ground in [surface, Shape.floor] {
      let t = TestWorld()
      try t.add(.static, ground) { $0.friction = 0.4 }
      let box = try t.add(.dynamic, .box(0.6, 0.3, 0.4), at: Vector3(-3, 0.15, 0.07)) {
        $0.velocity = Vector3(4, 0, 0.5)
        $0.friction = 0.5
        $0.restitution = 0
      }
      t.run(180) { step in
        #expect(abs(box.velocity.y) < 0.01)
        // Twist friction, which ends the turning, is that of a uniform pressure.
        #expect(box.angularVelocity.length < 0.06)
      }
      ends.append(box.position)
    }
    // v²/(2µg) = 4.1 m
    #expect(ends[0].x > 0.8 && (ends[0] - ends[1]).length < 0.02)
  }

  @Test("A marble rolls down a gently curved bowl and back without losing height to edges")
  func bowl() throws {
    let bowl = Shape.mesh(
      try TestSurface.mesh(120, size: 0.1) { x, z in 0.05 * (x * x + z * z) })
    let t = TestWorld()
    try t.add(.static, bowl) { $0.friction = 0 }
    // The middle of the ball, 2 m out, where the slope is 0.2.
    let ball = try t.add(.dynamic, .ball(0.2), at: Vector3(2, 0.2 + 0.2 * 1.02, 0.01)) {
      $0.friction = 0
      $0.restitution = 0
    }
    var (greatest, least) = (Float(0), Float.infinity)
    t.run(400) { step in
      if step > 90 && step < 260 { least = min(least, ball.position.x) }
      if step > 260 { greatest = max(greatest, ball.position.x) }
    }
    // Without friction nothing is lost but what facets of 0.01 rad take: v²·0.01² at each.
    #expect(least < -1.85, "\(least)")
    #expect(greatest > 1.7, "\(greatest)")
  }

  @Test(
    "Every shape comes to rest on hills and stays out of them",
    arguments: [
      Shape.ball(0.3), .box(0.5, 0.4, 0.6), .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)),
      .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.2)),
      .cone(ConeShape(bottomRadius: 0.3, halfHeight: 0.3)),
      .pyramid(PyramidShape(width: 0.5, height: 0.5, length: 0.5)),
    ])
  func rest(_ shape: Shape) throws {
    let hills = { (x: Float, z: Float) in
      0.4 * Portable.sin(1.2 * x) * Portable.cos(1.1 * z) + 0.02 * (x * x + z * z)
    }
    let ground = Shape.mesh(try TestSurface.mesh(40, size: 0.4, height: hills))
    let t = TestWorld()
    try t.add(.static, ground) { $0.friction = 1 }
    for i in 0..<9 {
      try t.add(
        .dynamic, shape, at: Vector3(Float(i % 3) * 2 - 2, 2, Float(i / 3) * 2 - 2)
      ) {
        $0.friction = 1
        $0.restitution = 0
        $0.rollingFriction = 0.1
        $0.angularDamping = 0.3
      }
    }
    t.run(600)
    for handle in t.world.handles.dropFirst() {
      let body = try #require(t.world.body(handle))
      // Cones and cylinders roll on their edges until rolling friction stops them, which once did
      // not act on edges. In a few hollows a cylinder rocks on and on, at up to 0.25 m/s.
      #expect(body.velocity.length < 0.3)
      // A ball in the middle of the shape, half as large as fits, is clear of the surface.
      let place = Transform(position: body.position, orientation: body.orientation)
      let middle = Transform(position: place.apply(shape.innerCenter))
      #expect(distance(ground, .identity, .ball(0.5 * shape.innerRadius), middle).distance > 0)
      #expect(
        middle.position.y > hills(middle.position.x, middle.position.z), "in front of the surface")
    }
  }

  @Test("A ball between three walls of one mesh touches all of them, and reports one contact")
  func corner() throws {
    // A hollow corner: three squares that meet in the origin and face up and outwards.
    let s: Float = 2
    let v = [
      Vector3(0, 0, 0), Vector3(s, 0, 0), Vector3(0, 0, s), Vector3(s, 0, s), Vector3(0, s, 0),
      Vector3(0, s, s), Vector3(s, s, 0),
    ]
    let mesh = try MeshShape(
      vertices: v, indices: [0, 2, 1, 1, 2, 3, 0, 4, 2, 2, 4, 5, 0, 1, 4, 4, 1, 6])
    let t = TestWorld(gravity: Vector3(-5, -9.8, -6))
    try t.add(.static, .mesh(mesh)) { $0.filter.contactTest = .max }
    let ball = try t.add(.dynamic, .ball(0.3), at: Vector3(0.6, 0.7, 0.5)) {
      $0.restitution = 0
      $0.friction = 0
    }
    var begins = 0
    t.run(240) { _ in
      for event in t.world.contactEvents where event.kind == .begin { begins += 1 }
    }
    #expect((ball.position - Vector3(0.3, 0.3, 0.3)).magnitudes.greatest < 2e-3)
    #expect(ball.velocity.length < 0.01)
    #expect(begins >= 1 && begins <= 2)
  }
}
