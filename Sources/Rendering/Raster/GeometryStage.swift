import CaromMaths
import CaromSceneGraph

/// Turns the draws of a frame into triangles on the picture, sorted into tiles.
///
/// Keeps its memory from frame to frame.
struct GeometryStage {
  var screen = FlatBuffer<ScreenVertex>()
  var triangles = FlatBuffer<RasterTriangle>()
  var draws = FlatBuffer<ShadeDraw>()
  var lights = FlatBuffer<ShadeLight>()
  var lightNumbers = FlatBuffer<Int32>()
  /// For each tile where its list starts in `binned`; one more at the end.
  var binStarts = FlatBuffer<Int32>()
  /// Numbers of triangles, tile by tile, in the order of drawing.
  var binned = FlatBuffer<UInt32>()
  /// The number of the first transparent draw.
  private(set) var firstTransparent: UInt32 = 0
  /// Where triangles are, in the order of drawing; there are holes between them.
  private var spans = FlatBuffer<Span>()
  private var vertexPieces = FlatBuffer<GeometryPiece>()
  private var trianglePieces = FlatBuffer<GeometryPiece>()
  /// For each draw, in the order of drawing, its place in the frame.
  private(set) var sources = FlatBuffer<Int32>()
  private var drawCount: Int { sources.count }
  private var polygon = FlatBuffer<ClipVertex>(capacity: Clipper.capacity)
  /// For each room of vertices the last view that projects it.
  private var viewOfRoom: [UInt64] = []
  private var viewNumber: UInt64 = 0

  /// Triangles that follow each other.
  private struct Span: BitwiseCopyable {
    var first: Int
    var count: Int
  }

  func free() {
    screen.free()
    triangles.free()
    draws.free()
    lights.free()
    lightNumbers.free()
    binStarts.free()
    binned.free()
    sources.free()
    spans.free()
    vertexPieces.free()
    trianglePieces.free()
    polygon.free()
  }

  /// Runs a number of chunks in any order, on any threads.
  typealias Share = (Int, @Sendable (Int) -> Void) -> Void

  /// Fills the buffers for one frame, all but the lists of tiles.
  ///
  /// `shadows` holds the map of each light that throws shadows, in the order of the lights, `mirrors`
  /// the number of the mirror of each draw that has one. `shows` says which draws there are.
  mutating func prepare(
    _ frame: RenderFrame, _ view: ViewTransform, shadows: [UnsafePointer<ShadowMap>?],
    mirrors: [Int: Int32], world: inout WorldStage, share: Share,
    shows: (Int, RenderFrame.Draw) -> Bool = { _, _ in true }
  ) {
    removeAll()
    world.beginView()
    for (light, shadow) in zip(frame.lights, shadows) where light.type != .ambient {
      lights.append(ShadeLight(light, shadow))
    }
    let visible = sorted(frame.draws, view, shows)
    firstTransparent = UInt32(visible.count)
    for (number, entry) in visible.enumerated() {
      if entry.isTransparent { firstTransparent = min(firstTransparent, UInt32(number)) }
      place(frame.draws[entry.index], entry.index, &world)
      addShading(
        frame.draws[entry.index], frame.lights, mirror: mirrors[entry.index] ?? -1)
    }
    let lights = ShadeLights(all: lights.base, numbers: lightNumbers.base)
    setUp(
      frame.draws, view, &world, share,
      VertexLighting(draws: self.draws.base, lights: lights, eye: view.eye))
  }

  /// Fills the buffers with some draws, as the light sees them whose shadows they throw.
  mutating func prepareShadows(
    _ frame: RenderFrame, _ view: ViewTransform, _ numbers: [Int], world: inout WorldStage,
    share: Share
  ) {
    removeAll()
    world.beginView()
    for index in numbers {
      let draw = frame.draws[index]
      guard GeometryStage.mayBeSeen(draw.mesh.bounds, draw.transform, view) else { continue }
      place(draw, index, &world)
    }
    firstTransparent = .max
    // Holes throw no shadows, and where they are their pictures say.
    if numbers.contains(where: { frame.draws[$0].surface.isMasked }) {
      for i in 0..<sources.count {
        addShading(frame.draws[Int(sources.base[i])], [], mirror: -1)
      }
    }
    setUp(frame.draws, view, &world, share, nil)
    bin(view)
  }

