import CaromMaths
public import CaromProperties

/// A horizontal torus centered at the origin.
///
/// The texture wraps around the ring, and from the inside over the top to the outside and back
/// below.
public struct Torus: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A horizontal torus centered at the origin"

  /// The distance from the origin to the center of the pipe, in meters; the mesh is empty if it is
  /// not positive.
  public var ringRadius: Float = 0.5
  /// The radius of the pipe, in meters; the mesh is empty if it is not positive.
  public var pipeRadius: Float = 0.25
  /// The number of segments of the ring; at least three.
  public var ringSegmentCount: Int32 = 48
  /// The number of segments around the pipe; at least three.
  public var pipeSegmentCount: Int32 = 24

  /// Creates a torus with a ring radius of 0.5 m and a pipe radius of 0.25 m.
  public init() {}

  /// Creates a torus with the given radii, in meters.
  public init(ringRadius: Float, pipeRadius: Float) {
    self.ringRadius = ringRadius
    self.pipeRadius = pipeRadius
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "ringRadius", \.ringRadius, "Distance from the origin to the center of the pipe", .meters,
      0...1e6)
    p.property("pipeRadius", \.pipeRadius, "Radius of the pipe", .meters, 0...1e6)
    p.property("ringSegmentCount", \.ringSegmentCount, "Segments of the ring", .none, 3...1024)
    p.property("pipeSegmentCount", \.pipeSegmentCount, "Segments of the pipe", .none, 3...1024)
  }
}

extension Torus: MeshGenerator {
  var bounds: AABB {
    let side = ringRadius + pipeRadius
    return AABB(center: .zero, halfExtents: Vector3(side, pipeRadius, side))
  }

  func makeMesh() -> Mesh {
    guard ringRadius > 0, pipeRadius > 0 else { return .empty }
    let columns = clamped(ringSegmentCount, atLeast: 3)
    let rows = clamped(pipeSegmentCount, atLeast: 3)
    let (ring, pipe) = (circle(columns), circle(rows))
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: columns, rows: rows) { column, row in
      let around = ring[column]
      // The outward and upward components in the cross-section, starting on the inside.
      let (out, up) = (pipe[row].y, -pipe[row].x)
      let normal = Vector3(around.x * out, up, around.y * out)
      let far = ringRadius + pipeRadius * out
      return (
        Vector3(around.x * far, pipeRadius * up, around.y * far), normal,
        Vector2(Float(column) / Float(columns), Float(row) / Float(rows))
      )
    }
    return builder.mesh()
  }
}
