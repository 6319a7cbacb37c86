import CaromMaths
public import CaromProperties

/// An upright tube centered at the origin.
///
/// Four elements: outer side, inner side, top, bottom.
public struct Tube: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "An upright tube centered at the origin"

  /// The inner radius, in meters; the mesh is empty unless it is positive and less than the outer
  /// radius.
  public var innerRadius: Float = 0.25
  /// The outer radius, in meters; the mesh is empty if it is not positive.
  public var outerRadius: Float = 0.5
  /// The height, in meters; the mesh is empty if it is not positive.
  public var height: Float = 1
  /// The number of segments around the axis; at least three.
  public var radialSegmentCount: Int32 = 48
  /// The number of segments along the height; at least one.
  public var heightSegmentCount: Int32 = 1

  /// Creates a tube with radii of 0.25 m and 0.5 m and a height of 1 m.
  public init() {}

  /// Creates a tube with the given radii and height, in meters.
  public init(innerRadius: Float, outerRadius: Float, height: Float) {
    self.innerRadius = innerRadius
    self.outerRadius = outerRadius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("innerRadius", \.innerRadius, "Inner radius", .meters, 0...1e6)
    p.property("outerRadius", \.outerRadius, "Outer radius", .meters, 0...1e6)
    p.property("height", \.height, "Height", .meters, 0...1e6)
    p.property(
      "radialSegmentCount", \.radialSegmentCount, "Segments around the axis", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
  }
}

extension Tube: MeshGenerator {
  var bounds: AABB {
    AABB(center: .zero, halfExtents: Vector3(outerRadius, height * 0.5, outerRadius))
  }

  func makeMesh() -> Mesh {
    guard innerRadius > 0, outerRadius > innerRadius, height > 0 else { return .empty }
    let segments = clamped(radialSegmentCount, atLeast: 3)
    let rows = clamped(heightSegmentCount, atLeast: 1)
    let ring = circle(segments)
    var builder = MeshBuilder()
    for (radius, isInner) in [(outerRadius, false), (innerRadius, true)] {
      builder.element()
      // The inner side is traversed in the opposite direction, so that it faces the axis.
      builder.grid(columns: segments, rows: rows) { column, row in
        let c = ring[isInner ? segments - column : column]
        let v = Float(row) / Float(rows)
        let out = Vector3(c.x, 0, c.y)
        let position = Vector3(c.x * radius, (0.5 - v) * height, c.y * radius)
        return (position, isInner ? -out : out, Vector2(Float(column) / Float(segments), v))
      }
    }
    for isTop in [true, false] {
      builder.element()
      builder.grid(columns: segments, rows: 1) { column, row in
        let c = ring[isTop ? column : segments - column]
        let radius = row == 0 ? innerRadius : outerRadius
        let position = Vector3(c.x * radius, height * (isTop ? 0.5 : -0.5), c.y * radius)
        let share = radius / outerRadius * 0.5
        return (
          position, isTop ? .unitY : -.unitY,
          Vector2(0.5 + c.x * share, 0.5 + (isTop ? c.y : -c.y) * share)
        )
      }
    }
    return builder.mesh()
  }
}
