import CaromMaths
public import CaromProperties

/// A flat rectangle across X and Y that faces +Z and is seen from that side only.
public struct Plane: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A flat rectangle across X and Y that faces +Z"

  /// Size along X, in metres; zero or less makes an empty mesh.
  public var width: Float = 1
  /// Size along Y, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// How many cells wide the mesh is; at least one.
  public var widthSegmentCount: Int32 = 1
  /// How many cells high the mesh is; at least one.
  public var heightSegmentCount: Int32 = 1
  /// Radius of the rounded corners, in metres; at most half the shorter side counts.
  public var cornerRadius: Float = 0
  /// How many segments each rounded corner has; at least one.
  public var cornerSegmentCount: Int32 = 10

  /// Makes a plane of one by one metre.
  public init() {}

  /// Makes a plane of the given size, in metres.
  public init(width: Float, height: Float) {
    self.width = width
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X", .metres, 0...1e6)
    p.property("height", \.height, "Size along Y", .metres, 0...1e6)
    p.property("widthSegmentCount", \.widthSegmentCount, "Cells along X", .none, 1...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Cells along Y", .none, 1...1024)
    p.property("cornerRadius", \.cornerRadius, "Radius of the corners", .metres, 0...1e6)
    p.property("cornerSegmentCount", \.cornerSegmentCount, "Segments a corner", .none, 1...1024)
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
