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
  /// True when the triangles are of about the same size, instead of small ones around the poles.
  ///
  /// The mesh is then an octahedron whose sides are divided until it has ``segmentCount`` segments
  /// around, rounded up to the next multiple of four.
  public var isGeodesic = false

  /// Makes a ball of half a metre radius.
  public init() {}

  /// Makes a ball of the given radius, in metres.
  public init(radius: Float) { self.radius = radius }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "Distance from centre to surface", .metres, 0...1e6)
    p.property(
      "segmentCount", \.segmentCount, "Segments around and from pole to pole", .none, 3...1024)
    p.property("isGeodesic", \.isGeodesic, "Whether all triangles are of about the same size")
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

  /// Rows of equal height in degrees, the one `i` from a pole of `4 i` segments.
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
      // The row nearer to its pole is the shorter one; its triangles hang on the longer one.
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
  /// The direction without height, at unit length, where a row is level with the middle.
  func level(_ isLevel: Bool) -> Vector3 {
    isLevel ? Vector3(x, 0, z).normalized(or: .unitX) : self
  }
}

/// A direction by its place on a circle around Y and its row from the top pole, exact at the poles.
func polar(_ around: Vector2, _ row: Int, _ rows: Int) -> Vector3 {
  if row == 0 { return .unitY }
  if row == rows { return -.unitY }
  let (s, c) = Portable.sincos(Float.pi * (Float(row) / Float(rows)))
  return Vector3(around.x * s, c, around.y * s)
}
