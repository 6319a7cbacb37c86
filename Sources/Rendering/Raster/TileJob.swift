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
  private let probe: (@Sendable (RenderStage) -> Void)?
  let tileCount: Int

  init(
    geometry: GeometryStage, view: ViewTransform, backdrop: Backdrop,
    out: UnsafeMutablePointer<UInt8>, probe: (@Sendable (RenderStage) -> Void)?
  ) {
    self.probe = probe
    scene = ShadeScene(
      triangles: geometry.triangles.base, vertices: geometry.vertices.base,
      draws: geometry.draws.base, lights: geometry.lights.base,
      lightNumbers: geometry.lightNumbers.base, eye: view.eye)
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
    // 16 KiB each for depth, numbers, red, green and blue.
    withUnsafeTemporaryAllocation(of: F4.self, capacity: Tile.groupCount * 4) { floats in
      withUnsafeTemporaryAllocation(of: U4.self, capacity: Tile.groupCount) { ids in
        guard let f = floats.baseAddress, let ids = ids.baseAddress else { return }
        run(tile, f, ids)
      }
    }
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
    while i < end && binned[i] < firstTransparent {
      let number = binned[i]
      let t = scene.triangles + Int(number)
      let flags = scene.draws[Int(t.pointee.drawAndFacing &>> 1)].flags
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
    tables.guesses.withUnsafeBufferPointer { guesses in
      tables.thresholds.withUnsafeBufferPointer { thresholds in
        guard let g = guesses.baseAddress, let t = thresholds.baseAddress else { return }
        colors.resolve(
          into: out + (top * view.width + left) * 4, stride: view.width * 4,
          columns: min(Tile.side, view.width - left), rows: rows, guesses: g, thresholds: t)
      }
    }
  }
}
