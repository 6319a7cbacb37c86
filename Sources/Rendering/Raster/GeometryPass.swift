import CaromMaths
import CaromSceneGraph

/// The geometry processing of a view: culls, sorts, projects and clips draws, and bins triangles
/// into tiles.
///
/// Buffers are reused from frame to frame.
struct GeometryPass {
  var screen = GrowableBuffer<ScreenVertex>()
  var triangles = GrowableBuffer<RasterTriangle>()
  var draws = GrowableBuffer<DrawUniforms>()
  var lights = GrowableBuffer<LightUniforms>()
  var lightIndices = GrowableBuffer<Int32>()
  /// The start of each tile's range in `binned`, followed by the end of the last.
  var binStarts = GrowableBuffer<Int32>()
  /// Triangle indices, tile by tile, in drawing order.
  var binned = GrowableBuffer<UInt32>()
  /// The index of the first transparent draw.
  private(set) var firstTransparent: UInt32 = 0
  /// The ranges of valid triangles in drawing order; there are gaps between them.
  private var spans = GrowableBuffer<Span>()
  private var vertexChunks = GrowableBuffer<GeometryChunk>()
  private var triangleChunks = GrowableBuffer<GeometryChunk>()
  /// The index in the frame of each draw, in drawing order.
  private(set) var sources = GrowableBuffer<Int32>()
  private var drawCount: Int { sources.count }
  private var polygon = GrowableBuffer<ClipSpaceVertex>(capacity: Clipper.capacity)
  /// For each entry of the vertex cache, the last view that projected it.
  private var viewOfEntry: [UInt64] = []
  private var viewNumber: UInt64 = 0

  /// A range of consecutive triangles.
  private struct Span: BitwiseCopyable {
    var first: Int
    var count: Int
  }

  func free() {
    screen.free()
    triangles.free()
    draws.free()
    lights.free()
    lightIndices.free()
    binStarts.free()
    binned.free()
    sources.free()
    spans.free()
    vertexChunks.free()
    triangleChunks.free()
    polygon.free()
  }

  /// Runs a body for each index below a count, in any order and on any threads.
  typealias ParallelFor = (Int, @Sendable (Int) -> Void) -> Void

  /// Prepares everything but the tile lists of a view.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - view: The view and its size.
  ///   - shadows: The shadow of each light, nil for lights without shadows.
  ///   - reflections: The index of the planar reflection of each draw that has one.
  ///   - vertexCache: The world-space vertices of the frame.
  ///   - parallelFor: Runs chunks on threads.
  ///   - shows: Returns whether a draw is visible in the view.
  mutating func prepare(
    _ frame: RenderFrame, _ view: ViewTransform, shadows: [UnsafePointer<LightShadow>?],
    reflections: [Int: Int32], vertexCache: inout WorldVertexCache, parallelFor: ParallelFor,
    shows: (Int, RenderFrame.Draw) -> Bool = { _, _ in true }
  ) {
    removeAll()
    vertexCache.beginView()
    for (light, shadow) in zip(frame.lights, shadows) {
      if let uniforms = LightUniforms(light, shadow) { lights.append(uniforms) }
    }
    let visible = sorted(frame.draws, view, shows)
    firstTransparent = UInt32(visible.count)
    for (order, entry) in visible.enumerated() {
      if entry.isTransparent { firstTransparent = min(firstTransparent, UInt32(order)) }
      addChunks(for: frame.draws[entry.index], entry.index, &vertexCache)
      addShading(
        frame.draws[entry.index], frame.lights, reflection: reflections[entry.index] ?? -1)
    }
    let lights = LightList(all: lights.base, indices: lightIndices.base)
    processGeometry(
      frame.draws, view, &vertexCache, parallelFor,
      VertexLighting(draws: self.draws.base, lights: lights, eye: view.eye))
  }

  /// Prepares and bins shadow casters, given by their indices, for the view of a light.
  mutating func prepareShadows(
    _ frame: RenderFrame, _ view: ViewTransform, _ drawIndices: [Int],
    vertexCache: inout WorldVertexCache,
    parallelFor: ParallelFor
  ) {
    removeAll()
    vertexCache.beginView()
    for index in drawIndices {
      let draw = frame.draws[index]
      guard GeometryPass.intersectsFrustum(draw.mesh.bounds, draw.transform, view) else { continue }
      addChunks(for: draw, index, &vertexCache)
    }
    firstTransparent = .max
    // Alpha-masked casters need their textures to find the pixels that are cut out.
    if drawIndices.contains(where: { frame.draws[$0].surface.isAlphaMasked }) {
      for i in 0..<sources.count {
        addShading(frame.draws[Int(sources.base[i])], [], reflection: -1)
      }
    }
    processGeometry(frame.draws, view, &vertexCache, parallelFor, nil)
    bin(view)
  }

