import CaromMaths
import CaromSceneGraph

/// Turns the draws of a frame into triangles on the picture, sorted into tiles.
///
/// Keeps its memory from frame to frame.
struct GeometryStage {
  var vertices = FlatBuffer<RasterVertex>()
  var screen = FlatBuffer<ScreenVertex>()
  var triangles = FlatBuffer<RasterTriangle>()
  var draws = FlatBuffer<ShadeDraw>()
  var lights = FlatBuffer<ShadeLight>()
  var lightNumbers = FlatBuffer<Int32>()
  /// For each tile where its list starts in `binned`; one more at the end.
  var binStarts = FlatBuffer<Int32>()
  /// Numbers of triangles, tile by tile, in the order of drawing.
  var binned = FlatBuffer<UInt32>()
  /// The number of the first transparent triangle.
  private(set) var firstTransparent: UInt32 = 0
  private var polygon = FlatBuffer<RasterVertex>(capacity: Clipper.capacity)

  func free() {
    vertices.free()
    screen.free()
    triangles.free()
    draws.free()
    lights.free()
    lightNumbers.free()
    binStarts.free()
    binned.free()
    polygon.free()
  }

  /// Fills the buffers for one frame, all but the lists of tiles.
  ///
  /// `shadows` holds the map of each light that throws shadows, in the order of the lights.
  mutating func prepare(
    _ frame: RenderFrame, _ view: ViewTransform, shadows: [ShadowMap?]
  ) {
    removeAll()
    for (light, shadow) in zip(frame.lights, shadows) where light.type != .ambient {
      lights.append(ShadeLight(light, shadow))
    }
    let visible = sorted(frame.draws, view)
    var sawTransparent = false
    for entry in visible {
      if entry.isTransparent && !sawTransparent {
        sawTransparent = true
        firstTransparent = UInt32(triangles.count)
      }
      add(frame.draws[entry.index], view)
      addShading(frame.draws[entry.index], frame.lights)
    }
    if !sawTransparent { firstTransparent = UInt32(triangles.count) }
  }

  /// Fills the buffers with what throws shadows in a light, as the light sees it.
  mutating func prepareShadows(_ frame: RenderFrame, _ view: ViewTransform, category: UInt32) {
    removeAll()
    for draw in frame.draws
    where draw.castsShadow && draw.category & category != 0 && !draw.isTransparent
      && draw.mesh.vertexCount > 0
    {
      guard GeometryStage.mayBeSeen(draw.mesh.bounds, draw.transform, view) else { continue }
      add(draw, view)
    }
    firstTransparent = UInt32(triangles.count)
    bin(view)
  }

