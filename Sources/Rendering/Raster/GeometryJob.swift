import CaromMaths

/// A range of a draw's vertices or triangles.
struct GeometryChunk: BitwiseCopyable {
  /// The maximum size of a chunk; independent of the thread count, so that the order is too.
  static let size = 2_048
  /// The index of the draw in the frame, or of the entry in the vertex cache.
  var source: Int
  /// The index of the draw in drawing order.
  var draw: Int
  /// The first vertex of the mesh, or the position of the first vertex index.
  var first: Int
  var count: Int
  /// The offset of the draw's vertices in the vertex cache.
  var firstVertex: Int
  /// The offset of the chunk's triangles.
  var firstTriangle = 0
  /// The number of triangles that need no clipping.
  var visibleCount = 0
  /// The number of triangles that need clipping.
  var clippedCount = 0
}

/// Projects vertices and sets up triangles, chunk by chunk, in any order and on any thread.
struct GeometryJob: @unchecked Sendable {
  // Unchecked because of the pointers: each chunk writes its own memory, and everything else is
  // only read.

  let draws: [RenderFrame.Draw]
  let view: ViewTransform
  let vertices: UnsafeMutablePointer<RasterVertex>
  let screen: UnsafeMutablePointer<ScreenVertex>
  let triangles: UnsafeMutablePointer<RasterTriangle>
  let vertexChunks: UnsafeMutablePointer<GeometryChunk>
  let triangleChunks: UnsafeMutablePointer<GeometryChunk>

  /// Projects the vertices of a chunk to the screen.
  func project(_ chunkIndex: Int) {
    let chunk = vertexChunks[chunkIndex]
    var i = chunk.firstVertex &+ chunk.first
    let end = i &+ chunk.count
    while i < end {
      let position: F4 = vertices[i].position
      (screen + i).initialize(to: ScreenVertex(position, view.clip(position), view))
      i = i &+ 1
    }
  }

  /// Sets up the triangles of a chunk; those that need clipping are stored from the chunk's end
  /// backwards.
  func setUp(_ chunkIndex: Int) {
    let chunk = triangleChunks + chunkIndex
    let mesh = draws[chunk.pointee.source].mesh
    let context = TriangleContext(
      draws[chunk.pointee.source], UInt32(chunk.pointee.draw), view)
    let offset = UInt32(chunk.pointee.firstVertex)
    let output = triangles + chunk.pointee.firstTriangle
    let s = UnsafePointer(screen)
    var visibleCount = 0
    var last = chunk.pointee.count
    var i = chunk.pointee.first
    let end = i &+ chunk.pointee.count &* 3
    guard let indices = mesh.indices.baseAddress else { return }
    while i < end {
      let a = indices[i] &+ offset
      let b = indices[i &+ 1] &+ offset
      let c = indices[i &+ 2] &+ offset
      i = i &+ 3
      let (oa, ob, oc) = (s[Int(a)].outcode, s[Int(b)].outcode, s[Int(c)].outcode)
      if !oa.intersection(ob).intersection(oc).isDisjoint(with: .frustum) { continue }
      if oa.union(ob).union(oc).isDisjoint(with: .cut) {
        if let t = RasterTriangle(a, b, c, s, context) {
          (output + visibleCount).initialize(to: t)
          visibleCount = visibleCount &+ 1
        }
      } else {
        last = last &- 1
        (output + last).initialize(to: RasterTriangle(corners: a, b, c))
      }
    }
    chunk.pointee.visibleCount = visibleCount
    chunk.pointee.clippedCount = chunk.pointee.count &- last
  }
}
