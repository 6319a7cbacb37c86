import CaromCollision
import CaromMaths
import Testing

@Suite("Convex hulls")
struct ConvexHullTests {
  /// A grid of points in a box, including its faces, edges and vertices, with each point twice.
  static func crowdedBox(_ size: Vector3, _ turn: Quaternion = .identity) -> [Vector3] {
    var points: [Vector3] = []
    for i in 0...4 {
      for j in 0...4 {
        for k in 0...4 {
          let share = Vector3(Float(i), Float(j), Float(k)) * 0.25 - Vector3(repeating: 0.5)
          points.append(turn.rotate(share * size))
          points.append(turn.rotate(share * size))
        }
      }
    }
    return points
  }

  @Test("A box full of points, many coplanar, collinear or coincident, has six faces")
  func box() throws {
    let size = Vector3(1, 2, 3)
    let hull = try ConvexHullShape(Self.crowdedBox(size))
    #expect(hull.vertices.count == 8)
    #expect(hull.faces.count == 6 && hull.faces.allSatisfy { $0.count == 4 })
    #expect(hull.edgeCount == 12)
    let box = BoxShape(size: size)
    #expect(abs(hull.volume - box.volume) < 1e-5 * box.volume)
    let (own, exact) = (hull.massProperties(density: 700), box.massProperties(density: 700))
    #expect(own.centerOfMass.length < 1e-6)
    #expect((own.inertia.x - exact.inertia.x).length < 1e-5 * exact.inertia.x.length)
    #expect((own.inertia.y - exact.inertia.y).length < 1e-5 * exact.inertia.y.length)
  }

  @Test("A rotated box has six faces in spite of rounding")
  func turnedBox() throws {
    var draws = Draws(seed: 71)
    for _ in 0..<50 {
      let size = Vector3(draws.number(0.1, 3), draws.number(0.1, 3), draws.number(0.1, 3))
      let hull = try ConvexHullShape(Self.crowdedBox(size, draws.orientation()))
      #expect(hull.vertices.count == 8 && hull.faces.count == 6)
    }
  }

  @Test("Every hull is closed and convex and contains all of its points")
  func random() throws {
    var draws = Draws(seed: 72)
    for round in 0..<200 {
      // On a sphere, inside a sphere, or on a coarse grid with many ties.
      let points = (0..<(4 + draws.index(below: 60))).map { _ -> Vector3 in
        switch round % 3 {
        case 0: return draws.direction()
        case 1: return draws.direction() * draws.unit()
        default:
          return Vector3(
            Float(draws.index(below: 4)), Float(draws.index(below: 4)), Float(draws.index(below: 4))
          )
        }
      }
      guard let hull = try? ConvexHullShape(points) else { continue }
      #expect(hull.vertices.count - hull.edgeCount + hull.faces.count == 2)
      #expect(hull.volume > 0)
      for face in hull.faces.indices {
        let n = hull.normal(ofFace: face)
        let offset = n.dot(hull.vertices[hull.faces[face][0]])
        for point in points { #expect(n.dot(point) < offset + 1e-5) }
      }
      // Its vertices and faces recreate the same hull.
      #expect(try ConvexHullShape(vertices: hull.vertices, faces: hull.faces) == hull)
      #expect(try ConvexHullShape(points) == hull)
    }
  }

  @Test("With a vertex limit, the farthest vertices are used and the hull loses little volume")
  func limit() throws {
    var draws = Draws(seed: 73)
    let points = (0..<2000).map { _ in draws.direction() }
    let whole = try ConvexHullShape(points)
    #expect(whole.vertices.count == ConvexHullShape.maxVertexCount)
    #expect(whole.volume > 0.95 * SphereShape(radius: 1).volume)
    let coarse = try ConvexHullShape(points, vertexLimit: 32)
    #expect(coarse.vertices.count == 32)
    #expect(coarse.volume > 0.7 * SphereShape(radius: 1).volume)
  }

  @Test("Points without a hull are rejected with a message")
  func refusals() {
    func problem(_ points: [Vector3]) -> String {
      do throws(ShapeError) {
        _ = try ConvexHullShape(points)
        return ""
      } catch {
        return error.problem
      }
    }
    let line = (0..<9).map { Vector3(Float($0), 2 * Float($0), 0) }
    let flat = line + [Vector3(1, 0, 0), Vector3(5, 1, 0)]
    #expect(problem([.zero, .unitX, .unitY]) == "a hull needs at least 4 points; there are 3")
    #expect(problem([.zero, .zero, .zero, .zero]) == "all points are in one place")
    #expect(problem(line) == "all points lie on one line")
    #expect(problem(flat) == "all points lie in one plane")
    #expect(problem(flat + [Vector3(1, 1, 1e-6)]).contains("thick"))
    #expect(problem([.zero, .unitX, .unitY, Vector3(0, 0, .nan)]).contains("point 3"))
    #expect(problem([.zero, .unitX, .unitY, Vector3(0, 0, .infinity)]).contains("finite"))
    #expect(problem([.zero, .unitX, .unitY, .unitZ].map { $0 * 1e-6 }).contains("extent"))
  }

  @Test("Faces that do not bound a convex solid are rejected")
  func wrongFaces() {
    let corners: [Vector3] = [.zero, .unitX, .unitY, .unitZ]
    let right = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    #expect(throws: Never.self) { try ConvexHullShape(vertices: corners, faces: right) }
    for wrong in [
      [], [[0, 1, 2]], Array(right.dropLast()), [[0, 1, 9]] + Array(right.dropFirst()),
    ] as [[[Int]]] {
      #expect(throws: ShapeError.self) { try ConvexHullShape(vertices: corners, faces: wrong) }
    }
    #expect(throws: ShapeError.self) {
      try ConvexHullShape(vertices: corners, faces: right.map { $0.reversed() })
    }
  }

  @Test("A scaled shape has exactly the scaled extents")
  func scaled() throws {
    var draws = Draws(seed: 74)
    let factors = Vector3(2, 0.5, -1.5)
    for _ in 0..<30 {
      let hull = Shape.hull(draws.hull())
      let large = try hull.scaled(by: factors)
      for _ in 0..<20 {
        let n = draws.direction()
        // The extent of S·K along n equals the extent of K along S·n.
        let m = n * factors
        let reach = Exact.reach(hull, .identity, m)
        #expect(abs(Exact.reach(large, .identity, n) - reach) < 1e-5)
      }
    }
    #expect(throws: ShapeError.self) {
      try Shape.sphere(SphereShape(radius: 1)).scaled(by: Vector3(1, 2, 1))
    }
    #expect(throws: ShapeError.self) {
      try Shape.cylinder(CylinderShape(radius: 1, halfHeight: 1)).scaled(by: Vector3(1, 1, 2))
    }
    #expect(throws: ShapeError.self) { try hullOfCube().scaled(by: Vector3(1, 0, 1)) }
    let cone = Shape.cone(ConeShape(topRadius: 0.2, bottomRadius: 1, halfHeight: 1))
    let turned = ConeShape(topRadius: 2, bottomRadius: 0.4, halfHeight: 3)
    #expect(try cone.scaled(by: Vector3(2, -3, 2)) == .cone(turned))
  }

  private func hullOfCube() throws -> Shape {
    .hull(try ConvexHullShape(Self.crowdedBox(Vector3(repeating: 1))))
  }
}
