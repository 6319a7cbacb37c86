import CaromCollision
import CaromMaths
import Testing

/// A pair's cached triangles never affect its contacts.
@Suite("Cached triangles")
struct TriangleSetTests {
  private static func manifolds(
    _ a: Shape, _ ta: Transform, _ b: Shape, _ tb: Transform, margin: Float,
    _ set: inout TriangleSet, _ way: Vector3
  ) -> [Manifold] {
    var cache = ManifoldCache()
    return [Manifold](unsafeUninitializedCapacity: maxManifoldCount) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      for k in 0..<maxManifoldCount { (out + k).initialize(to: Manifold()) }
      count = collide(
        a, ta, b, tb, margin: margin, cache: &cache, triangles: &set, displacement: way, into: out)
    }
  }

  @Test(
    "A shape that moves over a mesh has the same contacts, bit for bit, with and without cached triangles",
    arguments: SurfaceContactTests.shapes)
  func same(_ shape: Shape) throws {
    let hills = try MeshSamples.mesh(40, size: 0.25, height: MeshSamples.hills)
    let mesh = Shape.mesh(try hills.scaled(by: Vector3(-1, 1.2, 0.9)))
    var draws = Draws(seed: 71)
    var set = TriangleSet()
    var touching = 0
    var ground = Transform.identity
    var place = Vector3()
    for round in 0..<1500 {
      // Mostly small motions; sometimes the shape, or the mesh, moves far.
      var way = Vector3(draws.number(-0.05, 0.12), 0, draws.number(-0.05, 0.09))
      if round % 37 == 0 { way = draws.vector(4) - place }
      if round % 101 == 50 {
        ground = Transform(position: draws.vector(10), orientation: draws.orientation())
      }
      place += way
      if abs(place.x) > 5.2 || abs(place.z) > 5.2 { place = draws.vector(3) }
      place.y = 1.2 * MeshSamples.hills(-place.x, place.z / 0.9) + draws.number(0.05, 0.4)
      let local = Transform(
        position: place, orientation: round % 7 < 5 ? .identity : draws.orientation())
      let there = ground * local
      // Speculative margins grow and shrink with the speed.
      let margin: Float = [0, 0.005, 0.02, 0.02, 0.15, 1.5][round % 6]
      // A wrong displacement only costs time.
      let told: Vector3 =
        switch round % 11 {
        case 3: -way * 20
        case 5: Vector3(repeating: .infinity)
        case 8: Vector3(repeating: .nan)
        default: ground.orientation.rotate(way)
        }
      let expected = allManifolds(mesh, ground, shape, there, margin: margin)
      #expect(
        Self.manifolds(mesh, ground, shape, there, margin: margin, &set, told) == expected,
        "round \(round)")
      let flipped = allManifolds(shape, there, mesh, ground, margin: margin)
      #expect(
        Self.manifolds(shape, there, mesh, ground, margin: margin, &set, -told) == flipped,
        "round \(round), the other way round")
      if !expected.isEmpty { touching += 1 }
    }
    #expect(touching > 500, "the walk was to be on the surface: \(touching)")
  }

  @Test("More triangles than a set holds, then few again, have the same contacts bit for bit")
  func tooMany() throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(60, size: 0.1, height: MeshSamples.hills))
    var set = TriangleSet()
    for round in 0..<60 {
      let half: Float = round % 20 < 10 ? 1.5 : 0.05
      let shape = Shape.box(BoxShape(halfExtents: Vector3(half, 0.1, half)))
      let place = Transform(position: Vector3(0.01 * Float(round), 0.12, 0.3))
      let found = Self.manifolds(
        mesh, .identity, shape, place, margin: 0.02, &set, Vector3(0.01, 0, 0))
      #expect(found == allManifolds(mesh, .identity, shape, place, margin: 0.02))
    }
  }

  @Test("A shape outside a mesh has no contacts")
  func nothing() throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(4, size: 0.5))
    var set = TriangleSet()
    for x: Float in [50, 50.01, .infinity, .nan] {
      let place = Transform(position: Vector3(x, 0, 0))
      let found = Self.manifolds(
        mesh, .identity, .sphere(SphereShape(radius: 0.3)), place, margin: 0.02, &set, .zero)
      #expect(found.isEmpty)
    }
    let above = Transform(position: Vector3(0.1, 0.29, 0.1))
    let ball = Shape.sphere(SphereShape(radius: 0.3))
    #expect(
      Self.manifolds(mesh, .identity, ball, above, margin: 0, &set, .zero)
        == allManifolds(mesh, .identity, ball, above, margin: 0))
  }
}
