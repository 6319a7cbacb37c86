import CaromMaths

/// Up to four triangles: each coordinate of each vertex in four lanes.
///
/// Empty lanes hold infinity, which no box overlaps and no ray hits.
struct TriangleBlock {
  var ax = F4(repeating: .infinity)
  var ay = F4(repeating: .infinity)
  var az = F4(repeating: .infinity)
  var bx = F4(repeating: .infinity)
  var by = F4(repeating: .infinity)
  var bz = F4(repeating: .infinity)
  var cx = F4(repeating: .infinity)
  var cy = F4(repeating: .infinity)
  var cz = F4(repeating: .infinity)
}

/// The boxes of up to four children, in four lanes.
///
/// A child that is not negative is another node; a negative one is the block −1 − child. Empty
/// lanes hold an empty box.
struct MeshNode {
  var minX = F4(repeating: .infinity)
  var minY = F4(repeating: .infinity)
  var minZ = F4(repeating: .infinity)
  var maxX = F4(repeating: -.infinity)
  var maxY = F4(repeating: -.infinity)
  var maxZ = F4(repeating: -.infinity)
  var children = SIMD4<Int32>(repeating: 0)
}

/// The data of a triangle besides the coordinates of its vertices.
struct TriangleRecord {
  var cornerA: Int32 = -1
  var cornerB: Int32 = -1
  var cornerC: Int32 = -1
  /// The index of the triangle in the input.
  var original: Int32 = -1
}

/// The immutable storage of a ``MeshShape``: triangles in blocks of four under a tree of boxes.
///
/// The number of a triangle is four times the index of its block plus its lane. A traversal visits
/// these numbers in ascending order.
final class TriangleMesh: @unchecked Sendable {
  /// The cleaned input: the vertices in use, each position once.
  let vertices: [Vector3]
  /// Three indices into ``vertices`` for each triangle with an area, in the input order.
  let indices: [Int32]
  /// For each such triangle its index in the input.
  let originals: [Int32]
  let bounds: AABB
  /// The distance from the origin to the farthest corner.
  let outerRadius: Float
  /// A hash of vertices and indices.
  let contentHash: UInt64
  let view: MeshView
  private let blockCount: Int
  private let nodeCount: Int

  init(_ cleaned: CleanMesh) {
    vertices = cleaned.vertices
    indices = cleaned.indices
    originals = cleaned.originals
    var box = AABB.empty
    var farthest: Float = 0
    var hash = StateHash()
    for vertex in cleaned.vertices {
      box = box.union(vertex)
      farthest = max(farthest, vertex.lengthSquared)
      hash.combine(vertex)
    }
    cleaned.indices.withUnsafeBytes { hash.combine(bytes: $0) }
    bounds = box
    outerRadius = farthest.squareRoot()
    contentHash = hash.value
    var builder = MeshTreeBuilder(cleaned)
    builder.build()
    nodeCount = builder.nodes.count
    blockCount = builder.blocks.count
    let nodes = UnsafeMutablePointer<MeshNode>.allocate(capacity: nodeCount)
    nodes.initialize(from: builder.nodes, count: nodeCount)
    let blocks = UnsafeMutablePointer<TriangleBlock>.allocate(capacity: blockCount)
    blocks.initialize(from: builder.blocks, count: blockCount)
    let records = UnsafeMutablePointer<TriangleRecord>.allocate(capacity: blockCount * 4)
    records.initialize(from: builder.records, count: blockCount * 4)
    view = MeshView(
      nodes: UnsafePointer(nodes), blocks: UnsafePointer(blocks), records: UnsafePointer(records))
  }

  deinit {
    view.nodes.deallocate()
    view.blocks.deallocate()
    view.records.deallocate()
  }

  /// True when two meshes have the same triangles in the same order.
  static func isSame(_ a: TriangleMesh, _ b: TriangleMesh) -> Bool {
    if a === b { return true }
    return a.contentHash == b.contentHash && a.indices == b.indices && a.vertices == b.vertices
  }
}

/// Unowned access to a ``TriangleMesh`` for contacts and casts.
///
/// Valid as long as the mesh, which the collided shape retains.
struct MeshView {
  let nodes: UnsafePointer<MeshNode>
  let blocks: UnsafePointer<TriangleBlock>
  let records: UnsafePointer<TriangleRecord>
}

extension MeshView {
  /// The triangle with a number.
  @inline(__always) func triangle(_ id: Int32) -> SurfaceTriangle {
    let index: Int = Int(id)
    // Nine vectors of four numbers: a lane is a column.
    let column: UnsafePointer<Float> =
      UnsafeRawPointer(blocks + (index &>> 2)).assumingMemoryBound(to: Float.self) + (index & 3)
    let record: UnsafePointer<TriangleRecord> = records + index
    return SurfaceTriangle(
      a: Vector3(column[0], column[4], column[8]), b: Vector3(column[12], column[16], column[20]),
      c: Vector3(column[24], column[28], column[32]), cornerA: record.pointee.cornerA,
      cornerB: record.pointee.cornerB, cornerC: record.pointee.cornerC, id: id)
  }
}
