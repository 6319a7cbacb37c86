import CaromMaths
public import CaromProperties

/// An upright cone or truncated cone centered at the origin.
///
/// Three elements: side, top, bottom. The element of a tip has no triangles.
public struct Cone: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "An upright cone or truncated cone centered at the origin"

  /// The radius at the top, in meters; zero gives a tip.
  public var topRadius: Float = 0
  /// The radius at the bottom, in meters; zero gives a tip.
  public var bottomRadius: Float = 0.5
  /// The height, in meters; the mesh is empty if it is not positive.
  public var height: Float = 1
  /// The number of segments around the axis; at least three.
  public var radialSegmentCount: Int32 = 48
  /// The number of segments along the height; at least one.
  public var heightSegmentCount: Int32 = 1

  /// Creates a cone with a radius of 0.5 m and a height of 1 m.
  public init() {}

  /// Creates a cone with the given radii and height, in meters.
  public init(topRadius: Float = 0, bottomRadius: Float, height: Float) {
    self.topRadius = topRadius
    self.bottomRadius = bottomRadius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("topRadius", \.topRadius, "Radius at the top", .meters, 0...1e6)
    p.property("bottomRadius", \.bottomRadius, "Radius at the bottom", .meters, 0...1e6)
    p.property("height", \.height, "Height", .meters, 0...1e6)
    p.property(
      "radialSegmentCount", \.radialSegmentCount, "Segments around the axis", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
  }
}

extension Cone: MeshGenerator {
  var bounds: AABB {
    let radius = max(topRadius, bottomRadius)
    return AABB(center: .zero, halfExtents: Vector3(radius, height * 0.5, radius))
  }

  func makeMesh() -> Mesh {
    guard max(topRadius, bottomRadius) > 0, min(topRadius, bottomRadius) >= 0, height > 0 else {
      return .empty
    }
    let segments = clamped(radialSegmentCount, atLeast: 3)
    let rows = clamped(heightSegmentCount, atLeast: 1)
    let ring = circle(segments)
    // The slope of the side normal.
    let slant = Vector3(height, bottomRadius - topRadius, 0).normalized(or: .unitX)
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: segments, rows: rows) { column, row in
      let v = Float(row) / Float(rows)
      let radius = topRadius + (bottomRadius - topRadius) * v
      let position = Vector3(ring[column].x * radius, (0.5 - v) * height, ring[column].y * radius)
      let normal = Vector3(ring[column].x * slant.x, slant.y, ring[column].y * slant.x)
      return (position, normal, Vector2(Float(column) / Float(segments), v))
    }
    builder.element()
    builder.disc(y: height * 0.5, radius: topRadius, up: true, circle: ring)
    builder.element()
    builder.disc(y: height * -0.5, radius: bottomRadius, up: false, circle: ring)
    return builder.mesh()
  }
}
