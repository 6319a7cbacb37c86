import CaromMaths
public import CaromProperties

/// A ball around the origin, with poles along Y.
public struct Sphere: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A ball around the origin, with poles along Y"

  /// Distance from centre to surface, in metres; zero or less makes an empty mesh.
  public var radius: Float = 0.5
  /// How many segments the mesh has around and from pole to pole; at least three.
  public var segmentCount: Int32 = 24

  /// Makes a ball of half a metre radius.
  public init() {}

  /// Makes a ball of the given radius, in metres.
  public init(radius: Float) { self.radius = radius }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Distance from centre to surface", .metres, 0...1e6)
    p.property(
      "segmentCount", \.segmentCount, "Segments around and from pole to pole", .none, 3...1024)
  }
}

extension Sphere: Solid {
  var bounds: AABB { AABB(center: .zero, halfExtents: Vector3(repeating: radius)) }

  func makeMesh() -> Mesh {
    guard radius > 0 else { return .empty }
    let segments = clamped(segmentCount, atLeast: 3)
    let ring = circle(segments)
    var builder = MeshBuilder()
    builder.element()
    builder.grid(columns: segments, rows: segments) { column, row in
      let normal = polar(ring[column], row, segments)
      return (
        normal * radius, normal,
        Vector2(Float(column) / Float(segments), Float(row) / Float(segments))
      )
    }
    return builder.mesh()
  }
}

/// A direction by its place on a circle around Y and its row from the top pole, exact at the poles.
func polar(_ around: Vector2, _ row: Int, _ rows: Int) -> Vector3 {
  if row == 0 { return .unitY }
  if row == rows { return -.unitY }
  let (s, c) = Portable.sincos(Float.pi * (Float(row) / Float(rows)))
  return Vector3(around.x * s, c, around.y * s)
}
