/// The work of one frame that is done tile by tile, in any order and by any thread.
struct TileJob: @unchecked Sendable {
  // Unchecked because of the pointers: each tile writes its own pixels, and all else is only read.

  private let scene: ShadeScene
  private let view: ViewTransform
  private let backdrop: Backdrop
  private let target: TileTarget
  private let tone: ToneMap
  private let binStarts: UnsafeMutablePointer<Int32>
  private let binned: UnsafeMutablePointer<UInt32>
  private let firstTransparent: UInt32
  private let columns: Int
  private let tables = SRGB.tables
  private let scratch: TileScratch
  private let probe: (@Sendable (RenderStage) -> Void)?
  let tileCount: Int

  init(
    geometry: GeometryStage, world: WorldStage, view: ViewTransform, backdrop: Backdrop,
    fog: ShadeFog,
    mirrors: UnsafeMutablePointer<ShadeMirror>, target: TileTarget, scratch: TileScratch,
    tone: RenderFrame.Tone = RenderFrame.Tone(), probe: (@Sendable (RenderStage) -> Void)?
  ) {
    self.tone = ToneMap(tone)
    self.probe = probe
    self.scratch = scratch
    scene = ShadeScene(
      triangles: geometry.triangles.base, vertices: world.vertices.base,
      draws: geometry.draws.base,
      lights: ShadeLights(all: geometry.lights.base, numbers: geometry.lightNumbers.base),
      eye: view.eye, fog: fog, mirrors: mirrors)
    self.view = view
    self.backdrop = backdrop
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
    probe?(.raster)
    let left = tile % columns * Tile.side
    let top = tile / columns * Tile.side
    let visibility = TileVisibility(
      depth: f, ids: ids,
      blocks: BlockDepths(f + TileScratch.firstBlockFloat, ids + TileScratch.firstBlockNumber),
      x: Int32(truncatingIfNeeded: left), y: Int32(truncatingIfNeeded: top))
    let colors = TileColors(
      r: f + Tile.groupCount, g: f + 2 * Tile.groupCount, b: f + 3 * Tile.groupCount,
      seen: f + 4 * Tile.groupCount)
    if view.reach > 0 { return runSamples(tile, visibility, colors, f, ids) }
    visibility.clear()
    let rows = min(Tile.side, view.height - top)
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      let number = binned[i]
      let t = scene.triangles + Int(number)
      let draw = t.pointee.drawAndFacing &>> 1
      if draw >= firstTransparent { break }
      let flags = scene.draws[Int(draw)].flags
      if !flags.isDisjoint(with: [.depthOnly, .masked]) {
        visibility.enterRarely(t, id: number &+ 1, flags, scene)
        i = i &+ 1
        continue
      }
      visibility.enter(
        t, id: number &+ 1, readsDepth: flags.contains(.readsDepth),
        writesDepth: flags.contains(.writesDepth))
      i = i &+ 1
    }
    if case .draws(let out) = target {
      while i < end {
        scene.mark(scene.triangles + Int(binned[i]), id: binned[i] &+ 1, in: visibility)
        i = i &+ 1
      }
      let columns = min(Tile.side, view.width - left)
      scene.copyDraws(
        visibility, into: out, first: top * view.width + left, stride: view.width,
        columns: columns, rows: rows)
      return
    }
    probe?(.shade)
    scene.paint(visibility, backdrop, into: colors, rows: rows)
    if let fade = target.fade { scene.fade(visibility, fade, into: colors, rows: rows) }
    probe?(.blend)
    while i < end {
      scene.blend(
        scene.triangles + Int(binned[i]), over: visibility, into: colors, fade: target.fade)
      i = i &+ 1
    }
    finish(colors, left: left, top: top)
  }

  /// Draws one tile with four samples a pixel.
  private func runSamples(
    _ tile: Int, _ visibility: TileVisibility, _ colors: TileColors,
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
      if !flags.isDisjoint(with: [.depthOnly, .masked]) {
        for sample in [samples.a, samples.b, samples.c, samples.d] {
          sample.enterRarely(t, id: binned[i] &+ 1, flags, scene)
        }
        i = i &+ 1
        continue
      }
      samples.enter(
        t, id: binned[i] &+ 1, readsDepth: flags.contains(.readsDepth),
        writesDepth: flags.contains(.writesDepth))
      i = i &+ 1
    }
    let (left, top) = (Int(visibility.x), Int(visibility.y))
    probe?(.shade)
    scene.paint(samples, backdrop, into: colors, rows: min(Tile.side, view.height - top))
    probe?(.blend)
    if i < end {
      scene.blend(
        UnsafeBufferPointer(start: binned + i, count: end - i), over: samples,
        SampleLayer(f + TileScratch.firstLayerFloat), into: colors)
    }
    finish(colors, left: left, top: top)
  }

  /// Writes the colours of a tile to where they are wanted.
  private func finish(_ colors: TileColors, left: Int, top: Int) {
    let rows = min(Tile.side, view.height - top)
    probe?(.resolve)
    switch target {
    case .bytes(let out):
      withBytes(out, left: left, top: top) { colors.resolve(into: $0, rows: rows) }
    case .draws: break  // ended before there were colours
    case .light(let picture):
      colors.copy(
        into: picture, left: left, top: top, columns: min(Tile.side, view.width - left), rows: rows)
    }
  }

  /// Gives out where the bytes of a tile are.
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

/// What becomes of the colours of tiles.
enum TileTarget {
  /// Four bytes a pixel: red, green, blue, alpha.
  case bytes(UnsafeMutablePointer<UInt8>)
  /// Linear light with how much of a mirrored picture is seen.
  case light(MirrorPicture)

  /// Which draw is seen, and more of its surface if asked for.
  case draws(DrawPicture)

  /// How the picture fades; nil for those that do not.
  var fade: MirrorFade? {
    if case .light(let picture) = self { picture.fade } else { nil }
  }
}