  private mutating func removeAll() {
    screen.removeAll()
    viewNumber += 1
    triangles.removeAll()
    spans.removeAll()
    vertexPieces.removeAll()
    trianglePieces.removeAll()
    sources.removeAll()
    draws.removeAll()
    lights.removeAll()
    lightNumbers.removeAll()
  }

  /// A draw that may be seen, and when to draw it.
  private struct Entry {
    var index: Int
    var isTransparent: Bool
    var order: Int32
    /// How far away its middle is; the nearest solid one comes first, the farthest transparent one.
    var distance: Float
  }

  private func sorted(
    _ all: [RenderFrame.Draw], _ view: ViewTransform, _ shows: (Int, RenderFrame.Draw) -> Bool
  ) -> [Entry] {
    var entries: [Entry] = []
    for (index, draw) in all.enumerated() {
      guard draw.opacity > 0, draw.mesh.vertexCount > 0, shows(index, draw) else { continue }
      let box = draw.mesh.bounds
      guard GeometryStage.mayBeSeen(box, draw.transform, view) else { continue }
      let middle = view.clip(F4(draw.transform.apply(point: box.center), 1))
      // Depth falls with distance in both projections; w is the same everywhere in one of them.
      let distance = view.eye.w == 0 ? -middle.z : middle.w
      entries.append(
        Entry(
          index: index, isTransparent: draw.isTransparent || draw.surface.isPartial,
          order: draw.order, distance: distance))
    }
    entries.sort { a, b in
      if a.isTransparent != b.isTransparent { return b.isTransparent }
      if a.order != b.order { return a.order < b.order }
      if a.distance != b.distance {
        return a.isTransparent ? a.distance > b.distance : a.distance < b.distance
      }
      return a.index < b.index
    }
    return entries
  }

  /// False when all eight corners of a box lie outside of one side of the view.
  static func mayBeSeen(_ box: AABB, _ m: Matrix4, _ view: ViewTransform) -> Bool {
    var outside = Outside.frustum
    for i in 0..<8 {
      let corner = Vector3(
        i & 1 == 0 ? box.min.x : box.max.x, i & 2 == 0 ? box.min.y : box.max.y,
        i & 4 == 0 ? box.min.z : box.max.z)
      outside.formIntersection(view.outside(view.clip(F4(m.apply(point: corner), 1))))
    }
    return outside.isEmpty
  }

  /// Gives a draw room for its triangles, and cuts the work on them and on its vertices into pieces.
  private mutating func place(_ draw: RenderFrame.Draw, _ index: Int, _ world: inout WorldStage) {
    let mesh = draw.mesh
    let (room, firstVertex) = world.place(draw, index)
    if room >= viewOfRoom.count {
      viewOfRoom.append(contentsOf: repeatElement(0, count: room + 1 - viewOfRoom.count))
    }
    if viewOfRoom[room] != viewNumber {
      viewOfRoom[room] = viewNumber
      for start in stride(from: 0, to: mesh.vertexCount, by: GeometryPiece.size) {
        vertexPieces.append(
          GeometryPiece(
            source: index, draw: drawCount, first: start,
            count: min(GeometryPiece.size, mesh.vertexCount - start), firstVertex: firstVertex))
      }
    }
    let (from, to) = (mesh.elementStarts[draw.element], mesh.elementStarts[draw.element + 1])
    for start in stride(from: from, to: to, by: GeometryPiece.size * 3) {
      let count = min(GeometryPiece.size, (to - start) / 3)
      var piece = GeometryPiece(
        source: index, draw: drawCount, first: start, count: count, firstVertex: firstVertex)
      piece.slot = triangles.extend(by: count)
      trianglePieces.append(piece)
    }
    sources.append(Int32(truncatingIfNeeded: index))
  }