  private mutating func removeAll() {
    vertices.removeAll()
    screen.removeAll()
    triangles.removeAll()
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

  private func sorted(_ all: [RenderFrame.Draw], _ view: ViewTransform) -> [Entry] {
    var entries: [Entry] = []
    for (index, draw) in all.enumerated() {
      guard draw.opacity > 0, draw.mesh.vertexCount > 0 else { continue }
      let box = draw.mesh.bounds
      guard GeometryStage.mayBeSeen(box, draw.transform, view) else { continue }
      let middle = view.clip(F4(draw.transform.apply(point: box.center), 1))
      // Depth falls with distance in both projections; w is the same everywhere in one of them.
      let distance = view.eye.w == 0 ? -middle.z : middle.w
      entries.append(
        Entry(
          index: index, isTransparent: draw.isTransparent,
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
  private static func mayBeSeen(_ box: AABB, _ m: Matrix4, _ view: ViewTransform) -> Bool {
    var outside = Outside.frustum
    for i in 0..<8 {
      let corner = Vector3(
        i & 1 == 0 ? box.min.x : box.max.x, i & 2 == 0 ? box.min.y : box.max.y,
        i & 4 == 0 ? box.min.z : box.max.z)
      outside.formIntersection(view.outside(view.clip(F4(m.apply(point: corner), 1))))
    }
    return outside.isEmpty
  }

  private mutating func add(_ draw: RenderFrame.Draw, _ view: ViewTransform) {
    let number = UInt32(draws.count)
    let first = UInt32(vertices.count)
    transform(draw, view)
    let isMirrored = draw.transform.linear.determinant < 0
    let context = TriangleContext(
      view: view, draw: number, sides: draw.surface.sides, isMirrored: isMirrored)
    addTriangles(draw, context, firstVertex: first)
  }

  /// Places the vertices of the mesh in the world and on the picture.
  private mutating func transform(_ draw: RenderFrame.Draw, _ view: ViewTransform) {
    let mesh = draw.mesh
    let m = draw.transform
    let (mx, my, mz, mw) = (F4(m.x.xyz, 0), F4(m.y.xyz, 0), F4(m.z.xyz, 0), F4(m.w.xyz, 0))
    // The cofactors are the inverse transpose times the determinant, and need no division.
    let l = m.linear
    let flip: Float = l.determinant < 0 ? -1 : 1
    let nx = F4(l.y.cross(l.z) * flip, 0)
    let ny = F4(l.z.cross(l.x) * flip, 0)
    let nz = F4(l.x.cross(l.y) * flip, 0)
    let mirror = F4(1, 1, 1, flip)
    let count = mesh.vertexCount
    let start = vertices.extend(by: count)
    _ = screen.extend(by: count)
    let out = vertices.base + start
    let onScreen = screen.base + start
    guard let source = mesh.vertices.baseAddress else { return }
    // Memory of no bytes has an address too.
    let colors = mesh.colors.isEmpty ? nil : mesh.colors.baseAddress
    var i = 0
    while i < count {
      let p: F4 = source[i].place
      let n: F4 = source[i].normal
      let t: F4 = source[i].tangent
      var place: F4 = mx * F4(repeating: p.x) + my * F4(repeating: p.y)
      place = place + mz * F4(repeating: p.z) + mw
      let clip: F4 = view.clip(place)
      place.w = p.w
      var normal: F4 = nx * F4(repeating: n.x) + ny * F4(repeating: n.y)
      normal = unit(normal + nz * F4(repeating: n.z))
      normal.w = n.w
      var tangent: F4 = mx * F4(repeating: t.x) + my * F4(repeating: t.y)
      tangent = unit(tangent + mz * F4(repeating: t.z))
      tangent.w = t.w
      (out + i).initialize(
        to: RasterVertex(
          place: place, normal: normal, tangent: tangent * mirror,
          color: colors.map { $0[i] } ?? F4(repeating: 1), clip: clip))
      (onScreen + i).initialize(to: ScreenVertex(clip, view))
      i = i &+ 1
    }
  }

  /// The direction of unit length; the fourth component is zero.
  @inline(__always) private func unit(_ v: F4) -> F4 {
    let s: F4 = v * v
    let square: Float = s.x + s.y + s.z
    return v * F4(repeating: 1 / (square + 1e-30).squareRoot())
  }

  private mutating func addTriangles(
    _ draw: RenderFrame.Draw, _ context: TriangleContext, firstVertex: UInt32
  ) {
    let mesh = draw.mesh
    let (start, end) = (mesh.elementStarts[draw.element], mesh.elementStarts[draw.element + 1])
    var i = start
    while i < end {
      let a = mesh.indices[i] &+ firstVertex
      let b = mesh.indices[i &+ 1] &+ firstVertex
      let c = mesh.indices[i &+ 2] &+ firstVertex
      i = i &+ 3
      let s = screen.base
      let (oa, ob, oc) = (s[Int(a)].outside, s[Int(b)].outside, s[Int(c)].outside)
      if !oa.intersection(ob).intersection(oc).isDisjoint(with: .frustum) { continue }
      if oa.union(ob).union(oc).isDisjoint(with: .cut) {
        if let t = RasterTriangle(a, b, c, s, context) { triangles.append(t) }
      } else {
        addCut(a, b, c, context)
      }
    }
  }

  /// Cuts a triangle and adds what remains as a fan.
  private mutating func addCut(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ context: TriangleContext) {
    let corners = polygon.base
    corners[0] = vertices.base[Int(a)]
    corners[1] = vertices.base[Int(b)]
    corners[2] = vertices.base[Int(c)]
    let count = Clipper.cut(corners, context.view)
    if count < 3 { return }
    let first = UInt32(vertices.count)
    for i in 0..<count {
      vertices.append(corners[i])
      screen.append(ScreenVertex(corners[i].clip, context.view))
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

  @inline(__always) private func forEachTile(
    _ columns: Int, _ body: (_ triangle: UInt32, _ tile: Int) -> Void
  ) {
    for i in 0..<triangles.count {
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
