import CaromCollision
import CaromMaths
import Testing

@Suite("Trees of triangles")
struct TriangleBVHTests {
  /// The triangles that a tree visits along a segment, in order.
  private func visited(
    _ tree: TriangleBVH, from origin: Vector3, along translation: Vector3, limit: Float = 1
  ) -> [Int] {
    var found: [Int] = []
    tree.visit(from: origin, translation: translation, limit: limit) { triangle, limit in
      found.append(triangle)
      return limit
    }
    return found
  }

  /// Unit triangles across z, a meter apart.
  private func row(_ count: Int) -> (vertices: [Vector3], indices: [Int32]) {
    var vertices: [Vector3] = []
    for k in 0..<count {
      let z = Float(k)
      vertices += [Vector3(0, 0, z), Vector3(1, 0, z), Vector3(0, 1, z)]
    }
    return (vertices, (0..<Int32(count * 3)).map { $0 })
  }

  @Test("A segment visits the triangles up to its limit, nearer boxes first")
  func nearerFirst() {
    let (vertices, indices) = row(100)
    let tree = TriangleBVH(vertices: vertices, indices: indices)
    let up = visited(tree, from: Vector3(0.2, 0.2, -0.5), along: Vector3(0, 0, 100))
    #expect(Set(up) == Set(0..<100))
    // Within a leaf of four the order is free.
    for (position, triangle) in up.enumerated() { #expect(abs(position - triangle) < 8) }
    let short = visited(tree, from: Vector3(0.2, 0.2, -0.5), along: Vector3(0, 0, 100), limit: 0.2)
    #expect(Set(0...19).isSubset(of: short) && short.allSatisfy { $0 < 24 })
    #expect(visited(tree, from: Vector3(3, 3, -1), along: Vector3(0, 0, 100)).isEmpty)
  }

  @Test("A negative limit ends the search")
  func ends() {
    let (vertices, indices) = row(50)
    let tree = TriangleBVH(vertices: vertices, indices: indices)
    var count = 0
    tree.visit(from: Vector3(0.2, 0.2, -1), translation: Vector3(0, 0, 60), limit: 1) { _, _ in
      count += 1
      return -1
    }
    #expect(count == 1)
  }

  @Test("Triangles without area are visited; corners that are not finite leave theirs out")
  func unusualTriangles() {
    let bad: [Float] = [.nan, .infinity, -.infinity, 3e38]
    var (vertices, indices) = row(1 + bad.count)
    for (k, value) in bad.enumerated() { vertices[3 * (k + 1)].x = value }
    // A triangle on a line
    vertices += [Vector3(0.2, 0.2, 7), Vector3(0.2, 0.2, 7), Vector3(0.4, 0.2, 7)]
    let last = Int32(vertices.count)
    indices += [last - 3, last - 2, last - 1]
    let tree = TriangleBVH(vertices: vertices, indices: indices)
    let found = visited(tree, from: Vector3(0.2, 0.2, -1), along: Vector3(0, 0, 20))
    #expect(Set(found) == [0, 1 + bad.count])
    let empty = TriangleBVH(vertices: [], indices: [])
    #expect(visited(empty, from: .zero, along: .unitZ).isEmpty)
  }
}
