/// The work of one frame that is done tile by tile, in any order and by any thread.
struct TileJob: @unchecked Sendable {
  // Unchecked because of the pointers: each tile writes its own pixels, and all else is only read.

  private let scene: ShadeScene
  private let view: ViewTransform
  private let backdrop: Backdrop
  private let out: UnsafeMutablePointer<UInt8>
  private let binStarts: UnsafeMutablePointer<Int32>
  private let binned: UnsafeMutablePointer<UInt32>
  private let firstTransparent: UInt32
  private let columns: Int
  private let tables = SRGB.tables
  private let scratch: TileScratch
  private let probe: (@Sendable (RenderStage) -> Void)?
  let tileCount: Int

  init(
    geometry: GeometryStage, view: ViewTransform, backdrop: Backdrop, fog: ShadeFog,
    out: UnsafeMutablePointer<UInt8>, scratch: TileScratch,
    probe: (@Sendable (RenderStage) -> Void)?
  ) {
    self.probe = probe
    self.scratch = scratch
    scene = ShadeScene(
      triangles: geometry.triangles.base, vertices: geometry.vertices.base,
      draws: geometry.draws.base, lights: geometry.lights.base,
      lightNumbers: geometry.lightNumbers.base, eye: view.eye, fog: fog)
    self.view = view
    self.backdrop = backdrop
    self.out = out
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
      depth: f, ids: ids, x: Int32(truncatingIfNeeded: left), y: Int32(truncatingIfNeeded: top))
    let colors = TileColors(
      r: f + Tile.groupCount, g: f + 2 * Tile.groupCount, b: f + 3 * Tile.groupCount)
    visibility.depth.initialize(repeating: F4(repeating: 0), count: Tile.groupCount)
    visibility.ids.initialize(repeating: U4(repeating: 0), count: Tile.groupCount)
    let rows = min(Tile.side, view.height - top)
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      let number = binned[i]
      let t = scene.triangles + Int(number)
      let draw = t.pointee.drawAndFacing &>> 1
      if draw >= firstTransparent { break }
      let flags = scene.draws[Int(draw)].flags
      visibility.enter(
        t, id: number &+ 1, readsDepth: flags.contains(.readsDepth),
        writesDepth: flags.contains(.writesDepth))
      i = i &+ 1
    }
    probe?(.shade)
    scene.paint(visibility, backdrop, into: colors, rows: rows)
    probe?(.blend)
    while i < end {
      scene.blend(scene.triangles + Int(binned[i]), over: visibility, into: colors)
      i = i &+ 1
    }
    probe?(.resolve)
    tables.steps.withUnsafeBufferPointer { steps in
      guard let steps = steps.baseAddress else { return }
      colors.resolve(
        into: out + (top * view.width + left) * 4, stride: view.width * 4,
        columns: min(Tile.side, view.width - left), rows: rows, steps: steps)
    }
  }
}
