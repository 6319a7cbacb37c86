import CaromCollision
import CaromMaths
import Testing

@Suite("Rays against surfaces")
struct SurfaceRayTests {
  /// The nearest front crossing over all triangles, in 64 bits.
  static func nearest(
    _ mesh: MeshShape, _ o: Vector3, _ d: Vector3
  ) -> (fraction: Double, triangle: Int)? {
    var best: (fraction: Double, triangle: Int)?
    for (index, t) in MeshSamples.triangles(mesh).enumerated() {
      let (a, b, c) = (Wide(t.0), Wide(t.1), Wide(t.2))
      let normal = (b - a).cross(c - a)
      let approach = -normal.dot(Wide(d))
      if approach <= 0 { continue }
      let fraction = normal.dot(Wide(o) - a) / approach
      if fraction < 0 || fraction > 1 { continue }
      let p = Wide(o) + Wide(d) * fraction
      let isInside = [(a, b), (b, c), (c, a)].allSatisfy {
        normal.dot(($0.1 - $0.0).cross(p - $0.0)) >= 0
      }
      if isInside && fraction < best?.fraction ?? 2 { best = (fraction, index) }
    }
    return best
  }

  @Test("The nearest hit is the one that brute force finds, for a mesh and for a field")
  func againstAll() throws {
    let mesh = try MeshSamples.mesh(20, size: 0.5, height: MeshSamples.hills)
    let field = try MeshSamples.field(20, size: 0.5, height: MeshSamples.hills)
    var draws = Draws(seed: 31)
    var hits = 0
    for _ in 0..<3_000 {
      let o = draws.vector(7)
      let d =
        draws.index(below: 4) == 0
        ? Vector3(0, draws.number(-10, 10), 0) : draws.vector(4) * 3
      let expected = Self.nearest(mesh, o, d)
      for found in [
        mesh.rayCast(origin: o, translation: d), field.rayCast(origin: o, translation: d),
      ] {
        #expect((found == nil) == (expected == nil), "from \(o) along \(d)")
        guard let found, let expected else { continue }
        hits += 1
        #expect(abs(Double(found.fraction) - expected.fraction) < 1e-5)
        if abs(Double(found.fraction) - expected.fraction) < 1e-7 {
          #expect(found.normal.dot(d) < 0)
        }
      }
    }
    #expect(hits > 400)
  }

  @Test("No ray from above passes through the edges and vertices of a mesh")
  func watertight() throws {
    let mesh = try MeshSamples.mesh(10, size: 0.37, height: MeshSamples.hills)
    var draws = Draws(seed: 32)
    for t in MeshSamples.triangles(mesh) {
      for (p, q) in [(t.0, t.1), (t.1, t.2), (t.2, t.0)] {
        let target = p.lerp(to: q, by: draws.unit())
        // Edges on the boundary of the mesh have only one triangle.
        if target.magnitudes.greatest > 1.8 { continue }
        let from = target + Vector3(draws.number(-1, 1), 3, draws.number(-1, 1))
        let hit = mesh.rayCast(origin: from, translation: (target - from) * 1.5)
        #expect(hit != nil)
      }
    }
  }

  @Test("A ray from behind passes through, in local space and with any placement")
  func fromBehind() throws {
    let mesh = Shape.mesh(try MeshSamples.mesh(4, size: 1))
    let up = Vector3(0.2, -3, 0.3)
    #expect(mesh.rayCast(origin: up, translation: Vector3(0, 6, 0), at: .identity) == nil)
    let turned = Transform(
      position: Vector3(10, 20, 30), orientation: Quaternion(0, 0, 1, 0).normalized)
    let hit = mesh.rayCast(
      origin: Vector3(10.2, 17, 30.3), translation: Vector3(0, 6, 0), at: turned)
    #expect(abs((hit?.fraction ?? 0) - 0.5) < 1e-6)
    #expect((hit?.normal ?? .zero).y < -0.999)
    #expect((hit?.triangle ?? -1) >= 0)
  }
}
