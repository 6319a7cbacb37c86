import CaromMaths
public import CaromProperties

/// A box around the origin, with edges that may be rounded.
///
/// Six elements: front (+Z), right (+X), back, left, top (+Y), bottom; a rounded edge is shared
/// between its two faces at 45°.
public struct Box: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A box around the origin, with edges that may be rounded"

  /// Size along X, in metres; zero or less makes an empty mesh.
  public var width: Float = 1
  /// Size along Y, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// Size along Z, in metres; zero or less makes an empty mesh.
  public var length: Float = 1
  /// Radius of the rounded edges, in metres; at most half the shortest side counts.
  public var chamferRadius: Float = 0
  /// How many cells the flat part has along X; at least one.
  public var widthSegmentCount: Int32 = 1
  /// How many cells the flat part has along Y; at least one.
  public var heightSegmentCount: Int32 = 1
  /// How many cells the flat part has along Z; at least one.
  public var lengthSegmentCount: Int32 = 1
  /// How many segments a rounded edge has; an odd count is raised to the next even one.
  public var chamferSegmentCount: Int32 = 5

  /// Makes a box of one metre a side.
  public init() {}

  /// Makes a box of the given size, in metres.
  public init(width: Float, height: Float, length: Float, chamferRadius: Float = 0) {
    self.width = width
    self.height = height
    self.length = length
    self.chamferRadius = chamferRadius
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X", .metres, 0...1e6)
    p.property("height", \.height, "Size along Y", .metres, 0...1e6)
    p.property("length", \.length, "Size along Z", .metres, 0...1e6)
    p.property("chamferRadius", \.chamferRadius, "Radius of the edges", .metres, 0...1e6)
    p.property("widthSegmentCount", \.widthSegmentCount, "Cells along X", .none, 1...1024)
    p.property("heightSegmentCount", \.heightSegmentCount, "Cells along Y", .none, 1...1024)
    p.property("lengthSegmentCount", \.lengthSegmentCount, "Cells along Z", .none, 1...1024)
    p.property("chamferSegmentCount", \.chamferSegmentCount, "Segments an edge", .none, 1...1024)
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
    // Each face: right and down as seen from outside, then outwards.
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
  /// Where the flat part is, or nearest to it, for each line.
  var flat: [Float] = []
  /// How far the normal leans to that side: the tangent of the angle, −1 to 1.
  var lean: [Float] = []
  let half: Float

  init(half: Float, radius: Float, cells: Int, bevel: Int) {
    self.half = half
    let inner = half - radius
    for i in 0..<bevel {
      flat.append(-inner)
      lean.append(i == 0 ? -1 : -Portable.tan(Float.pi * 0.25 * (Float(bevel - i) / Float(bevel))))
    }
    // When the radius takes the whole side there is no flat part left, only its middle line.
    let flatCells = inner > 0 ? cells : 0
    for i in 0...flatCells {
      // Counted from the nearer end, so that opposite faces have the same bits.
      let fromEnd = min(i, flatCells - i)
      let share = flatCells == 0 ? 0.5 : Float(fromEnd) / Float(flatCells)
      flat.append((1 - share * 2) * (i == fromEnd ? -inner : inner))
      lean.append(0)
    }
    for i in stride(from: bevel - 1, through: 0, by: -1) {
      flat.append(inner)
      lean.append(-lean[i])
    }
  }
}

extension MeshBuilder {
  /// Adds one face; `turn` maps (right, down, outwards) to the box's axes.
  fileprivate mutating func face(
    _ right: FaceGridLines, _ down: FaceGridLines, _ out: Float, _ radius: Float,
    _ turn: (Float, Float, Float) -> Vector3
  ) {
    element()
    grid(columns: right.flat.count - 1, rows: down.flat.count - 1) { i, j in
      let normal = turn(right.lean[i], down.lean[j], 1).normalized(or: .unitY)
      let core = turn(right.flat[i], down.flat[j], out - radius)
      let place = core + normal * radius
      // Projected straight onto the face, so that the picture meets its edges.
      let axis = turn(1, 0, 0)
      let below = turn(0, 1, 0)
      return (
        place, normal,
        Vector2(
          0.5 + place.dot(axis) / (2 * right.half), 0.5 + place.dot(below) / (2 * down.half))
      )
    }
  }
}
