import CaromMaths
public import CaromProperties

/// A pyramid whose rectangular base lies around the origin and whose tip is above it.
///
/// Five elements: front (+Z), right (+X), back, left, bottom.
public struct Pyramid: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A pyramid with the middle of its base at the origin"

  /// Size of the base along X, in metres; zero or less makes an empty mesh.
  public var width: Float = 1
  /// Height of the tip, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// Size of the base along Z, in metres; zero or less makes an empty mesh.
  public var length: Float = 1
  /// How many cells the base and the sides have along X; at least one.
  public var widthSegmentCount: Int32 = 1
  /// How many cells high the sides are; at least one.
  public var heightSegmentCount: Int32 = 1
  /// How many cells the base and the sides have along Z; at least one.
  public var lengthSegmentCount: Int32 = 1

  /// Makes a pyramid of one metre a side.
  public init() {}

  /// Makes a pyramid of the given size, in metres.
  public init(width: Float, height: Float, length: Float) {
    self.width = width
    self.height = height
    self.length = length
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size of the base along X", .metres, 0...1e6)
    p.property("height", \.height, "Height of the tip", .metres, 0...1e6)
    p.property("length", \.length, "Size of the base along Z", .metres, 0...1e6)
    p.property("widthSegmentCount", \.widthSegmentCount, "Cells along X", .none, 1...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Cells along Y", .none, 1...1024)
    p.property("lengthSegmentCount", \.lengthSegmentCount, "Cells along Z", .none, 1...1024)
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
        // The edges are taken from the corners, so that neighbouring sides have the same bits.
        let level: (Vector3) -> Vector3 = { tip + ($0 - tip) * share }
        let place =
          column == 0
          ? level(left) : column == columns ? level(right) : level(left + (right - left) * u)
        let isBase = row == rows
        return (
          isBase ? Vector3(place.x, 0, place.z) : place, normal,
          Vector2(0.5 + (u - 0.5) * share, share)
        )
      }
    }
    builder.element()
    // Seen from below, with the front of the pyramid above.
    builder.grid(columns: across, rows: along) { column, row in
      let place = basePlace((column, across), (row, along), corners)
      return (
        place, -.unitY, Vector2(Float(column) / Float(across), Float(row) / Float(along))
      )
    }
    return builder.mesh()
  }

  /// A point of the base, on its edges with the same bits as the sides have there.
  private func basePlace(
    _ column: (at: Int, of: Int), _ row: (at: Int, of: Int), _ corners: [Vector3]
  ) -> Vector3 {
    func between(_ a: Vector3, _ b: Vector3, _ at: Int, _ of: Int) -> Vector3 {
      at == 0 ? a : at == of ? b : a + (b - a) * (Float(at) / Float(of))
    }
    // The back and the left run the other way round the base.
    if row.at == row.of {
      return between(corners[2], corners[3], column.of - column.at, column.of)
    }
    if column.at == 0 { return between(corners[3], corners[0], row.of - row.at, row.of) }
    let front = between(corners[0], corners[1], column.at, column.of)
    let right = between(corners[1], corners[2], row.at, row.of)
    return Vector3(front.x, 0, right.z)
  }
}