  private mutating func removeAll() {
    screen.removeAll()
    viewNumber += 1
    triangles.removeAll()
    spans.removeAll()
    vertexChunks.removeAll()
    triangleChunks.removeAll()
    sources.removeAll()
    draws.removeAll()
    lights.removeAll()
    lightIndices.removeAll()
  }

  /// Returns false when all eight corners of a box lie outside of one frustum plane.
  static func intersectsFrustum(_ box: AABB, _ m: Matrix4, _ view: ViewTransform) -> Bool {
    var outside = ClipOutcode.frustum
    for i in 0..<8 {
      let corner = Vector3(
        i & 1 == 0 ? box.min.x : box.max.x, i & 2 == 0 ? box.min.y : box.max.y,
        i & 4 == 0 ? box.min.z : box.max.z)
      outside.formIntersection(view.outcode(view.clip(F4(m.apply(point: corner), 1))))
    }
    return outside.isEmpty
  }

  /// Reserves the triangles of a draw and splits its vertices and triangles into chunks.
  private mutating func addChunks(
    for draw: RenderFrame.Draw, _ index: Int, _ vertexCache: inout WorldVertexCache
  ) {
    let mesh = draw.mesh
    let (entry, firstVertex) = vertexCache.allocateVertices(for: draw, index)
    if entry >= viewOfEntry.count {
      viewOfEntry.append(contentsOf: repeatElement(0, count: entry + 1 - viewOfEntry.count))
    }
    if viewOfEntry[entry] != viewNumber {
      viewOfEntry[entry] = viewNumber
      for start in stride(from: 0, to: mesh.vertexCount, by: GeometryChunk.size) {
        vertexChunks.append(
          GeometryChunk(
            source: index, draw: drawCount, first: start,
            count: min(GeometryChunk.size, mesh.vertexCount - start), firstVertex: firstVertex))
      }
    }
    let (from, to) = (mesh.elementStarts[draw.element], mesh.elementStarts[draw.element + 1])
    for start in stride(from: from, to: to, by: GeometryChunk.size * 3) {
      let count = min(GeometryChunk.size, (to - start) / 3)
      var chunk = GeometryChunk(
        source: index, draw: drawCount, first: start, count: count, firstVertex: firstVertex)
      chunk.firstTriangle = triangles.extend(by: count)
      triangleChunks.append(chunk)
    }
    sources.append(Int32(truncatingIfNeeded: index))
  }

  /// Transforms, lights and projects vertices, and sets up and clips triangles.
  private mutating func processGeometry(
    _ draws: [RenderFrame.Draw], _ view: ViewTransform, _ vertexCache: inout WorldVertexCache,
    _ parallelFor: ParallelFor,
    _ lighting: VertexLighting?
  ) {
    vertexCache.update(parallelFor)
    if let lighting { light(draws, lighting, &vertexCache) }
    _ = screen.extend(by: vertexCache.vertices.count)
    let work = GeometryJob(
      draws: draws, view: view, vertices: vertexCache.vertices.base, screen: screen.base,
      triangles: triangles.base, vertexChunks: vertexChunks.base,
      triangleChunks: triangleChunks.base)
    parallelFor(vertexChunks.count) { work.project($0) }
    parallelFor(triangleChunks.count) { work.setUp($0) }
    for i in 0..<triangleChunks.count {
      let chunk = triangleChunks.base[i]
      if chunk.visibleCount > 0 {
        spans.append(Span(first: chunk.firstTriangle, count: chunk.visibleCount))
      }
      if chunk.clippedCount == 0 { continue }
      let context = TriangleContext(draws[chunk.source], UInt32(chunk.draw), view)
      let first = triangles.count
      for j in 0..<chunk.clippedCount {
        // Triangles to clip are stored from the chunk's end backwards.
        let t = triangles.base[chunk.firstTriangle + chunk.count - 1 - j]
        addClipped(t.v0, t.v1, t.v2, context, &vertexCache)
      }
      if triangles.count > first {
        spans.append(Span(first: first, count: triangles.count - first))
      }
    }
  }

