import CaromCollision
import CaromMaths
import Testing

@Suite("Contacts with surfaces")
struct SurfaceContactTests {
  static let shapes: [Shape] = [
    .sphere(SphereShape(radius: 0.3)), .box(BoxShape(halfExtents: Vector3(0.3, 0.2, 0.4))),
    .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)),
    .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.25)),
    .cone(ConeShape(topRadius: 0.1, bottomRadius: 0.3, halfHeight: 0.25)),
    .pyramid(PyramidShape(width: 0.6, height: 0.5, length: 0.5)), hull(),
  ]

  /// A hull of twenty vertices whose center is not its origin.
  private static func hull() -> Shape {
    var draws = Draws(seed: 40)
    let points = (0..<20).map { _ in draws.direction() * 0.3 + Vector3(0.1, 0.05, 0) }
    guard let hull = try? ConvexHullShape(points) else { return .sphere(SphereShape(radius: 1)) }
    return .hull(hull)
  }

  @Test(
    "Over a flat mesh every shape has the contact that it has over the plane", arguments: shapes)
  func flat(_ shape: Shape) throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(20, size: 0.25))
    let field = Shape.heightField(try MeshSamples.field(20, size: 0.25) { _, _ in 0 })
    var draws = Draws(seed: 41)
    for round in 0..<600 {
      var place = Transform(
        position: Vector3(draws.number(-1.5, 1.5), 0, draws.number(-1.5, 1.5)),
        orientation: draws.orientation())
      if round % 3 == 0 { place.orientation = .identity }
      // Including positions on the lines of the grid.
      if round % 5 == 0 { place.position.x = (place.position.x * 4).rounded() / 4 }
      let low = -shape.bounds(at: place).min.y
      place.position.y = low + draws.number(-0.03, 0.02)
      var cache = ManifoldCache()
      let plane = collide(
        .plane(PlaneShape()), .identity, shape, place, margin: 0.02, cache: &cache)
      for surface in [mesh, field] {
        let found = allManifolds(surface, .identity, shape, place, margin: 0.02)
        #expect(found.count == (plane.isEmpty ? 0 : 1), "round \(round) \(place) \(plane)")
        guard let m = found.first, !plane.isEmpty else { continue }
        #expect((m.normal - .unitY).length < 1e-4)
        #expect(
          abs(m.leastSeparation - plane.leastSeparation) < 2e-3, "\(place) \(plane) \(m)")
        // Exchanging the shapes mirrors the contact.
        let back = allManifolds(shape, place, surface, .identity, margin: 0.02)
        #expect(back.first?.normal == -m.normal)
      }
    }
  }

  @Test("The contacts of a sphere are the local minima of the distance that brute force finds")
  func ballAgainstAll() throws {
    let mesh = try MeshSamples.mesh(12, size: 0.5, height: MeshSamples.hills)
    let triangles = MeshSamples.triangles(mesh)
    var draws = Draws(seed: 42)
    var touching = 0
    for _ in 0..<800 {
      let radius = draws.number(0.1, 0.6)
      let xz = draws.vector(2)
      let center = Vector3(
        xz.x, MeshSamples.hills(xz.x, xz.z) + radius * draws.number(0.6, 1.2), xz.z)
      let found = allManifolds(
        .mesh(mesh), .identity, .sphere(SphereShape(radius: radius)),
        Transform(position: center), margin: 0.02)
      let least = triangles.map { MeshSamples.distance(center, $0) }.min() ?? .infinity
      let expected = least - Double(radius)
      #expect(found.isEmpty == (expected > 0.02) || abs(expected - 0.02) < 1e-5)
      guard let deepest = found.map(\.leastSeparation).min() else { continue }
      touching += 1
      #expect(abs(Double(deepest) - expected) < 1e-5)
      for m in found {
        #expect(m.count == 1)
        // Every contact is a local minimum of the distance: a step in any direction is no closer.
        let onSurface = center - m.normal * (radius + m[0].separation)
        #expect(triangles.contains { MeshSamples.distance(onSurface, $0) < 1e-5 })
      }
    }
    #expect(touching > 300)
  }

  @Test("A sphere has the same contact with a mesh of a box as with the box")
  func boxMesh() throws {
    let h = Vector3(0.7, 0.5, 0.9)
    let mesh = Shape.mesh(try MeshSamples.box(h))
    let box = Shape.box(BoxShape(halfExtents: h))
    var draws = Draws(seed: 43)
    for _ in 0..<1_000 {
      let ball = Shape.sphere(SphereShape(radius: draws.number(0.1, 0.5)))
      let from = Transform(position: draws.direction() * draws.number(0.6, 1.8))
      var cache = ManifoldCache()
      let expected = collide(box, .identity, ball, from, margin: 0.05, cache: &cache)
      // A sphere that penetrates beyond its center is behind the surface.
      if expected.leastSeparation < -0.05 { continue }
      let found = allManifolds(mesh, .identity, ball, from, margin: 0.05)
      #expect(found.count == expected.count)
      guard let m = found.first else { continue }
      #expect((m.normal - expected.normal).length < 1e-4)
      #expect(abs(m.leastSeparation - expected.leastSeparation) < 1e-5)
      #expect((m[0].position - expected[0].position).length < 1e-4)
    }
  }

  @Test(
    "The gap between a shape and a ridge mesh is that of the closest points",
    arguments: shapes)
  func apart(_ shape: Shape) throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(8, size: 0.6, height: MeshSamples.hills))
    var draws = Draws(seed: 44)
    var touching = 0
    for _ in 0..<400 {
      let xz = draws.vector(1.5)
      let place = Transform(
        position: Vector3(xz.x, MeshSamples.hills(xz.x, xz.z) + draws.number(0.3, 0.7), xz.z),
        orientation: draws.orientation())
      let gap = distance(mesh, .identity, shape, place)
      guard gap.distance > 1e-3 else { continue }
      let found = allManifolds(mesh, .identity, shape, place, margin: 0.05)
      let least = found.map(\.leastSeparation).min()
      if gap.distance < 0.049 {
        touching += 1
        #expect(least != nil)
        #expect(abs((least ?? 1) - gap.distance) < 0.004, "\(gap.distance)")
      } else if gap.distance > 0.051 {
        #expect(found.allSatisfy { $0.leastSeparation > 0 })
      }
    }
    #expect(touching > 15)
  }

  @Test(
    "Turning and moving surface and shape together turns and moves the contacts", arguments: shapes)
  func anywhere(_ shape: Shape) throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(8, size: 0.5, height: MeshSamples.hills))
    var draws = Draws(seed: 45)
    for _ in 0..<200 {
      let xz = draws.vector(1)
      let place = Transform(
        position: Vector3(xz.x, MeshSamples.hills(xz.x, xz.z) + 0.25, xz.z),
        orientation: draws.orientation())
      let world = draws.placement(20)
      let here = allManifolds(mesh, .identity, shape, place, margin: 0.02)
      let there = allManifolds(mesh, world, shape, world * place, margin: 0.02)
      guard let a = here.min(by: { $0.leastSeparation < $1.leastSeparation }),
        let b = there.min(by: { $0.leastSeparation < $1.leastSeparation })
      else { continue }
      #expect(abs(a.leastSeparation - b.leastSeparation) < 1e-3)
    }
  }

  @Test("A field has the contacts of the same surface as a mesh", arguments: shapes)
  func fieldAndMesh(_ shape: Shape) throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(12, size: 0.4, height: MeshSamples.hills))
    let field = Shape.heightField(
      try MeshSamples.field(12, size: 0.4, height: MeshSamples.hills))
    var draws = Draws(seed: 46)
    for _ in 0..<400 {
      let xz = draws.vector(1.5)
      let place = Transform(
        position: Vector3(xz.x, MeshSamples.hills(xz.x, xz.z) + draws.number(0.2, 0.4), xz.z),
        orientation: draws.orientation())
      let a = allManifolds(mesh, .identity, shape, place, margin: 0.02)
      let b = allManifolds(field, .identity, shape, place, margin: 0.02)
      let (deepA, deepB) = (a.map(\.leastSeparation).min(), b.map(\.leastSeparation).min())
      #expect((deepA == nil) == (deepB == nil))
      #expect(abs((deepA ?? 0) - (deepB ?? 0)) < 1e-4)
    }
  }

  @Test("Holes and the backs of surfaces have no contacts")
  func holesAndBacks() throws {
    var heights = [Float](repeating: 0, count: 9 * 9)
    heights[4 * 9 + 4] = .nan
    let field = Shape.heightField(
      try HeightFieldShape(heights: heights, columns: 9, spacingX: 1, spacingZ: 1))
    let ball = Shape.sphere(SphereShape(radius: 0.2))
    let high = Transform(position: Vector3(0, 0.15, 0))
    #expect(allManifolds(field, .identity, ball, high, margin: 0.01).isEmpty)
    let beside = Transform(position: Vector3(2.2, 0.15, 2.1))
    #expect(allManifolds(field, .identity, ball, beside, margin: 0.01).count == 1)
    let below = Transform(position: Vector3(2.2, -0.15, 2.1))
    #expect(allManifolds(field, .identity, ball, below, margin: 0.01).isEmpty)
    #expect(
      field.rayCast(origin: Vector3(0, 2, 0.1), translation: Vector3(0, -4, 0), at: .identity)
        == nil)
  }

  @Test("Invalid height fields are rejected with a message")
  func refusesFields() {
    func problem(_ heights: [Float], _ columns: Int, _ x: Float, _ z: Float) -> String? {
      do {
        _ = try HeightFieldShape(heights: heights, columns: columns, spacingX: x, spacingZ: z)
        return nil
      } catch {
        return error.problem
      }
    }
    #expect(problem([], 0, 1, 1)?.contains("0 columns") == true)
    #expect(problem([1, 2, 3], 2, 1, 1)?.contains("multiple") == true)
    #expect(problem([1, 2], 2, 1, 1)?.contains("1 rows") == true)
    #expect(problem([1, 2, 3, 4], 2, 0, 1)?.contains("spacings") == true)
    #expect(problem([1, 2, 3, 4], 2, .nan, 1) != nil)
    #expect(problem([1, 2, 3, .infinity], 2, 1, 1)?.contains("height 3") == true)
    #expect(problem([.nan, .nan, .nan, .nan], 2, 1, 1)?.contains("holes") == true)
    #expect(problem([1, 2, 3, .nan], 2, 1, 1) == nil)
  }
}
