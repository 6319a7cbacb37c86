import CaromMaths

/// The triangles of a mesh after validation: coincident vertices are merged and degenerate
/// triangles removed.
struct CleanMesh {
  var vertices: [Vector3] = []
  var indices: [Int32] = []
  /// For each triangle its index in the input.
  var originals: [Int32] = []

  /// The maximum number of triangles, and of vertices, of a mesh.
  static let limit: Int = 1 << 24

  /// Validates and cleans a mesh; throws when no valid triangle is left.
  init(vertices given: [Vector3], indices givenIndices: [Int32]) throws(ShapeError) {
    if given.isEmpty { throw ShapeError("a mesh has no vertices; it needs at least three") }
    if givenIndices.isEmpty { throw ShapeError("a mesh has no triangles; it needs at least one") }
    if givenIndices.count % 3 != 0 {
      throw ShapeError(
        "a mesh has \(givenIndices.count) indices; a multiple of three is accepted"
      )
    }
    if given.count > Self.limit || givenIndices.count / 3 > Self.limit {
      throw ShapeError(
        "a mesh has \(given.count) vertices and \(givenIndices.count / 3) triangles; at most "
          + "\(Self.limit) of each are allowed")
    }
    for (index, vertex) in given.enumerated() {
      let isInside = vertex.isFinite && vertex.magnitudes.greatest <= ShapeLimits.maxSize
      if !isInside {
        throw ShapeError(
          "vertex \(index) is at \(vertex); each coordinate must be a number of at most "
            + "\(ShapeLimits.maxSize) m")
      }
    }
    for (position, index) in givenIndices.enumerated() where index < 0 || Int(index) >= given.count
    {
      throw ShapeError(
        "triangle \(position / 3) names vertex \(index); there are \(given.count), counted from 0")
    }
    weld(given, givenIndices)
    if indices.isEmpty {
      throw ShapeError("no triangle of a mesh has an area; at least one must")
    }
  }

  /// The triangles with finite corners as they are given: neither checked further nor merged.
  init(finiteTrianglesOf given: [Vector3], _ givenIndices: [Int32]) {
    // Twice this size still has a finite square.
    let isFinite = given.map { $0.isFinite && $0.magnitudes.greatest <= 1e15 }
    vertices = zip(given, isFinite).map { $1 ? $0 : .zero }
    indices.reserveCapacity(givenIndices.count)
    for triangle in 0..<givenIndices.count / 3 {
      let corners = givenIndices[(triangle * 3)..<(triangle * 3 + 3)]
      guard corners.allSatisfy({ isFinite[Int($0)] }) else { continue }
      indices.append(contentsOf: corners)
      originals.append(Int32(triangle))
    }
  }

  /// Merges coincident vertices, and removes triangles whose vertices lie on a line.
  private mutating func weld(_ given: [Vector3], _ givenIndices: [Int32]) {
    var isUsed = [Bool](repeating: false, count: given.count)
    for triangle in 0..<givenIndices.count / 3 {
      let corners = (0..<3).map { Int(givenIndices[triangle * 3 + $0]) }
      if Self.isFlat(given[corners[0]], given[corners[1]], given[corners[2]]) { continue }
      for corner in corners { isUsed[corner] = true }
      originals.append(Int32(triangle))
    }
    var table = VertexTable(capacity: given.count)
    let renamed = given.indices.map { vertex in
      isUsed[vertex] ? table.index(of: given[vertex], in: &vertices) : -1
    }
    indices.reserveCapacity(originals.count * 3)
    for triangle in originals {
      for corner in 0..<3 {
        indices.append(renamed[Int(givenIndices[Int(triangle) * 3 + corner])])
      }
    }
  }

  /// True when the height of a triangle is less than a millionth of its longest side.
  private static func isFlat(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Bool {
    let (ab, ac) = (Double3(b) - Double3(a), Double3(c) - Double3(a))
    let bc = Double3(c) - Double3(b)
    let longest: Double = max(ab.lengthSquared, max(ac.lengthSquared, bc.lengthSquared))
    return ab.cross(ac).lengthSquared <= 1e-12 * longest * longest || longest < 1e-16
  }
}

/// An open-addressing hash table of vertices by the bits of their coordinates.
private struct VertexTable {
  var slots: [Int32]
  var mask: Int

  init(capacity: Int) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    mask = size - 1
  }

  /// The index of a vertex at a position; the first vertex there is appended.
  mutating func index(of vertex: Vector3, in vertices: inout [Vector3]) -> Int32 {
    // Adding zero turns a negative zero into a positive one.
    let v = vertex + Vector3.zero
    var hash: UInt64 = UInt64(v.x.bitPattern)
    hash = (hash ^ UInt64(v.y.bitPattern) << 21) &* 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ UInt64(v.z.bitPattern)) &* 0xc2b2_ae3d_27d4_eb4f
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] >= 0 {
      if vertices[Int(slots[slot])] == v { return slots[slot] }
      slot = (slot + 1) & mask
    }
    let index = Int32(vertices.count)
    slots[slot] = index
    vertices.append(v)
    return index
  }
}
