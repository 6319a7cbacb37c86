import CaromMaths
public import CaromProperties

/// An upright cylinder centered at the origin.
///
/// Three elements: side, top, bottom.
public struct Cylinder: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "An upright cylinder centered at the origin"

  /// The radius, in meters; the mesh is empty if it is not positive.
  public var radius: Float = 0.5
  /// The height, in meters; the mesh is empty if it is not positive.
  public var height: Float = 1
  /// The number of segments around the axis; at least three.
  public var radialSegmentCount: Int32 = 48
  /// The number of segments along the height; at least one.
  public var heightSegmentCount: Int32 = 1

  /// Creates a cylinder with a radius of 0.5 m and a height of 1 m.
  public init() {}

  /// Creates a cylinder with the given radius and height, in meters.
  public init(radius: Float, height: Float) {
    self.radius = radius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Radius", .meters, 0...1e6)
    p.property("height", \.height, "Height", .meters, 0...1e6)
    p.property(
      "radialSegmentCount", \.radialSegmentCount, "Segments around the axis", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
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
      let position = Vector3(normal.x * radius, (0.5 - v) * height, normal.z * radius)
      return (position, normal, Vector2(Float(column) / Float(segments), v))
    }
    builder.element()
    builder.disc(y: height * 0.5, radius: radius, up: true, circle: ring)
    builder.element()
    builder.disc(y: height * -0.5, radius: radius, up: false, circle: ring)
    return builder.mesh()
  }
}
