import CaromMaths
public import CaromProperties

/// An upright pipe around the origin.
///
/// Four elements: outer side, inner side, top, bottom.
public struct Tube: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "An upright pipe around the origin"

  /// Radius of the hole, in metres; zero or less, or that of the outside or more, makes an empty mesh.
  public var innerRadius: Float = 0.25
  /// Radius of the outside, in metres; zero or less makes an empty mesh.
  public var outerRadius: Float = 0.5
  /// Size along Y, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// How many segments the mesh has around; at least three.
  public var radialSegmentCount: Int32 = 48
  /// How many cells high the sides are; at least one.
  public var heightSegmentCount: Int32 = 1

  /// Makes a tube of a quarter and half a metre radius and one metre height.
  public init() {}

  /// Makes a tube of the given radii and height, in metres.
  public init(innerRadius: Float, outerRadius: Float, height: Float) {
    self.innerRadius = innerRadius
    self.outerRadius = outerRadius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("innerRadius", \.innerRadius, "Radius of the hole", .metres, 0...1e6)
    p.property("outerRadius", \.outerRadius, "Radius of the outside", .metres, 0...1e6)
    p.property("height", \.height, "Size along Y", .metres, 0...1e6)
    p.property("radialSegmentCount", \.radialSegmentCount, "Segments around", .none, 3...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Cells along Y", .none, 1...1024)
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
      // Seen from the axis, the inside runs to the right the other way round.
      builder.grid(columns: segments, rows: rows) { column, row in
        let c = ring[isInner ? segments - column : column]
        let v = Float(row) / Float(rows)
        let out = Vector3(c.x, 0, c.y)
        let place = Vector3(c.x * radius, (0.5 - v) * height, c.y * radius)
        return (place, isInner ? -out : out, Vector2(Float(column) / Float(segments), v))
      }
    }
    for isTop in [true, false] {
      builder.element()
      builder.grid(columns: segments, rows: 1) { column, row in
        let c = ring[isTop ? column : segments - column]
        let radius = row == 0 ? innerRadius : outerRadius
        let place = Vector3(c.x * radius, height * (isTop ? 0.5 : -0.5), c.y * radius)
        let share = radius / outerRadius * 0.5
        return (
          place, isTop ? .unitY : -.unitY,
          Vector2(0.5 + c.x * share, 0.5 + (isTop ? c.y : -c.y) * share)
        )
      }
    }
    return builder.mesh()
  }
}
