import CaromMaths

extension HeightView: TriangleSurface {
  @inline(__always) func triangle(_ id: Int32) -> SurfaceTriangle {
    let cell: Int32 = id &>> 1
    let across: Int32 = columns &- 1
    let row: Int32 = cell / across
    let column: Int32 = cell &- row &* across
    let first: Int32 = row &* columns &+ column
    let b: Vector3 = corner(column &+ 1, row)
    let c: Vector3 = corner(column, row &+ 1)
    if id & 1 == 0 {
      return SurfaceTriangle(
        a: corner(column, row), b: c, c: b, cornerA: first, cornerB: first &+ columns,
        cornerC: first &+ 1, id: id)
    }
    return SurfaceTriangle(
      a: b, b: c, c: corner(column &+ 1, row &+ 1), cornerA: first &+ 1,
      cornerB: first &+ columns, cornerC: first &+ columns &+ 1, id: id)
  }

  func visit(_ box: AABB, _ visit: (_ id: Int32) -> Bool) {
    let lastX: Float = firstX + spacingX * Float(columns &- 1)
    let lastZ: Float = firstZ + spacingZ * Float(rows &- 1)
    if box.max.x < firstX || box.min.x > lastX || box.max.z < firstZ || box.min.z > lastZ { return }
    let (fromColumn, toColumn) = (column(box.min.x), column(box.max.x))
    let (fromRow, toRow) = (row(box.min.z), row(box.max.z))
    var row: Int32 = fromRow
    while row <= toRow {
      var column: Int32 = fromColumn
      while column <= toColumn {
        if !visitCell(column, row, box.min.y, box.max.y, visit) { return }
        column &+= 1
      }
      row &+= 1
    }
  }

  /// Calls `visit` with the triangles of a cell that overlap the heights from `low` to `high`.
  @inline(__always) private func visitCell(
    _ column: Int32, _ row: Int32, _ low: Float, _ high: Float, _ visit: (_ id: Int32) -> Bool
  ) -> Bool {
    let a: Float = height(column, row)
    let b: Float = height(column &+ 1, row)
    let c: Float = height(column, row &+ 1)
    let d: Float = height(column &+ 1, row &+ 1)
    let (least, greatest) = (b < c ? b : c, b > c ? b : c)
    let id: Int32 = (row &* (columns &- 1) &+ column) &* 2
    // The height of a hole is not a number, and every comparison with it is false.
    if b == b && c == c {
      if (least <= high || a <= high) && (greatest >= low || a >= low) && a == a {
        if !visit(id) { return false }
      }
      if (least <= high || d <= high) && (greatest >= low || d >= low) && d == d {
        if !visit(id &+ 1) { return false }
      }
    }
    return true
  }

  func sweep(
    origin: Vector3, translation: Vector3, half: Vector3, limit start: Float,
    _ visit: (_ id: Int32, _ limit: Float) -> Float
  ) {
    // Rows or columns of cells in the order in which the path meets them, along its longer side.
    let alongX: Bool = abs(translation.x) * spacingZ >= abs(translation.z) * spacingX
    let (o, d, h) =
      alongX
      ? (origin.x, translation.x, half.x) : (origin.z, translation.z, half.z)
    let (first, space) = alongX ? (firstX, spacingX) : (firstZ, spacingZ)
    let count: Int32 = alongX ? columns &- 1 : rows &- 1
    let slack: Float = (abs(o) + abs(d)) * 1e-6 + 1e-9
    let extent: Float = h + slack
    let (low, high) = (min(o, o + d * start) - extent, max(o, o + d * start) + extent)
    if high < first || low > first + space * Float(count) { return }
    let from: Int32 = alongX ? column(low) : row(low)
    let to: Int32 = alongX ? column(high) : row(high)
    var limit: Float = start
    var line: Int32 = d >= 0 ? from : to
    let step: Int32 = d >= 0 ? 1 : -1
    let other: Vector3 = half + Vector3(repeating: slack)
    while line >= from && line <= to {
      // The part of the path in which the box touches this row or column.
      let near: Float = first + space * Float(line)
      var enter: Float = 0
      var leave: Float = limit
      if d != 0 {
        let (p, q) = ((near - extent - o) / d, (near + space + extent - o) / d)
        enter = max(enter, min(p, q))
        leave = min(leave, max(p, q))
      }
      if enter > limit { return }
      if enter <= leave {
        limit = sweepLine(
          line, alongX, origin + translation * enter, origin + translation * leave, other, limit,
          visit)
        if limit < 0 { return }
      }
      line &+= step
    }
  }

  /// Visits the triangles of one row or column of cells that a box hits between two positions of
  /// its center.
  private func sweepLine(
    _ line: Int32, _ alongX: Bool, _ p: Vector3, _ q: Vector3, _ half: Vector3, _ start: Float,
    _ visit: (_ id: Int32, _ limit: Float) -> Float
  ) -> Float {
    let low: Vector3 = p.minimum(q) - half
    let high: Vector3 = p.maximum(q) + half
    let from: Int32 = alongX ? row(low.z) : column(low.x)
    let to: Int32 = alongX ? row(high.z) : column(high.x)
    var limit: Float = start
    var cell: Int32 = from
    while cell <= to {
      let isGoing: Bool = visitCell(alongX ? line : cell, alongX ? cell : line, low.y, high.y) {
        limit = visit($0, limit)
        return limit >= 0
      }
      if !isGoing { return limit }
      cell &+= 1
    }
    return limit
  }

  /// The nearest triangle whose front a ray hits, with the fraction.
  func rayCast(origin: Vector3, translation: Vector3) -> (id: Int32, fraction: Float)? {
    let ray = MeshRay(origin: origin, translation: translation, half: Vector3())
    var best: Int32 = -1
    var nearest: Float = 1
    sweep(origin: origin, translation: translation, half: Vector3(), limit: 1) { id, limit in
      let t: SurfaceTriangle = triangle(id)
      var block = TriangleBlock()
      (block.ax[0], block.ay[0], block.az[0]) = (t.a.x, t.a.y, t.a.z)
      (block.bx[0], block.by[0], block.bz[0]) = (t.b.x, t.b.y, t.b.z)
      (block.cx[0], block.cy[0], block.cz[0]) = (t.c.x, t.c.y, t.c.z)
      let fraction: Float = ray.cross(block, nearest)[0]
      if fraction < nearest || (fraction == nearest && (best < 0 || id < best)) {
        nearest = fraction
        best = id
      }
      return nearest
    }
    return best < 0 ? nil : (best, nearest)
  }
}