  /// Copies and lights the vertices of draws with per-vertex lighting, which are valid for this
  /// view only.
  private mutating func light(
    _ all: [RenderFrame.Draw], _ lighting: VertexLighting,
    _ vertexCache: inout WorldVertexCache
  ) {
    var last = (draw: -1, first: 0)
    for i in 0..<triangleChunks.count {
      let chunk = triangleChunks.base[i]
      let draw = all[chunk.source]
      guard let work = lighting.work(on: chunk.draw, draw.surface.sides) else { continue }
      if chunk.draw != last.draw {
        let count = draw.mesh.vertexCount
        last = (chunk.draw, vertexCache.copy(count, from: chunk.firstVertex))
        for j in last.first..<(last.first + count) { work.light(vertexCache.vertices.base + j) }
        for start in stride(from: 0, to: count, by: GeometryChunk.size) {
          vertexChunks.append(
            GeometryChunk(
              source: chunk.source, draw: chunk.draw, first: start,
              count: min(GeometryChunk.size, count - start), firstVertex: last.first))
        }
      }
      triangleChunks.base[i].firstVertex = last.first
    }
  }

  /// Clips a triangle and adds the remaining polygon as a fan.
  private mutating func addClipped(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ context: TriangleContext,
    _ vertexCache: inout WorldVertexCache
  ) {
    let corners = polygon.base
    for (i, vertexIndex) in [a, b, c].enumerated() {
      let vertex = vertexCache.vertices.base[Int(vertexIndex)]
      (corners + i).initialize(
        to: ClipSpaceVertex(world: vertex, clip: context.view.clip(vertex.position)))
    }
    let count = Clipper.clip(corners, context.view)
    if count < 3 { return }
    let first = UInt32(vertexCache.vertices.count)
    for i in 0..<count {
      vertexCache.append(corners[i].world)
      screen.append(ScreenVertex(corners[i].world.position, corners[i].clip, context.view))
    }
    for i in 1..<(UInt32(count) - 1) {
      let t = RasterTriangle(first, first + i, first + i + 1, screen.base, context)
      if let t { triangles.append(t) }
    }
  }

  /// Bins triangles into tiles by their bounding rectangles.
  mutating func bin(_ view: ViewTransform) {
    let columns = (view.width + Tile.side - 1) / Tile.side
    let rows = (view.height + Tile.side - 1) / Tile.side
    binStarts.removeAll()
    _ = binStarts.extend(by: columns * rows + 1)
    let starts = binStarts.base
    if triangles.count > GeometryPass.maximumBinnedCount / max(columns * rows, 1) {
      limitBinnedTriangles()
    }
    starts.update(repeating: 0, count: columns * rows + 1)
    // A counting sort: counts, prefix sums, then the lists, each in drawing order.
    forEachTile(columns) { _, tile in starts[tile] &+= 1 }
    var sum: Int32 = 0
    for tile in 0...(columns * rows) {
      let count = starts[tile]
      starts[tile] = sum
      sum += count
    }
    binned.removeAll()
    _ = binned.extend(by: Int(sum))
    let lists = binned.base
    forEachTile(columns) { triangle, tile in
      lists[Int(starts[tile])] = triangle
      starts[tile] &+= 1
    }
    // Filling moved each start to its end, which is the start of the next list.
    for tile in stride(from: columns * rows, to: 0, by: -1) { starts[tile] = starts[tile - 1] }
    starts[0] = 0
  }

  /// The maximum number of entries in all tile lists, 1 GiB: 60,000 triangles that each cover an
  /// image of 4,096 × 4,096.
  private static let maximumBinnedCount = 1 << 28

  /// Drops the last triangles of a frame whose tile lists exceed the limit.
  private mutating func limitBinnedTriangles() {
    var left = GeometryPass.maximumBinnedCount
    for s in 0..<spans.count {
      let span = spans.base[s]
      for i in span.first..<(span.first + span.count) {
        let t = triangles.base[i]
        let columns = Int(t.maxX) &>> 6 - Int(t.minX) &>> 6 + 1
        let rows = Int(t.maxY) &>> 6 - Int(t.minY) &>> 6 + 1
        left -= columns * rows
        if left < 0 {
          spans.base[s].count = i - span.first
          for later in (s + 1)..<max(spans.count, s + 1) { spans.base[later].count = 0 }
          return
        }
      }
    }
  }

  @inline(__always) private func forEachTile(
    _ columns: Int, _ body: (_ triangle: UInt32, _ tile: Int) -> Void
  ) {
    for s in 0..<spans.count {
      let span = spans.base[s]
      for i in span.first..<(span.first &+ span.count) {
        let t = triangles.base + i
        let (left, right) = (Int(t.pointee.minX) &>> 6, Int(t.pointee.maxX) &>> 6)
        let (top, bottom) = (Int(t.pointee.minY) &>> 6, Int(t.pointee.maxY) &>> 6)
        var y = top
        while y <= bottom {
          var x = left
          while x <= right {
            body(UInt32(truncatingIfNeeded: i), y &* columns &+ x)
            x = x &+ 1
          }
          y = y &+ 1
        }
      }
    }
  }
}
