import CaromMaths

/// The immutable storage of a ``HeightFieldShape``: one height for each point of a grid.
///
/// A cell has the corners a (low x, low z), b (high x), c (high z) and d. Its triangles are a–c–b
/// and b–c–d, with the numbers twice the cell's number, and one more.
final class HeightGrid: @unchecked Sendable {
  let columns: Int
  let rows: Int
  let spacing: (x: Float, z: Float)
  let bounds: AABB
  let outerRadius: Float
  let contentHash: UInt64
  let view: HeightView

  init(heights: [Float], columns: Int, spacingX: Float, spacingZ: Float) {
    self.columns = columns
    rows = heights.count / columns
    spacing = (spacingX, spacingZ)
    let storage = UnsafeMutablePointer<Float>.allocate(capacity: heights.count)
    storage.initialize(from: heights, count: heights.count)
    view = HeightView(
      heights: UnsafePointer(storage), columns: Int32(columns), rows: Int32(rows),
      spacingX: spacingX, spacingZ: spacingZ, firstX: -0.5 * spacingX * Float(columns - 1),
      firstZ: -0.5 * spacingZ * Float(rows - 1))
    var hash = StateHash()
    hash.combine(columns)
    hash.combine(spacingX)
    hash.combine(spacingZ)
    var box = AABB.empty
    var farthest: Float = 0
    for row in 0..<rows {
      for column in 0..<columns {
        let height = heights[row * columns + column]
        hash.combine(height)
        if height.isNaN { continue }
        let corner = view.corner(Int32(column), Int32(row))
        box = box.union(corner)
        farthest = max(farthest, corner.lengthSquared)
      }
    }
    bounds = box
    outerRadius = farthest.squareRoot()
    contentHash = hash.value
  }

  deinit { view.heights.deallocate() }

  /// All heights, row by row.
  var heights: UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: view.heights, count: rows * columns)
  }

  /// True when two grids are equal; holes equal holes.
  static func isSame(_ a: HeightGrid, _ b: HeightGrid) -> Bool {
    if a === b { return true }
    guard a.contentHash == b.contentHash, a.columns == b.columns, a.rows == b.rows else {
      return false
    }
    guard a.spacing == b.spacing else { return false }
    return zip(a.heights, b.heights).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }
}

/// Unowned access to a ``HeightGrid`` for contacts and casts.
struct HeightView {
  let heights: UnsafePointer<Float>
  let columns: Int32
  let rows: Int32
  let spacingX: Float
  let spacingZ: Float
  let firstX: Float
  let firstZ: Float

  @inline(__always) func height(_ column: Int32, _ row: Int32) -> Float {
    heights[Int(row) &* Int(columns) &+ Int(column)]
  }

  @inline(__always) func corner(_ column: Int32, _ row: Int32) -> Vector3 {
    Vector3(
      firstX + spacingX * Float(column), height(column, row), firstZ + spacingZ * Float(row))
  }

  /// The column of cells that contains `x`, clamped to the field.
  @inline(__always) func column(_ x: Float) -> Int32 {
    Self.clamped((x - firstX) / spacingX, columns &- 2)
  }

  /// The row of cells that contains `z`, clamped to the field.
  @inline(__always) func row(_ z: Float) -> Int32 {
    Self.clamped((z - firstZ) / spacingZ, rows &- 2)
  }

  @inline(__always) private static func clamped(_ value: Float, _ last: Int32) -> Int32 {
    if !(value > 0) { return 0 }
    return value >= Float(last) ? last : Int32(value)
  }
}
