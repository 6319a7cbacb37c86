public import CaromMaths

/// A surface of triangles, for terrain, buildings and courses; not for dynamic bodies.
///
/// A surface has no inside. Only its front is solid: the side from which the vertices of a triangle
/// run counterclockwise. Shapes and rays from behind pass through it, in contacts, ray casts and
/// shape casts alike. Internal edges cause no contacts: a flat or concave edge between two
/// triangles is never hit, and a ridge only from outside.
///
/// Copies of a mesh share its data, which is immutable; a copy costs nothing.
public struct MeshShape: Hashable, Sendable {
  let mesh: TriangleMesh

  /// Creates a mesh from vertices in local space, in meters, and three indices for each triangle.
  ///
  /// Coincident vertices are merged, so that neighboring triangles are connected. Triangles whose
  /// height is less than a millionth of their longest side are dropped.
  /// - Parameters:
  ///   - vertices: At most 16,777,216, each within 100 km of the origin along every axis.
  ///   - indices: Three for each triangle, for at most 16,777,216 triangles.
  /// - Throws: A ``ShapeError`` that describes the invalid vertex or index.
  /// - Complexity: O(n log n); about 0.5 µs per triangle.
  public init(vertices: [Vector3], indices: [Int32]) throws(ShapeError) {
    mesh = TriangleMesh(try CleanMesh(vertices: vertices, indices: indices))
  }

  /// Returns the mesh with its vertices scaled along each axis.
  ///
  /// A mirrored mesh keeps its front: the order of its indices is reversed.
  /// - Throws: A ``ShapeError`` when a factor is zero or not finite.
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

  /// The vertices in use, each position once.
  public var vertices: [Vector3] { mesh.vertices }

  /// Three indices into ``vertices`` for each triangle with an area.
  public var indices: [Int32] { mesh.indices }

  /// The number of triangles with an area.
  public var triangleCount: Int { mesh.indices.count / 3 }

  /// The tightest local box around all triangles.
  public var localBounds: AABB { mesh.bounds }

  /// A box around the mesh placed at `placement`: the local box, rotated.
  public func bounds(at placement: Transform) -> AABB { mesh.bounds.placed(at: placement) }

  /// Returns where a ray in local space first hits the front of a triangle, or nil.
  ///
  /// The hit's ``RayHit/triangle`` is the index of the triangle in the initializer's input.
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

  /// The identity of the shared data; equal for copies of a mesh.
  public var identity: ObjectIdentifier { ObjectIdentifier(mesh) }

  /// True when two meshes have the same triangles in the same order.
  public static func == (a: MeshShape, b: MeshShape) -> Bool {
    TriangleMesh.isSame(a.mesh, b.mesh)
  }

  /// Adds the edges of all triangles.
  func addWireframe(to sink: inout some WireframeSink) {
    let (corners, numbers) = (vertices, indices)
    for t in stride(from: 0, to: numbers.count - 2, by: 3) {
      for i in 0..<3 {
        sink.line(corners[Int(numbers[t + i])], corners[Int(numbers[t + (i + 1) % 3])])
      }
    }
  }

  /// Combines a hash of all triangles into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(mesh.contentHash) }
}

extension AABB {
  /// A box around this one rotated and moved.
  func placed(at placement: Transform) -> AABB {
    let r = Matrix3(placement.orientation)
    let h = halfExtents
    return AABB(
      center: placement.apply(center),
      halfExtents: r.x.magnitudes * h.x + r.y.magnitudes * h.y + r.z.magnitudes * h.z)
  }
}
