import CaromCollision
import CaromMaths

/// Surfaces for tests, and exact brute-force results for them.
enum MeshSamples {
  /// A grid of `count`² cells of `size` meters around the origin, two triangles each, front up.
  static func grid(
    _ count: Int, size: Float, height: (Float, Float) -> Float = { _, _ in 0 }
  ) -> (vertices: [Vector3], indices: [Int32]) {
    var vertices: [Vector3] = []
    var indices: [Int32] = []
    let half = 0.5 * Float(count) * size
    for row in 0...count {
      for column in 0...count {
        let (x, z) = (Float(column) * size - half, Float(row) * size - half)
        vertices.append(Vector3(x, height(x, z), z))
      }
    }
    for row in 0..<count {
      for column in 0..<count {
        let a = Int32(row * (count + 1) + column)
        let (b, c, d) = (a + 1, a + Int32(count) + 1, a + Int32(count) + 2)
        indices += [a, c, b, b, c, d]
      }
    }
    return (vertices, indices)
  }

  static func mesh(
    _ count: Int, size: Float, height: (Float, Float) -> Float = { _, _ in 0 }
  ) throws -> MeshShape {
    let (vertices, indices) = grid(count, size: size, height: height)
    return try MeshShape(vertices: vertices, indices: indices)
  }

  /// Hills of half a meter.
  static func hills(_ x: Float, _ z: Float) -> Float {
    0.5 * Portable.sin(1.3 * x) * Portable.cos(0.9 * z)
  }

  /// The heights of a grid as a field.
  static func field(
    _ count: Int, size: Float, height: (Float, Float) -> Float
  ) throws -> HeightFieldShape {
    try HeightFieldShape(
      heights: grid(count, size: size, height: height).vertices.map(\.y), columns: count + 1,
      spacingX: size, spacingZ: size)
  }

  /// The eight triangles of a box's faces cut by one diagonal each, front outwards.
  static func box(_ h: Vector3) throws -> MeshShape {
    let corners = (0..<8).map {
      Vector3($0 & 1 == 0 ? -h.x : h.x, $0 & 2 == 0 ? -h.y : h.y, $0 & 4 == 0 ? -h.z : h.z)
    }
    let faces: [[Int32]] = [
      [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6],
    ]
    return try MeshShape(
      vertices: corners, indices: faces.flatMap { [$0[0], $0[1], $0[2], $0[0], $0[2], $0[3]] })
  }

  /// The corners of a mesh's triangles.
  static func triangles(_ mesh: MeshShape) -> [(Vector3, Vector3, Vector3)] {
    (0..<mesh.triangleCount).map { t in
      let corner = { mesh.vertices[Int(mesh.indices[t * 3 + $0])] }
      return (corner(0), corner(1), corner(2))
    }
  }

  /// The distance from a point to a triangle in 64 bits, by the plane and the three sides.
  static func distance(_ p: Vector3, _ t: (Vector3, Vector3, Vector3)) -> Double {
    let corners = [t.0, t.1, t.2].map { Wide($0) - Wide(p) }
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0])
    var isOver = true
    var best = Double.infinity
    for k in 0..<3 {
      let (a, b) = (corners[k], corners[(k + 1) % 3])
      let side = b - a
      if normal.dot(side.cross(a * -1)) < 0 { isOver = false }
      let along = min(1, max(0, -a.dot(side) / side.dot(side)))
      let nearest = a + side * along
      best = min(best, nearest.dot(nearest).squareRoot())
    }
    return isOver ? abs(normal.dot(corners[0])) / normal.dot(normal).squareRoot() : best
  }
}

/// Three numbers in 64 bits.
struct Wide {
  var x: Double
  var y: Double
  var z: Double
  init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }
  init(_ v: Vector3) { self.init(Double(v.x), Double(v.y), Double(v.z)) }
  static func - (a: Wide, b: Wide) -> Wide { Wide(a.x - b.x, a.y - b.y, a.z - b.z) }
  static func + (a: Wide, b: Wide) -> Wide { Wide(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func * (a: Wide, s: Double) -> Wide { Wide(a.x * s, a.y * s, a.z * s) }
  func dot(_ o: Wide) -> Double { x * o.x + y * o.y + z * o.z }
  func cross(_ o: Wide) -> Wide {
    Wide(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }
}

/// All manifolds of a pair, as an array.
func allManifolds(
  _ a: Shape, _ ta: Transform, _ b: Shape, _ tb: Transform, margin: Float
) -> [Manifold] {
  var cache = ManifoldCache()
  return [Manifold](unsafeUninitializedCapacity: maxManifoldCount) { buffer, count in
    guard let out = buffer.baseAddress else { return }
    for k in 0..<maxManifoldCount { (out + k).initialize(to: Manifold()) }
    count = collide(a, ta, b, tb, margin: margin, cache: &cache, into: out)
  }
}
