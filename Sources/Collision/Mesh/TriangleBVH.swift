public import CaromMaths

/// A bounding volume hierarchy over any triangles, searched along segments.
///
/// For hit tests and other queries that are not contacts. It is the same tree as that of a
/// ``MeshShape``, but accepts any triangles. Immutable. Triangles with a corner that is not finite,
/// or beyond 10¹⁵ m, are left out. Building takes O(n log n) time and 0.2 KB for each triangle.
public final class TriangleBVH: Sendable {
  private let mesh: TriangleMesh?
  /// The margin by which boxes are enlarged in searches, so that no triangle is missed because of
  /// rounding, in meters.
  private let widening: Float

  /// Builds a tree over triangles, given as three indices into `vertices` each.
  ///
  /// - Precondition: The indices are in range.
  public init(vertices: [Vector3], indices: [Int32]) {
    let mesh = CleanMesh(finiteTrianglesOf: vertices, indices)
    self.mesh = mesh.indices.isEmpty ? nil : TriangleMesh(mesh)
    widening = 1e-6 * (self.mesh?.outerRadius ?? 0)
  }

  /// Calls `visit` with the triangles whose boxes a segment enters before `limit`, nearer boxes
  /// first.
  ///
  /// `limit` is a fraction of `translation`. `visit` receives the index of a triangle and the
  /// limit, and returns the new limit, or a negative number to stop. The order depends only on the
  /// triangles.
  public func visit(
    from origin: Vector3, translation: Vector3, limit: Float,
    _ visit: (_ triangle: Int, _ limit: Float) -> Float
  ) {
    guard let view = mesh?.view else { return }
    let far: Float = origin.magnitudes.maximum(translation.magnitudes).greatest
    let half = Vector3(repeating: widening + 1e-6 * far)
    view.sweep(origin: origin, translation: translation, half: half, limit: limit) { id, limit in
      visit(Int(view.records[Int(id)].original), limit)
    }
  }
}
