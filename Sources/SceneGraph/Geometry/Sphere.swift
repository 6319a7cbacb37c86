import CaromMaths
public import CaromProperties

/// A sphere centered at the origin, with poles along Y.
public struct Sphere: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A sphere centered at the origin, with poles along Y"

  /// The radius, in meters; the mesh is empty if it is not positive.
  public var radius: Float = 0.5
  /// The number of segments around the axis and from pole to pole; at least three.
  public var segmentCount: Int32 = 24
  /// True for triangles of similar size, without small ones at the poles.
  ///
  /// The mesh is then a subdivided octahedron with ``segmentCount`` segments around, rounded up to
  /// a multiple of four.
  public var isGeodesic = false

  /// Creates a sphere with a radius of 0.5 m.
  public init() {}

  /// Creates a sphere with the given radius, in meters.
  public init(radius: Float) { self.radius = radius }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Radius", .meters, 0...1e6)
    p.property(
      "segmentCount", \.segmentCount, "Segments around the axis and from pole to pole", .none,
      3...1024)
    p.property("isGeodesic", \.isGeodesic, "Whether all triangles are of similar size")
  }
}

extension Sphere: MeshGenerator {
  var bounds: AABB { AABB(center: .zero, halfExtents: Vector3(repeating: radius)) }

  func makeMesh() -> Mesh {
    guard radius > 0 else { return .empty }
    if isGeodesic { return geodesicMesh() }
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

  /// Returns a mesh with rows of equal latitude steps; row `i` from a pole has `4 i` segments.
  private func geodesicMesh() -> Mesh {
    let rows = (clamped(segmentCount, atLeast: 3) + 3) / 4
    var builder = MeshBuilder()
    builder.element()
    /// Adds a row, counted from the top; a pole has a vertex for each of the four sides.
    func add(_ row: Int) -> [UInt32] {
      let fromPole = min(row, 2 * rows - row)
      let v = Float(row) / Float(2 * rows)
      if fromPole == 0 {
        let pole = row == 0 ? Vector3.unitY : -.unitY
        return (0..<4).map {
          builder.vertex(pole * radius, pole, Vector2((Float($0) + 0.5) / 4, v))
        }
      }
      let ring = circle(4 * fromPole)
      return ring.indices.map { i in
        let normal = polar(ring[i], row, 2 * rows).level(row == rows)
        return builder.vertex(
          normal * radius, normal, Vector2(Float(i) / Float(4 * fromPole), v))
      }
    }
    var above = add(0)
    for row in 0..<(2 * rows) {
      let below = add(row + 1)
      // The row nearer to its pole has fewer vertices.
      let isUpper = row < rows
      let (short, long) = isUpper ? (above, below) : (below, above)
      let count = isUpper ? row : 2 * rows - row - 1
      for side in 0..<4 {
        for j in 0...count {
          let first = count == 0 ? short[side] : short[side * count + j]
          let (a, b) = (long[side * (count + 1) + j], long[side * (count + 1) + j + 1])
          if isUpper { builder.triangle(first, a, b) } else { builder.triangle(first, b, a) }
          guard j < count else { continue }
          let second = short[side * count + j + 1]
          if isUpper {
            builder.triangle(first, b, second)
          } else {
            builder.triangle(first, second, b)
          }
        }
      }
      above = below
    }
    return builder.mesh()
  }
}

extension Vector3 {
  /// Returns the horizontal unit direction if the row is at the equator.
  func level(_ isLevel: Bool) -> Vector3 {
    isLevel ? Vector3(x, 0, z).normalized(or: .unitX) : self
  }
}

/// Returns the unit direction of a row and a point on the circle around Y, exact at the poles.
func polar(_ around: Vector2, _ row: Int, _ rows: Int) -> Vector3 {
  if row == 0 { return .unitY }
  if row == rows { return -.unitY }
  let (s, c) = Portable.sincos(Float.pi * (Float(row) / Float(rows)))
  return Vector3(around.x * s, c, around.y * s)
}
