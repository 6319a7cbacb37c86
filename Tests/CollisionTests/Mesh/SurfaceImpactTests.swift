import CaromCollision
import CaromMaths
import Testing

@Suite("Moving shapes against surfaces")
struct SurfaceImpactTests {
  @Test("A sphere of 5 cm at 200 m/s hits the triangle that brute force finds, at any angle")
  func shots() throws {
    let shape = try MeshSamples.mesh(16, size: 0.5, height: MeshSamples.hills)
    let field = try MeshSamples.field(16, size: 0.5, height: MeshSamples.hills)
    let ball = Shape.sphere(SphereShape(radius: 0.05))
    var draws = Draws(seed: 51)
    for round in 0..<2_000 {
      let aim = Vector3(draws.number(-2, 2), 0, draws.number(-2, 2))
      let target = aim + Vector3(0, MeshSamples.hills(aim.x, aim.z), 0)
      var along = draws.direction()
      along.y = -abs(along.y)
      let way = along * (200 / 60)
      let from = target - way * draws.number(0.3, 0.9)
      if from.y < 0.7 { continue }
      let sweep = Sweep(from: Transform(position: from), to: Transform(position: from + way))
      for surface in [Shape.mesh(shape), .heightField(field)] {
        let found = timeOfImpact(surface, Sweep(resting: .identity), ball, sweep, target: 0)
        #expect(found.outcome == .hit, "round \(round)")
        let at = sweep.placement(at: found.fraction).position
        let gap = MeshSamples.triangles(shape).map { MeshSamples.distance(at, $0) }.min() ?? 0
        #expect(gap > 0.0499 && gap < 0.0503, "round \(round): \(gap)")
        #expect(found.normal.dot(way) < 0)
      }
    }
  }

  @Test("Other shapes stop at the surface, with and without rotation")
  func others() throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(10, size: 0.5, height: MeshSamples.hills))
    var draws = Draws(seed: 52)
    for round in 0..<150 {
      let solid = draws.solid(kind: round % 4)
      let aim = Vector3(draws.number(-1, 1), 0, draws.number(-1, 1))
      let start = Transform(
        position: aim + Vector3(draws.number(-1, 1), 3, draws.number(-1, 1)),
        orientation: draws.orientation())
      let end = Transform(
        position: aim - Vector3(0, 3, 0),
        orientation: start.orientation.advanced(by: draws.vector(1), for: 1))
      let sweep = Sweep(from: start, to: end)
      let found = timeOfImpact(
        solid, sweep, mesh, Sweep(resting: .identity), target: 0.002)
      #expect(found.outcome == .hit)
      let gap = distance(solid, sweep.placement(at: found.fraction), mesh, .identity).distance
      #expect(gap >= 0.002 - 1e-5 && gap < 0.01, "round \(round): \(gap)")
    }
  }

  @Test("A shape that slides along a floor is stopped by a wall of the same mesh, not by the floor")
  func floorAndWall() throws {
    // A floor of 10 m with a wall at its end.
    var (vertices, indices) = MeshSamples.grid(20, size: 0.5)
    let first = Int32(vertices.count)
    vertices += [
      Vector3(4, 0, -5), Vector3(4, 0, 5), Vector3(4, 3, -5), Vector3(4, 3, 5),
    ]
    indices += [first, first + 1, first + 2, first + 2, first + 1, first + 3]
    let mesh = Shape.mesh(try MeshShape(vertices: vertices, indices: indices))
    let ball = Shape.sphere(SphereShape(radius: 0.05))
    for height: Float in [0.0499, 0.05, 0.0502, 0.06] {
      let sweep = Sweep(
        from: Transform(position: Vector3(1, height, 0.1)),
        to: Transform(position: Vector3(5, height - 0.001, 0.2)))
      let found = timeOfImpact(
        mesh, Sweep(resting: .identity), ball, sweep, target: 0, minimumDepth: 0.005)
      #expect(found.outcome == .hit)
      #expect(abs(found.fraction - (3 - 0.05) / 4) < 1e-3)
      #expect((found.normal + .unitX).length < 1e-4)
    }
  }

  @Test("Shapes pass through a surface from behind")
  func fromBehind() throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(6, size: 0.5))
    let ball = Shape.sphere(SphereShape(radius: 0.1))
    let sweep = Sweep(
      from: Transform(position: Vector3(0.1, -1, 0.1)),
      to: Transform(position: Vector3(0.2, 1, 0.1)))
    let found = timeOfImpact(mesh, Sweep(resting: .identity), ball, sweep, target: 0)
    #expect(found.outcome == .apart)
  }

  @Test("The distance of a sphere is that of the nearest triangle, from near and far")
  func distances() throws {
    let mesh = try MeshSamples.mesh(10, size: 0.5, height: MeshSamples.hills)
    let field = try MeshSamples.field(10, size: 0.5, height: MeshSamples.hills)
    var draws = Draws(seed: 53)
    for round in 0..<300 {
      let center = draws.vector(round % 3 == 0 ? 40 : 3)
      let ball = Shape.sphere(SphereShape(radius: 0.1))
      let least = MeshSamples.triangles(mesh).map { MeshSamples.distance(center, $0) }.min() ?? 0
      for surface in [Shape.mesh(mesh), .heightField(field)] {
        let found = distance(surface, .identity, ball, Transform(position: center))
        let expected = max(0, least - 0.1)
        #expect(abs(Double(found.distance) - expected) < 1e-5 * (1 + expected))
        if expected > 0.01 {
          let apart = (found.pointB - found.pointA).length
          #expect(abs(apart - found.distance) < 1e-4 * (1 + apart))
        }
      }
    }
  }
}
