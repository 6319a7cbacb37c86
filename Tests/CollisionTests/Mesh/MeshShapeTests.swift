import CaromCollision
import CaromMaths
import Testing

@Suite("Mesh shape")
struct MeshShapeTests {
  static let corners = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(1, 0, -1)]

  private func problem(_ vertices: [Vector3], _ indices: [Int32]) -> String? {
    do {
      _ = try MeshShape(vertices: vertices, indices: indices)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test("Invalid meshes are rejected with a message that names the error")
  func refuses() {
    let c = Self.corners
    #expect(problem([], [0, 1, 2])?.contains("no vertices") == true)
    #expect(problem(c, [])?.contains("no triangles") == true)
    #expect(problem(c, [0, 1])?.contains("2 indices") == true)
    #expect(problem(c, [0, 1, 2, 0, 1, 4])?.contains("triangle 1 names vertex 4") == true)
    #expect(problem(c, [0, -1, 2])?.contains("vertex -1") == true)
    #expect(problem([c[0], c[1], Vector3(.nan, 0, 0)], [0, 1, 2])?.contains("vertex 2") == true)
    #expect(problem([c[0], c[1], Vector3(0, .infinity, 0)], [0, 1, 2]) != nil)
    #expect(problem([c[0], c[1], Vector3(0, 2e5, 0)], [0, 1, 2])?.contains("100000") == true)
    #expect(problem(c, [0, 0, 1])?.contains("area") == true)
    #expect(problem(c, [0, 1, 2]) == nil)
  }

  @Test("Coincident vertices are merged, and triangles without an area are dropped")
  func cleans() throws {
    let c = Self.corners
    let mesh = try MeshShape(
      vertices: [c[0], c[1], c[2], c[1], c[3], c[2], c[0] * -0.0, (c[0] + c[1]) * 0.5],
      indices: [0, 1, 2, 0, 1, 7, 3, 4, 5, 6, 0, 1])
    #expect(mesh.vertices == [c[0], c[1], c[2], c[3]])
    #expect(mesh.indices == [0, 1, 2, 1, 3, 2])
    let hit = mesh.rayCast(origin: Vector3(0.9, 1, -0.9), translation: Vector3(0, -2, 0))
    #expect(hit?.triangle == 2, "the number of the triangle as it was given")
  }

  @Test("Meshes are equal when their triangles are equal")
  func equality() throws {
    let a = try MeshSamples.mesh(4, size: 1)
    let b = try MeshSamples.mesh(4, size: 1)
    let c = try MeshSamples.mesh(4, size: 1) { x, _ in x > 1 ? 0.1 : 0 }
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a != c)
    #expect(Shape.mesh(a) == Shape.mesh(b))
    #expect(try a.scaled(by: Vector3(2, 2, 2)).localBounds.max == Vector3(4, 0, 4))
  }

  @Test("A mirrored mesh keeps its front")
  func mirrors() throws {
    let mesh = try MeshSamples.mesh(3, size: 1, height: MeshSamples.hills)
      .scaled(by: Vector3(-1, 1, 1))
    for x: Float in [-1, 0.1, 1.2] {
      let hit = mesh.rayCast(origin: Vector3(x, 5, 0.3), translation: Vector3(0, -10, 0))
      #expect((hit?.normal.y ?? 0) > 0.5)
    }
  }

  @Test("Random bytes as a mesh are accepted or rejected, and an accepted mesh works")
  func fuzz() {
    var draws = Draws(seed: 4)
    let odd: [Float] = [0, -0.0, 1e-30, 1e5, -1e5, 1e-4, .nan, .infinity, 3e38, 1]
    var taken = 0
    for round in 0..<3_000 {
      let count = draws.index(below: 12)
      func coordinate() -> Float {
        draws.index(below: 8) == 0 ? odd[draws.index(below: odd.count)] : draws.number(-2, 2)
      }
      let vertices = (0..<count).map { _ in Vector3(coordinate(), coordinate(), coordinate()) }
      let indices = (0..<draws.index(below: 40)).map { _ in
        Int32(draws.index(below: count + (round % 50 == 0 ? 2 : 0) + 1)) - (round % 70 == 0 ? 1 : 0)
      }
      let whole = Array(indices.prefix(indices.count / 3 * 3)).map { min($0, Int32(count) - 1) }
      guard
        let mesh = try? MeshShape(
          vertices: vertices, indices: round % 50 == 0 ? indices : whole)
      else { continue }
      taken += 1
      let ball = Shape.sphere(SphereShape(radius: 0.5))
      let box = Shape.box(BoxShape(halfExtents: Vector3(0.3, 0.4, 0.5)))
      for shape in [ball, box] {
        for m in allManifolds(.mesh(mesh), .identity, shape, draws.placement(2), margin: 0.1) {
          #expect(m.normal.isFinite && m.leastSeparation.isFinite)
        }
      }
      _ = mesh.rayCast(origin: draws.vector(5), translation: draws.vector(10))
    }
    #expect(taken > 300)
  }
}
