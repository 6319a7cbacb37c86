import CaromMaths
public import CaromProperties

/// An upright capsule centered at the origin.
public struct Capsule: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "An upright capsule centered at the origin"

  /// The radius, in meters; the mesh is empty if it is not positive.
  public var capRadius: Float = 0.5
  /// The total height with both caps, in meters; less than two radii gives a sphere.
  public var height: Float = 2
  /// The number of segments around the axis; at least three.
  public var radialSegmentCount: Int32 = 48
  /// The number of segments along the height; at least one.
  public var heightSegmentCount: Int32 = 1
  /// The number of segments of each cap from rim to pole; at least two.
  public var capSegmentCount: Int32 = 24

  /// Creates a capsule with a radius of 0.5 m and a height of 2 m.
  public init() {}

  /// Creates a capsule with the given radius and total height, in meters.
  public init(capRadius: Float, height: Float) {
    self.capRadius = capRadius
    self.height = height
  }

  /// Half the length of the cylindrical part, in meters.
  var halfStraight: Float { max(0, height * 0.5 - capRadius) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("capRadius", \.capRadius, "Radius", .meters, 0...1e6)
    p.property("height", \.height, "Total height with both caps", .meters, 0...1e6)
    p.property(
      "radialSegmentCount", \.radialSegmentCount, "Segments around the axis", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
    p.property("capSegmentCount", \.capSegmentCount, "Segments of a cap", .none, 2...1024)
  }
}

extension Capsule: MeshGenerator {
  var bounds: AABB {
    AABB(center: .zero, halfExtents: Vector3(capRadius, halfStraight + capRadius, capRadius))
  }

  func makeMesh() -> Mesh {
    guard capRadius > 0, height > 0 else { return .empty }
    let segments = clamped(radialSegmentCount, atLeast: 3)
    let cap = clamped(capSegmentCount, atLeast: 2)
    let straight = halfStraight > 0 ? clamped(heightSegmentCount, atLeast: 1) : 0
    let rows = cap * 2 + straight
    let ring = circle(segments)
    // Texture coordinates are proportional to the arc length along the surface.
    let capArc = capRadius * (Float.pi * 0.5)
    let arc = 2 * capArc + 2 * halfStraight
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: segments, rows: rows) { column, row in
      let u = Float(column) / Float(segments)
      if row <= cap {
        let normal = polar(ring[column], row, cap * 2).level(row == cap)
        let v = Float(row) / Float(cap) * capArc / arc
        return (normal * capRadius + Vector3(0, halfStraight, 0), normal, Vector2(u, v))
      }
      if row >= cap + straight {
        let k = row - straight
        let normal = polar(ring[column], k, cap * 2).level(k == cap)
        let v = 1 - Float(rows - row) / Float(cap) * capArc / arc
        return (normal * capRadius - Vector3(0, halfStraight, 0), normal, Vector2(u, v))
      }
      let share = Float(row - cap) / Float(straight)
      let normal = Vector3(ring[column].x, 0, ring[column].y)
      let position = normal * capRadius + Vector3(0, halfStraight * (1 - 2 * share), 0)
      return (position, normal, Vector2(u, (capArc + 2 * halfStraight * share) / arc))
    }
    return builder.mesh()
  }
}
