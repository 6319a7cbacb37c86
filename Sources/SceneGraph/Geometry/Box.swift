import CaromMaths
public import CaromProperties

/// A box centered at the origin, with optional rounded edges.
///
/// Six elements: front (+Z), right (+X), back, left, top (+Y), bottom. A rounded edge is divided
/// between its two faces at 45°.
public struct Box: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A box centered at the origin, with optional rounded edges"

  /// The size along X, in meters; the mesh is empty if it is not positive.
  public var width: Float = 1
  /// The size along Y, in meters; the mesh is empty if it is not positive.
  public var height: Float = 1
  /// The size along Z, in meters; the mesh is empty if it is not positive.
  public var length: Float = 1
  /// The radius of the rounded edges, in meters; clamped to half the shortest side.
  public var chamferRadius: Float = 0
  /// The number of segments of the flat part along X; at least one.
  public var widthSegmentCount: Int32 = 1
  /// The number of segments of the flat part along Y; at least one.
  public var heightSegmentCount: Int32 = 1
  /// The number of segments of the flat part along Z; at least one.
  public var lengthSegmentCount: Int32 = 1
  /// The number of segments of a rounded edge; odd counts are rounded up.
  public var chamferSegmentCount: Int32 = 5

  /// Creates a box with sides of one meter.
  public init() {}

  /// Creates a box with the given size, in meters.
  public init(width: Float, height: Float, length: Float, chamferRadius: Float = 0) {
    self.width = width
    self.height = height
    self.length = length
    self.chamferRadius = chamferRadius
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X", .meters, 0...1e6)
    p.property("height", \.height, "Size along Y", .meters, 0...1e6)
    p.property("length", \.length, "Size along Z", .meters, 0...1e6)
    p.property("chamferRadius", \.chamferRadius, "Radius of the rounded edges", .meters, 0...1e6)
    p.property("widthSegmentCount", \.widthSegmentCount, "Segments along X", .none, 1...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Segments along Y", .none, 1...1024)
    p.property("lengthSegmentCount", \.lengthSegmentCount, "Segments along Z", .none, 1...1024)
    p.property(
      "chamferSegmentCount", \.chamferSegmentCount, "Segments of a rounded edge", .none, 1...1024)
  }
}

extension Box: MeshGenerator {
  var bounds: AABB { AABB(center: .zero, halfExtents: Vector3(width, height, length) * 0.5) }

  func makeMesh() -> Mesh {
    let half = Vector3(width, height, length) * 0.5
    guard half.least > 0 else { return .empty }
    let radius = max(0, min(chamferRadius, half.least))
    let cells = (
      x: clamped(widthSegmentCount, atLeast: 1), y: clamped(heightSegmentCount, atLeast: 1),
      z: clamped(lengthSegmentCount, atLeast: 1)
    )
    let bevel = radius > 0 ? (clamped(chamferSegmentCount, atLeast: 1) + 1) / 2 : 0
    let x = FaceGridLines(half: half.x, radius: radius, cells: cells.x, bevel: bevel)
    let y = FaceGridLines(half: half.y, radius: radius, cells: cells.y, bevel: bevel)
    let z = FaceGridLines(half: half.z, radius: radius, cells: cells.z, bevel: bevel)
    var builder = MeshBuilder()
    // The axes of each face: right and down as seen from outside, then outwards.
    builder.face(x, y, half.z, radius) { Vector3($0, -$1, $2) }
    builder.face(z, y, half.x, radius) { Vector3($2, -$1, -$0) }
    builder.face(x, y, half.z, radius) { Vector3(-$0, -$1, -$2) }
    builder.face(z, y, half.x, radius) { Vector3(-$2, -$1, $0) }
    builder.face(x, z, half.y, radius) { Vector3($0, $2, $1) }
    builder.face(x, z, half.y, radius) { Vector3($0, -$2, -$1) }
    return builder.mesh()
  }
}

/// The grid lines of a face along one axis: the flat part, and half of the bevel at both ends.
private struct FaceGridLines {
  /// The nearest position on the flat part, for each line.
  var positions: [Float] = []
  /// The slope of the normal towards that side: the tangent of its angle, −1 to 1.
  var slopes: [Float] = []
  let half: Float

  init(half: Float, radius: Float, cells: Int, bevel: Int) {
    self.half = half
    let inner = half - radius
    for i in 0..<bevel {
      positions.append(-inner)
      slopes.append(
        i == 0 ? -1 : -Portable.tan(Float.pi * 0.25 * (Float(bevel - i) / Float(bevel))))
    }
    // If the radius spans the whole side, the flat part is only its center line.
    let flatCells = inner > 0 ? cells : 0
    for i in 0...flatCells {
      // Measured from the nearer end, so that opposite faces are bitwise symmetric.
      let fromEnd = min(i, flatCells - i)
      let share = flatCells == 0 ? 0.5 : Float(fromEnd) / Float(flatCells)
      positions.append((1 - share * 2) * (i == fromEnd ? -inner : inner))
      slopes.append(0)
    }
    for i in stride(from: bevel - 1, through: 0, by: -1) {
      positions.append(inner)
      slopes.append(-slopes[i])
    }
  }
}

extension MeshBuilder {
  /// Adds a face; `orient` maps (right, down, outwards) to the axes of the box.
  fileprivate mutating func face(
    _ right: FaceGridLines, _ down: FaceGridLines, _ out: Float, _ radius: Float,
    _ orient: (Float, Float, Float) -> Vector3
  ) {
    element()
    grid(columns: right.positions.count - 1, rows: down.positions.count - 1) { i, j in
      let normal = orient(right.slopes[i], down.slopes[j], 1).normalized(or: .unitY)
      let core = orient(right.positions[i], down.positions[j], out - radius)
      let position = core + normal * radius
      // Texture coordinates are projected onto the face, so that the texture reaches its edges.
      let axis = orient(1, 0, 0)
      let below = orient(0, 1, 0)
      return (
        position, normal,
        Vector2(
          0.5 + position.dot(axis) / (2 * right.half), 0.5 + position.dot(below) / (2 * down.half))
      )
    }
  }
}
