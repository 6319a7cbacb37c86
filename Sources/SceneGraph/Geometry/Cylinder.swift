import CaromMaths
public import CaromProperties

/// An upright cylinder around the origin.
///
/// Three elements: side, top, bottom.
public struct Cylinder: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "An upright cylinder around the origin"

  /// Distance from axis to side, in metres; zero or less makes an empty mesh.
  public var radius: Float = 0.5
  /// Size along Y, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// How many segments the mesh has around; at least three.
  public var radialSegmentCount: Int32 = 48
  /// How many cells high the side is; at least one.
  public var heightSegmentCount: Int32 = 1

  /// Makes a cylinder of half a metre radius and one metre height.
  public init() {}

  /// Makes a cylinder of the given radius and height, in metres.
  public init(radius: Float, height: Float) {
    self.radius = radius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Distance from axis to side", .metres, 0...1e6)
    p.property("height", \.height, "Size along Y", .metres, 0...1e6)
    p.property("radialSegmentCount", \.radialSegmentCount, "Segments around", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Cells along Y", .none, 1...1024)
  }
}

extension Cylinder: MeshGenerator {
  var bounds: AABB {
    AABB(center: .zero, halfExtents: Vector3(radius, height * 0.5, radius))
  }

  func makeMesh() -> Mesh {
    guard radius > 0, height > 0 else { return .empty }
    let segments = clamped(radialSegmentCount, atLeast: 3)
    let rows = clamped(heightSegmentCount, atLeast: 1)
    let ring = circle(segments)
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: segments, rows: rows) { column, row in
      let normal = Vector3(ring[column].x, 0, ring[column].y)
      let v = Float(row) / Float(rows)
      let place = Vector3(normal.x * radius, (0.5 - v) * height, normal.z * radius)
      return (place, normal, Vector2(Float(column) / Float(segments), v))
    }
    builder.element()
    builder.disc(y: height * 0.5, radius: radius, up: true, circle: ring)
    builder.element()
    builder.disc(y: height * -0.5, radius: radius, up: false, circle: ring)
    return builder.mesh()
  }
}
