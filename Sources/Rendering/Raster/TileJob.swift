import CaromMaths

/// Rasterizes and shades a view tile by tile, in any order and on any thread.
struct TileJob: @unchecked Sendable {
  // Unchecked because of the pointers: each tile writes its own pixels, and everything else is only
  // read.

  private let input: ShadingInput
  private let view: ViewTransform
  private let background: BackgroundUniforms
  private let target: TileTarget
  private let tone: ToneMap
  private let binStarts: UnsafeMutablePointer<Int32>
  private let binned: UnsafeMutablePointer<UInt32>
  private let firstTransparent: UInt32
  private let columns: Int
  private let tables = SRGB.tables
  private let scratch: TileScratch
  private let stageObserver: (@Sendable (RenderStage) -> Void)?
  let tileCount: Int

  init(
    geometry: GeometryPass, vertexCache: WorldVertexCache, view: ViewTransform,
    background: BackgroundUniforms,
    fog: FogUniforms,
    reflections: UnsafeMutablePointer<ReflectionUniforms>, target: TileTarget, scratch: TileScratch,
    tone: RenderFrame.Tone = RenderFrame.Tone(), stageObserver: (@Sendable (RenderStage) -> Void)?
  ) {
    self.tone = ToneMap(tone)
    self.stageObserver = stageObserver
    self.scratch = scratch
    input = ShadingInput(
      triangles: geometry.triangles.base, vertices: vertexCache.vertices.base,
      draws: geometry.draws.base,
      lights: LightList(all: geometry.lights.base, indices: geometry.lightIndices.base),
      eye: view.eye, fog: fog, reflections: reflections)
    self.view = view
    self.background = background
    self.target = target
    binStarts = geometry.binStarts.base
    binned = geometry.binned.base
    firstTransparent = geometry.firstTransparent
    columns = (view.width + Tile.side - 1) / Tile.side
    tileCount = columns * ((view.height + Tile.side - 1) / Tile.side)
  }

  /// Draws one tile.
  func run(_ tile: Int) {
    scratch.use { run(tile, $0, $1) }
  }

