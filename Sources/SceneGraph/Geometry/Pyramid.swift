import CaromMaths
public import CaromProperties

/// A pyramid with a rectangular base centered at the origin and the apex above it.
///
/// Five elements: front (+Z), right (+X), back, left, bottom.
public struct Pyramid: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A pyramid with its base centered at the origin"

  /// The size of the base along X, in meters; the mesh is empty if it is not positive.
  public var width: Float = 1
  /// The height of the apex, in meters; the mesh is empty if it is not positive.
  public var height: Float = 1
  /// The size of the base along Z, in meters; the mesh is empty if it is not positive.
  public var length: Float = 1
  /// The number of segments of base and sides along X; at least one.
  public var widthSegmentCount: Int32 = 1
  /// The number of segments along the height; at least one.
  public var heightSegmentCount: Int32 = 1
  /// The number of segments of base and sides along Z; at least one.
  public var lengthSegmentCount: Int32 = 1

  /// Creates a pyramid with a base and a height of one meter.
  public init() {}

  /// Creates a pyramid with the given size, in meters.
  public init(width: Float, height: Float, length: Float) {
    self.width = width
    self.height = height
    self.length = length
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size of the base along X", .meters, 0...1e6)
    p.property("height", \.height, "Height of the apex", .meters, 0...1e6)
    p.property("length", \.length, "Size of the base along Z", .meters, 0...1e6)
    p.property("widthSegmentCount", \.widthSegmentCount, "Segments along X", .none, 1...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
    p.property("lengthSegmentCount", \.lengthSegmentCount, "Segments along Z", .none, 1...1024)
  }
}

extension Pyramid: MeshGenerator {
  var bounds: AABB {
    AABB(
      min: Vector3(width * -0.5, 0, length * -0.5), max: Vector3(width * 0.5, height, length * 0.5))
  }

  func makeMesh() -> Mesh {
    guard width > 0, height > 0, length > 0 else { return .empty }
    let (x, z) = (width * 0.5, length * 0.5)
    let tip = Vector3(0, height, 0)
    let corners = [Vector3(-x, 0, z), Vector3(x, 0, z), Vector3(x, 0, -z), Vector3(-x, 0, -z)]
    let (across, along) = (
      clamped(widthSegmentCount, atLeast: 1), clamped(lengthSegmentCount, atLeast: 1)
    )
    let rows = clamped(heightSegmentCount, atLeast: 1)
    var builder = MeshBuilder()
    for side in 0..<4 {
      let (left, right) = (corners[side], corners[(side + 1) % 4])
      let normal = (right - left).cross(tip - left).normalized(or: .unitY)
      let columns = side % 2 == 0 ? across : along
      builder.element()
      builder.grid(columns: columns, rows: rows) { column, row in
        let share = Float(row) / Float(rows)
        let u = Float(column) / Float(columns)
        // Edge vertices are computed from the corners, so that adjacent sides are bitwise equal.
        let level: (Vector3) -> Vector3 = { tip + ($0 - tip) * share }
        let position =
          column == 0
          ? level(left) : column == columns ? level(right) : level(left + (right - left) * u)
        let isBase = row == rows
        return (
          isBase ? Vector3(position.x, 0, position.z) : position, normal,
          Vector2(0.5 + (u - 0.5) * share, share)
        )
      }
    }
    builder.element()
    // As seen from below, with the front at the top.
    builder.grid(columns: across, rows: along) { column, row in
      let position = basePoint((column, across), (row, along), corners)
      return (
        position, -.unitY, Vector2(Float(column) / Float(across), Float(row) / Float(along))
      )
    }
    return builder.mesh()
  }

  /// Returns a point of the base; on its edges it is bitwise equal to the sides.
  private func basePoint(
    _ column: (at: Int, of: Int), _ row: (at: Int, of: Int), _ corners: [Vector3]
  ) -> Vector3 {
    func between(_ a: Vector3, _ b: Vector3, _ at: Int, _ of: Int) -> Vector3 {
      at == 0 ? a : at == of ? b : a + (b - a) * (Float(at) / Float(of))
    }
    // The back and the left edge run in the opposite direction.
    if row.at == row.of {
      return between(corners[2], corners[3], column.of - column.at, column.of)
    }
    if column.at == 0 { return between(corners[3], corners[0], row.of - row.at, row.of) }
    let front = between(corners[0], corners[1], column.at, column.of)
    let right = between(corners[1], corners[2], row.at, row.of)
    return Vector3(front.x, 0, right.z)
  }
}
