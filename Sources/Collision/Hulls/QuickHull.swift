import CaromMaths

/// The convex hull of points as triangles, computed exactly: no decision depends on rounding.
///
/// The points are rounded to a grid of 2²⁵ to 2²⁶ cells along their greatest extent, finer than the
/// resolution of 32-bit numbers of that size, and all further arithmetic is in integers. Coplanar,
/// collinear and coincident points need no tolerance, and every step has a closed hull.
///
/// - Source: C. Barber, D. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996;
///   D. Gregorius, "Implementing QuickHull", GDC 2014 (the farthest point of all is added first, so
///   that stopping early leaves a good hull).
struct QuickHull {
  /// A triangle, counterclockwise from outside, and its neighbors across its edges.
  struct Triangle {
    /// Edge i starts at corner i and ends at corner i + 1.
    var corners: (Int32, Int32, Int32)
    /// The triangle across edge i.
    var neighbors: (Int32, Int32, Int32) = (-1, -1, -1)
    var normal: GridPoint
    /// The length of ``normal``.
    var scale: Double
    var isAlive = true
    /// The points above this triangle, the farthest of them, and its distance.
    var outside: [Int32] = []
    var farthest: Int32 = -1
    var distance: Double = 0

    func corner(_ i: Int) -> Int32 { i == 0 ? corners.0 : (i == 1 ? corners.1 : corners.2) }
    func neighbor(_ i: Int) -> Int32 {
      i == 0 ? neighbors.0 : (i == 1 ? neighbors.1 : neighbors.2)
    }
    mutating func join(_ i: Int, _ other: Int32) {
      switch i {
      case 0: neighbors.0 = other
      case 1: neighbors.1 = other
      default: neighbors.2 = other
      }
    }
  }

  /// A point on the grid, or the difference or cross product of points.
  struct GridPoint: Hashable {
    var x: Int64
    var y: Int64
    var z: Int64

    static func - (a: GridPoint, b: GridPoint) -> GridPoint {
      GridPoint(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }
    /// Exact for differences of points: 26 bits times 26 bits, twice.
    func cross(_ o: GridPoint) -> GridPoint {
      GridPoint(x: y * o.z - z * o.y, y: z * o.x - x * o.z, z: x * o.y - y * o.x)
    }
    /// Exact for a cross product and a difference, in 82 bits.
    func dot(_ o: GridPoint) -> Int128 {
      Int128(x) * Int128(o.x) + Int128(y) * Int128(o.y) + Int128(z) * Int128(o.z)
    }
    var length: Double {
      let (a, b, c) = (Double(x), Double(y), Double(z))
      return (a * a + b * b + c * c).squareRoot()
    }
  }

  /// All triangles, including removed ones; those of the hull are alive.
  private(set) var triangles: [Triangle] = []
  private let grid: [GridPoint]

  /// Finds the hull of finite points with at most `limit` corners, at least four.
  ///
  /// With more points on the hull, the farthest are used and the hull is slightly smaller.
  /// - Throws: A ``ShapeError`` when all points are coincident, collinear or coplanar.
  init(_ points: [Vector3], limit: Int) throws(ShapeError) {
    grid = Self.onGrid(points)
    let (first, rest) = try start()
    assign(rest, to: first)
    var count = 4
    while count < limit, let next = farthestTriangle() {
      expand(next)
      count += 1
    }
  }

  private static func onGrid(_ points: [Vector3]) -> [GridPoint] {
    var box = AABB.empty
    for p in points { box = box.union(p) }
    let extent = Double(max(box.size.x, max(box.size.y, box.size.z)))
    guard extent > 0, extent.isFinite else {
      return points.map { _ in GridPoint(x: 0, y: 0, z: 0) }
    }
    // A power of two, so that scaling is exact.
    let scale = Double(sign: .plus, exponent: 25 - extent.exponent, significand: 1)
    func cell(_ value: Float, _ low: Float) -> Int64 {
      Int64(((Double(value) - Double(low)) * scale).rounded())
    }
    return points.map {
      GridPoint(x: cell($0.x, box.min.x), y: cell($0.y, box.min.y), z: cell($0.z, box.min.z))
    }
  }

  // MARK: Building

