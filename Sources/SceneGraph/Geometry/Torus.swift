import CaromMaths
public import CaromProperties

/// A ring that lies level around the origin.
///
/// The picture runs around the ring, and from the inside over the top to the outside and back below.
public struct Torus: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A ring that lies level around the origin"

  /// Distance from the origin to the middle of the pipe, in metres; zero or less makes an empty mesh.
  public var ringRadius: Float = 0.5
  /// Radius of the pipe, in metres; zero or less makes an empty mesh.
  public var pipeRadius: Float = 0.25
  /// How many segments the ring has; at least three.
  public var ringSegmentCount: Int32 = 48
  /// How many segments the pipe has around; at least three.
  public var pipeSegmentCount: Int32 = 24

  /// Makes a torus of half a metre and a quarter.
  public init() {}

  /// Makes a torus of the given radii, in metres.
  public init(ringRadius: Float, pipeRadius: Float) {
    self.ringRadius = ringRadius
    self.pipeRadius = pipeRadius
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("ringRadius", \.ringRadius, "From the origin to the pipe", .metres, 0...1e6)
    p.property("pipeRadius", \.pipeRadius, "Radius of the pipe", .metres, 0...1e6)
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
      // Out from the pipe's middle and up; the first is on the inside, where both are level.
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
