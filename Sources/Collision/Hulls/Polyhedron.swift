import CaromMaths

/// A convex polyhedron as flat rows of numbers for the inner loops; it does not own the memory.
///
/// A row holds one component of four elements, in blocks: x, y and z of vertices 0 to 3, then of 4
/// to 7. The last block is padded with copies of the first element, which never replace it in a
/// comparison.
struct Polyhedron: BitwiseCopyable {
  var vertexCount: Int
  var faceCount: Int
  /// The number of edges; each is counted once, not once per face.
  var edgeCount: Int
  /// The center of a sphere inside, and its radius.
  var center: Vector3
  var innerRadius: Float
  /// The single vertices; the fourth lane is zero.
  var points: UnsafeMutablePointer<F4>
  /// The outward unit normals of the faces; the fourth lane is the plane's distance from the
  /// origin.
  var planes: UnsafeMutablePointer<F4>
  /// Three rows per block.
  var vertexRows: UnsafeMutablePointer<F4>
  /// Four rows per block: the normal and the offset.
  var faceRows: UnsafeMutablePointer<F4>
  /// Fourteen rows per block; see ``EdgeRow``.
  var edgeRows: UnsafeMutablePointer<F4>
  var edges: UnsafeMutablePointer<HullEdge>
  var faces: UnsafeMutablePointer<HullFace>
  /// The half-edges; those of a face are consecutive.
  var halfEdges: UnsafeMutablePointer<HalfEdge>

  /// The rows of an edge block.
  enum EdgeRow {
    /// The normals of the faces to the left and to the right, as seen along the edge from outside.
    static let left = 0
    static let right = 3
    /// From tail to head, unit length: left × right points that way.
    static let direction = 6
    static let tail = 9
    static let length = 12
    /// The cosine between the two normals.
    static let cosine = 13
    static let count = 14
  }

  @inline(__always) static func blocks(_ count: Int) -> Int { (count &+ 3) &>> 2 }

  @inline(__always) func point(_ index: Int) -> Vector3 {
    let p: F4 = points[index]
    return Vector3(p.x, p.y, p.z)
  }

  @inline(__always) func normal(_ face: Int) -> Vector3 {
    let p: F4 = planes[face]
    return Vector3(p.x, p.y, p.z)
  }

  /// A point inside near `p`, or `p` itself if that is inside.
  ///
  /// Repeatedly projects onto the plane that the point is farthest above.
  func clamped(_ p: Vector3) -> Vector3 {
    var p = p
    for _ in 0..<16 {
      var (worst, height) = (-1, Float(0))
      for face in 0..<faceCount {
        let here: Float = normal(face).dot(p) - planes[face].w
        if here > height { (worst, height) = (face, here) }
      }
      if worst < 0 { break }
      p -= normal(worst) * height
    }
    return p
  }

  /// The greatest dot product of a vertex with `d`, which need not have unit length.
  @inline(__always) func supportExtent(_ d: Vector3) -> Float {
    let (x, y, z) = (F4(repeating: d.x), F4(repeating: d.y), F4(repeating: d.z))
    var best: F4 = vertexRows[0] * x + vertexRows[1] * y + vertexRows[2] * z
    let count: Int = Self.blocks(vertexCount)
    var rows: UnsafeMutablePointer<F4> = vertexRows + 3
    var block: Int = 1
    while block < count {
      best = vmax(rows[0] * x + rows[1] * y + rows[2] * z, best)
      rows += 3
      block &+= 1
    }
    return greatestLane(best)
  }

  /// The vertex farthest along `d`, which need not have unit length; the first of equals.
  @inline(__always) func support(_ d: Vector3) -> Int {
    let (x, y, z) = (F4(repeating: d.x), F4(repeating: d.y), F4(repeating: d.z))
    var best: F4 = vertexRows[0] * x + vertexRows[1] * y + vertexRows[2] * z
    var indices = SIMD4<Int32>(0, 1, 2, 3)
    var current: SIMD4<Int32> = indices
    let count: Int = Self.blocks(vertexCount)
    var rows: UnsafeMutablePointer<F4> = vertexRows + 3
    var block: Int = 1
    while block < count {
      current = current &+ SIMD4<Int32>(repeating: 4)
      let height: F4 = rows[0] * x + rows[1] * y + rows[2] * z
      let isHigher: SIMD4<Int32> = bits(height .> best)
      best = vmax(height, best)
      indices = select(isHigher, current, indices)
      rows += 3
      block &+= 1
    }
    return Int(indexOfGreatest(best, indices))
  }

  /// The face whose normal is closest to `d`; the first of equals.
  @inline(__always) func face(along d: Vector3) -> Int {
    let (x, y, z) = (F4(repeating: d.x), F4(repeating: d.y), F4(repeating: d.z))
    var best: F4 = faceRows[0] * x + faceRows[1] * y + faceRows[2] * z
    var indices = SIMD4<Int32>(0, 1, 2, 3)
    var current: SIMD4<Int32> = indices
    let count: Int = Self.blocks(faceCount)
    var rows: UnsafeMutablePointer<F4> = faceRows + 4
    var block: Int = 1
    while block < count {
      current = current &+ SIMD4<Int32>(repeating: 4)
      let height: F4 = rows[0] * x + rows[1] * y + rows[2] * z
      let isHigher: SIMD4<Int32> = bits(height .> best)
      best = vmax(height, best)
      indices = select(isHigher, current, indices)
      rows += 4
      block &+= 1
    }
    return Int(indexOfGreatest(best, indices))
  }
}

/// The index that belongs to the greatest lane; the least index of equals.
@inline(__always)
func indexOfGreatest(_ v: F4, _ indices: SIMD4<Int32>) -> Int32 {
  var (best, at) = (v.x, indices.x)
  if v.y > best || (v.y == best && indices.y < at) { (best, at) = (v.y, indices.y) }
  if v.z > best || (v.z == best && indices.z < at) { (best, at) = (v.z, indices.z) }
  if v.w > best || (v.w == best && indices.w < at) { (best, at) = (v.w, indices.w) }
  return at
}

/// An edge of a polyhedron from tail to head, with the faces to its left and right.
struct HullEdge: BitwiseCopyable {
  var tail: UInt16
  var head: UInt16
  var left: UInt16
  var right: UInt16
}

/// A face: its half-edges are `first ..< first + count`, counterclockwise from outside.
struct HullFace: BitwiseCopyable {
  var first: UInt16
  var count: UInt16
  /// Whether vertices of other faces lie near the plane, as where an almost flat side consists of
  /// several faces.
  var isFacet = false
}

/// One side of an edge: it starts at a vertex, runs along its face, and has a twin on the other
/// face.
struct HalfEdge: BitwiseCopyable {
  var origin: UInt16
  var face: UInt16
  var twin: UInt16
  var edge: UInt16
}
