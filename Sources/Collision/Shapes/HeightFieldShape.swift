public import CaromMaths

/// A surface over a grid of heights, for terrain; not for dynamic bodies.
///
/// The grid lies in the local xz plane with its center at the origin; heights are along y. Each
/// cell is two triangles that share the diagonal from the corner at high x and low z to that at low
/// x and high z. Their front is above; shapes and rays from below pass through, as for a
/// ``MeshShape``. Storage is four bytes per height.
public struct HeightFieldShape: Hashable, Sendable {
  let grid: HeightGrid

  /// The maximum number of heights along each side.
  public static let maxCount = 8192

  /// Creates a field from heights in meters, row by row: x ascends within a row, z from row to row.
  ///
  /// - Parameters:
  ///   - heights: `columns` times the number of rows; NaN makes a hole of the adjacent triangles.
  ///   - columns: The number of heights per row, 2 to ``maxCount``.
  ///   - spacingX: The distance between heights in a row, in meters.
  ///   - spacingZ: The distance between rows, in meters.
  /// - Throws: A ``ShapeError`` that describes the invalid number.
  public init(heights: [Float], columns: Int, spacingX: Float, spacingZ: Float)
    throws(ShapeError)
  {
    if columns < 2 || columns > Self.maxCount {
      throw ShapeError(
        "a height field has \(columns) columns; 2 to \(Self.maxCount) are accepted")
    }
    if heights.count % columns != 0 {
      throw ShapeError(
        "a height field has \(heights.count) heights, which is no multiple of \(columns) columns")
    }
    let rows = heights.count / columns
    if rows < 2 || rows > Self.maxCount {
      throw ShapeError(
        "a height field has \(rows) rows; 2 to \(Self.maxCount) are accepted")
    }
    let size = max(spacingX * Float(columns - 1), spacingZ * Float(rows - 1))
    if !(min(spacingX, spacingZ) >= ShapeLimits.minSize && size <= ShapeLimits.maxSize) {
      throw ShapeError(
        "a height field has spacings of \(spacingX) m and \(spacingZ) m; each must be at least "
          + "\(ShapeLimits.minSize) m, and the whole at most \(ShapeLimits.maxSize) m wide")
    }
    for (index, height) in heights.enumerated() where abs(height) > ShapeLimits.maxSize {
      throw ShapeError(
        "height \(index) is \(height) m; at most \(ShapeLimits.maxSize) m up or down are accepted")
    }
    let grid = HeightGrid(
      heights: heights, columns: columns, spacingX: spacingX, spacingZ: spacingZ)
    if grid.bounds.isEmpty { throw ShapeError("a height field is nothing but holes") }
    self.grid = grid
  }

  /// The number of heights per row.
  public var columns: Int { grid.columns }

  /// The number of rows.
  public var rows: Int { grid.rows }

  /// The distance between heights along x and along z, in meters.
  public var spacing: (x: Float, z: Float) { grid.spacing }

  /// All heights, row by row; NaN in a hole.
  public var heights: [Float] { Array(grid.heights) }

  /// The height at a point of the grid, in meters, or nil in a hole.
  public func height(column: Int, row: Int) -> Float? {
    precondition(
      (0..<columns).contains(column) && (0..<rows).contains(row),
      "A height field has no height outside its grid")
    let height = grid.view.height(Int32(column), Int32(row))
    return height.isNaN ? nil : height
  }

  /// The tightest local box around all heights.
  public var localBounds: AABB { grid.bounds }

  /// A box around the field placed at `placement`: the local box, rotated.
  public func bounds(at placement: Transform) -> AABB { grid.bounds.placed(at: placement) }

  /// Returns where a ray in local space first crosses the surface from above, or nil.
  ///
  /// The hit's ``RayHit/triangle`` is twice the index of the cell, row by row, plus one for the
  /// triangle at the cell's corner at high x and high z.
  public func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    guard let found = grid.view.rayCast(origin: origin, translation: translation) else {
      return nil
    }
    var hit = RayHit(
      fraction: found.fraction, point: origin + translation * found.fraction,
      normal: grid.view.triangle(found.id).cross.normalized(or: .unitY))
    hit.triangle = found.id
    return hit
  }

  /// The identity of the shared data; equal for copies of a field.
  public var identity: ObjectIdentifier { ObjectIdentifier(grid) }

  /// Returns the field with its spacing and heights scaled.
  ///
  /// - Throws: A ``ShapeError`` when a factor is not positive or the result is invalid.
  public func scaled(by factors: Vector3) throws(ShapeError) -> HeightFieldShape {
    if !(factors.least > 0) {
      throw ShapeError("a height field cannot be mirrored or turned over by scaling")
    }
    return try HeightFieldShape(
      heights: heights.map { $0 * factors.y }, columns: columns,
      spacingX: spacing.x * factors.x, spacingZ: spacing.z * factors.z)
  }

  /// True when two fields have the same heights over the same grid.
  public static func == (a: HeightFieldShape, b: HeightFieldShape) -> Bool {
    HeightGrid.isSame(a.grid, b.grid)
  }

  /// Combines a hash of all heights into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(grid.contentHash) }
}
