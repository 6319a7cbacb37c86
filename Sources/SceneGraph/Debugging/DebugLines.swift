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
    func p(_ x: Float, _ y: Float, _ z: Float) -> Vector3 { m.apply(point: Vector3(x, y, z)) }
    let (x, y, z) = (m.linear.x, m.linear.y, m.linear.z)
    switch shape {
    case .sphere(let s): ellipsoid(Vector3(repeating: s.radius), m)
    case .box(let b): box(AABB(min: -b.halfExtents, max: b.halfExtents), m)
    case .capsule(let c):
      let (r, h) = (c.radius, c.halfLength)
      for end in [-h, h] {
        circle(p(0, end, 0), x * r, z * r)
        let up = y * (end < 0 ? -r : r)
        circle(p(0, end, 0), x * r, up, to: 12)
        circle(p(0, end, 0), z * r, up, to: 12)
      }
      for (a, b) in [(r, 0), (-r, 0), (0, r), (0, -r)] { line(p(a, -h, b), p(a, h, b)) }
    case .cylinder(let c): frustum(m, c.radius, c.radius, c.halfHeight)
    case .cone(let c): frustum(m, c.bottomRadius, c.topRadius, c.halfHeight)
    case .plane:
      for i in -5...5 {
        line(p(Float(i), 0, -5), p(Float(i), 0, 5))
        line(p(-5, 0, Float(i)), p(5, 0, Float(i)))
      }
    case .pyramid(let s):
      let (x, z) = (s.width * 0.5, s.length * 0.5)
      let feet = [p(-x, 0, -z), p(x, 0, -z), p(x, 0, z), p(-x, 0, z)]
      for i in 0..<4 {
        line(feet[i], feet[(i + 1) % 4])
        line(feet[i], p(0, s.height, 0))
      }
    case .hull(let hull):
      let corners = hull.vertices.map { m.apply(point: $0) }
      // Each edge belongs to two faces, once in either direction.
      for face in hull.faces {
        for i in face.indices {
          let (a, b) = (face[i], face[(i + 1) % face.count])
          if a < b { line(corners[a], corners[b]) }
        }
      }
    case .mesh(let mesh):
      let corners = mesh.vertices.map { m.apply(point: $0) }
      for t in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
        for i in 0..<3 {
          line(corners[Int(mesh.indices[t + i])], corners[Int(mesh.indices[t + (i + 1) % 3])])
        }
      }
    case .heightField(let field): box(field.localBounds, m)
    case .compound(let whole):
      for child in whole.children { add(child.shape, m * Matrix4(child.placement)) }
    }
  }

  private mutating func frustum(_ m: Matrix4, _ bottom: Float, _ top: Float, _ half: Float) {
    let (x, y, z) = (m.linear.x, m.linear.y, m.linear.z)
    let (low, high) = (m.translation - y * half, m.translation + y * half)
    if bottom > 0 { circle(low, x * bottom, z * bottom) }
    if top > 0 { circle(high, x * top, z * top) }
    for side in [x, -x, z, -z] { line(low + side * bottom, high + side * top) }
  }
}
