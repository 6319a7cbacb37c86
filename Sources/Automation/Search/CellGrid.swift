import CaromMaths

/// A grid of cubes over the bodies of a scene, for states that are seen coarsely.
struct CellGrid {
  /// The side of a cube, in meters.
  let side: Float
  private let origin: Vector3
  private let cells: Float

  /// Creates a grid with a number of cells along the longest side of a box.
  init(_ box: AABB, cells: Float) {
    origin = box.isEmpty ? .zero : box.min
    side = box.isEmpty ? 1 : max(0.01, box.size.magnitudes.greatest / cells)
    self.cells = cells
  }

  /// Creates a grid with cells of a side, or larger ones if there were more than a maximum along
  /// the longest side of a box.
  init(_ box: AABB, side: Float, maximumCells: Float) {
    let longest = box.isEmpty ? 0 : box.size.magnitudes.greatest
    origin = box.isEmpty ? .zero : box.min
    self.side = max(0.01, side, longest / maximumCells)
    cells = longest / self.side
  }

  /// Adds the cell of a point to a hash; all that is far outside of the box is in one cell.
  func combine(_ point: Vector3, into hash: inout StateHash) {
    let place = (point - origin) / side
    for axis in 0..<3 { hash.combine(index(place[axis])) }
  }

  private func index(_ coordinate: Float) -> Int32 {
    guard coordinate.isFinite else { return .max }
    return Int32(min(max(coordinate.rounded(.down), -2), cells + 2))
  }
}
