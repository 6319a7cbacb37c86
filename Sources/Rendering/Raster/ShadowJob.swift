/// Draws the depths that a light sees, tile by tile.
struct ShadowJob: @unchecked Sendable {
  // Unchecked because of the pointers: each tile writes its own texels, and all else is only read.

  private let triangles: UnsafeMutablePointer<RasterTriangle>
  /// What says where surfaces have holes; nil where none has.
  private let masks: ShadeScene?
  private let binStarts: UnsafeMutablePointer<Int32>
  private let binned: UnsafeMutablePointer<UInt32>
  private let depths: UnsafeMutablePointer<Float>
  private let columns: Int
  private let scratch: TileScratch
  let tileCount: Int

  init(
    geometry: GeometryStage, world: WorldStage, depths: UnsafeMutablePointer<Float>, size: Int,
    scratch: TileScratch
  ) {
    self.scratch = scratch
    triangles = geometry.triangles.base
    masks =
      geometry.draws.count == 0
      ? nil
      : ShadeScene(
        triangles: geometry.triangles.base, vertices: world.vertices.base,
        draws: geometry.draws.base,
        lights: ShadeLights(all: geometry.lights.base, numbers: geometry.lightNumbers.base),
        eye: F4(repeating: 0), fog: ShadeFog(), mirrors: nil)
    binStarts = geometry.binStarts.base
    binned = geometry.binned.base
    self.depths = depths
    columns = size / Tile.side
    tileCount = columns * columns
  }

  /// Draws one tile: alone, or over the depths of a tile that holds others.
  func run(_ tile: Int, over below: UnsafeMutablePointer<Float>? = nil) {
    scratch.use { run(tile, below, $0, $1) }
  }

  private func run(
    _ tile: Int, _ below: UnsafeMutablePointer<Float>?, _ depth: UnsafeMutablePointer<F4>,
    _ ids: UnsafeMutablePointer<U4>
  ) {
    let left = tile % columns * Tile.side
    let top = tile / columns * Tile.side
    let visibility = TileVisibility(
      depth: depth, ids: ids,
      blocks: BlockDepths(depth + TileScratch.firstBlockFloat, ids + TileScratch.firstBlockNumber),
      x: Int32(truncatingIfNeeded: left), y: Int32(truncatingIfNeeded: top))
    visibility.clearDepth()
    if let below {
      UnsafeMutableRawPointer(depth)
        .copyMemory(from: below, byteCount: Tile.groupCount * MemoryLayout<F4>.stride)
    }
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      let t = triangles + Int(binned[i])
      if let masks, masks.draws[Int(t.pointee.drawAndFacing &>> 1)].flags.contains(.masked) {
        visibility.enterRarely(
          t, id: 0, [.masked, .readsDepth, .writesDepth, .depthOnly], masks)
      } else {
        visibility.enterDepth(t)
      }
      i = i &+ 1
    }
    for row in 0..<Tile.side {
      UnsafeMutableRawPointer(depths + (top + row) * columns * Tile.side + left)
        .copyMemory(
          from: depth + row * Tile.groups, byteCount: Tile.groups * MemoryLayout<F4>.stride)
    }
  }

  /// Copies the depths of a tile, row by row.
  func copy(_ tile: Int, to out: UnsafeMutablePointer<Float>) {
    let first = depths + (tile / columns * columns * Tile.side + tile % columns) * Tile.side
    for row in 0..<Tile.side {
      (out + row * Tile.side).update(from: first + row * columns * Tile.side, count: Tile.side)
    }
  }
}