  /// Does the pieces, and cuts the triangles that they left.
  private mutating func setUp(
    _ draws: [RenderFrame.Draw], _ view: ViewTransform, _ world: inout WorldStage, _ share: Share,
    _ lighting: VertexLighting?
  ) {
    world.fill(share)
    if let lighting { light(draws, lighting, &world) }
    _ = screen.extend(by: world.vertices.count)
    let work = GeometryWork(
      draws: draws, view: view, vertices: world.vertices.base, screen: screen.base,
      triangles: triangles.base, vertexPieces: vertexPieces.base,
      trianglePieces: trianglePieces.base)
    share(vertexPieces.count) { work.project($0) }
    share(trianglePieces.count) { work.setUp($0) }
    for i in 0..<trianglePieces.count {
      let piece = trianglePieces.base[i]
      if piece.made > 0 { spans.append(Span(first: piece.slot, count: piece.made)) }
      if piece.left == 0 { continue }
      let context = TriangleContext(draws[piece.source], UInt32(piece.draw), view)
      let first = triangles.count
      for j in 0..<piece.left {
        // Those to cut lie at the end of the piece's room, the first of them last.
        let t = triangles.base[piece.slot + piece.count - 1 - j]
        addCut(t.v0, t.v1, t.v2, context, &world)
      }
      if triangles.count > first {
        spans.append(Span(first: first, count: triangles.count - first))
      }
    }
  }

  /// Gives draws that are lit at their vertices vertices of their own, good for this view, with the light.
  private mutating func light(
    _ all: [RenderFrame.Draw], _ lighting: VertexLighting, _ world: inout WorldStage
  ) {
    var last = (draw: -1, first: 0)
    for i in 0..<trianglePieces.count {
      let piece = trianglePieces.base[i]
      let draw = all[piece.source]
      guard let work = lighting.work(on: piece.draw, draw.surface.sides) else { continue }
      if piece.draw != last.draw {
        let count = draw.mesh.vertexCount
        last = (piece.draw, world.copy(count, from: piece.firstVertex))
        for j in last.first..<(last.first + count) { work.light(world.vertices.base + j) }
        for start in stride(from: 0, to: count, by: GeometryPiece.size) {
          vertexPieces.append(
            GeometryPiece(
              source: piece.source, draw: piece.draw, first: start,
              count: min(GeometryPiece.size, count - start), firstVertex: last.first))
        }
      }
      trianglePieces.base[i].firstVertex = last.first
    }
  }

  /// Cuts a triangle and adds what remains as a fan.
  private mutating func addCut(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ context: TriangleContext, _ world: inout WorldStage
  ) {
    let corners = polygon.base
    for (i, number) in [a, b, c].enumerated() {
      let vertex = world.vertices.base[Int(number)]
      (corners + i).initialize(
        to: ClipVertex(world: vertex, clip: context.view.clip(vertex.place)))
    }
    let count = Clipper.cut(corners, context.view)
    if count < 3 { return }
    let first = UInt32(world.vertices.count)
    for i in 0..<count {
      world.append(corners[i].world)
      screen.append(ScreenVertex(corners[i].world.place, corners[i].clip, context.view))
    }
    for i in 1..<(UInt32(count) - 1) {
      let t = RasterTriangle(first, first + i, first + i + 1, screen.base, context)
      if let t { triangles.append(t) }
    }
  }

  /// Lists for each tile the triangles that may touch it.
  mutating func bin(_ view: ViewTransform) {
    let columns = (view.width + Tile.side - 1) / Tile.side
    let rows = (view.height + Tile.side - 1) / Tile.side
    binStarts.removeAll()
    _ = binStarts.extend(by: columns * rows + 1)
    let starts = binStarts.base
    if triangles.count > GeometryStage.mostPairs / max(columns * rows, 1) { limitPairs() }
    starts.update(repeating: 0, count: columns * rows + 1)
    // Counts, then the running sum, then the lists: each list in the order of drawing.
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
    // Each start has moved to its end, which is the next one's start.
    for tile in stride(from: columns * rows, to: 0, by: -1) { starts[tile] = starts[tile - 1] }
    starts[0] = 0
  }

  /// How many places in lists of tiles triangles get, a GiB of them: 60,000 triangles that each cover a
  /// picture of 4,096 × 4,096.
  private static let mostPairs = 1 << 28

  /// Leaves out the last triangles of a frame whose lists would not fit into memory.
  private mutating func limitPairs() {
    var left = GeometryStage.mostPairs
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