  /// Creates the first tetrahedron from distant points; returns its triangles and all other points.
  private mutating func start() throws(ShapeError) -> ([Int32], [Int32]) {
    let g = grid
    var a = 0
    for i in g.indices where (g[i].x, g[i].y, g[i].z) < (g[a].x, g[a].y, g[a].z) { a = i }
    var (b, maxValue) = (a, 0.0)
    for i in g.indices where (g[i] - g[a]).length > maxValue {
      (b, maxValue) = (i, (g[i] - g[a]).length)
    }
    if maxValue == 0 { throw ShapeError("all points are in one place") }
    var c = a
    maxValue = 0
    for i in g.indices {
      let area = (g[b] - g[a]).cross(g[i] - g[a]).length
      if area > maxValue { (c, maxValue) = (i, area) }
    }
    if maxValue == 0 { throw ShapeError("all points lie on one line") }
    let normal = (g[b] - g[a]).cross(g[c] - g[a])
    var (d, height) = (a, Int128(0))
    for i in g.indices {
      let here = normal.dot(g[i] - g[a])
      if here.magnitude > height.magnitude { (d, height) = (i, here) }
    }
    if height == 0 { throw ShapeError("all points lie in one plane") }
    // The fourth corner must lie below the first triangle.
    if height > 0 { swap(&b, &c) }
    let (p, q, r, s) = (Int32(a), Int32(b), Int32(c), Int32(d))
    let made = [make(p, q, r), make(p, s, q), make(q, s, r), make(r, s, p)]
    triangles[0].neighbors = (1, 2, 3)
    triangles[1].neighbors = (3, 2, 0)
    triangles[2].neighbors = (1, 3, 0)
    triangles[3].neighbors = (2, 1, 0)
    return (made, g.indices.map { Int32($0) }.filter { $0 != p && $0 != q && $0 != r && $0 != s })
  }

  private mutating func make(_ a: Int32, _ b: Int32, _ c: Int32) -> Int32 {
    let (p, q, r) = (grid[Int(a)], grid[Int(b)], grid[Int(c)])
    let normal = (q - p).cross(r - p)
    triangles.append(Triangle(corners: (a, b, c), normal: normal, scale: normal.length))
    return Int32(triangles.count - 1)
  }

  /// Positive when the point lies outside the triangle's plane; exact.
  private func height(_ point: Int32, over triangle: Int32) -> Int128 {
    let t = triangles[Int(triangle)]
    return t.normal.dot(grid[Int(point)] - grid[Int(t.corners.0)])
  }

  /// Assigns each point to the triangle that it is farthest above; points above none are inside.
  private mutating func assign(_ points: [Int32], to candidates: [Int32]) {
    for point in points {
      var (best, maxValue) = (Int32(-1), 0.0)
      for candidate in candidates {
        let height = height(point, over: candidate)
        guard height > 0 else { continue }
        let distance = Double(height) / triangles[Int(candidate)].scale
        if distance > maxValue { (best, maxValue) = (candidate, distance) }
      }
      guard best >= 0 else { continue }
      triangles[Int(best)].outside.append(point)
      if maxValue > triangles[Int(best)].distance {
        triangles[Int(best)].distance = maxValue
        triangles[Int(best)].farthest = point
      }
    }
  }

  private func farthestTriangle() -> Int32? {
    var (best, maxValue) = (-1, 0.0)
    for i in triangles.indices where triangles[i].isAlive && triangles[i].distance > maxValue {
      (best, maxValue) = (i, triangles[i].distance)
    }
    return best < 0 ? nil : Int32(best)
  }

  /// Adds the farthest point of a triangle to the hull.
  private mutating func expand(_ seed: Int32) {
    let eye = triangles[Int(seed)].farthest
    // All triangles whose planes the point is strictly above. They are connected, and no edge of
    // their outline is collinear with the point.
    var visible = [seed]
    triangles[Int(seed)].isAlive = false
    var outline: [(from: Int32, to: Int32, beyond: Int32)] = []
    var next = 0
    while next < visible.count {
      let t = triangles[Int(visible[next])]
      next += 1
      for edge in 0..<3 {
        let beyond = t.neighbor(edge)
        if !triangles[Int(beyond)].isAlive { continue }
        if height(eye, over: beyond) > 0 {
          triangles[Int(beyond)].isAlive = false
          visible.append(beyond)
        }
      }
    }
    for seen in visible {
      let t = triangles[Int(seen)]
      for edge in 0..<3 where triangles[Int(t.neighbor(edge))].isAlive {
        outline.append((t.corner(edge), t.corner((edge + 1) % 3), t.neighbor(edge)))
      }
    }
    var made: [Int32] = []
    var startingAt: [Int32: Int32] = [:]
    for (from, to, beyond) in outline {
      let fresh = make(from, to, eye)
      made.append(fresh)
      startingAt[from] = fresh
      triangles[Int(fresh)].join(0, beyond)
      for edge in 0..<3 where triangles[Int(beyond)].corner(edge) == to {
        triangles[Int(beyond)].join(edge, fresh)
      }
    }
    for fresh in made {
      guard let after = startingAt[triangles[Int(fresh)].corners.1] else { continue }
      triangles[Int(fresh)].join(1, after)
      triangles[Int(after)].join(2, fresh)
    }
    for seen in visible {
      let left = triangles[Int(seen)].outside.filter { $0 != eye }
      triangles[Int(seen)].outside = []
      assign(left, to: made)
    }
  }
}
