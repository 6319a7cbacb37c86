public import CaromMaths

/// A surface of triangles, for what does not move by forces: terrain, buildings, courses.
///
/// A surface has no inside and only its front is solid, the side from which the corners of a triangle
/// run counterclockwise. What is in front is kept out; what comes from behind passes, for contacts,
/// rays and casts alike. Inner edges do not exist for what rolls or slides over them: a flat or hollow
/// edge between two triangles is never met, a ridge only from where it sticks out.
///
/// Shapes made from the same mesh share its data, which never changes; copying one costs nothing.
public struct MeshShape: Hashable, Sendable {
  let mesh: TriangleMesh

  /// Makes a mesh from vertices in local space, in metres, and three indices for each triangle.
  ///
  /// Vertices in the same place become one, so that neighbours know each other. Triangles without an
  /// area are dropped: those whose height is less than a millionth of their longest side.
  /// - Parameters:
  ///   - vertices: At most 16,777,216, each within 100 km of the origin along every axis.
  ///   - indices: Three for each triangle, at most 16,777,216 triangles.
  /// - Throws: what is wrong with the vertices or the indices.
  /// - Complexity: O(n log n); about half a microsecond for each triangle.
  public init(vertices: [Vector3], indices: [Int32]) throws(ShapeError) {
    mesh = TriangleMesh(try CleanMesh(vertices: vertices, indices: indices))
  }

  /// A mesh with the vertices scaled along each axis, in this order, then as given.
  ///
  /// - Throws: that a factor leaves no surface. A mirrored mesh keeps its front: triangles are turned.
  public func scaled(by factors: Vector3) throws(ShapeError) -> MeshShape {
    if !factors.isFinite || factors.magnitudes.least == 0 {
      throw ShapeError("a scale of \(factors) leaves no surface; no factor may be 0")
    }
    var turned = mesh.indices
    if factors.x * factors.y * factors.z < 0 {
      for first in stride(from: 0, to: turned.count, by: 3) { turned.swapAt(first + 1, first + 2) }
    }
    return try MeshShape(vertices: mesh.vertices.map { $0 * factors }, indices: turned)
  }

  /// The vertices that triangles use, each place once.
  public var vertices: [Vector3] { mesh.vertices }

  /// Three numbers of ``vertices`` for each triangle that has an area.
  public var indices: [Int32] { mesh.indices }

  /// The number of triangles that have an area.
  public var triangleCount: Int { mesh.indices.count / 3 }

  /// The smallest box along the local axes around all triangles.
  public var localBounds: AABB { mesh.bounds }

  /// A box around the mesh placed at `placement`: the local one, turned.
  public func bounds(at placement: Transform) -> AABB { mesh.bounds.placed(at: placement) }

  /// Where a ray in local space first crosses the front of a triangle, or nil.
  ///
  /// The hit's ``RayHit/triangle`` is the number of the triangle as it was given to the initialiser.
  public func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    guard let found = mesh.view.rayCast(origin: origin, translation: translation) else {
      return nil
    }
    var hit = RayHit(
      fraction: found.fraction, point: origin + translation * found.fraction,
      normal: mesh.view.triangle(found.id).cross.normalized(or: .unitY))
    hit.triangle = mesh.view.records[Int(found.id)].original
    return hit
  }

  /// What stands for the shared data, as long as it lives.
  public var identity: ObjectIdentifier { ObjectIdentifier(mesh) }

  /// Whether two meshes have the same triangles in the same order.
  public static func == (a: MeshShape, b: MeshShape) -> Bool {
    TriangleMesh.isSame(a.mesh, b.mesh)
  }

  /// Feeds a hash of all triangles.
  public func hash(into hasher: inout Hasher) { hasher.combine(mesh.contentHash) }
}

extension AABB {
  /// A box around this one turned and moved.
  func placed(at placement: Transform) -> AABB {
    let r = Matrix3(placement.orientation)
    let h = halfExtents
    return AABB(
      center: placement.apply(center),
      halfExtents: r.x.magnitudes * h.x + r.y.magnitudes * h.y + r.z.magnitudes * h.z)
  }
}
