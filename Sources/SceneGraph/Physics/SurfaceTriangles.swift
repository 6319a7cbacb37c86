import CaromCollision
public import CaromMaths
public import CaromProperties

/// A surface of triangles as a shape of a body; bodies of the kinds static and kinematic only.
public struct SurfaceTriangles: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A surface of triangles; not for dynamic bodies"

  /// Places of the vertices, in metres.
  public var vertices: [Vector3] = []
  /// Three vertex numbers for each triangle, counterclockwise seen from outside.
  public var indices: [Int32] = []

  /// Makes a surface without triangles, which is no shape yet.
  public init() {}

  /// Makes a surface of vertices in the node's space, in metres, and three indices a triangle.
  public init(vertices: [Vector3], indices: [Int32]) {
    self.vertices = vertices
    self.indices = indices
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("vertices", \.vertices, "Places of the vertices", .metres)
    p.property("indices", \.indices, "Three vertex numbers for each triangle", .none, 0...1e9)
  }

  /// What keeps the triangles from being a surface, or nil.
  public var problem: String? {
    do throws(ShapeError) {
      _ = try MeshShape(vertices: vertices, indices: indices)
      return nil
    } catch {
      return error.problem
    }
  }
}
