import CaromMaths
public import CaromProperties

/// An upright cone around the origin, whole or cut off level.
///
/// Three elements: side, top, bottom; a tip leaves its disc without triangles.
public struct Cone: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "An upright cone around the origin, whole or cut off level"

  /// Radius at the top, in metres; zero makes a tip.
  public var topRadius: Float = 0
  /// Radius at the bottom, in metres; zero makes a tip.
  public var bottomRadius: Float = 0.5
  /// Size along Y, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// How many segments the mesh has around; at least three.
  public var radialSegmentCount: Int32 = 48
  /// How many cells high the side is; at least one.
  public var heightSegmentCount: Int32 = 1

  /// Makes a cone of half a metre radius and one metre height.
  public init() {}

  /// Makes a cone of the given radii and height, in metres.
  public init(topRadius: Float = 0, bottomRadius: Float, height: Float) {
    self.topRadius = topRadius
    self.bottomRadius = bottomRadius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("topRadius", \.topRadius, "Radius at the top", .metres, 0...1e6)
    p.property("bottomRadius", \.bottomRadius, "Radius at the bottom", .metres, 0...1e6)
    p.property("height", \.height, "Size along Y", .metres, 0...1e6)
    p.property("radialSegmentCount", \.radialSegmentCount, "Segments around", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Cells along Y", .none, 1...1024)
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
    // The side leans out by as much as the radius shrinks upwards.
    let slant = Vector3(height, bottomRadius - topRadius, 0).normalized(or: .unitX)
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: segments, rows: rows) { column, row in
      let v = Float(row) / Float(rows)
      let radius = topRadius + (bottomRadius - topRadius) * v
      let place = Vector3(ring[column].x * radius, (0.5 - v) * height, ring[column].y * radius)
      let normal = Vector3(ring[column].x * slant.x, slant.y, ring[column].y * slant.x)
      return (place, normal, Vector2(Float(column) / Float(segments), v))
    }
    builder.element()
    builder.disc(y: height * 0.5, radius: topRadius, up: true, circle: ring)
    builder.element()
    builder.disc(y: height * -0.5, radius: bottomRadius, up: false, circle: ring)
    return builder.mesh()
  }
}
