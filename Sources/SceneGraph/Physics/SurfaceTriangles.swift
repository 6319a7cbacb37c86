import CaromCollision
public import CaromMaths
public import CaromProperties

/// A triangle mesh as a shape, for static and kinematic bodies only.
///
/// Its triangles are solid from their front, the side from which their vertices run
/// counterclockwise; bodies and rays from behind pass through. A mesh that contains each triangle
/// in both orders, 0, 1, 2 and 0, 2, 1, is solid from both sides.
public struct SurfaceTriangles: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary =
    "A surface of triangles, solid from their front; not for dynamic bodies"

  /// The positions of the vertices, in meters.
  public var vertices: [Vector3] = []
  /// Three vertex indices for each triangle, counterclockwise seen from its solid side.
  public var indices: [Int32] = []

  /// Creates an empty mesh, which is not a valid shape.
  public init() {}

  /// Creates a mesh of vertices in the node's space, in meters, and three indices per triangle.
  public init(vertices: [Vector3], indices: [Int32]) {
    self.vertices = vertices
    self.indices = indices
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("vertices", \.vertices, "Positions of the vertices", .meters)
    p.property(
      "indices", \.indices,
      "Three vertex indices for each triangle, counterclockwise seen from its solid side", .none,
      0...1e9)
  }

  /// The reason why the triangles are not a valid mesh, or nil.
  public var problem: String? {
    do throws(ShapeError) {
      _ = try MeshShape(vertices: vertices, indices: indices)
      return nil
    } catch {
      return error.problem
    }
  }
}
