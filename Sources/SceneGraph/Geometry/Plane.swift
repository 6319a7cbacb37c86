import CaromMaths
public import CaromProperties

/// A rectangle in the XY plane that faces +Z.
public struct Plane: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A rectangle in the XY plane that faces +Z"

  /// The size along X, in meters; the mesh is empty if it is not positive.
  public var width: Float = 1
  /// The size along Y, in meters; the mesh is empty if it is not positive.
  public var height: Float = 1
  /// The number of segments along X; at least one.
  public var widthSegmentCount: Int32 = 1
  /// The number of segments along Y; at least one.
  public var heightSegmentCount: Int32 = 1
  /// The radius of the rounded corners, in meters; clamped to half the shorter side.
  public var cornerRadius: Float = 0
  /// The number of segments of a rounded corner; at least one.
  public var cornerSegmentCount: Int32 = 10

  /// Creates a plane of one by one meter.
  public init() {}

  /// Creates a plane with the given size, in meters.
  public init(width: Float, height: Float) {
    self.width = width
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X", .meters, 0...1e6)
    p.property("height", \.height, "Size along Y", .meters, 0...1e6)
    p.property("widthSegmentCount", \.widthSegmentCount, "Segments along X", .none, 1...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
    p.property("cornerRadius", \.cornerRadius, "Radius of the rounded corners", .meters, 0...1e6)
    p.property(
      "cornerSegmentCount", \.cornerSegmentCount, "Segments of a rounded corner", .none, 1...1024)
  }
}

extension Plane: MeshGenerator {
  var bounds: AABB { AABB(center: .zero, halfExtents: Vector3(width * 0.5, height * 0.5, 0)) }

  func makeMesh() -> Mesh {
    guard width > 0, height > 0 else { return .empty }
    let radius = min(cornerRadius, min(width, height) * 0.5)
    return radius > 0 ? roundedMesh(radius) : gridMesh()
  }

  private func gridMesh() -> Mesh {
    let columns = clamped(widthSegmentCount, atLeast: 1)
    let rows = clamped(heightSegmentCount, atLeast: 1)
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: columns, rows: rows) { column, row in
      let (u, v) = (Float(column) / Float(columns), Float(row) / Float(rows))
      return (Vector3((u - 0.5) * width, (0.5 - v) * height, 0), .unitZ, Vector2(u, v))
    }
    return builder.mesh()
  }

  private func roundedMesh(_ radius: Float) -> Mesh {
    let segments = clamped(cornerSegmentCount, atLeast: 1)
    let (w, h) = (width * 0.5, height * 0.5)
    var outline: [Vector2] = []
    for corner in 0..<4 {
      let center = Vector2(
        corner == 0 || corner == 3 ? w - radius : radius - w, corner < 2 ? h - radius : radius - h)
      for i in 0...segments {
        let angle = (Float(corner) + Float(i) / Float(segments)) * (Float.pi * 0.5)
        let (s, c) = Portable.sincos(angle)
        outline.append(center + Vector2(c, s) * radius)
      }
    }
    var builder = MeshBuilder()
    builder.element()
    let middle = builder.vertex(.zero, .unitZ, Vector2(0.5, 0.5))
    let ring = outline.map { p in
      builder.vertex(
        Vector3(p.x, p.y, 0), .unitZ, Vector2(0.5 + p.x / width, 0.5 - p.y / height))
    }
    for i in ring.indices { builder.triangle(middle, ring[i], ring[(i + 1) % ring.count]) }
    return builder.mesh()
  }
}
