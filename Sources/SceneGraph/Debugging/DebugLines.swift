import CaromCollision
import CaromMaths

/// Collects debug lines: circles, boxes and the edges of shapes.
struct DebugLines {
  private(set) var lines: [DebugLine] = []
  /// The maximum number of lines; further lines are dropped.
  static let maximumCount = 200_000
  var color = Color.white

  /// Adds a line in world space; lines that are not finite are skipped.
  mutating func line(_ a: Vector3, _ b: Vector3) {
    guard a.isFinite, b.isFinite, lines.count < Self.maximumCount else { return }
    lines.append(DebugLine(a, b, color))
  }

  /// Adds a circle or an ellipse around a point, spanned by two radius vectors.
  mutating func circle(_ center: Vector3, _ x: Vector3, _ y: Vector3, from: Int = 0, to: Int = 24) {
    var last = center + x
    for i in 0...24 {
      let angle = Float(i) * (2 * .pi / 24)
      let next = center + x * Portable.cos(angle) + y * Portable.sin(angle)
      if i > from, i <= to { line(last, next) }
      last = next
    }
  }

  /// Adds the edges of a box, transformed by a matrix.
  mutating func box(_ box: AABB, _ m: Matrix4) {
    guard !box.isEmpty else { return }
    let corners = (0..<8).map { i in
      m.apply(
        point: Vector3(
          i & 1 == 0 ? box.min.x : box.max.x, i & 2 == 0 ? box.min.y : box.max.y,
          i & 4 == 0 ? box.min.z : box.max.z))
    }
    for i in 0..<8 {
      for bit in [1, 2, 4] where i & bit == 0 { line(corners[i], corners[i | bit]) }
    }
  }

  /// Adds three circles of an ellipsoid, transformed by a matrix.
  mutating func ellipsoid(_ half: Vector3, _ m: Matrix4) {
    let center = m.translation
    let (x, y, z) = (m.linear.x * half.x, m.linear.y * half.y, m.linear.z * half.z)
    circle(center, x, y)
    circle(center, y, z)
    circle(center, z, x)
  }

  /// Adds an arrow from a point along a vector.
  mutating func arrow(_ from: Vector3, _ vector: Vector3) {
    let end = from + vector
    line(from, end)
    guard let along = vector.normalized else { return }
    let side = along.perpendicular * (0.15 * vector.length)
    line(end, end - vector * 0.25 + side)
    line(end, end - vector * 0.25 - side)
  }

  /// Adds a cross at a point.
  mutating func cross(_ p: Vector3, _ size: Float) {
    for axis in [Vector3.unitX, .unitY, .unitZ] { line(p - axis * size, p + axis * size) }
  }

  // MARK: Shapes

  /// Adds the edges of a shape.
  mutating func shape(_ shape: Shape, _ transform: Transform) {
    for number in 0..<shape.leafCount {
      let leaf = shape.leaf(at: number)
      add(leaf.shape, Matrix4(transform * leaf.placement))
    }
  }

  private mutating func add(_ shape: Shape, _ m: Matrix4) {
    var sink = TransformedLines(lines: DebugLines(), matrix: m)
    swap(&sink.lines, &self)
    shape.addWireframe(to: &sink)
    swap(&sink.lines, &self)
  }
}

/// Adds the lines of a shape, which are in its local space, as lines of the world.
private struct TransformedLines: WireframeSink {
  var lines: DebugLines
  let matrix: Matrix4

  mutating func line(_ a: Vector3, _ b: Vector3) {
    lines.line(matrix.apply(point: a), matrix.apply(point: b))
  }

  mutating func arc(_ center: Vector3, _ x: Vector3, _ y: Vector3, segments: Int) {
    lines.circle(
      matrix.apply(point: center), matrix.apply(vector: x), matrix.apply(vector: y), to: segments)
  }

  mutating func box(_ box: AABB) { lines.box(box, matrix) }

  mutating func frustum(bottom: Float, top: Float, halfHeight: Float) {
    let (x, y, z) = (matrix.linear.x, matrix.linear.y, matrix.linear.z)
    let low = matrix.translation - y * halfHeight
    let high = matrix.translation + y * halfHeight
    if bottom > 0 { lines.circle(low, x * bottom, z * bottom) }
    if top > 0 { lines.circle(high, x * top, z * top) }
    for side in [x, -x, z, -z] { lines.line(low + side * bottom, high + side * top) }
  }
}
