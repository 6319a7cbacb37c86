import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Fast-spinning and thin bodies", .enabled(if: Tier.isRelease))
struct SpinningTests {
  /// Counts bodies that came out on the other side of a wall at y = 0.
  func passes(
    _ shots: Int, _ shape: Shape, speed: Float, spin: Float, wall: Shape, seed: UInt64,
    steps: Int = 120
  ) throws -> Int {
    var random = RandomStream(seed: seed)
    var passed = 0
    for _ in 0..<shots {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, wall)
      func any() -> Vector3 {
        Vector3(random.float(in: -1..<1), random.float(in: -1..<1), random.float(in: -1..<1))
      }
      let start = Vector3(0, random.float(in: 1.5..<3), 0)
      let goal = Vector3(random.float(in: -2..<2), 0, random.float(in: -2..<2))
      let body = try t.add(.dynamic, shape, at: start) {
        $0.velocity = (goal - start).normalized(or: .unitY) * speed
        $0.angularVelocity = any().normalized(or: .unitX) * spin
        $0.restitution = random.float()
        $0.transform.orientation = Quaternion(any().x, any().y, any().z, 0.5).normalized
      }
      for _ in 0..<steps {
        // Beyond its ends the wall holds nobody.
        if body.position.magnitudes.greatest > 28 { break }
        t.run(1, checked: false)
        if body.position.y < 0 { passed += 1 }
        if body.position.y < 0 { break }
      }
    }
    return passed
  }

  @Test(
    "A cube never penetrates a wall of a tenth of its size, however fast it spins",
    arguments: [0, 60, 188, 400, 1000] as [Float], [2, 10, 50, 200] as [Float])
  func cubes(_ spin: Float, _ speed: Float) throws {
    let shots = Tier.count(30, full: 1000)
    #expect(
      try passes(shots, .box(1, 1, 1), speed: speed, spin: spin, wall: Self.wall(0.1), seed: 3) == 0
    )
  }

  static func wall(_ thickness: Float) -> Shape { .box(60, thickness, 60) }

  /// A square of two triangles, 5 cm above the line that counts as passed.
  static func mesh() throws -> Shape {
    let s: Float = 30
    return .mesh(
      try MeshShape(
        vertices: [
          Vector3(-s, 0.05, -s), Vector3(s, 0.05, -s), Vector3(-s, 0.05, s), Vector3(s, 0.05, s),
        ], indices: [0, 2, 1, 1, 2, 3]))
  }

  static let thinThings: [Shape] = [
    .box(1, 0.1, 1), .box(0.1, 2, 0.1), .capsule(CapsuleShape(radius: 0.1, halfLength: 0.7)),
    .cylinder(CylinderShape(radius: 0.5, halfHeight: 0.05)),
    .cylinder(CylinderShape(radius: 0.05, halfHeight: 1)),
    .cone(ConeShape(bottomRadius: 0.5, halfHeight: 0.1)),
    .pyramid(PyramidShape(width: 1, height: 0.2, length: 0.4)),
    .compound(
      CompoundShape([
        ShapeLeaf(
          shape: .box(0.1, 1, 0.1), placement: Transform(position: Vector3(0, -0.5, 0))),
        ShapeLeaf(shape: .box(0.4, 0.3, 0.2)),
      ])),
  ]

  @Test(
    "Plates, rods, discs and other thin bodies never tunnel through a 10 cm wall or a mesh, up to 200 m/s",
    arguments: 0..<8)
  func thinThings(_ index: Int) throws {
    let shots = Tier.count(6, full: 300)
    for wall in [Self.wall(0.1), try Self.mesh()] {
      for spin: Float in [0, 30, 100, 188, 400] {
        for speed: Float in [10, 50, 100, 200] {
          let seed = UInt64(spin * 7 + speed)
          let passed = try passes(
            shots, Self.thinThings[index], speed: speed, spin: spin, wall: wall, seed: seed)
          #expect(passed == 0, "\(Self.thinThings[index]) at \(speed) m/s and \(spin) rad/s")
        }
      }
    }
  }

  @Test("A 5 cm ball at 200 m/s never tunnels through a 1 cm wall, at any angle")
  func bullets() throws {
    let shots = Tier.count(1000, full: 10_000)
    let ball = Shape.ball(0.05)
    #expect(
      try passes(shots, ball, speed: 200, spin: 0, wall: Self.wall(0.01), seed: 5, steps: 12) == 0)
  }
}
