import CaromCollision
import CaromMaths

/// A mesh prepared for hit tests.
///
/// Immutable. Triangles are numbered across all elements.
final class HitTestMesh {
  /// The mesh.
  let mesh: Mesh
  /// The number of the first triangle of each element, and the total count.
  private var firsts: [Int] = [0]
  /// The tree over the triangles, or nil to test each.
  private let tree: TriangleBVH?

  /// Prepares a mesh; `hasTree` saves time if the mesh is tested more than about ten times.
  init(_ mesh: Mesh, hasTree: Bool) {
    self.mesh = mesh
    for element in mesh.elements { firsts.append(firsts[firsts.count - 1] + element.triangleCount) }
    tree =
      hasTree
      ? TriangleBVH(
        vertices: mesh.positions,
        indices: mesh.elements.flatMap { $0.indices.map { Int32(truncatingIfNeeded: $0) } })
      : nil
  }

  /// The number of triangles.
  var count: Int { firsts[firsts.count - 1] }

  /// Returns the element of a triangle and its index in the element.
  func face(_ number: Int) -> (element: Int, face: Int) {
    var element = 0
    while element + 2 < firsts.count, firsts[element + 1] <= number { element += 1 }
    return (element, number - firsts[element])
  }

  /// Calls `visit` with each triangle that a segment intersects before `limit`.
  ///
  /// `visit` receives the triangle number and the intersection, and returns the new limit; a
  /// negative limit ends the search. Nearer triangles tend to come first.
  func visit(_ segment: Segment, limit: Float, _ visit: (Int, Segment.Intersection) -> Float) {
    func test(_ number: Int, _ limit: Float) -> Float {
      let (element, face) = face(number)
      let (a, b, c) = mesh.elements[element].triangle(face * 3)
      let p = mesh.positions
      guard let intersection = segment.intersection(p[a], p[b], p[c]),
        intersection.fraction <= limit
      else { return limit }
      return visit(number, intersection)
    }
    if let tree {
      return tree.visit(
        from: segment.origin, translation: segment.translation, limit: limit, test)
    }
    var limit = limit
    for number in 0..<count where limit >= 0 { limit = test(number, limit) }
  }
}

extension MeshElement {
  /// The number of triangles.
  var triangleCount: Int { indices.count / 3 }
}