  private func run(_ tile: Int, _ f: UnsafeMutablePointer<F4>, _ ids: UnsafeMutablePointer<U4>) {
    stageObserver?(.raster)
    let scene = ShadingContext(
      input: input, setups: TriangleSetups(f + TileScratch.firstSetupFloat))
    let left = tile % columns * Tile.side
    let top = tile / columns * Tile.side
    let visibility = TileVisibility(
      depth: f, ids: ids,
      blocks: HierarchicalDepth(
        f + TileScratch.firstBlockFloat, ids + TileScratch.firstBlockNumber),
      x: Int32(truncatingIfNeeded: left), y: Int32(truncatingIfNeeded: top))
    let colors = TileColors(
      r: f + Tile.groupCount, g: f + 2 * Tile.groupCount, b: f + 3 * Tile.groupCount,
      reflectionWeight: f + 4 * Tile.groupCount)
    if view.maxSampleOffset > 0 { return runSamples(tile, scene, visibility, colors, f, ids) }
    visibility.clear()
    let rows = min(Tile.side, view.height - top)
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      let triangleIndex = binned[i]
      let t = scene.triangles + Int(triangleIndex)
      let draw = t.pointee.drawAndFacing &>> 1
      if draw >= firstTransparent { break }
      let flags = scene.draws[Int(draw)].flags
      if !flags.isDisjoint(with: [.depthOnly, .alphaMasked]) {
        visibility.rasterizeExtended(t, id: triangleIndex &+ 1, flags, scene)
        i = i &+ 1
        continue
      }
      visibility.rasterize(
        t, id: triangleIndex &+ 1, readsDepth: flags.contains(.readsDepth),
        writesDepth: flags.contains(.writesDepth))
      i = i &+ 1
    }
    if case .draws(let out) = target {
      while i < end {
        scene.rasterizeTransparentID(
          scene.triangles + Int(binned[i]), id: binned[i] &+ 1, in: visibility)
        i = i &+ 1
      }
      let columns = min(Tile.side, view.width - left)
      scene.copyDrawIDs(
        visibility, into: out, first: top * view.width + left, stride: view.width,
        columns: columns, rows: rows)
      return
    }
    stageObserver?(.shade)
    scene.shadeTile(visibility, background, into: colors, rows: rows)
    if let falloff = target.falloff {
      scene.computeFalloff(visibility, falloff, into: colors, rows: rows)
    }
    stageObserver?(.blend)
    while i < end {
      scene.blend(
        scene.triangles + Int(binned[i]), over: visibility, into: colors, falloff: target.falloff)
      i = i &+ 1
    }
    finish(colors, left: left, top: top)
  }

  /// Draws one tile with four samples per pixel.
  private func runSamples(
    _ tile: Int, _ scene: ShadingContext, _ visibility: TileVisibility, _ colors: TileColors,
    _ f: UnsafeMutablePointer<F4>, _ ids: UnsafeMutablePointer<U4>
  ) {
    let samples = TileSamples(
      visibility, floats: f + 5 * Tile.groupCount, ids: ids + Tile.groupCount)
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      let t = scene.triangles + Int(binned[i])
      let draw = t.pointee.drawAndFacing &>> 1
      if draw >= firstTransparent { break }
      let flags = scene.draws[Int(draw)].flags
      if !flags.isDisjoint(with: [.depthOnly, .alphaMasked]) {
        for sample in [samples.a, samples.b, samples.c, samples.d] {
          sample.rasterizeExtended(t, id: binned[i] &+ 1, flags, scene)
        }
        i = i &+ 1
        continue
      }
      samples.rasterize(
        t, id: binned[i] &+ 1, readsDepth: flags.contains(.readsDepth),
        writesDepth: flags.contains(.writesDepth))
      i = i &+ 1
    }
    let (left, top) = (Int(visibility.x), Int(visibility.y))
    stageObserver?(.shade)
    scene.resolveTile(samples, background, into: colors, rows: min(Tile.side, view.height - top))
    stageObserver?(.blend)
    if i < end {
      scene.blend(
        UnsafeBufferPointer(start: binned + i, count: end - i), over: samples,
        TransparencyLayer(f + TileScratch.firstLayerFloat), into: colors)
    }
    finish(colors, left: left, top: top)
  }

  /// Writes the colors of a tile to the target.
  private func finish(_ colors: TileColors, left: Int, top: Int) {
    let rows = min(Tile.side, view.height - top)
    stageObserver?(.resolve)
    switch target {
    case .bytes(let out):
      withBytes(out, left: left, top: top) { colors.resolve(into: $0, rows: rows) }
    case .draws: break  // ended before there were colors
    case .light(let target):
      colors.copy(
        into: target, left: left, top: top, columns: min(Tile.side, view.width - left), rows: rows)
    }
  }

  /// Calls `body` with the output bytes of a tile.
  private func withBytes(
    _ out: UnsafeMutablePointer<UInt8>, left: Int, top: Int, _ body: (TileBytes) -> Void
  ) {
    tables.steps.withUnsafeBufferPointer { steps in
      guard let steps = steps.baseAddress else { return }
      body(
        TileBytes(
          first: out + (top * view.width + left) * 4, stride: view.width * 4,
          columns: min(Tile.side, view.width - left), steps: steps, tone: tone))
    }
  }
}

/// The output of tiles.
enum TileTarget {
  /// Four bytes per pixel: red, green, blue, alpha.
  case bytes(UnsafeMutablePointer<UInt8>)
  /// Linear light and visibility, for a reflection image.
  case light(ReflectionTarget)

  /// Draw indices, and normals and distances if requested.
  case draws(DrawIDTarget)

  /// The falloff of a reflection image; nil for other targets.
  var falloff: ReflectionFalloff? {
    if case .light(let target) = self { target.falloff } else { nil }
  }
}
